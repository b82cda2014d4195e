// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/arrival_plan.h"

namespace retrylab {

namespace {

/// Longer runs do not follow a hand anyway: 6 MB.
constexpr double mostPlannedCalls = 250'000;

} // namespace

std::shared_ptr<const ArrivalPlan> ArrivalPlan::make(const World &world)
{
    if (world.traffic.kind != TrafficKind::open || world.traffic.expectedCalls(world.duration) > mostPlannedCalls)
        return nullptr;
    return std::shared_ptr<const ArrivalPlan>(new ArrivalPlan(world));
}

ArrivalPlan::ArrivalPlan(const World &world)
    : m_traffic(world.traffic)
    , m_seed(world.seed)
    , m_duration(world.duration)
{
    ArrivalDraws draws(world);
    do {
        m_calls.push_back(draws.next());
    } while (m_calls.back().at < world.duration.count());
}

bool ArrivalPlan::fits(const World &world) const
{
    return m_seed == world.seed && m_duration == world.duration && m_traffic == world.traffic;
}

} // namespace retrylab
