// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/load/surface_ink.h"

#include <QImage>
#include <QTest>

#include <cmath>

using namespace retrylab;

namespace {

/// A line of hills with a step, upper edge of a surface that stands on y = 90.
QPolygonF hills(double lift)
{
    QPolygonF line;
    for (int i = 0; i <= 40; ++i)
        line.append({10.0 + 4.5 * i, 50.0 - lift + 30.0 * std::sin(i * 0.7)});
    line.append({190.0, 30.0 - lift});
    return line;
}

template <typename Draw>
QImage drawn(double scale, Draw draw)
{
    QImage image((QSizeF(210, 100) * scale).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    image.fill(Qt::black);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    draw(painter);
    return image;
}

} // namespace

/// Surfaces that are written into pixels must look like QPainter's antialiased polygons.
class TestSurfaceInk : public QObject {
    Q_OBJECT

    /// Mean and largest difference of the red channel.
    static std::pair<double, int> difference(const QImage &a, const QImage &b)
    {
        double sum = 0;
        int most = 0;
        for (int y = 0; y < a.height(); ++y) {
            for (int x = 0; x < a.width(); ++x) {
                const int d = std::abs(qRed(a.pixel(x, y)) - qRed(b.pixel(x, y)));
                sum += d;
                most = std::max(most, d);
            }
        }
        return {sum / (a.width() * a.height()), most};
    }

private Q_SLOTS:
    void looksLikeAPolygon_data()
    {
        QTest::addColumn<double>("scale");
        QTest::newRow("one pixel per unit") << 1.0;
        QTest::newRow("two") << 2.0;
    }
    void looksLikeAPolygon()
    {
        QFETCH(const double, scale);
        QPolygonF outline = hills(0);
        const qsizetype count = outline.size();
        outline << QPointF(190, 90) << QPointF(10, 90);
        const QImage written = drawn(scale, [&](QPainter &p) { fillSurface(p, {outline, 0, count}, Qt::white); });
        const QImage polygon = drawn(scale, [&](QPainter &p) {
            p.setPen(Qt::NoPen);
            p.setBrush(Qt::white);
            p.drawPolygon(outline);
        });
        const auto [mean, most] = difference(written, polygon);
        QVERIFY2(mean < 0.6, qPrintable(QString::number(mean)));
        QVERIFY2(most < 140, qPrintable(QString::number(most))); // at a corner within a column
        QCOMPARE(written.pixel(int(100 * scale), int(95 * scale)), qRgb(0, 0, 0));
        QCOMPARE(written.pixel(int(100 * scale), int(88 * scale)), qRgb(255, 255, 255));
    }

    /// Where both lines are one there is nothing to see, not even a tint.
    void nothingBetweenALineAndItself()
    {
        const QPolygonF line = hills(0);
        QPolygonF outline = line;
        for (auto p = line.crbegin(); p != line.crend(); ++p)
            outline.append(*p);
        const QImage image = drawn(1, [&](QPainter &p) { fillSurface(p, {outline, 0, line.size(), true}, Qt::white); });
        QCOMPARE(image, drawn(1, [](QPainter &) {}));
    }

    void fillsBetweenTwoLines()
    {
        const QPolygonF upper = hills(10), lower = hills(0);
        QPolygonF outline = upper;
        for (auto p = lower.crbegin(); p != lower.crend(); ++p)
            outline.append(*p);
        const QImage image = drawn(1, [&](QPainter &p) {
            fillSurface(p, {outline, 0, upper.size(), true}, Qt::white);
        });
        const double middle = lower[20].y() - 5; // at x = 100
        QCOMPARE(image.pixel(100, int(middle)), qRgb(255, 255, 255));
        QCOMPARE(image.pixel(100, int(middle - 12)), qRgb(0, 0, 0));
        QCOMPARE(image.pixel(100, int(middle + 16)), qRgb(0, 0, 0));
    }
};

QTEST_MAIN(TestSurfaceInk)
#include "tst_surface_ink.moc"
