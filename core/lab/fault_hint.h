// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/world.h"

namespace retrylab {

/// What a client with these rules understands of what a fault's answers say about when to come back; absent where they
/// say nothing, or nothing to it. As in a run, they speak in the header that it looks for first.
inline HintReading hintOf(const Fault &fault, const HintRules &rules)
{
    if (fault.kind != FaultKind::status || fault.retryAfter == Duration::zero())
        return {};
    return acceptHint(rules, fault.status, rules.headers[0], inHeader(fault.retryAfter));
}

} // namespace retrylab
