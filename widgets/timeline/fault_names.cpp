// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/fault_names.h"

namespace retrylab {

QRectF playheadHandle(const TimelineRecords &records, const Theme &theme, std::int64_t playhead)
{
    const double half = theme.px(6);
    const double top = records.frame.lanes.top();
    return {records.axis.x(playhead) - half, top - theme.px(11), 2 * half, theme.px(9)};
}

std::vector<QRectF> faultNamePlaces(const TimelineRecords &records, const Theme &theme, std::int64_t playhead)
{
    std::vector<QRectF> places;
    places.reserve(records.faults.size());
    const double gap = theme.px(2);
    QRectF taken; // by the handle
    if (records.axis.range.contains(playhead))
        taken = playheadHandle(records, theme, playhead).adjusted(-gap, 0, gap, 0);
    double free = records.frame.whole.left();
    for (std::size_t i = 0; i < records.faults.size(); ++i) {
        QRectF place = records.faults[i].label;
        // The handle pushes the name along; where it cannot go on, it steps to the handle's other side.
        if (!place.isEmpty() && place.intersects(taken)) {
            const bool last = i + 1 == records.faults.size() || records.faults[i + 1].label.isEmpty();
            const double end = last ? records.frame.lanes.right() : records.faults[i + 1].label.left() - gap;
            place.moveLeft(taken.right());
            if (place.right() > end)
                place.moveRight(taken.left());
            if (place.left() < free)
                place = QRectF();
        }
        if (!place.isEmpty())
            free = place.right() + gap;
        places.push_back(place);
    }
    return places;
}

} // namespace retrylab
