// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/stage/stage_geometry.h"
#include "widgets/stage/stage_layout.h"

namespace retrylab {

/// Lays out the wire inside `room` (its middle is the wire's height): the breaker as a switch with its words, and the
/// requests on their way.
///
/// A request is on the wire for its link delay, but at least for a share of the visible range, or else a fast link
/// would show nothing; an attempt that is shorter than both legs together is drawn until they are done.
void layoutWire(const StageInput &input, const QRectF &room, StageRecords &records);

/// How long a leg is shown at least, ns: 2 % of the visible range.
std::int64_t shortestLeg(TimeRange visible);

} // namespace retrylab
