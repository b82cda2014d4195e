// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_layout.h"

#include <algorithm>
#include <cmath>

namespace retrylab {

namespace {

/// The records of one call within a vector that is sorted by lane (and so by call).
template <typename Record>
std::pair<std::size_t, std::size_t> recordsOf(const std::vector<Record> &records, std::uint32_t call)
{
    const auto range = std::equal_range(records.begin(), records.end(), call, [](const auto &a, const auto &b) {
        if constexpr (std::is_same_v<std::decay_t<decltype(a)>, std::uint32_t>)
            return a < b.call;
        else
            return a.call < b;
    });
    return {static_cast<std::size_t>(range.first - records.begin()),
            static_cast<std::size_t>(range.second - records.begin())};
}

bool hitBar(const TimelineRecords &records, QPointF point, TimelineHit &hit)
{
    // Neighbours may overlap by their least width: the one whose middle is nearest is meant.
    double nearest = 1e9;
    const auto [from, to] = recordsOf(records.bars, *hit.call);
    for (std::size_t i = from; i < to; ++i) {
        const QRectF &rect = records.bars[i].rect;
        const double distance = std::abs(rect.center().x() - point.x());
        if (point.x() >= rect.left() - 1 && point.x() <= rect.right() + 1 && distance < nearest) {
            nearest = distance;
            hit.kind = TimelineHit::Kind::bar;
            hit.index = i;
            hit.attempt = records.bars[i].attempt;
        }
    }
    return hit.kind == TimelineHit::Kind::bar;
}

bool hitMark(const TimelineRecords &records, QPointF point, TimelineHit &hit)
{
    const auto [from, to] = recordsOf(records.marks, *hit.call);
    for (std::size_t i = from; i < to; ++i) {
        const MarkRecord &mark = records.marks[i];
        if (std::abs(mark.centre.x() - point.x()) <= mark.size / 2) {
            hit.kind = TimelineHit::Kind::mark;
            hit.index = i;
            hit.attempt = mark.attempt;
            return true;
        }
    }
    return false;
}

bool hitWait(const TimelineRecords &records, QPointF point, TimelineHit &hit)
{
    const auto [from, to] = recordsOf(records.waits, *hit.call);
    for (std::size_t i = from; i < to; ++i) {
        const WaitRecord &wait = records.waits[i];
        if (point.x() >= wait.from && point.x() <= wait.to) {
            hit.kind = TimelineHit::Kind::wait;
            hit.index = i;
            hit.attempt = wait.attempt;
            return true;
        }
    }
    return false;
}

} // namespace

TimelineHit hitTimeline(const TimelineRecords &records, const Lanes &lanes, QPointF point)
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
    const auto lane = records.grid.laneAt(point.y());
    if (!lane || *lane >= lanes.count())
        return hit;
    hit.kind = TimelineHit::Kind::lane;
    hit.call = lanes.call(*lane);
    if (!hitBar(records, point, hit) && !hitMark(records, point, hit))
        hitWait(records, point, hit);
    return hit;
}

} // namespace retrylab
