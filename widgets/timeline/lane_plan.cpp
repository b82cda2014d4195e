// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/lane_plan.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <utility>

namespace retrylab {

namespace {

/// Calls in one stacked lane keep this share of the run between them, so that they can be told apart.
constexpr std::int64_t gapShare = 500;
/// Lanes become free at the ticks of a clock with at most so many ticks in a run: a part of a screen's pixel.
constexpr std::int64_t mostTicks = 4096;
constexpr std::uint32_t none = 0xFFFFFFFF;

/// A set of small numbers that gives its least one, without sorting: a bitmap, and a bitmap of its words.
class FreeLanes {
public:
    /// For numbers below `most`.
    explicit FreeLanes(std::size_t most)
        : m_summaryWords(most / (std::size_t{64} * 64) + 1)
        , m_words(std::make_unique<std::uint64_t[]>(most / 64 + 1))
        , m_summary(std::make_unique<std::uint64_t[]>(m_summaryWords))
    {
    }

    void insert(std::uint32_t lane) { insert(lane / 64, std::uint64_t{1} << (lane % 64)); }

    /// Takes the least ones out, one after another, while none is put in: their word is at hand all that time.
    class Taking {
    public:
        explicit Taking(FreeLanes &free)
            : m_free(free)
        {
        }
        Taking(const Taking &) = delete;
        Taking &operator=(const Taking &) = delete;
        ~Taking()
        {
            if (m_left != 0)
                m_free.insert(m_base / 64, m_left);
        }

        /// `none` where the set is empty.
        std::uint32_t next()
        {
            if (m_left == 0 && !fetch())
                return none;
            const auto lane = m_base + static_cast<std::uint32_t>(std::countr_zero(m_left));
            m_left &= m_left - 1;
            return lane;
        }

    private:
        bool fetch()
        {
            while (m_place < m_free.m_summaryWords && m_free.m_summary[m_place] == 0)
                ++m_place;
            if (m_place == m_free.m_summaryWords)
                return false;
            std::uint64_t &summary = m_free.m_summary[m_place];
            const std::size_t word = m_place * 64 + static_cast<std::size_t>(std::countr_zero(summary));
            summary &= summary - 1;
            m_left = std::exchange(m_free.m_words[word], 0);
            m_base = static_cast<std::uint32_t>(word * 64);
            return true;
        }

        FreeLanes &m_free;
        std::size_t m_place = 0;  ///< in the summary
        std::uint32_t m_base = 0; ///< lane of the word's first bit
        std::uint64_t m_left = 0; ///< of the word
    };

private:
    void insert(std::uint32_t word, std::uint64_t lanes)
    {
        m_words[word] |= lanes;
        m_summary[word / 64] |= std::uint64_t{1} << (word % 64);
    }

    std::size_t m_summaryWords;
    std::unique_ptr<std::uint64_t[]> m_words, m_summary;
};

/// Which lanes become free at which tick. A lane waits for one tick at a time, so that a tick's lanes are a chain through
/// one list, and neither filing nor fetching costs more the more there are.
class Calendar {
public:
    Calendar(std::int64_t length, std::size_t mostLanes)
        : m_next(std::make_unique_for_overwrite<std::uint32_t[]>(mostLanes))
    {
        while ((length >> m_shift) >= mostTicks)
            ++m_shift;
        m_ticks = static_cast<std::size_t>(length >> m_shift) + 1;
        m_first = std::make_unique_for_overwrite<std::uint32_t[]>(m_ticks);
        std::fill_n(m_first.get(), m_ticks, none);
    }

    /// The lane is free at the first tick after t; never, if that is not within the run.
    void file(std::uint32_t lane, std::int64_t t)
    {
        const auto tick = static_cast<std::size_t>(t >> m_shift) + 1;
        if (tick < m_ticks)
            m_next[lane] = std::exchange(m_first[tick], lane);
    }

    /// Puts the lanes whose tick has come at t into `free`; t ascends. Until the time that it gives, no others follow.
    std::int64_t advance(std::int64_t t, FreeLanes &free)
    {
        const std::size_t end = std::min(static_cast<std::size_t>(t >> m_shift) + 1, m_ticks);
        for (; m_tick < end; ++m_tick)
            for (std::uint32_t lane = m_first[m_tick]; lane != none; lane = m_next[lane])
                free.insert(lane);
        return static_cast<std::int64_t>(m_tick) << m_shift;
    }

private:
    int m_shift = 0;
    std::size_t m_tick = 0, m_ticks = 0;
    std::unique_ptr<std::uint32_t[]> m_first; ///< by tick
    std::unique_ptr<std::uint32_t[]> m_next;  ///< by lane
};

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
    m_laneCount = lanes;
}

void LanePlan::stack(const Trace &trace)
{
    FreeLanes free(trace.calls.size());
    Calendar calendar(trace.world.duration.count(), trace.calls.size());
    const std::int64_t gap = trace.world.duration.count() / gapShare;
    std::uint32_t lanes = 0;
    std::uint32_t *laneOfCall = m_laneOfCall.data();
    for (auto call = trace.calls.begin(); call != trace.calls.end();) {
        const std::int64_t until = calendar.advance(call->started, free);
        FreeLanes::Taking taking(free);
        do {
            std::uint32_t lane = taking.next();
            if (lane == none)
                lane = lanes++;
            *laneOfCall++ = lane;
            if (call->ended != notYet)
                calendar.file(lane, call->ended + gap);
        } while (++call != trace.calls.end() && call->started < until);
    }
    m_laneCount = lanes;
}

void LanePlan::groupByLane() const
{
    m_starts.assign(m_laneCount + 1, 0);
    for (const std::uint32_t lane : m_laneOfCall)
        ++m_starts[lane + 1];
    for (std::size_t lane = 0; lane < m_laneCount; ++lane)
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
