// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/stage_paint_service.h"

#include "widgets/base/stamp_ink.h"
#include "widgets/base/theme.h"

#include <QPainter>

#include <algorithm>

namespace retrylab {

namespace {

QColor mixed(const QColor &a, const QColor &b, double share)
{
    const auto s = static_cast<float>(std::clamp(share, 0.0, 1.0));
    return QColor::fromRgbF(a.redF() + (b.redF() - a.redF()) * s, a.greenF() + (b.greenF() - a.greenF()) * s,
                            a.blueF() + (b.blueF() - a.blueF()) * s);
}

QColor withAlpha(QColor colour, double alpha)
{
    colour.setAlphaF(static_cast<float>(alpha));
    return colour;
}

struct SlotInk {
    QColor fill;
    QPen outline = Qt::NoPen;
    double inset = 0;  ///< of the outline
    double radius = 0; ///< of the corners
};

SlotInk slotInk(const Theme &theme, StageSlot::Look look, bool dimmed)
{
    switch (look) {
    case StageSlot::Look::busy: return {mixed(theme.goodput, theme.panel, dimmed ? 0.6 : 0.12)};
    case StageSlot::Look::forNobody: // busy, and hollow: the work has no taker
        return {withAlpha(theme.failure, 0.25), QPen(theme.failure, theme.stroke(1.5)), 1};
    case StageSlot::Look::out: return {Qt::transparent, QPen(theme.line, theme.stroke(1), Qt::DotLine), 1};
    case StageSlot::Look::free: break;
    }
    return {theme.raised};
}

void paintSlot(QPainter &painter, const Theme &theme, const StageSlot &slot, bool dimmed)
{
    constexpr int places = 16; // they stand still: as good as exact
    const double radius = std::min(theme.px(4), slot.rect.width() * 0.2);
    SlotInk ink = slotInk(theme, slot.look, dimmed);
    ink.radius = radius;
    const Stamp stamp{stageSlotStamp + static_cast<int>(slot.look),
                      ink.fill,
                      ink.outline.color(),
                      slot.rect.size(),
                      theme.scale,
                      places};
    drawStamp(painter, stamp, slot.rect.center(), [&ink, &slot](QPainter &to) {
        const QSizeF size = slot.rect.size();
        to.setBrush(ink.fill);
        to.setPen(ink.outline);
        to.drawRoundedRect(QRectF({-size.width() / 2, -size.height() / 2}, size)
                               .adjusted(ink.inset, ink.inset, -ink.inset, -ink.inset),
                           ink.radius, ink.radius);
        to.setPen(Qt::NoPen);
    });
    if (slot.lit) {
        painter.setPen(QPen(theme.focus, theme.stroke(2)));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(slot.rect.adjusted(-1, -1, 1, 1), radius + 1, radius + 1);
        painter.setPen(Qt::NoPen);
    }
}

void paintBar(QPainter &painter, const Theme &theme, const StageBar &bar, const QColor &colour)
{
    if (bar.rect.isNull())
        return;
    const double radius = std::min(theme.px(3), bar.rect.height() / 2);
    painter.setBrush(theme.raised);
    painter.drawRoundedRect(bar.rect, radius, radius);
    QRectF filled = bar.rect;
    filled.setWidth(bar.rect.width() * bar.share);
    painter.setBrush(colour);
    painter.drawRoundedRect(filled, std::min(radius, filled.width() / 2), radius);
}

void paintTag(QPainter &painter, const Theme &theme, const StageService &service)
{
    if (service.tag.isNull())
        return;
    const QColor ink = stageMoodInk(theme, service.mood);
    painter.setBrush(mixed(theme.window, ink, 0.16));
    painter.setPen(QPen(ink, theme.stroke(1)));
    painter.drawRoundedRect(service.tag, service.tag.height() / 2, service.tag.height() / 2);
    painter.setPen(Qt::NoPen);
}

} // namespace

QColor stageMoodInk(const Theme &theme, StageService::Mood mood)
{
    switch (mood) {
    case StageService::Mood::failing: return theme.bad;
    case StageService::Mood::cold: return theme.firstAttempt;
    case StageService::Mood::down: return theme.muted;
    case StageService::Mood::well: break;
    }
    return theme.text;
}

QColor stageHeatColour(const Theme &theme, double heat)
{
    return heat < 0.5 ? mixed(theme.goodput, theme.waiting, std::max(0.0, heat - 0.25) * 4)
                      : mixed(theme.waiting, theme.failure, (heat - 0.5) * 2);
}

void paintStageService(QPainter &painter, const Theme &theme, const StageRecords &records)
{
    const StageService &service = records.service;
    if (service.box.isNull())
        return;
    const bool down = service.mood == StageService::Mood::down;
    const bool failing = service.mood == StageService::Mood::failing;
    const QColor health = failing ? theme.failure : stageHeatColour(theme, service.heat);
    const QColor border = records.ghost ? theme.line : down ? theme.idle : health;
    const double half = theme.stroke(1.75) / 2;
    painter.setPen(QPen(border, theme.stroke(1.75), down || records.ghost ? Qt::DashLine : Qt::SolidLine));
    painter.setBrush(down ? mixed(theme.window, theme.raised, 0.5) : theme.panel);
    painter.drawRoundedRect(service.box.adjusted(half, half, -half, -half), theme.px(8), theme.px(8));
    painter.setPen(Qt::NoPen);
    for (const auto &slot : service.slotSquares)
        paintSlot(painter, theme, slot, down);
    paintBar(painter, theme, service.slotBar, mixed(theme.goodput, theme.panel, down ? 0.6 : 0.12));
    painter.setBrush(theme.queue);
    for (const auto &square : service.queueSquares)
        painter.drawRoundedRect(square, theme.px(1.5), theme.px(1.5));
    paintBar(painter, theme, service.queueBar, service.queueBar.share > 0.9 ? theme.failure : theme.queue);
    paintTag(painter, theme, service);
}

} // namespace retrylab
