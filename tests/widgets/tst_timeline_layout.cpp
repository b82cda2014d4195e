// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/policy/hint_presets.h"
#include "core/sim/simulate.h"
#include "timeline_fixture.h"
#include "widgets/timeline/attempt_story.h"
#include "widgets/timeline/attempts_csv.h"
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

/// What is told of a wait of so many milliseconds after a first attempt that ended like this at 3 ms.
QString toldOfWait(const World &world, OutcomeKind ended, std::int64_t wait)
{
    Trace trace;
    trace.world = world;
    const std::int64_t next = (3 + wait) * ms;
    fixture::addCall(trace, {0, next + ms, 0, 0, 0, EndReason::succeeded},
                     {{0, 3 * ms, 0, 0, ended, false}, {next, next + ms, 0, 0, OutcomeKind::ok, false}});
    const RunPointer run = fixture::finish(std::move(trace));
    const QString story = attemptStory(*run, run->trace->attemptsOfCall(0).begin()[0], QLocale::c());
    return story.section(QStringLiteral("; then waited "), 1);
}

/// Every client is sent away with a 429 at each attempt; waits after one begin at another base.
World throttled(Jitter jitter)
{
    World world = fixture::smallWorld();
    world.duration = std::chrono::seconds(30);
    world.traffic.clients = 20;
    world.faults[0].to = never;
    world.faults[0].status = 429;
    Policy &policy = world.callers().policy;
    policy.deadline = unlimited;
    policy.retry.backoff.base = Duration(10 * ms);
    policy.retry.backoff.throttledBase = Duration(700 * ms);
    policy.retry.jitter.kind = jitter;
    return world;
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

    void endingsAreToldInWords()
    {
        const auto told = [](FallbackKind kind, std::uint32_t call) {
            return callEnding(*fixture::degradedRun(kind), call, QLocale::c());
        };
        QCOMPARE(told(FallbackKind::cache, 0),
                 QStringLiteral("answered from the cache after 120 ms: no attempts left"));
        QCOMPARE(told(FallbackKind::value, 1),
                 QStringLiteral("answered with the default after 0 ms: the breaker was open"));
        QCOMPARE(told(FallbackKind::backup, 1),
                 QStringLiteral("answered by the backup service after 0 ms: the breaker was open"));
        QCOMPARE(told(FallbackKind::backup, 2), QStringLiteral("gave up after 120 ms: no attempts left"));
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

    void attemptsAreToldInWords()
    {
        const RunPointer run = fixture::smallRun();
        const auto told = [&](std::uint32_t call, int n) {
            return attemptStory(*run, run->trace->attemptsOfCall(call).begin()[n], QLocale::c());
        };
        QCOMPARE(told(0, 0),
                 QStringLiteral("attempt 1 of 4: 503 unavailable after 3.00 ms; then waited 97.0 ms = U(0, 400 ms)"));
        QCOMPARE(told(0, 1),
                 QStringLiteral("attempt 2 of 4: 503 unavailable after 3.00 ms; then waited 412 ms = U(0, 800 ms)"));
        QCOMPARE(told(0, 2), QStringLiteral("attempt 3 of 4: ok after 15.0 ms"));
        QCOMPARE(told(1, 1), QStringLiteral("attempt 2 of 4: refused by the breaker, nothing was sent"));
        QCOMPARE(told(2, 0), QStringLiteral("attempt 1 of 4: still running after 950 ms, when the run ended"));
        const CallStory story = callStory(*run, 0, run->trace->attemptsOfCall(0).begin()[1], QLocale::c());
        QCOMPARE(story.lines.size(), 5);
        QCOMPARE(story.emphasised, 2);
        QCOMPARE(story.lines.last(), QStringLiteral("succeeded after 530 ms"));
    }

    void aWaitAfterThrottlingHasARangeOfItsOwn()
    {
        World world = fixture::smallWorld();
        world.callers().policy.retry.backoff.throttledBase = Duration(1000 * ms);
        QCOMPARE(toldOfWait(world, OutcomeKind::rateLimited, 600), QStringLiteral("600 ms = U(0, 1.00 s)"));
        QCOMPARE(toldOfWait(world, OutcomeKind::unavailable, 300), QStringLiteral("300 ms = U(0, 400 ms)"));
        QCOMPARE(toldOfWait(world, OutcomeKind::unavailable, 600), QStringLiteral("600 ms")); // nobody knows why
        world.callers().policy.retry.backoff.throttledBase = Duration(0);
        QCOMPARE(toldOfWait(world, OutcomeKind::rateLimited, 300), QStringLiteral("300 ms = U(0, 400 ms)"));
    }

    void everyDrawnWaitIsInTheRangeThatIsTold()
    {
        for (int jitter = 1; jitter <= static_cast<int>(Jitter::decorrelatedV2); ++jitter) {
            const World world = throttled(static_cast<Jitter>(jitter));
            Experiment experiment;
            experiment.world = world;
            const RunModel run(experiment, simulate(world));
            QCOMPARE(run.trace->counters.retries, std::uint64_t{60});
            for (std::uint32_t i = 0; i < run.trace->attempts.size(); ++i) {
                const QString story = attemptStory(run, i, QLocale::c());
                QVERIFY2(run.trace->attempts[i].number == 4 || story.contains(QStringLiteral(" = U(")),
                         qPrintable(QString::number(jitter) + story));
            }
        }
    }

    void aWaitForATurnIsNoDraw()
    {
        World world = fixture::smallWorld();
        world.callers().policy.budget.sendRate = SendRate::adaptive;
        world.callers().policy.budget.kind = BudgetKind::ratio; // which paces nobody
        QCOMPARE(toldOfWait(world, OutcomeKind::unavailable, 300), QStringLiteral("300 ms = U(0, 400 ms)"));
        world.callers().policy.budget.kind = BudgetKind::tokenBucket;
        QCOMPARE(toldOfWait(world, OutcomeKind::unavailable, 700), QStringLiteral("700 ms, some of it for its turn"));
        QCOMPARE(toldOfWait(world, OutcomeKind::unavailable, 300), QStringLiteral("300 ms")); // it may be here, too
    }

    void theServerIsNamedOnlyWhereItMayHaveSpoken()
    {
        const auto bad = OutcomeKind::unavailable;
        const QString asked = QStringLiteral("600 ms, as the server asked");
        const QString unexplained = QStringLiteral("600 ms");
        World world = fixture::smallWorld();
        world.faults[0].retryAfter = Duration(600 * ms);
        QCOMPARE(toldOfWait(world, bad, 600), unexplained); // the client does not listen
        world.callers().policy.retry.hint = *hintPreset("rfc9110");
        QCOMPARE(toldOfWait(world, bad, 600), asked);
        QCOMPARE(toldOfWait(world, bad, 300), QStringLiteral("300 ms = U(0, 400 ms)"));
        QCOMPARE(toldOfWait(world, OutcomeKind::timeout, 600), unexplained);
        QCOMPARE(toldOfWait(world, OutcomeKind::rateLimited, 600), unexplained);
        World later = world;
        later.faults[0].from = Time(Duration(4 * ms));
        QCOMPARE(toldOfWait(later, bad, 600), unexplained);
        World silent = world;
        silent.faults[0].retryAfter = Duration(0);
        QCOMPARE(toldOfWait(silent, bad, 600), unexplained);
        silent.faults.push_back(world.faults[0]);
        QCOMPARE(toldOfWait(silent, bad, 600), asked);
        World deaf = world; // to this status
        deaf.callers().policy.retry.hint.statuses = {{429}};
        QCOMPARE(toldOfWait(deaf, bad, 600), unexplained);
        // What was asked for may lie where chance could have led.
        world.faults[0].retryAfter = Duration(300 * ms);
        QCOMPARE(toldOfWait(world, bad, 300), QStringLiteral("300 ms, as the server asked"));
        // A turn comes on top of what the server asked for.
        world.callers().policy.budget.kind = BudgetKind::tokenBucket;
        world.callers().policy.budget.sendRate = SendRate::adaptive;
        QCOMPARE(toldOfWait(world, bad, 300), QStringLiteral("300 ms, as the server asked"));
        QCOMPARE(toldOfWait(world, bad, 600), QStringLiteral("600 ms, some of it for its turn"));
    }

    void aBackoffThatTheServerHasMovedIsNotGuessed()
    {
        World world = fixture::smallWorld();
        world.callers().policy.retry.backoff.base = Duration(100 * ms);
        world.callers().policy.retry.hint = *hintPreset("envoy"); // spreads what it is told by half, holds the backoff
        world.faults[0].retryAfter = Duration(50 * ms);
        const auto bad = OutcomeKind::unavailable;
        Trace trace;
        trace.world = world;
        fixture::addCall(trace, {0, 506 * ms, 0, 0, 0, EndReason::succeeded},
                         {{0, 3 * ms, 0, 0, bad, false},
                          {70 * ms, 73 * ms, 0, 0, OutcomeKind::timeout, false},
                          {160 * ms, 163 * ms, 0, 0, bad, false},
                          {505 * ms, 506 * ms, 0, 0, OutcomeKind::ok, false}});
        const RunPointer run = fixture::finish(std::move(trace));
        const auto told = [&](int n) {
            const QString story = attemptStory(*run, run->trace->attemptsOfCall(0).begin()[n], QLocale::c());
            return story.section(QStringLiteral("; then waited "), 1);
        };
        QCOMPARE(told(0), QStringLiteral("67.0 ms, as the server asked"));
        QCOMPARE(told(1), QStringLiteral("87.0 ms")); // of U(0, 100 ms), were the first wait known not to count
        QCOMPARE(told(2), QStringLiteral("342 ms"));
    }

    void aWaitThatTheDeadlineCutSaysSo()
    {
        World world = fixture::smallWorld(); // its deadline is at 900 ms
        world.faults[0].retryAfter = Duration(2000 * ms);
        world.callers().policy.retry.hint = *hintPreset("rfc9110");
        world.callers().policy.deadlineMode = DeadlineMode::clamp;
        QCOMPARE(toldOfWait(world, OutcomeKind::unavailable, 897), QStringLiteral("897 ms, cut by the deadline"));
        QCOMPARE(toldOfWait(world, OutcomeKind::unavailable, 896), QStringLiteral("896 ms, as the server asked"));
        world.callers().policy.deadlineMode = DeadlineMode::afterAttempt;
        QCOMPARE(toldOfWait(world, OutcomeKind::unavailable, 897), QStringLiteral("897 ms, as the server asked"));
    }

    void csvListsTheAttempts()
    {
        const QByteArray csv = attemptsCsv(*fixture::smallRun()->trace);
        const QByteArray expected = "call,caller,attempt,sent_s,ended_s,outcome,refused,wait_before_s,hedge\r\n"
                                    "1,1,1,0,0.003,unavailable,0,,0\r\n"
                                    "1,1,2,0.1,0.103,unavailable,0,0.097,0\r\n"
                                    "1,1,3,0.515,0.53,ok,0,0.412,0\r\n"
                                    "2,2,1,0,0.2,timeout,0,,0\r\n"
                                    "2,2,2,0.3,0.3,,1,0.1,0\r\n"
                                    "3,3,1,0.05,,,0,,0\r\n";
        QCOMPARE(csv, expected);
    }
};

QTEST_MAIN(TestTimelineLayout)
#include "tst_timeline_layout.moc"
