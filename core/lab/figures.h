// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/time.h"

#include <cstdint>

namespace retrylab {

// What a trace counts in whole numbers, as figures.

/// Nanoseconds as seconds.
constexpr double secondsOf(std::int64_t nanoseconds)
{
    return toSeconds(Duration(nanoseconds));
}

/// A count as a real number.
constexpr double realOf(std::uint64_t count)
{
    return static_cast<double>(count);
}

/// The share of a part in the whole; 0 where there is no whole.
constexpr double ratioOf(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

} // namespace retrylab
