// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"
#include "core/policy/random.h"

#include <algorithm>
#include <cstdint>

namespace retrylab {

/// Why a call ended.
enum class EndReason : std::uint8_t {
    succeeded,
    notRetryable,      ///< the outcome is not worth another attempt
    attemptsExhausted, ///< that was the last attempt allowed
    deadlineExceeded,  ///< the deadline passed, or the next wait would have reached it
    breakerOpen,       ///< the breaker refused the call or its next attempt
};
inline constexpr int endReasonCount = 5;

/// Names one attempt of one call. A reply that carries an older ticket than the call's current one is late.
using Ticket = std::uint32_t;

/// What to do next with a call.
struct Decision {
    enum class Kind : std::uint8_t {
        attempt, ///< send an attempt now, marked with `ticket`; if nothing has come back by `at`, report a timeout
        wait,    ///< do nothing, then call resume() at `at`
        done,    ///< it is over, for `reason`
        ignore,  ///< the event was late: this attempt is not waited for any more
    };

    // Ordered so that a decision fits two registers: one is made for every event of a simulation.
    Time at = never;
    Ticket ticket = 0;
    Kind kind = Kind::ignore;
    EndReason reason = EndReason::succeeded;
};

/// One logical request under one policy: the only place that knows what a caller does after a failure.
/// It has no clock, no timer and no socket. Whoever drives it (the simulator in virtual time, a live fleet in real
/// time) tells it what happened and when, carries out the Decision, and must call with a time that never decreases.
/// The policy and the breaker are arguments, so that a call is small plain data and a policy can change while it runs.
class Call {
public:
    /// `path` identifies the call for every random draw (see random.h).
    explicit Call(std::uint64_t path = 0)
        : m_path(path)
    {
    }

    /// The request begins. An outside breaker is asked once, here.
    Decision start(const Policy &policy, Breaker &breaker, Time now)
    {
        m_startedAt = now;
        if (policy.breaker.order == BreakerOrder::outside) {
            const BreakerPermit permit = breaker.acquire(now);
            if (!permit.admitted)
                return done(EndReason::breakerOpen);
            m_permit = permit.generation;
        }
        return attempt(policy, breaker, now);
    }

    /// The wait is over. An inside breaker is asked again and may end the call. A timer that is so late that the deadline
    /// has passed ends it too: no attempt starts at or after the deadline.
    Decision resume(const Policy &policy, Breaker &breaker, Time now)
    {
        if (now < deadlineAt(policy)) [[likely]]
            return attempt(policy, breaker, now);
        if (policy.breaker.order == BreakerOrder::outside)
            breaker.record({true, m_permit}, true, now);
        return done(EndReason::deadlineExceeded);
    }

    /// The attempt marked `ticket` ended with `outcome`; a timeout at or after the deadline is the deadline's.
    Decision attemptEnded(const Policy &policy, Breaker &breaker, Time now, Ticket ticket, Outcome outcome)
    {
        if (ticket != m_ticket)
            return {};
        ++m_ticket;
        if (policy.breaker.order == BreakerOrder::inside)
            breaker.record({true, m_permit}, isServiceFailure(outcome.kind), now);

        const Decision next = afterOutcome(policy, breaker, now, outcome);
        if (next.kind == Decision::Kind::done && policy.breaker.order == BreakerOrder::outside)
            breaker.record({true, m_permit}, isServiceFailure(outcome.kind), now);
        return next;
    }

    /// Is this ticket the attempt that the call still waits for?
    bool expects(Ticket ticket) const { return ticket == m_ticket; }
    /// The ticket of the attempt in flight; tickets are odd while one is, even between attempts.
    Ticket ticket() const { return m_ticket; }
    bool inFlight() const { return (m_ticket & 1U) != 0; }

    std::uint64_t path() const { return m_path; }
    Time startedAt() const { return m_startedAt; }
    /// Attempts sent so far.
    std::uint32_t attempts() const { return m_attempts; }
    /// The last wait drawn (zero before the first).
    Duration lastWait() const { return m_lastWait; }
    Time deadlineAt(const Policy &policy) const { return later(m_startedAt, policy.deadline); }

    /// A new request in the same slot of a table, once the old one is done: tickets go on counting, so replies to the
    /// old one stay late.
    void reuse(std::uint64_t path)
    {
        const Ticket ticket = m_ticket;
        *this = Call(path);
        m_ticket = ticket;
    }

private:
    static Decision done(EndReason reason)
    {
        Decision decision;
        decision.kind = Decision::Kind::done;
        decision.reason = reason;
        return decision;
    }

    Decision attempt(const Policy &policy, Breaker &breaker, Time now)
    {
        if (policy.breaker.order == BreakerOrder::inside) {
            const BreakerPermit permit = breaker.acquire(now);
            if (!permit.admitted)
                return done(EndReason::breakerOpen);
            m_permit = permit.generation;
        }
        ++m_attempts;
        Decision decision;
        decision.kind = Decision::Kind::attempt;
        decision.ticket = ++m_ticket;
        decision.at = std::min(later(now, policy.timeout), deadlineAt(policy));
        return decision;
    }

    Decision afterOutcome(const Policy &policy, const Breaker &breaker, Time now, Outcome outcome)
    {
        if (outcome.kind == OutcomeKind::ok)
            return done(EndReason::succeeded);
        if (now >= deadlineAt(policy))
            return done(EndReason::deadlineExceeded);
        if (!policy.retry.on.contains(outcome))
            return done(EndReason::notRetryable);
        if (m_attempts >= policy.retry.maxAttempts)
            return done(EndReason::attemptsExhausted);
        // Retrying into an open breaker is pointless: it would only be refused after the wait.
        if (policy.breaker.order == BreakerOrder::inside && breaker.refuses(now))
            return done(EndReason::breakerOpen);
        return waitForNext(policy, now);
    }

    Decision waitForNext(const Policy &policy, Time now)
    {
        const double u = uniform(m_path, Purpose::jitter, m_attempts);
        m_lastWait = drawWait(policy.retry.backoff, policy.retry.jitter, m_attempts, m_lastWait, u);
        const Time at = later(now, m_lastWait);
        // Never sleep into the deadline: an attempt that starts there cannot succeed.
        if (at >= deadlineAt(policy))
            return done(EndReason::deadlineExceeded);
        Decision decision;
        decision.kind = Decision::Kind::wait;
        decision.at = at;
        return decision;
    }

    std::uint64_t m_path;
    Time m_startedAt{};
    Duration m_lastWait{0};
    Ticket m_ticket = 0;
    std::uint32_t m_permit = 0; ///< the breaker's generation when it let us in
    std::uint32_t m_attempts = 0;
};

} // namespace retrylab
