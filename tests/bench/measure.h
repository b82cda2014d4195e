// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>
#include <vector>

// What the benchmarks share: CPU time of this thread (the machine may be busy with other things), medians, and a table.

namespace bench {

inline double threadSeconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

inline double timeOf(const std::function<void()> &work)
{
    const double start = threadSeconds();
    work();
    return threadSeconds() - start;
}

/// The value below which the share p of the samples lies; reorders them.
inline double percentile(std::vector<double> &samples, double p)
{
    const auto at = static_cast<std::size_t>(p * static_cast<double>(samples.size() - 1) + 0.5);
    std::nth_element(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(at), samples.end());
    return samples[at];
}

inline double median(std::vector<double> samples)
{
    return percentile(samples, 0.5);
}

enum class Bar { atLeast, atMost };

/// Prints a figure beside its bar and says whether it is met.
inline bool report(const char *name, double value, Bar kind, double bar, const char *unit)
{
    const bool met = kind == Bar::atLeast ? value >= bar : value <= bar;
    std::printf("%-66s %9.2f %-5s %s %g  %s\n", name, value, unit, kind == Bar::atLeast ? ">=" : "<=", bar,
                met ? "met" : "MISSED");
    std::fflush(stdout);
    return met;
}

} // namespace bench
