// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/call.h"
#include "core/sim/recorder.h"
#include "core/sim/world.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace retrylab {

/// The breakers and budgets of all callers, one for each or one for the fleet, and the note of what the breakers do.
class GuardTable {
public:
    GuardTable(const World &world, Recorder &recorder)
        : m_recorder(recorder)
        , m_ownBreakers(policyOf(world).breaker.kind != BreakerKind::none
                        && policyOf(world).breaker.scope == BreakerScope::caller)
        , m_ownBudgets(policyOf(world).budget.scope == BudgetScope::caller)
        , m_timed(policyOf(world).breaker.halfOpenBy == HalfOpenBy::timer
                  || policyOf(world).breaker.halfOpenMaxWait != unlimited)
    {
        const std::size_t callers = world.traffic.callerCount();
        make(m_breakers, m_ownBreakers ? callers : 1, policyOf(world).breaker);
        if (policyOf(world).budget.kind != BudgetKind::none)
            make(m_budgets, m_ownBudgets ? callers : 1, policyOf(world).budget);
    }

    /// Without budgets, and with breakers that only move when they are asked or told: then breakerOf() is all there is.
    bool plain() const { return !m_timed && m_budgets.empty(); }
    /// Has each caller a breaker of its own? Then the caller's number is needed to find it.
    bool ownBreakers() const { return m_ownBreakers; }

    Breaker &breakerOf(std::uint32_t caller) { return m_breakers[m_ownBreakers ? caller : 0]; }
    Budget *budgetOf(std::uint32_t caller)
    {
        return m_budgets.empty() ? nullptr : &m_budgets[m_ownBudgets ? caller : 0];
    }

    /// What time alone has brought to a breaker since it was last asked. Noted at the moment it was due.
    void advance(Breaker &breaker, Time now)
    {
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
        m_recorder.breakerMoves({at, index, from, breaker.state(), breaker.lastChange()});
    }

    /// The end of the run: what time has brought until its last moment, and all of it in the order of time.
    void finish(Time last)
    {
        if (!m_timed)
            return;
        for (Breaker &breaker : m_breakers)
            advance(breaker, last);
        m_recorder.sortBreakerMoves();
    }

private:
    static const Policy &policyOf(const World &world) { return world.callers().policy; }

    template <typename Guard, typename Options>
    static void make(std::vector<Guard> &guards, std::size_t count, const Options &options)
    {
        guards.reserve(count);
        while (guards.size() < count)
            guards.emplace_back(options);
    }

    Recorder &m_recorder;
    bool m_ownBreakers;
    bool m_ownBudgets;
    bool m_timed; ///< time alone may move a breaker
    std::vector<Breaker> m_breakers;
    std::vector<Budget> m_budgets; ///< none without a budget
};

} // namespace retrylab
