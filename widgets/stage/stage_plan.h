// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/run_model.h"

#include <cstdint>
#include <vector>

namespace retrylab {

/// What the stage works out once for each run.
struct StagePlan {
    bool dotsAreCallers = true;       ///< false: open traffic from a few callers, where the calls are the dots
    std::uint32_t units = 0;          ///< callers, or seats for calls
    std::int64_t linger = 1;          ///< ns that a finished call stays visible
    std::vector<std::uint32_t> seats; ///< by call: its place while it lasts and lingers; empty when dots are callers
    IntervalIndex seated;
    std::vector<std::int64_t> faultEnds; ///< by fault: when its window or its count is over
};

/// Callers are the dots from this many on.
inline constexpr std::uint32_t fewCallers = 8;

StagePlan planStage(const RunModel &run);

/// How the service is at a moment, by its faults.
struct ServiceMoment {
    const Fault *fault = nullptr; ///< the one at work now (the first in the file), null when there is none
    bool down = false;            ///< restarting
    bool hadFault = false;        ///< one is over
    double slowness = 1;          ///< > 1 while cold after a restart
    std::uint32_t slotCount = 0;  ///< slots that work now
};
ServiceMoment serviceAt(const RunModel &run, const StagePlan &plan, std::int64_t t);

} // namespace retrylab
