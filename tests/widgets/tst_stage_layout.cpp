// SPDX-License-Identifier: GPL-3.0-or-later
#include "stage_fixture.h"
#include "widgets/stage/stage_geometry.h"

#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <numeric>

using namespace retrylab;
using namespace retrylab::stagetest;

namespace {

World crowdWorld(TrafficKind kind, std::uint32_t clients)
{
    World world;
    world.duration = 4s;
    world.traffic.kind = kind;
    world.traffic.clients = clients;
    world.traffic.callers = clients;
    world.traffic.rate = 300;
    world.service().name = "service";
    world.service().slots = 10;
    world.callers().policy.breaker.kind = BreakerKind::countWindow;
    world.callers().policy.breaker.openTime = 1s;
    Fault fault;
    fault.name = "a rather long name for a fault";
    fault.from = Time(1s);
    fault.to = Time(2s);
    world.faults = {fault};
    return world;
}

/// All rectangles that the scene paints.
std::vector<QRectF> everything(const StageRecords &scene)
{
    std::vector<QRectF> rects;
    const auto round = [](QPointF c, double r) { return QRectF(c.x() - r, c.y() - r, 2 * r, 2 * r); };
    for (const auto &dot : scene.dots)
        rects.push_back(round(dot.centre, dot.radius));
    for (const auto &cell : scene.cells)
        rects.push_back(cell.rect);
    for (const auto &flight : scene.flights)
        rects.push_back(round(flight.centre, flight.size / 2));
    for (const auto &slot : scene.service.slotSquares)
        rects.push_back(slot.rect);
    rects.insert(rects.end(), scene.service.queueSquares.begin(), scene.service.queueSquares.end());
    for (const auto &text : scene.texts)
        rects.push_back(text.rect);
    for (const auto &rect :
         {scene.service.box, scene.service.tag, scene.service.slotBar.rect, scene.service.queueBar.rect})
        if (!rect.isNull())
            rects.push_back(rect);
    return rects;
}

QString inWords(const QRectF &r)
{
    return QStringLiteral("(%1, %2 %3×%4)").arg(r.x()).arg(r.y()).arg(r.width()).arg(r.height());
}

void checkScene(const StageRecords &scene)
{
    for (const QRectF &rect : everything(scene))
        QVERIFY2(scene.area.adjusted(-0.01, -0.01, 0.01, 0.01).contains(rect),
                 qPrintable(inWords(scene.area) + inWords(rect)));
    for (std::size_t i = 0; i < scene.texts.size(); ++i) {
        const StageText &text = scene.texts[i];
        for (std::size_t j = 0; j < i; ++j)
            QVERIFY2(!text.rect.intersects(scene.texts[j].rect), qPrintable(text.text + u' ' + scene.texts[j].text));
        for (const auto &dot : scene.dots)
            QVERIFY2(!text.rect.contains(dot.centre), qPrintable(text.text));
        for (const auto &slot : scene.service.slotSquares)
            QVERIFY2(!text.rect.intersects(slot.rect), qPrintable(text.text));
    }
    for (const auto &slot : scene.service.slotSquares)
        QVERIFY(scene.service.box.contains(slot.rect));
}

} // namespace

class TestStageLayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("."))); }

    void layoutHolds_data()
    {
        QTest::addColumn<int>("traffic");
        QTest::addColumn<int>("clients");
        QTest::newRow("one") << static_cast<int>(TrafficKind::herd) << 1;
        QTest::newRow("fifty, closed") << static_cast<int>(TrafficKind::closed) << 50;
        QTest::newRow("open, one caller") << static_cast<int>(TrafficKind::open) << 1;
        QTest::newRow("open, many callers") << static_cast<int>(TrafficKind::open) << 40;
        QTest::newRow("ten thousand") << static_cast<int>(TrafficKind::herd) << 10'000;
    }
    void layoutHolds()
    {
        QFETCH(int, traffic);
        QFETCH(int, clients);
        const World world = crowdWorld(static_cast<TrafficKind>(traffic), static_cast<std::uint32_t>(clients));
        Experiment experiment;
        experiment.world = world;
        const RunPointer run = std::make_shared<const RunModel>(experiment, simulate(world));
        for (const QSizeF size :
             {QSizeF(850, 240), QSizeF(500, 180), QSizeF(1600, 400), QSizeF(360, 140), QSizeF(200, 90)})
            for (const double scale : {1.0, 2.0})
                for (const std::int64_t t : {std::int64_t{0}, 5 * second / 4, 3 * second})
                    checkScene(sceneOf(run, t, QRectF(QPointF(10, 20), size), makeTheme(ThemeKind::light, scale)));
        const auto scene = sceneOf(run, 5 * second / 4);
        if (clients < 10'000)
            return;
        QVERIFY(scene.dots.empty());
        const std::uint64_t shown = std::accumulate(scene.cells.begin(), scene.cells.end(), std::uint64_t{0},
                                                    [](std::uint64_t sum, const StageCell &c) {
                                                        return std::accumulate(c.counts.begin(), c.counts.end(), sum);
                                                    });
        QCOMPARE(shown, std::uint64_t{10'000});
    }

    /// A window of 1280 × 720, and the same at twice the text size: what leaves for lack of room is not what it is about.
    void lowStageSaysWhatItIs()
    {
        Experiment experiment;
        experiment.world = crowdWorld(TrafficKind::closed, 50);
        const RunPointer run = std::make_shared<const RunModel>(experiment, simulate(experiment.world));
        for (const auto &[size, scale] : {std::pair(QSizeF(706, 140), 1.0), std::pair(QSizeF(690, 280), 2.0)}) {
            for (const std::int64_t t : {std::int64_t{0}, second / 2, 5 * second / 4, 3 * second}) {
                const StageRecords scene = sceneOf(run, t, QRectF({0, 0}, size), makeTheme(ThemeKind::dark, scale));
                QVERIFY(hasText(scene, QStringLiteral("Stage")));
                QVERIFY(hasText(scene, QStringLiteral("50 clients")));
                QVERIFY(hasText(scene, QStringLiteral("waiting")));
                const auto word = std::find_if(scene.texts.begin(), scene.texts.end(), [](const StageText &text) {
                    return text.role == StageText::Role::breaker;
                });
                QVERIFY(word != scene.texts.end());
                QVERIFY(!word->text.contains(u'…'));
                for (const StageFlight &flight : scene.flights)
                    QVERIFY(!word->rect.contains(flight.centre));
                QVERIFY(!word->rect.intersects(scene.service.box));
                for (const StageText &text : scene.texts)
                    QVERIFY2(text.role == StageText::Role::tag || !text.rect.intersects(scene.service.tag),
                             qPrintable(text.text));
            }
        }
    }

    void dotsStandOnAGrid()
    {
        const World world = crowdWorld(TrafficKind::closed, 50);
        Experiment experiment;
        experiment.world = world;
        const auto scene = sceneOf(std::make_shared<const RunModel>(experiment, simulate(world)), second);
        QSet<qint64> columns, rows, places;
        for (const auto &dot : scene.dots) {
            const qint64 x = qRound64(dot.centre.x() * 100), y = qRound64(dot.centre.y() * 100);
            columns << x;
            rows << y;
            places << x * 1'000'000 + y;
        }
        QCOMPARE(places.size(), 50);
        QCOMPARE_GE(columns.size() * rows.size(), 50);
        QCOMPARE_LT((columns.size() - 1) * rows.size(), 50); // no empty column
    }

    void gridFitsItsRoom()
    {
        for (const std::uint32_t n : {1U, 2U, 7U, 50U, 999U})
            for (const QSizeF room : {QSizeF(300, 100), QSizeF(50, 200)}) {
                const GridFit grid = fitGrid(n, room.width(), room.height(), 30);
                QCOMPARE_GE(grid.columns * grid.rows, static_cast<int>(n));
                QCOMPARE_LE(grid.columns * grid.pitch, room.width() + 1e-9);
                QCOMPARE_LE(grid.rows * grid.pitch, room.height() + 1e-9);
                QCOMPARE_LE(grid.pitch, 30.0);
            }
        QCOMPARE(fitGrid(50, 260, 130, 26).pitch, 26.0); // ten by five
    }

    void emptyStageHolds()
    {
        for (const double scale : {1.0, 2.0})
            for (const QSizeF size : {QSizeF(850, 240), QSizeF(360, 140), QSizeF(100, 40)})
                checkScene(layoutEmptyStage(makeTheme(ThemeKind::dark, scale), QStringLiteral("No run yet"),
                                            QStringLiteral("Open an experiment to begin."), QRectF({0, 0}, size)));
    }
};

QTEST_MAIN(TestStageLayout)
#include "tst_stage_layout.moc"
