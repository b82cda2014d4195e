// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/time.h"

#include <bit>
#include <cstdint>

namespace retrylab {

/// Natural logarithm of x > 0 (finite, normal), accurate to about 2 ulp. Only +, −, ×, ÷ on doubles: the C library
/// picks other code by processor, and one bit of difference would make another trace.
inline double portableLog(double x)
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
    // clang-format off
    const double even = 1.0 / 3.0 + z * (1.0 / 5.0 + z * (1.0 / 7.0 + z * (1.0 / 9.0 + z * (1.0 / 11.0
                        + z * (1.0 / 13.0 + z * (1.0 / 15.0 + z * (1.0 / 17.0 + z * (1.0 / 19.0 + z / 21.0))))))));
    // clang-format on
    return exponent * ln2 + (2.0 * s + 2.0 * s * (z * even));
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
