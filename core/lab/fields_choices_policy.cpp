// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/fields_choices.h"

#include "core/lab/latin.h"
#include "core/policy/hint_presets.h"

#include <algorithm>

// The names of a policy's choices, in the order of their enumerations.

namespace retrylab {

namespace {

using Name = std::string_view;

constexpr std::array<Name, 4> deadlineModes{"refuse", "refuseBeyond", "clamp", "afterAttempt"};
constexpr std::array<Name, 5> backoffKinds{"none", "fixed", "linear", "exponential", "list"};
constexpr std::array<Name, 2> backoffSteps{"floating", "integer"};
constexpr std::array<Name, 2> capOrders{"beforeJitter", "afterJitter"};
constexpr std::array<Name, 10> jitters{"none",  "full",       "equal",     "decorrelated",        "proportional",
                                       "added", "aroundTime", "addedTime", "decorrelatedArticle", "decorrelatedV2"};
constexpr std::array<Name, 6> budgetKinds{"none",         "ratio",       "tokenBucket",
                                          "grpcThrottle", "activeShare", "adaptiveThrottle"};
constexpr std::array<Name, 2> scopes{"caller", "shared"}; // of budgets, breakers and hedging
constexpr std::array<Name, 2> budgetAdmits{"retries", "attempts"};
constexpr std::array<Name, 2> budgetDeposits{"request", "notRetryable"};
constexpr std::array<Name, 2> budgetArithmetics{"exact", "thousandth"};
constexpr std::array<Name, 2> budgetRefunds{"none", "lastCost"};
constexpr std::array<Name, 2> sendRates{"unlimited", "adaptive"};
constexpr std::array<Name, 3> windowRules{"aligned", "restarting", "restartingUp"};
constexpr std::array<Name, 5> breakerKinds{"none", "consecutive", "countWindow", "timeWindow", "lifetime"};
constexpr std::array<Name, 4> breakerModes{"automatic", "forcedOpen", "forcedClosed", "metricsOnly"};
constexpr std::array<Name, 2> breakerOrders{"outside", "inside"};
constexpr std::array<Name, 2> breakerGates{"all", "retries"};
constexpr std::array<Name, 2> breakerJudges{"failures", "outcomes"};
constexpr std::array<Name, 2> thresholds{"atLeast", "above"};
constexpr std::array<Name, 2> windowRolls{"aligned", "fromActivity"};
constexpr std::array<Name, 2> windowPlaces{"together", "apart"};
constexpr std::array<Name, 3> lateOutcomes{"dropped", "counted", "intoWindow"};
constexpr std::array<Name, 3> ignoredErrors{"neutral", "success", "probeSuccess"};
constexpr std::array<Name, 2> openGrowths{"exponential", "linear"};
constexpr std::array<Name, 2> openEnds{"atTime", "afterTime"};
constexpr std::array<Name, 2> halfOpenBys{"call", "timer"};
constexpr std::array<Name, 2> probeRules{"atOnce", "inAll"};
constexpr std::array<Name, 4> probeVerdicts{"streak", "sample", "opensEarly", "forced"};
constexpr std::array<Name, 2> breakerStates{"closed", "open"};
constexpr std::array<Name, 3> hedgeKinds{"none", "delay", "percentile"};
constexpr std::array<Name, 2> hedgesAfterFailure{"atOnce", "onTime"};
constexpr std::array<Name, 4> fallbackKinds{"none", "cache", "default", "backup"};
constexpr std::array<Name, 2> fallbackOccasions{"failure", "open"};

constexpr Name ignoredHints = "ignore";
constexpr Name honouredHints = "honour";
/// The preset that stands for honouring: what the specification says, not what some client does.
constexpr Name specification = "rfc9110";

constexpr auto hintNames = [] {
    std::array<Name, hintPresets.size() + 1> names{ignoredHints};
    std::transform(hintPresets.begin(), hintPresets.end(), names.begin() + 1,
                   [](const HintPreset &preset) { return preset.name == specification ? honouredHints : preset.name; });
    return names;
}();
static_assert(hintNames[1] == honouredHints);

HintRules withLimitsOf(HintRules rules, const HintRules &limits)
{
    rules.least = limits.least;
    rules.most = limits.most;
    return rules;
}

} // namespace

Choices choicesOf(DeadlineMode)
{
    return deadlineModes;
}
Choices choicesOf(BackoffKind)
{
    return backoffKinds;
}
Choices choicesOf(BackoffSteps)
{
    return backoffSteps;
}
Choices choicesOf(CapOrder)
{
    return capOrders;
}
Choices choicesOf(Jitter)
{
    return jitters;
}
Choices choicesOf(BudgetKind)
{
    return budgetKinds;
}
Choices choicesOf(BudgetScope)
{
    return scopes;
}
Choices choicesOf(BudgetAdmit)
{
    return budgetAdmits;
}
Choices choicesOf(BudgetDeposit)
{
    return budgetDeposits;
}
Choices choicesOf(BudgetArithmetic)
{
    return budgetArithmetics;
}
Choices choicesOf(BudgetRefund)
{
    return budgetRefunds;
}
Choices choicesOf(SendRate)
{
    return sendRates;
}
Choices choicesOf(WindowRule)
{
    return windowRules;
}
Choices choicesOf(BreakerKind)
{
    return breakerKinds;
}
Choices choicesOf(BreakerMode)
{
    return breakerModes;
}
Choices choicesOf(BreakerOrder)
{
    return breakerOrders;
}
Choices choicesOf(BreakerScope)
{
    return scopes;
}
Choices choicesOf(BreakerGates)
{
    return breakerGates;
}
Choices choicesOf(BreakerJudges)
{
    return breakerJudges;
}
Choices choicesOf(Threshold)
{
    return thresholds;
}
Choices choicesOf(WindowRoll)
{
    return windowRolls;
}
Choices choicesOf(WindowPlace)
{
    return windowPlaces;
}
Choices choicesOf(LateOutcome)
{
    return lateOutcomes;
}
Choices choicesOf(IgnoredError)
{
    return ignoredErrors;
}
Choices choicesOf(OpenGrowth)
{
    return openGrowths;
}
Choices choicesOf(OpenEnds)
{
    return openEnds;
}
Choices choicesOf(HalfOpenBy)
{
    return halfOpenBys;
}
Choices choicesOf(ProbeRule)
{
    return probeRules;
}
Choices choicesOf(ProbeVerdict)
{
    return probeVerdicts;
}
Choices choicesOf(BreakerState)
{
    return breakerStates;
}
Choices choicesOf(HedgeKind)
{
    return hedgeKinds;
}
Choices choicesOf(HedgeAfterFailure)
{
    return hedgesAfterFailure;
}
Choices choicesOf(HedgeScope)
{
    return scopes;
}
Choices choicesOf(FallbackKind)
{
    return fallbackKinds;
}
Choices choicesOf(FallbackOn)
{
    return fallbackOccasions;
}

Choices hintChoices()
{
    return hintNames;
}

std::string_view hintChoiceOf(const HintRules &rules)
{
    for (const Name name : hintNames)
        if (hintRulesNamed(latin(name), rules) == rules)
            return name;
    return {};
}

HintRules hintRulesNamed(QStringView name, const HintRules &limits)
{
    const int index = choiceIndex(hintNames, name);
    return withLimitsOf(index > 0 ? hintPresets[static_cast<std::size_t>(index) - 1].rules : HintRules{}, limits);
}

} // namespace retrylab
