// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/adaptive_rate.h"
#include "core/policy/budget.h"
#include "core/policy/end_reason.h"
#include "core/policy/hedge.h"
#include "core/policy/policy.h"
#include "core/policy/random.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace retrylab {

/// Names one attempt of one call. A reply that carries an older ticket than the call's current one is late.
using Ticket = std::uint32_t;

/// What to do next with a call.
struct Decision {
    enum class Kind : std::uint8_t {
        attempt, ///< send an attempt now, marked with `ticket`; if nothing has come back by `at`, report a timeout
        wait,    ///< do nothing, then call resume() at `at`
        done,    ///< it is over, for `reason`; unless that is success, ask fallsBack() whether it has an answer
        ignore,  ///< the event was late: this attempt is not waited for any more
    };

    // Ordered so that a decision fits two registers: one is made for every event of a simulation.
    Time at = never;
    Ticket ticket = 0;
    Kind kind = Kind::ignore;
    EndReason reason = EndReason::succeeded;
};

/// What a call with hedges needs beside itself; both or neither.
struct Hedging {
    Hedger *hedger = nullptr; ///< the caller's, or the fleet's
    CallHedges *call = nullptr;

    explicit operator bool() const { return call != nullptr; }
};

/// What stands between a call and the service, and outlives it: the caller's own or the fleet's.
struct Guards {
    Guards(Breaker &guardingBreaker, Budget *limitingBudget = nullptr, AdaptiveRate *pacingRate = nullptr,
           Hedging ofHedges = {})
        : breaker(guardingBreaker)
        , budget(limitingBudget)
        , rate(pacingRate)
        , hedging(ofHedges)
    {
    }

    Breaker &breaker;
    Budget *budget;     ///< null: every retry may go
    AdaptiveRate *rate; ///< null: attempts go at once
    Hedging hedging;    ///< empty: one attempt at a time
};

/// One logical request under one policy: the only place that knows what a caller does after a failure.
/// It has no clock, no timer and no socket. Whoever drives it (the simulator in virtual time, a live fleet in real
/// time) tells it what happened and when, carries out the Decision, and must call with a time that never decreases.
/// The policy and the guards are arguments, so that a call is small plain data and a policy can change while it runs. The
/// policy is in force: see settledFor().
class Call {
public:
    /// `path` identifies the call for every random draw (see random.h).
    explicit Call(std::uint64_t path = 0)
        : m_path(path)
    {
    }

    /// The request begins. An outside breaker is asked once, here; so is a budget that also limits first attempts.
    Decision start(const Policy &policy, Guards guards, Time now)
    {
        m_startedAt = now;
        if (guards.hedging) [[unlikely]] {
            guards.hedging.call->clear();
            guards.hedging.hedger->callStarted();
        }
        if (policy.breaker.order == BreakerOrder::outside && !letInBy(policy, guards.breaker, now))
            return done(EndReason::breakerOpen);
        if (guards.budget) [[unlikely]] {
            guards.budget->callStarted(now);
            if (!guards.budget->admit(now, uniform(m_path, Purpose::budget, 0)))
                return giveUp(policy, guards, now, EndReason::budgetDenied);
        }
        return attempt(policy, guards, now);
    }

    /// The wait is over. An inside breaker is asked again and may end the call. A timer that is so late that the deadline
    /// has passed ends it too: no attempt starts after the deadline, unless it is only looked at after attempts.
    Decision resume(const Policy &policy, Guards guards, Time now)
    {
        if (now < deadlineAt(policy) || mayStartAt(policy, now)) [[likely]]
            return attempt(policy, guards, now);
        return missDeadline(policy, guards, now);
    }

    /// The attempt marked `ticket` ended with `outcome`; a timeout at or after the deadline is the deadline's. `hint` is
    /// what the server said about when to come back, read by the policy's HintRules.
    Decision attemptEnded(const Policy &policy, Guards guards, Time now, Ticket ticket, Outcome outcome,
                          const HintReading &hint = {})
    {
        if (ticket != m_ticket)
            return guards.hedging ? overtakenEnded(policy, guards, now, ticket, outcome, hint) : Decision{};
        ++m_ticket;
        const BreakerReport report = tell(policy, guards, now, outcome, latest());
        m_cost = 0;
        return afterEnd(policy, guards, now, outcome, hint, report);
    }

