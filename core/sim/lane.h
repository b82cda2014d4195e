// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/ring.h"

#include <cstdint>
#include <limits>

namespace retrylab {

/// Events that all lie the same delay ahead of the moment they are made (a timeout, a wire): sorted by construction, so
/// a ring replaces the queue. `T` has a member `at`. Cancelled entries stay and are recognised by their ticket.
template <typename T>
class Lane {
public:
    /// When the first event is due; the largest integer when there is none.
    std::int64_t next() const { return m_next; }

    void reserve(std::size_t count) { m_ring.reserve(count); }
    void push(const T &event)
    {
        if (m_ring.empty())
            m_next = event.at;
        m_ring.push(event);
    }
    T pop()
    {
        const T event = m_ring.popFront();
        m_next = m_ring.empty() ? std::numeric_limits<std::int64_t>::max() : m_ring.front().at;
        return event;
    }

private:
    Ring<T> m_ring;
    std::int64_t m_next = std::numeric_limits<std::int64_t>::max();
};

} // namespace retrylab
