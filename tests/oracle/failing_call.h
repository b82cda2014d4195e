// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/call.h"

#include <QList>

#include <optional>

namespace retrylab::oracle {

/// What became of a call whose every attempt failed.
struct FailedCall {
    std::uint32_t attempts = 0;
    QList<Duration> waits; ///< slept before each retry
    Duration slept{0};     ///< their sum
    EndReason reason = EndReason::attemptsExhausted;
};

/// A policy without limits: no deadline, no breaker, no jitter, and so many attempts.
Policy failingPolicy(const Backoff &backoff, std::uint32_t maxAttempts);

/// More attempts than anyone waits for, and fewer than a call can count.
inline constexpr std::uint32_t forEver = 50'000;

/// Retries of which the library says -1 or "for ever", or how many there are, as attempts.
std::uint32_t attemptsOfRetries(double retries);

/// Makes the call. The n-th attempt takes attemptTimes[n]; those after the last take no time.
/// Nothing if it does not end within `forEver` attempts.
std::optional<FailedCall> failEveryAttempt(const Policy &policy, const QList<Duration> &attemptTimes = {});

/// Does a call of that deadline end when its first attempt fails after `elapsed` and the next wait is `wait`?
bool endsAfter(Duration elapsed, Duration wait, Duration deadline, DeadlineMode mode);

} // namespace retrylab::oracle
