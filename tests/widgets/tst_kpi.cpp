// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart_runs.h"
#include "core/policy/hint_presets.h"
#include "widgets/kpi/kpi_paint.h"
#include "widgets/kpi/kpi_panel.h"

#include <QPainter>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace retrylab;
using namespace retrylab::chartruns;
using namespace std::chrono_literals;

namespace {

Experiment failing(double share, std::uint32_t attempts)
{
    Experiment experiment = burst();
    Fault &fault = experiment.world.faults.front();
    fault.from = {};
    fault.to = never;
    fault.share = share;
    experiment.world.callers().policy.retry.maxAttempts = attempts;
    return experiment;
}

const KpiRow &row(const std::vector<KpiRow> &rows, const char *id)
{
    return *std::find_if(rows.begin(), rows.end(), [&](const KpiRow &r) { return r.id == id; });
}

} // namespace

class TestKpi : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theoryOnlyWhereItHolds()
    {
        // Four attempts at p = ½: 1 + ½ + ¼ + ⅛ attempts, and 15 of 16 succeed.
        QCOMPARE(theoryOf(failing(0.5, 4).world)->amplification, 1.875);
        QCOMPARE(theoryOf(failing(0.5, 4).world)->successRate, 0.9375);
        QCOMPARE(theoryOf(failing(1.0, 3).world)->amplification, 3.0);
        QVERIFY(!theoryOf(burst().world)); // ends within the run
        Experiment counted = failing(0.5, 4);
        counted.world.faults[0].count = 10;
        QVERIFY(!theoryOf(counted.world));
        Experiment guardedRun = failing(0.5, 4);
        guardedRun.world.callers().policy.breaker.kind = BreakerKind::consecutive;
        QVERIFY(!theoryOf(guardedRun.world));
        Experiment notRetried = failing(0.5, 4);
        notRetried.world.faults[0].status = 404;
        QVERIFY(!theoryOf(notRetried.world));
        Experiment two = failing(0.5, 4);
        two.world.faults.push_back(two.world.faults[0]);
        QVERIFY(!theoryOf(two.world));
    }

    void noTheoryWhereABudgetDenies()
    {
        Experiment experiment = failing(0.5, 4);
        BudgetOptions &budget = experiment.world.callers().policy.budget;
        for (const BudgetKind kind : {BudgetKind::ratio, BudgetKind::tokenBucket, BudgetKind::grpcThrottle,
                                      BudgetKind::activeShare, BudgetKind::adaptiveThrottle}) {
            budget.kind = kind;
            QVERIFY(!theoryOf(experiment.world));
        }
        budget.sendRate = SendRate::adaptive; // which paces under a token bucket only
        budget.kind = BudgetKind::tokenBucket;
        QVERIFY(!theoryOf(experiment.world));
        budget.kind = BudgetKind::none;
        QVERIFY(theoryOf(experiment.world));
    }

    void noTheoryWhereTheServerForbidsARetry()
    {
        Experiment experiment = failing(0.5, 4);
        Fault &fault = experiment.world.faults.front();
        HintRules &rules = experiment.world.callers().policy.retry.hint;
        rules = *hintPreset("grpc");
        rules.most = 1s;
        fault.retryAfter = 1s;
        QVERIFY(theoryOf(experiment.world)); // it waits as long as it is told
        fault.retryAfter = 1s + 1ns;
        QVERIFY(!theoryOf(experiment.world)); // too long to be a wait
        rules.unusable = UnusableHint::ignored;
        QVERIFY(theoryOf(experiment.world));
    }

    void theoryHoldsWithAFallback()
    {
        Experiment experiment = failing(0.5, 2);
        experiment.world.callers().policy.fallback.kind = FallbackKind::cache;
        const RunPointer run = runOf(experiment);
        QVERIFY(run->kpis.degraded > 100 && run->kpis.failed == 0);
        QCOMPARE(theoryOf(experiment.world)->successRate, 0.75);
        QVERIFY(std::abs(run->kpis.successRate - 0.75) < 0.05);
    }

    void deltasKnowWhatIsBetter()
    {
        const RunPointer worse = runOf(failing(0.6, 4));
        const RunPointer better = runOf(failing(0.2, 4));
        const auto rows = kpiRows(*better, worse.get(), QLocale::c());
        QCOMPARE(row(rows, "amplification").change, KpiChange::better);
        QVERIFY(row(rows, "amplification").delta.startsWith(u'−'));
        QCOMPARE(row(rows, "successRate").change, KpiChange::better);
        QVERIFY(row(rows, "successRate").delta.startsWith(u'+'));
        QCOMPARE(row(kpiRows(*worse, better.get(), QLocale::c()), "amplification").change, KpiChange::worse);
        const auto same = kpiRows(*better, better.get(), QLocale::c());
        for (const KpiRow &r : same) {
            if (!r.delta.isEmpty())
                QCOMPARE(r.delta, QStringLiteral("±0"));
        }
        QVERIFY(row(kpiRows(*better, nullptr, QLocale::c()), "amplification").delta.isEmpty());
    }

    void valuesAreTheFigures()
    {
        const RunPointer run = runOf(guarded());
        const auto rows = kpiRows(*run, nullptr, QLocale(QLocale::Vietnamese));
        QCOMPARE(*row(rows, "amplification").number, run->kpis.amplification);
        QVERIFY(row(rows, "amplification").value.contains(u',')); // decimal comma
        QCOMPARE(*row(rows, "breaker.opened").number,
                 double(std::count_if(run->trace->transitions.begin(), run->trace->transitions.end(),
                                      [](const BreakerTransition &t) { return t.to == BreakerState::open; })));
        for (const KpiRow &r : rows)
            QVERIFY(!r.tip.isEmpty() && !r.name.isEmpty() && !r.value.isEmpty());
    }

    void degradedHasARowWhereThereIsAFallback()
    {
        Experiment experiment = guarded();
        experiment.world.callers().policy.fallback.kind = FallbackKind::cache;
        const RunPointer with = runOf(experiment);
        const RunPointer without = runOf(guarded());
        QVERIFY(with->kpis.degraded > 0);
        const auto ids = [](const std::vector<KpiRow> &rows) {
            QByteArrayList found;
            for (const KpiRow &r : rows)
                found += r.id;
            return found;
        };
        const auto rows = kpiRows(*with, without.get(), QLocale::c());
        QCOMPARE(ids(rows).count("degraded"), 1);
        QVERIFY(!ids(kpiRows(*without, with.get(), QLocale::c())).contains("degraded"));
        QCOMPARE(*row(rows, "degraded").number, with->kpis.degraded);
        QCOMPARE(row(rows, "degraded").delta, u'+' + row(rows, "degraded").value);
        QCOMPARE(row(rows, "degraded").change, KpiChange::neutral); // better than a failure, worse than a success
        QCOMPARE(row(rows, "goodput").delta, QStringLiteral("±0"));
        QVERIFY(row(rows, "degraded").note.endsWith(QStringLiteral(" % of those that ended")));
        // Each figure stands beside the same figure of the other run, though that has a row less.
        ViewState state;
        KpiPanel panel(&state);
        state.setRun(with);
        state.setGhost(without);
        for (const QByteArray &line : panel.csv().split('\n')) {
            const QList<QByteArray> cells = line.trimmed().split(',');
            if (cells[0] == "degraded")
                QCOMPARE(cells[2], QByteArray());
            else if (cells.size() == 3 && cells[0] != "figure")
                QCOMPARE(cells[1], cells[2]);
        }
    }

    void everythingFitsAndScrolls_data()
    {
        QTest::addColumn<double>("scale");
        QTest::newRow("1") << 1.0;
        QTest::newRow("2") << 2.0;
    }
    void everythingFitsAndScrolls()
    {
        QFETCH(double, scale);
        Warnings warnings;
        ViewState state;
        state.setTheme(makeTheme(ThemeKind::light, scale));
        state.setRun(runOf(failing(0.5, 4)));
        state.setGhost(runOf(guarded()));
        KpiPanel panel(&state);
        const QRectF whole(QPointF{}, QSizeF(panel.sizeHint()));
        const KpiLayout layout = panel.layoutRecords(whole, 0);
        QCOMPARE(layout.places.size(), layout.rows.size());
        for (const KpiPlace &place : layout.places)
            QVERIFY(whole.contains(place.box));

        panel.resize(panel.minimumSizeHint());
        QCOMPARE(panel.layoutRecords(panel.rect(), 0).places.size(), layout.rows.size());
        QTest::keyClick(&panel, Qt::Key_End); // all is seen already
        QCOMPARE(panel.firstRow(), 0);
        panel.resize(panel.width(), qRound(state.theme().px(110)));
        QVERIFY(panel.layoutRecords(panel.rect(), 0).places.size() < layout.rows.size());
        QTest::keyClick(&panel, Qt::Key_End);
        const KpiLayout end = panel.layoutRecords(panel.rect(), panel.firstRow());
        QCOMPARE(end.places.back().row, layout.rows.size() - 1);
        panel.grab();
        QTest::keyClick(&panel, Qt::Key_Home);
        QCOMPARE(panel.firstRow(), 0);
        QCOMPARE(Warnings::texts(), QStringList());
    }

    void digitsDoNotJump()
    {
        const Theme theme = makeTheme(ThemeKind::dark);
        QImage image(200, 40, QImage::Format_ARGB32_Premultiplied);
        QPainter painter(&image);
        painter.setFont(theme.number);
        const QRectF box(0, 0, 200, 40);
        QCOMPARE(drawTabular(painter, box, QStringLiteral("1.11 s")),
                 drawTabular(painter, box, QStringLiteral("8.08 s")));
    }

    void csvHoldsBothRuns()
    {
        ViewState state;
        KpiPanel panel(&state);
        QVERIFY(panel.csv().isEmpty());
        const RunPointer run = runOf(guarded());
        const RunPointer other = runOf(burst());
        state.setRun(run);
        state.setGhost(other);
        const QList<QByteArray> lines = panel.csv().split('\n');
        QCOMPARE(lines[0].trimmed(), QByteArray("figure,value,previous"));
        const QList<QByteArray> cells = lines[1].trimmed().split(',');
        QCOMPARE(cells[0], QByteArray("amplification"));
        QVERIFY(qAbs(cells[1].toDouble() - run->kpis.amplification) < 1e-9);
        QVERIFY(qAbs(cells[2].toDouble() - other->kpis.amplification) < 1e-9);
    }
};

QTEST_MAIN(TestKpi)
#include "tst_kpi.moc"
