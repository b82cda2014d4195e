// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/run_model.h"

#include <algorithm>
#include <memory>
#include <vector>

/// Traces made by hand, so that every expected number can be worked out on paper.
namespace fixture {

using namespace retrylab;

inline constexpr std::int64_t ms = 1'000'000;

/// Adds a call with its attempts; the trace is put in order by finish().
inline void addCall(Trace &trace, CallRecord call, std::vector<AttemptRecord> attempts)
{
    const auto index = static_cast<std::uint32_t>(trace.calls.size());
    std::uint16_t number = 1;
    for (AttemptRecord &attempt : attempts) {
        attempt.call = index;
        attempt.number = number++;
        call.attempts = static_cast<std::uint16_t>(call.attempts + (attempt.refusedByBreaker ? 0 : 1));
        trace.attempts.push_back(attempt);
    }
    trace.calls.push_back(call);
}

inline RunPointer finish(Trace trace)
{
    std::stable_sort(trace.attempts.begin(), trace.attempts.end(),
                     [](const auto &a, const auto &b) { return a.sent < b.sent; });
    for (std::uint32_t c = 0; c < trace.calls.size(); ++c) {
        trace.calls[c].firstAttempt = static_cast<std::uint32_t>(trace.attemptsByCall.size());
        for (std::uint32_t a = 0; a < trace.attempts.size(); ++a) {
            if (trace.attempts[a].call == c)
                trace.attemptsByCall.push_back(a);
        }
    }
    trace.binWidth = trace.world.duration.count();
    trace.bins.resize(1);
    Experiment experiment;
    experiment.world = trace.world;
    return std::make_shared<RunModel>(experiment, std::make_shared<const Trace>(std::move(trace)));
}

/// One second; three callers under base 400 ms, doubling, cap 5 s, full jitter, 4 attempts, deadline 900 ms.
inline World smallWorld()
{
    World world;
    world.duration = Duration(1000 * ms);
    world.traffic.kind = TrafficKind::herd;
    world.traffic.clients = 3;
    Policy &policy = world.callers().policy;
    policy.retry.maxAttempts = 4;
    policy.retry.backoff.base = Duration(400 * ms);
    policy.retry.backoff.cap = Duration(5000 * ms);
    policy.deadline = Duration(900 * ms);
    Fault fault;
    fault.name = "blip";
    fault.from = Time(Duration(0));
    fault.to = Time(Duration(250 * ms));
    world.faults.push_back(fault);
    return world;
}

/// Call 0: 503 after 3 ms, waits 97 ms, 503 after 3 ms, waits 412 ms, ok after 15 ms.
/// Call 1: timeout after 200 ms, waits 100 ms, refused by the breaker. Call 2: begins at 50 ms, never answered.
inline RunPointer smallRun()
{
    const auto bad = OutcomeKind::unavailable;
    Trace trace;
    trace.world = smallWorld();
    addCall(trace, {0, 530 * ms, 0, 0, 0, EndReason::succeeded},
            {{0, 3 * ms, 0, 0, bad, false},
             {100 * ms, 103 * ms, 0, 0, bad, false},
             {515 * ms, 530 * ms, 0, 0, OutcomeKind::ok, false}});
    addCall(trace, {0, 300 * ms, 1, 0, 0, EndReason::breakerOpen},
            {{0, 200 * ms, 0, 0, OutcomeKind::timeout, false}, {300 * ms, 300 * ms, 0, 0, bad, true}});
    addCall(trace, {50 * ms, notYet, 2, 0, 0, EndReason::succeeded}, {{50 * ms, notYet, 0, 0, OutcomeKind::ok, false}});
    return finish(std::move(trace));
}

/// Call 0: no answer, so a hedge after 50 ms, which is answered at 80 ms; the first attempt is cancelled. Call 1: 503 at
/// 120 ms while its hedge of 50 ms is under way, that fails at 200 ms; after 100 ms a retry, which is ok at 320 ms.
inline RunPointer hedgedRun()
{
    const auto bad = OutcomeKind::unavailable;
    const auto ok = OutcomeKind::ok;
    Trace trace;
    trace.world = smallWorld();
    trace.world.callers().policy.hedge.kind = HedgeKind::delay;
    addCall(trace, {0, 80 * ms, 0, 0, 0, EndReason::succeeded},
            {{0, 80 * ms, 0, 0, ok, false, false, true}, {50 * ms, 80 * ms, 0, 0, ok, false, true, false}});
    addCall(trace, {0, 320 * ms, 1, 0, 0, EndReason::succeeded},
            {{0, 120 * ms, 0, 0, bad, false},
             {50 * ms, 200 * ms, 0, 0, bad, false, true, false},
             {300 * ms, 320 * ms, 0, 0, ok, false}});
    return finish(std::move(trace));
}

/// Three callers with a fallback of that kind. Call 0: 503 after 120 ms, answered by the fallback. Call 1: refused by the
/// breaker at 300 ms, answered. Call 2: as call 0, but the fallback has no answer.
inline RunPointer degradedRun(FallbackKind kind = FallbackKind::cache)
{
    const auto bad = OutcomeKind::unavailable;
    Trace trace;
    trace.world = smallWorld();
    trace.world.callers().policy.fallback.kind = kind;
    trace.world.callers().policy.deadline = unlimited;
    addCall(trace, {0, 120 * ms, 0, 0, 0, EndReason::attemptsExhausted, true}, {{0, 120 * ms, 0, 0, bad, false}});
    addCall(trace, {300 * ms, 300 * ms, 1, 0, 0, EndReason::breakerOpen, true},
            {{300 * ms, 300 * ms, 0, 0, bad, true}});
    addCall(trace, {500 * ms, 620 * ms, 2, 0, 0, EndReason::attemptsExhausted, false},
            {{500 * ms, 620 * ms, 0, 0, bad, false}});
    return finish(std::move(trace));
}

/// `calls` calls of as many callers, each with two attempts of 2 ms at 100 and 600 ms, in a run of one second.
inline RunPointer crowd(std::uint32_t calls)
{
    Trace trace;
    trace.world = smallWorld();
    trace.world.faults.clear();
    trace.world.traffic.clients = calls;
    trace.attempts.resize(std::size_t{calls} * 2);
    trace.attemptsByCall.resize(trace.attempts.size());
    for (std::uint32_t c = 0; c < calls; ++c) {
        trace.calls.push_back({100 * ms, 602 * ms, c, 2 * c, 2, EndReason::succeeded});
        trace.attempts[c] = {100 * ms, 102 * ms, c, 1, OutcomeKind::unavailable, false};
        trace.attempts[calls + c] = {600 * ms, 602 * ms, c, 2, OutcomeKind::ok, false};
        trace.attemptsByCall[std::size_t{c} * 2] = c;
        trace.attemptsByCall[std::size_t{c} * 2 + 1] = calls + c;
    }
    Experiment experiment;
    experiment.world = trace.world;
    trace.binWidth = trace.world.duration.count();
    trace.bins.resize(1);
    return std::make_shared<RunModel>(experiment, std::make_shared<const Trace>(std::move(trace)));
}

} // namespace fixture
