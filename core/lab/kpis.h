// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/trace.h"

#include <optional>

namespace retrylab {

enum class Verdict {
    none,       ///< no fault in the experiment, or no steady goodput before it to compare with (a herd)
    recovered,
    slow,       ///< recovered, but later than RecoveryRule::slowAfter
    metastable, ///< never recovered although the offered load is back at its baseline
    tooShort,   ///< the run ends before anything can be said
};

struct Recovery {
    Verdict verdict = Verdict::none;
    std::optional<Duration> time; ///< from the end of the last fault to the beginning of the steady stretch

    friend bool operator==(const Recovery &, const Recovery &) = default;
};

/// Is the service well again after the last fault? It is at the first moment t ≥ the fault's end from which goodput,
/// averaged over [t, t + hold), lies within `tolerance` of its mean before the first fault (from warmup on). Counting
/// noise widens the tolerance to two standard deviations of a Poisson count where that is more.
Recovery judgeRecovery(const Trace &trace);

struct LatencySummary {
    double p50 = 0, p95 = 0, p99 = 0, p999 = 0, max = 0; ///< seconds, of calls that succeeded; 0 when none did
};

/// Exact percentiles: the smallest latency that at least the share p of all latencies does not exceed.
LatencySummary summariseLatencies(const std::vector<std::int64_t> &latencies);

/// The figures of one run that people compare. Seconds and shares. Derived from the exact counters.
struct Kpis {
    double requests = 0, attempts = 0, retries = 0;
    double amplification = 0;         ///< attempts ÷ requests
    double amplificationEndToEnd = 0; ///< arrivals at the last node ÷ requests
    double succeeded = 0, degraded = 0, failed = 0, unfinished = 0;
    double successRate = 0;           ///< succeeded ÷ (succeeded + failed); 0 when no call ended
    double goodput = 0;               ///< succeeded calls per second, from warmup to the end
    double backoffTotal = 0;          ///< s
    double deadlineExceeded = 0;
    double wasted = 0;                ///< completions for nobody
    double duplicates = 0;
    double budgetDenied = 0, deadLettered = 0;
    double queueMax = 0;
    double breakerOpened = 0;         ///< transitions to open
    double breakerRefused = 0;
    LatencySummary latency;
    Peak attemptPeak, retryPeak;
    Recovery recovery;
};
Kpis kpisOf(const Trace &trace);

} // namespace retrylab
