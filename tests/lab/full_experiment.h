// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experiment.h"
#include "core/policy/hint_presets.h"

namespace retrylab {

using namespace std::chrono_literals;

/// A file with every key of the format, none of which has its default.
inline const char fullFile[] = R"({
  "retrylab": 1, "name": "Full", "about": "All keys.", "source": "Here.", "seed": "12345678901234567890",
  "duration": "20s", "warmup": "1s",
  "traffic": { "kind": "closed", "clients": 12, "at": "3s", "rate": "0.5/s", "arrivals": "even", "callers": 3,
               "thinkTime": { "kind": "uniform", "min": "1s", "max": "2s" } },
  "calls": [ { "name": "POST /orders", "idempotent": true, "method": "POST", "key": "intention", "share": 1 } ],
  "chain": [
    { "name": "web", "policy": {
      "timeout": "unlimited", "deadline": "9s", "deadlineMode": "clamp",
      "retry": { "maxAttempts": 6, "jitter": "proportional", "proportion": 0.3, "jitterTime": "15ms",
        "on": [503, "5xx", "timeout"], "depends": ["conflict", 425], "onlyIdempotent": true,
        "retryAfter": "honour", "hint": { "least": "2ms", "most": "50s" },
        "backoff": { "kind": "linear", "base": "1ms", "multiplier": 1.5, "increment": "2ms", "cap": "unlimited",
          "waits": ["10ms", "1.5s"], "throttledBase": "4ms", "floor": "3ms", "firstExponent": 1, "firstAtOnce": true,
          "capOrder": "afterJitter", "steps": "integer", "unit": "1ms" } },
      "budget": { "kind": "tokenBucket", "scope": "shared", "ratio": 0.34, "window": "3s", "slices": 7,
        "windowRule": "aligned", "minPerSecond": 2.5, "deposit": "notRetryable", "arithmetic": "thousandth",
        "capacity": 90, "initial": 80, "cost": 4, "timeoutCost": 9, "throttleCost": 3, "depositPerCall": 0.25,
        "depositPerSuccess": 2, "refund": "none", "sendRate": "adaptive", "minConcurrency": 5, "waitingIsActive": true, "k": 1.5,
        "padding": 8, "admit": "retries" },
      "breaker": { "kind": "timeWindow", "mode": "metricsOnly", "order": "inside", "scope": "shared",
        "gates": "retries", "size": 7, "window": "4s", "buckets": 8, "roll": "fromActivity", "place": "apart",
        "clearEvery": "50s",
        "clearOnClose": false, "minimumCalls": 8, "failureRatio": 0.25, "failureCount": 6, "compare": "above",
        "judges": "outcomes", "slowCall": "700ms", "slowRatio": 0.75, "countInFlight": true, "late": "counted",
        "ignored": "neutral",
        "open": { "time": "6s", "growth": "linear", "multiplier": 1.25, "cap": "1m", "ends": "afterTime",
          "halfOpenBy": "timer" },
        "halfOpen": { "probes": 2, "successes": 5, "rule": "inAll", "verdict": "forced", "sample": 9,
          "sampleRatio": 0.125, "countVerdict": true, "maxWait": "12s", "afterMaxWait": "closed" } },
      "hedge": { "kind": "percentile", "delay": "70ms", "percentile": 0.9, "most": 3, "afterFailure": "onTime",
        "extraLoad": 0.5, "scope": "shared" },
      "fallback": { "kind": "backup", "on": "open", "share": 0.75 } } },
    { "name": "api", "slots": 3, "queue": { "limit": "unlimited", "order": "lifo", "whenFull": "drop" },
      "dropExpired": true, "serviceTime": { "kind": "fixed", "value": "7ms" },
      "slowStart": { "for": "11s", "factor": 2.5 }, "link": { "delay": "1.5ms" } } ],
  "faults": [ { "name": "slow", "node": "api", "kind": "latency", "from": "2s", "to": "4s", "count": 9,
                "share": 0.5, "status": 500, "retryAfter": "2s", "error": "bug",
                "add": "80ms", "slots": 1 } ],
  "measure": { "peakWindow": "50ms" }, "recovery": { "tolerance": 0.1, "hold": "2s", "slowAfter": "30s" },
  "variants": [ { "name": "bare", "set": { "chain.web.policy.retry.maxAttempts": 1,
                                           "chain.web.policy.retry.on": ["timeout", 500],
                                           "chain.web.policy.retry.backoff.waits": ["1ms", "2ms"],
                                           "chain.api.dropExpired": false, "faults.slow.add": "1ms" } } ]
})";

