// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/density.h"

namespace retrylab {

/// Counts a grid strip by strip, from left to right: what is counted fits into the nearest caches and is used while it is
/// there. One 64-bit cell per pixel holds four 16-bit changes, so that a pixel's counts are the sum of the cells left of
/// it, and an attempt costs two additions, however long it is. Calls and attempts come in time order; their ends that lie
/// in later strips wait there.
class DensityPass {
public:
    static constexpr int stripShift = 6;
    static constexpr int stripWidth = 1 << stripShift; ///< columns

    explicit DensityPass(const DensityGrid &grid);

    /// Counts the next strip; false after the last one.
    bool next();
    /// The strip's columns that the grid has.
    int first() const { return m_strip << stripShift; }
    int width() const { return std::min(stripWidth, m_columns - first()); }
    /// Does anything change in the row within the strip?
    bool changes(std::size_t row) const { return m_touched[row] != 0; }
    /// The change in a row at a column of the strip.
    std::uint64_t change(std::size_t row, std::size_t column) const { return m_cells[column * m_stride + row]; }

private:
    class Counter;
    struct Later {
        std::uint64_t change;
        std::uint16_t column, row; ///< the column in its strip
    };

    void clear();
    void countCalls();
    void countAttempts();

    const Trace &m_trace;
    const std::uint32_t *m_laneRows; ///< by call
    TimeRange m_range;
    int m_columns;
    double m_columnsPerNs;
    std::size_t m_firstLane, m_laneCount;
    std::uint64_t m_scale, m_lastRow;
    int m_strip = -1;
    std::size_t m_call = 0, m_attempt = 0;   ///< the next ones
    std::size_t m_stride;                    ///< from one column's cells to the next one's
    std::vector<std::uint64_t> m_cells;      ///< by column: neighbours in time are neighbours in memory
    std::vector<std::uint8_t> m_touched;     ///< by row: has the strip changes there?
    std::vector<std::uint16_t> m_rowOfCall;  ///< of the calls that have begun; `elsewhere` outside the window
    std::vector<std::vector<Later>> m_later; ///< by strip
};

} // namespace retrylab
