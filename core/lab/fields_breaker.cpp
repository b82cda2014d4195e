// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/fields_table.h"

#include <QtGlobal>

// Rows of the field table: the circuit breaker of a caller.

namespace retrylab {

namespace {

constexpr std::string_view breakerKindPath = "chain.*.policy.breaker.kind";
constexpr std::string_view any = "consecutive|countWindow|timeWindow|lifetime";
/// Kinds that judge by shares.
constexpr std::string_view byShare = "countWindow|timeWindow|lifetime";
constexpr double mostCounted = 100'000;

template <auto Member>
FieldRow addBreaker(FieldTable &table, std::string_view path, std::string_view kinds = any)
{
    FieldRow row = table.add<Node, &Node::policy, &Policy::breaker, Member>(path).of(NodeRole::caller);
    return path == breakerKindPath ? row : row.when(breakerKindPath, kinds);
}

void addPlaceFields(FieldTable &table)
{
    addBreaker<&BreakerOptions::kind>(table, breakerKindPath)
        .advancedAfter(4)
        .words(QT_TRANSLATE_NOOP("Field", "Breaker"), QT_TRANSLATE_NOOP("Field", "What the breaker judges by."));
    addBreaker<&BreakerOptions::mode>(table, "chain.*.policy.breaker.mode")
        .advanced()
        .words(QT_TRANSLATE_NOOP("Field", "Breaker mode"),
               QT_TRANSLATE_NOOP("Field", "Leaves the breaker to its rules, or overrides them."));
    addBreaker<&BreakerOptions::order>(table, "chain.*.policy.breaker.order")
        .words(QT_TRANSLATE_NOOP("Field", "Breaker order"),
               QT_TRANSLATE_NOOP("Field", "Around the whole call with its retries, or around each attempt."));
    addBreaker<&BreakerOptions::scope>(table, "chain.*.policy.breaker.scope")
        .words(QT_TRANSLATE_NOOP("Field", "Breaker scope"),
               QT_TRANSLATE_NOOP("Field", "One breaker for each caller, or one for all."));
    addBreaker<&BreakerOptions::gates>(table, "chain.*.policy.breaker.gates")
        .advanced()
        .words(QT_TRANSLATE_NOOP("Field", "Breaker gates"),
               QT_TRANSLATE_NOOP("Field", "What has to ask the breaker for permission."));
}

void addBreakerWindowFields(FieldTable &table)
{
    addBreaker<&BreakerOptions::size>(table, "chain.*.policy.breaker.size", "consecutive|countWindow")
        .range(1, 1000)
        .logSlider(1, 100)
        .words(QT_TRANSLATE_NOOP("Field", "Breaker size"),
               QT_TRANSLATE_NOOP("Field", "How many failures in a row open it, or how many calls it looks back on."));
    addBreaker<&BreakerOptions::window>(table, "chain.*.policy.breaker.window", "timeWindow")
        .range(millisecond, hour)
        .logSlider(100 * millisecond, minute)
        .words(QT_TRANSLATE_NOOP("Field", "Breaker window"), QT_TRANSLATE_NOOP("Field", "How far back it looks."));
    addBreaker<&BreakerOptions::buckets>(table, "chain.*.policy.breaker.buckets", "timeWindow")
        .range(1, 3600)
        .logSlider(1, 100)
        .advanced()
        .words(QT_TRANSLATE_NOOP("Field", "Window buckets"),
               QT_TRANSLATE_NOOP("Field", "The breaker forgets its window in so many steps."));
    addBreaker<&BreakerOptions::roll>(table, "chain.*.policy.breaker.roll", "timeWindow")
        .advanced()
        .words(QT_TRANSLATE_NOOP("Field", "Window roll"),
               QT_TRANSLATE_NOOP("Field", "When a bucket of the window begins."));
    addBreaker<&BreakerOptions::place>(table, "chain.*.policy.breaker.place", "timeWindow")
        .advanced()
        .words(QT_TRANSLATE_NOOP("Field", "Place in the window"),
               QT_TRANSLATE_NOOP("Field", "Whether a call and its failure count in the same bucket."));
    addBreaker<&BreakerOptions::clearEvery>(table, "chain.*.policy.breaker.clearEvery", "consecutive|lifetime")
        .range(millisecond, longest)
        .orUnlimited()
        .logSlider(100 * millisecond, 5 * minute)
        .advanced()
        .words(QT_TRANSLATE_NOOP("Field", "Clear every"),
               QT_TRANSLATE_NOOP("Field", "While it is closed, its counters start anew so often."));
    addBreaker<&BreakerOptions::clearOnClose>(table, "chain.*.policy.breaker.clearOnClose", byShare)
        .advanced()
        .words(QT_TRANSLATE_NOOP("Field", "Clear on close"), QT_TRANSLATE_NOOP("Field", "Closing empties the window."));
}

void addThresholdFields(FieldTable &table)
{
    addBreaker<&BreakerOptions::minimumCalls>(table, "chain.*.policy.breaker.minimumCalls", byShare)
        .range(0, mostCounted)
        .logSlider(1, 100)
        .words(QT_TRANSLATE_NOOP("Field", "Minimum calls"),
               QT_TRANSLATE_NOOP("Field", "It does not judge before it has seen so many calls."));
    addBreaker<&BreakerOptions::failureRatio>(table, "chain.*.policy.breaker.failureRatio", byShare)
        .as(FieldType::share)
        .range(0.001, 1)
        .slider(0.05, 1)
        .words(QT_TRANSLATE_NOOP("Field", "Failure ratio"),
               QT_TRANSLATE_NOOP("Field", "It opens when at least this share of calls failed."));
    addBreaker<&BreakerOptions::failureCount>(table, "chain.*.policy.breaker.failureCount", byShare)
        .range(0, mostCounted)
        .logSlider(0, 100)
        .advanced()
        .words(QT_TRANSLATE_NOOP("Field", "Failure count"),
               QT_TRANSLATE_NOOP("Field", "It opens at so many failures, whatever their share; 0 goes by the ratio."));
    addBreaker<&BreakerOptions::compare>(table, "chain.*.policy.breaker.compare", byShare)
        .advanced()
        .words(QT_TRANSLATE_NOOP("Field", "Comparison"),
               QT_TRANSLATE_NOOP("Field", "Whether a share opens it at its threshold or only above."));
    addBreaker<&BreakerOptions::judges>(table, "chain.*.policy.breaker.judges", byShare)
        .advanced()
        .words(QT_TRANSLATE_NOOP("Field", "Judged after"),
               QT_TRANSLATE_NOOP("Field", "After which outcomes a closed breaker is judged."));
    addBreaker<&BreakerOptions::slowCall>(table, "chain.*.policy.breaker.slowCall", byShare)
        .range(microsecond, longest)
        .orUnlimited()
        .logSlider(10 * millisecond, minute)
        .advanced()
        .words(QT_TRANSLATE_NOOP("Field", "Slow call"),
               QT_TRANSLATE_NOOP("Field", "What takes longer counts as slow, a success or not."));
    addBreaker<&BreakerOptions::slowRatio>(table, "chain.*.policy.breaker.slowRatio", byShare)
        .as(FieldType::share)
        .range(0.001, 1)
        .slider(0.05, 1)
        .advanced()
        .words(QT_TRANSLATE_NOOP("Field", "Slow ratio"),
               QT_TRANSLATE_NOOP("Field", "It opens when at least this share of calls was slow."));
    addBreaker<&BreakerOptions::countInFlight>(table, "chain.*.policy.breaker.countInFlight", byShare)
        .advanced()
        .words(QT_TRANSLATE_NOOP("Field", "Count in flight"),
               QT_TRANSLATE_NOOP("Field", "Calls under way count among the outcomes."));
    addBreaker<&BreakerOptions::late>(table, "chain.*.policy.breaker.late")
        .advanced()
        .words(QT_TRANSLATE_NOOP("Field", "Late outcomes"),
               QT_TRANSLATE_NOOP("Field", "What becomes of a call's outcome when the state has changed meanwhile."));
    addBreaker<&BreakerOptions::ignored>(table, "chain.*.policy.breaker.ignored")
        .advanced()
        .words(QT_TRANSLATE_NOOP("Field", "Excluded errors"),
               QT_TRANSLATE_NOOP("Field", "What an error counts that says nothing about the service."));
}

void addOpenFields(FieldTable &table)
{
    constexpr std::string_view growth = "chain.*.policy.breaker.open.growth";
    addBreaker<&BreakerOptions::openTime>(table, "chain.*.policy.breaker.open.time")
        .range(millisecond, longest)
        .logSlider(100 * millisecond, 2 * minute)
        .words(QT_TRANSLATE_NOOP("Field", "Open time"),
               QT_TRANSLATE_NOOP("Field", "How long it refuses everything before it probes."));
    addBreaker<&BreakerOptions::openGrowth>(table, growth)
        .advanced()
        .words(QT_TRANSLATE_NOOP("Field", "Open-time growth"),
               QT_TRANSLATE_NOOP("Field", "How the open time grows when probes fail."));
    addBreaker<&BreakerOptions::openMultiplier>(table, "chain.*.policy.breaker.open.multiplier")
        .range(1, 100)
        .slider(1, 5)
        .advanced()
        .when(growth, "exponential")
        .words(QT_TRANSLATE_NOOP("Field", "Open-time multiplier"),
               QT_TRANSLATE_NOOP("Field", "How many times as long it stays open after each failed probing."));
    addBreaker<&BreakerOptions::openCap>(table, "chain.*.policy.breaker.open.cap")
        .range(millisecond, longest)
        .orUnlimited()
        .logSlider(100 * millisecond, 10 * minute)
        .advanced()
        .words(QT_TRANSLATE_NOOP("Field", "Open-time cap"),
               QT_TRANSLATE_NOOP("Field", "The open time grows no further."));
    addBreaker<&BreakerOptions::openEnds>(table, "chain.*.policy.breaker.open.ends")
        .advanced()
        .words(
            QT_TRANSLATE_NOOP("Field", "Open time ends"),
            QT_TRANSLATE_NOOP("Field", "Whether probing may begin at the last moment of the open time or just after."));
    addBreaker<&BreakerOptions::halfOpenBy>(table, "chain.*.policy.breaker.open.halfOpenBy")
        .advanced()
        .words(QT_TRANSLATE_NOOP("Field", "Half-open by"),
               QT_TRANSLATE_NOOP("Field", "What makes an open breaker half-open."));
}

void addHalfOpenFields(FieldTable &table)
{
    constexpr std::string_view verdict = "chain.*.policy.breaker.halfOpen.verdict";
    addBreaker<&BreakerOptions::probes>(table, "chain.*.policy.breaker.halfOpen.probes")
        .range(1, 100)
        .slider(1, 20)
        .words(QT_TRANSLATE_NOOP("Field", "Probes"),
               QT_TRANSLATE_NOOP("Field", "Half-open, it lets so many calls through at once."));
    addBreaker<&BreakerOptions::successes>(table, "chain.*.policy.breaker.halfOpen.successes")
        .range(1, 100)
        .slider(1, 20)
        .when(verdict, "streak|forced")
        .words(QT_TRANSLATE_NOOP("Field", "Successes"),
               QT_TRANSLATE_NOOP("Field", "So many good probes in a row close it."));
    addBreaker<&BreakerOptions::probeRule>(table, "chain.*.policy.breaker.halfOpen.rule")
        .advanced()
        .words(QT_TRANSLATE_NOOP("Field", "Probe rule"),
               QT_TRANSLATE_NOOP("Field", "Whether the probes are so many at once or so many in all."));
    addBreaker<&BreakerOptions::verdict>(table, verdict)
        .advanced()
        .words(QT_TRANSLATE_NOOP("Field", "Probe verdict"),
               QT_TRANSLATE_NOOP("Field", "How the outcomes of probes are judged."));
    addBreaker<&BreakerOptions::sample>(table, "chain.*.policy.breaker.halfOpen.sample")
        .range(0, 1000)
        .slider(0, 20)
        .advanced()
        .when(verdict, "sample|opensEarly|forced")
        .words(QT_TRANSLATE_NOOP("Field", "Probe sample"),
               QT_TRANSLATE_NOOP("Field", "How many outcomes the verdict looks at; 0 is as many as there are probes."));
    addBreaker<&BreakerOptions::sampleRatio>(table, "chain.*.policy.breaker.halfOpen.sampleRatio")
        .as(FieldType::share)
        .range(0, 1)
        .slider(0, 1)
        .advanced()
        .when(verdict, "sample|opensEarly")
        .words(QT_TRANSLATE_NOOP("Field", "Probe failure ratio"),
               QT_TRANSLATE_NOOP("Field", "The share of failed probes that opens it again; 0 is the failure ratio."));
    addBreaker<&BreakerOptions::countVerdict>(table, "chain.*.policy.breaker.halfOpen.countVerdict")
        .advanced()
        .words(QT_TRANSLATE_NOOP("Field", "Count the verdict"),
               QT_TRANSLATE_NOOP(
                   "Field",
                   "Closing counts as the first success in the window that follows, reopening as one more failure."));
    addBreaker<&BreakerOptions::halfOpenMaxWait>(table, "chain.*.policy.breaker.halfOpen.maxWait")
        .range(millisecond, longest)
        .orUnlimited()
        .logSlider(100 * millisecond, 2 * minute)
        .advanced()
        .words(QT_TRANSLATE_NOOP("Field", "Longest half-open"),
               QT_TRANSLATE_NOOP("Field", "It gives up probing when that takes longer."));
    addBreaker<&BreakerOptions::afterMaxWait>(table, "chain.*.policy.breaker.halfOpen.afterMaxWait")
        .advanced()
        .words(QT_TRANSLATE_NOOP("Field", "When half-open too long"),
               QT_TRANSLATE_NOOP("Field", "What it does when it gives up probing."));
}

} // namespace

void addBreakerFields(FieldTable &table)
{
    addPlaceFields(table);
    addBreakerWindowFields(table);
    addThresholdFields(table);
    addOpenFields(table);
    addHalfOpenFields(table);
}

} // namespace retrylab
