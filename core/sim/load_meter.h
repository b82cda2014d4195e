// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/safe_sum.h"
#include "core/sim/trace.h"

#include <algorithm>
#include <cstdint>

namespace retrylab {

/// Integrates queue length and busy slots over time, per bin and in total, and gives access to the current bin.
/// Call moveTo(now) before anything changes.
class LoadMeter {
public:
    LoadMeter(std::vector<Bin> &bins, std::int64_t binWidth, std::int64_t warmup)
        : m_bins(bins)
        , m_bin(bins.data())
        , m_binWidth(binWidth)
        , m_warmup(warmup)
    {
        m_mark = nextMark();
    }

    std::uint32_t queue = 0;
    std::uint32_t busy = 0;

    void moveTo(std::int64_t now)
    {
        if (now >= m_mark) [[unlikely]]
            closeStretches(now);
        integrate(now);
    }

    /// The bin that contains `now`, for counting what changes neither the queue nor the slots.
    Bin &bin(std::int64_t now)
    {
        if (now >= m_mark) [[unlikely]]
            closeStretches(now);
        return *m_bin;
    }

    /// The queue has grown: call after moveTo() and the change.
    void noteQueue() { m_bin->queueMax = std::max(m_bin->queueMax, queue); }

    /// The end of the run: closes the last stretch.
    void finish(std::int64_t end)
    {
        moveTo(end - 1);
        integrate(end);
        flush();
    }

    WideSum queueTotal() const { return m_queueTotal; }
    WideSum busyTotal() const { return m_busyTotal; }

private:
    std::int64_t binEnd() const { return (static_cast<std::int64_t>(m_index) + 1) * m_binWidth; }
    /// Bins end at their width; the warm-up's end is a mark of its own, so that totals begin exactly there.
    std::int64_t nextMark() const { return m_last < m_warmup ? std::min(binEnd(), m_warmup) : binEnd(); }

    void integrate(std::int64_t now)
    {
        const std::int64_t dt = now - m_last;
        m_queueTime += dt * queue;
        m_busyTime += dt * busy;
        m_last = now;
    }

    void flush()
    {
        m_bin->queueTime += m_queueTime;
        m_bin->busyTime += m_busyTime;
        if (m_last > m_warmup) {
            m_queueTotal += m_queueTime;
            m_busyTotal += m_busyTime;
        }
        m_queueTime = 0;
        m_busyTime = 0;
    }

    [[gnu::noinline]] void closeStretches(std::int64_t now)
    {
        while (now >= m_mark) {
            integrate(m_mark);
            flush();
            if (m_mark == binEnd()) {
                if (m_index + 1 == m_bins.size()) {
                    m_mark = std::numeric_limits<std::int64_t>::max();
                    return;
                }
                ++m_index;
                m_bin = &m_bins[m_index];
                noteQueue();
            }
            m_mark = nextMark();
        }
    }

    std::vector<Bin> &m_bins;
    Bin *m_bin; ///< m_bins[m_index]
    std::int64_t m_binWidth;
    std::int64_t m_warmup;
    std::size_t m_index = 0;
    std::int64_t m_last = 0;
    std::int64_t m_mark = 0;
    std::int64_t m_queueTime = 0;
    std::int64_t m_busyTime = 0;
    WideSum m_queueTotal = 0;
    WideSum m_busyTotal = 0;
};

} // namespace retrylab
