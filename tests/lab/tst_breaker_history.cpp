// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/breaker_history.h"
#include "core/lab/trace_index.h"
#include "core/sim/simulate.h"
#include "tests/sim/worlds.h"

#include <QTest>

#include <algorithm>
#include <numeric>

using namespace retrylab;
using namespace std::chrono_literals;

namespace {

/// Open traffic on a service that answers 503 between 1 s and 3 s of six.
World outage(BreakerKind kind, BreakerOrder order, BreakerScope scope)
{
    World world;
    world.seed = 11;
    world.duration = 6s;
    world.traffic.kind = TrafficKind::open;
    world.traffic.rate = 120;
    world.traffic.callers = 6;
    world.service().slots = 10;
    world.service().serviceTime = {DistributionKind::exponential, 20ms, {}};
    world.service().linkDelay = 1ms;
    Fault fault;
    fault.kind = FaultKind::status;
    fault.from = Time(1s);
    fault.to = Time(3s);
    fault.share = 0.9;
    world.faults.push_back(fault);
    Policy &policy = world.callers().policy;
    policy.timeout = 200ms;
    policy.retry.maxAttempts = 3;
    policy.retry.backoff.base = 50ms;
    policy.breaker.kind = kind;
    policy.breaker.order = order;
    policy.breaker.scope = scope;
    policy.breaker.size = kind == BreakerKind::consecutive ? 3 : 10;
    policy.breaker.window = 1s;
    policy.breaker.minimumCalls = 5;
    policy.breaker.openTime = 300ms;
    policy.breaker.probes = 2;
    policy.breaker.successes = 2;
    return world;
}

/// Everything in whole milliseconds: replies, timeouts, arrivals and retries fall on the same moments all the time.
World manyTies(TrafficKind traffic, BreakerOrder order, Duration linkDelay, Duration base)
{
    World world = outage(BreakerKind::countWindow, order, BreakerScope::shared);
    world.traffic.kind = traffic;
    world.traffic.arrivals = Arrivals::even;
    world.traffic.rate = 500;
    world.traffic.clients = 40;
    world.traffic.thinkTime = {DistributionKind::fixed, 10ms, {}};
    world.service().slots = 4;
    world.service().queue.limit = 6;
    world.service().serviceTime = {DistributionKind::fixed, 10ms, {}};
    world.service().linkDelay = linkDelay;
    world.faults[0].share = 0.5;
    Policy &policy = world.callers().policy;
    policy.timeout = 20ms;
    policy.deadline = 50ms;
    policy.retry.backoff.kind = base == 0ms ? BackoffKind::none : BackoffKind::fixed;
    policy.retry.backoff.base = base;
    policy.retry.jitter.kind = Jitter::none;
    policy.breaker.failureRatio = 0.7;
    return world;
}

std::vector<BreakerTransition> ofBreaker(const Trace &trace, std::uint32_t breaker)
{
    std::vector<BreakerTransition> own;
    std::copy_if(trace.transitions.begin(), trace.transitions.end(), std::back_inserter(own),
                 [&](const BreakerTransition &t) { return t.breaker == breaker; });
    return own;
}

} // namespace

