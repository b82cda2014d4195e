// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/guard_table.h"
#include "core/sim/world.h"

#include <algorithm>

namespace retrylab {

/// The usual run, for which the event loop is made once more without all else: breakers that only move when they are asked
/// or told, nobody who waits for a turn, no hedges, no fallback, and no answer that says when to come back to callers who
/// would listen.
inline bool isPlain(const World &world)
{
    const Policy &policy = world.callers().policy;
    const bool listens = policy.retry.hint.headers[0] != HintHeader::none;
    return !isPaced(policy.budget) && policy.hedge.kind == HedgeKind::none && policy.fallback.kind == FallbackKind::none
           && !timeMoves(policy.breaker)
           && !(listens && std::any_of(world.faults.begin(), world.faults.end(), [](const Fault &fault) {
                    return fault.retryAfter > Duration::zero();
                }));
}

} // namespace retrylab
