// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace retrylab {

/// What happens at a random moment. The order is the tie order of events at the same nanosecond.
enum class EventKind : std::uint8_t {
    serviceEnds = 0, ///< id: slot of the service
    lateReply = 1,   ///< id: entry in the table of delayed replies
    deadline = 2,    ///< id: slot of the call
    resume = 3,      ///< id: slot of the call; its wait is over
    begin = 4,       ///< id: slot of the caller (closed traffic, after thinking)
    hedge = 5,       ///< id: slot of the call; its next hedge is due
};

/// (time, kind, id) in one integer, so that one comparison orders two events. Moving 8 bytes instead of 16 is half of
/// the speed of the queue. Holds 2^40 ns (18 minutes) and 2^21 ids; a longer or larger run takes WideKey.
struct NarrowKey {
    using Bits = std::uint64_t;
    static constexpr unsigned idBits = 21;
    static constexpr unsigned kindBits = 3;
    static constexpr std::int64_t maxTime = (std::int64_t{1} << 40) - 1;
    static constexpr std::uint64_t maxId = (std::uint64_t{1} << idBits) - 1;
};

__extension__ typedef unsigned __int128 WideBits;

/// The same with room for every experiment: 2^63 ns and 2^32 ids.
struct WideKey {
    using Bits = WideBits;
    static constexpr unsigned idBits = 32;
    static constexpr unsigned kindBits = 3;
};

template <typename Key>
constexpr typename Key::Bits packEvent(std::int64_t time, EventKind kind, std::uint32_t id)
{
    using Bits = typename Key::Bits;
    return (static_cast<Bits>(time) << (Key::idBits + Key::kindBits)) | (static_cast<Bits>(kind) << Key::idBits)
           | static_cast<Bits>(id);
}

template <typename Key>
constexpr std::int64_t eventTime(typename Key::Bits key)
{
    return static_cast<std::int64_t>(key >> (Key::idBits + Key::kindBits));
}

template <typename Key>
constexpr EventKind eventKind(typename Key::Bits key)
{
    return static_cast<EventKind>(static_cast<unsigned>(key >> Key::idBits) & ((1U << Key::kindBits) - 1));
}

template <typename Key>
constexpr std::uint32_t eventId(typename Key::Bits key)
{
    return static_cast<std::uint32_t>(key & ((typename Key::Bits{1} << Key::idBits) - 1));
}

} // namespace retrylab
