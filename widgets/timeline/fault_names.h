// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/timeline_layout.h"

#include <vector>

namespace retrylab {

/// The playhead's handle: a triangle on top of the lanes that points down.
QRectF playheadHandle(const TimelineRecords &records, const Theme &theme, std::int64_t playhead);

/// Where the faults' names stand while the playhead is there, in the order of the records; null where there is no room.
/// The handle pushes a name along in front of it, so that it never covers one.
std::vector<QRectF> faultNamePlaces(const TimelineRecords &records, const Theme &theme, std::int64_t playhead);

} // namespace retrylab
