// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/random.h"
#include "core/sim/distribution.h"
#include "core/sim/world.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace retrylab {

/// One call as the traffic makes it.
struct PlannedCall {
    std::int64_t at = std::numeric_limits<std::int64_t>::max(); ///< ns since the start of the run; the largest = never
    std::uint64_t path = 0;                                     ///< keys all its draws (random.h)
    std::uint32_t caller = 0;                                   ///< whose it is
};

/// Draws the calls of herd and open traffic, one after the other in time. Every draw depends on the seed and on the
/// number of the call only, so no policy can shift an arrival. Closed traffic has none: its callers begin anew when they
/// have thought.
class ArrivalDraws {
public:
    explicit ArrivalDraws(const World &world)
        : m_traffic(world.traffic)
        , m_root(rootPath(world.seed))
        , m_end(world.duration.count())
        , m_meanGap(1e9 / world.traffic.rate)
    {
        if (m_traffic.kind == TrafficKind::herd)
            m_at = m_traffic.at.time_since_epoch().count();
        else if (m_traffic.kind == TrafficKind::open)
            m_at = m_traffic.arrivals == Arrivals::even ? 0 : gapBefore(0);
        if (drawsCallers() && m_traffic.callers <= mostKept)
            for (std::uint32_t caller = 0; caller < m_traffic.callers; ++caller)
                m_callerPaths.push_back(extendPath(m_root, caller));
    }

    /// The next calls, as many as there is room for; once the run is over, calls that are never made.
    void fill(std::span<PlannedCall> calls)
    {
        if (drawsCallers()) {
            if (m_callerPaths.empty())
                fillPoisson(calls, [root = m_root](std::uint32_t caller) { return extendPath(root, caller); });
            else
                fillPoisson(calls, [paths = m_callerPaths.data()](std::uint32_t caller) { return paths[caller]; });
            return;
        }
        for (PlannedCall &call : calls)
            call = next();
    }

    /// The next call, or one that is never made once the run is over.
    PlannedCall next()
    {
        if (m_at >= m_end)
            return {};
        const std::uint32_t caller = drawCaller();
        // A herd's callers make one call each.
        const std::uint64_t ordinal = m_traffic.kind == TrafficKind::open ? m_number : 0;
        const PlannedCall call{m_at, extendPath(extendPath(m_root, caller), ordinal), caller};
        advance();
        return call;
    }

private:
    /// So many callers' paths are kept: they fit the processor's first cache.
    static constexpr std::uint32_t mostKept = 2048;

    bool drawsCallers() const
    {
        return m_traffic.kind == TrafficKind::open && m_traffic.arrivals == Arrivals::poisson && m_traffic.callers > 1;
    }

    /// next() for the usual traffic, without asking each time what kind it is.
    template <typename PathOf>
    void fillPoisson(std::span<PlannedCall> calls, PathOf pathOf)
    {
        // Copies, so that what is written to the calls cannot change what is read.
        const std::uint64_t root = m_root;
        const double callers = m_traffic.callers;
        std::int64_t at = m_at;
        std::uint64_t number = m_number;
        for (PlannedCall &call : calls) {
            if (at >= m_end) {
                call = {};
                continue;
            }
            const auto caller = static_cast<std::uint32_t>(uniform(root, Purpose::caller, number) * callers);
            call = {at, extendPath(pathOf(caller), number), caller};
            at += gapBefore(++number);
        }
        m_at = at;
        m_number = number;
    }

    /// Poisson arrivals fall on a random caller (thinning keeps each caller's own stream Poisson).
    std::uint32_t drawCaller() const
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

    void advance()
    {
        ++m_number;
        if (m_traffic.kind == TrafficKind::herd) {
            if (m_number == m_traffic.clients)
                m_at = std::numeric_limits<std::int64_t>::max();
        } else if (m_traffic.arrivals == Arrivals::even) {
            m_at = static_cast<std::int64_t>(static_cast<double>(m_number) * 1e9 / m_traffic.rate);
        } else {
            m_at += gapBefore(m_number);
        }
    }

    std::int64_t gapBefore(std::uint64_t number) const
    {
        const double u = uniform(m_root, Purpose::arrival, number);
        return static_cast<std::int64_t>(-m_meanGap * portableLog(1.0 - u));
    }

    Traffic m_traffic;
    std::uint64_t m_root;
    std::int64_t m_end;
    double m_meanGap; ///< ns, of open traffic
    std::int64_t m_at = std::numeric_limits<std::int64_t>::max();
    std::uint64_t m_number = 0;
    std::vector<std::uint64_t> m_callerPaths; ///< empty where there are none or too many
};

} // namespace retrylab
