// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/backoff.h"
#include "core/policy/random.h"
#include "core/sim/world.h"

#include <cstdint>
#include <deque>
#include <queue>
#include <vector>

namespace bench {

using namespace retrylab;

/// The herd written down as anybody would: every event of every kind goes through one std::priority_queue of 16-byte
/// items, and nothing is recorded but the totals. It shares the random draws with the simulator and none of its loop, so
/// it is both what the simulator's speed is compared with and a second opinion on its counts.
/// Only for worlds like worlds.h's herd(): no faults, no timeout, no breaker, full queue answers 503.
class PlainHerd {
public:
    struct Totals {
        std::uint64_t events = 0; ///< calls that begin included
        std::uint64_t attempts = 0;
        std::uint64_t succeeded = 0;
        std::uint64_t failed = 0;
        std::int64_t slept = 0; ///< ns
    };

    explicit PlainHerd(const World &world)
        : m_world(world)
        , m_callers(world.traffic.clients)
    {
    }

    Totals run()
    {
        const std::uint64_t root = rootPath(m_world.seed);
        for (std::uint32_t i = 0; i < m_callers.size(); ++i) {
            m_callers[i].path = extendPath(extendPath(root, i), 0);
            ++m_totals.events;
            send(0, i);
        }
        const std::int64_t end = m_world.duration.count();
        while (!m_queue.empty() && m_queue.top().at < end) {
            const Item item = m_queue.top();
            m_queue.pop();
            ++m_totals.events;
            const auto caller = static_cast<std::uint32_t>(item.what & callerMask);
            switch (static_cast<Kind>(item.what >> kindShift)) {
            case Kind::accepted: ++m_totals.succeeded; break;
            case Kind::rejected: retry(item.at, caller); break;
            case Kind::serviceEnds: endService(item.at, caller); break;
            case Kind::resume: send(item.at, caller); break;
            case Kind::arrives: arrive(item.at, caller); break;
            }
        }
        return m_totals;
    }

private:
    /// Ordered as the simulator orders events of one moment.
    enum class Kind : std::uint64_t { accepted, rejected, serviceEnds, resume, arrives };
    static constexpr unsigned kindShift = 61;
    static constexpr unsigned orderShift = 24;
    static constexpr std::uint64_t callerMask = (std::uint64_t{1} << orderShift) - 1;

    struct Item {
        std::int64_t at;
        std::uint64_t what; ///< kind, then the order in which they were made, then the caller
        bool operator<(const Item &other) const { return at != other.at ? at > other.at : what > other.what; }
    };
    struct Caller {
        std::uint64_t path = 0;
        std::uint32_t attempts = 0;
    };

    void plan(std::int64_t at, Kind kind, std::uint32_t caller)
    {
        m_queue.push({at, (static_cast<std::uint64_t>(kind) << kindShift) | (m_order++ << orderShift) | caller});
    }
    std::int64_t link() const { return m_world.service().linkDelay.count(); }

    void send(std::int64_t now, std::uint32_t caller)
    {
        ++m_totals.attempts;
        ++m_callers[caller].attempts;
        plan(now + link(), Kind::arrives, caller);
    }

    void arrive(std::int64_t now, std::uint32_t caller)
    {
        if (m_busy < m_world.service().slots)
            begin(now, caller);
        else if (m_waiting.size() < m_world.service().queue.limit)
            m_waiting.push_back(caller);
        else
            plan(now + link(), Kind::rejected, caller);
    }

    void begin(std::int64_t now, std::uint32_t caller)
    {
        ++m_busy;
        const double u = uniform(m_callers[caller].path, Purpose::serviceTime, m_callers[caller].attempts);
        plan(now + quantile(m_world.service().serviceTime, u).count(), Kind::serviceEnds, caller);
    }

    void endService(std::int64_t now, std::uint32_t caller)
    {
        --m_busy;
        plan(now + link(), Kind::accepted, caller);
        if (m_waiting.empty())
            return;
        begin(now, m_waiting.front());
        m_waiting.pop_front();
    }

    void retry(std::int64_t now, std::uint32_t caller)
    {
        const RetryOptions &options = m_world.callers().policy.retry;
        const Caller &c = m_callers[caller];
        if (c.attempts >= options.maxAttempts) {
            ++m_totals.failed;
            return;
        }
        const double u = uniform(c.path, Purpose::jitter, c.attempts);
        const std::int64_t wait = drawWait(options.backoff, options.jitter, c.attempts, Duration::zero(), u).count();
        m_totals.slept += wait;
        plan(now + wait, Kind::resume, caller);
    }

    const World &m_world;
    std::vector<Caller> m_callers;
    std::priority_queue<Item> m_queue;
    std::deque<std::uint32_t> m_waiting;
    std::uint64_t m_order = 0;
    std::uint32_t m_busy = 0;
    Totals m_totals;
};

} // namespace bench
