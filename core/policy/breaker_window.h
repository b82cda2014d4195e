// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/time.h"

#include <cstdint>
#include <vector>

namespace retrylab {

/// One outcome as a window keeps it.
struct WindowEntry {
    bool failed = false;
    bool slow = false;
};

/// Outcomes, failures and slow calls among them.
struct WindowCounts {
    std::uint32_t outcomes = 0;
    std::uint32_t failures = 0;
    std::uint32_t slow = 0;

    void add(WindowEntry entry)
    {
        ++outcomes;
        failures += entry.failed ? 1 : 0;
        slow += entry.slow ? 1 : 0;
    }
    void add(const WindowCounts &other)
    {
        outcomes += other.outcomes;
        failures += other.failures;
        slow += other.slow;
    }
    void remove(const WindowCounts &other)
    {
        outcomes -= other.outcomes;
        failures -= other.failures;
        slow -= other.slow;
    }
};

/// The last so many outcomes, a bit each for failed and slow.
class CountRing {
public:
    /// Empties it and sets how many it holds, ≥ 1.
    void resize(std::uint32_t size);
    /// Takes an outcome in and gives back the one that it pushed out, if any.
    WindowCounts push(WindowEntry entry);

private:
    std::uint32_t m_size = 1;
    std::uint32_t m_head = 0;
    bool m_full = false;
    std::vector<std::uint8_t> m_entries; ///< bit 0 failed, bit 1 slow
};

/// The outcomes of the last so much time, in buckets. A bucket is forgotten whole.
class TimeBuckets {
public:
    /// `window` in `count` buckets, both > 0. `aligned`: buckets begin at whole multiples of their width; otherwise each
    /// begins with the first outcome after the one before it has ended.
    void resize(Duration window, std::uint32_t count, bool aligned);
    void clear() { m_buckets.clear(); }

    /// Adds an outcome at a moment; false when the window has left that moment behind already. `now` is the latest moment.
    bool push(WindowEntry entry, Time at, Time now)
    {
        WindowCounts one;
        one.add(entry);
        return add(one, at, now);
    }
    /// As push(), for any counts.
    bool add(const WindowCounts &counts, Time at, Time now);
    /// Forgets what is too old now, and gives it back.
    WindowCounts forget(Time now);

private:
    struct Bucket {
        std::int64_t begin = 0;
        WindowCounts counts;
    };

    std::int64_t beginOf(std::int64_t at) const { return m_aligned ? at - at % m_width : at; }
    bool tooOld(std::int64_t begin, std::int64_t now) const { return beginOf(now) - begin >= m_window; }

    std::int64_t m_width = 1;
    std::int64_t m_window = 1; ///< m_width · buckets where aligned
    bool m_aligned = true;
    std::vector<Bucket> m_buckets; ///< those that hold something, by their begin
};

} // namespace retrylab
