// SPDX-License-Identifier: GPL-3.0-or-later
// Small scenarios, computed by hand to the nanosecond: callers, queue, wire, deadlines.
#include "tests/sim/worlds.h"

#include <QTest>

using namespace worlds;

namespace {

constexpr std::int64_t ms = 1'000'000;

/// Sent and ended, in milliseconds; −1 = never.
using Stay = std::pair<double, double>;
double inMs(std::int64_t ns)
{
    return ns == notYet ? -1 : static_cast<double>(ns) / ms;
}

QList<Stay> attemptsOf(const Trace &trace, std::uint32_t call)
{
    QList<Stay> stays;
    for (const std::uint32_t i : trace.attemptsOfCall(call))
        stays += {inMs(trace.attempts[i].sent), inMs(trace.attempts[i].ended)};
    return stays;
}

QList<Stay> services(const Trace &trace)
{
    QList<Stay> stays;
    for (const ServiceRecord &record : trace.services)
        stays += {inMs(record.begun), inMs(record.ended)};
    return stays;
}

/// When each call ended, in ms.
QList<double> ends(const Trace &trace)
{
    QList<double> result;
    for (const CallRecord &call : trace.calls)
        result += inMs(call.ended);
    return result;
}

std::uint64_t outcomes(const Trace &trace, OutcomeKind kind)
{
    return trace.counters.outcomes[static_cast<std::size_t>(kind)];
}

/// Even arrivals at `rate`: one call every 1/rate from 0 on.
World evenly(double rate, Duration service, std::uint32_t slots = 1)
{
    World world = queueing(rate, service, slots, 1s);
    world.traffic.arrivals = Arrivals::even;
    world.service().serviceTime = {DistributionKind::fixed, service, {}};
    world.callers().policy.retry.jitter.kind = Jitter::none;
    return world;
}

} // namespace

class SimulateTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void threeFailuresThenAnAnswer();
    void queueFullRejects();
    void queueFullDrops();
    void queueOfNoPlaces();
    void lastInFirstOut();
    void linkDelay();
    void linkDelayOfRejections();
    void answerAtTheMomentOfTheTimeout();
    void abandonedWorkGoesOn();
    void expiredWorkIsDropped();
    void deadlineInFlight();
    void deadlineBeforeTheWait();
    void waitCutByTheEnd();
    void evenArrivals();
    void closedCycle();
    void warmupIsLeftOut();
    void warmupCutsIntegrals();
    void countersOnlyKeepTheFigures();
    void stopToken();
};

void SimulateTest::threeFailuresThenAnAnswer()
{
    World world = herd();
    world.faults = {fault(FaultKind::status)};
    world.faults[0].count = 3;
    const auto trace = simulate(world);
    // Fails at 0, 100 and 300 ms; the fourth attempt is sent at 700 ms and answered after 10 ms of work.
    QCOMPARE(attemptsOf(*trace, 0), (QList<Stay>{{0, 0}, {100, 100}, {300, 300}, {700, 710}}));
    QCOMPARE(services(*trace), (QList<Stay>{{700, 710}}));
    QCOMPARE(trace->calls[0].attempts, 4);
    QVERIFY(trace->calls[0].reason == EndReason::succeeded);
    QCOMPARE(trace->counters.backoffTotal, 700 * ms);
    QCOMPARE(trace->counters.attempts, std::uint64_t{4});
    QCOMPARE(outcomes(*trace, OutcomeKind::unavailable), std::uint64_t{3});
    QCOMPARE(trace->latencies, std::vector<std::int64_t>{710 * ms});
    QCOMPARE(trace->node.faulted, std::uint64_t{3});
    QCOMPARE(trace->node.arrivals, std::uint64_t{4});
    QVERIFY((trace->counters.attemptPeak == Peak{1, 1}));
}

