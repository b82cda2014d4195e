// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/budget_options.h"
#include "core/policy/sliding_counts.h"

#include <cstdint>

namespace retrylab {

/// The numbers of a ratio budget, in parts of a retry.
struct RatioPrices {
    std::uint64_t deposit = 0;    ///< what a request earns
    std::uint64_t withdrawal = 1; ///< what a retry costs, ≥ 1
    std::uint64_t reserve = 0;    ///< what is always there, less what was spent in the last window
};

/// See BudgetArithmetic. With ratio 0 a request earns nothing and only the reserve is spent.
RatioPrices ratioPrices(const BudgetOptions &options);

/// Whether Finagle would take these numbers: a window of 1–60 whole seconds, ratio 0–1000, minPerSecond ≥ 0. Linkerd and
/// tower have the same bounds; RatioBudget takes any.
bool fitsFinagle(const BudgetOptions &options);

/// Retries paid by the requests of the last window and by a reserve (Finagle's RetryBudget). A withdrawal is remembered
/// for a window like a deposit, so the reserve comes back a window after it was spent. A deposit may be forgotten before
/// the withdrawal that it paid: until that is forgotten too, the reserve pays for it.
/// A time that goes back counts as the last part's, whatever the window's rule, so nothing is ever spent unseen.
class RatioBudget {
public:
    explicit RatioBudget(const BudgetOptions &options)
        : m_window(options.window, options.slices, options.windowRule)
    {
    }

    void deposit(Time now, std::uint32_t requests = 1) { m_window.add(m_window.notBefore(now), {requests, 0}); }
    /// All or nothing. False: the balance does not pay for so many retries.
    bool withdraw(Time now, const BudgetOptions &options, std::uint32_t retries = 1);

    /// Retries that would go now, with a fraction; ≥ 0.
    double balance(Time now, const BudgetOptions &options) const;
    /// What the balance would be had nothing been withdrawn.
    double capacity(Time now, const BudgetOptions &options) const;

private:
    SlidingCounts m_window; ///< deposits, withdrawals
};

} // namespace retrylab