    /// CallHedges::dueAt() has come: sends an attempt beside those under way, if everything lets it go at once. If not, and
    /// nothing is under way since the server had put this one off, the call is over.
    Decision hedge(const Policy &policy, Guards guards, Time now)
    {
        const Decision next = tryHedge(policy, guards, now);
        const bool underWay = inFlight() || !guards.hedging.call->empty();
        return next.kind == Decision::Kind::attempt || underWay ? next : giveUpHedging(policy, guards, now);
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
    /// Hedges ask the budget under numbers of their own.
    static constexpr std::uint32_t hedgeDraws = 0x10000;

    static Decision done(EndReason reason)
    {
        Decision decision;
        decision.kind = Decision::Kind::done;
        decision.reason = reason;
        return decision;
    }

    /// Ends a call that was let in by an outside breaker and has not sent what it was let in for.
    Decision giveUp(const Policy &policy, Guards guards, Time now, EndReason reason)
    {
        if (policy.breaker.order == BreakerOrder::outside)
            guards.breaker.record({true, m_permit}, BreakerReport::neutral, now);
        return done(reason);
    }

    /// Asks the breaker; where it only gates retries, a first attempt just goes.
    bool letInBy(const Policy &policy, Breaker &breaker, Time now)
    {
        if (policy.breaker.gates == BreakerGates::retries && m_attempts == 0) [[unlikely]] {
            m_permit = breaker.passBy(now).generation;
            return true;
        }
        const BreakerPermit permit = breaker.acquire(now);
        m_permit = permit.generation;
        return permit.admitted;
    }

    /// The attempt that a wait was for is not made: the deadline is there. The breaker hears what the last attempt said
    /// where waits for a turn make that usual, and else, where only a late timer can, of a failure.
    Decision missDeadline(const Policy &policy, Guards guards, Time now)
    {
        if (guards.budget && m_attempts > 0)
            guards.budget->retryDropped();
        giveTurnBack(guards);
        if (policy.breaker.order == BreakerOrder::outside)
            guards.breaker.record({true, m_permit}, guards.rate ? m_said : BreakerReport::failure, now,
                                  now - m_startedAt);
        return done(EndReason::deadlineExceeded);
    }

    /// What an attempt has paid that is not sent after all.
    void giveTurnBack(Guards guards)
    {
        if (guards.rate && m_paced) [[unlikely]]
            guards.rate->giveBack();
        m_paced = false;
    }

    /// The rate lets an attempt go at once, or hands out a wait, after which the attempt goes without asking again.
    Decision waitForTurn(const Policy &policy, Guards guards, Time now, Duration turn)
    {
        m_paced = true;
        const Duration backedOff = m_lastWait; // what the next backoff may build on
        const Decision next = waitUntil(policy, now, later(now, turn));
        m_lastWait = backedOff;
        return next.kind == Decision::Kind::wait ? next : missDeadline(policy, guards, now);
    }

    Decision attempt(const Policy &policy, Guards guards, Time now)
    {
        if (guards.rate && !m_paced) [[unlikely]]
            if (const Duration turn = guards.rate->acquire(now); turn > Duration::zero())
                return waitForTurn(policy, guards, now, turn);
        if (policy.breaker.order == BreakerOrder::inside && !letInBy(policy, guards.breaker, now)) {
            if (guards.budget && m_attempts > 0)
                guards.budget->retryDropped();
            giveTurnBack(guards);
            return done(EndReason::breakerOpen);
        }
        m_paced = false;
        if (guards.hedging) [[unlikely]]
            guards.hedging.call->begin();
        return send(policy, guards, now);
    }

    /// An attempt that everything has let go.
    Decision send(const Policy &policy, Guards guards, Time now)
    {
        if (guards.budget) [[unlikely]]
            guards.budget->attemptStarted(m_attempts > 0);
        ++m_attempts;
        m_attemptAt = now;
        Decision decision;
        decision.kind = Decision::Kind::attempt;
        decision.ticket = ++m_ticket;
        decision.at = later(now, policy.timeout);
        if (policy.deadlineMode == DeadlineMode::refuse)
            decision.at = std::min(decision.at, deadlineAt(policy));
        if (guards.hedging) [[unlikely]] {
            CallHedges &hedges = *guards.hedging.call;
            hedges.setDue(mayHedge(policy, hedges, now) ? later(now, guards.hedging.hedger->delay()) : never);
        }
        return decision;
    }

    /// At or after the deadline: the rules that do not cut attempts short let one start at it, or whenever.
    bool mayStartAt(const Policy &policy, Time now) const
    {
        return policy.deadlineMode == DeadlineMode::afterAttempt
               || (policy.deadlineMode != DeadlineMode::refuse && now == deadlineAt(policy));
    }

    /// The attempt sent last.
    AttemptUnderWay latest() const { return {m_attemptAt, m_ticket, m_permit, m_cost, m_attempts, {}}; }

    /// Those who keep count hear how an attempt has ended. Returns what an outside breaker would hear.
    BreakerReport tell(const Policy &policy, Guards guards, Time now, Outcome outcome, const AttemptUnderWay &attempt)
    {
        const BreakerReport report = reportOf(outcome.kind, policy.breaker);
        if (policy.breaker.order == BreakerOrder::inside)
            guards.breaker.record({true, attempt.permit}, report, now, now - attempt.sentAt);
        if (guards.budget) [[unlikely]] {
            const bool retryable = outcome.kind != OutcomeKind::ok && policy.retry.on.contains(outcome);
            guards.budget->attemptEnded({outcome.kind, retryable, attempt.number > 1, attempt.cost}, now);
        }
        if (guards.rate) [[unlikely]]
            guards.rate->onResponse(outcome.kind == OutcomeKind::rateLimited, now);
        if (guards.rate || guards.hedging) [[unlikely]]
            m_said = report;
        if (guards.hedging && outcome.kind == OutcomeKind::ok) [[unlikely]]
            tellHedger(guards.hedging, now, attempt);
        return report;
    }

    /// What comes after an attempt of which everybody has heard.
    Decision afterEnd(const Policy &policy, Guards guards, Time now, Outcome outcome, const HintReading &hint,
                      BreakerReport report)
    {
        const Decision next = afterOutcome(policy, guards, now, outcome, hint);
        if (next.kind == Decision::Kind::done) {
            if (policy.breaker.order == BreakerOrder::outside)
                guards.breaker.record({true, m_permit}, report, now, now - m_startedAt);
            if (guards.hedging) [[unlikely]]
                cancelOthers(policy, guards, now, next.reason);
        }
        return next;
    }

    Decision afterOutcome(const Policy &policy, Guards guards, Time now, Outcome outcome, const HintReading &hint)
    {
        if (outcome.kind == OutcomeKind::ok)
            return done(EndReason::succeeded);
        if (now >= deadlineAt(policy)
            && !(policy.deadlineMode == DeadlineMode::refuseBeyond && now == deadlineAt(policy)))
            return done(EndReason::deadlineExceeded);
        if (!policy.retry.on.contains(outcome) && !isMadeRetryable(policy, hint))
            return done(EndReason::notRetryable);
        if (guards.hedging) [[unlikely]]
            if (const std::optional<Decision> next = leaveToHedges(policy, guards, now, hint))
                return *next;
        if (m_attempts >= policy.retry.maxAttempts)
            return done(EndReason::attemptsExhausted);
        // Retrying into an open breaker is pointless: it would only be refused after the wait.
        if (policy.breaker.order == BreakerOrder::inside && guards.breaker.refuses(now))
            return done(EndReason::breakerOpen);
        Decision next = waitForNext(policy, now, outcome, hint);
        if (guards.budget && next.kind == Decision::Kind::wait) [[unlikely]] {
            const Withdrawal withdrawal = guards.budget->withdraw(outcome.kind, now,
                                                                  uniform(m_path, Purpose::budget, m_attempts));
            if (!withdrawal.granted)
                return done(EndReason::budgetDenied);
            m_cost = withdrawal.cost;
        }
        return next;
    }

    // ---- hedges: defined in call_hedging.h -------------------------------------------------------------------------

    bool mayHedge(const Policy &policy, const CallHedges &hedges, Time now) const;
    Decision tryHedge(const Policy &policy, Guards guards, Time now);

    /// Why the last hope of a call was not sent.
    Decision giveUpHedging(const Policy &policy, Guards guards, Time now);

    /// Asks everybody who may hold an attempt back. A hedge does not wait for its turn: then it is not sent.
    bool letHedgeGo(const Policy &policy, Guards guards, Time now);
    bool goesAtOnce(const Policy &policy, Guards guards, Time now);

    /// A failure that hedges may still make good: the next one goes, or those under way are waited for. Nothing when that
    /// is no way out.
    std::optional<Decision> leaveToHedges(const Policy &policy, Guards guards, Time now, const HintReading &hint);

    /// The server says when the next attempt may come, or that none may: so it is with the next hedge (gRPC's pushback).
    /// False when it says nothing that this client listens to.
    bool delayHedge(const Policy &policy, CallHedges &hedges, Time now, const HintReading &hint) const;

    /// An attempt has ended that a hedge had overtaken.
    Decision overtakenEnded(const Policy &policy, Guards guards, Time now, Ticket ticket, Outcome outcome,
                            const HintReading &hint);

    /// How long it takes an attempt to be answered; hedges are left out, of which only the fast ones would be seen.
    void tellHedger(const Hedging &hedging, Time now, const AttemptUnderWay &attempt) const;

    /// The call is done: nobody waits any more for what is under way. CallHedges keeps it for whoever drives the call.
    void cancelOthers(const Policy &policy, Guards guards, Time now, EndReason reason);

    // ---- the wait before a retry -----------------------------------------------------------------------------------

    /// Some clients take the server's word for it.
    static bool isMadeRetryable(const Policy &policy, const HintReading &hint)
    {
        return policy.retry.hint.makesRetryable && hint.kind == HintReading::Kind::wait;
    }

    Decision waitForNext(const Policy &policy, Time now, Outcome outcome, const HintReading &hint)
    {
        const auto retry = static_cast<std::uint32_t>(m_attempts - m_uncounted);
        const double u = uniform(m_path, Purpose::jitter, m_attempts);
        const double uBefore = policy.retry.jitter.kind == Jitter::decorrelatedV2 && m_attempts > 1
                                   ? uniform(m_path, Purpose::jitter, m_attempts - 1U)
                                   : 0.0;
        const Backoff &backoff = policy.retry.backoff;
        m_lastWait = outcome.kind == OutcomeKind::rateLimited && backoff.throttledBase > Duration::zero()
                         ? drawWait(afterThrottling(backoff), policy.retry.jitter, retry, m_lastWait, u, uBefore)
                         : drawWait(backoff, policy.retry.jitter, retry, m_lastWait, u, uBefore);
        if (hint.kind != HintReading::Kind::absent) [[unlikely]] {
            if (!heed(policy, hint))
                return done(EndReason::toldNotTo);
        }
        return waitUntil(policy, now, later(now, m_lastWait));
    }

    /// Takes the server's word about the wait. False when it forbids another attempt.
    bool heed(const Policy &policy, const HintReading &hint)
    {
        const HintDecision told = followHint(policy.retry.hint, hint, m_lastWait,
                                             uniform(m_path, Purpose::hint, m_attempts));
        if (told.kind == HintDecision::Kind::doNotRetry)
            return false;
        if (told.kind == HintDecision::Kind::wait)
            m_lastWait = told.wait;
        if (told.backoff == HintedBackoff::restarts)
            m_uncounted = m_attempts & 0x1FFFU; // at most 1000
        else if (told.backoff == HintedBackoff::holds)
            ++m_uncounted;
        return true;
    }

    /// Never sleep into the deadline: an attempt that starts there cannot succeed. What is done instead, the policy says.
    Decision waitUntil(const Policy &policy, Time now, Time at)
    {
        const Time deadline = deadlineAt(policy);
        if (at >= deadline) [[unlikely]] {
            const bool ends = policy.deadlineMode == DeadlineMode::refuse
                              || (policy.deadlineMode == DeadlineMode::refuseBeyond && at > deadline);
            if (ends)
                return done(EndReason::deadlineExceeded);
            if (policy.deadlineMode == DeadlineMode::clamp) {
                at = deadline;
                m_lastWait = at - now;
            }
        }
        Decision decision;
        decision.kind = Decision::Kind::wait;
        decision.at = at;
        return decision;
    }

    std::uint64_t m_path;
    Time m_startedAt{};
    Time m_attemptAt{}; ///< when the last attempt began
    Duration m_lastWait{0};
    Ticket m_ticket = 0;
    std::uint32_t m_permit = 0; ///< the breaker's generation when it let us in
    Millitokens m_cost = 0;     ///< what the budget took for the attempt under way
    std::uint16_t m_attempts = 0;
    std::uint16_t m_uncounted : 13 = 0; ///< attempts that the backoff does not count: hedges, and by the server's word
    bool m_paced : 1 = false;           ///< the wait under way is for the next attempt's turn, which is paid for
    /// With a sending rate or hedges: what the last attempt to end says to an outside breaker; nothing before the first
    /// has ended.
    BreakerReport m_said : 2 = BreakerReport::neutral;
};

} // namespace retrylab

#include "core/policy/call_hedging.h" // IWYU pragma: export
