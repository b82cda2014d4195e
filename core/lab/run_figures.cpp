// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/run_figures.h"

#include "core/lab/figures.h"

#include <array>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <string_view>

namespace retrylab {

namespace {

using Path = std::initializer_list<std::string_view>;
using Kind = ReportEntry::Kind;
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

template <typename Add>
void visitCounts(const Kpis &k, Add &&add)
{
    add(Path{"requests"}, k.requests);
    add(Path{"attempts"}, k.attempts);
    add(Path{"retries"}, k.retries);
    add(Path{"hedges"}, k.hedges);
    add(Path{"cancelled"}, k.cancelled);
    add(Path{"amplification"}, k.amplification);
    add(Path{"amplificationEndToEnd"}, k.amplificationEndToEnd);
    add(Path{"succeeded"}, k.succeeded);
    add(Path{"degraded"}, k.degraded);
    add(Path{"failed"}, k.failed);
    add(Path{"unfinished"}, k.unfinished);
    add(Path{"successRate"}, k.successRate);
    add(Path{"goodput"}, k.goodput);
    add(Path{"backoffTotal"}, k.backoffTotal);
    const auto latency = [&](std::string_view key, double value) {
        // No call, no latency: a 0 would read as very fast.
        add(Path{"latency", key}, k.succeeded > 0 ? value : nothing);
    };
    latency("p50", k.latency.p50);
    latency("p95", k.latency.p95);
    latency("p99", k.latency.p99);
    latency("p999", k.latency.p999);
    latency("max", k.latency.max);
    add(Path{"deadlineExceeded"}, k.deadlineExceeded);
}

template <typename Add>
void visitOutcomesAndPeaks(const Trace &trace, const Kpis &k, Add &&add)
{
    for (int kind = 0; kind < outcomeKindCount; ++kind)
        add(Path{"outcomes", outcomeKey(static_cast<OutcomeKind>(kind))},
            realOf(trace.counters.outcomes[static_cast<std::size_t>(kind)]));
    add(Path{"peak", "window"}, toSeconds(trace.world.peakWindow), Kind::setting);
    add(Path{"peak", "retries", "fixed"}, k.retryPeak.fixed);
    add(Path{"peak", "retries", "sliding"}, k.retryPeak.sliding);
    add(Path{"peak", "attempts", "fixed"}, k.attemptPeak.fixed);
    add(Path{"peak", "attempts", "sliding"}, k.attemptPeak.sliding);
}

template <typename Add>
void visitProtection(const Kpis &k, Add &&add)
{
    add(Path{"queueMax"}, k.queueMax);
    add(Path{"wasted"}, k.wasted);
    add(Path{"duplicates"}, k.duplicates);
    add(Path{"breaker", "opened"}, k.breakerOpened);
    add(Path{"breaker", "transitions"}, nothing, Kind::transitions);
    add(Path{"breaker", "refused"}, k.breakerRefused);
    add(Path{"budgetDenied"}, k.budgetDenied);
    add(Path{"deadLettered"}, k.deadLettered);
    add(Path{"recovery", "time"}, k.recovery.time ? toSeconds(*k.recovery.time) : nothing);
    add(Path{"recovery", "verdict"}, nothing, Kind::verdict);
}

template <typename Add>
void visitNode(const Trace &trace, Add &&add)
{
    const Node &service = trace.world.service();
    const NodeCounters &n = trace.node;
    const double measured = toSeconds(trace.world.duration - trace.world.warmup);
    const double busyMean = ratioOf(secondsOf(n.busyTime), measured);
    const auto node = [&](std::string_view key, double value) { add(Path{"perNode", service.name, key}, value); };
    node("arrivals", realOf(n.arrivals));
    node("started", realOf(n.started));
    node("completed", realOf(n.completed));
    node("rejected", realOf(n.rejected));
    node("queueMax", n.queueMax);
    node("busyMean", busyMean);
    node("busyMax", n.busyMax);
    node("utilization", ratioOf(busyMean, service.slots));
    node("queueMean", ratioOf(secondsOf(n.queueTime), measured));
    node("waitMean", ratioOf(secondsOf(n.waitTime), realOf(n.waits)));
    node("faulted", realOf(n.faulted));
    node("expired", realOf(n.expired));
    node("wasted", realOf(n.wasted));
    node("wastedTime", secondsOf(n.wastedTime));
}

/// Calls add(path, value[, kind]) for everything a run reports, in the order of the report.
template <typename Add>
void visitReport(const Trace &trace, const Kpis &kpis, double wallTime, Add &&add)
{
    visitCounts(kpis, add);
    visitOutcomesAndPeaks(trace, kpis, add);
    visitProtection(kpis, add);
    visitNode(trace, add);
    add(Path{"events"}, realOf(trace.counters.events));
    add(Path{"wallTime"}, wallTime);
}

} // namespace

const char *outcomeKey(OutcomeKind kind)
{
    constexpr std::array<const char *, outcomeKindCount> names = {
        "ok",          "refused",  "reset",    "timeout",  "unavailable", "rateLimited", "serverError",
        "clientError", "conflict", "deadlock", "lockWait", "validation",  "parseError",  "bug"};
    return names[static_cast<std::size_t>(kind)];
}

const char *breakerStateKey(BreakerState state)
{
    constexpr std::array<const char *, 3> names = {"closed", "open", "halfOpen"};
    return names[static_cast<std::size_t>(state)];
}

const char *breakerWhyKey(BreakerWhy why)
{
    constexpr std::array<const char *, 6> names = {"threshold",   "openTimeOver",    "probesSucceeded",
                                                   "probeFailed", "halfOpenTooLong", "byHand"};
    return names[static_cast<std::size_t>(why)];
}

const char *endReasonKey(EndReason reason)
{
    constexpr std::array<const char *, endReasonCount> names = {"succeeded",        "notRetryable", "attemptsExhausted",
                                                                "deadlineExceeded", "breakerOpen",  "budgetDenied",
                                                                "toldNotTo"};
    return names[static_cast<std::size_t>(reason)];
}

std::string ReportEntry::dotted() const
{
    std::string text;
    for (const std::string &key : path) {
        if (!text.empty())
            text += '.';
        text += key;
    }
    return text;
}

std::vector<ReportEntry> reportEntries(const World &world)
{
    Trace empty;
    empty.world = world;
    std::vector<ReportEntry> entries;
    visitReport(empty, Kpis(), 0, [&](Path path, double, Kind kind = Kind::figure) {
        entries.push_back({std::vector<std::string>(path.begin(), path.end()), kind});
    });
    return entries;
}

std::vector<double> reportValues(const Trace &trace, const Kpis &kpis, double wallTime)
{
    std::vector<double> values;
    values.reserve(64);
    visitReport(trace, kpis, wallTime, [&](Path, double value, Kind = Kind::figure) { values.push_back(value); });
    return values;
}

std::string shortestNumber(double value)
{
    if (!std::isfinite(value))
        return "null";
    std::array<char, 32> text;
    // Whole numbers are counts to a reader: 1000000, not 1e+06. Beyond 2^53 a double is no count any more.
    const bool whole = value == std::floor(value) && std::abs(value) < 9007199254740992.0;
    const auto end = whole ? std::to_chars(text.data(), text.data() + text.size(), static_cast<std::int64_t>(value)).ptr
                           : std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return std::string(text.data(), end);
}

} // namespace retrylab
