// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart_runs.h"
#include "widgets/breaker/breaker_condition.h"
#include "widgets/breaker/breaker_view.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace retrylab;
using namespace retrylab::chartruns;
using namespace std::chrono_literals;

namespace {

const QRectF area(0, 0, 276, 330);

const BreakerNode &current(const BreakerLayout &layout)
{
    return *std::find_if(layout.nodes.begin(), layout.nodes.end(), [](const BreakerNode &n) { return n.current; });
}

const BreakerArrow *litArrow(const BreakerLayout &layout)
{
    const auto lit = std::find_if(layout.arrows.begin(), layout.arrows.end(),
                                  [](const BreakerArrow &a) { return a.lit; });
    return lit == layout.arrows.end() ? nullptr : &*lit;
}

QString condition(const BreakerOptions &options, BreakerState from, BreakerState to)
{
    return breakerCondition(options, from, to, {}, QLocale::c());
}

} // namespace

class TestBreakerView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void conditionsAreTheOptions()
    {
        BreakerOptions options;
        options.kind = BreakerKind::countWindow;
        options.size = 20;
        options.failureRatio = 0.5;
        options.openTime = 1s;
        options.successes = 3;
        using S = BreakerState;
        QCOMPARE(condition(options, S::closed, S::open), u"≥ 50 % of 20");
        QCOMPARE(condition(options, S::open, S::halfOpen), u"after 1 s");
        QCOMPARE(condition(options, S::halfOpen, S::closed), u"3 ok");
        QCOMPARE(condition(options, S::halfOpen, S::open), u"a probe fails");
        options.kind = BreakerKind::consecutive;
        options.size = 5;
        QCOMPARE(condition(options, S::closed, S::open), u"5 in a row");
        options.failureRatio = 0.125;
        options.kind = BreakerKind::timeWindow;
        QVERIFY(
            breakerCondition(options, S::closed, S::open, {}, QLocale(QLocale::Vietnamese)).startsWith(u"≥ 12,5 % in"));
    }

    /// Resilience4j's defaults: ten probes, of which fewer than half may fail. Failsafe's withSuccessThreshold(3, 5): three
    /// failures put three successes of five out of reach. Cockatiel's sampling breaker: more than its share.
    void verdictsAreToldAsTheyAreReached()
    {
        using S = BreakerState;
        BreakerOptions options;
        options.kind = BreakerKind::countWindow;
        options.size = options.minimumCalls = 100;
        options.probes = 10;
        options.verdict = ProbeVerdict::sample;
        QCOMPARE(condition(options, S::halfOpen, S::closed), u"< 50 % of 10");
        QCOMPARE(condition(options, S::halfOpen, S::open), u"≥ 50 % of 10");
        options.minimumCalls = 4; // the verdict comes early
        QCOMPARE(condition(options, S::halfOpen, S::open), u"≥ 50 % of 4");
        options.verdict = ProbeVerdict::opensEarly;
        options.compare = Threshold::above;
        options.sampleRatio = 0.2;
        QCOMPARE(condition(options, S::halfOpen, S::closed), u"≤ 20 % of 10");
        QCOMPARE(condition(options, S::halfOpen, S::open), u"> 20 % of 10");
        options.verdict = ProbeVerdict::forced;
        options.sample = 5;
        options.successes = 3;
        QCOMPARE(condition(options, S::halfOpen, S::closed), u"3 of 5 ok");
        QCOMPARE(condition(options, S::halfOpen, S::open), u"3 failed");
    }

    /// An open time that grows is not told as if it stood still; while it runs, its own length is.
    void aGrowingOpenTimeIsToldAsItIs()
    {
        ViewState state;
        state.setLocale(QLocale::c());
        Experiment experiment = guarded();
        World &world = experiment.world;
        BreakerOptions &options = world.callers().policy.breaker;
        options.openMultiplier = 2;
        for (Fault &fault : world.faults)
            fault.to = never;
        QCOMPARE(condition(options, BreakerState::open, BreakerState::halfOpen), u"after ≥ 700 ms");
        state.setRun(runOf(experiment));
        BreakerView view(&state);
        std::vector<QString> times;
        for (const BreakerTransition &move : state.run()->trace->transitions) {
            if (move.to != BreakerState::open)
                continue;
            state.setPlayhead(move.at);
            const auto layout = view.layoutRecords(area);
            times.push_back(layout->arrows[1].label);
            QCOMPARE(current(*layout).countdown, 1.0);
        }
        QVERIFY(times.size() >= 3);
        QCOMPARE(times[0], u"after 700 ms");
        QCOMPARE(times[1], u"after 1.4 s");
        QCOMPARE(times[2], u"after 2.8 s");
    }

    /// A verdict on four probes: each that has ended is counted.
    void probesAreCountedTowardsTheirVerdict()
    {
        ViewState state;
        state.setLocale(QLocale::c());
        Experiment experiment = guarded();
        World &world = experiment.world;
        BreakerOptions &options = world.callers().policy.breaker;
        options.probes = 4;
        options.verdict = ProbeVerdict::sample;
        state.setRun(runOf(experiment));
        BreakerView view(&state);
        std::set<QString> seen;
        const auto &moves = state.run()->trace->transitions;
        const auto probing = std::find_if(moves.begin(), moves.end(), [](const BreakerTransition &move) {
            return move.to == BreakerState::halfOpen;
        });
        QVERIFY(probing != moves.end() && probing + 1 != moves.end());
        for (std::int64_t t = probing->at; t < (probing + 1)->at; t += 100'000) {
            state.setPlayhead(t);
            seen.insert(current(*view.layoutRecords(area)).detail);
        }
        QVERIFY(seen.contains(QStringLiteral("0 of 4")) && seen.contains(QStringLiteral("3 of 4")));
        QCOMPARE(seen.size(), std::size_t{4});
    }

    void stateFollowsThePlayhead()
    {
        ViewState state;
        state.setLocale(QLocale::c());
        const RunPointer run = runOf(guarded());
        state.setRun(run);
        BreakerView view(&state);
        const auto &moves = run->trace->transitions;
        QVERIFY(moves.size() >= 3);
        QVERIFY(!litArrow(*view.layoutRecords(area)));
        for (std::size_t i = 0; i < moves.size(); ++i) {
            state.setPlayhead(moves[i].at);
            const auto layout = view.layoutRecords(area);
            QCOMPARE(current(*layout).state, moves[i].to);
            QCOMPARE(litArrow(*layout)->from, moves[i].from);
            QCOMPARE(litArrow(*layout)->to, moves[i].to);
            if (moves[i].to == BreakerState::open) {
                QCOMPARE(current(*layout).countdown, 1.0);
                QCOMPARE(current(*layout).detail, QStringLiteral("0.7 s"));
                state.setPlayhead(moves[i].at + 350'000'000);
                QCOMPARE(current(*view.layoutRecords(area)).countdown, 0.5);
            }
            if (moves[i].to == BreakerState::halfOpen)
                QCOMPARE(current(*layout).detail, QStringLiteral("0 of 3"));
        }
        QCOMPARE(moves.back().to, BreakerState::closed); // closed → open → half-open → closed was seen
    }

    void squaresAreTheWindow()
    {
        ViewState state;
        state.setLocale(QLocale::c());
        const RunPointer run = runOf(guarded());
        state.setRun(run);
        BreakerView view(&state);
        view.resize(276, 330);
        const std::int64_t opened = run->trace->transitions.front().at;
        state.setPlayhead(opened);
        const auto layout = view.layoutRecords(area);
        QCOMPARE(layout->squares.size(), std::size_t(20));
        QCOMPARE(layout->windowTitle, QStringLiteral("Last 20 attempts"));
        const auto failed = std::count_if(layout->squares.begin(), layout->squares.end(),
                                          [](const BreakerSquare &s) { return s.kind == BreakerSquare::Kind::failed; });
        QCOMPARE(failed, 10); // the half of 20 that opens it
        QCOMPARE(layout->windowCount, QStringLiteral("10 failed · 50 %"));
        for (const BreakerSquare &square : layout->squares)
            QVERIFY(area.contains(square.rect));
        // The newest square is the call that tipped it; a click selects it.
        const BreakerSquare &last = layout->squares.back();
        QCOMPARE(last.kind, BreakerSquare::Kind::failed);
        QTest::mouseClick(&view, Qt::LeftButton, {}, last.rect.center().toPoint());
        QCOMPARE(state.selectedCall(), std::optional<std::uint32_t>(last.call));
        const auto attempts = run->trace->attemptsOfCall(last.call);
        QVERIFY(std::any_of(attempts.begin(), attempts.end(),
                            [&](std::uint32_t a) { return run->trace->attempts[a].ended == opened; }));
    }

    void timeWindowHasTenBars()
    {
        Experiment experiment = guarded();
        experiment.world.callers().policy.breaker.kind = BreakerKind::timeWindow;
        experiment.world.callers().policy.breaker.window = 1s;
        ViewState state;
        state.setRun(runOf(experiment));
        state.setPlayhead(480'000'000);
        BreakerView view(&state);
        const auto layout = view.layoutRecords(area);
        QCOMPARE(layout->bars.size(), std::size_t(10));
        QVERIFY(layout->squares.empty());
        QVERIFY(layout->bars.back().good.height() > 0);
        QCOMPARE(layout->bars.back().failed.height(), 0.0);
        QCOMPARE(layout->bars.front().good.height(), 0.0); // nothing before the run
    }

    void largeWindowsStayInside_data()
    {
        QTest::addColumn<int>("size");
        for (const int size : {1, 10, 100, 400, 1000})
            QTest::addRow("%d", size) << size;
    }
    void largeWindowsStayInside()
    {
        QFETCH(int, size);
        Experiment experiment = guarded();
        experiment.world.callers().policy.breaker.size = static_cast<std::uint32_t>(size);
        ViewState state;
        state.setRun(runOf(experiment));
        state.setPlayhead(6'000'000'000);
        BreakerView view(&state);
        const auto layout = view.layoutRecords(area);
        QVERIFY(layout->squares.size() == std::size_t(size) || layout->bars.size() == 1);
        for (const BreakerSquare &square : layout->squares)
            QVERIFY(area.contains(square.rect));
        for (const BreakerBar &bar : layout->bars) {
            QVERIFY(bar.failed.isEmpty() || area.contains(bar.failed));
            QVERIFY(area.contains(bar.good));
        }
    }

    void eachCallerHasItsOwn()
    {
        Experiment experiment = guarded();
        BreakerOptions &options = experiment.world.callers().policy.breaker;
        options.kind = BreakerKind::consecutive;
        options.scope = BreakerScope::caller;
        options.size = 3;
        ViewState state;
        state.setLocale(QLocale::c());
        const RunPointer run = runOf(experiment);
        state.setRun(run);
        state.setPlayhead(1'500'000'000);
        BreakerView view(&state);
        auto layout = view.layoutRecords(area);
        double width = 0;
        for (const auto &[rect, breakerState] : layout->summaryParts)
            width += rect.width();
        QVERIFY(qAbs(width - layout->summaryBar.width()) < 1e-6);
        const std::uint32_t open = run->index.breakersIn(BreakerState::open, 1'500'000'000);
        QVERIFY(open > 0);
        QVERIFY2(layout->summary.contains(QStringLiteral("%1 open").arg(open)), qPrintable(layout->summary));
        // The selected call decides whose breaker is shown.
        state.setSelectedCall(5);
        QCOMPARE(view.shownBreaker(), run->trace->calls[5].caller);
        layout = view.layoutRecords(area);
        QCOMPARE(layout->subject, QStringLiteral("caller %1").arg(run->trace->calls[5].caller + 1));
    }

    void nothingOverlaps_data()
    {
        QTest::addColumn<double>("scale");
        QTest::newRow("1") << 1.0;
        QTest::newRow("2") << 2.0;
    }
    void nothingOverlaps()
    {
        QFETCH(double, scale);
        ViewState state;
        state.setTheme(makeTheme(ThemeKind::dark, scale));
        state.setRun(runOf(guarded()));
        BreakerView view(&state);
        const QRectF whole(QPointF{}, QSizeF(view.sizeHint()));
        const auto layout = view.layoutRecords(whole);
        for (const BreakerNode &node : layout->nodes) {
            const QRectF circle(node.centre - QPointF(node.radius, node.radius), QSizeF(2, 2) * node.radius);
            QVERIFY(whole.contains(circle));
            QVERIFY(!circle.intersects(layout->windowTitleBox));
            QVERIFY(!circle.intersects(layout->titleBox));
            for (const BreakerArrow &arrow : layout->arrows)
                QVERIFY(arrow.align.testFlag(Qt::AlignHCenter) || !circle.intersects(arrow.labelBox));
        }
        QVERIFY(whole.contains(layout->windowBox));
    }

    void withoutABreakerItSaysSo()
    {
        Warnings warnings;
        ViewState state;
        BreakerView view(&state);
        QVERIFY(!view.layoutRecords(area));
        QVERIFY(coloursIn(view.grab().toImage()) > 5);
        state.setRun(runOf(burst()));
        QVERIFY(!view.layoutRecords(area));
        QVERIFY(coloursIn(view.grab().toImage()) > 5);
        QCOMPARE(Warnings::texts(), QStringList());
    }
};

QTEST_MAIN(TestBreakerView)
#include "tst_breaker_view.moc"
