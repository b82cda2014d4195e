// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/fields_table.h"

#include <QtGlobal>

// Rows of the field table: the policy of a caller.

namespace retrylab {

namespace {

constexpr auto policy = &Node::policy;
constexpr auto retry = &Policy::retry;
constexpr auto backoff = &RetryOptions::backoff;
constexpr auto jitter = &RetryOptions::jitter;
constexpr auto breaker = &Policy::breaker;

void addBackoffFields(FieldTable &table)
{
    constexpr std::string_view kind = "chain.*.policy.retry.backoff.kind";
    constexpr std::string_view jitterPath = "chain.*.policy.retry.jitter";
    table.add<Node, policy, retry, backoff, &Backoff::kind>(kind)
        .of(NodeRole::caller)
        .words(QT_TRANSLATE_NOOP("Field", "Backoff"),
               QT_TRANSLATE_NOOP("Field", "How the waits between attempts grow."));
    table.add<Node, policy, retry, backoff, &Backoff::base>("chain.*.policy.retry.backoff.base")
        .range(0, longest)
        .logSlider(millisecond, 10 * second)
        .of(NodeRole::caller)
        .when(kind, "fixed|linear|exponential")
        .words(QT_TRANSLATE_NOOP("Field", "Base"), QT_TRANSLATE_NOOP("Field", "The wait before the first retry."));
    table.add<Node, policy, retry, backoff, &Backoff::multiplier>("chain.*.policy.retry.backoff.multiplier")
        .range(1, 100)
        .slider(1, 5)
        .of(NodeRole::caller)
        .when(kind, "exponential")
        .when(jitterPath, "none|full|equal|proportional")
        .words(QT_TRANSLATE_NOOP("Field", "Multiplier"),
               QT_TRANSLATE_NOOP("Field", "How many times as long each next wait is."));
    table.add<Node, policy, retry, backoff, &Backoff::increment>("chain.*.policy.retry.backoff.increment")
        .range(0, longest)
        .logSlider(millisecond, 10 * second)
        .of(NodeRole::caller)
        .when(kind, "linear")
        .when(jitterPath, "none|full|equal|proportional")
        .words(QT_TRANSLATE_NOOP("Field", "Increment"), QT_TRANSLATE_NOOP("Field", "How much each next wait adds."));
    table.add<Node, policy, retry, backoff, &Backoff::cap>("chain.*.policy.retry.backoff.cap")
        .range(0, longest)
        .orUnlimited()
        .logSlider(10 * millisecond, 2 * minute)
        .of(NodeRole::caller)
        .when(kind, "fixed|linear|exponential")
        .words(QT_TRANSLATE_NOOP("Field", "Cap"), QT_TRANSLATE_NOOP("Field", "No wait grows beyond this."));
    table.add<Node, policy, retry, jitter, &JitterOptions::kind>(jitterPath)
        .of(NodeRole::caller)
        .when(kind, "fixed|linear|exponential")
        .words(QT_TRANSLATE_NOOP("Field", "Jitter"), QT_TRANSLATE_NOOP("Field", "How chance spreads the waits."));
    table.add<Node, policy, retry, jitter, &JitterOptions::proportion>("chain.*.policy.retry.proportion")
        .as(FieldType::share)
        .range(0, 1)
        .slider(0, 1)
        .of(NodeRole::caller)
        .when(jitterPath, "proportional")
        .when(kind, "fixed|linear|exponential")
        .words(QT_TRANSLATE_NOOP("Field", "Jitter share"),
               QT_TRANSLATE_NOOP("Field", "How far a wait may stray either way."));
}

} // namespace

void addRetryFields(FieldTable &table)
{
    table.add<Node, policy, &Policy::timeout>("chain.*.policy.timeout")
        .range(microsecond, longest)
        .orUnlimited()
        .logSlider(10 * millisecond, minute)
        .of(NodeRole::caller)
        .words(QT_TRANSLATE_NOOP("Field", "Attempt timeout"),
               QT_TRANSLATE_NOOP("Field", "How long one attempt waits for its answer."));
    table.add<Node, policy, &Policy::deadline>("chain.*.policy.deadline")
        .range(microsecond, longest)
        .orUnlimited()
        .logSlider(100 * millisecond, 5 * minute)
        .of(NodeRole::caller)
        .words(QT_TRANSLATE_NOOP("Field", "Deadline"),
               QT_TRANSLATE_NOOP("Field", "How long the whole call may take, waits included."));
    table.add<Node, policy, retry, &RetryOptions::maxAttempts>("chain.*.policy.retry.maxAttempts")
        .range(1, 1000)
        .slider(1, 12)
        .of(NodeRole::caller)
        .words(QT_TRANSLATE_NOOP("Field", "Max attempts"),
               QT_TRANSLATE_NOOP("Field", "How often a call is tried at most, the first time included."));
    addBackoffFields(table);
    table.add<Node, policy, retry, &RetryOptions::on>("chain.*.policy.retry.on")
        .of(NodeRole::caller)
        .words(QT_TRANSLATE_NOOP("Field", "Retry on"),
               QT_TRANSLATE_NOOP("Field", "The outcomes that are worth another attempt."));
}

void addBreakerFields(FieldTable &table)
{
    constexpr std::string_view kind = "chain.*.policy.breaker.kind";
    constexpr std::string_view any = "consecutive|countWindow|timeWindow";
    table.add<Node, policy, breaker, &BreakerOptions::kind>(kind)
        .of(NodeRole::caller)
        .words(QT_TRANSLATE_NOOP("Field", "Breaker"), QT_TRANSLATE_NOOP("Field", "What the breaker judges by."));
    table.add<Node, policy, breaker, &BreakerOptions::order>("chain.*.policy.breaker.order")
        .of(NodeRole::caller)
        .when(kind, any)
        .words(QT_TRANSLATE_NOOP("Field", "Breaker order"),
               QT_TRANSLATE_NOOP("Field", "Around the whole call with its retries, or around each attempt."));
    table.add<Node, policy, breaker, &BreakerOptions::scope>("chain.*.policy.breaker.scope")
        .of(NodeRole::caller)
        .when(kind, any)
        .words(QT_TRANSLATE_NOOP("Field", "Breaker scope"),
               QT_TRANSLATE_NOOP("Field", "One breaker for each caller, or one for all."));
    table.add<Node, policy, breaker, &BreakerOptions::size>("chain.*.policy.breaker.size")
        .range(1, 1000)
        .logSlider(1, 100)
        .of(NodeRole::caller)
        .when(kind, "consecutive|countWindow")
        .words(QT_TRANSLATE_NOOP("Field", "Breaker size"),
               QT_TRANSLATE_NOOP("Field", "How many failures in a row open it, or how many calls it looks back on."));
    table.add<Node, policy, breaker, &BreakerOptions::window>("chain.*.policy.breaker.window")
        .range(millisecond, hour)
        .logSlider(100 * millisecond, minute)
        .of(NodeRole::caller)
        .when(kind, "timeWindow")
        .words(QT_TRANSLATE_NOOP("Field", "Breaker window"), QT_TRANSLATE_NOOP("Field", "How far back it looks."));
    table.add<Node, policy, breaker, &BreakerOptions::minimumCalls>("chain.*.policy.breaker.minimumCalls")
        .range(1, 100'000)
        .logSlider(1, 100)
        .of(NodeRole::caller)
        .when(kind, "countWindow|timeWindow")
        .words(QT_TRANSLATE_NOOP("Field", "Minimum calls"),
               QT_TRANSLATE_NOOP("Field", "It does not judge before it has seen so many calls."));
    table.add<Node, policy, breaker, &BreakerOptions::failureRatio>("chain.*.policy.breaker.failureRatio")
        .as(FieldType::share)
        .range(0.001, 1)
        .slider(0.05, 1)
        .of(NodeRole::caller)
        .when(kind, "countWindow|timeWindow")
        .words(QT_TRANSLATE_NOOP("Field", "Failure ratio"),
               QT_TRANSLATE_NOOP("Field", "It opens when at least this share of calls failed."));
    table.add<Node, policy, breaker, &BreakerOptions::openTime>("chain.*.policy.breaker.open.time")
        .range(millisecond, longest)
        .logSlider(100 * millisecond, 2 * minute)
        .of(NodeRole::caller)
        .when(kind, any)
        .words(QT_TRANSLATE_NOOP("Field", "Open time"),
               QT_TRANSLATE_NOOP("Field", "How long it refuses everything before it probes."));
    table.add<Node, policy, breaker, &BreakerOptions::probes>("chain.*.policy.breaker.halfOpen.probes")
        .range(1, 100)
        .slider(1, 20)
        .of(NodeRole::caller)
        .when(kind, any)
        .words(QT_TRANSLATE_NOOP("Field", "Probes"),
               QT_TRANSLATE_NOOP("Field", "Half-open, it lets so many calls through at once."));
    table.add<Node, policy, breaker, &BreakerOptions::successes>("chain.*.policy.breaker.halfOpen.successes")
        .range(1, 100)
        .slider(1, 20)
        .of(NodeRole::caller)
        .when(kind, any)
        .words(QT_TRANSLATE_NOOP("Field", "Successes"),
               QT_TRANSLATE_NOOP("Field", "So many good probes in a row close it."));
}

} // namespace retrylab
