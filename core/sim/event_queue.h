// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace retrylab {

/// A heap with four children per node: half as deep as a binary one, and four 8-byte keys share a cache line.
/// The best choice while few events are pending.
template <typename Bits>
class QuaternaryHeap {
public:
    bool empty() const { return m_items.empty(); }
    std::size_t size() const { return m_items.size(); }
    Bits top() const { return m_items.front(); }

    void push(Bits key)
    {
        std::size_t at = m_items.size();
        m_items.push_back(key);
        while (at > 0) {
            const std::size_t parent = (at - 1) / 4;
            if (m_items[parent] <= key)
                break;
            m_items[at] = m_items[parent];
            at = parent;
        }
        m_items[at] = key;
    }

    Bits pop()
    {
        const Bits result = m_items.front();
        const Bits key = m_items.back();
        m_items.pop_back();
        if (!m_items.empty())
            sink(key);
        return result;
    }

private:
    void sink(Bits key)
    {
        const std::size_t count = m_items.size();
        std::size_t at = 0;
        for (std::size_t child = 1; child < count; child = 4 * at + 1) {
            const std::size_t end = std::min(child + 4, count);
            std::size_t least = child;
            for (std::size_t i = child + 1; i < end; ++i)
                least = m_items[i] < m_items[least] ? i : least;
            if (key <= m_items[least])
                break;
            m_items[at] = m_items[least];
            at = least;
        }
        m_items[at] = key;
    }

    std::vector<Bits> m_items;
};

/// A monotone radix queue: keys live in buckets by the highest bit in which they differ from the last key popped, so a
/// push touches one vector's end and a key moves at most 64 times in its life (in practice about three).
/// Only for keys that never lie before the last one popped. The best choice when thousands of events are pending.
class RadixQueue {
public:
    bool empty() const { return m_count == 0; }
    std::size_t size() const { return m_count; }
    /// The least key. Does not count as popping: keys between the last popped one and this may still be pushed.
    std::uint64_t top() const { return m_least; }

    void push(std::uint64_t key)
    {
        insert(key);
        m_least = m_count == 0 ? key : std::min(m_least, key);
        ++m_count;
    }

    std::uint64_t pop()
    {
        const std::uint64_t key = m_least;
        const unsigned bucket = bucketOf(key);
        std::vector<std::uint64_t> &items = m_buckets[bucket];
        m_last = key;
        --m_count;
        if (bucket != 0 && items.size() > 1)
            redistribute(items, bucket);
        else
            removeLast(items, bucket);
        m_least = leastKey();
        return key;
    }

private:
    unsigned bucketOf(std::uint64_t key) const { return static_cast<unsigned>(std::bit_width(key ^ m_last)); }

    void insert(std::uint64_t key)
    {
        const unsigned bucket = bucketOf(key);
        m_buckets[bucket].push_back(key);
        if (bucket != 0)
            m_used |= std::uint64_t{1} << (bucket - 1);
    }

    /// Bucket 0 holds copies of the last key, and any other bucket has just one item here.
    void removeLast(std::vector<std::uint64_t> &items, unsigned bucket)
    {
        items.pop_back();
        if (bucket != 0)
            m_used &= ~(std::uint64_t{1} << (bucket - 1));
    }

    /// Spreads the lowest used bucket over the buckets below it; the popped key is left out once.
    void redistribute(std::vector<std::uint64_t> &items, unsigned bucket)
    {
        m_used &= ~(std::uint64_t{1} << (bucket - 1));
        bool popped = false;
        for (const std::uint64_t key : items) {
            if (key == m_last && !popped)
                popped = true;
            else
                insert(key);
        }
        items.clear();
    }

    std::uint64_t leastKey() const
    {
        if (!m_buckets[0].empty())
            return m_last;
        if (m_used == 0)
            return 0;
        const auto &items = m_buckets[static_cast<std::size_t>(std::countr_zero(m_used)) + 1];
        return *std::min_element(items.begin(), items.end());
    }

    std::array<std::vector<std::uint64_t>, 65> m_buckets;
    std::uint64_t m_used = 0; ///< bit b − 1: bucket b is not empty
    std::uint64_t m_last = 0;
    std::uint64_t m_least = 0;
    std::size_t m_count = 0;
};

} // namespace retrylab