inline BudgetOptions fullBudget()
{
    BudgetOptions b;
    b.kind = BudgetKind::tokenBucket;
    b.scope = BudgetScope::shared;
    b.ratio = 0.34;
    b.window = 3s;
    b.slices = 7;
    b.minPerSecond = 2.5;
    b.deposit = BudgetDeposit::notRetryable;
    b.arithmetic = BudgetArithmetic::thousandth;
    b.windowRule = WindowRule::aligned;
    b.capacity = 90;
    b.initial = 80;
    b.cost = 4;
    b.timeoutCost = 9;
    b.throttleCost = 3;
    b.depositPerCall = 0.25;
    b.depositPerSuccess = 2;
    b.refund = BudgetRefund::none;
    b.sendRate = SendRate::adaptive;
    b.minConcurrency = 5;
    b.waitingIsActive = true;
    b.k = 1.5;
    b.padding = 8;
    b.admit = BudgetAdmit::retries;
    return b;
}

inline BreakerOptions fullBreaker()
{
    BreakerOptions b{BreakerKind::timeWindow, BreakerOrder::inside, BreakerScope::shared, 7, 4s, 8, 0.25, 6s, 2, 5,
                     Threshold::above};
    b.judges = BreakerJudges::outcomes;
    b.failureCount = 6;
    b.slowCall = 700ms;
    b.slowRatio = 0.75;
    b.buckets = 8;
    b.roll = WindowRoll::fromActivity;
    b.place = WindowPlace::apart;
    b.clearEvery = 50s;
    b.countInFlight = true;
    b.clearOnClose = false;
    b.openMultiplier = 1.25;
    b.openCap = 60s;
    b.openGrowth = OpenGrowth::linear;
    b.openEnds = OpenEnds::afterTime;
    b.halfOpenBy = HalfOpenBy::timer;
    b.probeRule = ProbeRule::inAll;
    b.verdict = ProbeVerdict::forced;
    b.sample = 9;
    b.sampleRatio = 0.125;
    b.countVerdict = true;
    b.halfOpenMaxWait = 12s;
    b.afterMaxWait = BreakerState::closed;
    b.late = LateOutcome::counted;
    b.ignored = IgnoredError::neutral;
    b.gates = BreakerGates::retries;
    b.mode = BreakerMode::metricsOnly;
    return b;
}

/// What the file says.
inline Experiment fullExperiment()
{
    Experiment e;
    e.name = QStringLiteral("Full");
    e.about = QStringLiteral("All keys.");
    e.source = QStringLiteral("Here.");
    World &w = e.world;
    w.seed = 12345678901234567890U;
    w.duration = 20s;
    w.warmup = 1s;
    w.traffic = {TrafficKind::closed, 12, Time(3s), 0.5, Arrivals::even, 3, {DistributionKind::uniform, 1s, 2s}};
    w.calls = {{"POST /orders", "POST", true, KeyUse::intention}};
    OutcomeSet on;
    on.add(OutcomeKind::timeout);
    for (int status = 500; status < 600; ++status)
        on.addStatus(status);
    Policy &p = w.callers().policy;
    p.timeout = unlimited;
    p.deadline = 9s;
    p.deadlineMode = DeadlineMode::clamp;
    p.retry.maxAttempts = 6;
    p.retry.backoff = {
        BackoffKind::linear, 1ms, 1.5, 2ms, unlimited, 3ms, 1, true, CapOrder::afterJitter, BackoffSteps::integer, 1ms,
        {10ms, 1500ms},      4ms};
    p.retry.jitter = {Jitter::proportional, 0.3, 15ms};
    p.retry.on = on;
    p.retry.depends = contractOutcomes();
    p.retry.depends.addStatus(425);
    p.retry.onlyIdempotent = true;
    p.retry.hint = *hintPreset("rfc9110");
    p.retry.hint.least = 2ms;
    p.retry.hint.most = 50s;
    p.budget = fullBudget();
    p.breaker = fullBreaker();
    p.hedge = {HedgeKind::percentile, 70ms, 0.9, 3, HedgeAfterFailure::onTime, 0.5, HedgeScope::shared};
    p.fallback = {FallbackKind::backup, FallbackOn::open, 0.75};
    w.callers().name = "web";
    Node &s = w.service();
    s.name = "api";
    s.slots = 3;
    s.queue = {unlimitedCount, QueueOrder::lifo, WhenFull::drop};
    s.dropExpired = true;
    s.serviceTime = {DistributionKind::fixed, 7ms, 0ms};
    s.slowStart = {11s, 2.5};
    s.linkDelay = 1500us;
    w.faults = {{"slow", FaultKind::latency, Time(2s), Time(4s), 9, 0.5, 500, ServiceError::bug, 2s, 80ms, 1}};
    w.peakWindow = 50ms;
    w.recovery = {0.1, 2s, 30s};
    e.variants = {{QStringLiteral("bare"),
                   {{QStringLiteral("chain.web.policy.retry.maxAttempts"), QStringLiteral("1")},
                    {QStringLiteral("chain.web.policy.retry.on"), QStringLiteral("timeout,500")},
                    {QStringLiteral("chain.web.policy.retry.backoff.waits"), QStringLiteral("1ms,2ms")},
                    {QStringLiteral("chain.api.dropExpired"), QStringLiteral("false")},
                    {QStringLiteral("faults.slow.add"), QStringLiteral("1ms")}}}};
    return e;
}

} // namespace retrylab
