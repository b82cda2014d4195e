// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/policy/breaker_window.h"

#include <algorithm>

namespace retrylab {

namespace {

constexpr std::uint8_t failedBit = 1;
constexpr std::uint8_t slowBit = 2;

} // namespace

void CountRing::resize(std::uint32_t size)
{
    m_size = std::max(size, 1U);
    m_head = 0;
    m_full = false;
    m_entries.assign(m_size, 0);
}

WindowCounts CountRing::push(WindowEntry entry)
{
    std::uint8_t &place = m_entries[m_head];
    WindowCounts out;
    if (m_full)
        out.add(WindowEntry{(place & failedBit) != 0, (place & slowBit) != 0});
    place = static_cast<std::uint8_t>((entry.failed ? failedBit : 0) | (entry.slow ? slowBit : 0));
    if (++m_head == m_size) {
        m_head = 0;
        m_full = true;
    }
    return out;
}

void TimeBuckets::resize(Duration window, std::uint32_t count, bool aligned)
{
    const std::int64_t buckets = std::max(count, 1U);
    m_width = std::max<std::int64_t>(1, window.count() / buckets);
    m_window = aligned && m_width <= unlimited.count() / buckets ? m_width * buckets
                                                                 : std::max(m_width, window.count());
    m_aligned = aligned;
    m_buckets.clear();
}

bool TimeBuckets::add(const WindowCounts &counts, Time at, Time now)
{
    const std::int64_t moment = at.time_since_epoch().count();
    if (tooOld(beginOf(moment), now.time_since_epoch().count()))
        return false;
    const auto after = std::upper_bound(m_buckets.begin(), m_buckets.end(), moment,
                                        [](std::int64_t t, const Bucket &bucket) { return t < bucket.begin; });
    if (after != m_buckets.begin() && moment - (after - 1)->begin < m_width) {
        (after - 1)->counts.add(counts);
        return true;
    }
    m_buckets.insert(after, {beginOf(moment), counts});
    return true;
}

WindowCounts TimeBuckets::forget(Time now)
{
    const std::int64_t moment = now.time_since_epoch().count();
    const auto young = std::find_if(m_buckets.begin(), m_buckets.end(),
                                    [&](const Bucket &bucket) { return !tooOld(bucket.begin, moment); });
    WindowCounts out;
    for (auto bucket = m_buckets.begin(); bucket != young; ++bucket)
        out.add(bucket->counts);
    m_buckets.erase(m_buckets.begin(), young);
    return out;
}

} // namespace retrylab
