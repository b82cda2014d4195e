// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>

namespace retrylab {

/// A span of time. Whole nanoseconds, so that two builds can never round differently.
using Duration = std::chrono::nanoseconds;

/// The clock of a run. It has no now(): whoever drives a run says what time it is, which is what lets
/// the same policy code live in virtual and in real time.
struct RunClock {
    using duration = Duration;
    using rep = Duration::rep;
    using period = Duration::period;
    using time_point = std::chrono::time_point<RunClock, Duration>;
    static constexpr bool is_steady = true;
};

/// A moment of a run, counted from its start.
using Time = RunClock::time_point;

/// "There is no such limit": a timeout, deadline or cap that never strikes.
inline constexpr Duration unlimited = Duration::max();
inline constexpr Time never = Time::max();

/// t + d, staying at `never` instead of wrapping round. d must not be negative.
constexpr Time later(Time t, Duration d)
{
    return d > never - t ? never : t + d;
}

/// A real number of nanoseconds as a Duration: truncated, and held inside [0, unlimited]. NaN gives 0.
constexpr Duration toDuration(double nanoseconds)
{
    // 2^63 is the first double that does not fit.
    if (nanoseconds >= 9223372036854775808.0)
        return unlimited;
    return nanoseconds > 0 ? Duration(static_cast<Duration::rep>(nanoseconds)) : Duration::zero();
}

constexpr double toSeconds(Duration d)
{
    return static_cast<double>(d.count()) / 1e9;
}

constexpr double toSeconds(Time t)
{
    return toSeconds(t.time_since_epoch());
}

} // namespace retrylab
