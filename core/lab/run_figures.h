// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/kpis.h"

#include <string>
#include <vector>

namespace retrylab {

/// "ok", "rateLimited" …: an outcome kind as files and JSON write it.
const char *outcomeKey(OutcomeKind kind);
/// "closed", "open", "halfOpen".
const char *breakerStateKey(BreakerState state);
/// "threshold", "openTimeOver", "probesSucceeded", "probeFailed".
const char *breakerWhyKey(BreakerWhy why);
/// "succeeded", "notRetryable", "attemptsExhausted", "deadlineExceeded", "breakerOpen".
const char *endReasonKey(EndReason reason);

/// One place in what `run` reports. The list of entries is the single source of names and order for JSON, CSV and the
/// summary over many seeds.
struct ReportEntry {
    enum class Kind {
        figure,      ///< a number that differs between runs
        setting,     ///< a number that is the same for all runs (peak.window)
        verdict,     ///< recovery.verdict: a word
        transitions, ///< breaker.transitions: a list
    };
    std::vector<std::string> path; ///< {"latency", "p99"}
    Kind kind = Kind::figure;

    /// "latency.p99"
    std::string dotted() const;
};

/// What a run of this world reports, in order.
std::vector<ReportEntry> reportEntries(const World &world);

/// The numbers for reportEntries(trace.world), in the same order; NaN where there is none (no recovery time, no
/// latency because no call succeeded, or the entry is not a number). `kpis` is kpisOf(trace); `wallTime` is what the run took, in seconds.
std::vector<double> reportValues(const Trace &trace, const Kpis &kpis, double wallTime);

/// A number as the shortest text that reads back to exactly the same double: "0.7", "50", "1e-05"; "null" for NaN.
std::string shortestNumber(double value);

} // namespace retrylab
