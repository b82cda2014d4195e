// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace retrylab {

/// A priority queue for event times: the next few keys lie sorted in front, the rest in buckets by the highest
/// digit of five bits in which they differ from the present. A push beyond the front touches one vector's end, and a key
/// moves down a few digits before its turn comes (a radix heap, Ahuja et al. 1990, with the sorted bottom of a ladder
/// queue, Tang et al. 2005). With few keys pending, all of them are in front. No key may lie before the last one popped; a
/// key of all ones is reserved. What happens rarely is kept out of line: the event loop takes everything else in.
template <typename Bits>
class LadderQueue {
public:
    static constexpr Bits nothing = static_cast<Bits>(~Bits{0});

    bool empty() const { return m_least == nothing; }
    /// The least key, or `nothing`. Keys between the last popped one and this may still be pushed.
    Bits top() const { return m_least; }
    /// The key that is popped `places` later if nothing comes in between; the least where that is not known.
    Bits glimpse(std::size_t places) const { return m_end - m_begin > places ? m_front[m_begin + places] : m_least; }

    void push(Bits key)
    {
        if (key < m_least)
            m_least = key;
        if (key < m_limit)
            pushFront(key);
        else
            pushBucket(key);
    }

    Bits pop()
    {
        return pop([](Bits) {});
    }
    /// The same; calls fetch(key) for each key that comes to the front: what it stands for is needed soon.
    template <typename Fetch>
    Bits pop(Fetch &&fetch)
    {
        const Bits key = m_least;
        if (m_begin != m_end)
            ++m_begin;
        else
            refill(fetch);
        m_least = m_begin != m_end ? m_front[m_begin] : leastInBuckets();
        return key;
    }

private:
    static constexpr unsigned digitBits = 5;
    static constexpr unsigned digits = 1U << digitBits;
    static constexpr unsigned levels = (sizeof(Bits) * 8 + digitBits - 1) / digitBits;
    /// Beyond so many keys in front, inserting costs more than keeping them in buckets.
    static constexpr std::size_t frontMost = 64;
    static constexpr std::size_t frontFill = 32;
    /// Inserting in front looks at so many keys at a time.
    static constexpr int stride = 10;
    /// So many zeros lie before the front, where the last look may reach.
    static constexpr std::size_t guard = stride;
    /// A bucket that has grown beyond this gives its memory back once it is empty.
    static constexpr std::size_t keepCapacity = 1U << 12;

    /// The place of the highest bit of x > 0.
    static unsigned highestBit(std::uint64_t x) { return static_cast<unsigned>(std::bit_width(x | 1)) - 1; }
    __extension__ static unsigned highestBit(unsigned __int128 x)
    {
        const auto high = static_cast<std::uint64_t>(x >> 64);
        return high != 0 ? 64 + highestBit(high) : highestBit(static_cast<std::uint64_t>(x));
    }
    /// Which digit a bit belongs to: a table, for dividing by five takes longer.
    static constexpr auto digitOfBit = [] {
        std::array<std::uint8_t, sizeof(Bits) * 8> table{};
        for (std::size_t i = 0; i < table.size(); ++i)
            table[i] = static_cast<std::uint8_t>(i / digitBits);
        return table;
    }();
    /// The highest digit in which two different keys differ.
    static unsigned levelOf(Bits key, Bits base) { return digitOfBit[highestBit(key ^ base)]; }
    /// The first key after those that share with `key` all digits from `level` on; `nothing` after the last.
    static Bits endOf(Bits key, unsigned level)
    {
        const unsigned shift = level * digitBits;
        const Bits end = static_cast<Bits>(((key >> shift) + 1) << shift);
        return end == 0 ? nothing : end;
    }

    void pushFront(Bits key)
    {
        if (m_end == m_front.size()) [[unlikely]]
            makeRoom();
        // Where a key belongs is chance, so a loop that looks for the place ends with a wrong guess of the processor
        // nearly every time. Setting each place to max(left neighbour, min(itself, key)) needs no guess.
        Bits *at = m_front.data() + m_end;
        Bits here = nothing;
        do {
#pragma GCC unroll 10
            for (int i = 0; i < stride; ++i) {
                const Bits left = at[-i - 1];
                const Bits low = here < key ? here : key;
                at[-i] = left > low ? left : low;
                here = left;
            }
            at -= stride;
        } while (here > key);
        ++m_end;
        if (m_end - m_begin > frontMost) [[unlikely]]
            spill();
    }

