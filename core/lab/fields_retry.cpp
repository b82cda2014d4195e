// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/dialects.h"
#include "core/lab/fields_table.h"

#include <QtGlobal>

#include <string>

// Rows of the field table: a caller's policy, its time limits and its retries.

namespace retrylab {

namespace {

constexpr auto policy = &Node::policy;
constexpr auto retry = &Policy::retry;
constexpr auto backoff = &RetryOptions::backoff;
constexpr auto jitter = &RetryOptions::jitter;

constexpr std::string_view backoffKindPath = "chain.*.policy.retry.backoff.kind";
constexpr std::string_view jitterPath = "chain.*.policy.retry.jitter";
/// Kinds of backoff that wait at all.
constexpr std::string_view waiting = "fixed|linear|exponential|list";
/// Kinds that are computed from the base.
constexpr std::string_view fromBase = "fixed|linear|exponential";
/// Kinds of jitter that spread the backoff's own wait: decorrelated ones grow by themselves.
constexpr std::string_view keepsGrowth = "none|full|equal|proportional|added|aroundTime|addedTime";

template <auto... Members>
FieldRow addPolicy(FieldTable &table, std::string_view path)
{
    return table.add<Node, policy, Members...>(path).of(NodeRole::caller);
}

template <auto Member>
FieldRow addBackoff(FieldTable &table, std::string_view path)
{
    return addPolicy<retry, backoff, Member>(table, path);
}

/// Not in core/policy: there a dialect is nothing but the values that it brings.
void addDialectField(FieldTable &table)
{
    FieldRow row = table.add<Node, &Node::dialect>("chain.*.policy.dialect");
    row.as(FieldType::choice)
        .of(NodeRole::caller)
        .words(QT_TRANSLATE_NOOP("Field", "Dialect"),
               QT_TRANSLATE_NOOP("Field", "The library whose rules the policy follows."));
    row.field().choices = dialectChoices();
    row.field().write = [](Experiment &experiment, std::size_t element, const FieldValue &value) {
        chooseDialect(experiment, element, std::get<QString>(value));
    };
}

void addGrowthFields(FieldTable &table)
{
    addBackoff<&Backoff::kind>(table, backoffKindPath)
        .advancedAfter(4)
        .words(QT_TRANSLATE_NOOP("Field", "Backoff"),
               QT_TRANSLATE_NOOP("Field", "How the waits between attempts grow."));
    addBackoff<&Backoff::base>(table, "chain.*.policy.retry.backoff.base")
        .range(0, longest)
        .logSlider(millisecond, 10 * second)
        .when(backoffKindPath, fromBase)
        .words(QT_TRANSLATE_NOOP("Field", "Base"), QT_TRANSLATE_NOOP("Field", "The wait before the first retry."));
    // Below 1 waits shrink; libraries accept that.
    addBackoff<&Backoff::multiplier>(table, "chain.*.policy.retry.backoff.multiplier")
        .range(0.01, 100)
        .slider(1, 5)
        .when(backoffKindPath, "exponential")
        .when(jitterPath, keepsGrowth)
        .words(QT_TRANSLATE_NOOP("Field", "Multiplier"),
               QT_TRANSLATE_NOOP("Field", "How many times as long each next wait is."));
    addBackoff<&Backoff::increment>(table, "chain.*.policy.retry.backoff.increment")
        .range(0, longest)
        .logSlider(millisecond, 10 * second)
        .when(backoffKindPath, "linear")
        .when(jitterPath, keepsGrowth)
        .words(QT_TRANSLATE_NOOP("Field", "Increment"), QT_TRANSLATE_NOOP("Field", "How much each next wait adds."));
    addBackoff<&Backoff::waits>(table, "chain.*.policy.retry.backoff.waits")
        .range(0, longest)
        .advanced()
        .when(backoffKindPath, "list")
        .words(QT_TRANSLATE_NOOP("Field", "Waits"),
               QT_TRANSLATE_NOOP("Field", "The waits before the retries, one by one; the last one goes on."));
    addBackoff<&Backoff::cap>(table, "chain.*.policy.retry.backoff.cap")
        .range(0, longest)
        .orUnlimited()
        .logSlider(10 * millisecond, 2 * minute)
        .when(backoffKindPath, waiting)
        .words(QT_TRANSLATE_NOOP("Field", "Cap"), QT_TRANSLATE_NOOP("Field", "No wait grows beyond this."));
}

void addFinePoints(FieldTable &table)
{
    addBackoff<&Backoff::floor>(table, "chain.*.policy.retry.backoff.floor")
        .range(0, longest)
        .logSlider(0, 10 * second)
        .advanced()
        .when(backoffKindPath, waiting)
        .words(QT_TRANSLATE_NOOP("Field", "Floor"),
               QT_TRANSLATE_NOOP("Field", "No wait is shorter than this, whatever the cap."));
    addBackoff<&Backoff::throttledBase>(table, "chain.*.policy.retry.backoff.throttledBase")
        .range(0, longest)
        .logSlider(0, 10 * second)
        .advanced()
        .when(backoffKindPath, fromBase)
        .words(QT_TRANSLATE_NOOP("Field", "Base after a 429"),
               QT_TRANSLATE_NOOP("Field", "Stands for the base after a 429; 0 s = the base itself."));
    addBackoff<&Backoff::firstExponent>(table, "chain.*.policy.retry.backoff.firstExponent")
        .range(0, 30)
        .slider(0, 5)
        .advanced()
        .when(backoffKindPath, "linear|exponential")
        .when(jitterPath, keepsGrowth)
        .words(QT_TRANSLATE_NOOP("Field", "First exponent"),
               QT_TRANSLATE_NOOP("Field", "How many steps of growth the first retry has behind it."));
    addBackoff<&Backoff::firstAtOnce>(table, "chain.*.policy.retry.backoff.firstAtOnce")
        .advanced()
        .when(backoffKindPath, waiting)
        .words(QT_TRANSLATE_NOOP("Field", "First at once"),
               QT_TRANSLATE_NOOP("Field", "The first retry does not wait at all."));
    addBackoff<&Backoff::capOrder>(table, "chain.*.policy.retry.backoff.capOrder")
        .advanced()
        .when(backoffKindPath, waiting)
        .when(jitterPath, keepsGrowth)
        .words(QT_TRANSLATE_NOOP("Field", "Cap order"),
               QT_TRANSLATE_NOOP("Field", "Whether the cap holds a wait before or after chance has spread it."));
    addBackoff<&Backoff::steps>(table, "chain.*.policy.retry.backoff.steps")
        .advanced()
        .when(backoffKindPath, waiting)
        .words(QT_TRANSLATE_NOOP("Field", "Steps"),
               QT_TRANSLATE_NOOP("Field", "Whether the steps of growth keep their fractions."));
    addBackoff<&Backoff::unit>(table, "chain.*.policy.retry.backoff.unit")
        .range(nanosecond, hour)
        .logSlider(nanosecond, second)
        .advanced()
        .when(backoffKindPath, waiting)
        .words(QT_TRANSLATE_NOOP("Field", "Wait unit"),
               QT_TRANSLATE_NOOP("Field", "Waits are whole multiples of this; what is over is dropped."));
}

void addJitterFields(FieldTable &table)
{
    addPolicy<retry, jitter, &JitterOptions::kind>(table, jitterPath)
        .advancedAfter(5)
        .when(backoffKindPath, waiting)
        .words(QT_TRANSLATE_NOOP("Field", "Jitter"), QT_TRANSLATE_NOOP("Field", "How chance spreads the waits."));
    addPolicy<retry, jitter, &JitterOptions::proportion>(table, "chain.*.policy.retry.proportion")
        .as(FieldType::share)
        .range(0, 1)
        .slider(0, 1)
        .when(jitterPath, "proportional|added")
        .when(backoffKindPath, waiting)
        .words(QT_TRANSLATE_NOOP("Field", "Jitter share"),
               QT_TRANSLATE_NOOP("Field", "How far a wait may stray, as a share of it."));
    addPolicy<retry, jitter, &JitterOptions::amount>(table, "chain.*.policy.retry.jitterTime")
        .range(0, longest)
        .logSlider(millisecond, 10 * second)
        .advanced()
        .when(jitterPath, "aroundTime|addedTime")
        .when(backoffKindPath, waiting)
        .words(QT_TRANSLATE_NOOP("Field", "Jitter time"),
               QT_TRANSLATE_NOOP("Field", "How far a wait may stray, however long it is."));
}

/// Every choice but the first, as a condition has them: there is something to heed.
const std::string &heedingChoices()
{
    static const std::string any = [] {
        std::string names;
        for (const std::string_view name : hintChoices().subspan(1))
            names += (names.empty() ? "" : "|") + std::string(name);
        return names;
    }();
    return any;
}

void addClassificationFields(FieldTable &table)
{
    addPolicy<retry, &RetryOptions::on>(table, "chain.*.policy.retry.on")
        .words(QT_TRANSLATE_NOOP("Field", "Retry on"),
               QT_TRANSLATE_NOOP("Field", "The outcomes that are worth another attempt."));
    addPolicy<retry, &RetryOptions::depends>(table, "chain.*.policy.retry.depends")
        .words(
            QT_TRANSLATE_NOOP("Field", "Depends on the contract"),
            QT_TRANSLATE_NOOP("Field", "Retried only if the request may be repeated: it is idempotent or has a key."));
    addPolicy<retry, &RetryOptions::onlyIdempotent>(table, "chain.*.policy.retry.onlyIdempotent")
        .words(QT_TRANSLATE_NOOP("Field", "Only idempotent requests"),
               QT_TRANSLATE_NOOP("Field", "Others are only retried when the connection was refused: then nothing was "
                                          "done."));
}

void addHintFields(FieldTable &table)
{
    constexpr std::string_view path = "chain.*.policy.retry.retryAfter";
    addPolicy<retry, &RetryOptions::hint>(table, path)
        .advancedAfter(2)
        .words(QT_TRANSLATE_NOOP("Field", "Retry-After"),
               QT_TRANSLATE_NOOP("Field", "What becomes of a server's word about when to come back."));
    addPolicy<retry, &RetryOptions::hint, &HintRules::least>(table, "chain.*.policy.retry.hint.least")
        .range(0, longest)
        .logSlider(0, minute)
        .advanced()
        .when(path, heedingChoices())
        .words(QT_TRANSLATE_NOOP("Field", "Shortest hint"),
               QT_TRANSLATE_NOOP("Field", "A server's word about a shorter wait is taken as this."));
    addPolicy<retry, &RetryOptions::hint, &HintRules::most>(table, "chain.*.policy.retry.hint.most")
        .range(0, longest)
        .orUnlimited()
        .logSlider(second, hour)
        .advanced()
        .when(path, heedingChoices())
        .words(QT_TRANSLATE_NOOP("Field", "Longest hint"),
               QT_TRANSLATE_NOOP("Field", "The longest wait that a server may ask for."));
}

} // namespace

void addRetryFields(FieldTable &table)
{
    addDialectField(table);
    addPolicy<&Policy::timeout>(table, "chain.*.policy.timeout")
        .range(microsecond, longest)
        .orUnlimited()
        .logSlider(10 * millisecond, minute)
        .words(QT_TRANSLATE_NOOP("Field", "Attempt timeout"),
               QT_TRANSLATE_NOOP("Field", "How long one attempt waits for its answer."));
    addPolicy<&Policy::deadline>(table, "chain.*.policy.deadline")
        .range(microsecond, longest)
        .orUnlimited()
        .logSlider(100 * millisecond, 5 * minute)
        .words(QT_TRANSLATE_NOOP("Field", "Deadline"),
               QT_TRANSLATE_NOOP("Field", "How long the whole call may take, waits included."));
    addPolicy<&Policy::deadlineMode>(table, "chain.*.policy.deadlineMode")
        .advanced()
        .words(QT_TRANSLATE_NOOP("Field", "At the deadline"),
               QT_TRANSLATE_NOOP("Field", "What becomes of a call whose next wait would reach its deadline."));
    addPolicy<retry, &RetryOptions::maxAttempts>(table, "chain.*.policy.retry.maxAttempts")
        .range(1, 1000)
        .slider(1, 12)
        .words(QT_TRANSLATE_NOOP("Field", "Max attempts"),
               QT_TRANSLATE_NOOP("Field", "How often a call is tried at most, the first time included."));
    addGrowthFields(table);
    addFinePoints(table);
    addJitterFields(table);
    addClassificationFields(table);
    addHintFields(table);
}

} // namespace retrylab
