// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/trace.h"

#include <map>
#include <vector>

namespace retrylab {

/// Which track each call is drawn on. A caller's first track is its own; the others are handed out as its calls overlap.
struct Tracks {
    struct Track {
        std::uint32_t caller = 0;
        std::uint32_t lane = 0; ///< 0 = the caller's first
    };
    std::vector<std::uint32_t> ofCall; ///< per call, an index into `all`
    std::vector<Track> all;
    std::map<std::uint32_t, std::uint32_t> firstOfCaller;
};

/// Gives every call the lowest track of its caller that is free when it starts.
Tracks tracksOf(const Trace &trace);

} // namespace retrylab
