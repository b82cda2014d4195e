// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart_runs.h"
#include "widgets/load/breaker_band.h"
#include "widgets/load/calm_scale.h"
#include "widgets/load/load_series.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace retrylab;
using namespace retrylab::chartruns;
using namespace std::chrono_literals;

namespace {

/// Ten bins of 100 ms: bin i holds i first attempts, 2 retries, 1 success, and i requests in the queue all the time.
Trace handMade()
{
    Trace trace;
    trace.world.duration = 1s;
    trace.world.service().slots = 5;
    trace.world.service().serviceTime = {DistributionKind::fixed, 10ms, {}};
    trace.binWidth = 100'000'000;
    for (std::uint32_t i = 0; i < 10; ++i) {
        Bin bin;
        bin.firstAttempts = i;
        bin.retries = 2;
        bin.succeeded = 1;
        bin.queueMax = i;
        bin.queueTime = i * trace.binWidth;
        trace.bins.push_back(bin);
    }
    return trace;
}

double attempts(const LoadPoint &p)
{
    return p.attempts();
}

} // namespace

class TestLoadSeries : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ratesAreCountsPerSecond()
    {
        const std::vector<LoadPoint> points = reduceBins(handMade(), {0, 1'000'000'000}, 1);
        QCOMPARE(points.size(), std::size_t(10));
        QCOMPARE(points[3].firstAttempts, 30.0); // 3 in 0.1 s
        QCOMPARE(points[3].retries, 20.0);
        QCOMPARE(points[3].goodput, 10.0);
        QCOMPARE(points[3].queueMean, 3.0);
        QCOMPARE(points[3].from, 300e6);
    }

    void groupsKeepTheSums()
    {
        const Trace trace = handMade();
        for (const int size : {1, 2, 5, 10}) {
            double sum = 0;
            for (const LoadPoint &p : reduceBins(trace, {0, 1'000'000'000}, size))
                sum += p.attempts() * (p.to - p.from) / 1e9;
            QCOMPARE(sum, 45.0 + 20.0);
        }
        // Panning within a group does not regroup.
        const auto a = reduceBins(trace, {200'000'000, 700'000'000}, 2);
        const auto b = reduceBins(trace, {290'000'000, 790'000'000}, 2);
        QCOMPARE(std::fmod(a[0].from, 200e6), 0.0);
        QCOMPARE(std::fmod(b[0].from, 200e6), 0.0);
    }

    void aShortLastBinKnowsItsLength()
    {
        Trace trace = handMade();
        trace.world.duration = 950ms;
        const auto points = reduceBins(trace, {0, 950'000'000}, 1);
        QCOMPARE(points.back().retries, 40.0); // 2 in 0.05 s
    }

    void linesEndAtTheVisibleRange()
    {
        const TimeRange range{230'000'000, 610'000'000};
        const auto points = reduceBins(handMade(), range, 1);
        for (const bool steps : {false, true}) {
            const QPolygonF line = lineThrough(points, attempts, range, steps);
            QCOMPARE(line.front().x(), 230e6);
            QCOMPARE(line.back().x(), 610e6);
        }
        // Between the middles at 150 ms (30/s) and 250 ms (40/s): 38/s at 230 ms.
        QCOMPARE(lineThrough(points, attempts, range, false).front().y(), 38.0);
        QCOMPARE(lineThrough(points, attempts, range, true).front().y(), 40.0);
    }

    void capacityFollowsTheFaults()
    {
        World world = handMade().world; // 5 slots ÷ 10 ms
        QCOMPARE(healthyCapacity(world), 500.0);
        Fault fewer;
        fewer.kind = FaultKind::slots;
        fewer.slots = 1;
        fewer.from = Time(200ms);
        fewer.to = Time(400ms);
        world.faults = {fewer};
        const QPolygonF line = capacityLine(world, {0, 1'000'000'000});
        QCOMPARE(line, QPolygonF({{0, 500}, {2e8, 500}, {2e8, 100}, {4e8, 100}, {4e8, 500}, {1e9, 500}}));
        world.faults[0].kind = FaultKind::restart;
        world.service().slowStart = {100ms, 3.0};
        const QPolygonF cold = capacityLine(world, {0, 1'000'000'000});
        QCOMPARE(cold[2].y(), 0.0);
        QVERIFY(qAbs(cold[4].y() - 500.0 / 3.0) < 1e-9); // just back: three times as slow
        QCOMPARE(cold.back().y(), 500.0);
    }

    void herdDoesNotSpeakForThinRetries()
    {
        // Three seconds in bins of 5 ms; fifty call at once, and their fifty retries come together or one by one.
        Trace trace;
        trace.world.duration = 3s;
        trace.binWidth = 5'000'000;
        trace.bins.resize(600);
        trace.bins[0].firstAttempts = 50;
        Trace thin = trace;
        trace.bins[80].retries = 50;
        for (std::size_t i = 0; i < 50; ++i)
            thin.bins[2 * i].retries = 1;
        const TimeRange whole{0, 3'000'000'000};
        QCOMPARE(groupFor(trace, whole, 300), std::int64_t(2)); // as fine as the picture allows
        QCOMPARE(groupFor(thin, whole, 300), std::int64_t(10)); // as coarse as may be: at most 80 groups
        trace.bins[200].retries = 1;                            // one straggler changes nothing
        QCOMPARE(groupFor(trace, whole, 300), std::int64_t(2));
        // Four attempts in all: no line through them is fine.
        Trace few = thin;
        few.bins.assign(600, Bin());
        for (const std::size_t i : {0U, 20U, 60U, 140U})
            few.bins[i].firstAttempts = 1;
        QCOMPARE(groupFor(few, whole, 300), std::int64_t(10));
    }

    void seriesCsvSumsToTheCounters()
    {
        Experiment experiment = burst();
        experiment.world.callers().policy.retry.maxAttempts = 2;
        experiment.world.callers().policy.fallback = {FallbackKind::cache, FallbackOn::failure, 0.5};
        const RunPointer run = runOf(experiment);
        const QList<QByteArray> rows = seriesCsv(*run->trace).split('\n');
        QCOMPARE(rows[0].trimmed(), QByteArray("time_s,first_attempts_per_s,retries_per_s,goodput_per_s,degraded_per_s,"
                                               "failed_per_s,queue_mean,busy_mean"));
        double first = 0;
        double retries = 0;
        double good = 0;
        double degraded = 0;
        double failed = 0;
        for (qsizetype i = 1; i < rows.size() && !rows[i].isEmpty(); ++i) {
            const QList<QByteArray> cells = rows[i].trimmed().split(',');
            QCOMPARE(cells.size(), 8);
            const double from = cells[0].toDouble();
            const double length = std::min(6.0, from + static_cast<double>(run->trace->binWidth) / 1e9) - from;
            first += cells[1].toDouble() * length;
            retries += cells[2].toDouble() * length;
            good += cells[3].toDouble() * length;
            degraded += cells[4].toDouble() * length;
            failed += cells[5].toDouble() * length;
        }
        QVERIFY(qAbs(first + retries - run->kpis.attempts) < 1e-3);
        QVERIFY(qAbs(retries - run->kpis.retries) < 1e-3);
        QVERIFY(qAbs(good - run->kpis.succeeded) < 1e-3);
        QVERIFY(qAbs(degraded - run->kpis.degraded) < 1e-3);
        QVERIFY(qAbs(failed - run->kpis.failed) < 1e-3);
        QVERIFY(degraded > 10 && failed > 10);
    }

    void bandOfOneBreakerCoversTheAxis()
    {
        const TimeAxis axis{{0, 1'000'000'000}, 50, 100};
        const std::vector<BreakerTransition> moves{
            {200'000'000, 0, BreakerState::closed, BreakerState::open, BreakerWhy::threshold},
            {700'000'000, 0, BreakerState::open, BreakerState::halfOpen, BreakerWhy::openTimeOver},
            {701'000'000, 0, BreakerState::halfOpen, BreakerState::closed, BreakerWhy::probesSucceeded}};
        const auto pieces = breakerBand(moves, 1, axis);
        QCOMPARE(pieces.size(), std::size_t(4));
        QCOMPARE(pieces[0].closed(), 1.0);
        QCOMPARE(pieces[1].open, 1.0);
        QCOMPARE(pieces[1].left, 70.0);
        QCOMPARE(pieces[2].halfOpen, 1.0); // a tenth of a pixel, and still seen
        QCOMPARE(pieces[2].right - pieces[2].left, 1.0);
        QCOMPARE(pieces[3].right, 150.0);
        for (std::size_t i = 1; i < pieces.size(); ++i)
            QCOMPARE(pieces[i].left, pieces[i - 1].right);
    }

    void bandOfManyBreakersShowsShares()
    {
        const TimeAxis axis{{0, 1'000'000'000}, 0, 100};
        const std::vector<BreakerTransition> moves{
            {500'000'000, 2, BreakerState::closed, BreakerState::open, BreakerWhy::threshold}};
        const auto pieces = breakerBand(moves, 4, axis);
        QCOMPARE(pieces.size(), std::size_t(2));
        QCOMPARE(pieces[1].open, 0.25);
    }

    void valueAxisIsCalm()
    {
        CalmScale scale;
        QCOMPARE(scale.fit(90), 100.0);
        QCOMPARE(scale.fit(99), 100.0);
        QCOMPARE(scale.fit(70), 100.0); // less would do, but not much less
        QVERIFY(scale.fit(130) >= 130.0);
        const double high = scale.top();
        QVERIFY(scale.fit(40) < high); // far less does
        QCOMPARE(CalmScale::niceTop(0), 1.0);
    }
};

QTEST_MAIN(TestLoadSeries)
#include "tst_load_series.moc"
