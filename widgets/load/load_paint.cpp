// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/load/load_paint.h"

#include "widgets/base/text_ink.h"
#include "widgets/load/load_words.h"
#include "widgets/load/surface_ink.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace retrylab {

namespace {

/// `share` of `over` on `under`, opaque: a picture of it looks the same in every format.
QColor blend(const QColor &over, const QColor &under, double share)
{
    const auto part = [share](int a, int b) { return static_cast<int>(std::lround(a * share + b * (1.0 - share))); };
    return {part(over.red(), under.red()), part(over.green(), under.green()), part(over.blue(), under.blue())};
}

void paintLegend(QPainter &painter, const LoadLayout &layout, const Theme &theme)
{
    painter.setFont(theme.heading);
    painter.setPen(theme.text);
    drawLine(painter, layout.title, Qt::AlignLeft | Qt::AlignVCenter, loadWords(QT_TRANSLATE_NOOP("LoadView", "Load")));
    painter.setFont(theme.small);
    for (const LoadLegendItem &item : layout.legend) {
        if (item.line) {
            QPen pen(item.colour, theme.stroke(item.dashed ? 1.4 : 2.0));
            pen.setCapStyle(Qt::FlatCap);
            if (item.dashed)
                pen.setDashPattern({2.5, 2});
            painter.setPen(pen);
            const double y = item.swatch.center().y();
            painter.drawLine(QPointF(item.swatch.left(), y), QPointF(item.swatch.right(), y));
        } else {
            painter.fillRect(item.swatch, item.colour);
        }
        painter.setPen(theme.muted);
        drawLine(painter, item.label, Qt::AlignLeft | Qt::AlignVCenter, item.text);
    }
}

void paintBand(QPainter &painter, const LoadLayout &layout, const Theme &theme)
{
    if (layout.band.isNull())
        return;
    const QRectF &band = layout.band;
    for (const BandPiece &piece : layout.bandPieces) {
        double top = band.top();
        const auto fill = [&](double share, const QColor &colour) {
            const double height = band.height() * share;
            if (height > 0.05)
                painter.fillRect(QRectF(piece.left, top, piece.right - piece.left, height), colour);
            top += height;
        };
        fill(piece.open, theme.open);
        fill(piece.halfOpen, theme.halfOpen);
        fill(piece.closed(), blend(theme.closed, theme.window, 0.75));
    }
}

void gutterLabel(QPainter &painter, const LoadLayout &layout, const Theme &theme, double y, const QString &text)
{
    const QRectF box(layout.area.left(), y - theme.px(8), layout.axis.left - layout.area.left() - theme.px(8),
                     theme.px(16));
    drawLine(painter, box, Qt::AlignRight | Qt::AlignVCenter, elidedLine(painter.font(), text, box.width()));
}

void paintQueue(QPainter &painter, const LoadLayout &layout, const Theme &theme)
{
    const QRectF &strip = layout.queueStrip;
    if (strip.isNull())
        return;
    fillSurface(painter, {layout.queueArea, 1, layout.queueArea.size() - 2}, blend(theme.queue, theme.window, 0.6));
    painter.fillRect(QRectF(strip.left(), strip.bottom(), strip.width(), theme.px(1)), theme.grid);
    painter.setPen(theme.muted);
    gutterLabel(painter, layout, theme, strip.bottom() - theme.px(8),
                loadWords(QT_TRANSLATE_NOOP("LoadView", "queue")));
}

void paintAxisLabels(QPainter &painter, const LoadLayout &layout, const Theme &theme)
{
    painter.setFont(theme.small);
    painter.setPen(theme.muted);
    for (const Tick &tick : layout.valueTicks)
        gutterLabel(painter, layout, theme, layout.y(tick.value), tick.label);
    const double top = (layout.queueStrip.isNull() ? layout.plot : layout.queueStrip).bottom() + theme.px(4);
    for (const Tick &tick : layout.timeTicks) {
        const double width = lineWidth(theme.small, tick.label) + 2;
        // The last label would hang over the edge: it ends there instead.
        const double left = std::clamp(layout.axis.x(static_cast<std::int64_t>(tick.value)) - width / 2,
                                       layout.area.left(), layout.area.right() - theme.px(4) - width);
        drawLine(painter, QRectF(left, top, width, theme.px(18)), Qt::AlignHCenter | Qt::AlignTop, tick.label);
    }
}

} // namespace

