// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/oracle/failing_call.h"

#include <algorithm>

namespace retrylab::oracle {

namespace {

constexpr Outcome failure{OutcomeKind::unavailable, 503};

} // namespace

Policy failingPolicy(const Backoff &backoff, std::uint32_t maxAttempts)
{
    Policy policy;
    policy.timeout = unlimited;
    policy.retry.maxAttempts = maxAttempts;
    policy.retry.backoff = backoff;
    policy.retry.jitter.kind = Jitter::none;
    return policy;
}

std::uint32_t attemptsOfRetries(double retries)
{
    return retries < 0 || retries >= forEver ? forEver + 1 : static_cast<std::uint32_t>(retries) + 1;
}

std::optional<FailedCall> failEveryAttempt(const Policy &policy, const QList<Duration> &attemptTimes)
{
    FailedCall result;
    Breaker breaker(policy.breaker);
    Call call;
    Time now{};
    Decision decision = call.start(policy, breaker, now);
    while (decision.kind == Decision::Kind::attempt && call.attempts() <= forEver) {
        const Duration taken = attemptTimes.value(static_cast<qsizetype>(call.attempts()) - 1, Duration(0));
        now = std::min(later(now, taken), decision.at);
        decision = call.attemptEnded(policy, breaker, now, decision.ticket, failure);
        if (decision.kind != Decision::Kind::wait)
            break;
        result.waits += decision.at - now;
        result.slept += decision.at - now;
        now = decision.at;
        decision = call.resume(policy, breaker, now);
    }
    result.attempts = call.attempts();
    result.reason = decision.reason;
    return result.attempts <= forEver ? std::optional(result) : std::nullopt;
}

bool endsAfter(Duration elapsed, Duration wait, Duration deadline, DeadlineMode mode)
{
    Backoff fixed;
    fixed.kind = BackoffKind::fixed;
    fixed.base = wait;
    fixed.cap = unlimited;
    Policy policy = failingPolicy(fixed, 2);
    policy.deadline = deadline;
    policy.deadlineMode = mode;
    const std::optional<FailedCall> call = failEveryAttempt(policy, {elapsed});
    return call && call->reason == EndReason::deadlineExceeded && call->attempts == 1;
}

} // namespace retrylab::oracle
