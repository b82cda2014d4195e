// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstddef>
#include <vector>

namespace retrylab {

/// A double-ended queue of plain values in one block of memory that only ever grows: no allocation once it has reached
/// the size a run needs.
template <typename T>
class Ring {
public:
    bool empty() const { return m_count == 0; }
    std::size_t size() const { return m_count; }

    T &front() { return m_items[m_head]; }
    const T &front() const { return m_items[m_head]; }
    T &back() { return m_items[(m_head + m_count - 1) & m_mask]; }
    /// The i-th from the front, i < size().
    const T &operator[](std::size_t i) const { return m_items[(m_head + i) & m_mask]; }

    /// Makes room for `count` items at once.
    void reserve(std::size_t count)
    {
        while (m_items.size() < count)
            grow(std::bit_ceil(count));
    }
    void push(const T &item)
    {
        if (m_count == m_items.size()) [[unlikely]]
            grow(m_items.empty() ? 16 : m_items.size() * 2);
        m_items[(m_head + m_count) & m_mask] = item;
        ++m_count;
    }
    T popFront()
    {
        const T item = m_items[m_head];
        m_head = (m_head + 1) & m_mask;
        --m_count;
        return item;
    }
    T popBack()
    {
        --m_count;
        return m_items[(m_head + m_count) & m_mask];
    }

private:
    [[gnu::noinline]] void grow(std::size_t size)
    {
        std::vector<T> larger(size);
        for (std::size_t i = 0; i < m_count; ++i)
            larger[i] = (*this)[i];
        m_items.swap(larger);
        m_head = 0;
        m_mask = m_items.size() - 1;
    }

    std::vector<T> m_items; ///< a power of two long
    std::size_t m_head = 0;
    std::size_t m_count = 0;
    std::size_t m_mask = 0;
};

} // namespace retrylab
