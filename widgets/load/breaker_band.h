// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/trace.h"
#include "widgets/base/time_axis.h"

#include <vector>

namespace retrylab {

/// A stretch of the time axis in which the breakers' states do not change visibly.
struct BandPiece {
    double left = 0; ///< px
    double right = 0;
    double open = 0;     ///< share of breakers that are open, 0–1
    double halfOpen = 0; ///< share that are half-open; the rest is closed

    double closed() const { return 1.0 - open - halfOpen; }
};

/// The states of all breakers over the visible time, in whole pixel columns; equal neighbours are joined, so the pieces
/// cover the axis without gaps. A lone breaker has no shares: a column in which it was half-open at all shows that, so
/// that a probe of a millisecond is still seen. Many breakers are averaged over the column's time.
/// `breakers` ≥ 1.
std::vector<BandPiece> breakerBand(const std::vector<BreakerTransition> &transitions, std::uint32_t breakers,
                                   const TimeAxis &axis);

} // namespace retrylab
