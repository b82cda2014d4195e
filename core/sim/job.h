// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/call.h"

#include <cstdint>

namespace retrylab {

/// One attempt as the service sees it. It carries what is needed when its caller has long given up: the ticket tells
/// whether anybody still waits, the path keys its random draws.
struct Job {
    std::int64_t arrived = 0;
    std::uint64_t path = 0;
    std::uint32_t call = 0; ///< slot of the call
    Ticket ticket = 0;
    std::uint32_t attempt = 0;  ///< index of its record
    std::uint32_t slowedBy = 0; ///< bit i: latency fault i delays the answer
    std::uint16_t number = 1;   ///< 1 = first attempt
};

} // namespace retrylab
