// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_ink.h"

#include "widgets/base/outcome_shape.h"

#include <QPainter>
#include <QVarLengthArray>

#include <algorithm>
#include <array>
#include <cmath>

namespace retrylab {

namespace {

constexpr double smallestSign = 4.5; ///< below it a refusal is a stroke
constexpr double filledBehind = 0.4; ///< strong enough to be seen, and a mark upon it can be read
constexpr double roundedFrom = 7;    ///< lane height from which bars have round corners

/// The end of an attempt that nobody saw: the bar fades out.
void paintOpenBar(QPainter &painter, const QRectF &rect, const QColor &colour)
{
    const double fade = std::min(rect.width() * 0.6, rect.height() * 2);
    painter.fillRect(rect.adjusted(0, 0, -fade, 0), colour);
    for (int i = 0; i < 4; ++i)
        painter.fillRect(QRectF(rect.right() - fade + i * fade / 4, rect.top(), fade / 4 - 1, rect.height()),
                         withAlpha(colour, 0.8 - 0.2 * i));
}

void paintBar(QPainter &painter, const QRectF &rect, const QColor &colour, bool rounded, const Theme &theme)
{
    if (rounded && rect.width() >= 3) {
        const double radius = std::min(theme.px(2.5), rect.height() / 2);
        painter.setBrush(colour);
        painter.drawRoundedRect(rect, radius, radius);
    } else {
        painter.fillRect(rect, colour);
    }
}

/// Nobody waited for the answer: neither good nor bad, and hollow. The panel's colour parts it from a bar behind it.
void paintCancelledBar(QPainter &painter, const QRectF &rect, bool rounded, const Theme &theme)
{
    paintBar(painter, rect, theme.idle, rounded, theme);
    if (rect.width() >= 4 && rect.height() >= 4)
        painter.fillRect(rect.adjusted(1, 1, -1, -1), theme.panel);
}

void paintGiveUp(QPainter &painter, const MarkRecord &mark, const Theme &theme)
{
    painter.setPen(QPen(theme.failure, std::max(1.0, mark.size * 0.09)));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(mark.centre, mark.size * 0.47, mark.size * 0.47);
}

void paintDeadline(QPainter &painter, const MarkRecord &mark, const Theme &theme)
{
    const double half = mark.size * 0.75;
    const double width = std::max(1.0, mark.size * 0.16);
    const QPointF &c = mark.centre;
    painter.fillRect(QRectF(c.x() - width / 2, c.y() - half, width, 2 * half), theme.muted);
    painter.fillRect(QRectF(c.x() - width * 1.5, c.y() - half, width * 3, width), theme.muted);
    painter.fillRect(QRectF(c.x() - width * 1.5, c.y() + half - width, width * 3, width), theme.muted);
}

} // namespace

void paintWaits(QPainter &painter, const TimelineRecords &records, const Theme &theme)
{
    if (records.waits.empty())
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    if (records.grid.laneHeight < roundedFrom) {
        const QColor line = withAlpha(theme.waiting, 0.5);
        for (const WaitRecord &wait : records.waits)
            painter.fillRect(QRectF(wait.from, std::floor(wait.y), wait.to - wait.from, 1), line);
        painter.restore();
        return;
    }
    const double dot = std::max(1.0, std::round(theme.px(1.6)));
    const double pitch = std::max(dot + 1, std::round(theme.px(4)));
    QVarLengthArray<QRectF, 512> dots;
    for (const WaitRecord &wait : records.waits) {
        const double y = std::round(wait.y - dot / 2);
        for (double x = std::ceil(wait.from); x + dot <= wait.to; x += pitch)
            dots.append(QRectF(x, y, dot, dot));
    }
    painter.setBrush(theme.waiting);
    painter.drawRects(dots.constData(), static_cast<int>(dots.size()));
    painter.restore();
}

void paintBars(QPainter &painter, const TimelineRecords &records, const Theme &theme)
{
    std::array<QColor, outcomeKindCount> colours;
    for (int kind = 0; kind < outcomeKindCount; ++kind)
        colours[static_cast<std::size_t>(kind)] = theme.outcome(static_cast<OutcomeKind>(kind));
    const bool rounded = records.grid.laneHeight >= roundedFrom;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, rounded);
    painter.setPen(Qt::NoPen);
    for (const BarRecord &bar : records.bars) {
        if (bar.cancelled)
            paintCancelledBar(painter, bar.rect, rounded, theme);
        else if (bar.open)
            paintOpenBar(painter, bar.rect, theme.firstAttempt);
        else
            paintBar(painter, bar.rect, colours[static_cast<std::size_t>(bar.outcome)], rounded, theme);
    }
    painter.restore();
}

void paintRunning(QPainter &painter, const TimelineRecords &records, const Trace &trace, const Theme &theme,
                  std::int64_t playhead)
{
    const bool rounded = records.grid.laneHeight >= roundedFrom;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, rounded);
    painter.setPen(Qt::NoPen);
    for (const BarRecord &bar : records.bars) {
        const AttemptRecord &attempt = trace.attempts[bar.attempt];
        if (!bar.open && attempt.sent < playhead && playhead < attempt.ended)
            paintBar(painter, bar.rect, theme.firstAttempt, rounded, theme);
    }
    painter.restore();
}

void paintMarks(QPainter &painter, const TimelineRecords &records, const Theme &theme)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    // Behind the marks that say why there was need of a fallback.
    for (const MarkRecord &mark : records.marks)
        if (mark.kind == MarkRecord::Kind::degraded)
            drawDegradedMark(painter, theme, mark.centre, mark.size, filledBehind);
    for (const MarkRecord &mark : records.marks) {
        switch (mark.kind) {
        case MarkRecord::Kind::degraded: break;
        case MarkRecord::Kind::outcome:
            drawOutcomeMark(painter, theme, mark.outcome, mark.centre,
                            mark.outcome == OutcomeKind::ok ? mark.size * 0.55 : mark.size);
            break;
        case MarkRecord::Kind::refusal: drawRefusalMark(painter, theme, mark.centre, mark.size * 1.15); break;
        case MarkRecord::Kind::giveUp: paintGiveUp(painter, mark, theme); break;
        case MarkRecord::Kind::deadline: paintDeadline(painter, mark, theme); break;
        }
    }
    painter.restore();
}

} // namespace retrylab
