// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/policy/breaker.h"

#include <algorithm>

namespace retrylab {

Breaker::Breaker(const BreakerOptions &options)
    : m_options(&options)
{
    const bool longCount = options.kind == BreakerKind::countWindow && windowSize() > bitsPerWord;
    if (!longCount && options.kind != BreakerKind::timeWindow)
        return;
    m_rare = std::make_unique<Rare>();
    if (longCount)
        m_rare->bits.assign((windowSize() + bitsPerWord - 1) / bitsPerWord, 0);
}

BreakerPermit Breaker::acquireUnlessClosed(Time now)
{
    now = advance(now);
    if (m_state == BreakerState::open) {
        if (now < m_openUntil)
            return {false, m_generation};
        moveTo(BreakerState::halfOpen, BreakerWhy::openTimeOver, now);
    }
    if (m_probing >= m_options->probes)
        return {false, m_generation};
    ++m_probing;
    return {true, m_generation};
}

void Breaker::release(BreakerPermit permit)
{
    if (m_state == BreakerState::halfOpen && permit.admitted && permit.generation == m_generation && m_probing > 0)
        --m_probing;
}

void Breaker::moveTo(BreakerState state, BreakerWhy why, Time now)
{
    m_state = state;
    m_lastChange = why;
    ++m_generation;
    m_probing = 0;
    m_succeeded = 0;
    if (state == BreakerState::open)
        m_openUntil = later(now, m_options->openTime);
    if (state == BreakerState::closed)
        clearWindow();
}

void Breaker::pushOther(bool failed, Time now)
{
    if (m_options->kind == BreakerKind::timeWindow) {
        pushTime(failed, now);
    } else {
        m_failures = failed ? m_failures + 1 : 0;
        m_outcomes = m_failures;
    }
}

void Breaker::recordHalfOpen(bool failed, Time now)
{
    if (m_probing > 0)
        --m_probing;
    if (failed)
        moveTo(BreakerState::open, BreakerWhy::probeFailed, now);
    else if (++m_succeeded >= m_options->successes)
        moveTo(BreakerState::closed, BreakerWhy::probesSucceeded, now);
}

void Breaker::pushTime(bool failed, Time now)
{
    const std::int64_t width = std::max<std::int64_t>(1, m_options->window.count() / bucketCount);
    const std::int64_t index = now.time_since_epoch().count() / width;
    forgetOldBuckets(index);
    Bucket &bucket = m_rare->buckets[static_cast<std::size_t>(index % bucketCount)];
    bucket.index = index;
    ++bucket.outcomes;
    ++m_outcomes;
    bucket.failures += failed ? 1 : 0;
    m_failures += failed ? 1 : 0;
}

void Breaker::forgetOldBuckets(std::int64_t newest)
{
    for (Bucket &bucket : m_rare->buckets) {
        if (bucket.index < 0 || bucket.index > newest - bucketCount)
            continue;
        m_outcomes -= bucket.outcomes;
        m_failures -= bucket.failures;
        bucket = {};
    }
}

void Breaker::clearWindow()
{
    m_outcomes = 0;
    m_failures = 0;
    m_head = 0;
    m_bits = 0;
    if (!m_rare)
        return;
    std::fill(m_rare->bits.begin(), m_rare->bits.end(), 0);
    m_rare->buckets.fill({});
}

bool Breaker::thresholdReached() const
{
    if (m_options->kind == BreakerKind::consecutive)
        return m_failures >= windowSize();
    const std::uint32_t minimum = m_options->kind == BreakerKind::countWindow
                                      ? std::min(m_options->minimumCalls, windowSize())
                                      : m_options->minimumCalls;
    // A quotient rounds to the same double as the ratio that was typed; the product 0.07 · 100 lies above 7.
    return m_outcomes >= minimum
           && static_cast<double>(m_failures) / static_cast<double>(m_outcomes) >= m_options->failureRatio;
}

} // namespace retrylab
