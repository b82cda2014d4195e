// SPDX-License-Identifier: GPL-3.0-or-later
// gRPC, Envoy and Istio. Envoy waits a random integer modulo the interval, in whole milliseconds; gRPC spreads the
// capped backoff over ± 20 %, and over all of [0, x] before its proposal was amended.
#include "tests/oracle/adapter_list.h"
#include "tests/oracle/failing_call.h"
#include "tests/oracle/waits.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace retrylab::oracle {

namespace {

constexpr double defaultBase = 25.0; ///< ms, of Envoy and of gRPC's xDS
constexpr double capInBases = 10.0;

Schedule envoyIntervals(const QJsonObject &given, Ticks &tick)
{
    const Span base = spanAt(given, u"base"_qs).value_or(Span{defaultBase, 1e3});
    Schedule schedule = uncapped(BackoffKind::exponential, tick.of(base));
    const Span most = spanAt(given, u"max"_qs).value_or(Span{capInBases * base.value, base.perSecond});
    schedule.backoff.cap = tick.of(most);
    schedule.backoff.unit = tick.of({1, 1e3});
    schedule.jitter.kind = Jitter::full;
    return schedule;
}

/// The draw in [0, 1) that stands for a random integer modulo the interval: the middle of its slot.
double slot(double random, qint64 interval)
{
    const auto width = static_cast<double>(interval);
    return interval > 0 ? (std::fmod(random, width) + 0.5) / width : 0.0;
}

QJsonArray envoyWaits(const QJsonObject &given, const Retries &retries, double random, Ticks &tick)
{
    const Schedule schedule = envoyIntervals(given, tick);
    QJsonArray waits;
    for (const std::uint32_t retry : retries.numbers) {
        const qint64 interval = backoffCeiling(schedule.backoff, retry) / schedule.backoff.unit;
        waits += static_cast<qint64>(waitAt(schedule, retry, slot(random, interval)).count());
    }
    return waits;
}

/// The lower-bound strategy: the minimum and a random integer modulo half of it.
QJsonValue lowerBoundWait(const QJsonObject &given, double random, Ticks &tick)
{
    const Duration least = tick.of(spanAt(given, u"min"_qs).value_or(Span{0, 1}));
    const qint64 spread = least.count() / 2;
    Schedule schedule = uncapped(BackoffKind::fixed, least);
    schedule.jitter = {.kind = Jitter::addedTime, .amount = Duration(spread)};
    return static_cast<qint64>(waitAt(schedule, 1, slot(random, spread)).count());
}

} // namespace

std::optional<QJsonObject> envoyDelays(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "envoy"_L1) || !given.contains(u"random"))
        return {};
    Ticks tick(1e3); // its unit; the lower bound is halved in it
    if (given.contains(u"strategy")) {
        const auto wait = [&](const QJsonValue &random) { return lowerBoundWait(given, random.toDouble(), tick); };
        return figuresOf(u"delay"_qs, mapped(given[u"random"], wait), tick);
    }
    const QJsonValue asked = given.contains(u"retries") ? given[u"retries"] : given[u"n"];
    const Retries retries = asked.isArray() ? retriesAt(asked, 1) : retriesUpTo(countOf(asked).value_or(0));
    Ticks fine(1e9);
    const auto waits = [&](const QJsonValue &random) {
        return QJsonValue(envoyWaits(given, retries, random.toDouble(), fine));
    };
    return figuresOf(u"delay"_qs, mapped(given[u"random"], waits), fine);
}

/// A host is ejected for as many base times as it has been ejected.
std::optional<QJsonObject> envoyEjection(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "envoy"_L1) || !given.contains(u"ejections"))
        return {};
    const auto make = [&](Ticks &tick) {
        Schedule schedule = uncapped(BackoffKind::linear,
                                     tick.of(spanAt(given, u"base_ejection"_qs).value_or(Span{30, 1})));
        schedule.backoff.cap = tick.of(spanAt(given, u"max_ejection"_qs).value_or(Span{300, 1}));
        return schedule;
    };
    return waitFigures(u"ejected"_qs, anyTick, make, retriesAt(given[u"ejections"], 1));
}

/// How many retries can begin before the timeout of the whole request, when each is at least `backoff` after the last.
std::optional<QJsonObject> istioTimeout(const QString &library, const QJsonObject &given)
{
    const auto backoff = spanAt(given, u"backoff"_qs);
    const auto timeout = spanAt(given, u"timeout"_qs);
    if (!isLibrary(library, "istio"_L1) || !backoff || !timeout)
        return {};
    Ticks tick(1e9);
    Policy policy = failingPolicy(uncapped(BackoffKind::fixed, tick.of(*backoff)).backoff,
                                  attemptsOfRetries(given[u"attempts"].toDouble(2.0)));
    policy.deadline = tick.of(*timeout);
    const auto call = failEveryAttempt(policy);
    return QJsonObject{{u"retries_possible"_qs, call ? QJsonValue(call->waits.size()) : QJsonValue()}};
}

std::optional<QJsonObject> grpcRanges(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "grpc"_L1) || !given.contains(u"initialBackoff_s") || !given.contains(u"retry"))
        return {};
    const auto make = [&](Ticks &tick) {
        Schedule schedule = uncapped(BackoffKind::exponential,
                                     tick.of(spanAt(given, u"initialBackoff"_qs).value_or(Span{1, 1})));
        schedule.backoff.multiplier = given[u"multiplier"].toDouble(given[u"backoffMultiplier"].toDouble(2.0));
        schedule.backoff.cap = tick.of(spanAt(given, u"maxBackoff"_qs).value_or(Span{HUGE_VAL, 1}));
        const bool amended = !given[u"spec"].toString().startsWith("before"_L1);
        schedule.jitter = {.kind = amended ? Jitter::proportional : Jitter::full, .proportion = 0.2};
        return schedule;
    };
    return rangeFigures(anyTick, make, retriesAt(given[u"retry"], 1));
}

/// Proposal A44: what an xDS retry policy is to gRPC; intervals below a millisecond count as one.
std::optional<QJsonObject> grpcFromXds(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "grpc"_L1) || !given[u"retry_policy"].isObject())
        return {};
    const QJsonObject policy = given[u"retry_policy"].toObject();
    const QJsonObject backoff = policy[u"retry_back_off"].toObject();
    const double base = std::max(1.0, 1e3 * spanAt(backoff, u"base_interval"_qs).value_or(Span{0.025, 1}).value);
    const auto most = spanAt(backoff, u"max_interval"_qs);
    return QJsonObject{{u"maxAttempts"_qs, policy[u"num_retries"].toInteger(1) + 1},
                       {u"initialBackoff_ms"_qs, base},
                       {u"maxBackoff_ms"_qs, most ? std::max(1.0, 1e3 * most->value) : capInBases * base},
                       {u"min_interval_ms"_qs, 1}};
}

} // namespace retrylab::oracle
