// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/stamp_ink.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QSvgGenerator>
#include <QTest>

using namespace retrylab;

namespace {

constexpr double radius = 5;

void paintDot(QPainter &painter)
{
    painter.setBrush(Qt::red);
    painter.drawEllipse(QPointF(), radius, radius);
}

Stamp dotStamp(int places)
{
    return {1, Qt::red, {}, {2 * radius, 2 * radius}, 0, places};
}

QImage ground(double ratio)
{
    QImage image(QSize(40, 30) * ratio, QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::white);
    return image;
}

int farthest(const QImage &a, const QImage &b)
{
    int most = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x)
            most = std::max(most, std::abs(qGreen(a.pixel(x, y)) - qGreen(b.pixel(x, y))));
    return most;
}

} // namespace

class TestStampInk : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void looksLikeTheShape_data()
    {
        QTest::addColumn<double>("ratio");
        QTest::addColumn<QPointF>("shift");
        QTest::addColumn<QPointF>("centre");
        QTest::newRow("whole") << 1.0 << QPointF() << QPointF(20, 15);
        QTest::newRow("quarters") << 1.0 << QPointF() << QPointF(20.25, 14.75);
        QTest::newRow("a hair left of a pixel") << 1.0 << QPointF() << QPointF(19.999, 14.999);
        QTest::newRow("across the edge") << 1.0 << QPointF() << QPointF(-2.5, 1.5);
        QTest::newRow("fine pixels") << 2.0 << QPointF() << QPointF(20.125, 14.375);
        QTest::newRow("odd pixels") << 1.5 << QPointF() << QPointF(20, 15);
        QTest::newRow("a moved origin") << 2.0 << QPointF(3.5, 2) << QPointF(15, 12.5);
    }
    void looksLikeTheShape()
    {
        QFETCH(const double, ratio);
        QFETCH(const QPointF, shift);
        QFETCH(const QPointF, centre);
        QImage drawn = ground(ratio), stamped = ground(ratio);
        QPainter plain(&drawn);
        plain.setRenderHint(QPainter::Antialiasing);
        plain.setPen(Qt::NoPen);
        plain.translate(shift + centre);
        paintDot(plain);
        plain.end();
        for (int again = 0; again < 2; ++again) { // made, then kept
            stamped.fill(Qt::white);
            QPainter painter(&stamped);
            painter.translate(shift);
            drawStamp(painter, dotStamp(4), centre, paintDot);
            painter.end();
            QVERIFY2(farthest(drawn, stamped) <= 3, qPrintable(QString::number(farthest(drawn, stamped))));
        }
    }

    /// Its picture is dropped as soon as it is made, and must be drawn all the same.
    void tooLargeToKeep()
    {
        const auto paintDisc = [](QPainter &painter) {
            painter.setBrush(Qt::red);
            painter.drawEllipse(QPointF(), 600, 600);
        };
        QImage drawn(1300, 1300, QImage::Format_RGB32), stamped = drawn;
        drawn.fill(Qt::white);
        stamped.fill(Qt::white);
        QPainter plain(&drawn);
        plain.setRenderHint(QPainter::Antialiasing);
        plain.setPen(Qt::NoPen);
        plain.translate(650, 650);
        paintDisc(plain);
        plain.end();
        QPainter painter(&stamped);
        drawStamp(painter, {3, Qt::red, {}, {1200, 1200}, 0, 4}, {650, 650}, paintDisc);
        painter.end();
        QVERIFY(farthest(drawn, stamped) <= 3);
    }

    void theShapeIsAskedForOnce()
    {
        QImage image = ground(1);
        QPainter painter(&image);
        int asked = 0;
        Stamp stamp = dotStamp(4);
        stamp.shape = 2; // nobody else's
        for (const double x : {10.0, 20.0, 20.1, 31.0})
            drawStamp(painter, stamp, {x, 15}, [&asked](QPainter &to) {
                ++asked;
                paintDot(to);
            });
        QCOMPARE(asked, 1);
        stamp.fill = Qt::blue;
        drawStamp(painter, stamp, {20, 15}, [&asked](QPainter &) { ++asked; });
        QCOMPARE(asked, 2);
    }

    void vectorFilesGetVectors()
    {
        QBuffer buffer;
        QSvgGenerator generator;
        generator.setOutputDevice(&buffer);
        generator.setSize({40, 30});
        QPainter painter(&generator);
        drawStamp(painter, dotStamp(4), {20, 15}, paintDot);
        painter.end();
        QVERIFY(buffer.data().contains("<circle") || buffer.data().contains("<path")
                || buffer.data().contains("<ellipse"));
        QVERIFY(!buffer.data().contains("<image"));
    }
};

QTEST_MAIN(TestStampInk)
#include "tst_stamp_ink.moc"
