// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/arrival_plan.h"
#include "core/sim/trace.h"

#include <memory>
#include <stop_token>

namespace retrylab {

/// Runs the world from 0 to its duration. A pure function: equal worlds give equal traces, on every machine and build.
/// Returns null when `stop` was requested meanwhile (asked every few hundred events).
/// The world must be valid (lab/validate): two nodes, positive durations, counts within their ranges.
/// A plan that fits the world spares it the drawing of arrivals and changes nothing else; one that does not is ignored.
/// Ties in time are ordered by (time, kind of event, id); see engine.h for the kinds.
std::shared_ptr<const Trace> simulate(const World &world, Recording recording = Recording::everything,
                                      std::stop_token stop = {}, const ArrivalPlan *plan = nullptr);

} // namespace retrylab
