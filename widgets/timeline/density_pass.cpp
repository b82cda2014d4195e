// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/density_pass.h"

#include <algorithm>
#include <array>

namespace retrylab {

namespace {

constexpr std::uint16_t elsewhere = 0xFFFF;

constexpr std::uint64_t oneAlive = 1;
constexpr std::uint64_t oneOk = std::uint64_t{1} << 16;
constexpr std::uint64_t oneFailed = std::uint64_t{1} << 32;
constexpr std::uint64_t oneRefused = std::uint64_t{1} << 48;

/// What an attempt adds to a cell, by its outcome; the last one is for those that a breaker refused.
constexpr auto attemptCounts = [] {
    std::array<std::uint64_t, outcomeKindCount + 1> counts{};
    counts.fill(oneFailed);
    counts[static_cast<std::size_t>(OutcomeKind::ok)] = oneOk;
    counts.back() = oneRefused;
    return counts;
}();

/// Whole lines of a cache, an odd number of them: with a power of two a row's cells would share few of a cache's places.
std::size_t strideFor(std::size_t rows)
{
    constexpr std::size_t cellsPerLine = 8;
    return ((rows + cellsPerLine - 1) / cellsPerLine | 1) * cellsPerLine;
}

} // namespace

/// Writes changes into a strip's cells. It holds all that it needs itself, so that the compiler need not look it up again
/// after each change.
class DensityPass::Counter {
public:
    explicit Counter(DensityPass &pass)
        : m_cells(pass.m_cells.data())
        , m_touched(pass.m_touched.data())
        , m_later(pass.m_later.data())
        , m_from(pass.m_range.from)
        , m_to(pass.m_range.to)
        , m_columnsPerNs(pass.m_columnsPerNs)
        , m_columns(pass.m_columns)
        , m_first(pass.first())
        , m_width(pass.width())
        , m_stride(static_cast<std::int64_t>(pass.m_stride))
    {
    }

    /// The column of a beginning, counted from the strip's first one; t ≤ the range's end.
    std::int64_t columnOf(std::int64_t t) const
    {
        return t <= m_from ? -m_first : std::min(cut(t), m_columns - 1) - m_first;
    }
    bool reaches(std::int64_t column) const { return column < m_width; }

    /// A piece from a column in the strip to the time `to`, which is not before the range.
    void add(std::int64_t column, std::int64_t to, std::uint32_t row, std::uint64_t what) const
    {
        const std::int64_t end = to > m_to ? m_columns - m_first : std::max(cut(to) - m_first, column + 1);
        m_touched[row] = 1;
        m_cells[column * m_stride + row] += what;
        if (end < stripWidth)
            m_cells[end * m_stride + row] -= what;
        else if (end + m_first < m_columns)
            keep(m_later, end + m_first, row, ~what + 1);
    }
    /// A piece of one column, which is not left of the strip.
    void addOne(std::int64_t column, std::uint32_t row, std::uint64_t what) const
    {
        if (reaches(column)) {
            add(column, m_from, row, what);
            return;
        }
        keep(m_later, column + m_first, row, what);
        if (++column + m_first < m_columns)
            keep(m_later, column + m_first, row, ~what + 1);
    }

private:
    /// `column` is right of the strip. Seldom needed, and not to be in the way of the rest.
    [[gnu::noinline]] static void keep(std::vector<Later> *later, std::int64_t column, std::uint32_t row,
                                       std::uint64_t what)
    {
        later[column >> stripShift].push_back(
            {what, static_cast<std::uint16_t>(column & (stripWidth - 1)), static_cast<std::uint16_t>(row)});
    }
    std::int64_t cut(std::int64_t t) const
    {
        return static_cast<std::int64_t>(static_cast<double>(t - m_from) * m_columnsPerNs);
    }

