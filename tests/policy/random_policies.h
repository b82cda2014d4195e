// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/call.h"
#include "core/policy/hint_presets.h"

#include <QtGlobal>

#include <algorithm>
#include <random>
#include <source_location>

/// Policies with any rules and any numbers.
namespace random_policies {

using namespace retrylab;
using namespace std::chrono_literals;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr int fewPolicies = 5'000;
#else
inline constexpr int fewPolicies = 50'000;
#endif

/// How many a test is to try: RETRYLAB_POLICIES says so.
inline int policiesWanted()
{
    const int wanted = qEnvironmentVariableIntValue("RETRYLAB_POLICIES");
    return wanted > 0 ? wanted : fewPolicies;
}

class Dice {
public:
    explicit Dice(std::uint64_t seed)
        : m_random(seed)
    {
    }
    std::uint64_t below(std::uint64_t bound) { return m_random() % bound; }
    bool chance(unsigned percent) { return below(100) < percent; }
    double unit() { return toUnit(m_random()); }
    /// Anything from 0 to 2^62 ns, all magnitudes alike.
    Duration duration() { return Duration(static_cast<std::int64_t>(m_random() >> (2 + below(62)))); }

private:
    std::mt19937_64 m_random;
};

inline RetryOptions randomRetry(Dice &dice)
{
    RetryOptions retry;
    retry.maxAttempts = static_cast<std::uint32_t>(1 + dice.below(dice.chance(5) ? 200 : 8));
    Backoff &backoff = retry.backoff;
    backoff.kind = static_cast<BackoffKind>(dice.below(5));
    backoff.base = dice.duration();
    backoff.multiplier = dice.chance(20) ? dice.unit() : 1 + dice.unit() * 4;
    backoff.increment = dice.duration();
    backoff.cap = dice.chance(20) ? unlimited : backoff.base + dice.duration();
    backoff.floor = dice.chance(70) ? 0ns : dice.duration();
    backoff.firstExponent = static_cast<std::uint32_t>(dice.below(2));
    backoff.firstAtOnce = dice.chance(20);
    backoff.capOrder = dice.chance(50) ? CapOrder::afterJitter : CapOrder::beforeJitter;
    backoff.steps = dice.chance(50) ? BackoffSteps::integer : BackoffSteps::floating;
    backoff.throttledBase = dice.chance(80) ? 0ns : std::min(backoff.cap, dice.duration());
    backoff.unit = dice.chance(50) ? 1ns : dice.duration() + 1ns;
    for (std::uint64_t i = dice.below(4); i > 0; --i)
        backoff.waits.push_back(dice.duration());
    retry.jitter = {static_cast<Jitter>(dice.below(10)), dice.unit(), dice.duration()};
    if (dice.chance(30))
        retry.hint = hintPresets[dice.below(hintPresets.size())].rules;
    return retry;
}

inline BreakerOptions randomBreaker(Dice &dice)
{
    const auto upTo = [&](std::uint64_t most) { return static_cast<std::uint32_t>(1 + dice.below(most)); };
    const auto limit = [&] { return dice.chance(50) ? unlimited : dice.duration() + 1ns; };
    BreakerOptions o;
    o.kind = static_cast<BreakerKind>(dice.below(5));
    o.order = dice.chance(50) ? BreakerOrder::inside : BreakerOrder::outside;
    o.size = upTo(dice.chance(5) ? 200 : 6);
    o.minimumCalls = static_cast<std::uint32_t>(dice.below(7));
    o.failureRatio = std::max(0.05, dice.unit());
    o.window = dice.duration() + 10ns;
    o.openTime = dice.duration() + 1ns;
    o.probes = upTo(3);
    o.successes = upTo(3);
    o.compare = static_cast<Threshold>(dice.below(2));
    o.judges = static_cast<BreakerJudges>(dice.below(2));
    o.failureCount = static_cast<std::uint32_t>(dice.below(4));
    o.slowCall = limit();
    o.slowRatio = std::max(0.05, dice.unit());
    o.buckets = upTo(20);
    o.roll = static_cast<WindowRoll>(dice.below(2));
    o.clearEvery = limit();
    o.place = static_cast<WindowPlace>(dice.below(2));
    o.countInFlight = dice.chance(30);
    o.clearOnClose = dice.chance(70);
    o.openMultiplier = 1 + 3 * dice.unit();
    o.openCap = limit();
    o.openGrowth = static_cast<OpenGrowth>(dice.below(2));
    o.openEnds = static_cast<OpenEnds>(dice.below(2));
    o.halfOpenBy = static_cast<HalfOpenBy>(dice.below(2));
    o.probeRule = static_cast<ProbeRule>(dice.below(2));
    o.verdict = static_cast<ProbeVerdict>(dice.below(4));
    o.sample = static_cast<std::uint32_t>(dice.below(8));
    o.sampleRatio = dice.chance(50) ? 0.0 : dice.unit();
    o.countVerdict = dice.chance(50);
    o.halfOpenMaxWait = limit();
    o.afterMaxWait = dice.chance(50) ? BreakerState::open : BreakerState::closed;
    o.late = static_cast<LateOutcome>(dice.below(3));
    o.ignored = static_cast<IgnoredError>(dice.below(3));
    o.gates = static_cast<BreakerGates>(dice.below(2));
    o.mode = dice.chance(90) ? BreakerMode::automatic : static_cast<BreakerMode>(dice.below(4));
    return o;
}

inline BudgetOptions randomBudget(Dice &dice)
{
    BudgetOptions o;
    o.kind = static_cast<BudgetKind>(dice.below(6));
    o.ratio = dice.chance(80) ? dice.unit() : dice.unit() * 1000;
    o.window = dice.duration() + 1ns;
    o.slices = static_cast<std::uint32_t>(1 + dice.below(20));
    o.minPerSecond = dice.unit() * 10;
    o.deposit = static_cast<BudgetDeposit>(dice.below(2));
    o.arithmetic = static_cast<BudgetArithmetic>(dice.below(2));
    o.windowRule = static_cast<WindowRule>(dice.below(3));
    o.capacity = dice.unit() * 30;
    o.initial = dice.unit() * 30;
    o.cost = dice.unit() * 10;
    o.depositPerCall = dice.unit();
    o.refund = static_cast<BudgetRefund>(dice.below(2));
    o.sendRate = static_cast<SendRate>(dice.below(2));
    o.minConcurrency = static_cast<std::uint32_t>(dice.below(4));
    o.waitingIsActive = dice.chance(50);
    o.k = dice.unit() * 3;
    o.padding = dice.unit() * 3;
    return o;
}

inline Policy randomPolicy(Dice &dice)
{
    Policy policy;
    policy.timeout = dice.chance(10) ? unlimited : dice.duration() + 1ns;
    policy.deadline = dice.chance(40) ? unlimited : dice.duration() + 1ns;
    policy.deadlineMode = static_cast<DeadlineMode>(dice.below(4));
    policy.retry = randomRetry(dice);
    policy.breaker = randomBreaker(dice);
    policy.budget = randomBudget(dice);
    policy.retry.onlyIdempotent = dice.chance(20);
    return settledFor(policy, {dice.chance(70), KeyUse::none});
}

/// How an attempt ends that may have timed out: as often as not with a 503.
inline Outcome randomOutcome(Dice &dice, bool timeout)
{
    if (dice.chance(50))
        return {OutcomeKind::unavailable, 503};
    return {timeout ? OutcomeKind::timeout : static_cast<OutcomeKind>(dice.below(outcomeKindCount)), 0};
}

inline HintReading randomHint(Dice &dice)
{
    if (!dice.chance(20))
        return {};
    return {static_cast<HintReading::Kind>(dice.below(3)), dice.duration()};
}

/// Remembers the first check that did not hold.
class Checks {
public:
    void operator()(bool holds, std::source_location where = std::source_location::current())
    {
        if (!holds && m_line == 0)
            m_line = static_cast<int>(where.line());
    }
    /// Its line; 0 if all held.
    int broken() const { return m_line; }

private:
    int m_line = 0;
};

/// What holds of the counts of a budget and of a breaker's probes at any time.
inline void checkGuards(Checks &check, const Policy &policy, const Breaker &breaker, const Budget &budget, Time now)
{
    check(breaker.probesInFlight() <= policy.breaker.probes);
    const double balance = budget.balance(now);
    check(balance >= 0.0 && balance <= budget.capacity(now));
}

/// May an attempt start now?
inline bool mayStart(DeadlineMode mode, Time now, Time deadline)
{
    return deadline == never || mode == DeadlineMode::afterAttempt || now < deadline
           || (now == deadline && mode != DeadlineMode::refuse);
}

} // namespace random_policies
