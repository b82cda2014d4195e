// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_paint.h"

#include "widgets/base/outcome_shape.h"
#include "widgets/base/text_ink.h"
#include "widgets/timeline/fault_names.h"
#include "widgets/timeline/timeline_ink.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace retrylab {

namespace {

/// Lights a call: its lane a little, its own stretch more.
void paintLit(QPainter &painter, const TimelineRecords &records, const Lanes &lanes, const Trace &trace,
              std::uint32_t call, const QColor &colour, double strength)
{
    const QRectF rect = callRect(records, lanes, trace, call);
    const auto row = lanes.row(call);
    if (!row || *row < records.grid.first() || *row >= records.grid.end())
        return;
    const QRectF &area = records.frame.lanes;
    const double top = std::max(area.top(), records.grid.y(*row));
    const double bottom = std::min(area.bottom(), records.grid.y(*row) + records.grid.laneHeight);
    painter.fillRect(QRectF(QPointF(0, top), QPointF(area.right(), bottom)), withAlpha(colour, strength * 0.45));
    if (!rect.isNull())
        painter.fillRect(rect.intersected(area), withAlpha(colour, strength));
}

void paintLaneBacks(QPainter &painter, const TimelineRecords &records, const Theme &theme, const TimelineMoment &moment,
                    const Lanes &lanes, const Trace &trace)
{
    const QColor zebra = withAlpha(theme.text, 0.022);
    for (const LaneRecord &lane : records.lanes) {
        QRectF plot = lane.rect;
        plot.setLeft(records.frame.lanes.left());
        if (lane.row % 2 == 0)
            painter.fillRect(plot, zebra);
    }
    if (records.lanes.empty())
        return;
    if (moment.hovered && moment.hovered != moment.selected)
        paintLit(painter, records, lanes, trace, *moment.hovered, theme.text, 0.12);
    if (moment.selected)
        paintLit(painter, records, lanes, trace, *moment.selected, theme.accent, 0.26);
}

/// A lit call in the density picture: a hair line from its start to its end and an arrow in the gutter.
void paintDenseCall(QPainter &painter, const TimelineRecords &records, const Lanes &lanes, const Trace &trace,
                    std::optional<std::uint32_t> call, const QColor &colour, const Theme &theme)
{
    const auto row = call ? lanes.row(*call) : std::nullopt;
    if (!row || *row < records.grid.first() || *row >= records.grid.end())
        return;
    const double y = records.grid.y(*row) + records.grid.laneHeight / 2;
    const QRectF rect = callRect(records, lanes, trace, *call);
    if (!rect.isNull())
        painter.fillRect(QRectF(rect.left(), y - 1, std::max(3.0, rect.width()), 2), colour);
    const double a = theme.px(5);
    const double tip = records.frame.lanes.left() - 1;
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(QPolygonF{{tip, y}, {tip - a, y - a * 0.7}, {tip - a, y + a * 0.7}});
}

void paintLabels(QPainter &painter, const TimelineRecords &records, const Theme &theme, const TimelineMoment &moment,
                 const Lanes &lanes)
{
    const auto selected = moment.selected ? lanes.row(*moment.selected) : std::nullopt;
    const auto hovered = moment.hovered ? lanes.row(*moment.hovered) : std::nullopt;
    painter.setFont(theme.small);
    const double right = records.frame.lanes.left() - theme.px(9);
    for (const LaneRecord &lane : records.lanes) {
        if (lane.label.isEmpty())
            continue;
        const bool lit = selected == lane.row || hovered == lane.row;
        painter.setPen(lit ? theme.text : theme.muted);
        const double middle = lane.rect.top() + std::min(lane.rect.height(), records.grid.laneHeight) / 2;
        drawLine(painter, QRectF(0, middle - theme.px(12), right, theme.px(24)), Qt::AlignRight | Qt::AlignVCenter,
                 lane.label);
    }
}

void paintHeader(QPainter &painter, const TimelineRecords &records, const Theme &theme)
{
    const double left = theme.px(16);
    const QRectF row(left, theme.px(2), records.frame.lanes.right() - left, theme.px(24));
    const QString title = QCoreApplication::translate("Timeline", "Timeline");
    painter.setFont(theme.heading);
    painter.setPen(theme.text);
    drawLine(painter, row, Qt::AlignLeft | Qt::AlignVCenter, title);
    const double taken = lineWidth(theme.heading, title) + theme.px(16);
    painter.setFont(theme.small);
    painter.setPen(theme.muted);
    drawLine(painter, row, Qt::AlignRight | Qt::AlignVCenter,
             elidedLine(theme.small, records.caption, std::max(0.0, row.width() - taken)));
}

void paintFaultNames(QPainter &painter, const TimelineRecords &records, const Theme &theme, std::int64_t playhead)
{
    painter.setFont(theme.small);
    painter.setPen(theme.failure);
    const std::vector<QRectF> places = faultNamePlaces(records, theme, playhead);
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (!places[i].isNull())
            drawLine(painter, places[i], Qt::AlignLeft | Qt::AlignVCenter, records.faults[i].name);
    }
}