class TestBreakerHistory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void replayGivesTheTransitionsOfTheRun_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("order");
        QTest::addColumn<int>("scope");
        for (int kind = 1; kind <= 3; ++kind)
            for (int order = 0; order <= 1; ++order)
                for (int scope = 0; scope <= 1; ++scope)
                    QTest::addRow("kind %d order %d scope %d", kind, order, scope) << kind << order << scope;
    }
    void replayGivesTheTransitionsOfTheRun()
    {
        QFETCH(int, kind);
        QFETCH(int, order);
        QFETCH(int, scope);
        for (std::uint64_t seed = 1; seed <= 10; ++seed) {
            World world = outage(BreakerKind(kind), BreakerOrder(order), BreakerScope(scope));
            world.seed = seed;
            const auto trace = simulate(world);
            QVERIFY(trace->transitions.size() >= 4);
            const std::uint32_t breakers = scope == int(BreakerScope::shared) ? 1 : world.traffic.callers;
            const TraceIndex index(*trace);
            for (std::uint32_t b = 0; b < breakers; ++b) {
                QVERIFY(BreakerHistory(*trace, b).transitions() == ofBreaker(*trace, b));
                if (scope == int(BreakerScope::caller))
                    QVERIFY(BreakerHistory(*trace, b, index.callsOf(b)).transitions() == ofBreaker(*trace, b));
            }
        }
    }

    /// Rules that only some libraries have, budgets and deadlines of every kind among them.
    void replayFollowsEveryRule()
    {
        int moved = 0;
        for (std::uint64_t seed = 1; seed <= 600; ++seed) {
            worlds::Dice dice(seed);
            World world = outage(BreakerKind::countWindow,
                                 dice.chance(50) ? BreakerOrder::inside : BreakerOrder::outside,
                                 dice.chance(50) ? BreakerScope::shared : BreakerScope::caller);
            world.seed = seed;
            world.duration = 6s;
            worlds::rarePolicy(dice, world.callers().policy);
            const auto trace = simulate(world);
            moved += trace->transitions.empty() ? 0 : 1;
            const bool shared = world.callers().policy.breaker.scope == BreakerScope::shared;
            for (std::uint32_t b = 0; b < (shared ? 1 : world.traffic.callers); ++b)
                QVERIFY2(BreakerHistory(*trace, b).transitions() == ofBreaker(*trace, b),
                         qPrintable(QStringLiteral("seed %1, breaker %2").arg(seed).arg(b)));
        }
        QVERIFY(moved > 200);
    }

    /// Calls that wait for their turn: some end, or are cut off, before they have sent anything.
    void replayFollowsPacedCalls()
    {
        int moved = 0;
        int unsent = 0;
        for (std::uint64_t seed = 1; seed <= 300; ++seed) {
            worlds::Dice dice(seed);
            World world = outage(BreakerKind::countWindow, BreakerOrder::outside, BreakerScope::shared);
            world.seed = seed;
            world.faults[0].status = dice.chance(50) ? 429 : 409;
            world.faults[0].share = 0.5;
            Policy &policy = world.callers().policy;
            worlds::rarePolicy(dice, policy);
            policy.breaker.scope = dice.chance(50) ? BreakerScope::shared : BreakerScope::caller;
            policy.budget.kind = BudgetKind::tokenBucket;
            policy.budget.sendRate = SendRate::adaptive;
            policy.budget.capacity = policy.budget.initial = 500;
            policy.deadline = dice.chance(70) ? 1s : unlimited;
            Fault throttling = world.faults[0];
            throttling.name = "throttling";
            throttling.status = 429;
            throttling.share = 0.2;
            world.faults.push_back(throttling);
            const auto trace = simulate(world);
            moved += trace->transitions.empty() ? 0 : 1;
            for (const CallRecord &call : trace->calls)
                unsent += call.attempts == 0 && call.reason != EndReason::breakerOpen ? 1 : 0;
            const bool shared = policy.breaker.scope == BreakerScope::shared;
            for (std::uint32_t b = 0; b < (shared ? 1 : world.traffic.callers); ++b)
                QVERIFY2(BreakerHistory(*trace, b).transitions() == ofBreaker(*trace, b),
                         qPrintable(QStringLiteral("seed %1, breaker %2").arg(seed).arg(b)));
        }
        QVERIFY2(moved > 50 && unsent > 1000, qPrintable(QStringLiteral("%1 %2").arg(moved).arg(unsent)));
    }

    /// Calls with several attempts under way, of which the breaker hears one by one or only the last word.
    void replayFollowsHedgedCalls()
    {
        int moved = 0;
        int hedged = 0;
        for (std::uint64_t seed = 1; seed <= 300; ++seed) {
            worlds::Dice dice(seed);
            World world = outage(BreakerKind::countWindow, BreakerOrder::inside, BreakerScope::shared);
            world.seed = seed;
            world.faults[0].share = 0.7;
            world.service().slots = 3;
            Policy &policy = world.callers().policy;
            if (dice.chance(50))
                worlds::rareBreaker(dice, policy.breaker);
            policy.breaker.scope = dice.chance(50) ? BreakerScope::shared : BreakerScope::caller;
            policy.breaker.order = dice.chance(50) ? BreakerOrder::inside : BreakerOrder::outside;
            policy.retry.maxAttempts = 2 + dice.below(5);
            worlds::randomHedge(dice, policy.hedge);
            policy.hedge.kind = HedgeKind::delay;
            const auto trace = simulate(world);
            moved += trace->transitions.empty() ? 0 : 1;
            hedged += trace->counters.hedges > 20 ? 1 : 0;
            const bool shared = policy.breaker.scope == BreakerScope::shared;
            for (std::uint32_t b = 0; b < (shared ? 1 : world.traffic.callers); ++b)
                QVERIFY2(BreakerHistory(*trace, b).transitions() == ofBreaker(*trace, b),
                         qPrintable(QStringLiteral("seed %1, breaker %2").arg(seed).arg(b)));
        }
        QVERIFY2(moved > 100 && hedged > 100, qPrintable(QStringLiteral("%1 %2").arg(moved).arg(hedged)));
    }

    void tiesKeepTheOrderOfTheRun_data()
    {
        QTest::addColumn<int>("traffic");
        QTest::addColumn<int>("order");
        QTest::addColumn<int>("delay");
        QTest::addColumn<int>("base");
        for (int traffic = 0; traffic <= 2; ++traffic)
            for (int order = 0; order <= 1; ++order)
                for (const int delay : {0, 1, 2})
                    for (const int base : {0, 8, 10, 20})
                        QTest::addRow("traffic %d order %d delay %d base %d", traffic, order, delay, base)
                            << traffic << order << delay << base;
    }
    void tiesKeepTheOrderOfTheRun()
    {
        QFETCH(int, traffic);
        QFETCH(int, order);
        QFETCH(int, delay);
        QFETCH(int, base);
        World world = manyTies(TrafficKind(traffic), BreakerOrder(order), Duration(1ms) * delay, Duration(1ms) * base);
        if (world.traffic.kind == TrafficKind::herd)
            world.traffic.at = Time(1s);
        for (const FaultKind kind : {FaultKind::status, FaultKind::restart}) {
            world.faults[0].kind = kind;
            const auto trace = simulate(world);
            QVERIFY(!trace->transitions.empty());
            const BreakerHistory history(*trace, 0);
            QCOMPARE(history.transitions().size(), trace->transitions.size());
            QVERIFY(history.transitions() == trace->transitions);
            QCOMPARE(history.refusedUntil(notYet), static_cast<std::uint32_t>(trace->counters.breakerRefused));
        }
    }

    /// One call a second, all failing from 2.5 s on; opens when half of at least four outcomes are bad.
    void windowHoldsWhatTheBreakerCounted()
    {
        World world;
        world.duration = 10s;
        world.traffic = {};
        world.traffic.arrivals = Arrivals::even;
        world.traffic.rate = 1;
        world.service().serviceTime = {DistributionKind::fixed, 10ms, {}};
        Fault fault;
        fault.from = Time(2500ms);
        world.faults.push_back(fault);
        Policy &policy = world.callers().policy;
        policy.retry.maxAttempts = 1;
        policy.breaker.kind = BreakerKind::countWindow;
        policy.breaker.size = 10;
        policy.breaker.minimumCalls = 4;
        policy.breaker.failureRatio = 0.5;
        policy.breaker.openTime = 1500ms;
        const auto trace = simulate(world);
        const BreakerHistory history(*trace, 0);
        QVERIFY(!history.transitions().empty());
        const std::int64_t opened = history.transitions()[0].at;

        const BreakerPicture before = history.at(opened - 1);
        QCOMPARE(before.state, BreakerState::closed);
        QCOMPARE(before.probesFrom, notYet);
        QVERIFY(!before.last);

        const BreakerPicture open = history.at(opened);
        QCOMPARE(open.state, BreakerState::open);
        QCOMPARE(open.outcomes, before.outcomes + 1);
        QCOMPARE(open.failures, before.failures + 1);
        QVERIFY(open.failures * 2 >= open.outcomes);
        QVERIFY(before.failures * 2 < before.outcomes || before.outcomes < 4);
        QCOMPARE(open.probesFrom, opened + 1'500'000'000);
        QCOMPARE(open.window.size(), std::size_t(open.outcomes));
        QCOMPARE(open.window.back().at, opened);
        QVERIFY(open.window.back().failed);
        QVERIFY(!open.window.front().failed);
        for (const BreakerOutcome &outcome : open.window) {
            QCOMPARE(outcome.at, trace->calls[outcome.call].ended);
            QCOMPARE(outcome.failed, trace->calls[outcome.call].reason != EndReason::succeeded);
        }
    }

    /// At every report the window must show the counts that the breaker itself holds; a second breaker, fed by hand,
    /// says which.
    void countsAgreeWithABreaker_data()
    {
        QTest::addColumn<int>("kind");
        for (int kind = 1; kind <= 3; ++kind)
            QTest::addRow("kind %d", kind) << kind;
    }
    void countsAgreeWithABreaker()
    {
        QFETCH(int, kind);
        World world = outage(BreakerKind(kind), BreakerOrder::inside, BreakerScope::shared);
        world.callers().policy.breaker.failureRatio = 1.0; // 90 % fail: it fills the window and seldom opens
        world.callers().policy.breaker.size = kind == int(BreakerKind::consecutive) ? 1000 : 10;
        const auto trace = simulate(world);
        const BreakerHistory history(*trace, 0);
        const std::int64_t until = history.transitions().empty() ? notYet : history.transitions()[0].at;

        std::vector<std::uint32_t> ended;
        for (std::uint32_t a = 0; a < trace->attempts.size(); ++a) {
            if (trace->attempts[a].ended < until && !trace->attempts[a].refusedByBreaker)
                ended.push_back(a);
        }
        std::sort(ended.begin(), ended.end(),
                  [&](auto a, auto b) { return trace->attempts[a].ended < trace->attempts[b].ended; });
        QVERIFY(ended.size() > 100);
        Breaker breaker(world.callers().policy.breaker);
        for (const std::uint32_t a : ended) {
            const AttemptRecord &attempt = trace->attempts[a];
            breaker.record({true, 0}, isServiceFailure(attempt.outcome), Time(Duration(attempt.ended)));
            const BreakerPicture picture = history.at(attempt.ended);
            QCOMPARE(picture.failures, breaker.failures());
            QCOMPARE(picture.outcomes, breaker.outcomes());
        }
    }

    void probesAreCounted()
    {
        World world = outage(BreakerKind::consecutive, BreakerOrder::inside, BreakerScope::shared);
        world.callers().policy.breaker.successes = 3;
        const auto trace = simulate(world);
        const BreakerHistory history(*trace, 0);
        bool sawProbe = false;
        std::uint32_t most = 0;
        for (const BreakerTransition &change : history.transitions()) {
            if (change.to != BreakerState::halfOpen)
                continue;
            QCOMPARE(history.at(change.at).probesInFlight, 1U); // the ask that moved it is its first probe
            sawProbe = true;
        }
        for (const AttemptRecord &attempt : trace->attempts) {
            const BreakerPicture picture = history.at(attempt.sent);
            QVERIFY(picture.probesInFlight <= 2);
            QVERIFY(picture.probesSucceeded < 3);
            most = std::max(most, picture.probesSucceeded);
        }
        QVERIFY(sawProbe);
        QCOMPARE(most, 2U);
    }

    void theVerdictIsTheFirstInTheNewWindow()
    {
        World world = outage(BreakerKind::countWindow, BreakerOrder::inside, BreakerScope::shared);
        world.callers().policy.breaker.countVerdict = true;
        const auto trace = simulate(world);
        const BreakerHistory history(*trace, 0);
        int closed = 0;
        for (const BreakerTransition &change : history.transitions()) {
            if (change.to != BreakerState::closed)
                continue;
            const BreakerPicture picture = history.at(change.at);
            QVERIFY(picture.outcomes >= 1);
            QCOMPARE(picture.window.front().at, change.at);
            QVERIFY(!picture.window.front().failed);
            ++closed;
        }
        QVERIFY(closed > 0);
    }

    void nothingWithoutABreakerOrARecord()
    {
        World world = outage(BreakerKind::none, BreakerOrder::inside, BreakerScope::shared);
        const BreakerHistory none(*simulate(world), 0);
        QVERIFY(none.transitions().empty());
        QCOMPARE(none.at(world.duration.count()).outcomes, 0U);
        const BreakerHistory counted(
            *simulate(outage(BreakerKind::consecutive, BreakerOrder::inside, BreakerScope::shared),
                      Recording::countersOnly),
            0);
        QVERIFY(counted.transitions().empty());
        QCOMPARE(counted.at(0).state, BreakerState::closed);
    }
};

QTEST_GUILESS_MAIN(TestBreakerHistory)
#include "tst_breaker_history.moc"
