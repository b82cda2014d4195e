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

/// A run's attempts and waits per pixel. A count begins in the pixel of its start and ends before the pixel of its end,
/// but covers at least one. It counts nothing itself: a DensityPass goes through its columns.
class DensityGrid {
public:
    /// The trace and the lanes must outlive it.
    DensityGrid(const Trace &trace, const Lanes &lanes, const DensityWindow &window);

    int columns() const { return m_window.columns; }
    int rows() const { return m_rows; }
    /// How many lanes one row stands for, on average.
    double lanesPerRow() const { return m_lanesPerRow; }
    /// Counts all that came before; for single pixels only.
    DensityCounts at(int column, int row) const;

    static DensityCounts unpack(std::uint64_t sum)
    {
        const auto part = [sum](int shift) { return static_cast<std::uint32_t>((sum >> shift) & 0xFFFF); };
        return {part(0), part(16), part(32), part(48)};
    }

private:
    friend class DensityPass;

    const Trace &m_trace;
    const Lanes &m_lanes;
    DensityWindow m_window;
    int m_rows = 0;
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
