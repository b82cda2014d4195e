// SPDX-License-Identifier: GPL-3.0-or-later
// Calls that a fallback answers, in a whole run: which they are, where they are counted, and that nothing else changes.
#include "core/sim/plain_run.h"
#include "tests/sim/worlds.h"

#include <QTest>

using namespace worlds;

namespace {

/// A thousand hopeless calls in ten seconds; the fifth failure opens the breaker for good.
World deadService()
{
    World world = hopeless(10s);
    Policy &policy = world.callers().policy;
    policy.retry.maxAttempts = 1;
    policy.breaker.kind = BreakerKind::consecutive;
    policy.breaker.size = 5;
    policy.breaker.openTime = 1h;
    return world;
}

World with(World world, const FallbackOptions &fallback)
{
    world.callers().policy.fallback = fallback;
    return world;
}

std::uint64_t degradedInBins(const Trace &trace)
{
    std::uint64_t sum = 0;
    for (const Bin &bin : trace.bins)
        sum += bin.degraded;
    return sum;
}

/// The same trace as if there had been no fallback.
Trace withoutFallback(Trace trace)
{
    trace.world.callers().policy.fallback = {};
    for (CallRecord &call : trace.calls)
        call.degraded = false;
    for (Bin &bin : trace.bins) {
        bin.failed += bin.degraded;
        bin.degraded = 0;
    }
    trace.counters.failed += trace.counters.degraded;
    trace.counters.degraded = 0;
    return trace;
}

} // namespace

class FallbacksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void answersWhatTheBreakerRefuses();
    void answersEveryFailure();
    void leavesSuccessesAlone();
    void warmupIsLeftOut();
    void answersTheShareThatIsDrawn();
    void countersAreTheSameWithoutRecords();
    void changesNothingElse();
    void aRunWithOneIsNotPlain();
};

void FallbacksTest::answersWhatTheBreakerRefuses()
{
    const auto trace = simulate(with(deadService(), {FallbackKind::cache, FallbackOn::open}));
    const Counters &c = trace->counters;
    QCOMPARE(c.requests, std::uint64_t{1000});
    QCOMPARE(c.breakerRefused, std::uint64_t{995});
    QCOMPARE(c.degraded, c.breakerRefused);
    QCOMPARE(c.failed, std::uint64_t{5});
    QCOMPARE(c.succeeded, std::uint64_t{0});
    QVERIFY(trace->latencies.empty());
    for (const CallRecord &call : trace->calls) {
        QCOMPARE(call.degraded, call.reason == EndReason::breakerOpen);
        QCOMPARE(call.ended, call.started); // its answer takes no time
    }
    for (const Bin &bin : trace->bins) {
        QCOMPARE(bin.degraded, bin.refused);
        QCOMPARE(bin.succeeded, 0U);
    }
    QCOMPARE(degradedInBins(*trace), c.degraded);
}

void FallbacksTest::answersEveryFailure()
{
    const auto trace = simulate(with(deadService(), {FallbackKind::value, FallbackOn::failure}));
    QCOMPARE(trace->counters.degraded, std::uint64_t{1000});
    QCOMPARE(trace->counters.failed, std::uint64_t{0});
    // Why the service's own answer is missing is still known of each.
    QCOMPARE(trace->counters.breakerRefused, std::uint64_t{995});
    QCOMPARE(endings(*trace, EndReason::attemptsExhausted), std::uint64_t{5});
}

void FallbacksTest::leavesSuccessesAlone()
{
    World world = deadService();
    world.callers().policy.breaker.kind = BreakerKind::none;
    world.faults[0].count = 100; // the first second
    const auto trace = simulate(with(world, {FallbackKind::backup, FallbackOn::failure}));
    const Counters &c = trace->counters;
    QCOMPARE(c.degraded, std::uint64_t{100});
    QCOMPARE(c.failed, std::uint64_t{0});
    QCOMPARE(c.succeeded, trace->latencies.size());
    QCOMPARE(c.requests, c.succeeded + c.degraded + c.unfinished);
    QVERIFY(c.succeeded > 800);
}

void FallbacksTest::warmupIsLeftOut()
{
    World world = with(deadService(), {FallbackKind::cache, FallbackOn::failure});
    world.warmup = 4s;
    const auto trace = simulate(world);
    QCOMPARE(trace->counters.requests, std::uint64_t{600});
    QCOMPARE(trace->counters.degraded, std::uint64_t{600});
    QCOMPARE(degradedInBins(*trace), std::uint64_t{1000}); // bins show the whole run
}

void FallbacksTest::answersTheShareThatIsDrawn()
{
    const FallbackOptions fallback{FallbackKind::cache, FallbackOn::failure, 0.25};
    const World world = with(deadService(), fallback);
    const auto trace = simulate(world);
    const std::uint64_t caller = extendPath(rootPath(world.seed), 0);
    std::uint64_t drawn = 0;
    for (std::size_t i = 0; i < trace->calls.size(); ++i) {
        const bool answered = uniform(extendPath(caller, i), Purpose::fallback, 0) < 0.25;
        QCOMPARE(trace->calls[i].degraded, answered);
        drawn += answered;
    }
    QCOMPARE(trace->counters.degraded, drawn);
    QCOMPARE(trace->counters.failed, 1000 - drawn);
    QVERIFY(drawn > 200 && drawn < 300); // 3.6 deviations
}

void FallbacksTest::countersAreTheSameWithoutRecords()
{
    const World world = with(deadService(), {FallbackKind::cache, FallbackOn::failure, 0.5});
    const auto recorded = simulate(world);
    const auto counted = simulate(world, Recording::countersOnly);
    QVERIFY(counted->counters == recorded->counters);
    QVERIFY(counted->bins == recorded->bins);
}

void FallbacksTest::changesNothingElse()
{
    std::uint64_t degraded = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        const World plain = with(randomWorld(seed), {});
        const auto before = simulate(plain);
        const auto after = simulate(with(plain, {FallbackKind::cache, FallbackOn::failure, 0.7}));
        degraded += after->counters.degraded;
        QVERIFY2(withoutFallback(*after) == *before, QByteArray::number(static_cast<qulonglong>(seed)).constData());
    }
    QVERIFY(degraded > 10'000); // there was something to answer
}

void FallbacksTest::aRunWithOneIsNotPlain()
{
    World world;
    QVERIFY(isPlain(world));
    QVERIFY(isPlain(with(world, {FallbackKind::none, FallbackOn::open, 0.5})));
    QVERIFY(!isPlain(with(world, {FallbackKind::cache})));
}

QTEST_APPLESS_MAIN(FallbacksTest)
#include "tst_fallbacks.moc"
