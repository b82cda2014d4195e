// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/simulate.h"

#include "core/sim/engine.h"
#include "core/sim/ladder_queue.h"

namespace retrylab {

namespace {

/// No run has more calls in flight than it has calls; a Poisson count stays below its mean plus ten deviations.
double mostCallsInFlight(const World &world)
{
    const Traffic &traffic = world.traffic;
    if (traffic.kind != TrafficKind::open)
        return traffic.clients;
    return 2.0 * traffic.expectedCalls(world.duration) + 1000.0;
}

/// Do times and ids fit the narrow event key? Attempts that are abandoned but still on the way have ids of their own.
bool fitsNarrowKey(const World &world)
{
    const bool delayed = std::any_of(world.faults.begin(), world.faults.end(),
                                     [](const Fault &fault) { return fault.kind == FaultKind::latency; });
    // A caller of closed traffic that gives up and calls again leaves one more answer behind each time.
    if (delayed && world.traffic.kind == TrafficKind::closed)
        return false;
    const double ids = mostCallsInFlight(world) * (delayed ? world.callers().policy.retry.maxAttempts : 1);
    return world.duration.count() <= NarrowKey::maxTime && ids <= static_cast<double>(NarrowKey::maxId)
           && world.service().slots <= NarrowKey::maxId;
}

/// The event loop as it is made for what this run needs.
std::shared_ptr<const Trace> simulateNarrow(const World &world, Recording recording, const std::stop_token &stop,
                                            const ArrivalPlan *plan)
{
    using Yes = std::true_type;
    using No = std::false_type;
    using NarrowQueue = LadderQueue<NarrowKey::Bits>;
    const bool open = world.traffic.kind == TrafficKind::open;
    const bool budgeted = world.callers().policy.budget.kind != BudgetKind::none;
    if (isPlain(world) && budgeted && recording == Recording::everything)
        return simulateWith<NarrowKey, NarrowQueue, Yes, Yes, bool, Yes>(world, recording, stop, plan);
    if (!isPlain(world) || budgeted)
        return recording == Recording::everything
                   ? simulateWith<NarrowKey, NarrowQueue, Yes, No>(world, recording, stop, plan)
                   : simulateWith<NarrowKey, NarrowQueue>(world, recording, stop, plan);
    if (recording == Recording::countersOnly)
        return open ? simulateWith<NarrowKey, NarrowQueue, No, Yes, Yes, No>(world, recording, stop, plan)
                    : simulateWith<NarrowKey, NarrowQueue, No, Yes, No, No>(world, recording, stop, plan);
    return open ? simulateWith<NarrowKey, NarrowQueue, Yes, Yes, Yes, No>(world, recording, stop, plan)
                : simulateWith<NarrowKey, NarrowQueue, Yes, Yes, No, No>(world, recording, stop, plan);
}

} // namespace

std::shared_ptr<const Trace> simulate(const World &world, Recording recording, std::stop_token stop,
                                      const ArrivalPlan *plan)
{
    if (plan && !plan->fits(world))
        plan = nullptr;
    if (fitsNarrowKey(world))
        return simulateNarrow(world, recording, stop, plan);
    return simulateWith<WideKey, LadderQueue<WideKey::Bits>>(world, recording, stop, plan);
}

} // namespace retrylab
