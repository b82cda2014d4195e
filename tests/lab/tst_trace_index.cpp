// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/trace_index.h"

#include <QTest>

#include <random>

using namespace retrylab;
using Phase = CallState::Phase;

namespace {

/// A hand-made trace: three callers, four calls.
/// Call 0 (caller 0): attempt [10, 20), wait, attempt [35, 50) ok.             started 10, ended 50
/// Call 1 (caller 1): attempt [12, 18), wait, refused by the breaker at 30.     started 12, ended 30, failed
/// Call 2 (caller 2): attempt [40, …), still running when the run ends.         started 40
/// Call 3 (caller 1): refused by an outside breaker at once, nothing was sent.  started 60, ended 60, failed
Trace smallTrace()
{
    Trace trace;
    trace.world.duration = Duration(100);
    trace.world.traffic.kind = TrafficKind::herd;
    trace.world.traffic.clients = 3;
    trace.world.callers().policy.breaker.kind = BreakerKind::consecutive;
    trace.calls = {{10, 50, 0, 0, 2, EndReason::succeeded},
                   {12, 30, 1, 2, 1, EndReason::breakerOpen},
                   {40, notYet, 2, 4, 1, EndReason::succeeded},
                   {60, 60, 1, 5, 0, EndReason::breakerOpen}};
    trace.attempts = {{10, 20, 0, 1, OutcomeKind::unavailable, false},
                      {12, 18, 1, 1, OutcomeKind::unavailable, false},
                      {30, 30, 1, 2, OutcomeKind::refused, true},
                      {35, 50, 0, 2, OutcomeKind::ok, false},
                      {40, notYet, 2, 1, OutcomeKind::ok, false}};
    trace.attemptsByCall = {0, 3, 1, 2, 4};
    trace.services = {{11, 19, 0, 0}, {36, 49, 3, 0}, {41, notYet, 4, 1}};
    trace.transitions = {{18, 1, BreakerState::closed, BreakerState::open, BreakerWhy::threshold},
                         {25, 2, BreakerState::closed, BreakerState::open, BreakerWhy::threshold},
                         {70, 1, BreakerState::open, BreakerState::halfOpen, BreakerWhy::openTimeOver},
                         {80, 1, BreakerState::halfOpen, BreakerState::closed, BreakerWhy::probesSucceeded}};
    trace.binWidth = 40; // the last bin is 20 long
    trace.bins.resize(3);
    trace.bins[0].queueTime = 0;
    trace.bins[1].queueTime = 100; // mean 2.5
    trace.bins[2].queueTime = 100; // mean 5 over 20
    return trace;
}

void compareState(const CallState &state, Phase phase, std::uint32_t attempt, std::int64_t since, std::int64_t until)
{
    QCOMPARE(static_cast<int>(state.phase), static_cast<int>(phase));
    QCOMPARE(state.attempt, attempt);
    QCOMPARE(state.since, since);
    QCOMPARE(state.until, until);
}

} // namespace

