// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/timeline_layout.h"

class QPainter;

namespace retrylab {

/// What is lit.
struct TimelineMoment {
    std::optional<std::uint32_t> selected, hovered;

    friend bool operator==(const TimelineMoment &, const TimelineMoment &) = default;
};

/// Draws what stands still while the run plays. First the ground: faults, grid, lanes, bars, waits and marks. Where the
/// grid is dense there are none of the last four; the caller then draws the density picture between the two.
void paintTimelineGround(QPainter &painter, const TimelineRecords &records, const Trace &trace, const Theme &theme,
                         const TimelineMoment &moment, const Lanes &lanes);
/// Then labels, header, time axis and scrollbar.
void paintTimelineLabels(QPainter &painter, const TimelineRecords &records, const Trace &trace, const Theme &theme,
                         const TimelineMoment &moment, const Lanes &lanes);

/// The veil over what lies after the playhead; empty at the very start, when nothing has been played yet.
QRectF futureRect(const TimelineRecords &records, std::int64_t playhead);
QColor veilColour(const Theme &theme);

/// The playhead's line and handle.
void paintPlayhead(QPainter &painter, const TimelineRecords &records, const Theme &theme, std::int64_t playhead);

/// The scrollbar's handle; empty when everything is in view.
QRectF scrollHandle(const TimelineRecords &records);

/// Title and background where there is no run yet.
void paintEmptyTimeline(QPainter &painter, QSizeF size, const Theme &theme);

} // namespace retrylab
