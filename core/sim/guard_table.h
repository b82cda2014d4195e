// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/call.h"
#include "core/sim/trace.h"
#include "core/sim/world.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace retrylab {

/// May time alone move a breaker with these rules?
inline bool timeMoves(const BreakerOptions &breaker)
{
    return breaker.halfOpenBy == HalfOpenBy::timer || breaker.halfOpenMaxWait != unlimited;
}

/// The breakers, budgets, sending rates and hedgers of all callers, one for each or one for the fleet, and the note of
/// what the breakers do.
class GuardTable {
public:
    /// `policy` is in force; both are kept by reference.
    GuardTable(const Policy &policy, std::uint32_t callers, std::vector<BreakerTransition> &transitions)
        : m_policy(policy)
        , m_transitions(transitions)
        , m_ownBreakers(m_policy.breaker.kind != BreakerKind::none && m_policy.breaker.scope == BreakerScope::caller)
        , m_ownBudgets(m_policy.budget.scope == BudgetScope::caller)
        , m_timed(timeMoves(m_policy.breaker))
    {
        make(m_breakers, m_ownBreakers ? callers : 1, m_policy.breaker);
        if (m_policy.budget.kind != BudgetKind::none)
            make(m_budgets, m_ownBudgets ? callers : 1, m_policy.budget);
        if (isPaced(m_policy.budget))
            m_rates.resize(m_budgets.size());
        if (m_policy.hedge.kind != HedgeKind::none)
            make(m_hedgers, m_policy.hedge.scope == HedgeScope::caller ? callers : 1, m_policy.hedge);
    }

    /// Has each caller a breaker of its own? Then the caller's number is needed to find it.
    bool ownBreakers() const { return m_ownBreakers; }

    Breaker &breakerOf(std::uint32_t caller) { return m_breakers[m_ownBreakers ? caller : 0]; }
    Budget *budgetOf(std::uint32_t caller)
    {
        return m_budgets.empty() ? nullptr : &m_budgets[m_ownBudgets ? caller : 0];
    }

    AdaptiveRate *rateOf(std::uint32_t caller)
    {
        return m_rates.empty() ? nullptr : &m_rates[m_ownBudgets ? caller : 0];
    }

    /// Null in a run without hedges.
    Hedger *hedgerOf(std::uint32_t caller)
    {
        return m_hedgers.empty() ? nullptr : &m_hedgers[m_hedgers.size() > 1 ? caller : 0];
    }

    /// What time alone has brought to a breaker since it was last asked. Noted at the moment it was due.
    void advance(Breaker &breaker, Time now)
    {
        if (!m_timed) [[likely]]
            return;
        BreakerState from = breaker.state();
        while (const std::optional<Time> due = breaker.advanceTo(now)) {
            note(breaker, from, due->time_since_epoch().count());
            from = breaker.state();
        }
    }

    [[gnu::noinline]] void note(const Breaker &breaker, BreakerState from, std::int64_t at)
    {
        if (breaker.state() == from)
            return; // Only its counters began anew.
        const auto index = static_cast<std::uint32_t>(&breaker - m_breakers.data());
        m_transitions.push_back({at, index, from, breaker.state(), breaker.lastChange()});
    }

    /// The end of the run: what time has brought until its last moment, and all of it in the order of time.
    void finish(Time last)
    {
        if (!m_timed)
            return;
        for (Breaker &breaker : m_breakers)
            advance(breaker, last);
        // Those of one moment as they came: changes that time brings are noticed late.
        std::stable_sort(m_transitions.begin(), m_transitions.end(),
                         [](const BreakerTransition &a, const BreakerTransition &b) { return a.at < b.at; });
    }

private:
    template <typename Guard, typename Options>
    static void make(std::vector<Guard> &guards, std::size_t count, const Options &options)
    {
        guards.reserve(count);
        while (guards.size() < count)
            guards.emplace_back(options);
    }

    const Policy &m_policy;
    std::vector<BreakerTransition> &m_transitions;
    bool m_ownBreakers;
    bool m_ownBudgets;
    bool m_timed; ///< time alone may move a breaker
    std::vector<Breaker> m_breakers;
    std::vector<Budget> m_budgets;     ///< none without a budget
    std::vector<AdaptiveRate> m_rates; ///< as the budgets, where sending is paced
    std::vector<Hedger> m_hedgers;     ///< none without hedges
};

} // namespace retrylab
