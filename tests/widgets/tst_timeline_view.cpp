// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline_fixture.h"
#include "widgets/timeline/timeline_view.h"

#include <QPainter>
#include <QRegularExpression>
#include <QTest>
#include <QWheelEvent>

using namespace retrylab;
using fixture::ms;

namespace {

void wheel(QWidget &widget, QPointF at, QPoint delta, Qt::KeyboardModifiers modifiers = {})
{
    QWheelEvent event(at, widget.mapToGlobal(at), {}, delta, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&widget, &event);
}

} // namespace

class TestTimelineView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // The offscreen platform warns about size hints and about raising a tooltip.
    void init()
    {
        QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!.*(propagateSizeHints|raise\\(\\))).*$")));
    }

    void keysChooseZoomAndPan()
    {
        ViewState state;
        TimelineView view(&state);
        view.resize(900, 300);
        state.setRun(fixture::smallRun());
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(state.selectedCall(), std::optional(0U));
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(state.selectedCall(), std::optional(1U));
        QTest::keyClick(&view, Qt::Key_Up);
        QCOMPARE(state.selectedCall(), std::optional(0U));
        QVERIFY(view.accessibleDescription().contains(QStringLiteral("succeeded after 530 ms")));

        QTest::keyClick(&view, Qt::Key_Return); // 0 … 530 ms with a tenth beside it
        QCOMPARE(state.visible(), (TimeRange{0, 583 * ms}));
        QTest::keyClick(&view, Qt::Key_Right);
        QCOMPARE(state.visible().length(), 583 * ms);
        QVERIFY(std::abs(state.visible().from - 58 * ms) < ms);
        QTest::keyClick(&view, Qt::Key_0);
        QCOMPARE(state.visible(), (TimeRange{0, 1000 * ms}));
        QTest::keyClick(&view, Qt::Key_Plus);
        QCOMPARE(state.visible().length(), 800 * ms);
        QTest::keyClick(&view, Qt::Key_Minus);
        QCOMPARE(state.visible(), (TimeRange{0, 1000 * ms}));
        QTest::keyClick(&view, Qt::Key_Escape);
        QVERIFY(!state.selectedCall());
    }

    void theWheelKeepsTheMomentUnderTheMouse()
    {
        ViewState state;
        TimelineView view(&state);
        view.resize(900, 300);
        state.setRun(fixture::smallRun());
        const QPointF at(500, 150);
        const std::int64_t before = view.records().axis.time(at.x());
        wheel(view, at, {0, 240});
        QCOMPARE(state.visible().length(), 640 * ms); // 1.25 per notch
        QVERIFY(std::abs(view.records().axis.time(at.x()) - before) < 10);
        wheel(view, at, {0, -120}, Qt::ShiftModifier);
        QCOMPARE(state.visible().length(), 640 * ms);
        QVERIFY(view.records().axis.time(at.x()) > before);
        const double height = view.records().grid.laneHeight;
        wheel(view, at, {0, 120}, Qt::ControlModifier);
        QVERIFY(view.records().grid.laneHeight > height);
        for (int i = 0; i < 200; ++i)
            wheel(view, at, {0, 120});
        QVERIFY(state.visible().length() >= 1000);
    }

    void clicksSelectAndTheHeaderScrubs()
    {
        ViewState state;
        TimelineView view(&state);
        view.resize(900, 300);
        state.setRun(fixture::smallRun());
        const BarRecord bar = view.records().bars.at(3);
        // The pointer itself cannot be moved over a widget that is not shown.
        QMouseEvent move(QEvent::MouseMove, bar.rect.center(), view.mapToGlobal(bar.rect.center()), Qt::NoButton,
                         Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&view, &move);
        QCOMPARE(state.hoveredCall(), std::optional(bar.call));
        QTest::mouseClick(&view, Qt::LeftButton, {}, bar.rect.center().toPoint());
        QCOMPARE(state.selectedCall(), std::optional(bar.call));
        const int x = static_cast<int>(view.records().axis.x(400 * ms));
        QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(x, 20));
        QVERIFY(std::abs(state.playhead() - 400 * ms) < 2 * ms);
        QTest::mouseDClick(&view, Qt::LeftButton, {}, bar.rect.center().toPoint());
        QCOMPARE(state.visible(), (TimeRange{0, 330 * ms})); // call 1 ends at 300 ms
    }

    void movingThePlayheadOrTheMouseDoesNotCountAgain()
    {
        ViewState state;
        TimelineView view(&state);
        view.resize(900, 300);
        state.setRun(fixture::crowd(5000));
        view.grab();
        QCOMPARE(view.densityCounts(), 1);
        for (std::int64_t t = 0; t < 500 * ms; t += 50 * ms) {
            state.setPlayhead(t);
            view.grab();
        }
        QCOMPARE(view.densityCounts(), 1);
        state.setVisible({0, 500 * ms});
        view.grab();
        QCOMPARE(view.densityCounts(), 2);
        for (std::uint32_t call = 0; call < 20; ++call) {
            state.setHoveredCall(call);
            view.grab();
        }
        QCOMPARE(view.densityCounts(), 3); // again for the first one, from then on the picture is kept
        state.setTheme(makeTheme(ThemeKind::light));
        view.grab();
        QCOMPARE(view.densityCounts(), 4);
    }

    void nothingIsDrawnBelowTheLanes()
    {
        ViewState state;
        TimelineView view(&state);
        view.setTimeAxisShown(false);
        view.resize(900, 120);
        state.setRun(fixture::crowd(12)); // 14 px each: more than fit, the last one is cut
        const TimelineRecords &records = view.records();
        QVERIFY(!records.grid.dense() && records.grid.mostScroll() > 0);
        QImage image(view.size(), QImage::Format_RGB32);
        QPainter painter(&image);
        view.paintView(painter, view.rect());
        painter.end();
        for (int y = static_cast<int>(std::ceil(records.frame.lanes.bottom())); y < image.height(); ++y)
            for (int x = 0; x < records.frame.scrollbar.left(); ++x)
                QCOMPARE(image.pixelColor(x, y), state.theme().window);
    }

    void noRunIsNoTrouble()
    {
        ViewState state;
        TimelineView view(&state);
        view.resize(400, 200);
        QVERIFY(!view.grab().isNull());
        QVERIFY(view.csv().isEmpty());
        QTest::keyClick(&view, Qt::Key_Down);
        QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(200, 100));
        wheel(view, {200, 100}, {0, 120});
        state.setRun(fixture::smallRun());
        state.setRun({});
        QVERIFY(!view.grab().isNull());
    }
};

QTEST_MAIN(TestTimelineView)
#include "tst_timeline_view.moc"
