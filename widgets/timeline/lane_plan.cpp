// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/lane_plan.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace retrylab {

namespace {

/// Calls in one stacked lane keep this share of the run between them, so that they can be told apart.
constexpr std::int64_t gapShare = 500;

/// Does the lane have a call that lives within the range? Its calls follow one another, so their ends are sorted too.
bool livesIn(const Trace &trace, std::span<const std::uint32_t> calls, TimeRange range)
{
    const auto first = std::partition_point(calls.begin(), calls.end(),
                                            [&](std::uint32_t c) { return trace.calls[c].ended < range.from; });
    return first != calls.end() && trace.calls[*first].started <= range.to;
}

} // namespace

LanePlan::LanePlan(const Trace &trace)
    : m_byCaller(trace.world.traffic.kind != TrafficKind::open)
{
    m_laneOfCall.resize(trace.calls.size());
    if (!m_byCaller) {
        stack(trace);
        return;
    }
    std::uint32_t lanes = 0;
    for (std::size_t c = 0; c < trace.calls.size(); ++c) {
        m_laneOfCall[c] = trace.calls[c].caller;
        lanes = std::max(lanes, trace.calls[c].caller + 1);
    }
    groupByLane(lanes);
}

void LanePlan::stack(const Trace &trace)
{
    using Busy = std::pair<std::int64_t, std::uint32_t>; // free again at, lane
    std::priority_queue<Busy, std::vector<Busy>, std::greater<>> busy;
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> free;
    const std::int64_t gap = trace.world.duration.count() / gapShare;
    std::uint32_t lanes = 0;
    for (std::size_t c = 0; c < trace.calls.size(); ++c) {
        const CallRecord &call = trace.calls[c];
        for (; !busy.empty() && busy.top().first <= call.started; busy.pop())
            free.push(busy.top().second);
        std::uint32_t lane = lanes;
        if (free.empty()) {
            ++lanes;
        } else {
            lane = free.top();
            free.pop();
        }
        m_laneOfCall[c] = lane;
        if (call.ended != notYet)
            busy.emplace(call.ended + gap, lane);
    }
    groupByLane(lanes);
}

void LanePlan::groupByLane(std::size_t laneCount)
{
    m_starts.assign(laneCount + 1, 0);
    for (const std::uint32_t lane : m_laneOfCall)
        ++m_starts[lane + 1];
    for (std::size_t lane = 0; lane < laneCount; ++lane)
        m_starts[lane + 1] += m_starts[lane];
    std::vector<std::uint32_t> next(m_starts.begin(), m_starts.end() - 1);
    m_calls.resize(m_laneOfCall.size());
    for (std::uint32_t c = 0; c < m_laneOfCall.size(); ++c)
        m_calls[next[m_laneOfCall[c]]++] = c;
}

Lanes::Lanes(const LanePlan &plan, const Trace &trace, TimeRange visible)
    : m_plan(&plan)
    , m_whole(plan.laneCount() <= neverThinned || (visible.from <= 0 && visible.to >= trace.world.duration.count()))
{
    if (m_whole)
        return;
    std::vector<std::uint32_t> rowOfLane(plan.laneCount(), noRow);
    for (std::uint32_t lane = 0; lane < plan.laneCount(); ++lane) {
        if (livesIn(trace, plan.calls(lane), visible)) {
            rowOfLane[lane] = static_cast<std::uint32_t>(m_lanes.size());
            m_lanes.push_back(lane);
        }
    }
    m_rowOfCall.resize(plan.laneOfCall().size());
    std::transform(plan.laneOfCall().begin(), plan.laneOfCall().end(), m_rowOfCall.begin(),
                   [&](std::uint32_t lane) { return rowOfLane[lane]; });
}

std::optional<std::size_t> Lanes::row(std::uint32_t call) const
{
    if (!m_plan || call >= rowOfCall().size() || rowOfCall()[call] == noRow)
        return std::nullopt;
    return rowOfCall()[call];
}

std::size_t Lanes::nearestRow(std::uint32_t lane) const
{
    if (count() == 0)
        return 0;
    if (m_whole)
        return std::min<std::size_t>(lane, count() - 1);
    const auto found = std::lower_bound(m_lanes.begin(), m_lanes.end(), lane);
    return std::min(static_cast<std::size_t>(found - m_lanes.begin()), count() - 1);
}

std::optional<std::uint32_t> Lanes::callNear(const Trace &trace, std::size_t row, std::int64_t t) const
{
    const auto there = calls(row);
    if (there.empty())
        return std::nullopt;
    const auto after = std::partition_point(there.begin(), there.end(),
                                            [&](std::uint32_t c) { return trace.calls[c].started <= t; });
    if (after == there.begin())
        return *after;
    const std::uint32_t before = *(after - 1);
    const bool lives = trace.calls[before].ended >= t;
    if (lives || after == there.end() || t - trace.calls[before].ended <= trace.calls[*after].started - t)
        return before;
    return *after;
}

} // namespace retrylab
