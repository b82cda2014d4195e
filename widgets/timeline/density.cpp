// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/density.h"

#include <algorithm>
#include <array>

namespace retrylab {

namespace {

constexpr std::uint64_t oneAlive = 1;
constexpr std::uint64_t oneOk = std::uint64_t{1} << 16;
constexpr std::uint64_t oneFailed = std::uint64_t{1} << 32;
constexpr std::uint64_t oneRefused = std::uint64_t{1} << 48;
constexpr std::size_t mostLanesPerRow = 60'000; ///< a count must fit in 16 bits
constexpr std::uint16_t elsewhere = 0xFFFF;
constexpr std::size_t mostRows = elsewhere - 1U;

/// What an attempt adds to a cell, by its outcome; the last one is for those that a breaker refused.
constexpr auto attemptCounts = [] {
    std::array<std::uint64_t, outcomeKindCount + 1> counts{};
    counts.fill(oneFailed);
    counts[static_cast<std::size_t>(OutcomeKind::ok)] = oneOk;
    counts.back() = oneRefused;
    return counts;
}();

/// Writes changes into the cells. It holds all that it needs itself, so that the compiler need not look it up again after
/// each change.
class Counter {
public:
    Counter(std::uint64_t *cells, TimeRange range, int columns, int rows)
        : m_cells(cells)
        , m_from(range.from)
        , m_to(range.to)
        , m_columnsPerNs(static_cast<double>(columns) / static_cast<double>(range.length()))
        , m_columns(columns)
        , m_rows(rows)
    {
    }

    /// `from` lies before the range's end, `to` not before its beginning.
    void add(std::int64_t from, std::int64_t to, std::uint32_t row, std::uint64_t what) const
    {
        const std::int64_t first = from <= m_from ? 0 : std::min(columnOf(from), m_columns - 1);
        const std::int64_t end = to > m_to ? m_columns : std::max(columnOf(to), first + 1);
        m_cells[first * m_rows + row] += what;
        m_cells[end * m_rows + row] -= what;
    }

private:
    /// For t within the range.
    std::int64_t columnOf(std::int64_t t) const
    {
        return std::min(static_cast<std::int64_t>(static_cast<double>(t - m_from) * m_columnsPerNs), m_columns);
    }

    std::uint64_t *m_cells;
    std::int64_t m_from, m_to;
    double m_columnsPerNs;
    std::int64_t m_columns, m_rows;
};

} // namespace

void DensityGrid::placeCalls(const Lanes &lanes, std::size_t calls, const DensityWindow &window)
{
    const std::size_t laneCount = window.endRow - window.firstRow;
    // Rows per lane in 1/2³², rounded up, so that the first lane of a row does not fall into the row before.
    const std::uint64_t scale = ((static_cast<std::uint64_t>(m_rows) << 32) + laneCount - 1) / laneCount;
    const auto last = static_cast<std::uint64_t>(m_rows) - 1;
    const std::uint32_t *rowOfCall = lanes.rowOfCall().data();
    m_rowOfCall.resize(calls);
    for (std::size_t c = 0; c < calls; ++c) {
        const std::size_t lane = std::size_t{rowOfCall[c]} - window.firstRow; // wraps round above the window
        m_rowOfCall[c] = lane < laneCount ? static_cast<std::uint16_t>(std::min(lane * scale >> 32, last)) : elsewhere;
    }
}

void DensityGrid::countCalls(const Trace &trace)
{
    const Counter counter(m_cells.data(), m_range, m_columns, m_rows);
    for (std::size_t c = 0; c < m_rowOfCall.size(); ++c) {
        const CallRecord &call = trace.calls[c];
        const std::uint16_t row = m_rowOfCall[c];
        if (row == elsewhere || call.ended < m_range.from)
            continue;
        counter.add(call.started, call.ended, row, oneAlive);
        if (call.attempts == 0 && call.reason == EndReason::breakerOpen && call.ended <= m_range.to)
            counter.add(call.ended, call.ended, row, oneRefused);
    }
}

void DensityGrid::countAttempts(const Trace &trace)
{
    const Counter counter(m_cells.data(), m_range, m_columns, m_rows);
    const std::uint16_t *rowOfCall = m_rowOfCall.data();
    for (const AttemptRecord &attempt : trace.attempts) {
        if (attempt.sent > m_range.to)
            break; // sorted by the time sent
        const std::uint16_t row = rowOfCall[attempt.call];
        if (row == elsewhere || attempt.ended < m_range.from)
            continue;
        const std::size_t kind = attempt.refusedByBreaker ? attemptCounts.size() - 1
                                                          : static_cast<std::size_t>(attempt.outcome);
        counter.add(attempt.sent, attempt.ended, row, attemptCounts[kind]);
    }
}

void DensityGrid::count(const Trace &trace, const Lanes &lanes, const DensityWindow &window)
{
    const std::size_t laneCount = window.endRow - window.firstRow;
    const std::size_t needed = (laneCount + mostLanesPerRow - 1) / mostLanesPerRow;
    const std::size_t wanted = std::max({std::size_t{1}, needed, std::min(std::size_t(window.rows), laneCount)});
    m_range = window.range;
    m_columns = window.columns;
    m_rows = static_cast<int>(std::min(wanted, mostRows));
    m_lanesPerRow = std::max(1.0, static_cast<double>(laneCount) / m_rows);
    m_cells.assign(std::size_t(m_columns + 1) * std::size_t(m_rows), 0);
    if (laneCount == 0)
        return;
    // Calls are sorted by their start, and what starts after the range has no attempt within it.
    const auto begun = std::partition_point(trace.calls.begin(), trace.calls.end(),
                                            [this](const CallRecord &call) { return call.started <= m_range.to; });
    placeCalls(lanes, static_cast<std::size_t>(begun - trace.calls.begin()), window);
    countCalls(trace);
    countAttempts(trace);
}

DensityCounts DensityGrid::at(int column, int row) const
{
    std::uint64_t sum = 0;
    for (int c = 0; c <= column; ++c)
        sum += m_cells[std::size_t(c) * std::size_t(m_rows) + std::size_t(row)];
    return unpack(sum);
}

} // namespace retrylab
