// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/verdict.h"
#include "core/sim/trace.h"

#include <vector>

namespace retrylab {

struct LatencySummary {
    double p50 = 0, p95 = 0, p99 = 0, p999 = 0, max = 0; ///< seconds, of calls that succeeded; 0 when none did

    friend bool operator==(const LatencySummary &, const LatencySummary &) = default;
};

/// Exact percentiles: the smallest latency that at least the share p of all latencies does not exceed (nearest rank).
LatencySummary summariseLatencies(const std::vector<std::int64_t> &latencies);

/// The figures of one run that people compare. Seconds and shares. Derived from the exact counters; `duplicates`, and
/// `retries` under an inside breaker, need a trace with its records.
struct Kpis {
    double requests = 0, attempts = 0, retries = 0;
    double hedges = 0;                ///< retries that did not wait: see AttemptRecord::hedge
    double cancelled = 0;             ///< attempts given up because another decided their call
    double amplification = 0;         ///< attempts ÷ requests
    double amplificationEndToEnd = 0; ///< arrivals at the last node ÷ requests
    double succeeded = 0, failed = 0, unfinished = 0;
    double degraded = 0;         ///< answered by a fallback: neither succeeded nor failed
    double successRate = 0;      ///< succeeded ÷ (succeeded + degraded + failed); 0 when no call ended
    double goodput = 0;          ///< succeeded calls per second, from warmup to the end
    double backoffTotal = 0;     ///< s
    double deadlineExceeded = 0; ///< calls that ended for it, those that a fallback answered included
    double wasted = 0;           ///< completions for nobody
    double duplicates = 0;       ///< completions of work that had been done for the same call; needs the records
    double budgetDenied = 0, deadLettered = 0;
    double queueMax = 0;
    double breakerOpened = 0; ///< transitions to open
    double breakerRefused = 0;
    LatencySummary latency;
    Peak attemptPeak, retryPeak;
    Recovery recovery;
};
Kpis kpisOf(const Trace &trace);

} // namespace retrylab
