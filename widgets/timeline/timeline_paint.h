// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/timeline_layout.h"

class QPainter;

namespace retrylab {

/// What moves while the run and the zoom stay as they are.
struct TimelineMoment {
    std::int64_t playhead = 0;
    std::optional<std::uint32_t> selected, hovered;
};

/// Draws bars, waits and marks, with faults and lanes behind them. Where the grid is dense there are none of these; the
/// caller then draws the density picture on top of it.
void paintTimelineBack(QPainter &painter, const TimelineRecords &records, const RunModel &run, const Theme &theme,
                       const TimelineMoment &moment, const Lanes &lanes);

/// Draws what lies on top: the veil over the future, labels, header, scrollbar and playhead.
void paintTimelineFront(QPainter &painter, const TimelineRecords &records, const RunModel &run, const Theme &theme,
                        const TimelineMoment &moment, const Lanes &lanes);

/// The scrollbar's handle; empty when everything is in view.
QRectF scrollHandle(const TimelineRecords &records);

/// Title and background where there is no run yet.
void paintEmptyTimeline(QPainter &painter, QSizeF size, const Theme &theme);

} // namespace retrylab
