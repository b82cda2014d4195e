// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/breaker_asks.h"

#include "core/policy/breaker.h"

#include <algorithm>
#include <iterator>

namespace retrylab {

namespace {

using Ask = BreakerAsk;
using Turn = BreakerTurn;

Turn firstTurn(const Trace &trace)
{
    return trace.world.traffic.kind == TrafficKind::closed ? Turn::resume : Turn::arrival;
}

/// What brought the first attempt of a call: its begin, or the end of a wait for its turn.
Turn turnOfFirst(const Trace &trace, const AttemptRecord &attempt)
{
    return attempt.sent == trace.calls[attempt.call].started ? firstTurn(trace) : Turn::resume;
}

/// The attempt whose end, at the same moment, sent the attempt `*place`: a retry without a wait, or a hedge that a failure
/// brings forward. Null where a timer did, or where it is the call's first.
const std::uint32_t *causeOf(const Trace &trace, Trace::Indices attempts, const std::uint32_t *place)
{
    const std::int64_t sent = trace.attempts[*place].sent;
    for (const std::uint32_t *before = place; before != attempts.begin();) {
        const AttemptRecord &attempt = trace.attempts[*--before];
        if (attempt.ended == sent)
            return before;
        if (attempt.ended < sent)
            break; // All that were sent before a retry have ended.
    }
    return nullptr;
}

/// What sent the attempt `*place`.
Turn turnOfSending(const Trace &trace, Trace::Indices attempts, const std::uint32_t *place)
{
    if (place == attempts.begin())
        return turnOfFirst(trace, trace.attempts[*place]);
    return trace.attempts[*place].hedge ? Turn::hedge : Turn::resume;
}

/// What brought the end of the attempt `*place`, found by going back through answers that took no time.
Turn turnOfEnd(const Trace &trace, Trace::Indices attempts, const std::uint32_t *place)
{
    while (trace.attempts[*place].sent == trace.attempts[*place].ended) {
        const std::uint32_t *cause = causeOf(trace, attempts, place);
        if (!cause)
            return turnOfSending(trace, attempts, place);
        place = cause;
    }
    const AttemptRecord &attempt = trace.attempts[*place];
    if (attempt.outcome == OutcomeKind::reset)
        return Turn::reset;
    if (attempt.outcome != OutcomeKind::timeout)
        return attempt.outcome == OutcomeKind::ok ? Turn::answer : Turn::rejection;
    return attempt.ended - attempt.sent == trace.world.callers().policy.timeout.count() ? Turn::timeout
                                                                                        : Turn::deadline;
}

const AttemptRecord &lastToEnd(const Trace &trace, Trace::Indices attempts)
{
    const auto last = std::max_element(attempts.begin(), attempts.end(), [&](std::uint32_t a, std::uint32_t b) {
        return trace.attempts[a].ended < trace.attempts[b].ended;
    });
    return trace.attempts[*last];
}

/// The attempt whose end was the call's; null when it is not over, or ended while nothing was under way.
const std::uint32_t *decidingAttempt(const Trace &trace, Trace::Indices attempts, const CallRecord &call)
{
    for (const std::uint32_t *place = attempts.end(); place != attempts.begin();) {
        const AttemptRecord &attempt = trace.attempts[*--place];
        if (attempt.ended == call.ended && !attempt.cancelled)
            return call.ended == notYet ? nullptr : place;
    }
    return nullptr;
}

std::vector<Ask> asksOfCalls(const Trace &trace, std::span<const std::uint32_t> calls, const BreakerOptions &options)
{
    std::vector<Ask> asks;
    for (const std::uint32_t c : calls) {
        const CallRecord &call = trace.calls[c];
        const Trace::Indices attempts = trace.attemptsOfCall(c);
        Ask ask{call.started, call.ended, c, BreakerReport::neutral, firstTurn(trace), Turn::resume};
        if (attempts.size() == 0) {
            // Let in by the breaker, and held back by the budget at once or waiting for its turn: nothing is said.
            if (call.ended == call.started)
                ask.endTurn = firstTurn(trace);
            asks.push_back(ask);
            continue;
        }
        const AttemptRecord &last = trace.attempts[*(attempts.last - 1)];
        if (last.refusedByBreaker)
            continue;
        // None decided: the deadline came while it waited, or a hedge that it waited for did not go.
        if (const std::uint32_t *deciding = decidingAttempt(trace, attempts, call)) {
            ask.report = reportOf(trace.attempts[*deciding].outcome, options);
            ask.endTurn = turnOfEnd(trace, attempts, deciding);
        } else {
            ask.report = reportOf(lastToEnd(trace, attempts).outcome, options);
            ask.endTurn = call.reason == EndReason::deadlineExceeded ? Turn::resume : Turn::hedge;
        }
        asks.push_back(ask);
    }
    return asks;
}

std::vector<Ask> asksOfAttempts(const Trace &trace, std::span<const std::uint32_t> calls, const BreakerOptions &options)
{
    struct Place {
        std::uint32_t attempt;
        std::uint32_t before;   ///< the attempt whose end sent it at the same moment
        std::uint32_t deciding; ///< cancelled: the attempt that decided its call
        Turn turn;
        Turn endTurn;
    };
    std::vector<Place> places;
    for (const std::uint32_t c : calls) {
        const Trace::Indices attempts = trace.attemptsOfCall(c);
        for (const std::uint32_t *a = attempts.begin(); a != attempts.end(); ++a) {
            const AttemptRecord &attempt = trace.attempts[*a];
            if (attempt.refusedByBreaker)
                continue;
            const std::uint32_t *cause = causeOf(trace, attempts, a);
            const std::uint32_t *end = attempt.cancelled ? decidingAttempt(trace, attempts, trace.calls[c]) : a;
            places.push_back({*a, cause ? *cause : Ask::none, attempt.cancelled ? *end : Ask::none,
                              turnOfSending(trace, attempts, a), turnOfEnd(trace, attempts, end)});
        }
    }
    // Attempts are recorded in the order in which they were sent, and asked in that order. One breaker for all has nearly
    // every attempt: putting each in its place costs a tenth of sorting them.
    if (places.size() * 2 > trace.attempts.size()) {
        std::vector<Place> inOrder(trace.attempts.size(),
                                   Place{Ask::none, Ask::none, Ask::none, Turn::answer, Turn::answer});
        for (const Place &place : places)
            inOrder[place.attempt] = place;
        places.clear();
        std::copy_if(inOrder.begin(), inOrder.end(), std::back_inserter(places),
                     [](const Place &place) { return place.attempt != Ask::none; });
    } else {
        std::sort(places.begin(), places.end(), [](const Place &a, const Place &b) { return a.attempt < b.attempt; });
    }
    const auto placeOf = [&](std::uint32_t attempt) {
        if (attempt == Ask::none)
            return Ask::none;
        const auto at = std::lower_bound(places.begin(), places.end(), attempt,
                                         [](const Place &p, std::uint32_t a) { return p.attempt < a; });
        return static_cast<std::uint32_t>(at - places.begin());
    };
    std::vector<Ask> asks;
    asks.reserve(places.size());
    for (const Place &place : places) {
        const AttemptRecord &attempt = trace.attempts[place.attempt];
        const BreakerReport report = attempt.cancelled ? BreakerReport::neutral : reportOf(attempt.outcome, options);
        Ask ask{attempt.sent, attempt.ended, attempt.call, report, place.turn, place.endTurn};
        ask.gated = attempt.number > 1 || options.gates == BreakerGates::all;
        ask.after = placeOf(place.before);
        ask.behind = placeOf(place.deciding);
        asks.push_back(ask);
    }
    return asks;
}

} // namespace

std::vector<BreakerAsk> breakerAsks(const Trace &trace, std::span<const std::uint32_t> calls,
                                    const BreakerOptions &options)
{
    return options.order == BreakerOrder::inside ? asksOfAttempts(trace, calls, options)
                                                 : asksOfCalls(trace, calls, options);
}

} // namespace retrylab
