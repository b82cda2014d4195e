// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/breaker/breaker_layout.h"

namespace retrylab {

/// Lays the rolling window out in `box`: title and count in its first line, below them squares (count window, streak),
/// ten bars (time window), or two shares where squares would be too small to see.
void placeBreakerWindow(const BreakerInput &input, const QRectF &box, BreakerLayout &layout);

} // namespace retrylab
