// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/event_key.h"

#include <cstdint>
#include <limits>

namespace retrylab {

/// What lies ahead at moments that chance picked: a priority queue of (time, kind, id).
template <typename Key, typename Queue>
class Agenda {
public:
    /// Nothing at or after `end` is kept: it would never be looked at.
    explicit Agenda(std::int64_t end)
        : m_end(end)
    {
    }

    struct Entry {
        EventKind kind;
        std::uint32_t id;
    };

    /// When the first entry is due; the largest integer when there is none.
    std::int64_t next() const { return m_next; }

    void add(std::int64_t at, EventKind kind, std::uint32_t id)
    {
        if (at >= m_end)
            return;
        m_queue.push(packEvent<Key>(at, kind, id));
        if (at < m_next)
            m_next = at;
    }

    /// Takes the first entry. Calls fetch(entry) for those that are near now, so that what they stand for can be brought
    /// into the cache.
    template <typename Fetch>
    Entry pop(Fetch &&fetch)
    {
        const auto key = m_queue.pop([&](auto near) { fetch(entryOf(near)); });
        m_next = m_queue.empty() ? std::numeric_limits<std::int64_t>::max() : eventTime<Key>(m_queue.top());
        return entryOf(key);
    }

    /// What is probably taken a little later, if there is anything.
    Entry glimpse() const { return entryOf(m_queue.glimpse(4)); }

private:
    static Entry entryOf(typename Key::Bits key) { return {eventKind<Key>(key), eventId<Key>(key)}; }

    Queue m_queue;
    std::int64_t m_end;
    std::int64_t m_next = std::numeric_limits<std::int64_t>::max();
};

} // namespace retrylab
