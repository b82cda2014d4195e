// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/hint_presets.h"
#include "core/policy/random.h"
#include "core/sim/simulate.h"

#include <algorithm>
#include <random>

namespace worlds {

using namespace retrylab;
using namespace std::chrono_literals;

inline Time at(Duration d)
{
    return Time(d);
}

/// `clients` call once at t = 0; base 100 ms doubling, no jitter, 4 attempts, timeout 1 s; the service needs exactly
/// 10 ms and has room for everybody.
inline World herd(std::uint32_t clients = 1)
{
    World world;
    world.traffic.kind = TrafficKind::herd;
    world.traffic.clients = clients;
    world.callers().policy.retry.jitter.kind = Jitter::none;
    world.service().slots = 100;
    world.service().serviceTime = {DistributionKind::fixed, 10ms, {}};
    return world;
}

/// Poisson calls at `rate`, one attempt each, no timeout; exponential service of `mean` in `slots` slots, no limit.
inline World queueing(double rate, Duration mean, std::uint32_t slots, Duration duration)
{
    World world;
    world.duration = duration;
    world.traffic.kind = TrafficKind::open;
    world.traffic.rate = rate;
    world.callers().policy.retry.maxAttempts = 1;
    world.callers().policy.timeout = unlimited;
    world.service().slots = slots;
    world.service().queue.limit = unlimitedCount;
    world.service().serviceTime = {DistributionKind::exponential, mean, {}};
    return world;
}

/// One call every 100 ms from 0 on, one attempt each, 10 ms of work, ten of them.
inline World evenly()
{
    World world = queueing(10, 10ms, 100, 1s);
    world.traffic.arrivals = Arrivals::even;
    world.service().serviceTime = {DistributionKind::fixed, 10ms, {}};
    return world;
}

inline Fault fault(FaultKind kind, Duration from = 0ns, Time to = never)
{
    Fault f;
    f.kind = kind;
    f.from = Time(from);
    f.to = to;
    return f;
}

/// A call every 10 ms for so long, to a service that answers 503 at once to every attempt.
inline World hopeless(Duration duration)
{
    World world;
    world.duration = duration;
    world.traffic.kind = TrafficKind::open;
    world.traffic.arrivals = Arrivals::even;
    world.traffic.rate = 100;
    world.faults = {fault(FaultKind::status)};
    return world;
}

/// How many calls ended for this reason.
inline std::uint64_t endings(const Trace &trace, EndReason reason)
{
    return trace.counters.endings[static_cast<std::size_t>(reason)];
}

/// Dice for random worlds; std:: distributions differ between libraries, so plain remainders.
class Dice {
public:
    explicit Dice(std::uint64_t seed)
        : m_random(seed * 0x9E3779B97F4A7C15ULL + 1)
    {
    }
    std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(m_random() % bound); }
    bool chance(unsigned percent) { return below(100) < percent; }
    double unit() { return toUnit(m_random()); }
    Duration upTo(Duration most)
    {
        return Duration(static_cast<std::int64_t>(unit() * static_cast<double>(most.count())));
    }
    /// Now and then a round number, so that events of different kinds fall on the same nanosecond.
    Duration grid(Duration most) { return chance(50) ? upTo(most) / 5ms * 5ms : upTo(most); }

private:
    std::mt19937_64 m_random;
};

inline Distribution randomDistribution(Dice &dice, Duration most)
{
    const Duration a = dice.grid(most);
    return {static_cast<DistributionKind>(dice.below(3)), a, a + dice.grid(most)};
}

inline void randomPolicy(Dice &dice, Policy &policy)
{
    policy.timeout = dice.chance(15) ? unlimited : dice.grid(300ms) + 1ms;
    policy.deadline = dice.chance(60) ? unlimited : dice.grid(800ms) + 1ms;
    policy.retry.maxAttempts = 1 + dice.below(6);
    policy.retry.backoff.kind = static_cast<BackoffKind>(dice.below(4));
    policy.retry.backoff.base = dice.grid(100ms);
    policy.retry.backoff.cap = policy.retry.backoff.base + dice.grid(500ms);
    policy.retry.jitter = {static_cast<Jitter>(dice.below(5)), dice.unit()};
    BreakerOptions &breaker = policy.breaker;
    breaker.kind = static_cast<BreakerKind>(dice.below(4));
    breaker.order = dice.chance(50) ? BreakerOrder::inside : BreakerOrder::outside;
    breaker.scope = dice.chance(50) ? BreakerScope::shared : BreakerScope::caller;
    breaker.size = 1 + dice.below(8);
    breaker.minimumCalls = 1 + dice.below(8);
    breaker.failureRatio = 0.1 + 0.9 * dice.unit();
    breaker.window = dice.grid(2s) + 10ms;
    breaker.openTime = dice.grid(500ms) + 1ms;
    breaker.probes = 1 + dice.below(3);
    breaker.successes = 1 + dice.below(3);
}

