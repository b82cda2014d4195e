// SPDX-License-Identifier: GPL-3.0-or-later
// Hedges in a whole run. With service times exponential of mean m, slots for all, and one hedge after d, the time of an
// answer is min(X, d + Y): it exceeds t ≥ d with probability exp(−t/m)·exp(−(t − d)/m), and a hedge goes in exp(−d/m) of
// the calls.
#include "core/sim/plain_run.h"
#include "tests/sim/worlds.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace worlds;

namespace {

constexpr Duration meanWork = 10ms;

/// 100,000 calls in 100 s to a service that always has a free slot.
World wideService()
{
    World world;
    world.seed = 11;
    world.duration = 100s;
    world.traffic.kind = TrafficKind::open;
    world.traffic.rate = 1000;
    world.service().slots = 100'000;
    world.service().serviceTime = {DistributionKind::exponential, meanWork, {}};
    Policy &policy = world.callers().policy;
    policy.timeout = unlimited;
    policy.retry.maxAttempts = 2;
    policy.hedge.kind = HedgeKind::delay;
    policy.hedge.delay = meanWork;
    return world;
}

double share(std::uint64_t part, std::uint64_t whole)
{
    return static_cast<double>(part) / static_cast<double>(whole);
}

/// Is a measured share of n independent trials within four standard deviations of p?
bool agrees(double measured, double p, std::uint64_t n)
{
    return std::abs(measured - p) <= 4.0 * std::sqrt(p * (1.0 - p) / static_cast<double>(n));
}

double shareBeyond(const Trace &trace, Duration limit)
{
    const auto slow = std::count_if(trace.latencies.begin(), trace.latencies.end(),
                                    [&](std::int64_t latency) { return latency > limit.count(); });
    return share(static_cast<std::uint64_t>(slow), trace.latencies.size());
}

/// The share of calls that a hedge goes out for, after that percentile of the last 100 latencies, renewed with every
/// tenth: calls one after the other, by the standard library's random numbers.
double hedgedShareInSequence(double percentile)
{
    constexpr int calls = 400'000;
    std::mt19937_64 random(5);
    std::exponential_distribution<double> work(1.0);
    std::vector<double> last(100);
    double delay = 1.0;
    int hedges = 0;
    for (int i = 0; i < calls; ++i) {
        const double alone = work(random);
        hedges += alone > delay ? 1 : 0;
        last[static_cast<std::size_t>(i % 100)] = alone > delay ? std::min(alone, delay + work(random)) : alone;
        if (i < 100 || i % 10 != 9)
            continue;
        std::vector<double> sorted = last;
        std::sort(sorted.begin(), sorted.end());
        delay = sorted[static_cast<std::size_t>(std::ceil(percentile * 100)) - 1];
    }
    return static_cast<double>(hedges) / calls;
}

} // namespace

class HedgingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theTailIsCutAsTheFormulaSays();
    void losersAreCancelledAndWorkForNobody();
    void aPercentileHedgesTheRest();
    void extraLoadIsKept();
    void alwaysTheSameRun_data();
    void alwaysTheSameRun();
    void nobodyWaitsTwice();
};

