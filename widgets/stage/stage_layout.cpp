// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/stage_layout.h"

#include "widgets/stage/stage_crowd.h"
#include "widgets/stage/stage_service.h"
#include "widgets/stage/stage_wire.h"

#include <algorithm>
#include <cmath>

namespace retrylab {

namespace {

void addTitle(StageRecords &records, const StageGeometry &geometry, const Theme &theme)
{
    if (!geometry.title.isNull())
        addStageText(records, theme, geometry.title, stageTitle(), StageText::Role::title);
}

/// The wire's room: from the crowd to the box.
QRectF between(const Theme &theme, const QRectF &crowd, const QRectF &box, const QRectF &room)
{
    const double left = crowd.right() + theme.px(10);
    return {left, room.top(), box.left() - left, room.height()};
}

double distance(QPointF a, QPointF b)
{
    return std::hypot(a.x() - b.x(), a.y() - b.y());
}

} // namespace

StageRecords layoutStage(const StageInput &input, const QRectF &area)
{
    StageRecords records;
    records.area = area;
    StageGeometry geometry = divideStage(input.theme, area);
    records.roomy = geometry.roomy;
    addTitle(records, geometry, input.theme);
    if (geometry.box.isNull())
        return records;
    const QRectF crowd = layoutCrowd(input, geometry, records);
    if (!geometry.factsBeside && !records.texts.empty())
        geometry.facts.setLeft(std::max(geometry.facts.left(), records.texts.back().rect.right() + input.theme.px(14)));
    layoutWire(input, between(input.theme, crowd, geometry.box, geometry.crowd), records);
    layoutService(input, geometry, records);
    return records;
}

StageRecords layoutEmptyStage(const Theme &theme, const QString &title, const QString &hint, const QRectF &area)
{
    StageRecords records;
    records.area = area;
    records.ghost = true;
    const StageGeometry geometry = divideStage(theme, area);
    records.roomy = geometry.roomy;
    addTitle(records, geometry, theme);
    if (!geometry.box.isNull()) {
        const GridFit grid = fitGrid(40, geometry.crowd.width(), geometry.crowd.height(), theme.px(26));
        const double top = geometry.crowd.center().y() - grid.rows * grid.pitch / 2;
        for (std::uint32_t i = 0; i < 40; ++i) {
            StageDot dot;
            const int column = static_cast<int>(i) % grid.columns;
            const int row = static_cast<int>(i) / grid.columns;
            dot.centre = QPointF(geometry.crowd.left() + (column + 0.5) * grid.pitch, top + (row + 0.5) * grid.pitch);
            dot.radius = grid.pitch * 0.35;
            dot.unit = i;
            records.dots.push_back(dot);
        }
        const QRectF crowd(geometry.crowd.left(), top, grid.columns * grid.pitch, grid.rows * grid.pitch);
        const QRectF wire = between(theme, crowd, geometry.box, geometry.crowd);
        records.wire.lines = {QLineF(wire.left(), wire.center().y(), wire.right(), wire.center().y())};
        records.service.box = geometry.box;
        const double line = stageLineHeight(theme, StageText::Role::heading, true);
        const QRectF words(wire.left() + theme.px(4), 0, wire.width() - theme.px(8), line);
        addStageText(records, theme, words.translated(0, wire.center().y() - theme.px(10) - line), title,
                     StageText::Role::heading, Qt::AlignHCenter);
        addStageText(records, theme, words.translated(0, wire.center().y() + theme.px(10)), hint,
                     StageText::Role::muted, Qt::AlignHCenter);
    }
    return records;
}

std::optional<std::uint32_t> callAtPoint(const StageRecords &records, QPointF point, double reach)
{
    std::optional<std::uint32_t> found;
    double nearest = reach;
    const auto consider = [&](double away, std::uint32_t call) {
        if (away <= nearest) {
            nearest = away;
            found = call;
        }
    };
    for (const auto &flight : records.flights)
        consider(distance(flight.centre, point) - flight.size / 2, flight.call);
    for (const auto &dot : records.dots)
        if (dot.call)
            consider(distance(dot.centre, point) - dot.radius, *dot.call);
    if (found)
        return found;
    for (const auto &slot : records.service.slotSquares)
        if (slot.call && slot.rect.contains(point))
            return slot.call;
    return {};
}

} // namespace retrylab
