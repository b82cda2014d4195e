// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/call.h"
#include "core/sim/world.h"

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace retrylab {

/// "Has not happened within the run."
inline constexpr std::int64_t notYet = std::numeric_limits<std::int64_t>::max();

/// One attempt as its caller saw it. Times are nanoseconds since the start of the run.
/// A breaker's refusal is recorded too (one for each call that ends with breakerOpen), with `refusedByBreaker` and
/// sent == ended: it shows why a call ended, but nothing was sent and no counter of attempts includes it.
struct AttemptRecord {
    std::int64_t sent = 0;
    std::int64_t ended = notYet; ///< notYet = in flight when the run stopped
    std::uint32_t call = 0;      ///< index into Trace::calls
    std::uint16_t number = 1;    ///< 1 = first attempt
    OutcomeKind outcome = OutcomeKind::ok;
    bool refusedByBreaker : 1 = false;
    /// Sent beside another that had no answer yet, or that a failure brought forward (HedgeAfterFailure::atOnce).
    bool hedge : 1 = false;
    /// Another attempt decided the call: `ended` is when this one was given up, and `outcome` says nothing.
    bool cancelled : 1 = false;

    friend bool operator==(const AttemptRecord &, const AttemptRecord &) = default;
};

/// One logical request.
struct CallRecord {
    std::int64_t started = 0;
    std::int64_t ended = notYet;
    std::uint32_t caller = 0;
    std::uint32_t firstAttempt = 0;          ///< see Trace::attemptsOfCall
    std::uint16_t attempts = 0;              ///< sent
    EndReason reason = EndReason::succeeded; ///< meaningful once ended
    bool degraded = false;                   ///< it ended without success, and its fallback has answered

    /// Has it ended without any answer that is of use?
    bool failed() const { return ended != notYet && reason != EndReason::succeeded && !degraded; }

    friend bool operator==(const CallRecord &, const CallRecord &) = default;
};

/// One attempt's stay in a slot of the service; it goes on when the caller has given up.
struct ServiceRecord {
    std::int64_t begun = 0;
    std::int64_t ended = notYet;
    std::uint32_t attempt = 0; ///< index into Trace::attempts
    std::uint32_t slot = 0;

    friend bool operator==(const ServiceRecord &, const ServiceRecord &) = default;
};

struct BreakerTransition {
    std::int64_t at = 0;
    std::uint32_t breaker = 0; ///< index of the caller; 0 when shared
    BreakerState from = BreakerState::closed;
    BreakerState to = BreakerState::closed;
    BreakerWhy why = BreakerWhy::threshold;

    friend bool operator==(const BreakerTransition &, const BreakerTransition &) = default;
};

/// What happened in one bin of the time axis: [index · binWidth, (index + 1) · binWidth).
struct Bin {
    std::uint32_t firstAttempts = 0;
    std::uint32_t retries = 0;
    std::uint32_t succeeded = 0; ///< calls that ended well (goodput)
    std::uint32_t degraded = 0;  ///< calls that their fallback answered
    std::uint32_t failed = 0;    ///< calls that ended badly
    std::uint32_t refused = 0;   ///< refusals by a breaker
    std::uint32_t queueMax = 0;
    std::int64_t queueTime = 0; ///< integral of the queue's length over the bin, in request·ns
    std::int64_t busyTime = 0;  ///< integral of busy slots over the bin, in slot·ns

    friend bool operator==(const Bin &, const Bin &) = default;
};

/// Peak numbers of attempts in any window of World::peakWindow.
struct Peak {
    std::uint32_t fixed = 0;   ///< windows aligned to multiples of their width
    std::uint32_t sliding = 0; ///< any window (t − width, t]

    friend bool operator==(const Peak &, const Peak &) = default;
};

/// Exact counts over the run (calls that started before `warmup` left out, and their attempts with them).
struct Counters {
    std::uint64_t requests = 0;
    std::uint64_t attempts = 0;  ///< sent on the first edge; refusals are not attempts
    std::uint64_t retries = 0;   ///< attempts that were not the first of their call, hedges among them
    std::uint64_t hedges = 0;    ///< of those, the ones that did not wait for a failure and a backoff
    std::uint64_t cancelled = 0; ///< attempts given up because another decided the call
    // requests = succeeded + degraded + failed + unfinished
    std::uint64_t succeeded = 0;
    std::uint64_t degraded = 0; ///< ended without success, but their fallback has answered
    std::uint64_t failed = 0;   ///< ended without any answer that is of use
    std::uint64_t unfinished = 0;
    std::array<std::uint64_t, outcomeKindCount> outcomes{}; ///< of ended attempts, cancelled ones left out
    std::array<std::uint64_t, endReasonCount> endings{};    ///< of ended calls, degraded ones too
    std::uint64_t breakerRefused = 0;
    std::int64_t backoffTotal =
        0; ///< ns slept between attempts; a wait that the end of the run cuts counts up to there
    Peak attemptPeak;
    Peak retryPeak;
    std::uint64_t events =
        0; ///< taken from the simulator's queues: the warm-up's and timers of ended attempts included

    friend bool operator==(const Counters &, const Counters &) = default;
};

/// Exact counts at the service, of what happened at or after `warmup`.
struct NodeCounters {
    std::uint64_t arrivals = 0;
    std::uint64_t started = 0;
    std::uint64_t completed = 0;
    std::uint64_t rejected = 0; ///< queue full
    std::uint64_t faulted = 0;  ///< answered by a fault (refused, status, reset)
    std::uint64_t expired = 0;  ///< dropped from the queue because nobody waited any more
    std::uint64_t wasted = 0;   ///< completed for a caller that had given up
    std::uint32_t queueMax = 0;
    std::uint32_t busyMax = 0;
    std::int64_t queueTime = 0;  ///< integral of queue length from warmup to the end, request·ns
    std::int64_t busyTime = 0;   ///< integral of busy slots from warmup to the end, slot·ns
    std::int64_t wastedTime = 0; ///< service time of those, slot·ns
    // For Little's law and the utilisation law, counted at the other end: per request, when it leaves (or at the end of
    // the run for those inside), and clipped to [warmup, end].
    std::int64_t sojournTime = 0; ///< Σ time in queue and service
    std::int64_t serviceTime = 0; ///< Σ time in service
    std::int64_t waitTime = 0;    ///< Σ time in queue, over requests that arrived after warmup and began service
    std::uint64_t waits = 0;      ///< how many those are

    friend bool operator==(const NodeCounters &, const NodeCounters &) = default;
};

/// How much a run writes down.
enum class Recording : std::uint8_t {
    everything,   ///< calls, attempts, service and time bins
    countersOnly, ///< figures only: for a million callers, or many seeds
};

/// Everything that happened in one run. Immutable once made; views read it at any time t.
struct Trace {
    World world;                                ///< what was run
    std::vector<CallRecord> calls;              ///< by start
    std::vector<AttemptRecord> attempts;        ///< by time sent
    std::vector<ServiceRecord> services;        ///< by begin
    std::vector<BreakerTransition> transitions; ///< by time
    std::vector<Bin> bins;
    std::int64_t binWidth = 1;
    /// Index of attempts by call: the attempts of call c are attempts[order[i]] for i in
    /// [calls[c].firstAttempt, calls[c].firstAttempt + recordedAttempts(c)), by number.
    std::vector<std::uint32_t> attemptsByCall;
    std::vector<std::int64_t> latencies; ///< ns, of the calls that succeeded after warmup, in order of their end
    Counters counters;
    NodeCounters node;
    bool recorded = true; ///< false: counters only; calls, attempts and services are empty

    friend bool operator==(const Trace &, const Trace &) = default;

    /// The recorded attempts of call `c`, as indices into `attempts`, by number (a refusal comes last).
    struct Indices {
        const std::uint32_t *first;
        const std::uint32_t *last;
        const std::uint32_t *begin() const { return first; }
        const std::uint32_t *end() const { return last; }
        std::size_t size() const { return static_cast<std::size_t>(last - first); }
    };
    Indices attemptsOfCall(std::uint32_t c) const
    {
        const std::uint32_t from = calls[c].firstAttempt;
        const std::uint32_t to = c + 1 < calls.size() ? calls[c + 1].firstAttempt
                                                      : static_cast<std::uint32_t>(attemptsByCall.size());
        return {attemptsByCall.data() + from, attemptsByCall.data() + to};
    }
};

} // namespace retrylab
