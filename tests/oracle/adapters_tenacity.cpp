// SPDX-License-Identifier: GPL-3.0-or-later
// tenacity's wait and stop strategies. Attempts are counted from 1, the first call included; the minimum beats the
// maximum; without one, waits go up to half of sys.maxsize seconds.
#include "tests/oracle/adapter_list.h"
#include "tests/oracle/failing_call.h"
#include "tests/oracle/waits.h"

#include <cmath>

using namespace Qt::StringLiterals;

namespace retrylab::oracle {

namespace {

constexpr double greatestWait = 4611686018427387904.0; ///< seconds

Schedule strategy(const QJsonObject &given, Ticks &tick)
{
    const auto seconds = [&](QStringView key, double otherwise) {
        return tick.of({given[key].toDouble(otherwise), 1.0});
    };
    Schedule schedule;
    Backoff &backoff = schedule.backoff;
    if (given.contains(u"increment")) {
        backoff = uncapped(BackoffKind::linear, seconds(u"start", 0.0)).backoff;
        const double increment = given[u"increment"].toDouble();
        const Duration size = tick.of({std::abs(increment), 1.0});
        backoff.increment = increment < 0 ? -size : size;
    } else {
        const bool jitter = given.contains(u"jitter");
        backoff = uncapped(BackoffKind::exponential, seconds(jitter ? u"initial" : u"multiplier", 1.0)).backoff;
        backoff.multiplier = given[u"exp_base"].toDouble(2.0);
        if (jitter)
            schedule.jitter = {.kind = Jitter::addedTime, .amount = seconds(u"jitter", 1.0)};
    }
    backoff.capOrder = CapOrder::afterJitter;
    backoff.cap = seconds(u"max", greatestWait);
    backoff.floor = seconds(u"min", 0.0);
    return schedule;
}

/// Does it stop after each of these numbers of failed attempts?
QJsonValue stopsAfterAttempt(const QJsonObject &given)
{
    Backoff atOnce;
    atOnce.kind = BackoffKind::none;
    const auto call = failEveryAttempt(failingPolicy(atOnce, countOf(given[u"stop_after_attempt"]).value_or(0)));
    return mapped(given[u"attempt"],
                  [&](const QJsonValue &attempt) { return call && attempt.toDouble() >= call->attempts; });
}

} // namespace

std::optional<QJsonObject> tenacityWaits(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "tenacity"_L1) || !given.contains(u"attempt") || given.contains(u"stop_after_attempt"))
        return {};
    const QJsonValue draws = given.contains(u"u") ? given[u"u"] : given[u"random"];
    return waitFigures(
        u"wait"_qs, anyTick, [&](Ticks &tick) { return strategy(given, tick); }, retriesAt(given[u"attempt"], 1),
        draws);
}

std::optional<QJsonObject> tenacityStops(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "tenacity"_L1))
        return {};
    Ticks tick(1e9);
    const auto seconds = [&](const QJsonValue &value) { return tick.of({value.toDouble(), 1.0}); };
    if (given.contains(u"stop_after_attempt"))
        return QJsonObject{{u"stop"_qs, stopsAfterAttempt(given)}};
    QJsonArray stops;
    if (given.contains(u"stop_before_delay")) {
        for (const auto &pair : given[u"elapsed_and_sleep"].toArray())
            stops += endsAfter(seconds(pair.toArray()[0]), seconds(pair.toArray()[1]),
                               seconds(given[u"stop_before_delay"]), DeadlineMode::refuse);
        return QJsonObject{{u"stop"_qs, stops}};
    }
    if (!given.contains(u"stop_after_delay") || !given.contains(u"elapsed"))
        return {};
    return QJsonObject{{u"stop"_qs, mapped(given[u"elapsed"], [&](const QJsonValue &elapsed) {
                            return endsAfter(seconds(elapsed), Duration(0), seconds(given[u"stop_after_delay"]),
                                             DeadlineMode::afterAttempt);
                        })}};
}

} // namespace retrylab::oracle
