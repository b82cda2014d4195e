// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"

namespace retrylab {

// Rules that join several numbers of a policy, for validate() and settlePartners().

/// Can a verdict that is `forced` ever be good? With more successes wanted than outcomes looked at, every one opens.
inline bool probesCanSucceed(const BreakerOptions &breaker)
{
    return breaker.verdict != ProbeVerdict::forced || breaker.successes <= probesJudged(breaker);
}

/// Does a token bucket hold what it begins with? The other kinds do not look at where it begins: whoever gives gRPC's
/// bucket ten tokens need not know that another kind begins with 500.
inline bool tokensFit(const BudgetOptions &budget)
{
    return budget.kind != BudgetKind::tokenBucket || budget.initial <= budget.capacity;
}

} // namespace retrylab
