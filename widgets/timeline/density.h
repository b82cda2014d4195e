// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/lane_plan.h"

#include <QImage>
#include <QRect>

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

    friend bool operator==(const DensityWindow &, const DensityWindow &) = default;
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
    static DensityCounts unpack(std::uint64_t sum)
    {
        const auto part = [sum](int shift) { return static_cast<std::uint32_t>((sum >> shift) & 0xFFFF); };
        return {part(0), part(16), part(32), part(48)};
    }

private:
    void placeCalls(const Lanes &lanes, std::size_t calls, const DensityWindow &window);
    void countCalls(const Trace &trace);
    void countAttempts(const Trace &trace);

    std::vector<std::uint64_t> m_cells;     ///< one column more than there are, so that each change has a place
    std::vector<std::uint16_t> m_rowOfCall; ///< `elsewhere` for those whose lane is not in the window
    TimeRange m_range;
    int m_columns = 0, m_rows = 0;
    double m_lanesPerRow = 1;
};

struct Theme;

/// Colours the counts: waits, attempts that succeed, attempts that fail, refusals. Strength grows with nearly the
/// square root of the share of lanes, so that one lane among forty can still be seen. Transparent where nothing is alive.
/// One pixel for each cell.
QImage paintDensity(const DensityGrid &grid, const Theme &theme);

/// The same on a picture (RGB32 or ARGB32_Premultiplied), over what it shows in the first row of `where`: that must go on
/// like this down to the last row. `where` is as wide as the grid has columns; rows of the grid fill it from top to
/// bottom. What lies outside the picture is left out.
void paintDensity(const DensityGrid &grid, const Theme &theme, QImage &onto, QRect where);

} // namespace retrylab
