// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/job.h"
#include "core/sim/world.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace retrylab {

/// At most so many faults in one experiment: the active ones are a bit mask.
inline constexpr std::size_t maxFaults = 32;

/// What a fault answers in the service's place.
struct FaultAnswer {
    Outcome outcome;
    Duration retryAfter{0}; ///< the answer says to come back after so long; 0 = it says nothing
};

/// Which faults are active now, and what they do to an arriving attempt. Asked on every arrival, so the common case
/// (nothing is wrong) is one comparison.
class FaultBoard {
public:
    explicit FaultBoard(const World &world);

    /// When the next fault begins or ends; the end of the run after the last.
    std::int64_t nextChange() const { return m_nextChange; }

    struct Change {
        bool wentDown = false; ///< a restart began: everything inside is lost
    };
    /// Carries out the change that is due at nextChange().
    Change advance();

    bool anyActive() const { return m_active != 0; }
    /// How many slots work now.
    std::uint32_t slots() const { return m_slots; }

    /// The answer that a fault gives instead of the service, if one does; counts it. Also marks latency in `job`.
    std::optional<FaultAnswer> answer(Job &job);

    /// How much longer than usual the answer to this job takes on the way.
    std::int64_t delayOf(const Job &job) const;

    /// How much longer than usual work takes at this moment (slow start after a restart); 1 = usual.
    double slowdown(std::int64_t now) const { return now < m_warmAt ? coldFactor(now) : 1.0; }

private:
    struct Boundary {
        std::int64_t at;
        std::uint32_t fault;
        bool begins;
    };

    bool strikes(std::uint32_t fault, const Job &job);
    double coldFactor(std::int64_t now) const;
    void lookAhead();
    void updateSlots();

    const World &m_world;
    std::vector<Boundary> m_boundaries;
    std::size_t m_nextBoundary = 0;
    std::int64_t m_nextChange = 0;
    std::uint32_t m_active = 0;
    std::vector<std::uint32_t> m_left; ///< attempts that each fault may still affect
    std::uint32_t m_slots = 0;
    std::int64_t m_coldSince = 0;
    std::int64_t m_warmAt = 0;
};

} // namespace retrylab
