// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/outcome_shape.h"

#include "widgets/base/theme.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>

#include <cmath>
#include <numbers>

namespace retrylab {

namespace {

QPolygonF star(QPointF centre, double radius, int points)
{
    QPolygonF shape;
    for (int i = 0; i < 2 * points; ++i) {
        const double angle = std::numbers::pi * (i / static_cast<double>(points) - 0.5);
        const double r = i % 2 == 0 ? radius : radius * 0.45;
        shape << centre + QPointF(std::cos(angle), std::sin(angle)) * r;
    }
    return shape;
}

QPen strokePen(const QColor &colour, double size)
{
    return {colour, size * 0.2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin};
}

void drawCross(QPainter &painter, QPointF c, double r)
{
    painter.drawLine(c + QPointF(-r, -r), c + QPointF(r, r));
    painter.drawLine(c + QPointF(-r, r), c + QPointF(r, -r));
}

void drawClock(QPainter &painter, QPointF c, double r)
{
    painter.drawEllipse(c, r, r);
    painter.drawPolyline(QPolygonF{c + QPointF(0, -r * 0.55), c, c + QPointF(r * 0.45, 0)});
}

void drawZigzag(QPainter &painter, QPointF c, double r)
{
    painter.drawPolyline(QPolygonF{c + QPointF(r * 0.35, -r), c + QPointF(-r * 0.45, r * 0.1),
                                   c + QPointF(r * 0.45, -r * 0.1), c + QPointF(-r * 0.35, r)});
}

void drawBars(QPainter &painter, QPointF c, double r)
{
    painter.drawLine(c + QPointF(-r * 0.5, -r), c + QPointF(-r * 0.5, r));
    painter.drawLine(c + QPointF(r * 0.5, -r), c + QPointF(r * 0.5, r));
}

void drawDiamond(QPainter &painter, QPointF c, double r)
{
    painter.drawPolygon(QPolygonF{c + QPointF(0, -r), c + QPointF(r, 0), c + QPointF(0, r), c + QPointF(-r, 0)});
}

void drawPadlock(QPainter &painter, QPointF c, double r)
{
    painter.drawRect(QRectF(c.x() - r * 0.8, c.y() - r * 0.1, r * 1.6, r * 1.1));
    painter.drawArc(QRectF(c.x() - r * 0.5, c.y() - r, r, r * 1.6), 0, 180 * 16);
}

/// Two triangles that meet at their tips.
void drawHourglass(QPainter &painter, QPointF c, double r)
{
    painter.drawPolygon(QPolygonF{c + QPointF(-r * 0.75, -r), c + QPointF(r * 0.75, -r), c + QPointF(-r * 0.75, r),
                                  c + QPointF(r * 0.75, r)});
}

void drawTriangle(QPainter &painter, QPointF c, double r)
{
    painter.drawPolygon(QPolygonF{c + QPointF(0, -r), c + QPointF(r, r * 0.8), c + QPointF(-r, r * 0.8)});
}

/// The brackets of a text that cannot be read.
void drawBrackets(QPainter &painter, QPointF c, double r)
{
    for (const double side : {-1.0, 1.0})
        painter.drawPolyline(QPolygonF{c + QPointF(side * r * 0.35, -r * 0.8), c + QPointF(side * r, 0),
                                       c + QPointF(side * r * 0.35, r * 0.8)});
}

/// A body on six legs.
void drawBeetle(QPainter &painter, const QColor &colour, QPointF c, double r)
{
    for (const double y : {-0.7, 0.0, 0.7})
        painter.drawLine(c + QPointF(-r, y * r), c + QPointF(r, y * r));
    painter.setBrush(colour);
    painter.drawEllipse(c, r * 0.45, r * 0.8);
}

} // namespace

void drawOutcomeMark(QPainter &painter, const Theme &theme, OutcomeKind kind, QPointF centre, double size)
{
    const QColor colour = theme.outcome(kind);
    const double r = size / 2 - size * 0.1; // half the stroke stays inside
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(strokePen(colour, size));
    painter.setBrush(Qt::NoBrush);
    switch (kind) {
    case OutcomeKind::ok:
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawEllipse(centre, size / 2, size / 2);
        break;
    case OutcomeKind::refused: painter.drawLine(centre + QPointF(0, -r), centre + QPointF(0, r)); break;
    case OutcomeKind::reset: drawZigzag(painter, centre, r); break;
    case OutcomeKind::timeout:
        painter.setPen(strokePen(colour, size * 0.75));
        drawClock(painter, centre, r);
        break;
    case OutcomeKind::unavailable: drawCross(painter, centre, r * 0.85); break;
    case OutcomeKind::rateLimited: drawBars(painter, centre, r * 0.9); break;
    case OutcomeKind::serverError:
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawPolygon(star(centre, size / 2, 5));
        break;
    case OutcomeKind::clientError:
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawPolygon(star(centre, size / 2, 4));
        break;
    case OutcomeKind::conflict: drawDiamond(painter, centre, r); break;
    case OutcomeKind::deadlock:
        painter.setPen(strokePen(colour, size * 0.75));
        drawPadlock(painter, centre, r);
        break;
    case OutcomeKind::lockWait:
        painter.setPen(strokePen(colour, size * 0.75));
        drawHourglass(painter, centre, r);
        break;
    case OutcomeKind::validation: drawTriangle(painter, centre, r); break;
    case OutcomeKind::parseError: drawBrackets(painter, centre, r); break;
    case OutcomeKind::bug:
        painter.setPen(strokePen(colour, size * 0.6));
        drawBeetle(painter, colour, centre, r);
        break;
    }
    painter.restore();
}

void drawRefusalMark(QPainter &painter, const Theme &theme, QPointF centre, double size)
{
    const double r = size / 2;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(strokePen(theme.open, size * 0.8));
    painter.drawLine(centre + QPointF(-r * 0.85, r * 0.5), centre + QPointF(r * 0.7, -r * 0.75));
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.open);
    painter.drawEllipse(centre + QPointF(-r * 0.75, r * 0.5), r * 0.25, r * 0.25);
    painter.drawEllipse(centre + QPointF(r * 0.75, r * 0.5), r * 0.25, r * 0.25);
    painter.restore();
}

