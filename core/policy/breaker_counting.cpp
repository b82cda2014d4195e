// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/policy/breaker.h"

#include <algorithm>

// What the breaker counts, and whether that is too much.

namespace retrylab {

void Breaker::pushRare(WindowEntry entry, Time at, Time now)
{
    WindowCounts in;
    in.add(entry);
    WindowCounts out;
    if (m_probeWindow) {
        out = m_rare->probes.push(entry);
    } else if (m_options->kind == BreakerKind::countWindow) {
        out = m_rare->ring.push(entry);
    } else if (m_options->kind == BreakerKind::timeWindow) {
        forgetOld(now);
        if (m_options->place == WindowPlace::apart)
            in.outcomes = 0; // The call is counted already: countBegin().
        // An outcome belongs to when its call ended, except where calls under way count beside the window.
        if (!m_rare->buckets.add(in, countsInFlight() ? at : now, now))
            return;
    }
    WindowCounts counts{m_outcomes, m_failures, m_rare->slow};
    counts.remove(out);
    counts.add(in);
    m_outcomes = counts.outcomes;
    m_failures = counts.failures;
    m_rare->slow = counts.slow;
}

/// Where calls and failures count apart, the call.
void Breaker::countBegin(Time now)
{
    const bool looks = m_options->mode == BreakerMode::automatic || m_options->mode == BreakerMode::metricsOnly;
    if (looks && !m_probeWindow && m_rare->buckets.push({}, now, now))
        ++m_outcomes;
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
    m_generation += 2;
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

std::uint32_t Breaker::minimum() const
{
    const BreakerOptions &o = *m_options;
    if (m_probeWindow)
        return probesJudged(o);
    if (o.kind == BreakerKind::consecutive)
        return windowSize();
    return o.kind == BreakerKind::countWindow ? std::min(o.minimumCalls, windowSize()) : o.minimumCalls;
}

bool Breaker::reached(std::uint32_t part, std::uint32_t all, double share) const
{
    if (all == 0)
        return part != 0; // Failures whose calls are forgotten are more than any share.
    // A quotient rounds to the same double as the ratio that was typed; the product 0.07 · 100 lies above 7.
    const double found = static_cast<double>(part) / static_cast<double>(all);
    return m_options->compare == Threshold::atLeast ? found >= share : found > share;
}

bool Breaker::thresholdReached() const
{
    const BreakerOptions &o = *m_options;
    if (o.kind == BreakerKind::consecutive)
        return m_failures >= windowSize();
    const std::uint32_t all = m_outcomes + (countsInFlight() ? m_rare->inFlight : 0);
    if (all < minimum())
        return false;
    if (o.failureCount != 0 ? m_failures >= o.failureCount : reached(m_failures, all, o.failureRatio))
        return true;
    return o.slowCall != unlimited && reached(m_rare->slow, all, o.slowRatio);
}

} // namespace retrylab
