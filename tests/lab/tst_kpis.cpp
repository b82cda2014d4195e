// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kpis.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace retrylab;
using namespace std::chrono_literals;

namespace {

constexpr std::int64_t ms = 1'000'000;

/// 1 ms, 2 ms … n ms, shuffled.
std::vector<std::int64_t> upTo(int n)
{
    std::vector<std::int64_t> values;
    for (int i = 1; i <= n; ++i)
        values.push_back(i * ms);
    std::shuffle(values.begin(), values.end(), std::mt19937(42)); // NOLINT: the same shuffle each time
    return values;
}

} // namespace

class TestKpis : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void percentilesAreNearestRanks();
    void fewLatencies();
    void manyEqualLatencies();
    void anyDistribution();
    void figuresOfCounters();
    void degradedCallsHaveEndedToo();
    void nothingHappened();
    void workDoneTwice();
};

void TestKpis::percentilesAreNearestRanks()
{
    const LatencySummary thousand = summariseLatencies(upTo(1000));
    QCOMPARE(thousand, (LatencySummary{0.5, 0.95, 0.99, 0.999, 1.0}));
    // Ranks 101 · 0.5 = 50.5 → 51, 95.95 → 96, 99.99 → 100, 100.9 → 101.
    QCOMPARE(summariseLatencies(upTo(101)), (LatencySummary{0.051, 0.096, 0.1, 0.101, 0.101}));
}

void TestKpis::fewLatencies()
{
    QCOMPARE(summariseLatencies({}), LatencySummary());
    QCOMPARE(summariseLatencies({7 * ms}), (LatencySummary{0.007, 0.007, 0.007, 0.007, 0.007}));
    // Half of two values is one: the smaller already covers 50 %.
    QCOMPARE(summariseLatencies({9 * ms, 3 * ms}), (LatencySummary{0.003, 0.009, 0.009, 0.009, 0.009}));
}

void TestKpis::manyEqualLatencies()
{
    std::vector<std::int64_t> values(10'000, 5 * ms);
    values[1234] = 80 * ms;
    QCOMPARE(summariseLatencies(values), (LatencySummary{0.005, 0.005, 0.005, 0.005, 0.08}));
}

void TestKpis::anyDistribution()
{
    // Magnitudes from nanoseconds to years, so that almost all values fall together when counted coarsely.
    std::mt19937_64 random(7); // NOLINT: the same values each time
    for (const std::size_t n : {3U, 19U, 20U, 21U, 999U, 20'011U}) {
        std::vector<std::int64_t> values(n);
        for (std::int64_t &value : values)
            value = static_cast<std::int64_t>(random() >> (8 + random() % 56));
        std::vector<std::int64_t> sorted = values;
        std::sort(sorted.begin(), sorted.end());
        const auto rank = [&](std::size_t thousandths) {
            std::size_t i = 0; // the first index with enough values up to it
            while ((i + 1) * 1000 < n * thousandths)
                ++i;
            return static_cast<double>(sorted[i]) / 1e9;
        };
        const LatencySummary expected{rank(500), rank(950), rank(990), rank(999), rank(1000)};
        QCOMPARE(summariseLatencies(values), expected);
    }
}

void TestKpis::figuresOfCounters()
{
    Trace trace;
    trace.world.duration = 12s;
    trace.world.warmup = 2s;
    Counters &c = trace.counters;
    c.requests = 100;
    c.attempts = 150;
    c.retries = 50;
    c.succeeded = 60;
    c.failed = 20;
    c.unfinished = 20;
    c.backoffTotal = 700 * ms;
    c.endings[static_cast<std::size_t>(EndReason::deadlineExceeded)] = 7;
    c.attemptPeak = {9, 11};
    c.retryPeak = {4, 5};
    trace.node.arrivals = 140;
    trace.node.wasted = 3;
    trace.node.queueMax = 17;
    trace.latencies = {10 * ms, 30 * ms};
    trace.transitions = {{1, 0, BreakerState::closed, BreakerState::open, BreakerWhy::threshold},
                         {2, 0, BreakerState::open, BreakerState::halfOpen, BreakerWhy::openTimeOver},
                         {3, 0, BreakerState::halfOpen, BreakerState::open, BreakerWhy::probeFailed}};
    const Kpis k = kpisOf(trace);
    QCOMPARE(k.retries, 50.0);
    QCOMPARE(k.amplification, 1.5);
    QCOMPARE(k.amplificationEndToEnd, 1.4);
    QCOMPARE(k.successRate, 0.75);
    QCOMPARE(k.goodput, 6.0); // over the 10 s that count
    QCOMPARE(k.backoffTotal, 0.7);
    QCOMPARE(k.deadlineExceeded, 7.0);
    QCOMPARE(k.wasted, 3.0);
    QCOMPARE(k.queueMax, 17.0);
    QCOMPARE(k.breakerOpened, 2.0);
    QCOMPARE(k.latency.p50, 0.01);
    QCOMPARE(k.latency.max, 0.03);
    QCOMPARE(k.attemptPeak, (Peak{9, 11}));
    QCOMPARE(k.retryPeak, (Peak{4, 5}));
}

void TestKpis::degradedCallsHaveEndedToo()
{
    Trace trace;
    Counters &c = trace.counters;
    c.requests = 100;
    c.succeeded = 30;
    c.degraded = 40;
    c.failed = 10;
    c.unfinished = 20;
    const Kpis k = kpisOf(trace);
    QCOMPARE(k.degraded, 40.0);
    QCOMPARE(k.failed, 10.0);
    QCOMPARE(k.successRate, 30.0 / 80.0); // of those that ended
    QCOMPARE(k.goodput, 3.0);             // successes only
}

void TestKpis::nothingHappened()
{
    const Kpis k = kpisOf(Trace());
    QCOMPARE(k.amplification, 0.0);
    QCOMPARE(k.successRate, 0.0);
    QCOMPARE(k.goodput, 0.0);
    QCOMPARE(k.retries, 0.0);
}

void TestKpis::workDoneTwice()
{
    Trace trace;
    trace.world.faults.resize(1);
    trace.world.faults[0].kind = FaultKind::restart;
    trace.world.faults[0].from = Time(50ms);
    trace.calls.resize(2);
    trace.attempts.resize(4);
    trace.attempts[3].call = 1;
    // Call 0: finished for nobody, thrown out by the restart, finished again. Call 1: still in service at the end.
    trace.services = {
        {10 * ms, 40 * ms, 0, 0}, {45 * ms, 50 * ms, 1, 0}, {60 * ms, 80 * ms, 2, 0}, {90 * ms, notYet, 3, 0}};
    QCOMPARE(kpisOf(trace).duplicates, 1.0);
}

QTEST_GUILESS_MAIN(TestKpis)
#include "tst_kpis.moc"