class TestTraceIndex : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void callGoesThroughItsPhases()
    {
        const Trace trace = smallTrace();
        const TraceIndex index(trace);
        compareState(index.callAt(0, 9), Phase::notStarted, noAttempt, 0, 10);
        compareState(index.callAt(0, 10), Phase::calling, 0, 10, 20);
        compareState(index.callAt(0, 19), Phase::calling, 0, 10, 20);
        compareState(index.callAt(0, 20), Phase::waiting, 0, 20, 35);
        compareState(index.callAt(0, 34), Phase::waiting, 0, 20, 35);
        compareState(index.callAt(0, 35), Phase::calling, 3, 35, 50);
        compareState(index.callAt(0, 50), Phase::succeeded, 3, 50, notYet);
        compareState(index.callAt(0, 100), Phase::succeeded, 3, 50, notYet);
    }

    /// A call waits only when nothing of it is under way.
    void aCallWithAHedgeWaitsForBoth()
    {
        Trace trace;
        trace.calls = {{0, 320, 0, 0, 3, EndReason::succeeded, false}};
        trace.attempts = {{0, 120, 0, 1, OutcomeKind::unavailable, false, false, false},
                          {50, 200, 0, 2, OutcomeKind::unavailable, false, true, false},
                          {300, 320, 0, 3, OutcomeKind::ok, false, false, false}};
        trace.attemptsByCall = {0, 1, 2};
        const TraceIndex index(trace);
        compareState(index.callAt(0, 40), Phase::calling, 0, 0, 120);
        compareState(index.callAt(0, 60), Phase::calling, 1, 50, 200);
        compareState(index.callAt(0, 150), Phase::calling, 1, 50, 200);
        compareState(index.callAt(0, 250), Phase::waiting, 1, 200, 300);
        compareState(index.callAt(0, 310), Phase::calling, 2, 300, 320);
        compareState(index.callAt(0, 320), Phase::succeeded, 2, 320, notYet);
    }

    /// The overtaken attempt may be the one that is left.
    void aCallWhoseHedgeFailedIsStillCalling()
    {
        Trace trace;
        trace.calls = {{0, 300, 0, 0, 2, EndReason::succeeded, false}};
        trace.attempts = {{0, 300, 0, 1, OutcomeKind::ok, false, false, false},
                          {50, 80, 0, 2, OutcomeKind::unavailable, false, true, false}};
        trace.attemptsByCall = {0, 1};
        compareState(TraceIndex(trace).callAt(0, 100), Phase::calling, 0, 0, 300);
    }

    void refusedAttemptEndsTheCall()
    {
        const Trace trace = smallTrace();
        const TraceIndex index(trace);
        compareState(index.callAt(1, 29), Phase::waiting, 1, 18, 30);
        compareState(index.callAt(1, 30), Phase::failed, 2, 30, notYet);
    }

    void callThatSentNothing()
    {
        const Trace trace = smallTrace();
        const TraceIndex index(trace);
        compareState(index.callAt(3, 59), Phase::notStarted, noAttempt, 0, 60);
        compareState(index.callAt(3, 60), Phase::failed, noAttempt, 60, notYet);
    }

    void fallbackThatAnswers()
    {
        Trace trace = smallTrace();
        trace.calls[1].degraded = trace.calls[3].degraded = true;
        const TraceIndex index(trace);
        compareState(index.callAt(1, 29), Phase::waiting, 1, 18, 30);
        compareState(index.callAt(1, 30), Phase::degraded, 2, 30, notYet);
        compareState(index.callAt(3, 60), Phase::degraded, noAttempt, 60, notYet);
    }

    void runEndsWhileCallRuns()
    {
        const Trace trace = smallTrace();
        const TraceIndex index(trace);
        compareState(index.callAt(2, 100), Phase::calling, 4, 40, notYet);
        QCOMPARE(index.activeCalls(100), std::vector<std::uint32_t>{2});
        QCOMPARE(index.busySlots(100), std::size_t{1});
    }

    void runEndsWhileCallWaits()
    {
        Trace trace = smallTrace();
        trace.attempts[4].ended = 90;
        trace.attempts[4].outcome = OutcomeKind::unavailable;
        const TraceIndex index(trace);
        compareState(index.callAt(2, 95), Phase::waiting, 4, 90, notYet);
    }

    void findsWhoIsActive()
    {
        const Trace trace = smallTrace();
        const TraceIndex index(trace);
        QCOMPARE(index.activeCalls(5), std::vector<std::uint32_t>{});
        QCOMPARE(index.activeCalls(15), (std::vector<std::uint32_t>{0, 1}));
        QCOMPARE(index.activeCalls(15, 1), std::vector<std::uint32_t>{0});
        QCOMPARE(index.attemptsInFlight(19), std::vector<std::uint32_t>{0});
        QCOMPARE(index.attemptsInFlight(30), std::vector<std::uint32_t>{}); // a refusal is never in flight
        QCOMPARE(index.attemptsInFlight(45), (std::vector<std::uint32_t>{3, 4}));
        QCOMPARE(index.inService(45), (std::vector<std::uint32_t>{1, 2}));
        QCOMPARE(index.inService(45, 0), std::vector<std::uint32_t>{});
    }

    void findsTheLastCallOfACaller()
    {
        const Trace trace = smallTrace();
        const TraceIndex index(trace);
        QCOMPARE(index.lastCallOf(1, 11), std::nullopt);
        QCOMPARE(index.lastCallOf(1, 12), std::optional<std::uint32_t>(1));
        QCOMPARE(index.lastCallOf(1, 59), std::optional<std::uint32_t>(1));
        QCOMPARE(index.lastCallOf(1, 60), std::optional<std::uint32_t>(3));
        QCOMPARE(index.lastCallOf(99, 60), std::nullopt);
        const auto calls = index.callsOf(1);
        QCOMPARE(std::vector<std::uint32_t>(calls.begin(), calls.end()), (std::vector<std::uint32_t>{1, 3}));
        QVERIFY(index.callsOf(99).empty());
    }

    void readsTheQueueFromItsBin()
    {
        const Trace trace = smallTrace();
        const TraceIndex index(trace);
        QCOMPARE(index.queueLength(0), 0U);
        QCOMPARE(index.queueLength(40), 3U); // 2.5, rounded
        QCOMPARE(index.queueLength(100), 5U);
        QCOMPARE(index.queueLength(-1), 0U);
    }

    void readsBreakers()
    {
        const Trace trace = smallTrace();
        const TraceIndex index(trace);
        QCOMPARE(index.breakerCount(), 3U);
        const auto open = index.breakerAt(1, 18);
        QVERIFY(open.state == BreakerState::open);
        QCOMPARE(open.since, std::int64_t{18});
        QCOMPARE(open.until, std::int64_t{70});
        QVERIFY(index.breakerAt(1, 17).state == BreakerState::closed);
        QCOMPARE(index.breakerAt(1, 17).until, std::int64_t{18});
        QVERIFY(index.breakerAt(1, 79).state == BreakerState::halfOpen);
        QVERIFY(index.breakerAt(0, 79).state == BreakerState::closed);
        QCOMPARE(index.breakerAt(0, 79).until, notYet);
        QCOMPARE(index.breakersIn(BreakerState::closed, 0), 3U);
        QCOMPARE(index.breakersIn(BreakerState::open, 25), 2U);
        QCOMPARE(index.breakersIn(BreakerState::halfOpen, 70), 1U);
        QCOMPARE(index.breakersIn(BreakerState::closed, 100), 2U);
    }

    void emptyTraceAnswersQuietly()
    {
        const Trace trace;
        const TraceIndex index(trace);
        QCOMPARE(index.breakerCount(), 0U);
        QCOMPARE(index.activeCalls(0).size(), std::size_t{0});
        QCOMPARE(index.lastCallOf(0, 0), std::nullopt);
        QCOMPARE(index.queueLength(5), 0U);
        QVERIFY(index.breakerAt(0, 5).state == BreakerState::closed);
        QCOMPARE(index.breakersIn(BreakerState::open, 5), 0U);
    }

    /// Against a scan of every interval, with long ones among short ones so that blocks overlap.
    void intervalsAgreeWithAScan()
    {
        std::mt19937 random(4);
        std::vector<std::int64_t> starts, ends;
        std::int64_t t = 0;
        for (int i = 0; i < 1'000; ++i) {
            t += static_cast<std::int64_t>(random() % 4);
            starts.push_back(t);
            const auto draw = random() % 100;
            ends.push_back(draw == 0 ? notYet : draw < 5 ? t + 900 : t + static_cast<std::int64_t>(random() % 20));
        }
        const IntervalIndex index(starts, ends);
        for (std::int64_t moment = -1; moment < t + 1'000; moment += 3) {
            std::vector<std::uint32_t> expected;
            for (std::uint32_t i = 0; i < starts.size(); ++i)
                if (starts[i] <= moment && moment < ends[i])
                    expected.push_back(i);
            QCOMPARE(index.at(moment), expected);
            QCOMPARE(index.countAt(moment), expected.size());
            if (expected.size() > 2)
                QCOMPARE(index.at(moment, 2), (std::vector<std::uint32_t>{expected[0], expected[1]}));
        }
    }
};

QTEST_APPLESS_MAIN(TestTraceIndex)
#include "tst_trace_index.moc"
