// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/backoff.h"
#include "core/policy/breaker.h"
#include "core/policy/outcome.h"

namespace retrylab {

struct RetryOptions {
    std::uint32_t maxAttempts = 4; ///< all attempts, the first one included; 1 = never retry; 1–1000
    Backoff backoff;
    JitterOptions jitter;
    OutcomeSet on = transientOutcomes(); ///< outcomes that are worth another attempt

    friend bool operator==(const RetryOptions &, const RetryOptions &) = default;
};

/// What a caller does around one call to the next node. A plain value: copy it, compare it, undo it.
struct Policy {
    Duration timeout = std::chrono::seconds(1); ///< per attempt; `unlimited` = wait for ever
    Duration deadline = unlimited;              ///< for the whole call, waits included
    RetryOptions retry;
    BreakerOptions breaker;

    friend bool operator==(const Policy &, const Policy &) = default;
};

} // namespace retrylab
