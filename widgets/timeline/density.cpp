// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/density.h"

#include <algorithm>
#include <cmath>

namespace retrylab {

namespace {

constexpr std::uint64_t oneAlive = 1;
constexpr std::uint64_t oneOk = std::uint64_t{1} << 16;
constexpr std::uint64_t oneFailed = std::uint64_t{1} << 32;
constexpr std::uint64_t oneRefused = std::uint64_t{1} << 48;
constexpr std::size_t mostLanesPerRow = 60'000; ///< a count must fit in 16 bits

} // namespace

DensityCounts DensityGrid::unpack(std::uint64_t sum)
{
    const auto part = [sum](int shift) { return static_cast<std::uint32_t>((sum >> shift) & 0xFFFF); };
    return {part(0), part(16), part(32), part(48)};
}

void DensityGrid::add(std::int64_t from, std::int64_t to, std::uint32_t row, std::uint64_t what)
{
    if (from > m_range.to || to < m_range.from)
        return;
    const auto pixel = [this](std::int64_t t) {
        const double x = static_cast<double>(t - m_range.from) * m_columnsPerNs;
        return static_cast<int>(std::min(x, static_cast<double>(m_columns)));
    };
    const int first = from <= m_range.from ? 0 : std::min(pixel(from), m_columns - 1);
    const int end = to > m_range.to ? m_columns : std::max(pixel(to), first + 1);
    m_cells[std::size_t(first) * std::size_t(m_rows) + row] += what;
    if (end < m_columns)
        m_cells[std::size_t(end) * std::size_t(m_rows) + row] -= what;
}

void DensityGrid::countCalls(const Trace &trace, const Lanes &lanes, const DensityWindow &window)
{
    const std::vector<std::uint32_t> &rowOfCall = lanes.rowOfCall();
    for (std::size_t c = 0; c < trace.calls.size(); ++c) {
        const CallRecord &call = trace.calls[c];
        if (call.started > m_range.to)
            break; // sorted by their start
        const std::uint32_t lane = rowOfCall[c];
        if (lane < window.firstRow || lane >= window.endRow)
            continue;
        const std::uint32_t row = rowOf(lane - window.firstRow);
        add(call.started, call.ended, row, oneAlive);
        if (call.attempts == 0 && call.ended != notYet && call.reason == EndReason::breakerOpen)
            add(call.ended, call.ended, row, oneRefused);
    }
}

void DensityGrid::countAttempts(const Trace &trace, const Lanes &lanes, const DensityWindow &window)
{
    const std::vector<std::uint32_t> &rowOfCall = lanes.rowOfCall();
    for (const AttemptRecord &attempt : trace.attempts) {
        if (attempt.sent > m_range.to)
            break; // sorted by the time sent
        if (attempt.ended < m_range.from)
            continue;
        const std::uint32_t lane = rowOfCall[attempt.call];
        if (lane < window.firstRow || lane >= window.endRow)
            continue;
        const std::uint32_t row = rowOf(lane - window.firstRow);
        const std::uint64_t what = attempt.refusedByBreaker             ? oneRefused
                                   : attempt.outcome == OutcomeKind::ok ? oneOk
                                                                        : oneFailed;
        add(attempt.sent, attempt.ended, row, what);
    }
}

void DensityGrid::count(const Trace &trace, const Lanes &lanes, const DensityWindow &window)
{
    const std::size_t laneCount = window.endRow - window.firstRow;
    const std::size_t needed = (laneCount + mostLanesPerRow - 1) / mostLanesPerRow;
    m_range = window.range;
    m_columns = window.columns;
    m_rows = std::max({1, static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(window.rows), laneCount)),
                       static_cast<int>(needed)});
    m_columnsPerNs = static_cast<double>(m_columns) / static_cast<double>(m_range.length());
    m_lanesPerRow = std::max(1.0, static_cast<double>(laneCount) / m_rows);
    // Rounded up, so that the first lane of a row does not fall into the row before.
    m_rowScale = laneCount > 0 ? ((static_cast<std::uint64_t>(m_rows) << 32) + laneCount - 1) / laneCount : 0;
    m_cells.assign(std::size_t(m_columns) * std::size_t(m_rows), 0);
    countCalls(trace, lanes, window);
    countAttempts(trace, lanes, window);
}

DensityCounts DensityGrid::at(int column, int row) const
{
    std::uint64_t sum = 0;
    for (int c = 0; c <= column; ++c)
        sum += m_cells[std::size_t(c) * std::size_t(m_rows) + std::size_t(row)];
    return unpack(sum);
}

} // namespace retrylab
