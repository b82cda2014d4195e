// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/flag.h"
#include "core/sim/trace.h"

#include <cstdint>

namespace retrylab {

/// Makes room in a trace for what a quiet run needs: growing by doubling would copy every record twice.
void reserveRecords(Trace &trace);
/// Makes the index of attempts by call, once the run is over.
void indexAttempts(Trace &trace);

/// Appends to a trace while it is made. With counters only, the same calls write nothing; `Flag` is bool, or
/// std::true_type or std::false_type where the event loop is made for one of the two and shall not ask.
template <typename Flag>
class Recorder {
public:
    Recorder(Trace &trace, Recording recording)
        : m_trace(trace)
        , m_on(flagOf<Flag>(recording == Recording::everything))
    {
        trace.recorded = m_on;
        if (m_on)
            reserveRecords(trace);
    }

    std::uint32_t callBegins(std::int64_t now, std::uint32_t caller)
    {
        const auto index = m_callCount++;
        if (m_on)
            m_trace.calls.push_back({now, notYet, caller, 0, 0, EndReason::succeeded, false});
        return index;
    }
    void callEnds(std::uint32_t call, std::int64_t now, EndReason reason, bool degraded)
    {
        if (!m_on)
            return;
        m_trace.calls[call].ended = now;
        m_trace.calls[call].reason = reason;
        if (degraded)
            m_trace.calls[call].degraded = true;
    }
    std::uint32_t attemptBegins(std::int64_t now, std::uint32_t call, std::uint16_t number)
    {
        if (!m_on)
            return 0;
        m_trace.attempts.push_back({now, notYet, call, number, OutcomeKind::ok, false, false, false});
        m_trace.calls[call].attempts = number;
        return m_attemptCount++;
    }
    void attemptEnds(std::uint32_t attempt, std::int64_t now, OutcomeKind outcome)
    {
        if (!m_on)
            return;
        m_trace.attempts[attempt].ended = now;
        m_trace.attempts[attempt].outcome = outcome;
    }
    /// An attempt that its caller waits for no more, since another has decided its call.
    void cancelled(std::uint32_t attempt, std::int64_t now)
    {
        if (!m_on)
            return;
        m_trace.attempts[attempt].ended = now;
        m_trace.attempts[attempt].cancelled = true;
    }
    /// The attempt that has just begun goes beside another.
    void markHedge()
    {
        if (m_on)
            m_trace.attempts.back().hedge = true;
    }
    void refused(std::int64_t now, std::uint32_t call, std::uint16_t number)
    {
        if (!m_on)
            return;
        m_trace.attempts.push_back({now, now, call, number, OutcomeKind::unavailable, true, false, false});
        ++m_attemptCount;
    }
    std::uint32_t serviceBegins(std::int64_t now, std::uint32_t attempt, std::uint32_t slot)
    {
        if (!m_on)
            return 0;
        m_trace.services.push_back({now, notYet, attempt, slot});
        return m_serviceCount++;
    }
    void serviceEnds(std::uint32_t service, std::int64_t now)
    {
        if (m_on)
            m_trace.services[service].ended = now;
    }

    /// The run is over.
    void finish()
    {
        if (m_on)
            indexAttempts(m_trace);
    }

private:
    Trace &m_trace;
    [[no_unique_address]] Flag m_on;
    // As the vectors' sizes, without their divisions.
    std::uint32_t m_callCount = 0;
    std::uint32_t m_attemptCount = 0;
    std::uint32_t m_serviceCount = 0;
};

/// The width of time bins: a round number (1, 2, 5 · 10ⁿ ns) that makes 500 to 1,250 of them.
std::int64_t binWidthFor(Duration duration);

} // namespace retrylab
