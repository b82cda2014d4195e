// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_layout.h"

#include "widgets/base/experiment_text.h"
#include "widgets/base/plural.h"
#include "widgets/base/text_ink.h"
#include "widgets/timeline/density.h"
#include "widgets/timeline/lane_layout.h"
#include "widgets/timeline/timeline_words.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace retrylab {

namespace {

bool anyFaultVisible(const World &world, TimeRange visible)
{
    return std::any_of(world.faults.begin(), world.faults.end(), [&](const Fault &fault) {
        return fault.from.time_since_epoch().count() < visible.to && fault.to.time_since_epoch().count() > visible.from;
    });
}

QString faultTitle(const Fault &fault, const QLocale &locale)
{
    QString name = faultName(fault);
    if (fault.count == unlimitedCount)
        return name;
    return timelineWords(QT_TRANSLATE_NOOP("Timeline", "%1 (first %2)")).arg(name, locale.toString(fault.count));
}

void layoutFaults(TimelineRecords &out, const World &world, const Theme &theme, const QLocale &locale)
{
    const double height = QFontMetricsF(theme.small).height();
    double free = out.axis.left; // names stand in one row and must not run into each other
    for (const Fault &fault : world.faults) {
        const std::int64_t from = std::max(fault.from.time_since_epoch().count(), out.axis.range.from);
        const std::int64_t to = std::min(fault.to.time_since_epoch().count(), out.axis.range.to);
        if (from >= to)
            continue;
        FaultRecord record;
        const double left = out.axis.x(from);
        if (fault.count == unlimitedCount)
            record.band = QRectF(QPointF(left, out.frame.lanes.top()),
                                 QPointF(out.axis.x(to), out.frame.lanes.bottom()));
        // Beside the playhead's handle, which often rests at a fault's beginning.
        const double start = std::max(left + theme.px(8), free);
        const double room = std::min(theme.px(220), out.axis.right() - start);
        const QString name = elidedLine(theme.small, faultTitle(fault, locale), std::max(0.0, room));
        const double width = lineWidth(theme.small, name);
        if (name.size() > 1 && start + width <= out.axis.right() + 1) {
            record.name = name;
            record.label = QRectF(start, out.frame.lanes.top() - height - theme.px(2), width + 1, height);
            free = start + width + theme.px(10);
        }
        out.faults.push_back(record);
    }
}

void layoutTicks(TimelineRecords &out, bool labels, const Theme &theme, const QLocale &locale)
{
    const int most = std::max(1, static_cast<int>(out.axis.width / theme.px(90)));
    for (const Tick &tick : timeTicks(out.axis.range, most, locale)) {
        const double x = out.axis.x(static_cast<std::int64_t>(tick.value));
        if (x >= out.axis.left - 0.5 && x <= out.axis.right() + 0.5)
            out.ticks.push_back({x, labels ? tick.label : QString()});
    }
}

void layoutLanes(TimelineRecords &out, const RunModel &run, const Lanes &lanes, const Theme &theme,
                 const QLocale &locale)
{
    const LaneGrid &grid = out.grid;
    const double labelHeight = QFontMetricsF(theme.small).height() * 0.95;
    const auto every = static_cast<std::size_t>(std::max(1.0, std::ceil(labelHeight / grid.laneHeight)));
    const QRectF &area = out.frame.lanes;
    for (std::size_t row = grid.first(); row < grid.end(); ++row) {
        const double top = grid.y(row);
        LaneRecord record;
        record.rect = QRectF(QPointF(out.frame.gutter.left(), std::max(top, area.top())),
                             QPointF(area.right(), std::min(top + grid.laneHeight, area.bottom())));
        record.row = row;
        const bool whole = every > 1 || record.rect.height() > grid.laneHeight - 1.0;
        if (row % every == 0 && whole)
            record.label = QLatin1Char('#') + locale.toString(lanes.lane(row) + 1);
        record.waits.first = out.waits.size();
        record.bars.first = out.bars.size();
        record.marks.first = out.marks.size();
        layoutLane(out, run, lanes.calls(row), top, theme);
        record.waits.end = out.waits.size();
        record.bars.end = out.bars.size();
        record.marks.end = out.marks.size();
        out.lanes.push_back(record);
    }
}

QString captionOf(const TimelineRecords &out, const QLocale &locale)
{
    if (out.grid.dense()) {
        const std::size_t lanes = out.grid.end() - out.grid.first();
        const int rows = densityRows(lanes, static_cast<int>(std::lround(std::min(out.grid.height, out.grid.total()))));
        const double perRow = static_cast<double>(lanes) / rows;
        const QString count = locale.toString(static_cast<qulonglong>(lanes));
        if (perRow < 1.5)
            return timelineWords(QT_TRANSLATE_N_NOOP("Timeline", "%1 lanes · scroll to zoom"), pluralOf(lanes))
                .arg(count);
        return timelineWords(QT_TRANSLATE_N_NOOP("Timeline", "%1 lanes, %2 per row · scroll to zoom"), pluralOf(lanes))
            .arg(count, locale.toString(std::llround(perRow)));
    }
    return timelineWords(QT_TRANSLATE_N_NOOP("Timeline", "%1 of %2 lanes · scroll to zoom"), pluralOf(out.grid.count))
        .arg(locale.toString(static_cast<qulonglong>(out.lanes.size())),
             locale.toString(static_cast<qulonglong>(out.grid.count)));
}

} // namespace

QRectF densityArea(const TimelineRecords &records)
{
    const double height = std::min(records.grid.height, records.grid.total());
    return {records.axis.left, records.frame.lanes.top(), records.axis.width, height};
}

QRectF callRect(const TimelineRecords &records, const Lanes &lanes, const Trace &trace, std::uint32_t call)
{
    const auto row = lanes.row(call);
    if (!row || *row < records.grid.first() || *row >= records.grid.end())
        return {};
    const CallRecord &record = trace.calls[call];
    if (record.started > records.axis.range.to || record.ended < records.axis.range.from)
        return {};
    const QRectF &area = records.frame.lanes;
    const std::int64_t ended = std::min(record.ended, trace.world.duration.count());
    const double top = records.grid.y(*row);
    return QRectF(
        QPointF(std::max(area.left(), records.axis.x(record.started)), std::max(area.top(), top)),
        QPointF(std::min(area.right(), records.axis.x(ended)), std::min(area.bottom(), top + records.grid.laneHeight)));
}

TimelineRecords layoutTimeline(const RunModel &run, const Lanes &lanes, const TimelineSettings &settings,
                               const Theme &theme, const QLocale &locale)
{
    TimelineRecords out;
    const World &world = run.trace->world;
    out.frame = timelineFrame(settings.size, theme, anyFaultVisible(world, settings.visible), settings.axisShown);
    out.axis = {settings.visible, out.frame.lanes.left(), out.frame.lanes.width()};
    out.grid = laneGrid(lanes.count(), out.frame, theme, settings.laneHeight, settings.scroll);
    layoutFaults(out, world, theme, locale);
    layoutTicks(out, settings.axisShown, theme, locale);
    if (lanes.count() > 0 && !out.grid.dense())
        layoutLanes(out, run, lanes, theme, locale);
    out.caption = captionOf(out, locale);
    return out;
}

} // namespace retrylab
