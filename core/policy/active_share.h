// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/budget_options.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace retrylab {

/// Retries that may be under way beside `active` attempts: the greater of trunc(share × active), in doubles as Envoy
/// multiplies, and `least`.
constexpr std::uint32_t retriesBeside(std::uint32_t active, double share, std::uint32_t least)
{
    constexpr auto most = std::numeric_limits<std::uint32_t>::max();
    const double shared = share * static_cast<double>(active);
    if (shared >= static_cast<double>(most))
        return most;
    return std::max(least, shared > 0 ? static_cast<std::uint32_t>(shared) : 0);
}

/// Envoy's retry budget. A retry is under way from the decision to the end of its attempt, its wait included; an
/// attempt that has ended is active no more when its retry asks.
class ActiveShare {
public:
    void attemptStarted(bool retry, const BudgetOptions &options)
    {
        if (!retry || !options.waitingIsActive)
            ++m_active;
    }
    void attemptEnded(bool retry)
    {
        lower(m_active);
        if (retry)
            lower(m_retries);
    }
    bool withdraw(const BudgetOptions &options)
    {
        if (room(options) == 0)
            return false;
        ++m_retries;
        m_active += options.waitingIsActive ? 1 : 0;
        return true;
    }
    /// A retry that was let go is not sent after all.
    void retryDropped(const BudgetOptions &options)
    {
        lower(m_retries);
        if (options.waitingIsActive)
            lower(m_active);
    }

    /// Retries that may be under way; where waiting is active, with the one that would ask.
    std::uint32_t most(const BudgetOptions &options) const
    {
        return retriesBeside(m_active + (options.waitingIsActive ? 1 : 0), options.ratio, options.minConcurrency);
    }
    /// How many more of them.
    std::uint32_t room(const BudgetOptions &options) const
    {
        return most(options) - std::min(most(options), m_retries);
    }
    std::uint32_t active() const { return m_active; }
    std::uint32_t retries() const { return m_retries; }

private:
    static void lower(std::uint32_t &count) { count -= count > 0 ? 1 : 0; }

    std::uint32_t m_active = 0;
    std::uint32_t m_retries = 0;
};

} // namespace retrylab