void paintLoadBack(QPainter &painter, const LoadLayout &layout, const Theme &theme)
{
    painter.fillRect(layout.area, theme.window);
    for (const QRectF &fault : layout.faults)
        painter.fillRect(fault, theme.faultShade);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    fillSurface(painter, {layout.retryArea, 0, layout.retryArea.size() / 2, true},
                blend(theme.retry, theme.window, 0.6));
    fillSurface(painter, {layout.firstArea, 0, layout.firstArea.size() - 2},
                blend(theme.firstAttempt, theme.window, 0.45));
    painter.restore();
}

void paintLoadFront(QPainter &painter, const LoadLayout &layout, const Theme &theme)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paintLegend(painter, layout, theme);
    paintBand(painter, layout, theme);
    if (!layout.band.isNull()) {
        painter.setPen(theme.muted);
        gutterLabel(painter, layout, theme, layout.band.center().y(),
                    loadWords(QT_TRANSLATE_NOOP("LoadView", "breaker")));
    }
    paintAxisLabels(painter, layout, theme);
    paintQueue(painter, layout, theme);
    painter.restore();
}

void paintLoadPlayhead(QPainter &painter, const LoadLayout &layout, const Theme &theme, std::int64_t playhead)
{
    const QRectF &plot = layout.plot;
    const double top = layout.band.isNull() ? plot.top() : layout.band.top();
    const double bottom = (layout.queueStrip.isNull() ? plot : layout.queueStrip).bottom();
    if (playhead > 0 && playhead < layout.axis.range.to) {
        QColor veil = theme.window;
        veil.setAlphaF(0.58F);
        const double x = std::clamp(layout.axis.x(playhead), plot.left(), plot.right());
        painter.fillRect(QRectF(QPointF(x, top), QPointF(plot.right(), bottom)), veil);
    }
    if (!layout.axis.range.contains(playhead))
        return;
    const double width = std::max(1.0, std::round(theme.px(1.5) * 2) / 2);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(layout.axis.x(playhead) - width / 2, top, width, bottom - top), theme.text);
    painter.restore();
}

void paintLoadLabels(QPainter &painter, const LoadLayout &layout, const Theme &theme)
{
    painter.save();
    painter.setFont(theme.small);
    painter.setPen(theme.muted);
    const double pad = theme.px(4);
    if (!layout.queueLabel.isEmpty() && !layout.queueBox.isNull())
        drawLine(painter, layout.queueBox.adjusted(0, 0, -pad, 0), Qt::AlignRight | Qt::AlignVCenter,
                 layout.queueLabel);
    if (!layout.capacityBox.isNull()) {
        QColor plate = theme.window;
        plate.setAlphaF(0.7F);
        painter.fillRect(layout.capacityBox, plate);
        drawLine(painter, layout.capacityBox, Qt::AlignCenter, layout.capacityLabel);
    }
    painter.restore();
}

void paintEmptyLoad(QPainter &painter, const QRectF &area, const Theme &theme)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(area, theme.window);
    painter.setFont(theme.heading);
    painter.setPen(theme.text);
    painter.drawText(QRectF(area.left() + theme.px(16), area.top() + theme.px(5), theme.px(120), theme.px(20)),
                     Qt::AlignLeft | Qt::AlignVCenter, loadWords(QT_TRANSLATE_NOOP("LoadView", "Load")));
    // A calm sketch of what will be here: the ground line and a dashed capacity.
    const double left = area.left() + theme.gutter();
    const double right = area.right() - theme.rightMargin();
    const double ground = area.bottom() - theme.px(24);
    const double height = ground - area.top() - theme.px(40);
    painter.setPen(QPen(theme.grid, theme.px(1)));
    for (int i = 0; i <= 3; ++i)
        painter.drawLine(QPointF(left, ground - height * i / 3), QPointF(right, ground - height * i / 3));
    painter.setFont(theme.body);
    painter.setPen(theme.muted);
    const QString text = loadWords(
        QT_TRANSLATE_NOOP("LoadView", "Attempts, retries and goodput per second appear here"));
    const QRectF middle(left, ground - height, std::max(1.0, right - left), std::max(theme.px(20), height));
    const QFontMetricsF metrics(theme.body);
    const QString shown = metrics.elidedText(text, Qt::ElideRight, middle.width());
    const double wide = metrics.horizontalAdvance(shown) + theme.px(24);
    painter.fillRect(QRectF(middle.center().x() - wide / 2, middle.center().y() - theme.px(12), wide, theme.px(24)),
                     theme.window);
    painter.drawText(middle, Qt::AlignCenter, shown);
    painter.restore();
}

} // namespace retrylab
