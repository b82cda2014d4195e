// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_layout.h"

#include <algorithm>
#include <cmath>

namespace retrylab {

namespace {

bool hitBar(const TimelineRecords &records, LaneRecord::Part part, QPointF point, TimelineHit &hit)
{
    // Neighbours may overlap by their least width: the one whose middle is nearest is meant.
    double nearest = 1e9;
    for (std::size_t i = part.first; i < part.end; ++i) {
        const QRectF &rect = records.bars[i].rect;
        const double distance = std::abs(rect.center().x() - point.x());
        if (point.x() >= rect.left() - 1 && point.x() <= rect.right() + 1 && distance < nearest) {
            nearest = distance;
            hit.kind = TimelineHit::Kind::bar;
            hit.index = i;
            hit.call = records.bars[i].call;
            hit.attempt = records.bars[i].attempt;
        }
    }
    return hit.kind == TimelineHit::Kind::bar;
}

bool hitMark(const TimelineRecords &records, LaneRecord::Part part, QPointF point, TimelineHit &hit)
{
    for (std::size_t i = part.first; i < part.end; ++i) {
        const MarkRecord &mark = records.marks[i];
        if (std::abs(mark.centre.x() - point.x()) <= mark.size / 2) {
            hit.kind = TimelineHit::Kind::mark;
            hit.index = i;
            hit.call = mark.call;
            hit.attempt = mark.attempt;
            return true;
        }
    }
    return false;
}

bool hitWait(const TimelineRecords &records, LaneRecord::Part part, QPointF point, TimelineHit &hit)
{
    for (std::size_t i = part.first; i < part.end; ++i) {
        const WaitRecord &wait = records.waits[i];
        if (point.x() >= wait.from && point.x() <= wait.to) {
            hit.kind = TimelineHit::Kind::wait;
            hit.index = i;
            hit.call = wait.call;
            hit.attempt = wait.attempt;
            return true;
        }
    }
    return false;
}

/// Between two calls of a lane the nearer one is meant, if it is near.
void nearCall(const TimelineRecords &records, const Lanes &lanes, const Trace &trace, QPointF point, TimelineHit &hit)
{
    constexpr double near = 12;
    if (point.x() < records.axis.left || point.x() > records.axis.right())
        return;
    const auto call = lanes.callNear(trace, *hit.row, records.axis.time(point.x()));
    if (!call)
        return;
    const QRectF rect = callRect(records, lanes, trace, *call);
    if (!rect.isNull() && point.x() >= rect.left() - near && point.x() <= rect.right() + near)
        hit.call = call;
}

} // namespace

TimelineHit hitTimeline(const TimelineRecords &records, const Lanes &lanes, const Trace &trace, QPointF point)
{
    TimelineHit hit;
    if (!records.frame.whole.contains(point))
        return hit;
    if (point.y() < records.frame.header.bottom()) {
        hit.kind = TimelineHit::Kind::header;
        return hit;
    }
    if (point.x() >= records.frame.scrollbar.left() && records.grid.mostScroll() > 0
        && point.y() < records.frame.scrollbar.bottom()) {
        hit.kind = TimelineHit::Kind::scrollbar;
        return hit;
    }
    hit.row = records.grid.laneAt(point.y());
    if (!hit.row || *hit.row >= lanes.count()) {
        hit.row.reset();
        return hit;
    }
    hit.kind = TimelineHit::Kind::lane;
    if (!records.lanes.empty()) {
        const LaneRecord &lane = records.lanes[*hit.row - records.lanes.front().row];
        if (hitBar(records, lane.bars, point, hit) || hitMark(records, lane.marks, point, hit)
            || hitWait(records, lane.waits, point, hit))
            return hit;
    }
    nearCall(records, lanes, trace, point, hit);
    return hit;
}

} // namespace retrylab