inline void rareBackoff(Dice &dice, RetryOptions &retry)
{
    Backoff &backoff = retry.backoff;
    backoff.kind = static_cast<BackoffKind>(dice.below(5));
    backoff.multiplier = 0.5 + 3 * dice.unit();
    backoff.floor = dice.chance(50) ? 0ns : dice.grid(100ms);
    backoff.firstExponent = dice.below(2);
    backoff.firstAtOnce = dice.chance(20);
    backoff.capOrder = dice.chance(50) ? CapOrder::afterJitter : CapOrder::beforeJitter;
    backoff.steps = dice.chance(50) ? BackoffSteps::integer : BackoffSteps::floating;
    backoff.unit = dice.chance(50) ? 1ns : 1ms;
    for (std::uint32_t i = dice.below(4); i > 0; --i)
        backoff.waits.push_back(dice.grid(200ms));
    retry.jitter = {static_cast<Jitter>(dice.below(10)), dice.unit(), dice.grid(100ms)};
    backoff.throttledBase = dice.chance(70) ? 0ns : dice.grid(200ms);
    if (dice.chance(30))
        retry.hint = hintPresets[dice.below(static_cast<std::uint32_t>(hintPresets.size()))].rules;
}

inline void rareBreaker(Dice &dice, BreakerOptions &breaker)
{
    breaker.kind = static_cast<BreakerKind>(dice.below(5));
    breaker.compare = dice.chance(50) ? Threshold::above : Threshold::atLeast;
    breaker.judges = dice.chance(50) ? BreakerJudges::outcomes : BreakerJudges::failures;
    breaker.failureCount = dice.chance(70) ? 0 : 1 + dice.below(6);
    breaker.slowCall = dice.chance(50) ? unlimited : dice.grid(100ms);
    breaker.slowRatio = 0.1 + 0.9 * dice.unit();
    breaker.buckets = 1 + dice.below(20);
    breaker.roll = dice.chance(50) ? WindowRoll::aligned : WindowRoll::fromActivity;
    breaker.clearEvery = dice.chance(70) ? unlimited : dice.grid(1s) + 1ms;
    breaker.place = dice.chance(50) ? WindowPlace::apart : WindowPlace::together;
    breaker.countInFlight = dice.chance(30);
    breaker.clearOnClose = dice.chance(70);
    breaker.openMultiplier = 1 + 2 * dice.unit();
    breaker.openCap = breaker.openTime + dice.grid(1s);
    breaker.openGrowth = dice.chance(50) ? OpenGrowth::linear : OpenGrowth::exponential;
    breaker.openEnds = dice.chance(50) ? OpenEnds::afterTime : OpenEnds::atTime;
    breaker.halfOpenBy = dice.chance(50) ? HalfOpenBy::timer : HalfOpenBy::call;
    breaker.probeRule = dice.chance(50) ? ProbeRule::inAll : ProbeRule::atOnce;
    breaker.verdict = static_cast<ProbeVerdict>(dice.below(4));
    breaker.sample = breaker.successes + dice.below(4);
    breaker.countVerdict = dice.chance(50);
    breaker.halfOpenMaxWait = dice.chance(50) ? unlimited : dice.grid(500ms) + 1ms;
    breaker.afterMaxWait = dice.chance(30) ? BreakerState::closed : BreakerState::open;
    breaker.late = static_cast<LateOutcome>(dice.below(3));
    breaker.ignored = static_cast<IgnoredError>(dice.below(3));
    breaker.gates = dice.chance(30) ? BreakerGates::retries : BreakerGates::all;
}

inline void rareBudget(Dice &dice, BudgetOptions &budget)
{
    budget.kind = static_cast<BudgetKind>(dice.below(6));
    budget.scope = dice.chance(50) ? BudgetScope::shared : BudgetScope::caller;
    budget.ratio = dice.unit();
    budget.window = dice.grid(2s) + 1ms;
    budget.minPerSecond = 5 * dice.unit();
    budget.capacity = 20 * dice.unit();
    budget.initial = 20 * dice.unit();
    budget.minConcurrency = dice.below(4);
    budget.waitingIsActive = dice.chance(50);
    budget.k = 1 + dice.unit();
    budget.sendRate = dice.chance(40) ? SendRate::adaptive : SendRate::any;
}

