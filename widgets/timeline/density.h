// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/lane_plan.h"

#include <QImage>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace retrylab {

/// What happens in one pixel of the density picture: how many of its lanes …
struct DensityCounts {
    std::uint32_t alive = 0;   ///< have a call that has begun and not ended
    std::uint32_t ok = 0;      ///< have an attempt in flight that will succeed
    std::uint32_t failed = 0;  ///< have an attempt in flight that will fail
    std::uint32_t refused = 0; ///< are refused by a breaker

    /// Alive and between two attempts.
    std::uint32_t waiting() const { return alive > ok + failed ? alive - ok - failed : 0; }

    friend bool operator==(const DensityCounts &, const DensityCounts &) = default;
};

/// Which part of a run becomes which part of a picture.
struct DensityWindow {
    TimeRange range;
    std::size_t firstRow = 0, endRow = 0; ///< rows of Lanes
    int columns = 1, rows = 1;            ///< pixels, ≥ 1; pixel rows hold equal numbers of lanes, up to one
};

/// How many rows a picture of `lanes` lanes has in a height of `pixels`: one per pixel, or one per two where each stands
/// for a crowd anyway.
inline int densityRows(std::size_t lanes, int pixels)
{
    constexpr std::size_t crowd = 16;
    const bool halved = pixels > 1 && lanes >= crowd * static_cast<std::size_t>(pixels);
    return std::max(1, halved ? (pixels + 1) / 2 : pixels);
}

/// Counts a run's attempts and waits per pixel. A count begins in the pixel of its start and ends before the pixel of its
/// end, but covers at least one. One 64-bit cell per pixel holds four 16-bit changes, so that a pixel's counts are the
/// sum of the cells left of it: an attempt costs two additions, however long it is.
class DensityGrid {
public:
    /// Waves of retries come in time order, so cells are kept by column: neighbours in time are neighbours in memory.
    void count(const Trace &trace, const Lanes &lanes, const DensityWindow &window);

    int columns() const { return m_columns; }
    int rows() const { return m_rows; }
    /// How many lanes one row stands for, on average.
    double lanesPerRow() const { return m_lanesPerRow; }
    DensityCounts at(int column, int row) const;

    /// The changes in a column, one cell per row.
    const std::uint64_t *column(int c) const { return m_cells.data() + std::size_t(c) * std::size_t(m_rows); }
    static DensityCounts unpack(std::uint64_t sum);

private:
    std::uint32_t rowOf(std::size_t lane) const
    {
        const auto row = static_cast<std::uint32_t>((lane * m_rowScale) >> 32);
        return row < static_cast<std::uint32_t>(m_rows) ? row : static_cast<std::uint32_t>(m_rows) - 1;
    }
    void add(std::int64_t from, std::int64_t to, std::uint32_t row, std::uint64_t what);
    void countCalls(const Trace &trace, const Lanes &lanes, const DensityWindow &window);
    void countAttempts(const Trace &trace, const Lanes &lanes, const DensityWindow &window);

    std::vector<std::uint64_t> m_cells;
    TimeRange m_range;
    double m_columnsPerNs = 0;
    std::uint64_t m_rowScale = 0; ///< rows per lane, in 1/2³²
    int m_columns = 0, m_rows = 0;
    double m_lanesPerRow = 1;
};

struct Theme;

/// Colours the counts: waits, attempts that succeed, attempts that fail, refusals. Strength grows with nearly the
/// square root of the share of lanes, so that one lane among forty can still be seen. Transparent where nothing is alive.
QImage paintDensity(const DensityGrid &grid, const Theme &theme);

} // namespace retrylab