    std::uint64_t *m_cells;
    std::uint8_t *m_touched;
    std::vector<Later> *m_later;
    std::int64_t m_from, m_to;
    double m_columnsPerNs;
    std::int64_t m_columns, m_first, m_width, m_stride;
};

DensityPass::DensityPass(const DensityGrid &grid)
    : m_trace(grid.m_trace)
    , m_laneRows(grid.m_lanes.rowOfCall().data())
    , m_range(grid.m_window.range)
    , m_columns(grid.columns())
    , m_columnsPerNs(m_columns / static_cast<double>(m_range.length()))
    , m_firstLane(grid.m_window.firstRow)
    , m_laneCount(grid.m_window.endRow - grid.m_window.firstRow)
    // Rows per lane in 1/2³², rounded up, so that the first lane of a row does not fall into the row before.
    , m_scale(((static_cast<std::uint64_t>(grid.rows()) << 32) + m_laneCount - 1)
              / std::max<std::size_t>(m_laneCount, 1))
    , m_lastRow(static_cast<std::uint64_t>(grid.rows()) - 1)
    , m_stride(strideFor(static_cast<std::size_t>(grid.rows())))
    , m_cells(m_stride * stripWidth)
    , m_touched(static_cast<std::size_t>(grid.rows()))
    , m_later(static_cast<std::size_t>((m_columns + stripWidth - 1) >> stripShift))
{
    m_rowOfCall.resize(m_laneCount > 0 ? m_trace.calls.size() : 0);
}

bool DensityPass::next()
{
    if (m_strip >= 0)
        clear();
    if (++m_strip >= static_cast<int>(m_later.size()))
        return false;
    for (const Later &later : m_later[static_cast<std::size_t>(m_strip)]) {
        m_cells[later.column * m_stride + later.row] += later.change;
        m_touched[later.row] = 1;
    }
    if (m_laneCount > 0) {
        countCalls(); // first: they tell the rows of the attempts
        countAttempts();
    }
    return true;
}

void DensityPass::clear()
{
    const auto touched = std::find(m_touched.begin(), m_touched.end(), 1);
    if (touched == m_touched.end())
        return;
    const auto end = std::find(m_touched.rbegin(), m_touched.rend(), 1).base();
    for (std::size_t column = 0; column < stripWidth; ++column)
        std::fill_n(m_cells.data() + column * m_stride + (touched - m_touched.begin()), end - touched, 0);
    std::fill(touched, end, 0);
}

void DensityPass::countCalls()
{
    const Counter counter(*this);
    const std::uint64_t scale = m_scale, lastRow = m_lastRow;
    const std::size_t firstLane = m_firstLane, laneCount = m_laneCount, calls = m_trace.calls.size();
    std::uint16_t *rowOfCall = m_rowOfCall.data();
    std::size_t c = m_call;
    for (; c < calls; ++c) {
        const CallRecord &call = m_trace.calls[c]; // sorted by their start
        if (call.started > m_range.to)
            break; // and so are all that follow
        const std::int64_t column = counter.columnOf(call.started);
        if (!counter.reaches(column))
            break;
        const std::size_t lane = std::size_t{m_laneRows[c]} - firstLane; // wraps round above the window
        rowOfCall[c] = lane < laneCount ? static_cast<std::uint16_t>(std::min(lane * scale >> 32, lastRow)) : elsewhere;
        const std::uint16_t row = rowOfCall[c];
        if (row == elsewhere || call.ended < m_range.from)
            continue;
        counter.add(column, call.ended, row, oneAlive);
        if (call.attempts == 0 && call.reason == EndReason::breakerOpen && call.ended <= m_range.to)
            counter.addOne(counter.columnOf(call.ended), row, oneRefused);
    }
    m_call = c;
}

void DensityPass::countAttempts()
{
    const Counter counter(*this);
    const TimeRange range = m_range;
    const std::uint16_t *rowOfCall = m_rowOfCall.data();
    const AttemptRecord *attempt = m_trace.attempts.data() + m_attempt; // sorted by the time sent
    const AttemptRecord *const end = m_trace.attempts.data() + m_trace.attempts.size();
    for (; attempt != end && attempt->sent <= range.to; ++attempt) {
        const std::int64_t column = counter.columnOf(attempt->sent);
        if (!counter.reaches(column))
            break;
        const std::uint16_t row = rowOfCall[attempt->call];
        // A cancelled attempt has no outcome; what its call came to, the one that was faster shows.
        if (row == elsewhere || attempt->ended < range.from || attempt->cancelled)
            continue;
        const std::size_t kind = attempt->refusedByBreaker ? attemptCounts.size() - 1
                                                           : static_cast<std::size_t>(attempt->outcome);
        counter.add(column, attempt->ended, row, attemptCounts[kind]);
    }
    m_attempt = static_cast<std::size_t>(attempt - m_trace.attempts.data());
}

} // namespace retrylab
