// SPDX-License-Identifier: GPL-3.0-or-later
// Budgets, deadlines' modes and breakers in a whole run, where their effect can be counted by hand.
#include "core/sim/simulate.h"
#include "tests/sim/worlds.h"

#include <QTest>

using namespace retrylab;
using namespace std::chrono_literals;
using namespace worlds;

namespace {

constexpr std::int64_t ms = 1'000'000;

/// Hopeless calls, each with four attempts a millisecond apart.
World persistent()
{
    World world = hopeless(12s);
    Policy &policy = world.callers().policy;
    policy.retry.maxAttempts = 4;
    policy.retry.backoff = {BackoffKind::fixed, 1ms, 2.0, 0ns, 1ms};
    policy.retry.jitter.kind = Jitter::none;
    return world;
}

/// A single call that fails at once every time, with a wait of 100 ms.
World oneCall(DeadlineMode mode, Duration deadline)
{
    World world = herd(1);
    world.faults = {fault(FaultKind::status)};
    Policy &policy = world.callers().policy;
    policy.retry.maxAttempts = 10;
    policy.retry.backoff = {BackoffKind::fixed, 100ms, 2.0, 0ns, 100ms};
    policy.deadline = deadline;
    policy.deadlineMode = mode;
    return world;
}

} // namespace

class GuardsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ratioLetsATenthGo();
    void bucketRunsDry();
    void throttleStopsAtHalf();
    void ownBudgetsAreIndependent();
    void deniedCallsAreCounted();
    void deadlineModes_data();
    void deadlineModes();
    void deadServiceWithoutBreaker();
    void deadServiceWithBreaker();
    void breakerOrderInSequence();
    void breakerProbesAndCloses();
    void sharedBreaker();
    void onlyRetriesAreGated();
    void gatingRetriesIsInsideWhereverItStands();
    void probesThatNeverEnd();
    void openTimeGrows();
};

void GuardsTest::ratioLetsATenthGo()
{
    World world = persistent();
    world.callers().policy.budget = {.kind = BudgetKind::ratio, .scope = BudgetScope::shared, .ratio = 0.1};
    world.callers().policy.budget.window = 60s; // nothing expires
    world.callers().policy.budget.minPerSecond = 0;
    const auto trace = simulate(world);
    QCOMPARE(trace->counters.retries, trace->counters.requests / 10);
}

void GuardsTest::bucketRunsDry()
{
    World world = persistent();
    world.callers().policy.budget = {.kind = BudgetKind::tokenBucket, .scope = BudgetScope::shared};
    const auto trace = simulate(world); // 500 tokens, 5 a retry, no success to bring any back
    QCOMPARE(trace->counters.retries, std::uint64_t{100});
}

void GuardsTest::throttleStopsAtHalf()
{
    World world = persistent();
    BudgetOptions &budget = world.callers().policy.budget;
    budget.kind = BudgetKind::grpcThrottle;
    budget.scope = BudgetScope::shared;
    budget.capacity = 10;
    world.callers().policy.retry.maxAttempts = 10;
    // Failures leave 9, 8, 7 and 6 tokens; the fifth leaves 5, which is no more than half.
    QCOMPARE(simulate(world)->counters.retries, std::uint64_t{4});
}

void GuardsTest::ownBudgetsAreIndependent()
{
    World world = persistent();
    world.traffic.callers = 3;
    BudgetOptions &budget = world.callers().policy.budget;
    budget.kind = BudgetKind::tokenBucket;
    budget.capacity = budget.initial = 20;
    QCOMPARE(simulate(world)->counters.retries, std::uint64_t{3 * 4});
    budget.scope = BudgetScope::shared;
    QCOMPARE(simulate(world)->counters.retries, std::uint64_t{4});
}

void GuardsTest::deniedCallsAreCounted()
{
    World world = persistent();
    world.callers().policy.budget = {.kind = BudgetKind::tokenBucket, .scope = BudgetScope::shared};
    const auto trace = simulate(world);
    // A hundred retries are 33 calls that used all four attempts, and one that was denied its third.
    QCOMPARE(endings(*trace, EndReason::attemptsExhausted), std::uint64_t{33});
    QCOMPARE(endings(*trace, EndReason::budgetDenied), trace->counters.requests - 33);
}

void GuardsTest::deadlineModes_data()
{
    QTest::addColumn<int>("mode");
    QTest::addColumn<int>("deadline");
    QTest::addColumn<int>("attempts");
    QTest::addColumn<int>("lastSent");
    const auto row = [](const char *name, DeadlineMode mode, int deadline, int attempts, int lastSent) {
        QTest::newRow(name) << static_cast<int>(mode) << deadline << attempts << lastSent;
    };
    row("refuse: 0, 100, 200", DeadlineMode::refuse, 250, 3, 200);
    row("refuse: no attempt at the deadline itself", DeadlineMode::refuse, 300, 3, 200);
    row("refuse beyond: one at the deadline", DeadlineMode::refuseBeyond, 300, 4, 300);
    row("refuse beyond: not past it", DeadlineMode::refuseBeyond, 250, 3, 200);
    row("clamp: the last wait is cut", DeadlineMode::clamp, 250, 4, 250);
    row("after an attempt: the wait goes past it", DeadlineMode::afterAttempt, 250, 4, 300);
}

