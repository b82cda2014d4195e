// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart_runs.h"
#include "widgets/breaker/breaker_view.h"

#include <QTest>

#include <algorithm>

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

} // namespace

class TestBreakerView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void conditionsAreTheOptions()
    {
        BreakerOptions options;
        const QLocale c = QLocale::c();
        options.kind = BreakerKind::countWindow;
        options.size = 20;
        options.failureRatio = 0.5;
        options.openTime = 1s;
        options.successes = 3;
        using S = BreakerState;
        QCOMPARE(breakerCondition(options, S::closed, S::open, c), QStringLiteral("≥ 50 % of 20"));
        QCOMPARE(breakerCondition(options, S::open, S::halfOpen, c), QStringLiteral("after 1 s"));
        QCOMPARE(breakerCondition(options, S::halfOpen, S::closed, c), QStringLiteral("3 ok"));
        QCOMPARE(breakerCondition(options, S::halfOpen, S::open, c), QStringLiteral("a probe fails"));
        options.kind = BreakerKind::consecutive;
        options.size = 5;
        QCOMPARE(breakerCondition(options, S::closed, S::open, c), QStringLiteral("5 in a row"));
        options.failureRatio = 0.125;
        options.kind = BreakerKind::timeWindow;
        QVERIFY(breakerCondition(options, S::closed, S::open, QLocale(QLocale::Vietnamese)).startsWith(u"≥ 12,5 % in"));
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
