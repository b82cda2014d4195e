// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/outcome_shape.h"
#include "widgets/base/theme.h"

#include <QApplication>
#include <QComboBox>
#include <QImage>
#include <QPainter>
#include <QSet>
#include <QSlider>
#include <QTest>

#include <cmath>

using namespace retrylab;

namespace {

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

/// Relative luminance and contrast as WCAG 2.1 defines them.
double luminance(const QColor &c)
{
    return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
}

double contrast(const QColor &a, const QColor &b)
{
    const double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QImage mark(OutcomeKind kind, int size)
{
    QImage image(size + 4, size + 4, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    drawOutcomeMark(painter, makeTheme(ThemeKind::dark), kind, QPointF(size / 2.0 + 2, size / 2.0 + 2), size);
    painter.end();
    return image.convertToFormat(QImage::Format_Alpha8); // the shape alone, whatever its colour
}

QImage degradedMark(int size)
{
    QImage image(size + 4, size + 4, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    drawDegradedMark(painter, makeTheme(ThemeKind::dark), QPointF(size / 2.0 + 2, size / 2.0 + 2), size);
    painter.end();
    return image.convertToFormat(QImage::Format_Alpha8);
}

double inkIn(const QImage &image, const QRect &where)
{
    double sum = 0;
    for (int y = where.top(); y <= where.bottom(); ++y)
        for (int x = where.left(); x <= where.right(); ++x)
            sum += qAlpha(image.pixel(x, y));
    return sum;
}

int differingPixels(const QImage &a, const QImage &b)
{
    int count = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x)
            count += std::abs(qAlpha(a.pixel(x, y)) - qAlpha(b.pixel(x, y))) > 96;
    return count;
}

} // namespace

class TestTheme : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("."))); }

    void everyTheme_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("dark") << static_cast<int>(ThemeKind::dark);
        QTest::newRow("light") << static_cast<int>(ThemeKind::light);
        QTest::newRow("projector") << static_cast<int>(ThemeKind::projector);
    }
    void everyTheme()
    {
        QFETCH(int, kind);
        const Theme t = makeTheme(static_cast<ThemeKind>(kind));
        for (const QColor &surface : {t.window, t.panel, t.raised}) {
            QCOMPARE_GE(contrast(t.text, surface), 4.5);
            QCOMPARE_GE(contrast(t.muted, surface), 4.5);
            QCOMPARE_GE(contrast(t.faint, surface), 3.0);
            // Lines and marks: WCAG 1.4.11 asks for 3:1.
            for (const QColor &data : {t.firstAttempt, t.retry, t.goodput, t.failure, t.waiting, t.capacity, t.ghost,
                                       t.queue, t.degraded, t.closed, t.open, t.halfOpen, t.accent, t.focus})
                QCOMPARE_GE(contrast(data, surface), 3.0);
        }
        // The colours that words are written in.
        for (const QColor &words : {t.closed, t.open, t.halfOpen, t.good, t.bad, t.waiting, t.failure, t.accent})
            QCOMPARE_GE(contrast(words, t.panel), 4.5);
        QCOMPARE_GE(contrast(t.onAccent, t.accent), 4.5);
        QCOMPARE_GT(contrast(t.text, t.panel), contrast(t.muted, t.panel));
        QCOMPARE_GT(contrast(t.muted, t.panel), contrast(t.faint, t.panel));
    }

    void projectorIsStronger()
    {
        const Theme light = makeTheme(ThemeKind::light), projector = makeTheme(ThemeKind::projector);
        QCOMPARE_GT(contrast(projector.muted, projector.window), contrast(light.muted, light.window));
        QCOMPARE_GT(contrast(projector.line, projector.window), contrast(light.line, light.window));
        QCOMPARE_GT(projector.stroke(2), light.stroke(2));
    }

    void scaleReachesFontsDistancesAndSheet()
    {
        const Theme one = makeTheme(ThemeKind::dark), two = makeTheme(ThemeKind::dark, 2.0);
        QCOMPARE(two.body.pixelSize(), 2 * one.body.pixelSize());
        QCOMPARE(two.px(7), 14.0);
        QVERIFY(one.styleSheet().contains(QStringLiteral("font-size: 13px")));
        QVERIFY(two.styleSheet().contains(QStringLiteral("font-size: 26px")));
        QVERIFY(!two.styleSheet().contains(QLatin1Char('$')));
        // A hair line stays visible when everything shrinks.
        QVERIFY(!makeTheme(ThemeKind::dark, 0.75).styleSheet().contains(QStringLiteral(" 0px solid")));
        QCOMPARE(makeTheme(ThemeKind::dark, 99).scale, 3.0);
        QCOMPARE(makeTheme(ThemeKind::dark, 0).scale, 0.75);
    }

    void sheetIsUnderstood()
    {
        // Qt warns when it cannot parse a sheet, and this program fails on warnings.
        for (const auto kind : {ThemeKind::dark, ThemeKind::light, ThemeKind::projector}) {
            const Theme theme = makeTheme(kind, 1.5);
            qApp->setStyleSheet(theme.styleSheet());
            QSlider slider(Qt::Horizontal);
            QComboBox box;
            box.resize(100, 30);
            slider.resize(200, 30);
            slider.setValue(50);
            // The groove is filled with the accent up to the handle.
            QCOMPARE(slider.grab().toImage().pixelColor(30, 15), theme.accent);
            QVERIFY(!box.grab().isNull());
        }
        qApp->setStyleSheet(QString());
    }

    /// Qt drops a radius of more than half the box, and the handle turns into a square.
    void sliderHandlesAreRound()
    {
        for (int percent = 75; percent <= 300; percent += 5) {
            const Theme theme = makeTheme(ThemeKind::dark, percent / 100.0);
            qApp->setStyleSheet(theme.styleSheet());
            QSlider slider(Qt::Horizontal);
            slider.resize(400, 80);
            slider.setValue(50);
            const QImage picture = slider.grab().toImage();
            QRect around;
            double filled = 0;
            for (int y = 0; y < picture.height(); ++y)
                for (int x = 0; x < picture.width(); ++x)
                    if (picture.pixelColor(x, y) == theme.text) {
                        around |= QRect(x, y, 1, 1);
                        ++filled;
                    }
            QVERIFY(around.width() >= theme.px(12));
            // A circle fills π/4 of its square.
            const double share = filled / (around.width() * around.height());
            QVERIFY2(share > 0.6 && share < 0.88, qPrintable(QStringLiteral("%1 %: %2").arg(percent).arg(share)));
        }
        qApp->setStyleSheet(QString());
    }

    void outcomesDifferByShapeAlone()
    {
        for (const int size : {10, 16}) {
            for (int a = 0; a < outcomeKindCount; ++a)
                for (int b = 0; b < a; ++b) {
                    const int differ = differingPixels(mark(OutcomeKind(a), size), mark(OutcomeKind(b), size));
                    QVERIFY2(differ >= size, qPrintable(QStringLiteral("%1 %2 %3").arg(a).arg(b).arg(differ)));
                }
        }
    }

    void degradedLooksLikeNoOutcome()
    {
        for (const int size : {10, 16}) {
            const QImage half = degradedMark(size);
            for (int kind = 0; kind < outcomeKindCount; ++kind)
                QCOMPARE_GE(differingPixels(half, mark(OutcomeKind(kind), size)), size);
            // Half filled: its lower half has far more ink than its upper one.
            QCOMPARE_GT(inkIn(half, QRect(0, half.height() / 2, half.width(), half.height() / 2)),
                        1.5 * inkIn(half, QRect(0, 0, half.width(), half.height() / 2)));
        }
        for (const auto kind : {ThemeKind::dark, ThemeKind::light, ThemeKind::projector}) {
            const Theme t = makeTheme(kind);
            for (const QColor &other : {t.goodput, t.failure, t.waiting, t.firstAttempt, t.open, t.idle, t.ghost})
                QVERIFY(t.degraded != other);
        }
    }

    void outcomesHaveDifferentNames()
    {
        QSet<QString> names;
        for (int i = 0; i < outcomeKindCount; ++i)
            names << outcomeName(OutcomeKind(i));
        QCOMPARE(names.size(), outcomeKindCount);
        QVERIFY(!names.contains(QString()));
    }
};

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
