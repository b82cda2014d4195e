// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace retrylab {

/// A stretch of the run's time, in nanoseconds; from < to.
struct TimeRange {
    std::int64_t from = 0;
    std::int64_t to = 1;

    std::int64_t length() const { return to - from; }
    bool contains(std::int64_t t) const { return t >= from && t <= to; }
    friend bool operator==(const TimeRange &, const TimeRange &) = default;
};

/// Time ↔ pixel: the only mapping that views use, in painting and in hit-testing alike.
struct TimeAxis {
    TimeRange range;
    double left = 0;
    double width = 1; ///< > 0

    double x(std::int64_t t) const
    {
        return left + width * (static_cast<double>(t - range.from) / static_cast<double>(range.length()));
    }
    std::int64_t time(double x) const
    {
        return range.from + static_cast<std::int64_t>((x - left) / width * static_cast<double>(range.length()));
    }
    double right() const { return left + width; }
    /// Nanoseconds per pixel.
    double nsPerPixel() const { return static_cast<double>(range.length()) / width; }
};

} // namespace retrylab