void SimulateTest::queueFullRejects()
{
    // Five at once, one slot, two places: two are turned away at once.
    World world = herd(5);
    world.callers().policy.retry.maxAttempts = 1;
    world.service().slots = 1;
    world.service().queue.limit = 2;
    const auto trace = simulate(world);
    QCOMPARE(ends(*trace), (QList<double>{10, 20, 30, 0, 0}));
    QCOMPARE(trace->node.rejected, std::uint64_t{2});
    QCOMPARE(trace->node.queueMax, 2U);
    QCOMPARE(trace->node.busyMax, 1U);
    QCOMPARE(trace->node.queueTime, (2 + 1) * 10 * ms);
    QCOMPARE(trace->node.busyTime, 30 * ms);
    QCOMPARE(trace->node.waitTime, (0 + 10 + 20) * ms);
    QCOMPARE(trace->node.waits, std::uint64_t{3});
    QCOMPARE(outcomes(*trace, OutcomeKind::unavailable), std::uint64_t{2});
    QVERIFY((trace->counters.attemptPeak == Peak{5, 5}));
}

void SimulateTest::queueFullDrops()
{
    World world = herd(5);
    world.callers().policy.retry.maxAttempts = 1;
    world.service().slots = 1;
    world.service().queue = {2, QueueOrder::fifo, WhenFull::drop};
    const auto trace = simulate(world);
    QCOMPARE(ends(*trace), (QList<double>{10, 20, 30, 1000, 1000})); // nobody tells them
    QCOMPARE(trace->node.rejected, std::uint64_t{2});
    QCOMPARE(outcomes(*trace, OutcomeKind::timeout), std::uint64_t{2});

    world.callers().policy.timeout = unlimited;
    const auto waiting = simulate(world);
    QCOMPARE(ends(*waiting), (QList<double>{10, 20, 30, -1, -1}));
    QCOMPARE(waiting->counters.unfinished, std::uint64_t{2});
}

void SimulateTest::queueOfNoPlaces()
{
    World world = herd(3);
    world.callers().policy.retry.maxAttempts = 1;
    world.service().slots = 2;
    world.service().queue.limit = 0;
    QCOMPARE(ends(*simulate(world)), (QList<double>{10, 10, 0}));
    world.service().slots = 0;
    QCOMPARE(ends(*simulate(world)), (QList<double>{0, 0, 0}));
}

void SimulateTest::lastInFirstOut()
{
    World world = evenly(1000, 10ms);
    world.duration = 100ms;
    world.service().queue.limit = 3;
    world.service().queue.order = QueueOrder::lifo;
    const auto trace = simulate(world);
    // 0 is served at once, 1, 2 and 3 wait, 4 to 9 are rejected; at 10 ms the latest goes first and call 10 finds room.
    QCOMPARE(ends(*trace).mid(0, 5), (QList<double>{10, -1, -1, 20, 4}));
    // At 20 ms: 1, 2 and 10 waited (10 arrived in the very nanosecond the slot came free: it queues after).
    QCOMPARE(ends(*trace)[10], 30.0);
}

void SimulateTest::linkDelay()
{
    World world = herd(2);
    world.service().slots = 1;
    world.service().linkDelay = 3ms;
    const auto trace = simulate(world);
    QCOMPARE(services(*trace), (QList<Stay>{{3, 13}, {13, 23}}));
    QCOMPARE(ends(*trace), (QList<double>{16, 26}));
    QCOMPARE(trace->node.waitTime, 10 * ms);
    QCOMPARE(trace->node.sojournTime, 30 * ms);
}

void SimulateTest::linkDelayOfRejections()
{
    World world = herd(2);
    world.callers().policy.retry.maxAttempts = 2;
    world.service().slots = 1;
    world.service().queue.limit = 0;
    world.service().linkDelay = 3ms;
    const auto trace = simulate(world);
    QCOMPARE(attemptsOf(*trace, 0), (QList<Stay>{{0, 16}}));
    QCOMPARE(attemptsOf(*trace, 1), (QList<Stay>{{0, 6}, {106, 122}}));
}

