// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace retrylab::oracle {

/// ∫ f over [0, 1]: Gauss-Legendre with five nodes on each of `panels` parts, after u = x². Exact for polynomials up to
/// the fourth degree, and good where f begins like √u.
template <typename F>
double integralOver01(F f)
{
    constexpr int panels = 16;
    constexpr double nodes[] = {-0.9061798459386640, -0.5384693101056831, 0.0, 0.5384693101056831, 0.9061798459386640};
    constexpr double weights[] = {0.2369268850561891, 0.4786286704993665, 0.5688888888888889, 0.4786286704993665,
                                  0.2369268850561891};
    double sum = 0.0;
    for (int panel = 0; panel < panels; ++panel) {
        for (int i = 0; i < 5; ++i) {
            const double x = (panel + 0.5 + 0.5 * nodes[i]) / panels;
            sum += weights[i] * 0.5 / panels * 2.0 * x * f(x * x);
        }
    }
    return sum;
}

struct Moments {
    double mean = 0.0;
    double variance = 0.0;
};

/// Mean and variance of f(u) for a uniform u.
template <typename F>
Moments momentsOver01(F f)
{
    const double mean = integralOver01(f);
    return {mean, integralOver01([&](double u) { return (f(u) - mean) * (f(u) - mean); })};
}

} // namespace retrylab::oracle
