// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/stage_paint.h"

#include "widgets/base/outcome_shape.h"
#include "widgets/base/stamp_ink.h"
#include "widgets/base/text_ink.h"
#include "widgets/base/theme.h"
#include "widgets/stage/stage_geometry.h"
#include "widgets/stage/stage_paint_service.h"

#include <QPainter>

#include <cmath>
#include <numbers>

namespace retrylab {

namespace {

constexpr double tickFrom = 5; // radius from which a dot has room for a tick

QColor faded(QColor colour, double strength)
{
    colour.setAlphaF(static_cast<float>(colour.alphaF() * std::clamp(strength, 0.0, 1.0)));
    return colour;
}

/// What is done steps back behind what is under way.
QColor doneColour(const Theme &theme)
{
    const auto mix = [](float a, float b) { return a + (b - a) * 0.2F; };
    return QColor::fromRgbF(mix(theme.goodput.redF(), theme.window.redF()),
                            mix(theme.goodput.greenF(), theme.window.greenF()),
                            mix(theme.goodput.blueF(), theme.window.blueF()));
}

QPolygonF star(QPointF centre, double radius)
{
    QPolygonF shape;
    for (int i = 0; i < 10; ++i) {
        const double angle = std::numbers::pi * (i / 5.0 - 0.5);
        shape << centre + QPointF(std::cos(angle), std::sin(angle)) * (i % 2 == 0 ? radius : radius * 0.45);
    }
    return shape;
}

void ring(QPainter &painter, QPointF centre, double radius, const QColor &colour, double width)
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, width));
    painter.drawEllipse(centre, radius, radius);
    painter.setPen(Qt::NoPen);
}

void disc(QPainter &painter, QPointF centre, double radius, const QColor &colour)
{
    painter.setBrush(colour);
    painter.drawEllipse(centre, radius, radius);
}

void pie(QPainter &painter, const Theme &theme, const StageDot &dot)
{
    const double r = dot.radius;
    if (dot.fraction < 0) { // nobody knows when it would end
        QColor dim = theme.waiting;
        dim.setAlphaF(0.25F);
        disc(painter, dot.centre, r, dim);
        ring(painter, dot.centre, r - theme.px(0.75), theme.waiting, theme.stroke(1.5));
        return;
    }
    QColor track = theme.waiting;
    track.setAlphaF(0.24F);
    disc(painter, dot.centre, r, track);
    painter.setBrush(theme.waiting);
    const QRectF around(dot.centre.x() - r, dot.centre.y() - r, 2 * r, 2 * r);
    painter.drawPie(around, 90 * 16, -static_cast<int>(std::lround(dot.fraction * 360 * 16)));
}

void tick(QPainter &painter, const Theme &theme, const StageDot &dot)
{
    const double r = dot.radius;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(faded(theme.window, dot.strength), r * 0.26, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(QPolygonF{dot.centre + QPointF(-0.42 * r, 0.04 * r), dot.centre + QPointF(-0.1 * r, 0.36 * r),
                                   dot.centre + QPointF(0.45 * r, -0.32 * r)});
    painter.setPen(Qt::NoPen);
}

void paintCells(QPainter &painter, const Theme &theme, const std::vector<StageCell> &cells)
{
    // From the bottom: what is done, well or half so, what is under way, what waits, what failed; idle callers stay dim
    // on top.
    const QColor idle = faded(theme.idle, 0.5);
    const std::pair<DotLook, QColor> layers[] = {
        {DotLook::succeeded, doneColour(theme)}, {DotLook::degraded, theme.degraded},
        {DotLook::calling, theme.firstAttempt},  {DotLook::waiting, theme.waiting},
        {DotLook::failed, theme.failure},        {DotLook::idle, idle}};
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const auto &cell : cells) {
        double total = 0;
        for (const auto count : cell.counts)
            total += count;
        if (total <= 0) {
            painter.fillRect(cell.rect, idle);
            continue;
        }
        double bottom = cell.rect.bottom();
        for (const auto &[look, colour] : layers) {
            const double height = cell.rect.height() * cell.counts[static_cast<std::size_t>(look)] / total;
            if (height <= 0)
                continue;
            painter.fillRect(QRectF(cell.rect.left(), bottom - height, cell.rect.width(), height), colour);
            bottom -= height;
        }
    }
    painter.setRenderHint(QPainter::Antialiasing);
}

