// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"
#include "core/sim/world.h"

#include <QStringList>

#include <array>
#include <span>
#include <string_view>

namespace retrylab {

using Choices = std::span<const std::string_view>;

/// The names of an enumeration's values in experiment files, in the order of the values. The argument only picks the type.
Choices choicesOf(DeadlineMode);
Choices choicesOf(BackoffKind);
Choices choicesOf(BackoffSteps);
Choices choicesOf(CapOrder);
Choices choicesOf(Jitter);
Choices choicesOf(BudgetKind);
Choices choicesOf(BudgetScope);
Choices choicesOf(BudgetAdmit);
Choices choicesOf(BudgetDeposit);
Choices choicesOf(BudgetArithmetic);
Choices choicesOf(BudgetRefund);
Choices choicesOf(SendRate);
Choices choicesOf(WindowRule);
Choices choicesOf(BreakerKind);
Choices choicesOf(BreakerMode);
Choices choicesOf(BreakerOrder);
Choices choicesOf(BreakerScope);
Choices choicesOf(BreakerGates);
Choices choicesOf(BreakerJudges);
Choices choicesOf(Threshold);
Choices choicesOf(WindowRoll);
Choices choicesOf(WindowPlace);
Choices choicesOf(LateOutcome);
Choices choicesOf(IgnoredError);
Choices choicesOf(OpenGrowth);
Choices choicesOf(OpenEnds);
Choices choicesOf(HalfOpenBy);
Choices choicesOf(ProbeRule);
Choices choicesOf(ProbeVerdict);
Choices choicesOf(HedgeKind);
Choices choicesOf(HedgeAfterFailure);
Choices choicesOf(HedgeScope);
Choices choicesOf(FallbackKind);
Choices choicesOf(FallbackOn);
/// Without half-open: where probing ends when it has taken too long.
Choices choicesOf(BreakerState);
Choices choicesOf(TrafficKind);
Choices choicesOf(Arrivals);
Choices choicesOf(QueueOrder);
Choices choicesOf(WhenFull);
Choices choicesOf(DistributionKind);
Choices choicesOf(FaultKind);
Choices choicesOf(ServiceError);
Choices choicesOf(KeyUse);
/// The methods of HTTP that a call may have.
Choices httpMethods();
/// How a server's word is heeded: "ignore", "honour" (RFC 9110), and the clients of hintPresets by name. All but their
/// limits, which are fields of their own.
Choices hintChoices();
/// The kinds that `retry.on` may name: every outcome but ok.
Choices retryableOutcomes();

/// The index of a name among choices, or −1.
int choiceIndex(Choices choices, QStringView name);

QStringList namesOf(Choices choices);

/// "none, full, equal".
QString joined(Choices choices);

/// The choice that these rules are, whatever their limits; empty when they are none.
std::string_view hintChoiceOf(const HintRules &rules);
/// The rules of a choice, with the limits of `limits`. The name must be one of hintChoices().
HintRules hintRulesNamed(QStringView name, const HintRules &limits);

/// An outcome set as files write it: kinds, whole classes ("4xx"), then single statuses, each in ascending order.
QStringList outcomeNames(const OutcomeSet &outcomes);

/// Is this a kind, a class or a status (400–599) that a set may hold?
bool isOutcomeName(const QString &name);

/// The set of outcomes with these names; unknown names are left out.
OutcomeSet outcomesNamed(const QStringList &names);

} // namespace retrylab
