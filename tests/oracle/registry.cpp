// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/oracle/adapter.h"
#include "tests/oracle/adapter_list.h"

namespace retrylab::oracle {

std::span<const Adapter> adapters()
{
    static constexpr Adapter all[] = {
        // Delays
        resilience4jBounds, resilience4jIntervals, pollyDelays, pollyMeans, pollyDefaults, failsafeJitter,
        failsafeRetries, failsafeValidation, tenacityStops, tenacityWaits, cenkaltiStops, cenkaltiIntervals,
        cockatielDelays, cockatielIterable, cockatielRetryCount, awsDelays, awsCases, archBackoff, envoyDelays,
        envoyEjection, istioTimeout, grpcRanges, grpcFromXds, urllib3Backoff, retryablehttpBackoff, towerBackoff,
        finagleTakeUntil, finagleBudgetBounds, springBackOff, springRetryBackOff,
        // Classification
        envoyRetryOn, idempotentMethods, idempotencyKeys,
        // Hints of the server
        retryAfterValues, linkerdRetryAfter, linkerdPushback, grpcPushback, awsJsHeaders, envoyResetHeader,
        envoyResetJitter, httpDates, httpTwoDigitYears, acceptedHeader,
        // Budgets
        finagleBudget, towerBudget, windowedAdder, twitterTokenBucket, lookbackWindow, grpcThrottle,
        adaptiveThrottleAnswers, adaptiveThrottleHistory, refusalFormula, envoyBudget, envoyResets, awsCall,
        awsInvocations, awsQuotaDrain, awsQuotaOps, refundOfSuccess, awsCubic, awsRateMeter, awsAdaptive,
        // Breakers
        resilience4jBreaker, halfOpenDecision, failsafeBreaker, failsafeExpiry, gobreakerBreaker, cockatielBreaker,
        opossumBreaker, pybreakerBreaker, pollyTripTable, pollyHealth, reopenings, sparseErrors, failuresAfterIdling,
        openTimeKept, exactRates,
        // Formulas
        jitterMoments, massAtCap, amplification,
        // Regressions of any library; the form that fits most comes last
        clampedJitter, stopAfterDelay, shiftOverflow, slowFirstAttempt, foreignStamp, countedCalls};
    return all;
}

} // namespace retrylab::oracle