void paintWire(QPainter &painter, const Theme &theme, const StageRecords &records)
{
    const QColor metal = records.ghost ? theme.line : theme.faint;
    painter.setPen(QPen(metal, theme.stroke(1.5), Qt::SolidLine, Qt::RoundCap));
    for (const auto &line : records.wire.lines)
        painter.drawLine(line);
    painter.setPen(Qt::NoPen);
    if (!records.wire.hasBreaker)
        return;
    const QColor colour = theme.breaker(records.wire.state);
    painter.setPen(QPen(colour, theme.stroke(3), Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(records.wire.pivot, records.wire.tip);
    painter.setPen(Qt::NoPen);
    disc(painter, records.wire.pivot, records.wire.dot, colour);
    disc(painter, records.wire.contact, records.wire.dot, colour);
}

enum class FlightForm : std::uint8_t { dot, diamond, ring, mark };

struct FlightInk {
    FlightForm form = FlightForm::dot;
    QColor colour;
    double radius = 0;
};

FlightInk flightInk(const Theme &theme, const StageFlight &flight)
{
    const double r = flight.size / 2;
    switch (flight.leg) {
    case StageFlight::Leg::out: // a retry is a diamond, whatever its colour looks like
        return flight.retry ? FlightInk{FlightForm::diamond, theme.retry, r * 1.15}
                            : FlightInk{FlightForm::dot, theme.firstAttempt, r};
    case StageFlight::Leg::refused: return {FlightForm::ring, theme.open, r * 0.6};
    case StageFlight::Leg::back:
    case StageFlight::Leg::gaveUp: break;
    }
    return flight.outcome == OutcomeKind::ok ? FlightInk{FlightForm::dot, theme.goodput, r * 0.75}
                                             : FlightInk{FlightForm::mark, theme.outcome(flight.outcome), r};
}

/// Around the origin.
void paintFlightForm(QPainter &painter, const Theme &theme, const StageFlight &flight)
{
    const FlightInk ink = flightInk(theme, flight);
    const double d = ink.radius;
    switch (ink.form) {
    case FlightForm::dot: disc(painter, {}, d, ink.colour); break;
    case FlightForm::diamond:
        painter.setBrush(ink.colour);
        painter.drawPolygon(QPolygonF{QPointF(0, -d), QPointF(d, 0), QPointF(0, d), QPointF(-d, 0)});
        break;
    case FlightForm::ring: ring(painter, {}, d, ink.colour, theme.stroke(1.75)); break;
    case FlightForm::mark: drawOutcomeMark(painter, theme, flight.outcome, {}, flight.size); break;
    }
}

void paintFlight(QPainter &painter, const Theme &theme, const StageFlight &flight)
{
    constexpr int places = 4; // they move: an eighth of a pixel is not seen
    painter.setOpacity(flight.strength);
    const FlightInk ink = flightInk(theme, flight);
    const int form = ink.form == FlightForm::mark ? 10 + static_cast<int>(flight.outcome) : static_cast<int>(ink.form);
    const double room = flight.size * 1.2 + theme.stroke(1.75);
    const Stamp stamp{stageFlightStamp + form, ink.colour, {}, {room, room}, flight.size, places};
    drawStamp(painter, stamp, flight.centre, [&](QPainter &to) { paintFlightForm(to, theme, flight); });
    if (flight.lit)
        ring(painter, flight.centre, flight.size / 2 + theme.px(2.5), theme.focus, theme.stroke(1.5));
    painter.setOpacity(1);
}

QColor textColour(const Theme &theme, const StageRecords &records, StageText::Role role)
{
    switch (role) {
    case StageText::Role::title: return theme.text;
    case StageText::Role::plain:
    case StageText::Role::heading: return records.ghost ? theme.muted : theme.text;
    case StageText::Role::faint: return theme.faint;
    case StageText::Role::good: return theme.good;
    case StageText::Role::bad: return theme.bad;
    case StageText::Role::breaker: return theme.breaker(records.wire.state);
    case StageText::Role::tag: return stageMoodInk(theme, records.service.mood);
    case StageText::Role::muted: break;
    }
    return theme.muted;
}

void paintTexts(QPainter &painter, const Theme &theme, const StageRecords &records)
{
    for (const auto &text : records.texts) {
        painter.setFont(stageFont(theme, text.role, records.roomy));
        painter.setPen(textColour(theme, records, text.role));
        drawLine(painter, text.rect, Qt::AlignLeft | Qt::AlignVCenter, text.text);
    }
    painter.setPen(Qt::NoPen);
}

} // namespace

void paintStageDot(QPainter &painter, const Theme &theme, const StageDot &dot)
{
    switch (dot.look) {
    case DotLook::idle: ring(painter, dot.centre, dot.radius - theme.px(0.75), theme.idle, theme.stroke(1.5)); break;
    case DotLook::calling: disc(painter, dot.centre, dot.radius, theme.firstAttempt); break;
    case DotLook::waiting: pie(painter, theme, dot); break;
    case DotLook::succeeded:
        disc(painter, dot.centre, dot.radius, faded(doneColour(theme), dot.strength));
        if (dot.radius >= tickFrom)
            tick(painter, theme, dot);
        break;
    case DotLook::degraded:
        painter.setOpacity(dot.strength);
        drawDegradedMark(painter, theme, dot.centre, 2 * dot.radius);
        painter.setOpacity(1);
        break;
    case DotLook::failed:
        painter.setBrush(faded(theme.failure, dot.strength));
        painter.drawPolygon(star(dot.centre, dot.radius * 1.2));
        break;
    }
    if (dot.selected || dot.hovered)
        ring(painter, dot.centre, dot.radius + theme.px(2.5), dot.selected ? theme.text : theme.focus,
             theme.stroke(1.5));
}

void paintStage(QPainter &painter, const Theme &theme, const StageRecords &records)
{
    painter.save();
    painter.fillRect(records.area, theme.window);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    paintCells(painter, theme, records.cells);
    for (const auto &dot : records.dots)
        paintStageDot(painter, theme, dot);
    for (const auto &sign : records.signs) {
        StageDot dot;
        dot.centre = sign.centre;
        dot.radius = sign.radius;
        dot.look = sign.look;
        dot.fraction = 0.65;
        paintStageDot(painter, theme, dot);
    }
    paintWire(painter, theme, records);
    paintStageService(painter, theme, records);
    for (const auto &flight : records.flights)
        paintFlight(painter, theme, flight);
    paintTexts(painter, theme, records);
    painter.restore();
}

} // namespace retrylab
