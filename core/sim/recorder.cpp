// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/recorder.h"

#include <algorithm>

namespace retrylab {

void reserveRecords(Trace &trace)
{
    constexpr double most = 1e6;
    const double expected = trace.world.traffic.expectedCalls(trace.world.duration);
    const auto calls = static_cast<std::size_t>(std::min(expected * 1.02 + 100, most));
    trace.calls.reserve(calls);
    trace.attempts.reserve(calls);
    trace.services.reserve(calls);
    trace.latencies.reserve(calls);
}

void indexAttempts(Trace &trace)
{
    // Every attempt knows its number within its call, so its place is known once the calls know where theirs begin.
    std::uint32_t next = 0;
    for (CallRecord &call : trace.calls) {
        call.firstAttempt = next;
        next += call.attempts + (call.ended != notYet && call.reason == EndReason::breakerOpen ? 1 : 0);
    }
    trace.attemptsByCall.resize(trace.attempts.size());
    // Through pointers of its own: else each number that is written might have moved the vectors.
    std::uint32_t *places = trace.attemptsByCall.data();
    const CallRecord *calls = trace.calls.data();
    std::uint32_t index = 0;
    for (const AttemptRecord &attempt : trace.attempts)
        places[calls[attempt.call].firstAttempt + attempt.number - 1] = index++;
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
