// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"
#include "core/sim/call_table.h"
#include "core/sim/event_key.h"
#include "core/sim/lane.h"

#include <cstdint>
#include <optional>

namespace retrylab {

/// When the callers lose patience with an attempt. Timeouts all lie equally far ahead and so are a lane; what a deadline
/// cuts short does not, and goes through the agenda.
template <typename Agenda>
class AttemptTimers {
public:
    /// `policy` is in force. All are kept by reference but the numbers.
    AttemptTimers(const Policy &policy, std::int64_t end, CallTable &calls, Agenda &agenda)
        : m_policy(policy)
        , m_calls(calls)
        , m_agenda(agenda)
        , m_timeout(policy.timeout.count())
        , m_end(end)
    {
    }

    /// When the next timeout is due; the largest integer when there is none.
    std::int64_t next() const { return m_lane.next(); }

    /// An attempt is sent now that is waited for until `at`.
    void start(std::uint32_t slot, Ticket ticket, std::int64_t at, std::int64_t now)
    {
        if (at >= m_end)
            return; // It would never be looked at.
        if (at - now != m_timeout) {
            m_agenda.add(at, EventKind::deadline, slot);
            return;
        }
        Timer &timer = m_lane.add(at);
        timer.call = slot;
        timer.ticket = ticket;
    }

    struct Attempt {
        std::uint32_t slot;
        Ticket ticket;
    };
    /// The attempt whose timeout is next. Nothing if it has ended since; then those behind it that have ended too are
    /// dropped as well, and counted in `dropped`.
    std::optional<Attempt> take(std::uint64_t &dropped)
    {
        const auto [at, call, ticket] = m_lane.front();
        m_lane.drop();
        if (m_calls.expects(call, ticket))
            return Attempt{call, ticket};
        while (!m_lane.empty() && !m_calls.expects(m_lane.front().call, m_lane.front().ticket)) {
            m_lane.drop();
            ++dropped;
        }
        return {};
    }

    /// The attempt of this call that the deadline ends now, if it does: the latest, or one that a hedge has overtaken.
    std::optional<Ticket> cutShort(std::uint32_t slot, Time now)
    {
        const Call &call = m_calls[slot];
        if (call.deadlineAt(m_policy) != now)
            return {};
        if (call.inFlight())
            return call.ticket();
        const CallHedges *hedges = m_calls.hedgesOf(slot);
        if (hedges && !hedges->empty())
            return hedges->attempts().front().ticket;
        return {};
    }

private:
    struct Timer {
        std::int64_t at;
        std::uint32_t call;
        Ticket ticket;
    };

    const Policy &m_policy;
    CallTable &m_calls;
    Agenda &m_agenda;
    std::int64_t m_timeout;
    std::int64_t m_end;
    Lane<Timer> m_lane;
};

} // namespace retrylab
