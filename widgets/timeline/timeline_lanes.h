// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/trace.h"
#include "widgets/base/time_axis.h"

#include <QRectF>

#include <cstddef>
#include <optional>
#include <vector>

namespace retrylab {

struct Theme;

/// The calls that have a lane, by start: those that live within the visible range, so that zooming in on a moment also
/// thins out the lanes. The whole run needs no list (lane i is call i).
class Lanes {
public:
    Lanes() = default;
    Lanes(const Trace &trace, TimeRange visible);

    std::size_t count() const { return m_count; }
    /// Is every call of the run shown, so that lane and call have the same number?
    bool whole() const { return m_calls.empty(); }
    /// lane < count().
    std::uint32_t call(std::size_t lane) const { return whole() ? static_cast<std::uint32_t>(lane) : m_calls[lane]; }
    std::optional<std::size_t> laneOf(std::uint32_t call) const;
    /// The lane of `call` or, where it has none, of the next call that has one; the last lane where none follows.
    std::size_t nearestLane(std::uint32_t call) const;

private:
    std::vector<std::uint32_t> m_calls; ///< ascending; empty when all are shown
    std::size_t m_count = 0;
};

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

/// `wanted` is the lane height that was asked for, 0 = automatic: comfortable where the lanes fill at most two and a
/// half screens, otherwise all of them at once.
LaneGrid laneGrid(std::size_t count, const TimelineFrame &frame, const Theme &theme, double wanted, double scroll);

/// The scroll that brings a lane wholly into view, moving as little as possible.
double scrollTo(const LaneGrid &grid, std::size_t lane);

} // namespace retrylab
