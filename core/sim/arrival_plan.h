// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/arrival_draws.h"
#include "core/sim/world.h"

#include <memory>
#include <vector>

namespace retrylab {

/// All calls of open traffic, drawn in advance. No policy can shift them, so while a hand drags a policy's slider the plan
/// of the first run serves the others too. The trace is the same with and without.
class ArrivalPlan {
public:
    /// The plan of this world; null where planning does not pay (other traffic, or very many calls).
    static std::shared_ptr<const ArrivalPlan> make(const World &world);

    /// Do the calls of this world follow this plan?
    bool fits(const World &world) const;

    /// The calls before the end of the run, by time; then one that is never made.
    const std::vector<PlannedCall> &calls() const { return m_calls; }

private:
    explicit ArrivalPlan(const World &world);

    Traffic m_traffic;
    std::uint64_t m_seed = 0;
    Duration m_duration;
    std::vector<PlannedCall> m_calls;
};

} // namespace retrylab
