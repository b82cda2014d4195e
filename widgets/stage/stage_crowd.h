// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/stage/stage_geometry.h"
#include "widgets/stage/stage_layout.h"

namespace retrylab {

/// Lays out the callers (dots, or cells where they are many) in the left of the geometry's crowd, and the caption that
/// counts them. Returns the rectangle that the crowd fills: the wire starts at its right edge.
QRectF layoutCrowd(const StageInput &input, const StageGeometry &geometry, StageRecords &records);

} // namespace retrylab
