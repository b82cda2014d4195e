// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/time.h"

#include <array>
#include <bit>
#include <cstdint>

namespace retrylab {

/// Natural logarithm of x > 0 (finite, normal), to about 2 ulp. Only +, −, ×, ÷ on doubles: the C library picks other
/// code by processor, and one bit of difference would make another trace. This is the slow form, from the series of
/// artanh; portableLog() below interpolates between its values.
constexpr double seriesLog(double x)
{
    constexpr double ln2 = 0.693147180559945309417232121458;
    constexpr double sqrtHalf = 0.70710678118654752440;
    const auto bits = std::bit_cast<std::uint64_t>(x);
    auto exponent = static_cast<int>((bits >> 52) & 0x7FF) - 1022;
    double mantissa = std::bit_cast<double>((bits & 0x000FFFFFFFFFFFFFULL) | 0x3FE0000000000000ULL); // [0.5, 1)
    if (mantissa < sqrtHalf) {
        mantissa += mantissa;
        --exponent;
    }
    // log m = 2·artanh s, with |s| ≤ 0.1716: the eleventh odd power is below 1e-17.
    const double s = (mantissa - 1.0) / (mantissa + 1.0);
    const double z = s * s;
    double even = 0.0;
    for (int power = 21; power >= 3; power -= 2)
        even = z * (1.0 / power + even);
    return exponent * ln2 + (2.0 * s + 2.0 * s * even);
}

/// For each of 512 slices of [1, 2): the reciprocal of a point in its middle, and the logarithm of that point. The first
/// and the last slice take 1 and 2 themselves, so that nothing cancels near log 1 = 0.
struct LogSlice {
    double reciprocal;
    double logarithm;
};
inline constexpr int logSliceBits = 9;
inline constexpr std::array<LogSlice, 1U << logSliceBits> logSlices = [] {
    std::array<LogSlice, 1U << logSliceBits> slices{};
    slices.front() = {1.0, 0.0};
    slices.back() = {0.5, -seriesLog(0.5)};
    for (std::size_t i = 1; i + 1 < slices.size(); ++i) {
        const double middle = 1.0 + (static_cast<double>(i) + 0.5) / static_cast<double>(slices.size());
        slices[i].reciprocal = 1.0 / middle;
        slices[i].logarithm = -seriesLog(slices[i].reciprocal);
    }
    return slices;
}();

/// Natural logarithm of x > 0 (finite, normal), absolute error below 3e-16 · (1 + |log x|), and exact to about 2 ulp within
/// 1/1024 of 1: a nanosecond in a month. The same bits everywhere. x = 2^e · m; with c the middle of m's slice, log m = log c + log(1 + r), r = m/c − 1.
inline double portableLog(double x)
{
    constexpr double ln2 = 0.693147180559945309417232121458;
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const double exponent = static_cast<double>(static_cast<int>(bits >> 52) - 1023);
    const double mantissa = std::bit_cast<double>((bits & 0x000FFFFFFFFFFFFFULL) | 0x3FF0000000000000ULL); // [1, 2)
    const LogSlice &slice = logSlices[(bits >> (52 - logSliceBits)) & ((1U << logSliceBits) - 1)];
    const double r = mantissa * slice.reciprocal - 1.0; // |r| < 1/512: a sixth of its sixth power is below 1e-17
    // log(1 + r) to its fifth power, in pairs: each waits for fewer results before it than in Horner's order.
    const double rr = r * r;
    const double series = r + rr * ((-1.0 / 2 + r * (1.0 / 3)) + rr * (-1.0 / 4 + r * (1.0 / 5)));
    return (exponent * ln2 + slice.logarithm) + series;
}

enum class DistributionKind : std::uint8_t { fixed, uniform, exponential };

/// A distribution of durations. `a` and `b` by kind: fixed value; uniform min, max; exponential mean.
struct Distribution {
    DistributionKind kind = DistributionKind::fixed;
    Duration a{0};
    Duration b{0};

    friend bool operator==(const Distribution &, const Distribution &) = default;
};

/// The quantile at u in [0, 1): the inverse CDF, so that a larger mean stretches every draw in proportion.
inline Duration quantile(const Distribution &distribution, double u)
{
    switch (distribution.kind) {
    case DistributionKind::fixed: return distribution.a;
    case DistributionKind::uniform:
        return distribution.a + toDuration(static_cast<double>((distribution.b - distribution.a).count()) * u);
    case DistributionKind::exponential:
        return toDuration(-static_cast<double>(distribution.a.count()) * portableLog(1.0 - u));
    }
    return Duration::zero();
}

/// The mean of the distribution.
inline Duration mean(const Distribution &distribution)
{
    return distribution.kind == DistributionKind::uniform ? distribution.a + (distribution.b - distribution.a) / 2
                                                          : distribution.a;
}

} // namespace retrylab
