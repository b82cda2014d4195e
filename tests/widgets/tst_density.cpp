// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline_fixture.h"
#include "widgets/base/theme.h"
#include "widgets/timeline/density.h"

#include <QPainter>
#include <QTest>

#include <random>

using namespace retrylab;
using fixture::ms;

namespace {

/// Open traffic for ten seconds whose calls last from nothing to two seconds; some never end.
Trace openTrace(std::uint32_t calls)
{
    Trace trace;
    trace.world = fixture::smallWorld();
    trace.world.duration = Duration(10'000 * ms);
    trace.world.traffic.kind = TrafficKind::open;
    std::mt19937 random(7);
    for (std::uint32_t c = 0; c < calls; ++c) {
        const std::int64_t started = 10'000 * ms / calls * c;
        const std::int64_t length = static_cast<std::int64_t>(random() % 2000) * ms / (1 + random() % 50);
        trace.calls.push_back(
            {started, random() % 100 == 0 ? notYet : started + length, 0, c, 1, EndReason::succeeded});
        trace.attempts.push_back(
            {started, trace.calls.back().ended, c, 1, c % 3 == 0 ? OutcomeKind::timeout : OutcomeKind::ok, false});
        trace.attemptsByCall.push_back(c);
    }
    return trace;
}

/// How many intervals [started, ended + gap] there are at once at most: no stacking takes fewer lanes.
std::size_t mostAtOnce(const Trace &trace, std::int64_t gap)
{
    std::vector<std::pair<std::int64_t, int>> changes;
    for (const CallRecord &call : trace.calls) {
        changes.emplace_back(call.started, 1);
        if (call.ended != notYet)
            changes.emplace_back(call.ended + gap, -1);
    }
    std::sort(changes.begin(), changes.end());
    int now = 0, most = 0;
    for (const auto &[t, change] : changes)
        most = std::max(most, now += change);
    return static_cast<std::size_t>(most);
}

int farthest(QRgb a, QRgb b)
{
    return std::max({std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)), std::abs(qBlue(a) - qBlue(b))});
}

} // namespace

class TestDensity : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void openCallsAreStackedTightly()
    {
        const Trace trace = openTrace(5000);
        const LanePlan plan(trace);
        const std::int64_t gap = 20 * ms; // a five-hundredth of the run
        for (std::size_t lane = 0; lane < plan.laneCount(); ++lane) {
            const auto calls = plan.calls(lane);
            for (std::size_t i = 1; i < calls.size(); ++i) {
                QVERIFY(trace.calls[calls[i - 1]].ended != notYet);
                QVERIFY(trace.calls[calls[i]].started >= trace.calls[calls[i - 1]].ended + gap);
            }
        }
        QVERIFY(plan.laneCount() >= mostAtOnce(trace, gap));
        QVERIFY(plan.laneCount() <= mostAtOnce(trace, gap + 5 * ms)); // the clock's ticks are shorter
    }

    /// Written into a picture it looks as if it was drawn over it, whatever the ground and however high the rows.
    void onAPictureItLooksAsIfDrawnOverIt_data()
    {
        QTest::addColumn<int>("height");
        QTest::newRow("a pixel a row") << 0;
        QTest::newRow("some rows are two pixels high") << 37;
    }
    void onAPictureItLooksAsIfDrawnOverIt()
    {
        QFETCH(const int, height);
        const Trace trace = openTrace(5000);
        const LanePlan plan(trace);
        const Lanes lanes(plan, trace, {0, 10'000 * ms});
        const DensityGrid grid(trace, lanes, {{0, 10'000 * ms}, 0, plan.laneCount(), 331, 150});
        const Theme theme = makeTheme(ThemeKind::dark);
        const QRect where(20, 10, grid.columns(), grid.rows() + height);
        QImage ground(where.right() + 30, where.bottom() + 30, QImage::Format_RGB32);
        ground.fill(theme.window);
        QPainter(&ground).fillRect(QRect(90, 0, 70, ground.height()), theme.faultShade);
        QPainter(&ground).fillRect(QRect(120, 0, 1, ground.height()), theme.grid);

        QImage drawn = ground;
        const QImage rows = paintDensity(grid, theme);
        QPainter painter(&drawn);
        for (int y = 0; y < where.height(); ++y) {
            const int row = (2 * y + 1) * grid.rows() / (2 * where.height()); // the one at the pixel's middle
            painter.drawImage(where.topLeft() + QPoint(0, y), rows, QRect(0, row, grid.columns(), 1));
        }
        painter.end();
        QImage written = ground.copy();
        paintDensity(grid, theme, written, where);
        for (int y = 0; y < ground.height(); ++y)
            for (int x = 0; x < ground.width(); ++x)
                QVERIFY2(farthest(written.pixel(x, y), drawn.pixel(x, y)) <= 1,
                         qPrintable(QStringLiteral("at %1, %2").arg(x).arg(y)));
        QVERIFY(written != ground);
    }

    void whatLiesOutsideThePictureIsLeftOut()
    {
        const RunPointer run = fixture::crowd(100);
        const LanePlan plan(*run->trace);
        const Lanes lanes(plan, *run->trace, {0, 1000 * ms});
        const DensityGrid grid(*run->trace, lanes, {{0, 1000 * ms}, 0, 100, 60, 100});
        QImage small(30, 40, QImage::Format_RGB32);
        small.fill(Qt::black);
        paintDensity(grid, makeTheme(ThemeKind::dark), small, QRect(10, 10, 60, 100));
        QCOMPARE(small.pixel(9, 39), qRgb(0, 0, 0));
        QVERIFY(small.pixel(29, 39) != qRgb(0, 0, 0)); // a call waits there
    }
};

QTEST_MAIN(TestDensity)
#include "tst_density.moc"
