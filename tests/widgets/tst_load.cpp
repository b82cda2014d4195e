// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart_runs.h"
#include "widgets/load/load_paint.h"
#include "widgets/load/load_view.h"

#include <QChart>
#include <QLineSeries>
#include <QPainter>
#include <QTest>
#include <QWheelEvent>

using namespace retrylab;
using namespace retrylab::chartruns;

namespace {

QImage pictureOf(const View &view, QSize size)
{
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    QPainter painter(&image);
    view.paintView(painter, QRectF(QPointF(), size));
    return image;
}

} // namespace

class TestLoad : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void plotIsTheSharedAxis_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<double>("scale");
        QTest::newRow("usual") << QSize(850, 260) << 1.0;
        QTest::newRow("large text") << QSize(850, 260) << 2.0;
        QTest::newRow("wide") << QSize(1600, 400) << 1.0;
        QTest::newRow("narrow") << QSize(300, 130) << 1.0;
    }
    void plotIsTheSharedAxis()
    {
        QFETCH(QSize, size);
        QFETCH(double, scale);
        Warnings warnings;
        ViewState state;
        state.setTheme(makeTheme(ThemeKind::dark, scale));
        state.setRun(runOf(guarded()));
        state.setGhost(runOf(burst()));
        LoadView view(&state);
        view.resize(size);
        view.grab();
        const LoadLayout *layout = view.layoutRecords();
        QVERIFY(layout);
        QCOMPARE(layout->plot.left(), state.theme().gutter());
        QCOMPARE(layout->plot.right(), size.width() - state.theme().rightMargin());
        QCOMPARE(view.chart().chart().plotArea(), layout->plot);
        // The series arrive where the layout says.
        QLineSeries &goodput = const_cast<QLineSeries &>(view.chart().goodput());
        for (const QPointF &p : goodput.points()) {
            const QPointF pixel = const_cast<QChart &>(view.chart().chart()).mapToPosition(p, &goodput);
            QVERIFY(qAbs(pixel.x() - layout->axis.x(std::llround(p.x() * 1e9))) < 0.01);
            QVERIFY(qAbs(pixel.y() - layout->y(p.y())) < 0.01);
        }
        const QRectF whole(QPointF{}, QSizeF(size));
        for (const QPolygonF *area : {&layout->firstArea, &layout->retryArea})
            QVERIFY(layout->plot.adjusted(-0.01, -0.01, 0.01, 0.01).contains(area->boundingRect()));
        for (const LoadLegendItem &item : layout->legend)
            QVERIFY(whole.contains(item.label));
        QCOMPARE(Warnings::texts(), QStringList());
    }

    void farCapacityDoesNotSetTheScale()
    {
        Experiment experiment = burst();
        experiment.world.faults.clear();
        experiment.world.traffic.arrivals = Arrivals::even; // 500 a second can be served
        for (const double rate : {100.0, 250.0}) {
            experiment.world.traffic.rate = rate;
            ViewState state;
            state.setRun(runOf(experiment));
            LoadView view(&state);
            view.resize(850, 260);
            view.grab();
            const LoadLayout *layout = view.layoutRecords();
            const bool far = rate < 500.0 / 3;
            QCOMPARE(layout->capacityAbove, far);
            QCOMPARE(layout->capacity.isEmpty(), far);
            QCOMPARE(layout->capacityLabel,
                     far ? QStringLiteral("capacity 500/s ↑") : QStringLiteral("capacity 500/s"));
            QVERIFY(far ? layout->top < 2 * rate : layout->top >= 500);
        }
    }

    void labelsHaveTheirPlaces_data() { plotIsTheSharedAxis_data(); }
    void labelsHaveTheirPlaces()
    {
        QFETCH(QSize, size);
        QFETCH(double, scale);
        ViewState state;
        state.setTheme(makeTheme(ThemeKind::dark, scale));
        state.setRun(runOf(burst()));
        LoadView view(&state);
        view.resize(size);
        view.grab();
        const LoadLayout *layout = view.layoutRecords();
        QVERIFY(layout->capacityBox.left() >= layout->plot.left()
                && layout->capacityBox.right() <= layout->plot.right());
        QVERIFY(layout->capacityBox.top() >= layout->plot.top());
        if (layout->queueStrip.isNull())
            return;
        QVERIFY(!layout->queueBox.intersects(layout->queueStrip));
        QVERIFY(!layout->queueBox.intersects(layout->plot));
        QVERIFY(!layout->queueBox.intersects(layout->capacityBox));
        QVERIFY(layout->queueBox.width() >= QFontMetricsF(state.theme().small).horizontalAdvance(layout->queueLabel));
    }

    void zoomTrimsEverySeries()
    {
        ViewState state;
        state.setRun(runOf(guarded()));
        state.setGhost(runOf(burst()));
        LoadView view(&state);
        view.resize(850, 260);
        state.setVisible({1'000'000'000, 1'400'000'000});
        view.grab();
        for (const QLineSeries *series : {&view.chart().goodput(), &view.chart().capacity(), &view.chart().ghost()}) {
            QVERIFY(series->count() > 1);
            for (const QPointF &p : series->points())
                QVERIFY(p.x() >= 1.0 && p.x() <= 1.4);
        }
        QVERIFY(view.chart().goodput().count() <= 2 * 850);
    }

    void playheadLeavesTheSeriesAlone()
    {
        ViewState state;
        state.setRun(runOf(guarded()));
        LoadView view(&state);
        view.resize(850, 260);
        view.grab();
        const int replaced = view.chart().replacements();
        const int stills = view.stills();
        const QImage before = view.grab().toImage();
        state.setPlayhead(3'000'000'000);
        QVERIFY(view.grab().toImage() != before);
        QCOMPARE(view.chart().replacements(), replaced);
        QCOMPARE(view.stills(), stills);
        state.setRun(runOf(burst()));
        view.grab();
        QCOMPARE(view.stills(), stills + 1);
    }

    void themeRecolours()
    {
        ViewState state;
        state.setRun(runOf(burst()));
        LoadView view(&state);
        view.resize(850, 260);
        for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light, ThemeKind::projector}) {
            state.setTheme(makeTheme(kind));
            const QImage image = view.grab().toImage();
            QCOMPARE(image.pixelColor(2, 2), state.theme().window);
            QCOMPARE(view.chart().goodput().pen().color(), state.theme().goodput);
            QVERIFY(coloursIn(image) > 10);
        }
    }

    void mouseAndKeysMoveTheSharedTime()
    {
        ViewState state;
        state.setRun(runOf(burst()));
        LoadView view(&state);
        view.resize(850, 260);
        const TimeAxis axis = state.axis(850);
        QTest::mousePress(&view, Qt::LeftButton, {}, QPoint(400, 100));
        QCOMPARE(state.playhead(), axis.time(400));
        QTest::mouseMove(&view, QPoint(500, 100));
        QTest::mouseRelease(&view, Qt::LeftButton, {}, QPoint(500, 100));
        QCOMPARE(state.playhead(), axis.time(500));

        QWheelEvent wheel(QPointF(400, 100), QPointF(400, 100), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&view, &wheel);
        QVERIFY(state.visible().length() < 6'000'000'000);
        QVERIFY(qAbs(state.axis(850).time(400) - axis.time(400)) < 2'000'000); // what is under the cursor stays there
        QTest::keyClick(&view, Qt::Key_0);
        QCOMPARE(state.visible(), (TimeRange{0, 6'000'000'000}));
        QTest::keyClick(&view, Qt::Key_Home);
        QCOMPARE(state.playhead(), 0);
        QTest::keyClick(&view, Qt::Key_End);
        QCOMPARE(state.playhead(), 6'000'000'000);
    }

    void readoutSaysWhatIsDrawn()
    {
        ViewState state;
        state.setLocale(QLocale::c());
        state.setRun(runOf(guarded()));
        LoadView view(&state);
        view.resize(850, 260);
        const LoadLayout *layout = view.layoutRecords();
        const std::int64_t t = 1'000'000'000; // in the fault: the breaker is open
        const QStringList lines = loadReadout(*layout, state.locale(), t);
        QCOMPARE(lines.size(), 6);
        QVERIFY2(lines[1].contains(humanNumber(layout->at(t)->firstAttempts, state.locale())), qPrintable(lines[1]));
        QCOMPARE(lines[5], QStringLiteral("breaker open"));
    }

    void emptyStateIsDesigned()
    {
        ViewState state;
        LoadView view(&state);
        QVERIFY(coloursIn(pictureOf(view, {850, 260})) > 3);
        QVERIFY(view.csv().isEmpty());
        QVERIFY(!view.layoutRecords());
        QTest::keyClick(&view, Qt::Key_Left); // nothing to move: nothing happens
        QCOMPARE(state.playhead(), 0);
    }
};

QTEST_MAIN(TestLoad)
#include "tst_load.moc"
