// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/budget.h"

/// What the tests of budgets have in common: the rules of known libraries, and retries that only ask.
namespace budgets {

/// Finagle's, Linkerd's and tower's kind.
inline retrylab::BudgetOptions ratioOptions(double ratio, retrylab::Duration window, double minPerSecond,
                                            retrylab::BudgetArithmetic arithmetic = retrylab::BudgetArithmetic::exact)
{
    retrylab::BudgetOptions options;
    options.kind = retrylab::BudgetKind::ratio;
    options.ratio = ratio;
    options.window = window;
    options.minPerSecond = minPerSecond;
    options.arithmetic = arithmetic;
    return options;
}

/// The AWS SDKs' standard mode; with the values of 2026 timeouts are not special.
inline retrylab::BudgetOptions aws(double quota, double cost = 5, double timeoutCost = 10)
{
    retrylab::BudgetOptions options;
    options.kind = retrylab::BudgetKind::tokenBucket;
    options.capacity = quota;
    options.initial = quota;
    options.cost = cost;
    options.timeoutCost = timeoutCost;
    return options;
}

/// A share of the requests that are active.
inline retrylab::BudgetOptions envoy(double percent, std::uint32_t least)
{
    retrylab::BudgetOptions options;
    options.kind = retrylab::BudgetKind::activeShare;
    options.ratio = percent / 100.0;
    options.minConcurrency = least;
    return options;
}

inline bool retryGoes(retrylab::Budget &budget, retrylab::Time now = {})
{
    return budget.withdraw(retrylab::OutcomeKind::unavailable, now, 0.0).granted;
}

inline int retriesUntilRefused(retrylab::Budget &budget, retrylab::Time now = {})
{
    int retries = 0;
    while (retryGoes(budget, now))
        ++retries;
    return retries;
}

} // namespace budgets
