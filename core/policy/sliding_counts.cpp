// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/policy/sliding_counts.h"

#include <algorithm>

namespace retrylab {

namespace {

constexpr std::uint32_t mostSlices = 1000;

/// Held within 146 years around zero, so that differences of times fit.
Time held(Time now)
{
    constexpr Time farthest{Duration{(std::int64_t{1} << 62) - 1}};
    return std::clamp(now, Time{} - farthest.time_since_epoch(), farthest);
}

} // namespace

SlidingCounts::SlidingCounts(Duration window, std::uint32_t slices, WindowRule rule)
    : m_rule(rule)
{
    slices = std::clamp<std::uint32_t>(slices, 1, mostSlices);
    m_width = static_cast<std::uint64_t>(std::max<std::int64_t>(1, window.count() / std::int64_t{slices}));
    m_size = static_cast<std::uint16_t>(rule == WindowRule::restartingUp ? slices : slices - 1);
    if (m_size > 0)
        m_slices = std::make_unique<Counts[]>(m_size);
}

Counts SlidingCounts::totalAt(Time now) const
{
    const std::uint64_t parts = partsUntil(held(now));
    if (parts == 0)
        return total();
    if (parts > m_size)
        return {};
    // The writer takes the oldest place, and empty parts the next parts − 1.
    Counts sum = m_writer;
    for (std::size_t age = parts; age < m_size; ++age)
        sum += m_slices[(m_next + age) % m_size];
    return sum;
}

/// How many parts to slide on; `now` is held.
std::uint64_t SlidingCounts::partsUntil(Time now) const
{
    if (now <= m_begin)
        return 0;
    const std::uint64_t parts = sinceBegin(now) / m_width;
    const bool started = parts > 0 && sinceBegin(now) % m_width > 0;
    return parts + (started && m_rule == WindowRule::restartingUp ? 1 : 0);
}

void SlidingCounts::addElsewhere(Time now, Counts counts)
{
    now = held(now);
    slideOn(now);
    if (m_rule != WindowRule::aligned || now >= m_begin) {
        m_writer += counts;
        return;
    }
    const std::uint64_t partsBack = (bits(m_begin) - bits(now) - 1) / m_width + 1;
    if (partsBack > m_size)
        return;
    m_slices[(m_next + m_size - partsBack) % m_size] += counts;
    addUp();
}

void SlidingCounts::slideOn(Time now)
{
    now = held(now);
    const std::uint64_t parts = partsUntil(now);
    if (parts == 0)
        return;
    store(parts);
    m_begin = m_rule == WindowRule::aligned ? m_begin + Duration(static_cast<std::int64_t>(parts * m_width)) : now;
}

void SlidingCounts::store(std::uint64_t parts)
{
    if (parts > m_size) {
        std::fill_n(m_slices.get(), m_size, Counts{});
    } else {
        for (Counts part = m_writer; parts > 0; --parts, part = {}) {
            m_slices[m_next] = part;
            m_next = static_cast<std::uint16_t>(m_next + 1U == m_size ? 0 : m_next + 1U);
        }
    }
    m_writer = {};
    addUp();
}

void SlidingCounts::addUp()
{
    m_stored = {};
    for (std::size_t i = 0; i < m_size; ++i)
        m_stored += m_slices[i];
}

} // namespace retrylab