void HedgingTest::theTailIsCutAsTheFormulaSays()
{
    const auto trace = simulate(wideService());
    const Counters &c = trace->counters;
    QVERIFY(c.requests > 99'000);
    QVERIFY(agrees(share(c.hedges, c.requests), std::exp(-1.0), c.requests));
    QVERIFY(agrees(shareBeyond(*trace, meanWork), std::exp(-1.0), c.requests));
    QVERIFY(agrees(shareBeyond(*trace, 2 * meanWork), std::exp(-3.0), c.requests));
    QVERIFY(agrees(shareBeyond(*trace, 3 * meanWork), std::exp(-5.0), c.requests));
}

void HedgingTest::losersAreCancelledAndWorkForNobody()
{
    const auto trace = simulate(wideService());
    const Counters &c = trace->counters;
    QCOMPARE(c.attempts, c.requests + c.hedges);
    QCOMPARE(c.retries, c.hedges);
    std::uint64_t cancelled = 0;
    std::uint64_t hedges = 0;
    for (const AttemptRecord &attempt : trace->attempts) {
        const CallRecord &call = trace->calls[attempt.call];
        QCOMPARE(attempt.hedge, attempt.number == 2);
        if (attempt.hedge)
            QCOMPARE(attempt.sent, call.started + meanWork.count());
        if (attempt.cancelled)
            QCOMPARE(attempt.ended, call.ended);
        cancelled += attempt.cancelled;
        hedges += attempt.hedge;
    }
    QCOMPARE(hedges, c.hedges);
    QCOMPARE(cancelled, c.cancelled);
    // Each hedged call that has ended has a winner and a loser.
    QVERIFY(c.hedges - c.cancelled <= c.unfinished);
    QVERIFY(trace->node.wasted <= c.cancelled && c.cancelled - trace->node.wasted < 100); // some still run at the end
}

void HedgingTest::aPercentileHedgesTheRest()
{
    World world = wideService();
    world.callers().policy.hedge.kind = HedgeKind::percentile;
    world.callers().policy.hedge.percentile = 0.9;
    const auto trace = simulate(world);
    // Hedging makes answers faster, but not those before it: P(min(X, d + Y) > d) = exp(−d/m), 0.1 at the percentile. But
    // the 90th of 100 answers is exceeded by 11 in 101, and as what one hedge cuts short moves the next percentile,
    // somewhat more often: how often, the same written down one call after the other says.
    const double hedged = share(trace->counters.hedges, trace->counters.requests);
    const double expected = hedgedShareInSequence(0.9);
    QVERIFY2(std::abs(hedged - expected) < 0.005, qPrintable(QString::number(hedged)));
}

void HedgingTest::extraLoadIsKept()
{
    World world = wideService();
    world.callers().policy.hedge.extraLoad = 0.05;
    const Counters c = simulate(world)->counters;
    QVERIFY(share(c.hedges, c.requests) <= 0.05);
    QVERIFY(share(c.hedges, c.requests) > 0.0495); // There is always somebody who wants one.
}

void HedgingTest::alwaysTheSameRun_data()
{
    QTest::addColumn<int>("kind");
    for (const TrafficKind kind : {TrafficKind::herd, TrafficKind::open, TrafficKind::closed})
        QTest::addRow("traffic %d", static_cast<int>(kind)) << static_cast<int>(kind);
}

/// However it is recorded, and on whichever queue: for queues, see tst_engine_choice.
void HedgingTest::alwaysTheSameRun()
{
    QFETCH(int, kind);
    World world = wideService();
    world.duration = 5s;
    world.traffic.kind = static_cast<TrafficKind>(kind);
    world.traffic.clients = 200;
    world.traffic.thinkTime = {DistributionKind::exponential, 50ms, {}};
    world.service().linkDelay = 1ms;
    world.service().slots = 8;
    world.faults = {fault(FaultKind::status, 1s, Time(3s))};
    world.faults[0].share = 0.3;
    world.callers().policy.retry.maxAttempts = 6;
    world.callers().policy.hedge.most = 2;
    world.callers().policy.timeout = 60ms;
    const auto trace = simulate(world);
    QVERIFY(trace->counters.hedges > 20 && trace->counters.cancelled > 0);
    QVERIFY(!isPlain(world));
    QCOMPARE(simulate(world, Recording::countersOnly)->counters, trace->counters);
    QVERIFY(*simulate(world) == *trace);
}

/// With a timeout of the whole call the attempts that are under way end with it, and what comes later is late.
void HedgingTest::nobodyWaitsTwice()
{
    World world = wideService();
    world.duration = 10s;
    world.service().slots = 5;
    world.service().queue.limit = unlimitedCount;
    world.callers().policy.deadline = 40ms;
    world.callers().policy.retry.maxAttempts = 4;
    world.callers().policy.hedge.most = 3;
    const auto trace = simulate(world);
    std::map<std::uint32_t, int> deciding;
    for (const AttemptRecord &attempt : trace->attempts) {
        const CallRecord &call = trace->calls[attempt.call];
        QVERIFY(attempt.sent < call.started + Duration(40ms).count());
        QVERIFY(attempt.ended <= call.ended);
        if (attempt.ended == call.ended && call.ended != notYet && !attempt.cancelled)
            ++deciding[attempt.call];
    }
    for (std::uint32_t c = 0; c < trace->calls.size(); ++c)
        if (trace->calls[c].ended != notYet)
            QCOMPARE(deciding[c], 1);
}

QTEST_APPLESS_MAIN(HedgingTest)
#include "tst_hedging.moc"
