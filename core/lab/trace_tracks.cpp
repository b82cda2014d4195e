// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/trace_tracks.h"

#include <queue>

namespace retrylab {

Tracks tracksOf(const Trace &trace)
{
    using Busy = std::pair<std::int64_t, std::uint32_t>; // free again at, track
    struct Caller {
        std::priority_queue<Busy, std::vector<Busy>, std::greater<>> busy;
        std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> idle;
        std::uint32_t lanes = 0;
    };
    Tracks tracks;
    tracks.ofCall.reserve(trace.calls.size());
    std::map<std::uint32_t, Caller> callers;
    for (const CallRecord &call : trace.calls) {
        Caller &caller = callers[call.caller];
        for (; !caller.busy.empty() && caller.busy.top().first <= call.started; caller.busy.pop())
            caller.idle.push(caller.busy.top().second);
        if (caller.idle.empty()) {
            const auto track = static_cast<std::uint32_t>(tracks.all.size());
            tracks.firstOfCaller.emplace(call.caller, track);
            tracks.all.push_back({call.caller, caller.lanes++});
            caller.idle.push(track);
        }
        tracks.ofCall.push_back(caller.idle.top());
        caller.busy.push({call.ended, caller.idle.top()});
        caller.idle.pop();
    }
    return tracks;
}

} // namespace retrylab
