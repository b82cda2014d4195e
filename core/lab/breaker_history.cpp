// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/breaker_history.h"

#include "core/lab/breaker_asks.h"
#include "core/policy/breaker.h"

#include <algorithm>
#include <tuple>

namespace retrylab {

namespace {

Time momentOf(std::int64_t nanoseconds)
{
    return Time(Duration(nanoseconds));
}

std::vector<std::uint32_t> callsGuarded(const Trace &trace, std::uint32_t breaker)
{
    const bool all = trace.world.callers().policy.breaker.scope == BreakerScope::shared;
    std::vector<std::uint32_t> calls;
    for (std::uint32_t c = 0; c < trace.calls.size(); ++c) {
        if (all || trace.calls[c].caller == breaker)
            calls.push_back(c);
    }
    return calls;
}

} // namespace

BreakerHistory::BreakerHistory(const Trace &trace, std::uint32_t breaker)
    : BreakerHistory(trace, breaker, callsGuarded(trace, breaker))
{
}

BreakerHistory::BreakerHistory(const Trace &trace, std::uint32_t breaker, std::span<const std::uint32_t> calls)
    : m_options(inForce(trace.world.callers().policy.breaker))
{
    if (m_options.kind == BreakerKind::none || !trace.recorded)
        return;
    for (const std::uint32_t c : calls) {
        const Trace::Indices attempts = trace.attemptsOfCall(c);
        // A refusal is the last record of its call, and changes nothing in the breaker.
        if (attempts.size() > 0 && trace.attempts[*(attempts.last - 1)].refusedByBreaker)
            m_refusals.push_back(trace.attempts[*(attempts.last - 1)].sent);
    }
    std::sort(m_refusals.begin(), m_refusals.end());
    replay(breakerAsks(trace, calls, m_options), breaker, trace.world.duration.count());
}

/// Which comes first: the next report or the next ask?
bool BreakerHistory::reportFirst(const BreakerAsk &reporting, const BreakerAsk &asking,
                                 const std::vector<BreakerPermit> &told)
{
    if (reporting.ended != asking.at)
        return reporting.ended < asking.at;
    if (asking.after != BreakerAsk::none)
        return told[asking.after].admitted; // still to be told: the permit is taken away by the report
    return reporting.endTurn <= asking.turn;
}

void BreakerHistory::replay(const std::vector<BreakerAsk> &asks, std::uint32_t index, std::int64_t end)
{
    struct Report {
        std::int64_t ended;
        BreakerTurn turn;
        std::uint32_t call; ///< the ask that decided, its own or another's
        std::uint32_t ask;
    };
    std::vector<Report> reports; // those that took time, by their end
    for (std::uint32_t i = 0; i < asks.size(); ++i) {
        if (asks[i].ended != notYet && asks[i].ended != asks[i].at)
            reports.push_back(
                {asks[i].ended, asks[i].endTurn, asks[i].behind == BreakerAsk::none ? i : asks[i].behind, i});
    }
    std::sort(reports.begin(), reports.end(), [](const Report &a, const Report &b) {
        // What was cancelled comes behind what decided, though it may have been sent before.
        const bool cancelledA = a.call != a.ask;
        const bool cancelledB = b.call != b.ask;
        return std::tie(a.ended, a.turn, a.call, cancelledA, a.ask)
               < std::tie(b.ended, b.turn, b.call, cancelledB, b.ask);
    });

    Breaker breaker(m_options);
    std::vector<BreakerPermit> permits(asks.size());
    m_outcomes.reserve(asks.size());
    const auto report = [&](std::uint32_t i) {
        const BreakerAsk &ask = asks[i];
        advance(breaker, ask.ended, index);
        const BreakerState from = breaker.state();
        const bool counts = breaker.heeds(permits[i]) && permits[i].meaningOf(ask.report) != BreakerReport::neutral;
        if (from == BreakerState::closed && counts)
            m_outcomes.push_back({ask.ended, ask.call, ask.report == BreakerReport::failure});
        breaker.record(permits[i], ask.report, momentOf(ask.ended), Duration(ask.ended - ask.at));
        permits[i] = {};
        note(breaker, from, ask.ended, index);
        // That it closed is the first success in the window that follows.
        if (m_options.countVerdict && from == BreakerState::halfOpen && breaker.state() == BreakerState::closed)
            m_outcomes.push_back({ask.ended, ask.call, false});
    };

    std::uint32_t asked = 0;
    std::size_t reported = 0;
    while (asked < asks.size() || reported < reports.size()) {
        const bool canReport = reported < reports.size()
                               && std::max(reports[reported].ask, reports[reported].call) < asked;
        if (canReport && (asked == asks.size() || reportFirst(asks[reports[reported].ask], asks[asked], permits))) {
            report(reports[reported++].ask);
            continue;
        }
        advance(breaker, asks[asked].at, index);
        const BreakerState from = breaker.state();
        const Time now = momentOf(asks[asked].at);
        permits[asked] = asks[asked].gated ? breaker.acquire(now) : breaker.passBy(now);
        note(breaker, from, asks[asked].at, index);
        if (asks[asked].ended == asks[asked].at)
            report(asked);
        ++asked;
    }
    advance(breaker, end - 1, index);
}

/// What time alone has brought until now.
void BreakerHistory::advance(Breaker &breaker, std::int64_t now, std::uint32_t index)
{
    BreakerState from = breaker.state();
    while (const std::optional<Time> due = breaker.advanceTo(momentOf(now))) {
        note(breaker, from, due->time_since_epoch().count(), index);
        from = breaker.state();
    }
}

void BreakerHistory::note(const Breaker &breaker, BreakerState from, std::int64_t at, std::uint32_t index)
{
    if (breaker.state() != from) {
        m_transitions.push_back({at, index, from, breaker.state(), breaker.lastChange()});
        m_outcomesBefore.push_back(m_outcomes.size());
        m_untils.push_back(breaker.openUntil().time_since_epoch().count());
    }
    if (breaker.state() == BreakerState::halfOpen)
        m_steps.push_back({at, breaker.probesInFlight(), breaker.probesSucceeded(),
                           m_options.verdict == ProbeVerdict::streak ? 0 : breaker.outcomes()});
}

std::uint32_t BreakerHistory::refusedUntil(std::int64_t t) const
{
    return static_cast<std::uint32_t>(std::upper_bound(m_refusals.begin(), m_refusals.end(), t) - m_refusals.begin());
}

BreakerPicture BreakerHistory::at(std::int64_t t) const
{
    BreakerPicture picture;
    const auto later = std::upper_bound(
        m_transitions.begin(), m_transitions.end(), t,
        [](std::int64_t moment, const BreakerTransition &change) { return moment < change.at; });
    if (later != m_transitions.begin()) {
        picture.last = *std::prev(later);
        picture.state = picture.last->to;
        picture.since = picture.last->at;
    }
    if (picture.state == BreakerState::open)
        picture.probesFrom = m_untils[static_cast<std::size_t>(later - m_transitions.begin()) - 1];
    if (picture.state == BreakerState::halfOpen) {
        const auto after = std::upper_bound(m_steps.begin(), m_steps.end(), t,
                                            [](std::int64_t moment, const Step &step) { return moment < step.at; });
        picture.probesInFlight = std::prev(after)->probing;
        picture.probesSucceeded = std::prev(after)->succeeded;
        picture.probesEnded = std::prev(after)->ended;
    }
    fillWindow(picture, t);
    return picture;
}

void BreakerHistory::fillWindow(BreakerPicture &picture, std::int64_t t) const
{
    // The window was emptied when the breaker last closed, and stands still from the moment it opened.
    const auto change = std::upper_bound(m_transitions.begin(), m_transitions.end(), t,
                                         [](std::int64_t moment, const BreakerTransition &c) { return moment < c.at; })
                        - m_transitions.begin();
    std::size_t first = 0;
    std::int64_t frozen = t;
    bool opened = false;
    for (auto i = change; i-- > 0;) {
        const auto k = static_cast<std::size_t>(i);
        if (m_transitions[k].to == BreakerState::closed) {
            first = m_outcomesBefore[k];
            break;
        }
        frozen = m_transitions[k].at;
        opened = true;
    }
    const auto end = std::upper_bound(m_outcomes.begin(), m_outcomes.end(), t,
                                      [](std::int64_t moment, const BreakerOutcome &o) { return moment < o.at; });
    const auto last = static_cast<std::size_t>(end - m_outcomes.begin());
    if (m_options.kind == BreakerKind::timeWindow) {
        fillBuckets(picture, first, last, opened ? frozen : t);
        return;
    }
    const std::size_t most = m_options.kind == BreakerKind::lifetime ? m_outcomes.size() : std::max(m_options.size, 1U);
    std::size_t from = last - std::min(last - first, most);
    if (m_options.kind == BreakerKind::consecutive) {
        std::size_t streak = last;
        while (streak > from && m_outcomes[streak - 1].failed)
            --streak;
        from = streak;
    }
    picture.window.assign(m_outcomes.begin() + static_cast<std::ptrdiff_t>(from), end);
    picture.outcomes = static_cast<std::uint32_t>(picture.window.size());
    picture.failures = static_cast<std::uint32_t>(
        std::count_if(picture.window.begin(), picture.window.end(), [](const BreakerOutcome &o) { return o.failed; }));
    // All since it closed are counted, and the last of them shown.
    if (m_options.kind == BreakerKind::lifetime && picture.window.size() > m_options.size)
        picture.window.erase(picture.window.begin(), picture.window.end() - std::max(m_options.size, 1U));
}

void BreakerHistory::fillBuckets(BreakerPicture &picture, std::size_t first, std::size_t last, std::int64_t now) const
{
    constexpr std::int64_t bucketCount = 10; // as in Breaker
    const std::int64_t width = std::max<std::int64_t>(1, m_options.window.count() / bucketCount);
    const std::int64_t newest = now / width;
    for (std::size_t i = last; i > first; --i) {
        const BreakerOutcome &outcome = m_outcomes[i - 1];
        const std::int64_t age = newest - outcome.at / width;
        if (age >= bucketCount)
            break;
        BreakerBucket &bucket = picture.buckets[static_cast<std::size_t>(bucketCount - 1 - age)];
        ++bucket.outcomes;
        ++picture.outcomes;
        bucket.failures += outcome.failed ? 1 : 0;
        picture.failures += outcome.failed ? 1 : 0;
    }
}

} // namespace retrylab
