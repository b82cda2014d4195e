// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/policy/breaker.h"

#include "core/policy/backoff.h"

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
    return o.mode != BreakerMode::automatic || o.countInFlight || o.clearEvery != unlimited;
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

std::uint32_t Breaker::sampleSize() const
{
    return std::max(m_options->sample != 0 ? m_options->sample : m_options->probes, 1U);
}

std::uint32_t Breaker::minimum() const
{
    const BreakerOptions &o = *m_options;
    if (m_probeWindow)
        return o.verdict == ProbeVerdict::sample && o.kind != BreakerKind::consecutive
                   ? std::min(o.minimumCalls, sampleSize())
                   : sampleSize();
    if (o.kind == BreakerKind::consecutive)
        return windowSize();
    return o.kind == BreakerKind::countWindow ? std::min(o.minimumCalls, windowSize()) : o.minimumCalls;
}

BreakerPermit Breaker::acquireWithCare(Time now)
{
    now = catchUp(now);
    if (m_options->mode != BreakerMode::automatic)
        return {m_options->mode != BreakerMode::forcedOpen, m_generation};
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
    } else if (m_options->countInFlight) {
        ++m_rare->inFlight;
    }
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

void Breaker::recordWithCare(BreakerPermit permit, BreakerReport outcome, Time now, Duration took)
{
    const bool drops = m_options->late == LateOutcome::dropped;
    if (drops && permit.generation != m_generation)
        return;
    now = catchUp(now);
    if (drops && permit.generation != m_generation)
        return; // Its turn came too late: time alone had moved the breaker on.
    if (outcome == BreakerReport::neutral) {
        giveBack(permit);
        return;
    }
    const bool failed = outcome == BreakerReport::failure;
    if (m_options->mode != BreakerMode::automatic) {
        if (m_options->mode == BreakerMode::metricsOnly)
            push({failed, took > m_options->slowCall}, now - took, now);
    } else if (m_state == BreakerState::halfOpen) {
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

/// Does the outcome of a probe make room for another? In all, only while the verdict needs more than are left: it would
/// stay half-open for ever.
bool Breaker::probeMakesRoom() const
{
    const BreakerOptions &o = *m_options;
    if (o.probeRule == ProbeRule::atOnce)
        return true;
    const bool streak = o.verdict == ProbeVerdict::streak;
    return (streak ? m_succeeded : m_outcomes) + o.probes < (streak ? o.successes : sampleSize());
}

void Breaker::recordHalfOpen(bool failed, Time now, Duration took)
{
    if (m_probing > 0 && probeMakesRoom())
        --m_probing;
    const bool counts = m_probeWindow || m_options->kind == BreakerKind::consecutive || !m_options->clearOnClose;
    if (counts)
        push({failed, took > m_options->slowCall}, now - took, now);
    if (m_options->verdict != ProbeVerdict::streak)
        judgeProbes(now);
    else if (failed)
        moveTo(BreakerState::open, BreakerWhy::probeFailed, now);
    else if (++m_succeeded >= m_options->successes)
        moveTo(BreakerState::closed, BreakerWhy::probesSucceeded, now);
}

void Breaker::judgeProbes(Time now)
{
    const std::uint32_t sample = sampleSize();
    const double share = m_options->sampleRatio > 0.0 ? m_options->sampleRatio : m_options->failureRatio;
    m_succeeded = static_cast<std::uint8_t>(std::min(m_outcomes - m_failures, 255U));
    bool opens = false;
    bool closes = false;
    switch (m_options->verdict) {
    case ProbeVerdict::streak: break;
    case ProbeVerdict::sample:
        closes = m_outcomes >= minimum();
        opens = closes
                && (reached(m_failures, m_outcomes, share)
                    || (m_options->slowCall != unlimited && reached(m_rare->slow, m_outcomes, m_options->slowRatio)));
        break;
    case ProbeVerdict::opensEarly:
        opens = m_failures > 0 && reached(m_failures, sample, share);
        closes = m_outcomes >= sample;
        break;
    case ProbeVerdict::forced:
        opens = m_failures + m_options->successes > sample;
        closes = m_outcomes - m_failures >= m_options->successes;
        break;
    }
    if (opens)
        moveTo(BreakerState::open, BreakerWhy::probeFailed, now);
    else if (closes)
        moveTo(BreakerState::closed, BreakerWhy::probesSucceeded, now);
}

void Breaker::push(WindowEntry entry, Time at, Time now)
{
    WindowCounts out;
    if (m_probeWindow) {
        out = m_rare->probes.push(entry);
    } else if (m_options->kind == BreakerKind::consecutive) {
        m_failures = entry.failed ? m_failures + 1 : 0;
        m_outcomes = m_failures;
        return;
    } else if (m_options->kind == BreakerKind::countWindow) {
        if (!m_rare) {
            pushBit(entry.failed);
            return;
        }
        out = m_rare->ring.push(entry);
    } else if (m_options->kind == BreakerKind::timeWindow) {
        forgetOld(now);
        // An outcome belongs to when its call ended, except where calls are counted from their begin.
        if (!m_rare->buckets.push(entry, m_options->countInFlight ? at : now, now))
            return;
    }
    WindowCounts counts{m_outcomes, m_failures, m_rare ? m_rare->slow : 0};
    counts.remove(out);
    counts.add(entry);
    m_outcomes = counts.outcomes;
    m_failures = counts.failures;
    if (m_rare)
        m_rare->slow = counts.slow;
}

void Breaker::forgetOld(Time now)
{
    if (m_options->clearEvery != unlimited && m_state == BreakerState::closed && now > m_until)
        clearCounters(now);
    if (m_options->kind != BreakerKind::timeWindow || m_probeWindow)
        return;
    const WindowCounts out = m_rare->buckets.forget(now);
    m_outcomes -= out.outcomes;
    m_failures -= out.failures;
    m_rare->slow -= out.slow;
}

/// A new generation without a new state: what is under way belongs to the counters that are gone.
void Breaker::clearCounters(Time now)
{
    clearWindow();
    m_rare->inFlight = 0;
    ++m_generation;
    m_until = later(now, m_options->clearEvery);
}

void Breaker::clearWindow()
{
    m_outcomes = 0;
    m_failures = 0;
    m_head = 0;
    m_bits = 0;
    m_probeWindow = false;
    if (!m_rare)
        return;
    m_rare->slow = 0;
    if (m_options->kind == BreakerKind::countWindow)
        m_rare->ring.resize(windowSize());
    if (m_options->kind == BreakerKind::timeWindow)
        m_rare->buckets.resize(m_options->window, m_options->buckets, m_options->roll == WindowRoll::aligned);
}

bool Breaker::reached(std::uint32_t part, std::uint32_t all, double share) const
{
    // A quotient rounds to the same double as the ratio that was typed; the product 0.07 · 100 lies above 7.
    const double found = all != 0 ? static_cast<double>(part) / static_cast<double>(all) : 0.0;
    return m_options->compare == Threshold::atLeast ? found >= share : found > share;
}

bool Breaker::thresholdReached() const
{
    const BreakerOptions &o = *m_options;
    if (o.kind == BreakerKind::consecutive)
        return m_failures >= windowSize();
    const std::uint32_t all = m_outcomes + (o.countInFlight ? m_rare->inFlight : 0);
    if (all < minimum())
        return false;
    if (o.failureCount != 0 ? m_failures >= o.failureCount : reached(m_failures, all, o.failureRatio))
        return true;
    return o.slowCall != unlimited && reached(m_rare->slow, all, o.slowRatio);
}

Duration Breaker::openTimeNow() const
{
    const BreakerOptions &o = *m_options;
    if (m_reopened == 0)
        return std::min(o.openTime, o.openCap);
    Backoff growth;
    growth.kind = o.openGrowth == OpenGrowth::linear ? BackoffKind::linear : BackoffKind::exponential;
    growth.base = o.openTime;
    growth.increment = o.openTime;
    growth.multiplier = o.openMultiplier;
    growth.cap = o.openCap;
    return backoffCeiling(growth, m_reopened + 1U);
}

void Breaker::moveTo(BreakerState state, BreakerWhy why, Time now)
{
    if (m_state == BreakerState::halfOpen && state == BreakerState::open
        && m_reopened < std::numeric_limits<std::uint8_t>::max())
        ++m_reopened;
    m_state = state;
    m_lastChange = why;
    ++m_generation;
    m_probing = 0;
    m_succeeded = 0;
    if (m_rare)
        m_rare->inFlight = 0;
    switch (state) {
    case BreakerState::open: m_until = later(now, openTimeNow()); break;
    case BreakerState::halfOpen:
        m_until = never;
        if (m_options->verdict != ProbeVerdict::streak) {
            clearWindow();
            m_rare->probes.resize(sampleSize());
            m_probeWindow = true;
        }
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
