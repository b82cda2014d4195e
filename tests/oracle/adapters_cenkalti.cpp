// SPDX-License-Identifier: GPL-3.0-or-later
// cenkalti/backoff: intervals in whole nanoseconds, capped before they are spread over [x - d, x + d]; it stops when
// the time elapsed and the next interval together exceed the greatest elapsed time, which may be reached.
#include "tests/oracle/adapter_list.h"
#include "tests/oracle/failing_call.h"
#include "tests/oracle/waits.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace retrylab::oracle {

namespace {

Schedule exponentialBackOff(const QJsonObject &given, Ticks &tick)
{
    Schedule schedule = uncapped(BackoffKind::exponential,
                                 tick.of(spanAt(given, u"initial"_qs).value_or(Span{500, 1e3})));
    schedule.backoff.multiplier = given[u"multiplier"].toDouble(1.5);
    schedule.backoff.steps = BackoffSteps::integer;
    schedule.backoff.cap = tick.of(spanAt(given, u"max"_qs).value_or(Span{60, 1}));
    const double factor = given[u"factor"].toDouble(0.5);
    if (factor > 0.0 && (given.contains(u"factor") || given.contains(u"random")))
        schedule.jitter = {.kind = Jitter::proportional, .proportion = factor};
    return schedule;
}

/// As Go writes a time.Duration: "1s", "1.5s", "500ms", "1m0s".
QString goText(Duration d)
{
    if (d < 1s)
        return d == Duration(0) ? u"0s"_qs : QString::number(static_cast<double>(d.count()) / 1e6) + u"ms"_qs;
    const qint64 minutes = d / 1min;
    QString seconds = QString::number(toSeconds(d - minutes * 1min)) + u's';
    if (minutes == 0)
        return seconds;
    return minutes < 60 ? u"%1m%2"_qs.arg(minutes).arg(seconds)
                        : u"%1h%2m%3"_qs.arg(minutes / 60).arg(minutes % 60).arg(seconds);
}

/// Calls under a limit of retries (v4) or of tries (v5).
QJsonValue callsUnder(const QJsonValue &limits, std::uint32_t extra)
{
    Backoff atOnce;
    atOnce.kind = BackoffKind::none;
    return mapped(limits, [&](const QJsonValue &limit) {
        const auto call = failEveryAttempt(failingPolicy(atOnce, countOf(limit).value_or(0) + extra));
        return call ? QJsonValue(static_cast<qint64>(call->attempts)) : QJsonValue();
    });
}

QJsonObject defaultBudget(const QJsonObject &given)
{
    Ticks tick(1e9);
    Policy policy = failingPolicy(exponentialBackOff(given, tick).backoff, forEver);
    policy.deadline = tick.of(spanAt(given, u"max_elapsed"_qs).value_or(Span{900, 1}));
    policy.deadlineMode = DeadlineMode::refuseBeyond;
    const Duration attempt = tick.of({given[u"attempt_time"].toDouble(), 1.0});
    const auto call = failEveryAttempt(policy, QList<Duration>(1000, attempt));
    if (!call)
        return {};
    QJsonObject figures{{u"retries_before_stop"_qs, call->waits.size()}, {u"calls"_qs, qint64{call->attempts}}};
    addFigures(figures, figuresOf(u"total_sleep"_qs, qint64{call->slept.count()}, tick));
    return figures;
}

QJsonObject nextUnderMaxElapsed(const QJsonObject &given, Span next, Span most)
{
    Ticks tick(1e9);
    const Duration wait = tick.of(next);
    return {{u"result"_qs, mapped(given[u"elapsed_ms"], [&](const QJsonValue &ms) {
                 const bool stops = endsAfter(tick.of({ms.toDouble(), 1e3}), wait, tick.of(most),
                                              DeadlineMode::refuseBeyond);
                 return QJsonValue(stops ? u"stop"_qs : goText(wait));
             })}};
}

} // namespace

std::optional<QJsonObject> cenkaltiIntervals(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "cenkalti"_L1))
        return {};
    const auto make = [&](Ticks &tick) { return exponentialBackOff(given, tick); };
    if (given.contains(u"samples"))
        return rangeFigures(nanosecondTick, make, retriesAt(given.contains(u"n") ? given[u"n"] : QJsonValue(1), 1));
    if (!given.contains(u"n"))
        return {};
    const Retries retries = given[u"n"].isArray() ? retriesAt(given[u"n"], 1)
                                                  : retriesUpTo(countOf(given[u"n"]).value_or(0));
    return waitFigures(u"delay"_qs, nanosecondTick, make, retries, given[u"random"]);
}

std::optional<QJsonObject> cenkaltiStops(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "cenkalti"_L1))
        return {};
    if (given.contains(u"WithMaxRetries"))
        return QJsonObject{{u"calls"_qs, callsUnder(given[u"WithMaxRetries"], 1)}};
    if (given.contains(u"WithMaxTries"))
        return QJsonObject{{u"calls"_qs, callsUnder(given[u"WithMaxTries"], 0)}};
    const auto next = spanAt(given, u"next"_qs);
    const auto most = spanAt(given, u"max_elapsed"_qs);
    if (next && most && given.contains(u"elapsed_ms"))
        return nextUnderMaxElapsed(given, *next, *most);
    if (given.contains(u"attempt_time"))
        return defaultBudget(given);
    return {};
}

/// The clock starts with the call: how many attempts it has when the first one is slow. All fail.
std::optional<QJsonObject> slowFirstAttempt(const QString &, const QJsonObject &given)
{
    const auto most = spanAt(given, u"MaxElapsed"_qs);
    if (!most || !given.contains(u"first_attempt_s"))
        return {};
    Ticks tick(1e9);
    Policy policy = failingPolicy(exponentialBackOff(given, tick).backoff, forEver);
    policy.deadline = tick.of(*most);
    policy.deadlineMode = DeadlineMode::refuseBeyond;
    return QJsonObject{{u"attempts"_qs, mapped(given[u"first_attempt_s"], [&](const QJsonValue &seconds) {
                            const auto call = failEveryAttempt(policy, {tick.of({seconds.toDouble(), 1.0})});
                            return call ? QJsonValue(qint64{call->attempts}) : QJsonValue();
                        })}};
}

} // namespace retrylab::oracle
