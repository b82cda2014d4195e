// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/run_many.h"

#include "core/sim/simulate.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <numeric>

using namespace retrylab;
using namespace std::chrono_literals;

namespace {

/// A small open run with failures, so that figures differ from seed to seed.
World smallWorld()
{
    World world;
    world.seed = 100;
    world.duration = 2s;
    world.callers().name = "client";
    world.service().name = "service";
    Fault fault;
    fault.from = Time(1s);
    fault.to = Time(1200ms);
    world.faults = {fault};
    return world;
}

/// All figures but the time the machine took.
std::vector<Spread> withoutWallTime(RunSummary summary)
{
    summary.spreads.pop_back();
    for (Spread &spread : summary.spreads) // NaN differs from itself
        if (std::isnan(spread.mean))
            spread = {-1, -1, -1};
    return summary.spreads;
}

} // namespace

class TestRunMany : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void spreadByNearestRank();
    void meanOfEqualValuesIsExact();
    void missingValuesAreLeftOut();
    void agreesWithSingleRuns();
    void threadsChangeNothing();
    void seedsWrapRound();
    void canBeStopped();
    void reportsProgress();
};

void TestRunMany::spreadByNearestRank()
{
    std::vector<double> values(100);
    std::iota(values.rbegin(), values.rend(), 1.0); // 100 … 1
    QCOMPARE(spreadOf(values), (Spread{50.5, 5, 95}));
    // ⌈0.05 · 10⌉ = 1st, ⌈0.95 · 10⌉ = 10th.
    QCOMPARE(spreadOf({10, 9, 8, 7, 6, 5, 4, 3, 2, 1}), (Spread{5.5, 1, 10}));
    QCOMPARE(spreadOf({3}), (Spread{3, 3, 3}));
}

void TestRunMany::meanOfEqualValuesIsExact()
{
    QCOMPARE(spreadOf(std::vector<double>(1000, 0.7)).mean, 0.7);
    QCOMPARE(spreadOf({1e16, 1, -1e16, 1}).mean, 0.5);
}

void TestRunMany::missingValuesAreLeftOut()
{
    const double nothing = std::numeric_limits<double>::quiet_NaN();
    QCOMPARE(spreadOf({nothing, 4, nothing, 2}), (Spread{3, 2, 4}));
    QVERIFY(std::isnan(spreadOf({nothing}).mean));
}

void TestRunMany::agreesWithSingleRuns()
{
    World world = smallWorld();
    RunManyOptions options;
    options.runs = 5;
    const auto summary = runMany(world, options);
    QVERIFY(summary);
    double attempts = 0;
    double least = std::numeric_limits<double>::infinity();
    std::array<std::uint32_t, verdictCount> verdicts{};
    for (world.seed = 100; world.seed < 105; ++world.seed) {
        const Kpis kpis = kpisOf(*simulate(world));
        attempts += kpis.attempts;
        least = std::min(least, kpis.attempts);
        ++verdicts[static_cast<std::size_t>(kpis.recovery.verdict)];
    }
    QCOMPARE(summary->find("attempts")->mean, attempts / 5);
    QCOMPARE(summary->find("attempts")->p5, least);
    QVERIFY(summary->find("attempts")->p95 > least);
    QCOMPARE(summary->verdicts, verdicts);
    QVERIFY(summary->find("attemps") == nullptr);
}

void TestRunMany::threadsChangeNothing()
{
    RunManyOptions options;
    options.runs = 16;
    options.jobs = 1;
    const auto alone = runMany(smallWorld(), options);
    options.jobs = 7;
    const auto together = runMany(smallWorld(), options);
    QVERIFY(alone && together);
    QCOMPARE(withoutWallTime(*alone), withoutWallTime(*together));
}

void TestRunMany::seedsWrapRound()
{
    World world = smallWorld();
    world.seed = std::numeric_limits<std::uint64_t>::max();
    RunManyOptions options;
    options.runs = 2;
    const auto summary = runMany(world, options);
    const double last = kpisOf(*simulate(world)).attempts;
    world.seed = 0;
    const double first = kpisOf(*simulate(world)).attempts;
    QCOMPARE(summary->find("attempts")->mean, (last + first) / 2);
}

void TestRunMany::canBeStopped()
{
    std::stop_source source;
    RunManyOptions options;
    options.runs = 1'000'000;
    options.stop = source.get_token();
    options.progress = [&source](std::uint32_t) { source.request_stop(); };
    QVERIFY(!runMany(smallWorld(), options));
}

void TestRunMany::reportsProgress()
{
    RunManyOptions options;
    options.runs = 10;
    options.jobs = 1;
    std::vector<std::uint32_t> seen;
    options.progress = [&seen](std::uint32_t done) { seen.push_back(done); };
    QVERIFY(runMany(smallWorld(), options));
    std::vector<std::uint32_t> expected(10);
    std::iota(expected.begin(), expected.end(), 1U);
    QCOMPARE(seen, expected);
}

QTEST_GUILESS_MAIN(TestRunMany)
#include "tst_run_many.moc"
