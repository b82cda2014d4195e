// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/trace.h"

#include <cstdint>

namespace retrylab {

/// Appends to a trace while it is made. With counters only, the same calls cost a branch and write nothing.
class Recorder {
public:
    Recorder(Trace &trace, Recording recording);

    std::uint32_t callBegins(std::int64_t now, std::uint32_t caller)
    {
        const auto index = m_callCount++;
        if (m_on)
            m_trace.calls.push_back({now, notYet, caller, 0, 0, EndReason::succeeded});
        return index;
    }
    void callEnds(std::uint32_t call, std::int64_t now, EndReason reason)
    {
        if (!m_on)
            return;
        m_trace.calls[call].ended = now;
        m_trace.calls[call].reason = reason;
    }
    std::uint32_t attemptBegins(std::int64_t now, std::uint32_t call, std::uint16_t number)
    {
        if (!m_on)
            return 0;
        m_trace.attempts.push_back({now, notYet, call, number, OutcomeKind::ok, false});
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
    void refused(std::int64_t now, std::uint32_t call, std::uint16_t number)
    {
        if (!m_on)
            return;
        m_trace.attempts.push_back({now, now, call, number, OutcomeKind::unavailable, true});
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
    void breakerMoves(const BreakerTransition &transition) { m_trace.transitions.push_back(transition); }
    /// Puts them in the order of time, those of one moment as they came: changes that time brings are noticed late.
    void sortBreakerMoves();

    /// Makes the index of attempts by call, once the run is over.
    void finish();

private:
    Trace &m_trace;
    bool m_on;
    // As the vectors' sizes, without their divisions.
    std::uint32_t m_callCount = 0;
    std::uint32_t m_attemptCount = 0;
    std::uint32_t m_serviceCount = 0;
};

/// The width of time bins: a round number (1, 2, 5 · 10ⁿ ns) that makes 500 to 1,250 of them.
std::int64_t binWidthFor(Duration duration);

} // namespace retrylab
