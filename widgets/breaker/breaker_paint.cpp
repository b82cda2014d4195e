// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/breaker/breaker_paint.h"

#include "widgets/base/text_ink.h"
#include "widgets/breaker/breaker_words.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace retrylab {

namespace {

void paintTitle(QPainter &painter, const BreakerLayout &layout, const Theme &theme)
{
    painter.setFont(theme.heading);
    painter.setPen(theme.text);
    const QString title = breakerWords(QT_TRANSLATE_NOOP("BreakerView", "Circuit breaker"));
    drawLine(painter, layout.titleBox, Qt::AlignLeft | Qt::AlignVCenter, title);
    const double taken = lineWidth(theme.heading, title) + theme.px(12);
    painter.setFont(theme.small);
    painter.setPen(theme.muted);
    drawLine(painter, layout.titleBox, Qt::AlignRight | Qt::AlignVCenter,
             elidedLine(theme.small, layout.subject, std::max(0.0, layout.titleBox.width() - taken)));
}

void paintSummary(QPainter &painter, const BreakerLayout &layout, const Theme &theme)
{
    if (layout.summaryBox.isNull())
        return;
    painter.setFont(theme.small);
    painter.setPen(theme.muted);
    drawLine(painter, layout.summaryBox, Qt::AlignLeft | Qt::AlignVCenter,
             elidedLine(theme.small, layout.summary, layout.summaryBox.width()));
    painter.fillRect(layout.summaryBar, theme.raised);
    for (const auto &[rect, state] : layout.summaryParts)
        painter.fillRect(rect, theme.breaker(state));
}

void paintArrow(QPainter &painter, const BreakerArrow &arrow, const Theme &theme)
{
    const QColor colour = arrow.lit ? theme.breaker(arrow.to) : theme.faint;
    QPen pen(colour, theme.stroke(arrow.lit ? 2.4 : 1.4));
    pen.setCapStyle(Qt::FlatCap);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(arrow.path);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(arrow.head);
    painter.setFont(theme.small);
    painter.setPen(arrow.lit ? theme.text : theme.muted);
    drawLine(painter, arrow.labelBox, static_cast<int>(arrow.align),
             elidedLine(theme.small, arrow.label, arrow.labelBox.width()));
}

QRectF circleOf(const BreakerNode &node)
{
    return {node.centre - QPointF(node.radius, node.radius), QSizeF(node.radius, node.radius) * 2};
}

void paintCircle(QPainter &painter, const BreakerNode &node, const Theme &theme)
{
    const QColor colour = theme.breaker(node.state);
    painter.setPen(QPen(colour, theme.stroke(2.0)));
    painter.setBrush(node.current ? colour : theme.panel);
    painter.drawEllipse(circleOf(node));
}

/// What is written in a circle, and the countdown round it.
void paintNodeText(QPainter &painter, const BreakerNode &node, const Theme &theme)
{
    const QRectF circle = circleOf(node);
    if (node.current && node.countdown > 0) {
        // What is left of the open time, as a ring that runs out clockwise.
        QPen ring(theme.text, theme.stroke(2.6));
        ring.setCapStyle(Qt::FlatCap);
        painter.setPen(ring);
        painter.setBrush(Qt::NoBrush);
        const double out = theme.px(4.5);
        constexpr int full = 360 * 16;
        constexpr int top = 90 * 16;
        painter.drawArc(circle.adjusted(-out, -out, out, out), top, static_cast<int>(full * node.countdown));
    }
    QFont font = theme.small;
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    painter.setPen(node.current ? theme.panel : theme.breaker(node.state));
    QRectF text = circle;
    if (!node.detail.isEmpty()) {
        text = QRectF(circle.left(), node.centre.y() - theme.px(16), circle.width(), theme.px(16));
        drawLine(painter, QRectF(circle.left(), node.centre.y(), circle.width(), theme.px(16)), Qt::AlignCenter,
                 node.detail);
    }
    drawLine(painter, text, Qt::AlignCenter, node.name);
}

void paintSquare(QPainter &painter, const BreakerSquare &square, const Theme &theme)
{
    switch (square.kind) {
    case BreakerSquare::Kind::empty:
        painter.setPen(QPen(theme.line, theme.px(1)));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(square.rect.adjusted(0.5, 0.5, -0.5, -0.5));
        return;
    case BreakerSquare::Kind::good: painter.fillRect(square.rect, theme.goodput); return;
    case BreakerSquare::Kind::failed:
        painter.fillRect(square.rect, theme.failure);
        painter.setPen(QPen(theme.panel, theme.stroke(1.3)));
        const double inset = square.rect.width() * 0.14;
        const QRectF inner = square.rect.adjusted(inset, inset, -inset, -inset);
        painter.drawLine(inner.topLeft(), inner.bottomRight());
        return;
    }
}

/// Failures are hatched with diagonals, trimmed to the bar by arithmetic.
void paintFailedBar(QPainter &painter, const QRectF &rect, const Theme &theme)
{
    if (rect.height() <= 0 || rect.width() <= 0)
        return;
    painter.fillRect(rect, theme.failure);
    painter.setPen(QPen(theme.panel, theme.stroke(1.2)));
    const double step = theme.px(7);
    for (double offset = step - rect.height(); offset < rect.width(); offset += step) {
        // The diagonal x = left + offset + d, y = top + d.
        const double from = std::max(0.0, -offset);
        const double to = std::min(rect.height(), rect.width() - offset);
        if (to > from)
            painter.drawLine(QPointF(rect.left() + offset + from, rect.top() + from),
                             QPointF(rect.left() + offset + to, rect.top() + to));
    }
}

void paintWindow(QPainter &painter, const BreakerLayout &layout, const Theme &theme)
{
    painter.setFont(theme.small);
    painter.setPen(theme.muted);
    drawLine(painter, layout.windowTitleBox, Qt::AlignLeft | Qt::AlignVCenter, layout.windowTitle);
    painter.setPen(theme.text);
    drawLine(painter, layout.windowTitleBox, Qt::AlignRight | Qt::AlignVCenter, layout.windowCount);
    for (const BreakerSquare &square : layout.squares)
        paintSquare(painter, square, theme);
    for (const BreakerBar &bar : layout.bars) {
        painter.fillRect(bar.good, theme.goodput);
        paintFailedBar(painter, bar.failed, theme);
    }
    if (!layout.ground.isNull())
        painter.fillRect(layout.ground, theme.line);
}

} // namespace

