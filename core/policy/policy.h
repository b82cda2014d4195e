// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/backoff.h"
#include "core/policy/breaker.h"
#include "core/policy/budget_options.h"
#include "core/policy/fallback.h"
#include "core/policy/hedge.h"
#include "core/policy/idempotency.h"
#include "core/policy/outcome.h"
#include "core/policy/server_hint.h"

namespace retrylab {

struct RetryOptions {
    std::uint32_t maxAttempts = 4; ///< all attempts, the first one included; 1 = never retry; 1–1000
    Backoff backoff;
    JitterOptions jitter;
    OutcomeSet on = transientOutcomes();     ///< outcomes that are worth another attempt
    OutcomeSet depends = contractOutcomes(); ///< outcomes that are, if the request may be repeated
    bool onlyIdempotent = false; ///< what may not be repeated is only tried again when it surely did nothing
    HintRules hint;              ///< what becomes of a server's word about when to come back

    friend bool operator==(const RetryOptions &, const RetryOptions &) = default;
};

/// The outcomes after which requests of this kind get another attempt: the three answers of a classification (yes, no,
/// depends on the contract) held against what is known of the request. A client must not repeat a request on its own
/// unless it is idempotent or was surely never applied (RFC 9110 §9.2.2), which is only sure where the connection was
/// refused.
inline OutcomeSet retriedOutcomes(const RetryOptions &retry, RequestTraits request)
{
    if (request.repeatable())
        return retry.on | retry.depends;
    if (!retry.onlyIdempotent)
        return retry.on;
    OutcomeSet surelyNotApplied;
    surelyNotApplied.add(OutcomeKind::refused);
    return retry.on & surelyNotApplied;
}

/// What the deadline of a call does when the next wait would reach it. Only `refuse` also cuts an attempt short.
enum class DeadlineMode : std::uint8_t {
    refuse,       ///< elapsed + wait ≥ deadline ends the call at once (tenacity's stop_before_delay, Spring)
    refuseBeyond, ///< elapsed + wait > deadline ends it (cenkalti/backoff)
    clamp,        ///< the wait is cut to what is left, and one attempt is made at the deadline (Failsafe)
    afterAttempt, ///< only looked at after an attempt: a wait may lead beyond it (tenacity's stop_after_delay)
};

/// What a caller does around one call to the next node. A plain value: copy it, compare it, undo it.
struct Policy {
    Duration timeout = std::chrono::seconds(1); ///< per attempt; `unlimited` = wait for ever
    Duration deadline = unlimited;              ///< for the whole call, waits included
    DeadlineMode deadlineMode = DeadlineMode::refuse;
    RetryOptions retry;
    BudgetOptions budget;
    BreakerOptions breaker;
    HedgeOptions hedge;
    FallbackOptions fallback;

    friend bool operator==(const Policy &, const Policy &) = default;
};

/// The same policy for requests of this kind, as a Call takes it: `retry.on` is all that is retried, nothing depends any
/// more, and the breaker's rules are in force.
inline Policy settledFor(Policy policy, RequestTraits request)
{
    policy.retry.on = retriedOutcomes(policy.retry, request);
    if (policy.retry.onlyIdempotent && !request.repeatable()) {
        policy.retry.hint.makesRetryable = false;
        policy.hedge.kind = HedgeKind::none; // It would be sent twice on purpose.
    }
    policy.retry.depends = {};
    policy.breaker = inForce(policy.breaker);
    policy.retry.onlyIdempotent = false;
    return policy;
}

} // namespace retrylab
