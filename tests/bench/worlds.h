// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/world.h"

namespace bench {

using namespace retrylab;
using namespace std::chrono_literals;

/// The herd: all callers fail at once. slots = callers / 100, 10 ms exponential service, queue of two per slot, a
/// rejection comes after 1 ms (half a millisecond each way); full jitter, base 100 ms, cap 10 s, 8 attempts.
inline World herd(std::uint32_t callers)
{
    World world;
    world.duration = 120s;
    world.traffic.kind = TrafficKind::herd;
    world.traffic.clients = callers;
    Node &service = world.service();
    service.slots = callers / 100;
    service.queue.limit = callers / 50;
    service.serviceTime = {DistributionKind::exponential, 10ms, {}};
    service.linkDelay = 500us;
    Policy &policy = world.callers().policy;
    policy.timeout = unlimited;
    policy.retry.maxAttempts = 8;
    policy.retry.backoff = {BackoffKind::exponential, 100ms, 2.0, 100ms, 10s};
    policy.retry.jitter.kind = Jitter::full;
    return world;
}

/// bench-default: 1,000 callers, 800 calls/s for 60 s, the service gone for 10 s; timeout 1 s, 4 attempts, full jitter
/// from 100 ms, a breaker per caller inside the retry.
inline World standard()
{
    World world;
    world.duration = 60s;
    world.traffic.kind = TrafficKind::open;
    world.traffic.rate = 800;
    world.traffic.callers = 1000;
    world.service().slots = 20;
    world.service().queue.limit = 200;
    world.service().serviceTime = {DistributionKind::exponential, 20ms, {}};
    world.callers().policy.retry.backoff.base = 100ms;
    world.callers().policy.breaker.kind = BreakerKind::countWindow;
    world.callers().policy.breaker.order = BreakerOrder::inside;
    world.callers().policy.breaker.openTime = 2s;
    Fault outage;
    outage.name = "outage";
    outage.kind = FaultKind::refuse;
    outage.from = Time(20s);
    outage.to = Time(30s);
    world.faults = {outage};
    return world;
}

} // namespace bench
