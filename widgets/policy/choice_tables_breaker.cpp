// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/policy/choice_tables.h"

#include <QtGlobal>

#include <array>

// The choices of a circuit breaker.

namespace retrylab {

namespace {

constexpr std::array breakerChoices = {
    ChoiceName{"breaker.kind", "none", QT_TRANSLATE_NOOP("Choice", "Off"),
               QT_TRANSLATE_NOOP("Choice", "Every call goes through.")},
    ChoiceName{"breaker.kind", "consecutive", QT_TRANSLATE_NOOP("Choice", "In a row"),
               QT_TRANSLATE_NOOP("Choice", "Opens after so many failures in a row.")},
    ChoiceName{"breaker.kind", "countWindow", QT_TRANSLATE_NOOP("Choice", "Last calls"),
               QT_TRANSLATE_NOOP("Choice", "Opens on the share of failures among the last calls.")},
    ChoiceName{"breaker.kind", "timeWindow", QT_TRANSLATE_NOOP("Choice", "Time window"),
               QT_TRANSLATE_NOOP("Choice", "Opens on the share of failures within a stretch of time.")},
    ChoiceName{"breaker.kind", "lifetime", QT_TRANSLATE_NOOP("Choice", "All calls"),
               QT_TRANSLATE_NOOP("Choice", "Opens on the share of failures among all calls since it was closed.")},
    ChoiceName{"breaker.mode", "automatic", QT_TRANSLATE_NOOP("Choice", "Automatic"),
               QT_TRANSLATE_NOOP("Choice", "Opens and closes by its rules.")},
    ChoiceName{"breaker.mode", "forcedOpen", QT_TRANSLATE_NOOP("Choice", "Forced open"),
               QT_TRANSLATE_NOOP("Choice", "Refuses everything.")},
    ChoiceName{"breaker.mode", "forcedClosed", QT_TRANSLATE_NOOP("Choice", "Forced closed"),
               QT_TRANSLATE_NOOP("Choice", "Lets everything through and looks at nothing.")},
    ChoiceName{"breaker.mode", "metricsOnly", QT_TRANSLATE_NOOP("Choice", "Metrics only"),
               QT_TRANSLATE_NOOP("Choice", "Lets everything through and counts.")},
    ChoiceName{"breaker.order", "outside", QT_TRANSLATE_NOOP("Choice", "Outside"),
               QT_TRANSLATE_NOOP("Choice", "Around the whole call: it counts a call once, after its last retry.")},
    ChoiceName{"breaker.order", "inside", QT_TRANSLATE_NOOP("Choice", "Inside"),
               QT_TRANSLATE_NOOP("Choice", "Around each attempt: retries count too, and an open breaker ends them.")},
    ChoiceName{"breaker.scope", "caller", QT_TRANSLATE_NOOP("Choice", "Each caller"),
               QT_TRANSLATE_NOOP("Choice", "Every caller has a breaker of its own.")},
    ChoiceName{"breaker.scope", "shared", QT_TRANSLATE_NOOP("Choice", "Shared"),
               QT_TRANSLATE_NOOP("Choice", "One breaker for all callers.")},
    ChoiceName{"breaker.gates", "all", QT_TRANSLATE_NOOP("Choice", "Everything"),
               QT_TRANSLATE_NOOP("Choice", "Every call asks.")},
    ChoiceName{"breaker.gates", "retries", QT_TRANSLATE_NOOP("Choice", "Retries"),
               QT_TRANSLATE_NOOP("Choice", "Only retries ask: first attempts always go.")},
    ChoiceName{"breaker.roll", "aligned", QT_TRANSLATE_NOOP("Choice", "Aligned"),
               QT_TRANSLATE_NOOP("Choice", "Buckets begin at whole multiples of their width.")},
    ChoiceName{"breaker.roll", "fromActivity", QT_TRANSLATE_NOOP("Choice", "From activity"),
               QT_TRANSLATE_NOOP("Choice", "A bucket begins with the first outcome after the one before it.")},
    ChoiceName{"breaker.place", "together", QT_TRANSLATE_NOOP("Choice", "Together"),
               QT_TRANSLATE_NOOP("Choice", "A call counts once, with how it went.")},
    ChoiceName{"breaker.place", "apart", QT_TRANSLATE_NOOP("Choice", "Apart"),
               QT_TRANSLATE_NOOP("Choice", "A call counts from when it began, its failure from when it ended.")},
    ChoiceName{"breaker.compare", "atLeast", QT_TRANSLATE_NOOP("Choice", "At least"),
               QT_TRANSLATE_NOOP("Choice", "It opens at its threshold.")},
    ChoiceName{"breaker.compare", "above", QT_TRANSLATE_NOOP("Choice", "Above"),
               QT_TRANSLATE_NOOP("Choice", "It opens only above its threshold.")},
    ChoiceName{"breaker.judges", "failures", QT_TRANSLATE_NOOP("Choice", "Failures"),
               QT_TRANSLATE_NOOP("Choice", "Only a failure opens it.")},
    ChoiceName{"breaker.judges", "outcomes", QT_TRANSLATE_NOOP("Choice", "All outcomes"),
               QT_TRANSLATE_NOOP("Choice", "A success may open it, too: the one that completes its minimum of calls.")},
    ChoiceName{"breaker.late", "dropped", QT_TRANSLATE_NOOP("Choice", "Dropped"),
               QT_TRANSLATE_NOOP("Choice", "It counts for nothing.")},
    ChoiceName{"breaker.late", "counted", QT_TRANSLATE_NOOP("Choice", "Counted"),
               QT_TRANSLATE_NOOP("Choice", "It counts in the state that there is now.")},
    ChoiceName{"breaker.late", "intoWindow", QT_TRANSLATE_NOOP("Choice", "Into the window"),
               QT_TRANSLATE_NOOP("Choice",
                                 "A call let in while closed counts there whenever it ends, and may end the probing.")},
    ChoiceName{"breaker.ignored", "neutral", QT_TRANSLATE_NOOP("Choice", "Nothing"),
               QT_TRANSLATE_NOOP("Choice", "The permission is given back, as if there had been no call.")},
    ChoiceName{"breaker.ignored", "success", QT_TRANSLATE_NOOP("Choice", "Success"),
               QT_TRANSLATE_NOOP("Choice", "It counts as a success.")},
    ChoiceName{"breaker.ignored", "probeSuccess", QT_TRANSLATE_NOOP("Choice", "Success of probes"),
               QT_TRANSLATE_NOOP("Choice", "A probe's counts as a success, any other's for nothing.")},
    ChoiceName{"open.growth", "exponential", QT_TRANSLATE_NOOP("Choice", "Exponential"),
               QT_TRANSLATE_NOOP("Choice", "Each failed probing multiplies the open time.")},
    ChoiceName{"open.growth", "linear", QT_TRANSLATE_NOOP("Choice", "Linear"),
               QT_TRANSLATE_NOOP("Choice", "Each failed probing adds the open time once more.")},
    ChoiceName{"open.ends", "atTime", QT_TRANSLATE_NOOP("Choice", "At its end"),
               QT_TRANSLATE_NOOP("Choice", "The last moment of the open time is for probing.")},
    ChoiceName{"open.ends", "afterTime", QT_TRANSLATE_NOOP("Choice", "After its end"),
               QT_TRANSLATE_NOOP("Choice", "The last moment of the open time is still refused.")},
    ChoiceName{"open.halfOpenBy", "call", QT_TRANSLATE_NOOP("Choice", "A call"),
               QT_TRANSLATE_NOOP("Choice", "The first call that asks once the open time is over.")},
    ChoiceName{"open.halfOpenBy", "timer", QT_TRANSLATE_NOOP("Choice", "A timer"),
               QT_TRANSLATE_NOOP("Choice", "The end of the open time itself.")},
    ChoiceName{"halfOpen.rule", "atOnce", QT_TRANSLATE_NOOP("Choice", "At once"),
               QT_TRANSLATE_NOOP("Choice", "So many in flight: each outcome makes room for another.")},
    ChoiceName{"halfOpen.rule", "inAll", QT_TRANSLATE_NOOP("Choice", "In all"),
               QT_TRANSLATE_NOOP("Choice", "So many until the verdict.")},
    ChoiceName{"halfOpen.verdict", "streak", QT_TRANSLATE_NOOP("Choice", "In a row"),
               QT_TRANSLATE_NOOP("Choice", "Any failure opens it; successes in a row close it.")},
    ChoiceName{"halfOpen.verdict", "sample", QT_TRANSLATE_NOOP("Choice", "Sample"),
               QT_TRANSLATE_NOOP("Choice", "It waits for the sample, then judges its share of failures.")},
    ChoiceName{
        "halfOpen.verdict", "opensEarly", QT_TRANSLATE_NOOP("Choice", "Opens early"),
        QT_TRANSLATE_NOOP(
            "Choice", "It opens as soon as there are too many failures for the whole sample, and closes at its end.")},
    ChoiceName{"halfOpen.verdict", "forced", QT_TRANSLATE_NOOP("Choice", "Decided"),
               QT_TRANSLATE_NOOP("Choice", "It is decided as soon as the rest of the sample cannot change it.")},
    ChoiceName{"halfOpen.afterMaxWait", "closed", QT_TRANSLATE_NOOP("Choice", "It closes"),
               QT_TRANSLATE_NOOP("Choice", "As if its probes had succeeded.")},
    ChoiceName{"halfOpen.afterMaxWait", "open", QT_TRANSLATE_NOOP("Choice", "It opens"),
               QT_TRANSLATE_NOOP("Choice", "As if a probe had failed.")},
};

} // namespace

std::span<const ChoiceName> breakerChoiceNames()
{
    return breakerChoices;
}

} // namespace retrylab
