// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/call.h"

// What a Call does about hedges. The end of call.h, which says what each function is for; all of it is inline, for the
// event loop takes it in.

namespace retrylab {

inline bool Call::mayHedge(const Policy &policy, const CallHedges &hedges, Time now) const
{
    return !hedges.isStopped() && hedges.sent() < policy.hedge.most && m_attempts < policy.retry.maxAttempts
           && now < deadlineAt(policy);
}

inline Decision Call::tryHedge(const Policy &policy, Guards guards, Time now)
{
    CallHedges &hedges = *guards.hedging.call;
    hedges.setDue(never);
    const AttemptUnderWay overtaken = latest();
    if (!mayHedge(policy, hedges, now) || !letHedgeGo(policy, guards, now)) {
        m_permit = overtaken.permit; // It is still the latest.
        return {};
    }
    if (inFlight()) {
        hedges.overtake(overtaken);
        ++m_ticket;
    }
    hedges.hedgeSent();
    ++m_uncounted;
    return send(policy, guards, now);
}

inline Decision Call::giveUpHedging(const Policy &policy, Guards guards, Time now)
{
    if (policy.breaker.order == BreakerOrder::outside)
        guards.breaker.record({true, m_permit}, m_said, now, now - m_startedAt);
    if (now >= deadlineAt(policy))
        return done(EndReason::deadlineExceeded);
    const bool refused = policy.breaker.order == BreakerOrder::inside && guards.breaker.refuses(now);
    return done(refused ? EndReason::breakerOpen : EndReason::budgetDenied);
}

inline bool Call::letHedgeGo(const Policy &policy, Guards guards, Time now)
{
    if (!guards.hedging.hedger->withdraw())
        return false;
    Withdrawal withdrawal;
    if (guards.budget)
        withdrawal = guards.budget->withdraw(OutcomeKind::ok, now,
                                             uniform(m_path, Purpose::budget, hedgeDraws + m_attempts));
    if (withdrawal.granted && goesAtOnce(policy, guards, now)) {
        m_cost = withdrawal.cost;
        return true;
    }
    if (guards.budget && withdrawal.granted)
        guards.budget->retryDropped();
    guards.hedging.hedger->giveBack();
    return false;
}

inline bool Call::goesAtOnce(const Policy &policy, Guards guards, Time now)
{
    const bool itsTurn = !guards.rate || guards.rate->acquire(now) == Duration::zero();
    if (itsTurn && (policy.breaker.order == BreakerOrder::outside || letInBy(policy, guards.breaker, now)))
        return true;
    if (guards.rate)
        guards.rate->giveBack();
    return false;
}

inline std::optional<Decision> Call::leaveToHedges(const Policy &policy, Guards guards, Time now,
                                                   const HintReading &hint)
{
    CallHedges &hedges = *guards.hedging.call;
    bool comesLater = false;
    if (mayHedge(policy, hedges, now)) {
        const bool told = hint.kind != HintReading::Kind::absent && delayHedge(policy, hedges, now, hint);
        if (!told && policy.hedge.afterFailure == HedgeAfterFailure::atOnce)
            if (const Decision next = tryHedge(policy, guards, now); next.kind == Decision::Kind::attempt)
                return next;
        comesLater = told && hedges.dueAt() < deadlineAt(policy);
    }
    if (inFlight() || !hedges.empty() || comesLater)
        return Decision{};
    hedges.setDue(never);
    return {};
}

inline bool Call::delayHedge(const Policy &policy, CallHedges &hedges, Time now, const HintReading &hint) const
{
    const HintDecision told = followHint(policy.retry.hint, hint, Duration::zero(),
                                         uniform(m_path, Purpose::hint, m_attempts));
    if (told.kind == HintDecision::Kind::doNotRetry)
        hedges.stop();
    else if (told.kind == HintDecision::Kind::wait)
        hedges.setDue(later(now, told.wait));
    return told.kind != HintDecision::Kind::none;
}

inline Decision Call::overtakenEnded(const Policy &policy, Guards guards, Time now, Ticket ticket, Outcome outcome,
                                     const HintReading &hint)
{
    const std::optional<AttemptUnderWay> attempt = guards.hedging.call->take(ticket);
    if (!attempt)
        return {};
    const BreakerReport report = tell(policy, guards, now, outcome, *attempt);
    return afterEnd(policy, guards, now, outcome, hint, report);
}

inline void Call::tellHedger(const Hedging &hedging, Time now, const AttemptUnderWay &attempt) const
{
    if (attempt.number + hedging.call->sent() <= m_attempts)
        hedging.hedger->answered(now - attempt.sentAt);
}

inline void Call::cancelOthers(const Policy &policy, Guards guards, Time now, EndReason reason)
{
    CallHedges &hedges = *guards.hedging.call;
    hedges.setDue(never);
    if (inFlight()) {
        hedges.overtake(latest());
        ++m_ticket;
    }
    for (const AttemptUnderWay &attempt : hedges.attempts()) {
        if (policy.breaker.order == BreakerOrder::inside)
            guards.breaker.record({true, attempt.permit}, BreakerReport::neutral, now, now - attempt.sentAt);
        if (guards.budget)
            guards.budget->attemptCancelled(attempt.number > 1);
        if (reason == EndReason::succeeded)
            tellHedger(guards.hedging, now, attempt);
    }
}

} // namespace retrylab
