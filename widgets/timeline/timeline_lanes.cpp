// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_lanes.h"

#include "widgets/base/theme.h"

#include <algorithm>
#include <cmath>

namespace retrylab {

namespace {

constexpr double comfortableLane = 14;
constexpr double roomyLane = 30; ///< few lanes grow to this, not further
constexpr double tallestLane = 48;
constexpr double mostScreens = 4;

double automaticHeight(double count, double height, const Theme &theme)
{
    const double comfortable = theme.px(comfortableLane);
    const double fit = height / count;
    if (fit >= comfortable)
        return std::min(fit, theme.px(roomyLane));
    // Larger text makes lanes taller, not more of them: the limit grows with it.
    return comfortable <= mostScreens * theme.scale * fit ? comfortable : fit;
}

} // namespace

TimelineFrame timelineFrame(QSizeF size, const Theme &theme, bool faultNames, bool axisShown)
{
    TimelineFrame frame;
    frame.whole = QRectF({}, size);
    const double left = theme.gutter();
    const double right = std::max(left + 1.0, size.width() - theme.rightMargin());
    const double header = std::round(theme.px(faultNames ? 44 : 37));
    const double below = axisShown ? std::round(theme.px(20)) : theme.px(4);
    const double bottom = std::max(header + 1.0, size.height() - below);
    frame.header = QRectF(0, 0, size.width(), header);
    frame.lanes = QRectF(QPointF(left, header), QPointF(right, bottom));
    frame.gutter = QRectF(QPointF(0, header), QPointF(left, bottom));
    frame.axis = axisShown ? QRectF(QPointF(left, bottom), QPointF(right, size.height())) : QRectF();
    const double bar = theme.px(6);
    frame.scrollbar = QRectF(size.width() - bar - theme.px(4), header, bar, bottom - header);
    return frame;
}

std::optional<std::size_t> LaneGrid::laneAt(double at) const
{
    if (at < top || at >= top + height || at < y(0))
        return std::nullopt;
    const auto lane = static_cast<std::size_t>((at - top + scroll) / laneHeight);
    return lane < count ? std::optional<std::size_t>(lane) : std::nullopt;
}

std::size_t LaneGrid::first() const
{
    return std::min(static_cast<std::size_t>(scroll / laneHeight), count);
}

std::size_t LaneGrid::end() const
{
    return std::min(static_cast<std::size_t>(std::ceil((scroll + height) / laneHeight - 1e-9)), count);
}

LaneGrid laneGrid(std::size_t count, const TimelineFrame &frame, const Theme &theme, double wanted, double scroll)
{
    LaneGrid grid;
    grid.count = count;
    grid.top = frame.lanes.top();
    grid.height = frame.lanes.height();
    if (count == 0)
        return grid;
    const double fit = grid.height / static_cast<double>(count);
    if (wanted <= 0)
        grid.laneHeight = automaticHeight(static_cast<double>(count), grid.height, theme);
    else
        grid.laneHeight = std::clamp(wanted, std::min(fit, theme.px(roomyLane)), theme.px(tallestLane));
    // A whole number of pixels keeps every lane alike; below the thinnest lane the picture is resampled anyway.
    if (grid.laneHeight > 2 * LaneGrid::thinnestLane)
        grid.laneHeight = std::floor(grid.laneHeight);
    grid.scroll = std::clamp(scroll, 0.0, grid.mostScroll());
    return grid;
}

double scrollTo(const LaneGrid &grid, std::size_t lane)
{
    const double above = static_cast<double>(lane) * grid.laneHeight;
    const double below = above + grid.laneHeight - grid.height;
    return std::clamp(std::clamp(grid.scroll, std::min(below, above), above), 0.0, grid.mostScroll());
}

} // namespace retrylab
