// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/timeline_layout.h"

namespace retrylab {

/// Appends the bars, waits and marks of one lane to the records: those of its calls (by time) that are in view.
void layoutLane(TimelineRecords &records, const RunModel &run, std::span<const std::uint32_t> calls, double top,
                const Theme &theme);

} // namespace retrylab
