// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/text_ink.h"
#include "widgets/base/theme.h"

#include <QFontMetricsF>
#include <QImage>
#include <QTest>

using namespace retrylab;

namespace {

template <typename Draw>
QImage drawn(const QFont &font, double scale, Draw draw)
{
    QImage image(600, 160, QImage::Format_RGB32);
    image.fill(Qt::black);
    QPainter painter(&image);
    painter.scale(scale, scale);
    painter.setFont(font);
    painter.setPen(Qt::white);
    draw(painter);
    return image;
}

} // namespace

/// Remembered lines must look as if nothing was remembered.
class TestTextInk : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void looksAsQPainterDrawsIt_data()
    {
        QTest::addColumn<int>("alignment");
        QTest::newRow("left") << int(Qt::AlignLeft | Qt::AlignVCenter);
        QTest::newRow("right") << int(Qt::AlignRight | Qt::AlignVCenter);
        QTest::newRow("centre") << int(Qt::AlignCenter);
        QTest::newRow("top") << int(Qt::AlignHCenter | Qt::AlignTop);
        QTest::newRow("bottom") << int(Qt::AlignLeft | Qt::AlignBottom);
    }
    void looksAsQPainterDrawsIt()
    {
        QFETCH(const int, alignment);
        const Theme theme = makeTheme(ThemeKind::dark);
        for (const QFont &font : {theme.small, theme.heading, theme.number}) {
            for (const QString &text : {QStringLiteral("goodput"), QStringLiteral("1,234.5 ms"),
                                        QStringLiteral("Số lần thử lại"), QStringLiteral("x")}) {
                for (const double scale : {1.0, 2.0}) {
                    const QRectF box(20.3, 9.7, 222.4, 31.1);
                    const QImage remembered = drawn(
                        font, scale, [&](QPainter &painter) { drawLine(painter, box, alignment, text); });
                    const QImage plain = drawn(font, scale, [&](QPainter &painter) {
                        painter.drawText(box, alignment | Qt::TextDontClip, text);
                    });
                    QCOMPARE(remembered, plain);
                    QVERIFY(plain != drawn(font, scale, [](QPainter &) {}));
                }
            }
        }
    }

    void measuresAsTheFontDoes()
    {
        const Theme theme = makeTheme(ThemeKind::light);
        for (const QFont &font : {theme.small, theme.body, theme.heading}) {
            for (const QString &text : {QString(), QStringLiteral("max 33"), QStringLiteral("Bộ ngắt mạch")}) {
                QCOMPARE(lineWidth(font, text), QFontMetricsF(font).horizontalAdvance(text));
                for (const double width : {0.0, 12.0, 25.5, 400.0})
                    QCOMPARE(elidedLine(font, text, width),
                             QFontMetricsF(font).elidedText(text, Qt::ElideRight, width));
            }
        }
    }

    /// More lines and fonts than are kept: each is still drawn as itself.
    void forgettingDoesNotMixThemUp()
    {
        QFont font = makeTheme(ThemeKind::dark).body;
        for (int size = 8; size < 60; ++size) {
            font.setPixelSize(size);
            QCOMPARE(lineWidth(font, QStringLiteral("retry")),
                     QFontMetricsF(font).horizontalAdvance(QStringLiteral("retry")));
        }
        for (int n = 0; n < 3000; ++n)
            lineWidth(font, QString::number(n));
        for (int n = 0; n < 3000; n += 500)
            QCOMPARE(lineWidth(font, QString::number(n)), QFontMetricsF(font).horizontalAdvance(QString::number(n)));
    }
};

QTEST_MAIN(TestTextInk)
#include "tst_text_ink.moc"
