// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/arrival_plan.h"

namespace retrylab {

namespace {

/// Longer runs do not follow a hand anyway: 6 MB.
constexpr double mostCalls = 250'000;

double expectedCalls(const World &world)
{
    return world.traffic.rate * toSeconds(world.duration);
}

} // namespace

std::shared_ptr<const ArrivalPlan> ArrivalPlan::make(const World &world)
{
    if (world.traffic.kind != TrafficKind::open || expectedCalls(world) > mostCalls)
        return nullptr;
    return std::shared_ptr<const ArrivalPlan>(new ArrivalPlan(world));
}

ArrivalPlan::ArrivalPlan(const World &world)
    : m_traffic(world.traffic)
    , m_seed(world.seed)
    , m_duration(world.duration)
{
    m_calls.reserve(static_cast<std::size_t>(expectedCalls(world) * 1.02 + 100));
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
