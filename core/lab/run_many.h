// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/run_figures.h"

#include <array>
#include <functional>
#include <optional>
#include <stop_token>

namespace retrylab {

/// One figure over many runs. Percentiles by nearest rank, as for latencies: the smallest value that at least that
/// share of the runs does not exceed, so a p95 of counts is a count that occurred. NaN when no run had the figure.
struct Spread {
    double mean = 0, p5 = 0, p95 = 0;

    friend bool operator==(const Spread &, const Spread &) = default;
};

/// The spread of some values, in any order; NaNs are left out. The mean is summed with compensation, so that equal
/// values have exactly themselves as their mean.
Spread spreadOf(std::vector<double> values);

/// One world under many seeds.
struct RunSummary {
    World world; ///< with the first seed
    std::uint32_t runs = 0;
    std::vector<ReportEntry> entries;                   ///< reportEntries(world)
    std::vector<Spread> spreads;                        ///< one per entry
    std::array<std::uint32_t, verdictCount> verdicts{}; ///< how many runs ended with each

    /// The spread of the figure at a dotted path ("latency.p99"), or null.
    const Spread *find(std::string_view dotted) const;
};

struct RunManyOptions {
    std::uint32_t runs = 1;                      ///< 1–1,000,000; seeds seed, seed + 1 … (after 2^64 − 1 comes 0)
    unsigned jobs = 0;                           ///< threads; 0 = as many as the machine has
    std::stop_token stop;                        ///< ends it early
    std::function<void(std::uint32_t)> progress; ///< called now and then, in the calling thread, with how many are done
};

/// Runs the world under each seed, in parallel, and summarises the figures. The result does not depend on the number
/// of threads (wallTime apart). Nothing when it was stopped. Keeps a row of figures per run, about half a kilobyte.
std::optional<RunSummary> runMany(const World &world, const RunManyOptions &options);

} // namespace retrylab
