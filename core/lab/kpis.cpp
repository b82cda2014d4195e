// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kpis.h"

#include <algorithm>

namespace retrylab {

namespace {

/// Of `count` sorted values, the index of the nearest-rank percentile: ⌈count · thousandths / 1000⌉ − 1, in integers
/// because 0.95 · n may come out a hair above the whole number it means.
std::size_t rankIndex(std::size_t count, std::size_t thousandths)
{
    return (count * thousandths + 999) / 1000 - 1;
}

double seconds(std::int64_t nanoseconds)
{
    return toSeconds(Duration(nanoseconds));
}

double ratio(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

double real(std::uint64_t count)
{
    return static_cast<double>(count);
}

/// Attempts that are not their call's first. A call that a breaker refused at once sent none at all; only the records
/// tell such a call from one that an inside breaker ended later.
double retriesOf(const Trace &trace)
{
    const Counters &c = trace.counters;
    std::uint64_t silent = c.breakerRefused;
    if (trace.world.callers().policy.breaker.order == BreakerOrder::inside && trace.recorded) {
        const std::int64_t warmup = trace.world.warmup.count();
        silent = static_cast<std::uint64_t>(
            std::count_if(trace.calls.begin(), trace.calls.end(),
                          [warmup](const CallRecord &call) { return call.attempts == 0 && call.started >= warmup; }));
    }
    return real(c.attempts + silent) - real(c.requests);
}

/// Did a restart throw this request out of its slot? Only a restart's beginning ends work before it is done.
bool wasReset(const World &world, const ServiceRecord &service)
{
    return std::any_of(world.faults.begin(), world.faults.end(), [&service](const Fault &fault) {
        return fault.kind == FaultKind::restart && fault.from.time_since_epoch().count() == service.ended;
    });
}

/// How often a call's work was done once more after it had been done: an attempt that its caller gave up on was
/// finished all the same, and so was a later one.
double duplicatesOf(const Trace &trace)
{
    std::vector<bool> done(trace.calls.size());
    std::uint64_t duplicates = 0;
    for (const ServiceRecord &service : trace.services) {
        if (service.ended == notYet || wasReset(trace.world, service))
            continue;
        const std::uint32_t call = trace.attempts[service.attempt].call;
        if (trace.calls[call].started < trace.world.warmup.count())
            continue;
        if (done[call])
            ++duplicates;
        done[call] = true;
    }
    return real(duplicates);
}

} // namespace

LatencySummary summariseLatencies(const std::vector<std::int64_t> &latencies)
{
    LatencySummary summary;
    if (latencies.empty())
        return summary;
    std::vector<std::int64_t> values = latencies;
    // Each selection leaves everything above its rank on the right, so the next one has less to look at.
    auto from = values.begin();
    const auto select = [&](std::size_t thousandths) {
        const auto at = values.begin() + static_cast<std::ptrdiff_t>(rankIndex(values.size(), thousandths));
        std::nth_element(from, at, values.end());
        from = at;
        return seconds(*at);
    };
    summary.p50 = select(500);
    summary.p95 = select(950);
    summary.p99 = select(990);
    summary.p999 = select(999);
    summary.max = seconds(*std::max_element(from, values.end()));
    return summary;
}

Kpis kpisOf(const Trace &trace)
{
    const Counters &c = trace.counters;
    Kpis k;
    k.requests = real(c.requests);
    k.attempts = real(c.attempts);
    k.retries = retriesOf(trace);
    k.succeeded = real(c.succeeded);
    k.failed = real(c.failed);
    k.unfinished = real(c.unfinished);
    k.amplification = ratio(k.attempts, k.requests);
    k.amplificationEndToEnd = ratio(real(trace.node.arrivals), k.requests);
    k.successRate = ratio(k.succeeded, k.succeeded + k.failed);
    k.goodput = ratio(k.succeeded, toSeconds(trace.world.duration - trace.world.warmup));
    k.backoffTotal = seconds(c.backoffTotal);
    k.deadlineExceeded = real(c.endings[static_cast<std::size_t>(EndReason::deadlineExceeded)]);
    k.wasted = real(trace.node.wasted);
    k.duplicates = duplicatesOf(trace);
    k.queueMax = trace.node.queueMax;
    k.breakerRefused = real(c.breakerRefused);
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
