// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/policy/breaker.h"

#include <algorithm>

// What the breaker counts, and whether that is too much.

namespace retrylab {

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

} // namespace retrylab
