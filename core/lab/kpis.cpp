// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kpis.h"

#include "core/lab/figures.h"

#include <algorithm>
#include <array>

namespace retrylab {

namespace {

/// Of `count` sorted values, the index of the nearest-rank percentile: ⌈count · thousandths / 1000⌉ − 1, in integers
/// because 0.95 · n may come out a hair above the whole number it means.
std::size_t rankIndex(std::size_t count, std::size_t thousandths)
{
    return (count * thousandths + 999) / 1000 - 1;
}

/// Finds values by their rank without sorting: counts them into buckets of equal width, then looks only into the buckets
/// that hold a wanted rank. Exact whatever the distribution; a few times faster than selecting among all of them.
class Selection {
public:
    explicit Selection(const std::vector<std::int64_t> &values)
        : m_values(values)
        , m_counts(bucketCount)
    {
        m_least = m_most = values.front();
        for (const std::int64_t value : values) {
            m_least = std::min(m_least, value);
            m_most = std::max(m_most, value);
        }
        while ((static_cast<std::uint64_t>(m_most - m_least) >> m_shift) >= bucketCount)
            ++m_shift;
        for (const std::int64_t value : values)
            ++m_counts[bucketOf(value)];
    }

    std::int64_t largest() const { return m_most; }

    /// The values at these indices of the sorted order; the indices ascend.
    template <std::size_t N>
    std::array<std::int64_t, N> at(const std::array<std::size_t, N> &ranks) const
    {
        std::array<Bucket, N> buckets;
        std::vector<std::uint8_t> wanted(bucketCount, none);
        std::size_t index = 0;
        std::size_t below = 0; // values in the buckets before `index`
        for (std::size_t i = 0; i < N; ++i) {
            for (; below + m_counts[index] <= ranks[i]; ++index)
                below += m_counts[index];
            if (wanted[index] == none)
                wanted[index] = static_cast<std::uint8_t>(i);
            buckets[i] = {wanted[index], below, {}};
        }
        for (const std::int64_t value : m_values)
            if (const std::uint8_t which = wanted[bucketOf(value)]; which != none)
                buckets[which].content.push_back(value);
        std::array<std::int64_t, N> found{};
        for (std::size_t i = 0; i < N; ++i) {
            std::vector<std::int64_t> &content = buckets[buckets[i].same].content;
            const auto at = content.begin() + static_cast<std::ptrdiff_t>(ranks[i] - buckets[i].below);
            std::nth_element(content.begin(), at, content.end());
            found[i] = *at;
        }
        return found;
    }

private:
    static constexpr std::size_t bucketCount = 4096;
    static constexpr std::uint8_t none = 0xFF;

    struct Bucket {
        std::size_t same = 0;  ///< the first of those asked for that is the same bucket: it has the content
        std::size_t below = 0; ///< values in the buckets before it
        std::vector<std::int64_t> content;
    };

    std::size_t bucketOf(std::int64_t value) const
    {
        return static_cast<std::size_t>(static_cast<std::uint64_t>(value - m_least) >> m_shift);
    }

    const std::vector<std::int64_t> &m_values;
    std::vector<std::uint32_t> m_counts;
    std::int64_t m_least = 0;
    std::int64_t m_most = 0;
    unsigned m_shift = 0;
};

/// When restarts throw requests out of their slots: only then does work end before it is done.
std::vector<std::int64_t> restartsOf(const World &world)
{
    std::vector<std::int64_t> times;
    for (const Fault &fault : world.faults)
        if (fault.kind == FaultKind::restart)
            times.push_back(fault.from.time_since_epoch().count());
    return times;
}

/// How often a call's work was done once more after it had been done: an attempt that its caller gave up on was
/// finished all the same, and so was a later one.
double duplicatesOf(const Trace &trace)
{
    const std::vector<std::int64_t> resets = restartsOf(trace.world);
    const std::int64_t warmup = trace.world.warmup.count();
    std::vector<std::uint8_t> done(trace.calls.size()); // 0 or 1: bits would have to be picked apart
    std::uint64_t duplicates = 0;
    for (const ServiceRecord &service : trace.services) {
        if (service.ended == notYet || std::find(resets.begin(), resets.end(), service.ended) != resets.end())
            continue;
        const std::uint32_t call = trace.attempts[service.attempt].call;
        if (warmup > 0 && trace.calls[call].started < warmup)
            continue;
        duplicates += done[call];
        done[call] = 1;
    }
    return realOf(duplicates);
}

} // namespace

LatencySummary summariseLatencies(const std::vector<std::int64_t> &latencies)
{
    LatencySummary summary;
    if (latencies.empty())
        return summary;
    const Selection selection(latencies);
    const std::size_t n = latencies.size();
    const auto values = selection.at<4>({rankIndex(n, 500), rankIndex(n, 950), rankIndex(n, 990), rankIndex(n, 999)});
    summary.p50 = secondsOf(values[0]);
    summary.p95 = secondsOf(values[1]);
    summary.p99 = secondsOf(values[2]);
    summary.p999 = secondsOf(values[3]);
    summary.max = secondsOf(selection.largest());
    return summary;
}

Kpis kpisOf(const Trace &trace)
{
    const Counters &c = trace.counters;
    Kpis k;
    k.requests = realOf(c.requests);
    k.attempts = realOf(c.attempts);
    k.retries = realOf(c.retries);
    k.hedges = realOf(c.hedges);
    k.cancelled = realOf(c.cancelled);
    k.succeeded = realOf(c.succeeded);
    k.degraded = realOf(c.degraded);
    k.failed = realOf(c.failed);
    k.unfinished = realOf(c.unfinished);
    k.amplification = ratioOf(k.attempts, k.requests);
    k.amplificationEndToEnd = ratioOf(realOf(trace.node.arrivals), k.requests);
    k.successRate = ratioOf(k.succeeded, k.succeeded + k.degraded + k.failed);
    k.goodput = ratioOf(k.succeeded, toSeconds(trace.world.duration - trace.world.warmup));
    k.backoffTotal = secondsOf(c.backoffTotal);
    k.deadlineExceeded = realOf(c.endings[static_cast<std::size_t>(EndReason::deadlineExceeded)]);
    k.wasted = realOf(trace.node.wasted);
    k.duplicates = duplicatesOf(trace);
    k.queueMax = trace.node.queueMax;
    k.breakerRefused = realOf(c.breakerRefused);
    k.budgetDenied = realOf(c.endings[static_cast<std::size_t>(EndReason::budgetDenied)]);
    k.latency = summariseLatencies(trace.latencies);
    k.attemptPeak = c.attemptPeak;
    k.retryPeak = c.retryPeak;
    k.breakerOpened = static_cast<double>(
        std::count_if(trace.transitions.begin(), trace.transitions.end(),
                      [](const BreakerTransition &t) { return t.to == BreakerState::open; }));
    k.recovery = judgeRecovery(trace);
    return k;
}

} // namespace retrylab