    [[gnu::noinline]] void makeRoom()
    {
        if (m_begin == guard)
            m_front.resize(m_front.size() * 2);
        std::copy(m_front.begin() + static_cast<std::ptrdiff_t>(m_begin),
                  m_front.begin() + static_cast<std::ptrdiff_t>(m_end), m_front.begin() + guard);
        m_end -= m_begin - guard;
        m_begin = guard;
    }

    [[gnu::noinline]] void pushBucket(Bits key)
    {
        const unsigned level = levelOf(key, m_base);
        const auto digit = static_cast<unsigned>(key >> (level * digitBits)) & (digits - 1);
        m_buckets[level * digits + digit].push_back(key);
        m_usedDigits[level] |= 1U << digit;
        m_usedLevels |= 1U << level;
    }

    unsigned firstLevel() const
    {
        return static_cast<unsigned>(std::countr_zero(m_usedLevels));
    }
    unsigned firstDigit(unsigned level) const
    {
        return static_cast<unsigned>(std::countr_zero(m_usedDigits[level]));
    }

    [[gnu::noinline]] Bits leastInBuckets() const
    {
        if (m_usedLevels == 0)
            return nothing;
        const unsigned level = firstLevel();
        const std::vector<Bits> &bucket = m_buckets[level * digits + firstDigit(level)];
        return *std::min_element(bucket.begin(), bucket.end());
    }

    std::vector<Bits> &firstBucket(unsigned level)
    {
        return m_buckets[level * digits + firstDigit(level)];
    }

    /// Empties the first bucket of a level.
    [[gnu::noinline]] void clearFirst(unsigned level)
    {
        std::vector<Bits> &bucket = firstBucket(level);
        if (bucket.capacity() > keepCapacity)
            bucket = {};
        bucket.clear();
        m_usedDigits[level] &= m_usedDigits[level] - 1;
        if (m_usedDigits[level] == 0)
            m_usedLevels &= ~(1U << level);
    }

    /// Pops the least key out of the first bucket and makes it the present.
    template <typename Fetch>
    void refill(Fetch &&fetch)
    {
        const unsigned level = firstLevel();
        m_base = m_least;
        m_begin = guard;
        m_end = guard;
        if (firstBucket(level).size() > frontFill)
            spread(level);
        else
            advance(level, fetch);
        ++m_begin;
    }

    /// The first buckets, small ones, become the front.
    template <typename Fetch>
    void advance(unsigned level, Fetch &&fetch)
    {
        m_limit = nothing; // Nothing is to be spilled meanwhile.
        Bits last = m_base;
        do {
            last = firstBucket(level).front();
            for (const Bits key : firstBucket(level)) {
                fetch(key);
                pushFront(key);
            }
            clearFirst(level);
        } while (m_usedDigits[level] != 0 && m_end - guard + firstBucket(level).size() <= frontFill);
        m_limit = endOf(last, level);
    }

    /// The first bucket, a large one, is spread over the levels below.
    [[gnu::noinline]] void spread(unsigned level)
    {
        m_limit = m_base + 1; // Only copies of the key itself belong in front.
        for (const Bits key : firstBucket(level)) {
            if (key != m_base)
                pushBucket(key);
            else
                pushFront(key);
        }
        clearFirst(level);
    }

    /// Moves the later half of the front, or more, to the buckets.
    [[gnu::noinline]] void spill()
    {
        const Bits least = std::max(m_front[m_begin], m_base);
        const Bits middle = m_front[(m_begin + m_end) / 2];
        if (middle <= least)
            return;
        m_base = least;
        m_limit = endOf(least, levelOf(middle, least));
        while (m_front[m_end - 1] >= m_limit)
            pushBucket(m_front[--m_end]);
    }

    std::vector<Bits> m_front = std::vector<Bits>(4 * frontMost); ///< begins with a guard of zeros
    std::size_t m_begin = guard; ///< m_front[m_begin, m_end) is in use, ascending: all pending keys below m_limit
    std::size_t m_end = guard;
    Bits m_limit = nothing;
    Bits m_base = 0; ///< what the buckets are measured from: never after a key in a bucket
    Bits m_least = nothing;
    std::uint32_t m_usedLevels = 0;
    std::array<std::uint32_t, levels> m_usedDigits{};
    std::array<std::vector<Bits>, std::size_t{levels} * digits> m_buckets;
};

} // namespace retrylab
