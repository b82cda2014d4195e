// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/theme.h"
#include "widgets/base/time_axis.h"
#include "widgets/stage/stage_plan.h"
#include "widgets/stage/stage_records.h"

#include <QLocale>

namespace retrylab {

/// Everything that decides what the stage looks like.
struct StageInput {
    const RunModel &run;
    const StagePlan &plan;
    const Theme &theme;
    QLocale locale;
    std::int64_t playhead = 0;
    TimeRange visible;
    std::optional<std::uint32_t> hovered;
    std::optional<std::uint32_t> selected;

    bool isLit(std::uint32_t call) const { return hovered == call || selected == call; }
};

/// The scene at the playhead. A pure function; all records lie inside `area`.
StageRecords layoutStage(const StageInput &input, const QRectF &area);

/// The scene when there is nothing to show: outlines, and why.
StageRecords layoutEmptyStage(const Theme &theme, const QString &title, const QString &hint, const QRectF &area);

/// The call painted at a point, or nothing. `reach`: how far beside a mark still counts, in pixels.
std::optional<std::uint32_t> callAtPoint(const StageRecords &records, QPointF point, double reach);

} // namespace retrylab