void SimulateTest::answerAtTheMomentOfTheTimeout()
{
    World world = herd();
    world.callers().policy.timeout = 10ms;
    QVERIFY(simulate(world)->calls[0].reason == EndReason::succeeded);
    world.service().linkDelay = 1ms;
    world.callers().policy.timeout = 12ms;
    QVERIFY(simulate(world)->calls[0].reason == EndReason::succeeded);
    world.callers().policy.timeout = 12ms - 1ns;
    world.callers().policy.retry.maxAttempts = 1;
    QVERIFY(simulate(world)->calls[0].reason == EndReason::attemptsExhausted);
    // The same with the deadline, whose events live in another queue.
    world.callers().policy.timeout = unlimited;
    world.callers().policy.deadline = 12ms;
    QVERIFY(simulate(world)->calls[0].reason == EndReason::succeeded);
    world.callers().policy.deadline = 12ms - 1ns;
    QVERIFY(simulate(world)->calls[0].reason == EndReason::deadlineExceeded);
}

void SimulateTest::abandonedWorkGoesOn()
{
    World world = herd();
    world.callers().policy.timeout = 4ms;
    world.callers().policy.retry.maxAttempts = 2;
    world.callers().policy.retry.backoff.base = 1ms;
    world.service().slots = 1;
    const auto trace = simulate(world);
    // The second attempt waits behind the first, which nobody waits for any more.
    QCOMPARE(attemptsOf(*trace, 0), (QList<Stay>{{0, 4}, {5, 9}}));
    QCOMPARE(services(*trace), (QList<Stay>{{0, 10}, {10, 20}}));
    QCOMPARE(trace->node.wasted, std::uint64_t{2});
    QCOMPARE(trace->node.wastedTime, 20 * ms);
    QCOMPARE(trace->node.completed, std::uint64_t{2});
}

void SimulateTest::expiredWorkIsDropped()
{
    World world = herd(3);
    world.callers().policy.timeout = 15ms;
    world.callers().policy.retry.maxAttempts = 1;
    world.service().slots = 1;
    world.service().dropExpired = true;
    const auto trace = simulate(world);
    // The second is worked on until 20 ms though its caller leaves at 15; the third is dropped at 20.
    QCOMPARE(services(*trace), (QList<Stay>{{0, 10}, {10, 20}}));
    QCOMPARE(ends(*trace), (QList<double>{10, 15, 15}));
    QCOMPARE(trace->node.expired, std::uint64_t{1});
    QCOMPARE(trace->node.wasted, std::uint64_t{1});
    QCOMPARE(trace->node.sojournTime, (10 + 20 + 20) * ms);
}

void SimulateTest::deadlineInFlight()
{
    World world = herd();
    world.callers().policy.deadline = 105ms;
    world.faults = {fault(FaultKind::status)};
    world.faults[0].count = 1;
    const auto trace = simulate(world);
    QCOMPARE(attemptsOf(*trace, 0), (QList<Stay>{{0, 0}, {100, 105}}));
    QVERIFY(trace->calls[0].reason == EndReason::deadlineExceeded);
    QCOMPARE(outcomes(*trace, OutcomeKind::timeout), std::uint64_t{1});
    QCOMPARE(trace->node.wasted, std::uint64_t{1});
}

void SimulateTest::deadlineBeforeTheWait()
{
    World world = herd();
    world.callers().policy.deadline = 300ms;
    world.faults = {fault(FaultKind::status)};
    const auto trace = simulate(world);
    // The wait from 100 to 300 ms would end at the deadline: given up at 100.
    QCOMPARE(attemptsOf(*trace, 0), (QList<Stay>{{0, 0}, {100, 100}}));
    QCOMPARE(ends(*trace), (QList<double>{100}));
    QVERIFY(trace->calls[0].reason == EndReason::deadlineExceeded);
    QCOMPARE(trace->counters.backoffTotal, 100 * ms);
}

void SimulateTest::waitCutByTheEnd()
{
    World world = herd();
    world.duration = 250ms;
    world.faults = {fault(FaultKind::status)};
    const auto trace = simulate(world);
    QCOMPARE(trace->counters.backoffTotal, 250 * ms); // 100 whole, 150 of 200
    QCOMPARE(trace->counters.unfinished, std::uint64_t{1});
    // What would happen at the very end does not.
    world.duration = 100ms;
    QCOMPARE(simulate(world)->counters.attempts, std::uint64_t{1});
    world.duration = 100ms + 1ns;
    QCOMPARE(simulate(world)->counters.attempts, std::uint64_t{2});
}