void drawDegradedMark(QPainter &painter, const Theme &theme, QPointF centre, double size, double filling)
{
    const double pen = std::max(1.0, size * 0.12);
    const double r = (size - pen) / 2;
    const QRectF circle(centre - QPointF(r, r), QSizeF(2 * r, 2 * r));
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    QColor half = theme.degraded;
    half.setAlphaF(static_cast<float>(filling));
    painter.setBrush(half);
    painter.drawChord(circle, 180 * 16, 180 * 16); // the lower half
    painter.setPen(QPen(theme.degraded, pen));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(circle);
    painter.restore();
}

QString outcomeName(OutcomeKind kind)
{
    const auto said = [](const char *words) { return QCoreApplication::translate("Outcome", words); };
    switch (kind) {
    case OutcomeKind::ok: return said(QT_TRANSLATE_NOOP("Outcome", "ok"));
    case OutcomeKind::refused: return said(QT_TRANSLATE_NOOP("Outcome", "connection refused"));
    case OutcomeKind::reset: return said(QT_TRANSLATE_NOOP("Outcome", "connection reset"));
    case OutcomeKind::timeout: return said(QT_TRANSLATE_NOOP("Outcome", "timeout"));
    case OutcomeKind::unavailable: return said(QT_TRANSLATE_NOOP("Outcome", "503 unavailable"));
    case OutcomeKind::rateLimited: return said(QT_TRANSLATE_NOOP("Outcome", "429 too many requests"));
    case OutcomeKind::serverError: return said(QT_TRANSLATE_NOOP("Outcome", "server error"));
    case OutcomeKind::clientError: return said(QT_TRANSLATE_NOOP("Outcome", "client error"));
    case OutcomeKind::conflict: return said(QT_TRANSLATE_NOOP("Outcome", "409 conflict"));
    case OutcomeKind::deadlock: return said(QT_TRANSLATE_NOOP("Outcome", "deadlock"));
    case OutcomeKind::lockWait: return said(QT_TRANSLATE_NOOP("Outcome", "lock wait"));
    case OutcomeKind::validation: return said(QT_TRANSLATE_NOOP("Outcome", "validation error"));
    case OutcomeKind::parseError: return said(QT_TRANSLATE_NOOP("Outcome", "parse error"));
    case OutcomeKind::bug: return said(QT_TRANSLATE_NOOP("Outcome", "bug"));
    }
    return {};
}

} // namespace retrylab
