// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

#include <cstddef>
#include <optional>

namespace retrylab {

struct Theme;

/// Where the parts of the view are, in pixels from its top left corner.
struct TimelineFrame {
    QRectF whole;
    QRectF header;    ///< title and the count of lanes; dragging here moves the playhead
    QRectF lanes;     ///< bars: from the axis' left to its right
    QRectF axis;      ///< tick labels; empty when they are not shown
    QRectF scrollbar; ///< right of the lanes
    QRectF gutter;    ///< lane numbers
};
TimelineFrame timelineFrame(QSizeF size, const Theme &theme, bool faultNames, bool axisShown);

/// Lane number ↔ height: the only such mapping.
struct LaneGrid {
    std::size_t count = 0;
    double top = 0;        ///< of the visible stretch
    double height = 1;     ///< of the visible stretch
    double laneHeight = 1; ///< > 0
    double scroll = 0;     ///< pixels hidden above, in [0, mostScroll()]

    double y(std::size_t lane) const { return top + static_cast<double>(lane) * laneHeight - scroll; }
    std::optional<std::size_t> laneAt(double y) const;
    double total() const { return static_cast<double>(count) * laneHeight; }
    double mostScroll() const { return total() > height ? total() - height : 0.0; }
    /// First lane that shows, and the one after the last.
    std::size_t first() const;
    std::size_t end() const;
    /// Too thin to draw lane by lane.
    bool dense() const { return laneHeight < thinnestLane; }

    static constexpr double thinnestLane = 3.0;
};

/// `wanted` is the lane height that was asked for, 0 = automatic: comfortable where the lanes fill at most a few screens,
/// otherwise all of them at once.
LaneGrid laneGrid(std::size_t count, const TimelineFrame &frame, const Theme &theme, double wanted, double scroll);

/// The scroll that brings a lane wholly into view, moving as little as possible.
double scrollTo(const LaneGrid &grid, std::size_t lane);

} // namespace retrylab
