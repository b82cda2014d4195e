// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/time.h"

#include <cstdint>

namespace retrylab {

/// ∛x for x ≥ 0, to the last bit or next to it. Only +, ×, ÷ on doubles, so the same everywhere; the C library's may
/// differ by a bit.
double cubeRoot(double x);

/// The send rate of the AWS SDKs' adaptive mode: CUBIC, as TCP's congestion control. A throttle cuts the rate to `beta`
/// of what it was; from there it grows along scale × (t − k)³ + the rate before, slowest where it was throttled.
class CubicRate {
public:
    /// beta in [0, 1], scale > 0.
    explicit CubicRate(double beta = 0.7, double scale = 0.4)
        : m_beta(beta)
        , m_scale(scale)
    {
    }

    /// The new rate after a throttle at `rate` ≥ 0 per second, which becomes the rate before.
    double throttled(double rate, Time now);
    /// The rate at `now`; before the last throttle counts as then. May be negative where the scale is steep.
    double succeeded(Time now) const;
    /// k: seconds from a throttle until the rate is back where it was.
    double zeroPoint() const { return m_zeroPoint; }

private:
    double m_beta;
    double m_scale;
    double m_before = 0.0;
    double m_zeroPoint = 0.0;
    Time m_throttledAt{};
};

/// How many per second there are: counted in steps of half a second, a finished step weighing 0.8 and the past 0.2.
class RateMeter {
public:
    /// Counts one, and returns the rate in 1/s. The one that begins a new step is counted to the step that it finishes
    /// (as the AWS SDKs do). A time that goes back belongs to the step in progress.
    double record(Time now);
    double rate() const { return m_rate; }

private:
    std::int64_t m_step = 0;
    double m_count = 0.0;
    double m_rate = 0.0;
};

/// The client-side rate limiter of the AWS SDKs' adaptive retry mode: a token bucket whose rate follows CubicRate, held
/// at twice the measured rate and not below half a request per second. It lets everything go until the first throttle.
/// Every attempt asks, first ones too. A clock that goes backwards changes nothing: time before the last seen moment
/// counts as that moment.
class AdaptiveRate {
public:
    /// How long the attempt must wait from now, after which it goes without asking again: waits are handed out in the
    /// order of asking, and the tokens of those who wait are spent already. amount > 0, in requests; others do not wait.
    Duration acquire(Time now, double amount = 1.0);
    /// An attempt that had to wait is not sent after all: its tokens come back.
    void giveBack(double amount = 1.0);
    /// An attempt was answered, with a throttling error (429) or anything else.
    void onResponse(bool throttled, Time now);

    /// Whether a throttle was seen, so that attempts may have to wait.
    bool enabled() const { return m_enabled; }
    /// Tokens per second, ≥ 0.5.
    double fillRate() const { return m_fillRate; }
    /// Answers per second, as measured.
    double measuredRate() const { return m_meter.rate(); }
    /// Tokens it holds at most, ≥ 1.
    double capacity() const { return m_fillRate < 1.0 ? 1.0 : m_fillRate; }
    /// Tokens there are at this moment, negative by what those who wait have spent ahead.
    double tokens(Time now) const;

private:
    Time advance(Time now);

    CubicRate m_cubic;
    RateMeter m_meter;
    double m_fillRate = 1.0;
    double m_tokens = 0.0; ///< may exceed the capacity until it is looked at
    Time m_seen{};         ///< when m_tokens was right
    bool m_enabled = false;
};

} // namespace retrylab
