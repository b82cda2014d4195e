// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace retrylab {

/// Why a call ended: `succeeded`, or why there is no answer of the service's own. A fallback may answer all the same (see
/// fallback.h); the reason stays what it is.
enum class EndReason : std::uint8_t {
    succeeded,
    notRetryable,      ///< the outcome is not worth another attempt
    attemptsExhausted, ///< that was the last attempt allowed
    deadlineExceeded,  ///< the deadline passed, or the next wait would have reached it
    breakerOpen,       ///< the breaker refused the call or its next attempt
    budgetDenied,      ///< the budget had nothing left for the next attempt
    toldNotTo,         ///< the server forbade another attempt
};
inline constexpr int endReasonCount = 7;

} // namespace retrylab
