// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/policy/adaptive_rate.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace retrylab {

namespace {

constexpr Duration meterStep = std::chrono::milliseconds(500);
constexpr double meterSmoothing = 0.8;
constexpr double leastRate = 0.5;
constexpr double mostGrowth = 2.0; ///< the rate is held at so many times what is measured
/// Far beyond any queue of waiting attempts, and small enough that a token still counts.
constexpr double mostDebt = 1e15;

} // namespace

double cubeRoot(double x)
{
    if (!(x > 0) || x > std::numeric_limits<double>::max())
        return x > 0 ? x : 0.0;
    int exponent = 0;
    std::frexp(x, &exponent);
    // Not below the root and less than four times as much: from there, Newton's steps double the digits.
    double root = std::ldexp(1.0, (exponent + 2) / 3);
    constexpr int steps = 12;
    for (int step = 0; step < steps; ++step)
        root -= (root - x / (root * root)) / 3.0;
    return root;
}

double CubicRate::throttled(double rate, Time now)
{
    m_before = rate;
    m_zeroPoint = cubeRoot(rate * (1.0 - m_beta) / m_scale);
    m_throttledAt = std::max(m_throttledAt, now);
    return rate * m_beta;
}

double CubicRate::succeeded(Time now) const
{
    const double t = now > m_throttledAt ? toSeconds(now - m_throttledAt) : 0.0;
    const double offset = t - m_zeroPoint;
    return m_scale * (offset * offset * offset) + m_before;
}

double RateMeter::record(Time now)
{
    m_count += 1.0;
    const std::int64_t step = now.time_since_epoch() / meterStep;
    if (step > m_step) {
        const double current = m_count / (static_cast<double>(step - m_step) * toSeconds(meterStep));
        m_rate = current * meterSmoothing + m_rate * (1.0 - meterSmoothing);
        m_count = 0.0;
        m_step = step;
    }
    return m_rate;
}

Duration AdaptiveRate::acquire(Time now, double amount)
{
    advance(now);
    if (!m_enabled || !(amount > 0))
        return Duration::zero();
    const double missing = amount - m_tokens;
    m_tokens = std::max(m_tokens - amount, -mostDebt);
    constexpr double nanoseconds = 1e9;
    return toDuration(missing / m_fillRate * nanoseconds);
}

void AdaptiveRate::giveBack(double amount)
{
    if (m_enabled && amount > 0)
        m_tokens += amount; // held at the capacity when it is looked at
}

void AdaptiveRate::onResponse(bool throttled, Time now)
{
    now = advance(now);
    const double measured = m_meter.record(now);
    double rate = 0.0;
    if (throttled) {
        rate = m_cubic.throttled(m_enabled ? std::min(measured, m_fillRate) : measured, now);
        m_enabled = true;
    } else {
        rate = m_cubic.succeeded(now);
    }
    m_fillRate = std::max(leastRate, std::min(rate, mostGrowth * measured));
}

double AdaptiveRate::tokens(Time now) const
{
    const double filled = now > m_seen ? toSeconds(now - m_seen) * m_fillRate : 0.0;
    return std::min(m_tokens + filled, capacity());
}

/// Fills the bucket at the rate so far.
Time AdaptiveRate::advance(Time now)
{
    m_tokens = tokens(now);
    m_seen = std::max(m_seen, now);
    return m_seen;
}

} // namespace retrylab
