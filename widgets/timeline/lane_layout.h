// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/timeline_layout.h"

namespace retrylab {

/// Appends one call's bars, waits and marks to the records.
void layoutLane(TimelineRecords &records, const RunModel &run, std::uint32_t call, double top, const Theme &theme);

} // namespace retrylab