void paintBreakerDiagram(QPainter &painter, const BreakerLayout &layout, const Theme &theme)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(layout.area, theme.panel);
    paintTitle(painter, layout, theme);
    // The lit arrow lies on top of its neighbours.
    for (const bool lit : {false, true}) {
        for (const BreakerArrow &arrow : layout.arrows) {
            if (arrow.lit == lit)
                paintArrow(painter, arrow, theme);
        }
    }
    for (const BreakerNode &node : layout.nodes)
        paintCircle(painter, node, theme);
    painter.restore();
}

void paintBreakerMoment(QPainter &painter, const BreakerLayout &layout, const Theme &theme)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paintSummary(painter, layout, theme);
    for (const BreakerNode &node : layout.nodes)
        paintNodeText(painter, node, theme);
    paintWindow(painter, layout, theme);
    painter.restore();
}

void paintNoBreaker(QPainter &painter, const QRectF &area, const Theme &theme, const QString &title,
                    const QString &hint)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(area, theme.panel);
    const QRectF inner = area.adjusted(theme.px(16), theme.px(12), -theme.px(16), -theme.px(10));
    painter.setFont(theme.heading);
    painter.setPen(theme.text);
    drawLine(painter, QRectF(inner.left(), inner.top(), inner.width(), theme.px(20)), Qt::AlignLeft | Qt::AlignVCenter,
             breakerWords(QT_TRANSLATE_NOOP("BreakerView", "Circuit breaker")));

    // A wire with its switch taken out: calls pass straight through.
    const double middle = inner.center().x();
    const double y = inner.top() + std::min(theme.px(74), inner.height() * 0.36);
    const double reach = std::min(theme.px(70), inner.width() / 2);
    painter.setPen(QPen(theme.idle, theme.stroke(2.0)));
    painter.drawLine(QPointF(middle - reach, y), QPointF(middle + reach, y));
    painter.setBrush(theme.panel);
    for (const double x : {middle - theme.px(22), middle + theme.px(22)})
        painter.drawEllipse(QPointF(x, y), theme.px(5), theme.px(5));

    painter.setFont(theme.heading);
    painter.setPen(theme.muted);
    const QRectF titleBox(inner.left(), y + theme.px(22), inner.width(), theme.px(20));
    drawLine(painter, titleBox, Qt::AlignCenter, title);
    painter.setFont(theme.body);
    painter.setPen(theme.muted);
    const QRectF hintBox(inner.left(), titleBox.bottom() + theme.px(4), inner.width(),
                         std::max(theme.px(20), inner.bottom() - titleBox.bottom() - theme.px(4)));
    painter.drawText(hintBox, Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, hint);
    painter.restore();
}

} // namespace retrylab
