// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/oracle/adapter.h"
#include "tests/oracle/compare.h"

namespace retrylab::oracle {

// One per form of question; each is an Adapter. What a form looks like is said where it is defined.

// Delays, and the rules that stop them
std::optional<QJsonObject> resilience4jBounds(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> resilience4jIntervals(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> pollyDelays(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> pollyMeans(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> pollyDefaults(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> failsafeJitter(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> failsafeRetries(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> failsafeValidation(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> tenacityWaits(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> tenacityStops(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> cenkaltiIntervals(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> cenkaltiStops(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> cockatielDelays(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> cockatielIterable(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> cockatielRetryCount(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> awsDelays(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> awsCases(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> archBackoff(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> envoyDelays(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> envoyEjection(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> istioTimeout(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> grpcRanges(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> grpcFromXds(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> urllib3Backoff(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> retryablehttpBackoff(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> towerBackoff(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> finagleTakeUntil(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> finagleBudgetBounds(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> springBackOff(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> springRetryBackOff(const QString &library, const QJsonObject &given);

// Classification
std::optional<QJsonObject> envoyRetryOn(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> idempotentMethods(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> idempotencyKeys(const QString &library, const QJsonObject &given);

// Hints of the server
std::optional<QJsonObject> retryAfterValues(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> linkerdRetryAfter(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> linkerdPushback(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> grpcPushback(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> awsJsHeaders(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> envoyResetHeader(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> envoyResetJitter(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> httpDates(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> httpTwoDigitYears(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> acceptedHeader(const QString &library, const QJsonObject &given);

// Budgets
std::optional<QJsonObject> finagleBudget(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> towerBudget(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> windowedAdder(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> twitterTokenBucket(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> lookbackWindow(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> grpcThrottle(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> adaptiveThrottleAnswers(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> adaptiveThrottleHistory(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> refusalFormula(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> envoyBudget(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> envoyResets(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> awsCall(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> awsInvocations(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> awsQuotaDrain(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> awsQuotaOps(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> refundOfSuccess(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> awsCubic(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> awsRateMeter(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> awsAdaptive(const QString &library, const QJsonObject &given);

// Breakers

// Formulas, and regressions of any library
std::optional<QJsonObject> jitterMoments(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> massAtCap(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> amplification(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> clampedJitter(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> stopAfterDelay(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> shiftOverflow(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> slowFirstAttempt(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> foreignStamp(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> countedCalls(const QString &library, const QJsonObject &given);

std::optional<QJsonObject> resilience4jBreaker(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> halfOpenDecision(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> failsafeBreaker(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> failsafeExpiry(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> gobreakerBreaker(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> cockatielBreaker(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> opossumBreaker(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> pybreakerBreaker(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> pollyTripTable(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> pollyHealth(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> reopenings(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> sparseErrors(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> failuresAfterIdling(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> openTimeKept(const QString &library, const QJsonObject &given);
std::optional<QJsonObject> exactRates(const QString &library, const QJsonObject &given);

} // namespace retrylab::oracle
