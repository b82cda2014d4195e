// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline_fixture.h"
#include "widgets/timeline/density.h"
#include "widgets/timeline/fault_names.h"
#include "widgets/timeline/timeline_layout.h"

#include <QTest>

using namespace retrylab;
using fixture::ms;

namespace {

struct Laid {
    RunPointer run;
    LanePlan plan;
    Lanes lanes;
    TimelineRecords records;

    Laid(RunPointer which, TimelineSettings settings)
        : run(std::move(which))
        , plan(*run->trace)
        , lanes(plan, *run->trace, settings.visible)
        , records(layoutTimeline(*run, lanes, settings, makeTheme(ThemeKind::dark), QLocale::c()))
    {
    }
    Laid(const Laid &) = delete;
    Laid &operator=(const Laid &) = delete;
};

TimelineSettings wholeSecond(QSizeF size = {900, 300})
{
    return {size, {0, 1000 * ms}, 0, 0, true};
}

const BarRecord &barOf(const TimelineRecords &records, const Trace &trace, std::uint32_t call, std::uint16_t number)
{
    const auto bar = std::find_if(records.bars.begin(), records.bars.end(), [&](const BarRecord &b) {
        return b.call == call && trace.attempts[b.attempt].number == number;
    });
    return bar != records.bars.end() ? *bar : records.bars.front();
}

} // namespace

class TestTimelineLayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void barsRunFromSentToEnded()
    {
        const Laid laid(fixture::smallRun(), wholeSecond());
        const TimeAxis &axis = laid.records.axis;
        QCOMPARE(laid.records.bars.size(), 5U); // four answered or timed out, one open; the refusal has no bar
        for (const BarRecord &bar : laid.records.bars) {
            const AttemptRecord &attempt = laid.run->trace->attempts[bar.attempt];
            QCOMPARE(bar.rect.left(), axis.x(attempt.sent));
            const double end = axis.x(std::min(attempt.ended, 1000 * ms));
            if (end - bar.rect.left() >= 3.0)
                QCOMPARE(bar.rect.right(), end);
            else
                QCOMPARE(bar.rect.width(), 3.0); // a sliver is the least
            QCOMPARE(bar.open, attempt.ended == notYet);
        }
    }

    void everythingStaysInsideTheLanes_data()
    {
        QTest::addColumn<TimelineSettings>("settings");
        QTest::newRow("whole") << wholeSecond();
        QTest::newRow("zoomed") << TimelineSettings{{900, 300}, {101 * ms, 520 * ms}, 0, 0, true};
        QTest::newRow("scrolled") << TimelineSettings{{300, 110}, {0, 1000 * ms}, 40, 17, true};
        QTest::newRow("thin") << TimelineSettings{{900, 300}, {0, 1000 * ms}, 5, 0, false};
        QTest::newRow("tiny") << TimelineSettings{{20, 10}, {0, 1000 * ms}, 0, 0, true};
    }
    void everythingStaysInsideTheLanes()
    {
        QFETCH(const TimelineSettings, settings);
        const Laid laid(fixture::smallRun(), settings);
        const QRectF area = laid.records.frame.lanes.adjusted(-1e-6, -1e-6, 1e-6, 1e-6);
        for (const BarRecord &bar : laid.records.bars)
            QVERIFY(area.contains(bar.rect));
        for (const WaitRecord &wait : laid.records.waits) {
            QVERIFY(wait.from < wait.to);
            QVERIFY(area.contains(QPointF(wait.from, wait.y)) && area.contains(QPointF(wait.to, wait.y)));
        }
        for (const FaultRecord &fault : laid.records.faults)
            QVERIFY(area.contains(fault.band));
        for (std::size_t i = 1; i < laid.records.lanes.size(); ++i)
            QVERIFY(laid.records.lanes[i].rect.top() >= laid.records.lanes[i - 1].rect.bottom() - 1e-6);
    }

    void marksSayHowThingsEnded()
    {
        const Laid laid(fixture::smallRun(), wholeSecond());
        std::vector<std::pair<std::uint32_t, MarkRecord::Kind>> marks;
        for (const MarkRecord &mark : laid.records.marks)
            marks.emplace_back(mark.call, mark.kind);
        using enum MarkRecord::Kind;
        const std::vector<std::pair<std::uint32_t, MarkRecord::Kind>> expected = {
            {0, outcome}, {0, outcome}, {0, outcome},  {0, deadline}, // 503, 503, ok
            {1, outcome}, {1, refusal}, {1, deadline}, {1, giveUp},   {2, deadline},
        };
        QCOMPARE(marks, expected);
        QCOMPARE(laid.records.marks[3].centre.x(), laid.records.axis.x(900 * ms));
        QCOMPARE(laid.records.marks[8].centre.x(), laid.records.axis.x(950 * ms));
    }

    void degradedCallsAreNoGiveUps()
    {
        using enum MarkRecord::Kind;
        const Laid laid(fixture::degradedRun(), wholeSecond());
        std::vector<std::pair<std::uint32_t, MarkRecord::Kind>> marks;
        for (const MarkRecord &mark : laid.records.marks)
            if (mark.kind != deadline)
                marks.emplace_back(mark.call, mark.kind);
        const std::vector<std::pair<std::uint32_t, MarkRecord::Kind>> expected = {
            {0, outcome}, {0, degraded}, // 503
            {1, refusal}, {1, degraded}, // the breaker
            {2, outcome}, {2, giveUp},   // the fallback had no answer
        };
        QCOMPARE(marks, expected);
        // Round the mark that says why.
        QCOMPARE(laid.records.marks[1].kind == degraded ? laid.records.marks[1].centre : laid.records.marks[2].centre,
                 laid.records.marks[0].centre);
        for (const MarkRecord &mark : laid.records.marks)
            QCOMPARE(hitTimeline(laid.records, laid.lanes, *laid.run->trace, mark.centre).call,
                     std::optional(mark.call));
    }

    void degradedMarksDoNotPileUp()
    {
        // A caller that is refused a thousand times a second: each mark that has room has one circle around it.
        Trace trace;
        trace.world = fixture::smallWorld();
        trace.world.traffic.clients = 1;
        trace.world.callers().policy.deadline = unlimited;
        for (std::int64_t at = 0; at < 1000 * ms; at += ms)
            fixture::addCall(trace, {at, at, 0, 0, 0, EndReason::breakerOpen, true},
                             {{at, at, 0, 0, OutcomeKind::unavailable, true}});
        const Laid laid(fixture::finish(std::move(trace)), wholeSecond());
        const std::vector<MarkRecord> &marks = laid.records.marks;
        QVERIFY(marks.size() > 20 && marks.size() % 2 == 0);
        for (std::size_t i = 0; i < marks.size(); i += 2) {
            QCOMPARE(marks[i].kind, MarkRecord::Kind::refusal);
            QCOMPARE(marks[i + 1].kind, MarkRecord::Kind::degraded);
            QCOMPARE(marks[i + 1].centre, marks[i].centre);
            QCOMPARE(marks[i + 1].call, marks[i].call);
        }
    }

    void theCentreOfEachRecordIsHit()
    {
        const Laid laid(fixture::smallRun(), wholeSecond());
        const auto hit = [&](QPointF at) { return hitTimeline(laid.records, laid.lanes, *laid.run->trace, at); };
        for (std::size_t i = 0; i < laid.records.bars.size(); ++i) {
            const TimelineHit found = hit(laid.records.bars[i].rect.center());
            QCOMPARE(found.kind, TimelineHit::Kind::bar);
            QCOMPARE(found.index, i);
        }
        for (std::size_t i = 0; i < laid.records.waits.size(); ++i) {
            const WaitRecord &wait = laid.records.waits[i];
            const TimelineHit found = hit({(wait.from + wait.to) / 2, wait.y});
            QCOMPARE(found.kind, TimelineHit::Kind::wait);
            QCOMPARE(found.index, i);
            QCOMPARE(found.attempt, wait.attempt);
        }
        for (const MarkRecord &mark : laid.records.marks) {
            if (mark.call == 2)
                continue; // its bar lies behind the mark
            QCOMPARE(hit(mark.centre).kind, TimelineHit::Kind::mark);
            QCOMPARE(hit(mark.centre).call, std::optional(mark.call));
        }
        QCOMPARE(hit({5, 5}).kind, TimelineHit::Kind::header);
        QCOMPARE(hit({-5, 5}).kind, TimelineHit::Kind::nothing);
    }

    void callsInOneLaneNeverOverlap()
    {
        Trace trace;
        trace.world = fixture::smallWorld();
        trace.world.traffic.kind = TrafficKind::open;
        // 0–100, 10–20, 50–400, 150–160: the second is over before the third begins, the first before the fourth.
        for (const auto &[from, to] : {std::pair{0, 100}, {10, 20}, {50, 400}, {150, 160}})
            fixture::addCall(trace, {from * ms, to * ms, 0, 0, 0, EndReason::succeeded},
                             {{from * ms, to * ms, 0, 0, OutcomeKind::ok, false}});
        const RunPointer run = fixture::finish(std::move(trace));
        const LanePlan plan(*run->trace);
        QCOMPARE(plan.laneOfCall(), (std::vector<std::uint32_t>{0, 1, 1, 0}));
        QCOMPARE(plan.laneCount(), 2U);
    }

    void zoomingInThinsOutManyLanes()
    {
        Trace trace;
        trace.world = fixture::smallWorld();
        for (std::uint32_t c = 0; c < 200; ++c)
            fixture::addCall(trace, {c * ms, (c + 10) * ms, c, 0, 0, EndReason::succeeded},
                             {{c * ms, (c + 10) * ms, 0, 0, OutcomeKind::ok, false}});
        const RunPointer run = fixture::finish(std::move(trace));
        const LanePlan plan(*run->trace);
        const Lanes lanes(plan, *run->trace, {100 * ms, 105 * ms});
        QCOMPARE(lanes.count(), 16U); // calls 90 (ends at 100) to 105
        QCOMPARE(lanes.lane(0), 90U);
        QCOMPARE(lanes.row(105), std::optional<std::size_t>(15));
        QVERIFY(!lanes.row(89) && !lanes.row(106));
    }

    void densityCountsLanes()
    {
        const RunPointer run = fixture::crowd(1000);
        const LanePlan plan(*run->trace);
        const Lanes lanes(plan, *run->trace, {0, 1000 * ms});
        const DensityGrid grid(*run->trace, lanes,
                               {{0, 1000 * ms}, 0, 1000, 100, 50}); // 10 ms a column, 20 lanes a row
        for (int row = 0; row < 50; ++row) {
            QCOMPARE(grid.at(9, row), DensityCounts{});
            QCOMPARE(grid.at(10, row), (DensityCounts{20, 0, 20, 0}));
            QCOMPARE(grid.at(11, row), (DensityCounts{20, 0, 0, 0}));
            QCOMPARE(grid.at(11, row).waiting(), 20U);
            QCOMPARE(grid.at(60, row), (DensityCounts{0, 20, 0, 0})); // the call's last pixel is its attempt's
            QCOMPARE(grid.at(99, row), DensityCounts{});
        }
        const QImage image = paintDensity(grid, makeTheme(ThemeKind::dark));
        for (int row = 0; row < 50; ++row) {
            QCOMPARE(qAlpha(image.pixel(5, row)), 0);
            QCOMPARE(qAlpha(image.pixel(80, row)), 0);
            QCOMPARE(qAlpha(image.pixel(10, row)), 255);
            QVERIFY(qAlpha(image.pixel(30, row)) > 0 && qAlpha(image.pixel(30, row)) < 128);
        }
    }

    void densityIsCutAtTheRangesEnds()
    {
        const RunPointer run = fixture::crowd(10);
        const LanePlan plan(*run->trace);
        const Lanes lanes(plan, *run->trace, {200 * ms, 400 * ms});
        const DensityGrid grid(*run->trace, lanes, {{200 * ms, 400 * ms}, 0, 10, 7, 10});
        for (int column = 0; column < 7; ++column)
            QCOMPARE(grid.at(column, 3), (DensityCounts{1, 0, 0, 0}));
    }

    void handleCoversNoName()
    {
        World world = fixture::smallWorld();
        world.faults.clear();
        for (const std::int64_t from : {0, 80, 700, 960}) {
            Fault fault;
            fault.name = "a fault at " + std::to_string(from);
            fault.from = Time(Duration(from * ms));
            fault.to = Time(Duration((from + 20) * ms));
            world.faults.push_back(fault);
        }
        Trace trace;
        trace.world = world;
        fixture::addCall(trace, {0, 10 * ms, 0, 0, 0, EndReason::succeeded},
                         {{0, 10 * ms, 0, 0, OutcomeKind::ok, false}});
        const Laid laid(fixture::finish(trace), wholeSecond());
        const Theme theme = makeTheme(ThemeKind::dark);
        int hidden = 0;
        for (std::int64_t t = 0; t <= 1000; t += 2) {
            const std::vector<QRectF> places = faultNamePlaces(laid.records, theme, t * ms);
            QCOMPARE(places.size(), laid.records.faults.size());
            for (std::size_t i = 0; i < places.size(); ++i) {
                if (laid.records.faults[i].name.isEmpty())
                    continue;
                hidden += places[i].isNull() ? 1 : 0;
                QVERIFY(!places[i].intersects(playheadHandle(laid.records, theme, t * ms)));
                for (std::size_t j = 0; j < i; ++j)
                    QVERIFY(!places[i].intersects(places[j]));
                QVERIFY(places[i].isNull() || laid.records.frame.whole.contains(places[i]));
            }
        }
        QVERIFY2(hidden < 50, qPrintable(QString::number(hidden))); // of 501: only where two names leave no room
    }

    void hedgesGoBelow()
    {
        const RunPointer run = fixture::hedgedRun();
        const Laid laid(run, wholeSecond());
        const TimelineRecords &records = laid.records;
        QCOMPARE(records.bars.size(), 5U);
        for (const std::uint32_t call : {0U, 1U}) {
            const QRectF first = barOf(records, *run->trace, call, 1).rect;
            const QRectF hedge = barOf(records, *run->trace, call, 2).rect;
            QCOMPARE(hedge.left(), records.axis.x(50 * ms));
            QCOMPARE(hedge.bottom(), first.bottom());
            QVERIFY(hedge.top() > first.center().y());
        }
        QVERIFY(barOf(records, *run->trace, 0, 1).cancelled);
        QVERIFY(!barOf(records, *run->trace, 0, 2).cancelled);
        QCOMPARE(barOf(records, *run->trace, 1, 3).rect.top(), barOf(records, *run->trace, 1, 1).rect.top());
    }

    /// A cancelled attempt has no outcome to mark; the wait begins when the last attempt has ended.
    void hedgesShareMarksAndWaits()
    {
        const RunPointer run = fixture::hedgedRun();
        const Laid laid(run, wholeSecond());
        const TimelineRecords &records = laid.records;
        for (const MarkRecord &mark : records.marks)
            QVERIFY(mark.attempt == MarkRecord::noAttempt || !run->trace->attempts[mark.attempt].cancelled);
        QCOMPARE(records.waits.size(), 1U);
        QCOMPARE_GE(records.waits[0].from, records.axis.x(200 * ms));
        QCOMPARE_LE(records.waits[0].to, records.axis.x(300 * ms));
    }

    /// What follows a failure has the lane for itself, and in a low lane only the faster one is seen.
    void hedgesThatDoNotOverlapAreDrawnInFull()
    {
        Trace trace;
        trace.world = fixture::smallWorld();
        fixture::addCall(trace, {0, 300 * ms, 0, 0, 0, EndReason::succeeded},
                         {{0, 100 * ms, 0, 0, OutcomeKind::unavailable, false},
                          {100 * ms, 300 * ms, 0, 0, OutcomeKind::ok, false, true, true},
                          {200 * ms, 300 * ms, 0, 0, OutcomeKind::ok, false, true, false}});
        const Laid laid(fixture::finish(std::move(trace)), wholeSecond());
        QCOMPARE(laid.records.bars.size(), 3U);
        QCOMPARE(laid.records.bars[1].rect.top(), laid.records.bars[0].rect.top());
        QCOMPARE_GT(laid.records.bars[2].rect.top(), laid.records.bars[0].rect.center().y());
    }

    void aLowLaneShowsTheFasterOne()
    {
        Trace trace;
        trace.world = fixture::smallWorld();
        trace.world.traffic.clients = 70;
        for (std::uint32_t i = 0; i < 70; ++i)
            fixture::addCall(trace, {0, 300 * ms, i, 0, 0, EndReason::succeeded},
                             {{0, 300 * ms, 0, 0, OutcomeKind::ok, false},
                              {100 * ms, 300 * ms, 0, 0, OutcomeKind::ok, false, true, true}});
        const Laid laid(fixture::finish(std::move(trace)), wholeSecond());
        QVERIFY(!laid.records.bars.empty());
        QVERIFY(laid.records.bars[0].rect.height() < 6);
        for (const BarRecord &b : laid.records.bars)
            QVERIFY(!b.cancelled);
    }
};

QTEST_MAIN(TestTimelineLayout)
#include "tst_timeline_layout.moc"
