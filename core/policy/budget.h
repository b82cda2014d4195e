// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/active_share.h"
#include "core/policy/adaptive_throttle.h"
#include "core/policy/budget_options.h"
#include "core/policy/outcome.h"
#include "core/policy/ratio_budget.h"
#include "core/policy/token_bucket.h"

#include <variant>

namespace retrylab {

/// What a budget says about an attempt that wants to go.
struct Withdrawal {
    bool granted = true;
    Millitokens cost = 0; ///< tokens taken; to be told when the attempt has ended

    friend bool operator==(Withdrawal, Withdrawal) = default;
};

/// How an attempt ended, as a budget needs to know it.
struct AttemptEnd {
    OutcomeKind kind = OutcomeKind::ok;
    bool retryable = false; ///< the policy would retry after this outcome (whether or not it will)
    bool retry = false;     ///< it was not its call's first attempt
    Millitokens cost = 0;   ///< what its withdrawal cost
};

/// Keeps the retries of one caller, or of a fleet that shares it, within a budget: a small state machine that is told
/// the time. Whoever drives it tells it about every request, attempt and end, in the order of these functions:
///     callStarted, admit (the first attempt), attemptStarted, attemptEnded, withdraw (a retry), [a wait,] attemptStarted …
/// An attempt that is given up ends with attemptCancelled instead. A refused attempt has not started and does not end.
/// A retry that was let go but is not sent (a deadline, an open breaker) is reported by retryDropped. A clock that goes
/// backwards changes nothing: see SlidingCounts.
/// One cache line, for a caller each; the kind is chosen for good when it is made.
class alignas(64) Budget {
public:
    /// The options must outlive the budget, as a policy outlives its calls.
    explicit Budget(const BudgetOptions &options);
    explicit Budget(BudgetOptions &&options) = delete;

    /// A request begins.
    void callStarted(Time now)
    {
        if (auto *ratio = std::get_if<RatioBudget>(&m_state)) {
            if (m_options->deposit == BudgetDeposit::request)
                ratio->deposit(now);
        } else if (auto *bucket = std::get_if<TokenBucket>(&m_state)) {
            bucket->put(millitokens(m_options->depositPerCall));
        }
    }
    /// May the first attempt go? Only adaptiveThrottle ever says no, given the uniform draw u in [0, 1).
    bool admit(Time now, double u)
    {
        auto *throttle = std::get_if<AdaptiveThrottle>(&m_state);
        return !throttle || m_options->admit == BudgetAdmit::retries || !throttle->refuses(now, u, *m_options);
    }
    /// May a retry go, after an attempt that ended with `cause` (ok for a hedge, which follows no end)? What it costs is
    /// taken at once. u in [0, 1) is only read by adaptiveThrottle.
    Withdrawal withdraw(OutcomeKind cause, Time now, double u)
    {
        return kind() == BudgetKind::none ? Withdrawal{} : withdrawFromKind(cause, now, u);
    }
    /// An attempt is sent.
    void attemptStarted(bool retry)
    {
        if (auto *share = std::get_if<ActiveShare>(&m_state))
            share->attemptStarted(retry, *m_options);
    }
    /// An attempt has ended, or is no longer waited for.
    void attemptEnded(AttemptEnd end, Time now)
    {
        if (kind() != BudgetKind::none)
            countEnd(end, now);
    }
    /// An attempt was cancelled: it is no longer waited for, and says nothing.
    void attemptCancelled(bool retry)
    {
        if (auto *share = std::get_if<ActiveShare>(&m_state))
            share->attemptEnded(retry);
    }
    /// A retry that was let go will not be sent. What it cost stays spent (as in the AWS SDKs and Envoy).
    void retryDropped()
    {
        if (auto *share = std::get_if<ActiveShare>(&m_state))
            share->retryDropped(*m_options);
    }

    BudgetKind kind() const { return static_cast<BudgetKind>(m_state.index()); }
    /// For a gauge, in [0, capacity]: retries that would go (ratio), tokens, retries that may join those under way
    /// (activeShare), or the probability of being let go (adaptiveThrottle). 0 of 0 with kind none. Changes nothing.
    double balance(Time now) const;
    /// The gauge's full scale. Of a ratio and an activeShare it moves: what the balance would be with no retries.
    double capacity(Time now) const;

private:
    /// Two kinds share the bucket but not the rules.
    struct GrpcBucket : TokenBucket {
        using TokenBucket::TokenBucket;
    };
    /// In the order of BudgetKind.
    using State = std::variant<std::monostate, RatioBudget, TokenBucket, GrpcBucket, ActiveShare, AdaptiveThrottle>;

    static constexpr Millitokens oneToken = 1000; ///< gRPC: what a failure takes

    static State stateFor(const BudgetOptions &options);
    void countEnd(AttemptEnd end, Time now);
    void refund(TokenBucket &bucket, AttemptEnd end) const;
    Withdrawal withdrawFromKind(OutcomeKind cause, Time now, double u);
    Withdrawal withdrawTokens(TokenBucket &bucket, OutcomeKind cause) const;

    const BudgetOptions *m_options;
    State m_state;
};

static_assert(sizeof(Budget) == 64);

inline void Budget::countEnd(AttemptEnd end, Time now)
{
    if (auto *ratio = std::get_if<RatioBudget>(&m_state)) {
        if (m_options->deposit == BudgetDeposit::notRetryable && !end.retryable)
            ratio->deposit(now);
    } else if (auto *bucket = std::get_if<TokenBucket>(&m_state)) {
        if (end.kind == OutcomeKind::ok)
            refund(*bucket, end);
    } else if (auto *tokens = std::get_if<GrpcBucket>(&m_state)) {
        if (end.kind == OutcomeKind::ok)
            tokens->put(millitokens(m_options->ratio));
        else if (end.retryable)
            tokens->drain(oneToken);
    } else if (auto *share = std::get_if<ActiveShare>(&m_state)) {
        share->attemptEnded(end.retry);
    } else if (auto *throttle = std::get_if<AdaptiveThrottle>(&m_state)) {
        throttle->answered(now, !isServiceFailure(end.kind));
    }
}

inline void Budget::refund(TokenBucket &bucket, AttemptEnd end) const
{
    const bool lastCost = end.retry && m_options->refund == BudgetRefund::lastCost;
    bucket.put(lastCost ? end.cost : millitokens(m_options->depositPerSuccess));
}

} // namespace retrylab
