// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/load_meter.h"
#include "core/sim/peak_meter.h"
#include "core/sim/safe_sum.h"
#include "core/sim/trace.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace retrylab {

/// Counts what the callers do: the trace's bins, its counters and its latencies. Bins show the whole run; figures leave
/// out calls that began in the warm-up, which is why everything here is told when its call began.
class CallTally {
public:
    CallTally(const World &world, Trace &trace, LoadMeter &meter)
        : m_meter(meter)
        , m_counters(trace.counters)
        , m_latencies(trace.latencies)
        , m_attemptPeak(world.peakWindow.count())
        , m_retryPeak(world.peakWindow.count())
        , m_warmup(world.warmup.count())
        , m_end(world.duration.count())
    {
    }

    void callBegins(std::int64_t now) { m_counters.requests += now >= m_warmup; }

    void attemptBegins(std::int64_t now, std::int64_t callBegan, bool retry)
    {
        Bin &bin = m_meter.bin(now);
        bin.firstAttempts += !retry;
        bin.retries += retry;
        if (callBegan < m_warmup)
            return;
        ++m_counters.attempts;
        m_counters.retries += retry;
        m_attemptPeak.add(now);
        if (retry)
            m_retryPeak.add(now);
    }

    void attemptEnds(std::int64_t callBegan, OutcomeKind outcome)
    {
        m_counters.outcomes[static_cast<std::size_t>(outcome)] += callBegan >= m_warmup;
    }

    /// The attempt that has just begun goes beside another.
    void hedgeBegins(std::int64_t callBegan) { m_counters.hedges += callBegan >= m_warmup; }
    void attemptCancelled(std::int64_t callBegan) { m_counters.cancelled += callBegan >= m_warmup; }

    /// A wait from now on; what the end of the run cuts off does not count.
    void waits(std::int64_t now, std::int64_t callBegan, std::int64_t until)
    {
        if (callBegan >= m_warmup)
            m_backoffTotal += std::min(until, m_end) - now;
    }

    /// `degraded`: without success, but its fallback has answered.
    void callEnds(std::int64_t now, std::int64_t callBegan, EndReason reason, bool degraded)
    {
        Bin &bin = m_meter.bin(now);
        ++(reason == EndReason::succeeded ? bin.succeeded : degraded ? bin.degraded : bin.failed);
        bin.refused += reason == EndReason::breakerOpen;
        if (callBegan < m_warmup)
            return;
        ++m_counters.endings[static_cast<std::size_t>(reason)];
        m_counters.degraded += degraded;
        if (reason == EndReason::succeeded)
            m_latencies.push_back(now - callBegan);
    }

    /// The end of the run: adds up what follows from the counts.
    void finish()
    {
        const auto endings = [&](EndReason reason) { return m_counters.endings[static_cast<std::size_t>(reason)]; };
        m_counters.succeeded = endings(EndReason::succeeded);
        std::uint64_t ended = 0;
        for (const std::uint64_t count : m_counters.endings)
            ended += count;
        m_counters.failed = ended - m_counters.succeeded - m_counters.degraded;
        m_counters.breakerRefused = endings(EndReason::breakerOpen);
        m_counters.unfinished = m_counters.requests - ended;
        m_counters.backoffTotal = heldSum(m_backoffTotal);
        m_counters.attemptPeak = m_attemptPeak.peak();
        m_counters.retryPeak = m_retryPeak.peak();
    }

private:
    LoadMeter &m_meter;
    Counters &m_counters;
    std::vector<std::int64_t> &m_latencies;
    PeakMeter m_attemptPeak;
    PeakMeter m_retryPeak;
    std::int64_t m_warmup;
    std::int64_t m_end;
    WideSum m_backoffTotal = 0;
};

} // namespace retrylab
