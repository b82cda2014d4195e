// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/policy/budget.h"

namespace retrylab {

namespace {

constexpr double millis = 1000.0;

Millitokens costAfter(OutcomeKind cause, const BudgetOptions &options)
{
    switch (cause) {
    case OutcomeKind::timeout: return millitokens(options.timeoutCost);
    case OutcomeKind::rateLimited: return millitokens(options.throttleCost);
    default: return millitokens(options.cost);
    }
}

} // namespace

Budget::Budget(const BudgetOptions &options)
    : m_options(&options)
    , m_state(stateFor(options))
{
}

Budget::State Budget::stateFor(const BudgetOptions &options)
{
    switch (options.kind) {
    case BudgetKind::none: break;
    case BudgetKind::ratio: return RatioBudget(options);
    case BudgetKind::tokenBucket: return TokenBucket(millitokens(options.capacity), millitokens(options.initial));
    case BudgetKind::grpcThrottle: return GrpcBucket(millitokens(options.capacity), millitokens(options.capacity));
    case BudgetKind::activeShare: return ActiveShare();
    case BudgetKind::adaptiveThrottle: return AdaptiveThrottle(options);
    }
    return {};
}

Withdrawal Budget::withdrawFromKind(OutcomeKind cause, Time now, double u)
{
    if (auto *ratio = std::get_if<RatioBudget>(&m_state))
        return {ratio->withdraw(now, *m_options), 0};
    if (auto *bucket = std::get_if<TokenBucket>(&m_state))
        return withdrawTokens(*bucket, cause);
    if (auto *tokens = std::get_if<GrpcBucket>(&m_state))
        return {tokens->moreThanHalfFull(), 0};
    if (auto *share = std::get_if<ActiveShare>(&m_state))
        return {share->withdraw(*m_options), 0};
    return {!std::get_if<AdaptiveThrottle>(&m_state)->refuses(now, u, *m_options), 0};
}

Withdrawal Budget::withdrawTokens(TokenBucket &bucket, OutcomeKind cause) const
{
    const Millitokens cost = costAfter(cause, *m_options);
    return bucket.take(cost) ? Withdrawal{true, cost} : Withdrawal{false, 0};
}

double Budget::balance(Time now) const
{
    if (const auto *ratio = std::get_if<RatioBudget>(&m_state))
        return ratio->balance(now, *m_options);
    if (const auto *bucket = std::get_if<TokenBucket>(&m_state))
        return bucket->level() / millis;
    if (const auto *tokens = std::get_if<GrpcBucket>(&m_state))
        return tokens->level() / millis;
    if (const auto *share = std::get_if<ActiveShare>(&m_state))
        return share->room(*m_options);
    if (const auto *throttle = std::get_if<AdaptiveThrottle>(&m_state))
        return 1.0 - throttle->probability(now, *m_options);
    return 0.0;
}

double Budget::capacity(Time now) const
{
    switch (kind()) {
    case BudgetKind::none: break;
    case BudgetKind::ratio: return std::get_if<RatioBudget>(&m_state)->capacity(now, *m_options);
    case BudgetKind::tokenBucket: return std::get_if<TokenBucket>(&m_state)->capacity() / millis;
    case BudgetKind::grpcThrottle: return std::get_if<GrpcBucket>(&m_state)->capacity() / millis;
    case BudgetKind::activeShare: return std::get_if<ActiveShare>(&m_state)->most(*m_options);
    case BudgetKind::adaptiveThrottle: return 1.0;
    }
    return 0.0;
}

} // namespace retrylab
