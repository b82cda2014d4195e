// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

namespace retrylab {

/// Events that all lie the same delay ahead of the moment they are made (a timeout, a wire): sorted by construction, so
/// a list of blocks, first in, first out, replaces the queue. Blocks are given back once they are read: a million
/// requests on the wire do not take their memory along when they have become a million replies.
/// `T` is plain data with a member `at`. Cancelled entries stay and are recognised by their ticket.
template <typename T>
class Lane {
public:
    Lane()
        : m_first(std::make_unique<Block>())
        , m_last(m_first.get())
        , m_head(m_first->items.data())
        , m_tail(m_head)
        , m_headEnd(m_head + blockItems)
        , m_tailEnd(m_headEnd)
    {
    }
    // Pointers into its own blocks.
    Lane(const Lane &) = delete;
    Lane &operator=(const Lane &) = delete;
    ~Lane()
    {
        // One by one: a chain of unique pointers would otherwise be destroyed by recursion.
        while (m_first)
            m_first = std::move(m_first->next);
    }

    /// When the first event is due; the largest integer when there is none.
    std::int64_t next() const { return m_next; }
    bool empty() const { return m_head == m_tail; }
    const T &front() const { return *m_head; }
    /// An event whose turn comes a little later, or a stale one: only to be fetched ahead of its use.
    const T &glimpse() const
    {
        constexpr std::ptrdiff_t places = 8;
        return m_headEnd - m_head > places ? m_head[places] : *m_head;
    }

    /// Adds an event and returns it to be filled in, `at` excepted.
    T &add(std::int64_t at)
    {
        if (m_tail == m_tailEnd) [[unlikely]]
            addBlock();
        T &event = *m_tail++;
        event.at = at;
        if (at < m_next)
            m_next = at;
        return event;
    }

    /// Forgets the first event.
    void drop()
    {
        ++m_head;
        if (m_head == m_headEnd || m_head == m_tail) [[unlikely]]
            dropBlock();
        m_next = m_head == m_tail ? std::numeric_limits<std::int64_t>::max() : m_head->at;
    }

private:
    static constexpr std::size_t blockItems = 16'384 / sizeof(T);
    struct Block {
        std::array<T, blockItems> items;
        std::unique_ptr<Block> next;
    };

    [[gnu::noinline]] void addBlock()
    {
        m_last->next = std::unique_ptr<Block>(new Block); // not make_unique: nobody needs the zeros
        m_last = m_last->next.get();
        m_tail = m_last->items.data();
        m_tailEnd = m_tail + blockItems;
    }
    /// The first block is read, or everything is.
    void dropBlock()
    {
        if (m_head != m_tail) {
            if (m_head != m_headEnd)
                return;
            m_first = std::move(m_first->next);
        } else {
            m_tail = m_first->items.data();
        }
        m_head = m_first->items.data();
        m_headEnd = m_head + blockItems;
    }

    std::unique_ptr<Block> m_first;
    Block *m_last;
    T *m_head;
    T *m_tail;
    T *m_headEnd;
    T *m_tailEnd;
    std::int64_t m_next = std::numeric_limits<std::int64_t>::max();
};

} // namespace retrylab
