// SPDX-License-Identifier: GPL-3.0-or-later
// Failsafe: delays grow in whole nanoseconds up to a maximum; jitter comes last, and its random number 0 gives the
// longest delay; what it computes for a delay without a unit is cut to a whole number.
#include "tests/oracle/adapter_list.h"
#include "tests/oracle/failing_call.h"
#include "tests/oracle/waits.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace retrylab::oracle {

namespace {

constexpr double perNumber = 1e9; ///< ticks in 1, so that only the end result is cut

Backoff backoffOf(const QJsonObject &given, Ticks &tick)
{
    const Span delay = spanAt(given, u"delay"_qs).value_or(Span{0, 1});
    const bool grows = given.contains(u"factor") || spanAt(given, u"max"_qs).has_value();
    Backoff backoff = uncapped(grows ? BackoffKind::exponential : BackoffKind::fixed, tick.of(delay)).backoff;
    backoff.multiplier = given[u"factor"].toDouble(2.0);
    backoff.steps = BackoffSteps::integer;
    if (const auto most = spanAt(given, u"max"_qs))
        backoff.cap = tick.of(*most);
    return backoff;
}

/// Cut to a whole number. Factors as 1.15 and 0.9 are no binary fractions: where the exact result is whole, it hangs on
/// the order of the operations whether the library's falls just short of it.
QJsonValue cut(Duration delay, Duration one)
{
    constexpr Duration roundingError{1000};
    const qint64 whole = (delay + roundingError) / one;
    const Duration over = delay - whole * one;
    const bool exactlyWhole = over >= -roundingError && over <= roundingError;
    return exactlyWhole ? QJsonValue(anyOf({whole, whole - 1})) : QJsonValue(whole);
}

/// A case is delay, share or time of jitter, and random number.
QJsonValue jittered(const QJsonArray &c, bool byShare)
{
    Ticks tick(perNumber);
    Schedule schedule = uncapped(BackoffKind::fixed, tick.of({c[0].toDouble(), 1.0}));
    if (byShare)
        schedule.jitter = {.kind = Jitter::proportional, .proportion = c[1].toDouble()};
    else
        schedule.jitter = {.kind = Jitter::aroundTime, .amount = tick.of({c[1].toDouble(), 1.0})};
    return cut(waitAt(schedule, 1, 1.0 - c[2].toDouble()), tick.of({1.0, 1.0}));
}

} // namespace

std::optional<QJsonObject> failsafeJitter(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "failsafe"_L1) || !given.contains(u"fn") || !given.contains(u"cases"))
        return {};
    const bool byShare = given[u"fn"].toString().contains("factor"_L1);
    QJsonArray delays;
    for (const auto &c : given[u"cases"].toArray())
        delays += jittered(c.toArray(), byShare);
    return QJsonObject{{u"delay"_qs, delays}};
}

std::optional<QJsonObject> failsafeRetries(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "failsafe"_L1) || !given.contains(u"maxRetries"))
        return {};
    Ticks tick(1e9);
    Policy policy = failingPolicy(backoffOf(given, tick), attemptsOfRetries(given[u"maxRetries"].toDouble()));
    if (const auto deadline = spanAt(given, u"maxDuration"_qs))
        policy.deadline = tick.of(*deadline);
    policy.deadlineMode = DeadlineMode::clamp;
    const Span attempt = spanAt(given, u"attempt"_qs).value_or(Span{0, 1});
    const QList<Duration> times(static_cast<qsizetype>(std::min(policy.retry.maxAttempts, 1000U)), tick.of(attempt));
    const std::optional<FailedCall> call = failEveryAttempt(policy, times);
    if (!call)
        return {};
    QJsonArray waits;
    for (const Duration wait : call->waits)
        waits += static_cast<qint64>(wait.count());
    QJsonObject figures{{u"calls"_qs, static_cast<qint64>(call->attempts)}};
    addFigures(figures, figuresOf(u"delay"_qs, waits, tick));
    return figures;
}

std::optional<QJsonObject> failsafeValidation(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "failsafe"_L1) || !given.contains(u"withBackoff"))
        return {};
    QJsonArray accepted;
    for (const auto &pair : given[u"withBackoff"].toArray()) {
        const double delay = pair.toArray()[0].toDouble();
        accepted += delay > 0.0 && delay < pair.toArray()[1].toDouble();
    }
    const auto share = [](const QJsonValue &f) { return f.toDouble() >= 0.0 && f.toDouble() <= 1.0; };
    const auto growth = [](const QJsonValue &f) { return f.toDouble() > 1.0; };
    return QJsonObject{{u"withBackoff_ok"_qs, accepted},
                       {u"jitter_ok"_qs, mapped(given[u"jitter_factor"], share)},
                       {u"delay_factor_ok"_qs, mapped(given[u"delay_factor"], growth)}};
}

} // namespace retrylab::oracle
