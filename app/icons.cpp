// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/icons.h"

#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

namespace retrylab {

namespace {

constexpr double unit = 20; ///< icons are drawn in a square of 20 × 20

void drawArrowTurn(QPainter &painter, bool mirrored)
{
    if (mirrored) {
        painter.translate(unit, 0);
        painter.scale(-1, 1);
    }
    QPainterPath path(QPointF(4, 8));
    path.lineTo(12, 8);
    path.arcTo(QRectF(8, 8, 8, 8), 90, -180);
    path.lineTo(8, 16);
    painter.drawPath(path);
    painter.drawPolyline(QPolygonF{{7.5, 4.5}, {4, 8}, {7.5, 11.5}});
}

void drawRoll(QPainter &painter)
{
    painter.drawArc(QRectF(4, 4, 12, 12), 60 * 16, 290 * 16);
    painter.drawPolyline(QPolygonF{{12.2, 2.6}, {13, 5.2}, {10.2, 6.2}});
}

void drawLock(QPainter &painter)
{
    painter.drawRoundedRect(QRectF(5, 9, 10, 7.5), 1.5, 1.5);
    painter.drawArc(QRectF(6.8, 3.5, 6.4, 9), 0, 180 * 16);
    painter.drawLine(QPointF(6.8, 8), QPointF(6.8, 9));
    painter.drawLine(QPointF(13.2, 8), QPointF(13.2, 9));
}

void draw(QPainter &painter, LineIcon icon)
{
    switch (icon) {
    case LineIcon::menu:
        for (const double y : {5.5, 10.0, 14.5})
            painter.drawLine(QPointF(4, y), QPointF(16, y));
        break;
    case LineIcon::undo: drawArrowTurn(painter, false); break;
    case LineIcon::redo: drawArrowTurn(painter, true); break;
    case LineIcon::roll: drawRoll(painter); break;
    case LineIcon::lock: drawLock(painter); break;
    }
}

QPixmap pixmapOf(LineIcon icon, const QColor &colour, double side)
{
    constexpr double ratio = 2; // sharp on dense screens; scaled down elsewhere
    QPixmap pixmap(qRound(side * ratio), qRound(side * ratio));
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(side / unit, side / unit);
    painter.setPen(QPen(colour, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    draw(painter, icon);
    return pixmap;
}

} // namespace

QIcon lineIcon(LineIcon icon, const Theme &theme)
{
    const double side = theme.px(18);
    QIcon result;
    result.addPixmap(pixmapOf(icon, theme.text, side), QIcon::Normal, QIcon::Off);
    result.addPixmap(pixmapOf(icon, theme.accent, side), QIcon::Normal, QIcon::On);
    QColor dim = theme.muted;
    dim.setAlphaF(0.4F);
    result.addPixmap(pixmapOf(icon, dim, side), QIcon::Disabled);
    return result;
}

QIcon programIcon()
{
    QIcon icon;
    for (const int side : {16, 32, 64, 128, 256}) {
        QPixmap pixmap(side, side);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.scale(side / 64.0, side / 64.0);
        painter.setPen(Qt::NoPen);
        painter.setBrush(QColor(0x16, 0x1B, 0x22));
        painter.drawRoundedRect(QRectF(2, 2, 60, 60), 14, 14);
        // Waits that double, and the attempt that gets through.
        painter.setPen(QPen(QColor(0xE6, 0x9F, 0x00), 5, Qt::SolidLine, Qt::RoundCap));
        painter.drawArc(QRectF(8, 30, 12, 12), 0, 180 * 16);
        painter.drawArc(QRectF(20, 24, 24, 24), 0, 180 * 16);
        painter.setPen(Qt::NoPen);
        painter.setBrush(QColor(0x2C, 0xC7, 0x9A));
        painter.drawEllipse(QPointF(50, 37), 7, 7);
        icon.addPixmap(pixmap);
    }
    return icon;
}

} // namespace retrylab
