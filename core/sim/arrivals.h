// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/random.h"
#include "core/sim/distribution.h"
#include "core/sim/world.h"

#include <cstdint>
#include <limits>

namespace retrylab {

/// Where the calls of herd and open traffic come from, one after the other in time. Every draw depends on the seed and
/// on the number of the call only, so no policy can shift an arrival. Closed traffic has none: its callers begin anew
/// when they have thought.
class ArrivalSource {
public:
    explicit ArrivalSource(const World &world)
        : m_traffic(world.traffic)
        , m_root(rootPath(world.seed))
    {
        if (m_traffic.kind == TrafficKind::herd)
            m_next = m_traffic.at.time_since_epoch().count();
        else if (m_traffic.kind == TrafficKind::open)
            m_next = m_traffic.arrivals == Arrivals::even ? 0 : gap();
    }

    /// When the next call begins; the largest integer when none will.
    std::int64_t next() const { return m_next; }
    /// The number of that call, from 0.
    std::uint64_t number() const { return m_number; }

    /// Its caller. Poisson arrivals fall on a random caller (thinning keeps each caller's own stream Poisson).
    std::uint32_t caller() const
    {
        if (m_traffic.kind == TrafficKind::herd)
            return static_cast<std::uint32_t>(m_number);
        if (m_traffic.callers <= 1)
            return 0;
        if (m_traffic.arrivals == Arrivals::even)
            return static_cast<std::uint32_t>(m_number % m_traffic.callers);
        const double u = uniform(m_root, Purpose::caller, m_number);
        return static_cast<std::uint32_t>(u * m_traffic.callers);
    }

    /// Goes on to the call after it.
    void advance()
    {
        ++m_number;
        if (m_traffic.kind == TrafficKind::herd) {
            if (m_number == m_traffic.clients)
                m_next = std::numeric_limits<std::int64_t>::max();
        } else if (m_traffic.arrivals == Arrivals::even) {
            m_next = static_cast<std::int64_t>(static_cast<double>(m_number) * 1e9 / m_traffic.rate);
        } else {
            m_next += gap();
        }
    }

private:
    std::int64_t gap() const
    {
        const double u = uniform(m_root, Purpose::arrival, m_number);
        return static_cast<std::int64_t>(-1e9 / m_traffic.rate * portableLog(1.0 - u));
    }

    const Traffic &m_traffic;
    std::uint64_t m_root;
    std::int64_t m_next = std::numeric_limits<std::int64_t>::max();
    std::uint64_t m_number = 0;
};

} // namespace retrylab