void paintAxis(QPainter &painter, const TimelineRecords &records, const Theme &theme)
{
    if (records.frame.axis.isEmpty())
        return;
    painter.setFont(theme.small);
    painter.setPen(theme.muted);
    for (const TickRecord &tick : records.ticks) {
        const double width = lineWidth(theme.small, tick.label) + 2;
        const double x = std::min(tick.x - width / 2, records.frame.whole.right() - width);
        drawLine(painter, QRectF(x, records.frame.axis.top(), width, records.frame.axis.height()), Qt::AlignCenter,
                 tick.label);
    }
}

} // namespace

void paintPlayhead(QPainter &painter, const TimelineRecords &records, const Theme &theme, std::int64_t playhead)
{
    paintFaultNames(painter, records, theme, playhead);
    if (!records.axis.range.contains(playhead))
        return;
    const double x = records.axis.x(playhead);
    const double top = records.frame.lanes.top();
    const double width = std::max(1.0, std::round(theme.px(1.5) * 2) / 2);
    const QRectF handle = playheadHandle(records, theme, playhead);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(x - width / 2, top - theme.px(3), width, records.frame.lanes.height() + theme.px(3)),
                     theme.text);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.text);
    painter.drawPolygon(QPolygonF{handle.topLeft(), handle.topRight(), {x, handle.bottom()}});
    painter.restore();
}

QRectF futureRect(const TimelineRecords &records, std::int64_t playhead)
{
    if (playhead <= 0 || playhead >= records.axis.range.to)
        return {};
    const QRectF &area = records.frame.lanes;
    const double x = std::clamp(records.axis.x(playhead), area.left(), area.right());
    // As far as the marks of the last calls reach, a little over the axis' end.
    return QRectF(QPointF(x, area.top()), QPointF(records.frame.scrollbar.left(), area.bottom()));
}

QColor veilColour(const Theme &theme)
{
    return withAlpha(theme.window, 0.58);
}

QRectF scrollHandle(const TimelineRecords &records)
{
    const LaneGrid &grid = records.grid;
    const QRectF &bar = records.frame.scrollbar;
    if (grid.mostScroll() <= 0)
        return {};
    const double length = std::max(bar.height() * grid.height / grid.total(), std::min(24.0, bar.height()));
    const double top = bar.top() + (bar.height() - length) * grid.scroll / grid.mostScroll();
    return {bar.left(), top, bar.width(), length};
}

void paintTimelineGround(QPainter &painter, const TimelineRecords &records, const Trace &trace, const Theme &theme,
                         const TimelineMoment &moment, const Lanes &lanes)
{
    const QRectF &area = records.frame.lanes;
    for (const FaultRecord &fault : records.faults)
        painter.fillRect(fault.band, theme.faultShade);
    for (const TickRecord &tick : records.ticks)
        painter.fillRect(QRectF(std::round(tick.x), area.top(), 1, area.height()), theme.grid);
    paintLaneBacks(painter, records, theme, moment, lanes, trace);
    paintWaits(painter, records, theme);
    paintBars(painter, records, theme);
    paintMarks(painter, records, theme);
}

void paintTimelineLabels(QPainter &painter, const TimelineRecords &records, const Trace &trace, const Theme &theme,
                         const TimelineMoment &moment, const Lanes &lanes)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (records.grid.dense()) {
        paintDenseCall(painter, records, lanes, trace, moment.hovered, theme.muted, theme);
        paintDenseCall(painter, records, lanes, trace, moment.selected, theme.accent, theme);
    }
    paintLabels(painter, records, theme, moment, lanes);
    paintHeader(painter, records, theme);
    paintAxis(painter, records, theme);
    const QRectF handle = scrollHandle(records);
    painter.setPen(Qt::NoPen);
    painter.setBrush(withAlpha(theme.text, 0.28));
    if (!handle.isEmpty())
        painter.drawRoundedRect(handle, handle.width() / 2, handle.width() / 2);
    painter.restore();
}

void paintEmptyTimeline(QPainter &painter, QSizeF size, const Theme &theme)
{
    TimelineRecords records;
    records.frame = timelineFrame(size, theme, false, false);
    paintHeader(painter, records, theme);
}

} // namespace retrylab
