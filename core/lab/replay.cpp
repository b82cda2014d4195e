// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/replay.h"

#include "core/policy/random.h"

#include <algorithm>
#include <utility>

namespace retrylab {

namespace {

Policy withBreakerInForce(Policy policy)
{
    policy.breaker = inForce(policy.breaker);
    return policy;
}

} // namespace

Replay::Replay(const Policy &policy, OnTransition onTransition)
    : m_policy(withBreakerInForce(policy))
    , m_breaker(m_policy.breaker)
    , m_budget(m_policy.budget)
    , m_onTransition(std::move(onTransition))
{
}

void Replay::take(const OutcomeRow &row)
{
    const Time begun = std::max(row.ended - row.took, Time{});
    if (m_totals.calls == 0)
        m_now = m_since = begun;
    const std::uint64_t path = extendPath(rootPath(0), m_totals.calls);
    ++m_totals.calls;
    m_totals.failed += row.outcome.kind != OutcomeKind::ok ? 1 : 0;
    m_totals.outOfOrder += row.ended < m_lastEnd ? 1 : 0;
    m_lastEnd = std::max(m_lastEnd, row.ended);

    const bool outside = m_policy.breaker.order == BreakerOrder::outside;
    BreakerPermit permit;
    moveTo(begun);
    if (outside && !isLetIn(permit, row))
        return;
    m_budget.callStarted(m_now);
    if (!m_budget.admit(m_now, uniform(path, Purpose::budget, 0))) {
        ++m_totals.callsDenied;
        m_breaker.release(permit);
        return;
    }
    if (!outside && !isLetIn(permit, row))
        return;
    m_budget.attemptStarted(false);

    moveTo(row.ended);
    if (!outside)
        record(permit, row);
    m_budget.attemptEnded({row.outcome.kind, isRetryable(row.outcome), false, 0}, m_now);
    askForRetry(row.outcome, path);
    if (outside)
        record(permit, row);
}

ReplayTotals Replay::finish()
{
    moveTo(m_lastEnd);
    countTime(m_breaker.state(), m_now);
    return m_totals;
}

/// Lets time pass, and whatever it brings by itself.
void Replay::moveTo(Time at)
{
    m_now = std::max(m_now, at);
    for (BreakerState before = m_breaker.state();; before = m_breaker.state()) {
        const std::optional<Time> due = m_breaker.advanceTo(m_now);
        if (!due)
            return;
        note(before, *due);
    }
}

bool Replay::isLetIn(BreakerPermit &permit, const OutcomeRow &row)
{
    if (m_policy.breaker.gates == BreakerGates::retries) {
        permit = m_breaker.passBy(m_now);
        return true;
    }
    const BreakerState before = m_breaker.state();
    permit = m_breaker.acquire(m_now);
    note(before, m_now);
    if (!permit.admitted)
        ++(row.outcome.kind == OutcomeKind::ok ? m_totals.wouldHaveSucceeded : m_totals.wouldHaveFailed);
    return permit.admitted;
}

void Replay::record(BreakerPermit permit, const OutcomeRow &row)
{
    const BreakerState before = m_breaker.state();
    m_breaker.record(permit, reportOf(row.outcome.kind, m_policy.breaker), m_now, row.took);
    note(before, m_now);
}

bool Replay::isRetryable(Outcome outcome) const
{
    return outcome.kind != OutcomeKind::ok && m_policy.retry.on.contains(outcome);
}

void Replay::askForRetry(Outcome outcome, std::uint64_t path)
{
    const bool gated = m_policy.breaker.order == BreakerOrder::inside;
    if (!isRetryable(outcome) || m_policy.retry.maxAttempts < 2 || (gated && m_breaker.refuses(m_now)))
        return;
    if (!m_budget.withdraw(outcome.kind, m_now, uniform(path, Purpose::budget, 1)).granted) {
        ++m_totals.retriesDenied;
        return;
    }
    ++m_totals.retriesGranted;
    m_budget.retryDropped();
    if (m_policy.breaker.gates == BreakerGates::retries)
        askBreakerForRetry();
}

/// Nobody else asks it. How the retry went, a log does not say.
void Replay::askBreakerForRetry()
{
    const BreakerState before = m_breaker.state();
    m_breaker.release(m_breaker.acquire(m_now));
    note(before, m_now);
}

/// Tells of a change of state, if there was one.
void Replay::note(BreakerState from, Time at)
{
    const BreakerState to = m_breaker.state();
    if (from == to)
        return;
    countTime(from, at);
    ++m_totals.transitions;
    ReplayTransition transition{at, from, to, m_breaker.lastChange()};
    if (transition.why == BreakerWhy::threshold) {
        transition.outcomes = m_breaker.outcomes();
        transition.failures = m_breaker.failures();
        transition.slow = m_breaker.slowCalls();
    }
    m_onTransition(transition);
}

/// The breaker was in this state until now. One that is forced open never leaves the state it was made in.
void Replay::countTime(BreakerState state, Time until)
{
    const BreakerState shown = m_policy.breaker.mode == BreakerMode::forcedOpen ? BreakerState::open : state;
    m_totals.timeIn[static_cast<std::size_t>(shown)] += until - m_since;
    m_since = until;
}

} // namespace retrylab
