// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/stage_plan.h"

#include <algorithm>
#include <functional>
#include <queue>

namespace retrylab {

namespace {

constexpr std::int64_t longestLinger = 400'000'000;

template <typename T>
using MinQueue = std::priority_queue<T, std::vector<T>, std::greater<>>;

std::int64_t withLinger(std::int64_t ended, std::int64_t linger)
{
    return ended == notYet ? notYet : ended + linger;
}

/// Each call gets the lowest free place, so that it stays where it is while it lasts.
void seatCalls(const Trace &trace, StagePlan &plan)
{
    MinQueue<std::pair<std::int64_t, std::uint32_t>> taken;
    MinQueue<std::uint32_t> freed;
    std::vector<std::int64_t> starts, ends;
    for (const auto &call : trace.calls) {
        while (!taken.empty() && taken.top().first <= call.started) {
            freed.push(taken.top().second);
            taken.pop();
        }
        std::uint32_t seat = plan.units;
        if (freed.empty())
            ++plan.units;
        else
            seat = freed.top(), freed.pop();
        const std::int64_t end = withLinger(call.ended, plan.linger);
        taken.emplace(end, seat);
        plan.seats.push_back(seat);
        starts.push_back(call.started);
        ends.push_back(end);
    }
    plan.seated = IntervalIndex(starts, ends);
}

bool affects(const Fault &fault, const AttemptRecord &attempt)
{
    if (attempt.refusedByBreaker)
        return false;
    switch (fault.kind) {
    case FaultKind::refuse: return attempt.outcome == OutcomeKind::refused;
    case FaultKind::status: return attempt.outcome == outcomeOfStatus(fault.status).kind;
    case FaultKind::error: return attempt.outcome == outcomeOf(fault.error).kind;
    case FaultKind::latency: return true;
    case FaultKind::slots:
    case FaultKind::restart: break;
    }
    return false;
}

/// A fault that is over after a number of attempts: the trace shows when that was.
std::int64_t endOf(const Fault &fault, const Trace &trace)
{
    const std::int64_t windowEnd = fault.to.time_since_epoch().count();
    if (fault.count == unlimitedCount || fault.kind == FaultKind::slots || fault.kind == FaultKind::restart)
        return windowEnd;
    const std::int64_t delay = trace.world.service().linkDelay.count();
    const std::int64_t from = fault.from.time_since_epoch().count() - delay;
    std::uint32_t left = fault.count;
    const auto first = std::lower_bound(trace.attempts.begin(), trace.attempts.end(), from,
                                        [](const AttemptRecord &a, std::int64_t t) { return a.sent < t; });
    for (auto it = first; it != trace.attempts.end(); ++it)
        if (affects(fault, *it) && --left == 0)
            return std::min(windowEnd, it->sent + delay);
    return windowEnd;
}

double slownessAt(const World &world, std::int64_t t)
{
    const SlowStart &slow = world.service().slowStart;
    double slowness = 1;
    for (const auto &fault : world.faults) {
        const std::int64_t since = t - fault.to.time_since_epoch().count();
        if (fault.kind == FaultKind::restart && since >= 0 && since < slow.time.count()) {
            const double warm = static_cast<double>(since) / static_cast<double>(slow.time.count());
            slowness = std::max(slowness, slow.factor + (1 - slow.factor) * warm);
        }
    }
    return slowness;
}

} // namespace

StagePlan planStage(const RunModel &run)
{
    StagePlan plan;
    const Trace &trace = *run.trace;
    const Traffic &traffic = trace.world.traffic;
    plan.linger = std::clamp<std::int64_t>(run.duration() / 50, 1, longestLinger);
    plan.dotsAreCallers = traffic.kind != TrafficKind::open || traffic.callers >= fewCallers;
    if (plan.dotsAreCallers)
        plan.units = traffic.callerCount();
    else
        seatCalls(trace, plan);
    for (const auto &fault : trace.world.faults)
        plan.faultEnds.push_back(endOf(fault, trace));
    return plan;
}

ServiceMoment serviceAt(const RunModel &run, const StagePlan &plan, std::int64_t t)
{
    const World &world = run.trace->world;
    ServiceMoment moment;
    moment.slotCount = world.service().slots;
    for (std::size_t i = 0; i < world.faults.size(); ++i) {
        const Fault &fault = world.faults[i];
        if (t < fault.from.time_since_epoch().count())
            continue;
        if (t >= plan.faultEnds[i]) {
            moment.hadFault = true;
            continue;
        }
        if (fault.kind == FaultKind::slots)
            moment.slotCount = std::min(moment.slotCount, fault.slots);
        moment.down = moment.down || fault.kind == FaultKind::restart;
        if (moment.fault == nullptr || fault.kind == FaultKind::restart)
            moment.fault = &fault;
    }
    moment.slowness = moment.down ? 1 : slownessAt(world, t);
    return moment;
}

} // namespace retrylab
