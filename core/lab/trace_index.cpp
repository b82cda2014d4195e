// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/trace_index.h"

#include <algorithm>
#include <utility>

namespace retrylab {

namespace {

/// Sorts the indices of `records` into groups by `keyOf`, keeping their order. There are at least `groups` of them.
/// `offsets` gets one entry more than there are groups.
template <typename Record, typename Key>
void group(const std::vector<Record> &records, std::size_t groups, Key keyOf, std::vector<std::uint32_t> &order,
           std::vector<std::uint32_t> &offsets)
{
    // Counted one place further, so that summing up gives each group's place, and filling it leaves the next one's.
    offsets.assign(groups + 2, 0);
    for (const auto &record : records) {
        const std::size_t key = keyOf(record);
        if (key + 2 >= offsets.size())
            offsets.resize(key + 3);
        ++offsets[key + 2];
    }
    for (std::size_t i = 1; i < offsets.size(); ++i)
        offsets[i] += offsets[i - 1];
    order.resize(records.size());
    for (std::size_t i = 0; i < records.size(); ++i)
        order[offsets[keyOf(records[i]) + std::size_t{1}]++] = static_cast<std::uint32_t>(i);
    offsets.pop_back();
}

std::uint32_t breakersOf(const World &world)
{
    const BreakerOptions &breaker = world.callers().policy.breaker;
    if (breaker.kind == BreakerKind::none)
        return 0;
    return breaker.scope == BreakerScope::shared ? 1 : world.traffic.callerCount();
}

/// What has become of a call that has ended.
CallState::Phase endOf(const CallRecord &call)
{
    if (call.failed())
        return CallState::Phase::failed;
    return call.degraded ? CallState::Phase::degraded : CallState::Phase::succeeded;
}

} // namespace

template <typename Record, std::int64_t Record::*Begin>
IntervalBlocks<Record, Begin>::IntervalBlocks(const std::vector<Record> &records)
{
    m_ends.reserve(records.size() / blockSize + 1);
    for (std::size_t from = 0; from < records.size(); from += blockSize) {
        std::int64_t latest = records[from].ended;
        for (std::size_t i = from + 1; i < std::min(from + blockSize, records.size()); ++i)
            latest = std::max(latest, records[i].ended);
        m_ends.push_back(latest);
    }
}

/// Calls visit(i) for each interval that contains t; visit returns false to stop.
template <typename Record, std::int64_t Record::*Begin>
template <typename Visit>
void IntervalBlocks<Record, Begin>::forEachAt(const std::vector<Record> &records, std::int64_t t, Visit visit) const
{
    const auto later = std::upper_bound(records.begin(), records.end(), t,
                                        [](std::int64_t when, const Record &record) { return when < record.*Begin; });
    const auto begun = static_cast<std::size_t>(later - records.begin());
    for (std::size_t from = 0; from < begun; from += blockSize) {
        if (m_ends[from / blockSize] <= t)
            continue;
        const std::size_t to = std::min(begun, from + blockSize);
        for (std::size_t i = from; i < to; ++i)
            if (records[i].ended > t && !visit(i))
                return;
    }
}

template <typename Record, std::int64_t Record::*Begin>
std::vector<std::uint32_t> IntervalBlocks<Record, Begin>::at(const std::vector<Record> &records, std::int64_t t,
                                                             std::size_t most) const
{
    std::vector<std::uint32_t> found;
    if (most > 0)
        forEachAt(records, t, [&](std::size_t i) {
            found.push_back(static_cast<std::uint32_t>(i));
            return found.size() < most;
        });
    return found;
}

template <typename Record, std::int64_t Record::*Begin>
std::size_t IntervalBlocks<Record, Begin>::countAt(const std::vector<Record> &records, std::int64_t t) const
{
    std::size_t count = 0;
    forEachAt(records, t, [&](std::size_t) {
        ++count;
        return true;
    });
    return count;
}

template class IntervalBlocks<CallRecord, &CallRecord::started>;
template class IntervalBlocks<AttemptRecord, &AttemptRecord::sent>;
template class IntervalBlocks<ServiceRecord, &ServiceRecord::begun>;
template class IntervalBlocks<IntervalIndex::Interval, &IntervalIndex::Interval::begun>;

IntervalIndex::IntervalIndex(const std::vector<std::int64_t> &starts, const std::vector<std::int64_t> &ends)
{
    m_intervals.reserve(starts.size());
    for (std::size_t i = 0; i < starts.size(); ++i)
        m_intervals.push_back({starts[i], ends[i]});
    m_blocks = IntervalBlocks<Interval, &Interval::begun>(m_intervals);
}

TraceIndex::TraceIndex(const Trace &trace)
    : m_trace(&trace)
    , m_calls(trace.calls)
    , m_attempts(trace.attempts)
    , m_services(trace.services)
    , m_breakerCount(breakersOf(trace.world))
{
    groupCalls();
    groupTransitions();
}

void TraceIndex::groupCalls()
{
    group(
        m_trace->calls, 0, [](const CallRecord &call) { return call.caller; }, m_callsByCaller, m_callerStart);
}

void TraceIndex::groupTransitions()
{
    const auto &transitions = m_trace->transitions;
    for (const auto &transition : transitions)
        m_breakerCount = std::max(m_breakerCount, transition.breaker + 1);
    std::array<std::uint32_t, 3> counts{m_breakerCount, 0, 0};
    m_breakersIn.reserve(transitions.size());
    for (const auto &transition : transitions) {
        --counts[static_cast<std::size_t>(transition.from)];
        ++counts[static_cast<std::size_t>(transition.to)];
        m_breakersIn.push_back(counts);
    }
    if (!transitions.empty())
        group(
            transitions, m_breakerCount, [](const BreakerTransition &transition) { return transition.breaker; },
            m_transitionsByBreaker, m_breakerStart);
}

CallState TraceIndex::callAt(std::uint32_t call, std::int64_t t) const
{
    const CallRecord &record = m_trace->calls[call];
    if (t < record.started)
        return {CallState::Phase::notStarted, noAttempt, 0, record.started};
    const auto attempts = m_trace->attemptsOfCall(call);
    const auto *next = std::upper_bound(attempts.begin(), attempts.end(), t, [&](std::int64_t when, std::uint32_t i) {
        return when < m_trace->attempts[i].sent;
    });
    const std::uint32_t last = next == attempts.begin() ? noAttempt : *(next - 1);
    if (record.ended <= t)
        return {endOf(record), last, record.ended, notYet};
    std::int64_t lastEnd = record.started;
    // Attempts may overlap: the latest that is still under way tells what the call is doing.
    for (const auto *each = next; each != attempts.begin();) {
        const AttemptRecord &attempt = m_trace->attempts[*--each];
        if (t < attempt.ended)
            return {CallState::Phase::calling, *each, attempt.sent, attempt.ended};
        lastEnd = std::max(lastEnd, attempt.ended);
        if (!attempt.hedge)
            break; // All before it had ended when it was sent.
    }
    const std::int64_t until = next == attempts.end() ? record.ended : m_trace->attempts[*next].sent;
    return {CallState::Phase::waiting, last, lastEnd, until};
}

std::vector<std::uint32_t> TraceIndex::activeCalls(std::int64_t t, std::size_t most) const
{
    return m_calls.at(m_trace->calls, t, most);
}

std::span<const std::uint32_t> TraceIndex::callsOf(std::uint32_t caller) const
{
    if (caller + std::size_t{1} >= m_callerStart.size())
        return {};
    return {m_callsByCaller.data() + m_callerStart[caller],
            m_callsByCaller.data() + m_callerStart[caller + std::size_t{1}]};
}

std::optional<std::uint32_t> TraceIndex::lastCallOf(std::uint32_t caller, std::int64_t t) const
{
    const auto calls = callsOf(caller);
    const auto next = std::upper_bound(calls.begin(), calls.end(), t, [&](std::int64_t when, std::uint32_t i) {
        return when < m_trace->calls[i].started;
    });
    if (next == calls.begin())
        return {};
    return *(next - 1);
}

std::vector<std::uint32_t> TraceIndex::attemptsInFlight(std::int64_t t, std::size_t most) const
{
    return m_attempts.at(m_trace->attempts, t, most);
}

std::vector<std::uint32_t> TraceIndex::inService(std::int64_t t, std::size_t most) const
{
    return m_services.at(m_trace->services, t, most);
}

std::size_t TraceIndex::busySlots(std::int64_t t) const
{
    return m_services.countAt(m_trace->services, t);
}

std::uint32_t TraceIndex::queueLength(std::int64_t t) const
{
    if (t < 0 || m_trace->bins.empty())
        return 0;
    const std::size_t last = m_trace->bins.size() - 1;
    const std::size_t bin = std::min(last, static_cast<std::size_t>(t / m_trace->binWidth));
    // The last bin may be cut short by the end of the run.
    const std::int64_t begin = static_cast<std::int64_t>(bin) * m_trace->binWidth;
    const std::int64_t left = m_trace->world.duration.count() - begin;
    const std::int64_t width = left > 0 ? std::min(m_trace->binWidth, left) : m_trace->binWidth;
    return static_cast<std::uint32_t>((m_trace->bins[bin].queueTime + width / 2) / width);
}

BreakerMoment TraceIndex::breakerAt(std::uint32_t breaker, std::int64_t t) const
{
    BreakerMoment moment;
    if (breaker + std::size_t{1} >= m_breakerStart.size())
        return moment;
    const auto from = m_transitionsByBreaker.begin() + m_breakerStart[breaker];
    const auto to = m_transitionsByBreaker.begin() + m_breakerStart[breaker + std::size_t{1}];
    const auto next = std::upper_bound(
        from, to, t, [&](std::int64_t when, std::uint32_t i) { return when < m_trace->transitions[i].at; });
    if (next != from) {
        const BreakerTransition &last = m_trace->transitions[*(next - 1)];
        moment.state = last.to;
        moment.since = last.at;
    }
    if (next != to)
        moment.until = m_trace->transitions[*next].at;
    return moment;
}

std::uint32_t TraceIndex::breakersIn(BreakerState state, std::int64_t t) const
{
    const auto &transitions = m_trace->transitions;
    const auto next = std::upper_bound(transitions.begin(), transitions.end(), t,
                                       [](std::int64_t when, const BreakerTransition &tr) { return when < tr.at; });
    if (next == transitions.begin())
        return state == BreakerState::closed ? m_breakerCount : 0;
    return m_breakersIn[static_cast<std::size_t>(next - transitions.begin() - 1)][static_cast<std::size_t>(state)];
}

} // namespace retrylab
