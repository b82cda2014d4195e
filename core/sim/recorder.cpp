// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/recorder.h"

namespace retrylab {

Recorder::Recorder(Trace &trace, Recording recording)
    : m_trace(trace)
    , m_on(recording == Recording::everything)
{
    trace.recorded = m_on;
}

void Recorder::finish()
{
    if (!m_on)
        return;
    // A counting sort: calls are few thousand to millions, and attempts are already in order of time.
    std::vector<CallRecord> &calls = m_trace.calls;
    for (const AttemptRecord &attempt : m_trace.attempts)
        ++calls[attempt.call].firstAttempt;
    std::uint32_t next = 0;
    for (CallRecord &call : calls) {
        const std::uint32_t count = call.firstAttempt;
        call.firstAttempt = next;
        next += count;
    }
    m_trace.attemptsByCall.resize(m_trace.attempts.size());
    for (std::uint32_t i = 0; i < m_trace.attempts.size(); ++i)
        m_trace.attemptsByCall[calls[m_trace.attempts[i].call].firstAttempt++] = i;
    // Every start now points at its end, which is the next one's start.
    std::uint32_t start = 0;
    for (CallRecord &call : calls)
        std::swap(call.firstAttempt, start);
}

std::int64_t binWidthFor(Duration duration)
{
    constexpr std::int64_t mostBins = 1250;
    std::int64_t decade = 1;
    for (;; decade *= 10) {
        for (const std::int64_t step : {1, 2, 5}) {
            if (duration.count() / (step * decade) <= mostBins)
                return step * decade;
        }
    }
}

} // namespace retrylab
