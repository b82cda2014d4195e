// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/stage/stage_geometry.h"
#include "widgets/stage/stage_layout.h"

namespace retrylab {

/// Lays out the service: its box with slots and queue, the word for what is wrong with it, and the facts beside or
/// under it.
void layoutService(const StageInput &input, const StageGeometry &geometry, StageRecords &records);

/// Slots busy, as a share, averaged over the time bins of the twentieth of the visible range before the playhead.
double recentUtilisation(const Trace &trace, std::int64_t playhead, TimeRange visible);

} // namespace retrylab
