// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/policy/breaker.h"

#include "core/policy/open_time.h"

#include <algorithm>
#include <limits>

namespace retrylab {

Breaker::Breaker(const BreakerOptions &options)
    : m_options(&options)
{
    m_simplyClosed = !needsCare();
    m_timed = isTimed();
    if (!needsRare())
        return;
    m_rare = std::make_unique<Rare>();
    m_until = later(Time{}, options.clearEvery);
    clearWindow();
}

bool Breaker::needsRare() const
{
    const BreakerOptions &o = *m_options;
    return (o.kind == BreakerKind::countWindow && windowSize() > bitsPerWord) || o.kind == BreakerKind::timeWindow
           || o.kind == BreakerKind::lifetime || o.clearEvery != unlimited || o.slowCall != unlimited || o.countInFlight
           || o.verdict != ProbeVerdict::streak;
}

/// Must a closed breaker look at more than the outcome?
bool Breaker::needsCare() const
{
    const BreakerOptions &o = *m_options;
    return o.mode != BreakerMode::automatic || o.countInFlight || o.clearEvery != unlimited || isApart();
}

bool Breaker::isTimed() const
{
    const BreakerOptions &o = *m_options;
    return o.kind == BreakerKind::timeWindow || o.clearEvery != unlimited || o.halfOpenBy == HalfOpenBy::timer
           || o.halfOpenMaxWait != unlimited;
}

/// Everything that time alone has brought.
Time Breaker::catchUp(Time now)
{
    if (m_timed) {
        while (advanceTo(now)) {
        }
        refresh(now);
    }
    return advance(now);
}

BreakerPermit Breaker::acquireWithCare(Time now)
{
    now = catchUp(now);
    if (m_options->mode != BreakerMode::automatic) {
        if (isApart())
            countBegin(now);
        return {m_options->mode != BreakerMode::forcedOpen, m_generation};
    }
    if (m_state == BreakerState::open) {
        if (!openTimeOver(now))
            return {false, m_generation};
        moveTo(BreakerState::halfOpen, BreakerWhy::openTimeOver, now);
    }
    if (m_state == BreakerState::halfOpen) {
        if (m_probing >= m_options->probes)
            return {false, m_generation};
        ++m_probing;
        if (m_until == never) // the first probe of this half-open state
            m_until = later(now, m_options->halfOpenMaxWait);
    } else if (countsInFlight()) {
        ++m_rare->inFlight;
    }
    if (isApart())
        countBegin(now);
    return {true, m_generation};
}

BreakerPermit Breaker::passBy(Time now)
{
    if (isApart())
        countBegin(catchUp(now));
    return {true, m_generation};
}

std::optional<Time> Breaker::advanceTo(Time now)
{
    now = advance(now);
    const Time due = m_until;
    if (m_state == BreakerState::open && m_options->halfOpenBy == HalfOpenBy::timer && openTimeOver(now)) {
        moveTo(BreakerState::halfOpen, BreakerWhy::openTimeOver, due);
        return due;
    }
    if (m_state == BreakerState::halfOpen && due != never && now >= due) {
        moveTo(m_options->afterMaxWait, BreakerWhy::halfOpenTooLong, due);
        return due;
    }
    return {};
}

bool Breaker::heeds(BreakerPermit permit) const
{
    if (permit.generation == m_generation)
        return true;
    return m_options->late == LateOutcome::counted || (m_options->late == LateOutcome::intoWindow && !permit.isProbe());
}

void Breaker::recordWithCare(BreakerPermit permit, BreakerReport outcome, Time now, Duration took)
{
    if (!heeds(permit))
        return;
    now = catchUp(now);
    if (!heeds(permit))
        return; // Its turn came too late: time alone had moved the breaker on.
    if (permit.meaningOf(outcome) == BreakerReport::neutral) {
        giveBack(permit);
        return;
    }
    const bool failed = outcome == BreakerReport::failure;
    if (m_options->mode != BreakerMode::automatic) {
        if (m_options->mode == BreakerMode::metricsOnly)
            push({failed, took > m_options->slowCall}, now - took, now);
    } else if (m_state == BreakerState::halfOpen) {
        if (m_options->late == LateOutcome::intoWindow && permit.generation != m_generation)
            recordBesideProbes(failed, now, took);
        else
            recordHalfOpen(failed, now, took);
    } else if (m_state == BreakerState::open) {
        push({failed, took > m_options->slowCall}, now - took, now);
    } else {
        // A call of an older state has not been under way in this one.
        if (m_rare && m_rare->inFlight > 0 && permit.generation == m_generation)
            --m_rare->inFlight;
        recordClosed(failed, now, took);
    }
}

void Breaker::giveBack(BreakerPermit permit)
{
    if (permit.generation != m_generation)
        return;
    if (m_state == BreakerState::halfOpen && m_probing > 0)
        --m_probing;
    if (m_rare && m_rare->inFlight > 0)
        --m_rare->inFlight;
}

Duration Breaker::openTimeNow() const
{
    return openTimeAfter(*m_options, m_reopened);
}

void Breaker::moveTo(BreakerState state, BreakerWhy why, Time now)
{
    if (m_state == BreakerState::halfOpen && state == BreakerState::open
        && m_reopened < std::numeric_limits<std::uint8_t>::max())
        ++m_reopened;
    m_state = state;
    m_lastChange = why;
    // By two, or to the odd one between: BreakerPermit::isProbe().
    m_generation = ((m_generation | 1U) + 1U) | (state == BreakerState::halfOpen ? 1U : 0U);
    m_probing = 0;
    m_succeeded = 0;
    if (m_rare)
        m_rare->inFlight = 0;
    if (m_probeWindow && keepsWindow())
        swapWindows();
    switch (state) {
    case BreakerState::open: m_until = later(now, openTimeNow()); break;
    case BreakerState::halfOpen:
        m_until = never;
        if (m_options->verdict != ProbeVerdict::streak)
            beginProbeWindow();
        break;
    case BreakerState::closed:
        m_reopened = 0;
        if (m_options->clearOnClose || m_probeWindow)
            clearWindow();
        m_until = later(now, m_options->clearEvery);
        break;
    }
    m_simplyClosed = state == BreakerState::closed && !needsCare();
}

void Breaker::force(BreakerState state, Time now)
{
    moveTo(state, BreakerWhy::byHand, advance(now));
}

void Breaker::reset(Time now)
{
    clearWindow();
    moveTo(BreakerState::closed, BreakerWhy::byHand, advance(now));
}

} // namespace retrylab
