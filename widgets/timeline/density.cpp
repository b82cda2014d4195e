// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/density.h"

#include "widgets/timeline/density_pass.h"

#include <algorithm>

namespace retrylab {

namespace {

constexpr std::size_t mostLanesPerRow = 60'000; ///< a count must fit in 16 bits
constexpr std::size_t mostRows = 0xFFFE;        ///< a row's number must too, and one number means no row

} // namespace

DensityGrid::DensityGrid(const Trace &trace, const Lanes &lanes, const DensityWindow &window)
    : m_trace(trace)
    , m_lanes(lanes)
    , m_window(window)
{
    const std::size_t laneCount = window.endRow - window.firstRow;
    const std::size_t needed = (laneCount + mostLanesPerRow - 1) / mostLanesPerRow;
    const std::size_t wanted = std::max({std::size_t{1}, needed, std::min(std::size_t(window.rows), laneCount)});
    m_rows = static_cast<int>(std::min(wanted, mostRows));
    m_lanesPerRow = std::max(1.0, static_cast<double>(laneCount) / m_rows);
}

DensityCounts DensityGrid::at(int column, int row) const
{
    std::uint64_t sum = 0;
    DensityPass pass(*this);
    while (pass.next() && pass.first() <= column) {
        for (int c = 0; c < pass.width() && pass.first() + c <= column; ++c)
            sum += pass.change(static_cast<std::size_t>(row), static_cast<std::size_t>(c));
    }
    return unpack(sum);
}

} // namespace retrylab
