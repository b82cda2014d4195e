// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

namespace retrylab {

/// e^x, relative error below 1e-15, 0 and infinity beyond the range of doubles. Only +, −, ×, ÷ on doubles: the C library
/// picks other code by processor, and one bit of difference would make another trace.
inline double portableExp(double x)
{
    constexpr double ln2 = 0.693147180559945309417232121458;
    constexpr double beyond = 746.0; // e^±746 is no double
    if (!(x > -beyond))
        return 0.0;
    if (x > beyond)
        return HUGE_VAL;
    const double whole = std::nearbyint(x / ln2);
    const double rest = x - whole * ln2; // |rest| ≤ ln 2 / 2: its fourteenth power over 14! is below 1e-17
    double series = 1.0;
    for (int term = 14; term >= 1; --term)
        series = 1.0 + series * rest / term;
    return std::ldexp(series, static_cast<int>(whole));
}

/// tanh x for x ≥ 0.
inline double portableTanh(double x)
{
    return 1.0 - 2.0 / (portableExp(2.0 * x) + 1.0);
}

/// 2^x; exact for whole x.
inline double portableExp2(double x)
{
    constexpr double ln2 = 0.693147180559945309417232121458;
    const double whole = std::floor(x);
    return whole > 2000.0 ? HUGE_VAL : std::ldexp(portableExp((x - whole) * ln2), static_cast<int>(whole));
}

} // namespace retrylab