void SimulateTest::evenArrivals()
{
    World world = evenly(3, 10ms);
    world.traffic.callers = 2;
    const auto trace = simulate(world);
    QCOMPARE(trace->calls.size(), std::size_t{3});
    QCOMPARE(trace->calls[1].started, 333'333'333);
    QCOMPARE(trace->calls[2].started, 666'666'666);
    QCOMPARE(trace->calls[1].caller, 1U);
    QCOMPARE(trace->calls[2].caller, 0U);
}

void SimulateTest::closedCycle()
{
    // Thinks 30 ms, is served in 10: one call begins at 30, 70, 110 …
    World world = herd(1);
    world.duration = 200ms;
    world.traffic.kind = TrafficKind::closed;
    world.traffic.thinkTime = {DistributionKind::fixed, 30ms, {}};
    const auto trace = simulate(world);
    QCOMPARE(ends(*trace), (QList<double>{40, 80, 120, 160, -1}));
    QCOMPARE(trace->calls[4].started, 190 * ms);
    QCOMPARE(trace->counters.requests, std::uint64_t{5});
    QCOMPARE(trace->counters.unfinished, std::uint64_t{1});
    QCOMPARE(trace->node.busyTime, 50 * ms); // half of the last one's work lies after the end
    // A caller that fails thinks as well.
    world.faults = {fault(FaultKind::refuse)};
    world.callers().policy.retry.maxAttempts = 2;
    QCOMPARE(ends(*simulate(world)), (QList<double>{130, -1})); // begins again at 160
}

void SimulateTest::warmupIsLeftOut()
{
    // Calls at 0, 100, … 900 ms; those from 500 ms on count.
    World world = evenly(10, 10ms);
    world.warmup = 500ms;
    const auto trace = simulate(world);
    QCOMPARE(trace->calls.size(), std::size_t{10});
    QCOMPARE(trace->counters.requests, std::uint64_t{5});
    QCOMPARE(trace->counters.attempts, std::uint64_t{5});
    QCOMPARE(trace->counters.succeeded, std::uint64_t{5});
    QCOMPARE(trace->latencies.size(), std::size_t{5});
    QCOMPARE(trace->node.arrivals, std::uint64_t{5});
    QCOMPARE(trace->node.busyTime, 50 * ms);
}

void SimulateTest::warmupCutsIntegrals()
{
    // Three at once, 10 ms each, one slot: from 15 ms on one waits for 5 ms, and 15 ms of work are left.
    World world = herd(3);
    world.service().slots = 1;
    world.warmup = 15ms;
    const auto trace = simulate(world);
    QCOMPARE(trace->node.queueTime, 5 * ms);
    QCOMPARE(trace->node.busyTime, 15 * ms);
    QCOMPARE(trace->node.sojournTime, 20 * ms);
    QCOMPARE(trace->node.serviceTime, 15 * ms);
    QCOMPARE(trace->node.completed, std::uint64_t{2});
    QCOMPARE(trace->node.started, std::uint64_t{1});
    QCOMPARE(trace->node.waits, std::uint64_t{0}); // they arrived before
    QCOMPARE(trace->counters.requests, std::uint64_t{0});
}

void SimulateTest::countersOnlyKeepTheFigures()
{
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const World world = randomWorld(seed);
        const auto full = simulate(world);
        const auto figures = simulate(world, Recording::countersOnly);
        QVERIFY(figures->counters == full->counters);
        QVERIFY(figures->node == full->node);
        QVERIFY(figures->latencies == full->latencies);
        QVERIFY(figures->bins == full->bins);
        QVERIFY(!figures->recorded && figures->calls.empty() && figures->attempts.empty() && figures->services.empty());
    }
}

void SimulateTest::stopToken()
{
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(simulate(queueing(1000, 1ms, 10, 10s), Recording::everything, stop.get_token()) == nullptr);
    QVERIFY(simulate(queueing(1000, 1ms, 10, 1s), Recording::everything, std::stop_source().get_token()) != nullptr);
}

QTEST_APPLESS_MAIN(SimulateTest)
#include "tst_simulate.moc"
