// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/budget_options.h"

#include <limits>
#include <memory>

namespace retrylab {

/// Two counters that are kept together (deposits and withdrawals, requests and accepts). Held at their largest value.
struct Counts {
    std::uint32_t first = 0;
    std::uint32_t second = 0;

    Counts &operator+=(Counts other)
    {
        first = heldSum(first, other.first);
        second = heldSum(second, other.second);
        return *this;
    }
    friend bool operator==(Counts, Counts) = default;

private:
    static std::uint32_t heldSum(std::uint32_t a, std::uint32_t b)
    {
        constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
        return b > most - a ? most : a + b;
    }
};

/// Counts of the last `window`, in parts that are forgotten as a whole; see WindowRule for how they slide on.
/// The part being written lies here, the others on the heap, where they are only needed when time moves on to a new
/// part. It counts from time zero, and a time that goes back never gives forgotten counts back: with the restarting
/// rules it counts as the last moment seen, with the aligned rule an event inside the window goes to its own part and an
/// older one is dropped.
class SlidingCounts {
public:
    /// window > 0 and slices 1–1000; others are held at the ends.
    SlidingCounts(Duration window, std::uint32_t slices, WindowRule rule);

    void add(Time now, Counts counts)
    {
        if (sinceBegin(now) < m_width) [[likely]]
            m_writer += counts;
        else
            addElsewhere(now, counts);
    }
    /// Forgets what is too old at this moment.
    void slide(Time now)
    {
        if (sinceBegin(now) >= m_width)
            slideOn(now);
    }
    /// All counts that were not forgotten when it last slid.
    Counts total() const
    {
        Counts sum = m_stored;
        return sum += m_writer;
    }
    /// `now`, or where it is before the part being written, that part's beginning: a time that never goes back.
    Time notBefore(Time now) const { return now < m_begin ? m_begin : now; }
    /// What total() would be after slide(now). Changes nothing: to look must not move the restarting rules' parts.
    Counts totalAt(Time now) const;

private:
    /// A time before the beginning gives a huge number, so one comparison finds out whether the writer is the part.
    std::uint64_t sinceBegin(Time now) const { return bits(now) - bits(m_begin); }
    static std::uint64_t bits(Time time) { return static_cast<std::uint64_t>(time.time_since_epoch().count()); }

    std::uint64_t partsUntil(Time now) const;
    void addElsewhere(Time now, Counts counts);
    void slideOn(Time now);
    void store(std::uint64_t parts);
    void addUp();

    std::unique_ptr<Counts[]> m_slices; ///< a ring of the parts before the writer
    Time m_begin{};                     ///< of the part being written
    std::uint64_t m_width;              ///< of a part, in ns
    Counts m_writer;
    Counts m_stored; ///< sum of m_slices
    std::uint16_t m_next = 0;
    std::uint16_t m_size;
    WindowRule m_rule;
};

} // namespace retrylab
