// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/arrival_draws.h"
#include "core/sim/arrival_plan.h"

#include <array>
#include <cstdint>

namespace retrylab {

/// Where the engine takes the calls of herd and open traffic from: a plan that fits the world, or else draws of its own, a
/// batch at a time.
class ArrivalSource {
public:
    ArrivalSource(const World &world, const ArrivalPlan *plan)
        : m_draws(world)
    {
        if (plan)
            m_call = plan->calls().data();
        else
            draw();
    }
    // A pointer into its own batch.
    ArrivalSource(const ArrivalSource &) = delete;
    ArrivalSource &operator=(const ArrivalSource &) = delete;

    /// When the next call begins; the largest integer when none will.
    std::int64_t next() const { return m_call->at; }

    /// Takes that call.
    PlannedCall take()
    {
        const PlannedCall call = *m_call;
        if (++m_call == m_batch.data() + m_batch.size()) [[unlikely]]
            draw();
        return call;
    }

private:
    [[gnu::noinline]] void draw()
    {
        m_draws.fill(m_batch);
        m_call = m_batch.data();
    }

    ArrivalDraws m_draws;
    std::array<PlannedCall, 64> m_batch;
    const PlannedCall *m_call = nullptr; ///< the next one
};

} // namespace retrylab