void GuardsTest::deadlineModes()
{
    QFETCH(int, mode);
    QFETCH(int, deadline);
    QFETCH(int, attempts);
    QFETCH(int, lastSent);
    const auto trace = simulate(oneCall(static_cast<DeadlineMode>(mode), std::chrono::milliseconds(deadline)));
    QCOMPARE(static_cast<int>(trace->calls[0].attempts), attempts);
    QCOMPARE(trace->attempts.back().sent, Duration(std::chrono::milliseconds(lastSent)).count());
    QVERIFY(trace->calls[0].reason == EndReason::deadlineExceeded);
}

void GuardsTest::deadServiceWithoutBreaker()
{
    // Nothing ever answers: 3 attempts of 5 s, waits of 100 and 200 ms.
    World world = herd(1);
    world.duration = 60s;
    world.callers().policy.timeout = 5s;
    world.callers().policy.retry.maxAttempts = 3;
    world.faults = {fault(FaultKind::slots)};
    const auto trace = simulate(world);
    QCOMPARE(trace->calls[0].ended, 15'300 * ms);
    QVERIFY(trace->calls[0].reason == EndReason::attemptsExhausted);
}

void GuardsTest::deadServiceWithBreaker()
{
    // The caller calls again 1 s after each failure; threshold 5, open for 30 s, around the whole call.
    World world = herd(1);
    world.duration = 200s;
    world.traffic.kind = TrafficKind::closed;
    world.traffic.thinkTime = {DistributionKind::fixed, 1s, {}};
    Policy &policy = world.callers().policy;
    policy.timeout = 5s;
    policy.retry.maxAttempts = 3;
    policy.breaker.kind = BreakerKind::consecutive;
    policy.breaker.size = 5;
    policy.breaker.openTime = 30s;
    world.faults = {fault(FaultKind::slots)};
    const auto trace = simulate(world);
    // Calls begin at 1 s and end 15.3 s later; the fifth ends at 81.5 s and opens the breaker.
    QCOMPARE(trace->calls[4].ended - trace->calls[4].started, 15'300 * ms);
    QCOMPARE(trace->transitions[0].at, 81'500 * ms);
    QVERIFY(trace->transitions[0].to == BreakerState::open);
    // The next one fails at once, and so do 28 more; the one at 111.5 s is let through as a probe.
    for (std::size_t i = 5; i < 34; ++i) {
        QCOMPARE(trace->calls[i].ended, trace->calls[i].started);
        QVERIFY(trace->calls[i].reason == EndReason::breakerOpen);
        QCOMPARE(trace->calls[i].attempts, 0);
    }
    QCOMPARE(trace->calls[34].started, 111'500 * ms);
    QCOMPARE(trace->calls[34].attempts, 3);
    QVERIFY(trace->transitions[1].to == BreakerState::halfOpen);
    QVERIFY(trace->transitions[2].to == BreakerState::open && trace->transitions[2].why == BreakerWhy::probeFailed);
    QCOMPARE(trace->transitions[2].at, (111'500 + 15'300) * ms);
}

void GuardsTest::breakerOrderInSequence()
{
    // Threshold 3, 3 attempts a call, one caller: nine attempts when it stands outside, three when inside.
    const auto attemptsUntilOpen = [](BreakerOrder order) {
        World world = herd(1);
        world.traffic.kind = TrafficKind::closed;
        world.traffic.thinkTime = {DistributionKind::fixed, 10ms, {}};
        Policy &policy = world.callers().policy;
        policy.retry.maxAttempts = 3;
        policy.breaker.kind = BreakerKind::consecutive;
        policy.breaker.size = 3;
        policy.breaker.order = order;
        world.faults = {fault(FaultKind::status)};
        return simulate(world)->counters.attempts; // it stays open for 30 s, the run ends after 10
    };
    QCOMPARE(attemptsUntilOpen(BreakerOrder::outside), std::uint64_t{9});
    QCOMPARE(attemptsUntilOpen(BreakerOrder::inside), std::uint64_t{3});
}

void GuardsTest::breakerProbesAndCloses()
{
    World world = evenly();
    Policy &policy = world.callers().policy;
    policy.breaker.kind = BreakerKind::consecutive;
    policy.breaker.size = 2;
    policy.breaker.openTime = 250ms;
    policy.breaker.successes = 2;
    world.faults = {fault(FaultKind::status, 0ns, at(350ms))};
    const auto trace = simulate(world);
    // Fails at 0 and 100 (opens until 350), refuses 200 and 300, probes at 400 and 500 and closes at 510.
    QCOMPARE(trace->transitions.size(), std::size_t{3});
    QCOMPARE(trace->transitions[0].at, 100 * ms);
    QCOMPARE(trace->transitions[1].at, 400 * ms);
    QCOMPARE(trace->transitions[2].at, 510 * ms);
    QVERIFY(trace->transitions[2].to == BreakerState::closed);
    QCOMPARE(trace->counters.breakerRefused, std::uint64_t{2});
    QCOMPARE(trace->counters.attempts, std::uint64_t{8});
    QCOMPARE(trace->attempts.size(), std::size_t{10}); // refusals are drawn, but not counted
    QCOMPARE(endings(*trace, EndReason::breakerOpen), std::uint64_t{2});
    for (const std::size_t i : {0U, 1U})
        QVERIFY(trace->attempts[i].outcome == OutcomeKind::unavailable);
}

void GuardsTest::sharedBreaker()
{
    // Ten callers fail together: apart, each needs three failures of its own; together they need three in all.
    const auto attempts = [](BreakerScope scope) {
        World world = herd(10);
        Policy &policy = world.callers().policy;
        policy.retry.maxAttempts = 4;
        policy.breaker.kind = BreakerKind::consecutive;
        policy.breaker.size = 3;
        policy.breaker.order = BreakerOrder::inside;
        policy.breaker.scope = scope;
        world.faults = {fault(FaultKind::status)};
        return simulate(world)->counters.attempts;
    };
    QCOMPARE(attempts(BreakerScope::caller), std::uint64_t{30});
    QCOMPARE(attempts(BreakerScope::shared), std::uint64_t{3});
}

void GuardsTest::onlyRetriesAreGated()
{
    World world = persistent();
    BreakerOptions &breaker = world.callers().policy.breaker;
    breaker.kind = BreakerKind::consecutive;
    breaker.order = BreakerOrder::inside;
    breaker.scope = BreakerScope::shared;
    breaker.size = 5;
    breaker.openTime = 1h;
    breaker.gates = BreakerGates::retries;
    const auto trace = simulate(world); // four attempts of the first call and one of the second open it
    QCOMPARE(trace->counters.retries, std::uint64_t{3});
    QCOMPARE(trace->counters.attempts, trace->counters.requests + 3);
}

void GuardsTest::gatingRetriesIsInsideWhereverItStands()
{
    World world = persistent();
    world.faults[0].share = 0.5;
    BreakerOptions &breaker = world.callers().policy.breaker;
    breaker.kind = BreakerKind::consecutive;
    breaker.scope = BreakerScope::shared;
    breaker.size = 3;
    breaker.openTime = 200ms;
    breaker.gates = BreakerGates::retries;
    breaker.order = BreakerOrder::outside;
    const auto outside = simulate(world);
    const auto closings = std::count_if(outside->transitions.begin(), outside->transitions.end(),
                                        [](const BreakerTransition &t) { return t.to == BreakerState::closed; });
    QVERIFY(closings >= 3); // it is asked again, and closes
    breaker.order = BreakerOrder::inside;
    const auto inside = simulate(world);
    QVERIFY(outside->transitions == inside->transitions && outside->attempts == inside->attempts);
}

void GuardsTest::probesThatNeverEnd()
{
    World world = persistent();
    world.faults = {fault(FaultKind::status, 0ns, Time(1s))};
    world.service().slots = 0; // afterwards everything waits for ever
    world.service().queue.limit = unlimitedCount;
    world.callers().policy.timeout = unlimited;
    BreakerOptions &breaker = world.callers().policy.breaker;
    breaker.kind = BreakerKind::consecutive;
    breaker.scope = BreakerScope::shared;
    breaker.openTime = 2s;
    breaker.halfOpenMaxWait = 3s;
    const auto trace = simulate(world);
    // Ten calls at 10 ms each, four attempts of a millisecond's wait: the tenth opens it.
    QVERIFY(trace->transitions.size() >= 4);
    QVERIFY(trace->transitions[1].to == BreakerState::halfOpen);
    QVERIFY(trace->transitions[2].why == BreakerWhy::halfOpenTooLong && trace->transitions[2].to == BreakerState::open);
    QCOMPARE(trace->transitions[2].at - trace->transitions[1].at, Duration(3s).count());
    QVERIFY(trace->transitions[3].at - trace->transitions[2].at >= Duration(2s).count());
}

void GuardsTest::openTimeGrows()
{
    World world = persistent();
    world.duration = 400s;
    world.traffic.rate = 10;
    BreakerOptions &breaker = world.callers().policy.breaker;
    breaker.kind = BreakerKind::consecutive;
    breaker.scope = BreakerScope::shared;
    breaker.openTime = 30s;
    breaker.openMultiplier = 2;
    breaker.openCap = 120s;
    const auto trace = simulate(world);
    std::vector<std::int64_t> seconds;
    for (std::size_t i = 1; i < trace->transitions.size(); ++i) {
        if (trace->transitions[i].to == BreakerState::halfOpen)
            seconds.push_back((trace->transitions[i].at - trace->transitions[i - 1].at) / Duration(1s).count());
    }
    QCOMPARE(seconds, (std::vector<std::int64_t>{30, 60, 120, 120}));
}

QTEST_APPLESS_MAIN(GuardsTest)
#include "tst_guards.moc"
