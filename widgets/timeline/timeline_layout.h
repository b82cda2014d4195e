// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/run_model.h"
#include "widgets/base/theme.h"
#include "widgets/base/ticks.h"
#include "widgets/timeline/lane_plan.h"
#include "widgets/timeline/timeline_lanes.h"

#include <QLocale>
#include <QPointF>
#include <QRectF>
#include <QString>

#include <vector>

namespace retrylab {

/// One attempt: a bar from sent to ended. Trimmed to the lanes' area; at least a sliver wide.
struct BarRecord {
    QRectF rect;
    std::uint32_t attempt = 0; ///< index into Trace::attempts; of the last one where several fell into the same pixels
    std::uint32_t call = 0;
    OutcomeKind outcome = OutcomeKind::ok;
    bool open = false;      ///< still running when the run stopped
    bool cancelled = false; ///< given up for another's answer: there is no outcome
};

/// The wait between two attempts.
struct WaitRecord {
    double from = 0, to = 0, y = 0;
    std::uint32_t attempt = 0; ///< the attempt before the wait
    std::uint32_t call = 0;
};

/// A small sign in a lane.
struct MarkRecord {
    enum class Kind : std::uint8_t {
        outcome,  ///< how an attempt ended
        refusal,  ///< a breaker refused
        giveUp,   ///< ring: the call ended badly
        degraded, ///< circle filled by half: its fallback has answered
        deadline, ///< tick: the call's deadline
    };
    static constexpr std::uint32_t noAttempt = 0xFFFFFFFF;

    Kind kind = Kind::outcome;
    OutcomeKind outcome = OutcomeKind::ok;
    QPointF centre;
    double size = 0;
    std::uint32_t call = 0;
    std::uint32_t attempt = noAttempt;
};

/// A lane and its part of the records: [first, end) of each vector.
struct LaneRecord {
    struct Part {
        std::size_t first = 0, end = 0;
    };

    QRectF rect; ///< across gutter and lanes, trimmed to the visible stretch
    std::size_t row = 0;
    QString label; ///< "#12"; empty where there is no room
    Part waits, bars, marks;
};

/// A fault's window, behind the lanes. A fault that ends by count has no window that is known beforehand: only its name.
struct FaultRecord {
    QRectF band;
    QRectF label;
    QString name; ///< elided; empty where there is no room
};

struct TickRecord {
    double x = 0;
    QString label; ///< empty where the axis is not shown
};

/// Everything the view draws, in pixels from its top left corner. The playhead, the selection and the hover are not
/// part of it: they move often and cost nothing to draw.
struct TimelineRecords {
    TimelineFrame frame;
    LaneGrid grid;
    TimeAxis axis;
    std::vector<FaultRecord> faults;
    std::vector<TickRecord> ticks;
    std::vector<LaneRecord> lanes; ///< empty where the grid is dense, as are the next three
    std::vector<WaitRecord> waits; ///< by lane, then by time
    std::vector<BarRecord> bars;   ///< by lane, then by time
    std::vector<MarkRecord> marks; ///< by lane, then by time
    QString caption;               ///< "22 of 50 lanes · scroll to zoom"

    /// Are there lanes, and too many to draw them one by one?
    bool dense() const { return grid.count > 0 && grid.dense(); }
};

/// Where the density picture lies.
QRectF densityArea(const TimelineRecords &records);

/// What the picture depends on, apart from the run.
struct TimelineSettings {
    QSizeF size;
    TimeRange visible;
    double laneHeight = 0; ///< 0 = automatic
    double scroll = 0;
    bool axisShown = true;

    friend bool operator==(const TimelineSettings &, const TimelineSettings &) = default;
};

/// Lays a run out. `lanes` are those of `settings.visible`.
TimelineRecords layoutTimeline(const RunModel &run, const Lanes &lanes, const TimelineSettings &settings,
                               const Theme &theme, const QLocale &locale);

/// The stretch of a lane that a call fills, trimmed to the lanes' area; empty where it is not in view.
QRectF callRect(const TimelineRecords &records, const Lanes &lanes, const Trace &trace, std::uint32_t call);

/// What lies under a point.
struct TimelineHit {
    enum class Kind : std::uint8_t { nothing, header, scrollbar, lane, wait, mark, bar };
    Kind kind = Kind::nothing;
    std::size_t index = 0;             ///< into the records of that kind
    std::optional<std::size_t> row;    ///< the lane under the point
    std::optional<std::uint32_t> call; ///< the call there, if the point is on it or near it
    std::uint32_t attempt = MarkRecord::noAttempt;
};
TimelineHit hitTimeline(const TimelineRecords &records, const Lanes &lanes, const Trace &trace, QPointF point);

} // namespace retrylab