/// Rules that only some libraries have.
inline void rarePolicy(Dice &dice, Policy &policy)
{
    policy.deadlineMode = static_cast<DeadlineMode>(dice.below(4));
    rareBackoff(dice, policy.retry);
    rareBreaker(dice, policy.breaker);
    rareBudget(dice, policy.budget);
}

inline void randomHedge(Dice &dice, HedgeOptions &hedge)
{
    hedge.kind = static_cast<HedgeKind>(dice.below(3));
    hedge.delay = dice.grid(200ms);
    hedge.percentile = dice.unit();
    hedge.most = 1 + dice.below(4);
    hedge.afterFailure = static_cast<HedgeAfterFailure>(dice.below(2));
    hedge.extraLoad = dice.chance(50) ? 8.0 : 0.05 + dice.unit();
    hedge.scope = static_cast<HedgeScope>(dice.below(2));
}

inline void randomFallback(Dice &dice, FallbackOptions &fallback)
{
    fallback.kind = static_cast<FallbackKind>(dice.below(4));
    fallback.on = dice.chance(30) ? FallbackOn::open : FallbackOn::failure;
    fallback.share = dice.chance(50) ? 1.0 : dice.unit();
}

inline Fault randomFault(Dice &dice)
{
    Fault f = fault(static_cast<FaultKind>(dice.below(6)), dice.grid(3s));
    f.to = dice.chance(10) ? never : f.from + dice.grid(1500ms) + 1ms;
    f.count = dice.chance(30) ? dice.below(50) : unlimitedCount;
    f.share = dice.chance(50) ? 1.0 : 0.05 + 0.9 * dice.unit();
    f.status = dice.chance(60) ? 503 : static_cast<std::uint16_t>(400 + dice.below(200));
    f.status = dice.chance(20) ? 429 : f.status;
    f.retryAfter = dice.chance(70) ? 0ns : dice.grid(500ms);
    f.error = static_cast<ServiceError>(dice.below(5));
    f.add = dice.grid(400ms);
    f.slots = dice.below(4);
    return f;
}

/// A small world of any kind, with up to four faults: a few hundred to a few thousand events.
inline World randomWorld(std::uint64_t seed)
{
    Dice dice(seed);
    World world;
    world.seed = seed;
    world.duration = 2s + dice.grid(2s);
    world.warmup = dice.chance(50) ? 0ns : dice.grid(1s);
    Traffic &traffic = world.traffic;
    traffic.kind = static_cast<TrafficKind>(dice.below(3));
    traffic.clients = 1 + dice.below(60);
    traffic.at = at(dice.grid(500ms));
    traffic.rate = 1 + 300 * dice.unit();
    traffic.arrivals = dice.chance(50) ? Arrivals::poisson : Arrivals::even;
    traffic.callers = 1 + dice.below(20);
    traffic.thinkTime = randomDistribution(dice, 300ms);
    traffic.thinkTime.a += 2ms; // without a pause, instant refusals would make a billion calls a second
    traffic.thinkTime.b += 2ms;
    randomPolicy(dice, world.callers().policy);
    Node &service = world.service();
    service.slots = dice.below(12);
    service.queue.limit = dice.chance(20) ? unlimitedCount : dice.below(40);
    service.queue.order = dice.chance(30) ? QueueOrder::lifo : QueueOrder::fifo;
    service.queue.whenFull = dice.chance(30) ? WhenFull::drop : WhenFull::reject;
    service.dropExpired = dice.chance(30);
    service.serviceTime = randomDistribution(dice, 60ms);
    service.slowStart = {dice.grid(1s), 1 + 5 * dice.unit()};
    service.linkDelay = dice.chance(50) ? 0ns : dice.grid(20ms);
    for (std::uint32_t i = dice.below(5); i > 0; --i)
        world.faults.push_back(randomFault(dice));
    if (dice.chance(50))
        rarePolicy(dice, world.callers().policy);
    if (dice.chance(30))
        randomFallback(dice, world.callers().policy.fallback);
    if (dice.chance(30))
        randomHedge(dice, world.callers().policy.hedge);
    return world;
}

} // namespace worlds
