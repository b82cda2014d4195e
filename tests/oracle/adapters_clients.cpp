// SPDX-License-Identifier: GPL-3.0-or-later
// urllib3, go-retryablehttp, tower and Finagle.
#include "core/policy/ratio_budget.h"
#include "tests/oracle/adapter_list.h"
#include "tests/oracle/failing_call.h"
#include "tests/oracle/waits.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace retrylab::oracle {

namespace {

/// util/retry.py: nothing before the first retry, then factor·2^(n-1) and up to `backoff_jitter` more, capped last.
Schedule urllib3Schedule(const QJsonObject &given, Ticks &tick)
{
    Schedule schedule = uncapped(BackoffKind::exponential, tick.of({given[u"backoff_factor"].toDouble(), 1.0}));
    schedule.backoff.firstAtOnce = true;
    schedule.backoff.capOrder = CapOrder::afterJitter;
    schedule.backoff.cap = tick.of({given[u"backoff_max"].toDouble(120.0), 1.0});
    if (const double jitter = given[u"backoff_jitter"].toDouble(); jitter > 0)
        schedule.jitter = {.kind = Jitter::addedTime, .amount = tick.of({jitter, 1.0})};
    return schedule;
}

Schedule towerSchedule(const QJsonObject &given, Ticks &tick)
{
    Schedule schedule = uncapped(BackoffKind::exponential, tick.of(spanAt(given, u"min"_qs).value_or(Span{50, 1e3})));
    schedule.backoff.cap = tick.of(spanAt(given, u"max"_qs).value_or(Span{HUGE_VAL, 1}));
    schedule.backoff.capOrder = CapOrder::afterJitter;
    schedule.jitter = {.kind = Jitter::added, .proportion = given[u"jitter"].toDouble()};
    return schedule;
}

/// LinearJitterBackoff: a number in [min, max), times one more than the attempt.
QJsonObject linearJitterRange(const QJsonObject &given, Span least, Span most)
{
    const auto make = [&](Ticks &tick) {
        const double factor = given[u"attempt"].toDouble() + 1.0;
        Schedule schedule = uncapped(BackoffKind::fixed, tick.of({least.value * factor, least.perSecond}));
        const Duration end = tick.of({most.value * factor, most.perSecond});
        schedule.jitter = {.kind = Jitter::addedTime, .amount = std::max(end - schedule.backoff.base, Duration(0))};
        return schedule;
    };
    return rangeFigures(anyTick, make, retriesAt(QJsonValue(1), 1));
}

} // namespace

std::optional<QJsonObject> urllib3Backoff(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "urllib3"_L1) || !given.contains(u"backoff_factor"))
        return {};
    const Retries retries = retriesAt(given[u"consecutive_errors"], 1);
    const auto make = [&](Ticks &tick) { return urllib3Schedule(given, tick); };
    QJsonObject figures = rangeFigures(anyTick, make, retries);
    addFigures(figures, waitFigures(u"backoff"_qs, anyTick, make, retries, given[u"u"]));
    return figures;
}

std::optional<QJsonObject> retryablehttpBackoff(const QString &library, const QJsonObject &given)
{
    const auto least = spanAt(given, u"min"_qs);
    const auto most = spanAt(given, u"max"_qs);
    if (!isLibrary(library, "go-retryablehttp"_L1) || !least || !most || !given.contains(u"attempt"))
        return {};
    if (given.contains(u"samples"))
        return linearJitterRange(given, *least, *most);
    const auto make = [&](Ticks &tick) {
        Schedule schedule = uncapped(BackoffKind::exponential, tick.of(*least));
        schedule.backoff.cap = tick.of(*most);
        return schedule;
    };
    return waitFigures(u"delay"_qs, anyTick, make, retriesAt(given[u"attempt"], 0));
}

std::optional<QJsonObject> towerBackoff(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "tower"_L1) || !given.contains(u"jitter"))
        return {};
    const Retries retries = given.contains(u"iteration") ? retriesAt(given[u"iteration"], 0)
                                                         : retriesUpTo(countOf(given[u"n"]).value_or(0));
    return waitFigures(
        u"delay"_qs, anyTick, [&](Ticks &tick) { return towerSchedule(given, tick); }, retries, given[u"r"]);
}

/// Backoff.linear(…).takeUntil(sum): goes on while what has been waited is less than that.
std::optional<QJsonObject> finagleTakeUntil(const QString &library, const QJsonObject &given)
{
    const QStringList parts = given[u"linear"].toString().split(u',');
    const auto start = spanFromText(parts.value(0));
    const auto step = spanFromText(parts.value(1));
    const auto most = spanAt(given, u"takeUntil"_qs);
    if (!isLibrary(library, "finagle"_L1) || !start || !step || !most)
        return {};
    Ticks tick(1e9);
    Schedule schedule = uncapped(BackoffKind::linear, tick.of(*start));
    schedule.backoff.increment = tick.of(*step);
    QJsonArray waits;
    Duration elapsed{0};
    for (std::uint32_t retry = 1;
         !endsAfter(elapsed, Duration(0), tick.of(*most), DeadlineMode::afterAttempt) && retry < forEver; ++retry) {
        const Duration wait = waitAt(schedule, retry, 0.0);
        elapsed = later(Time(elapsed), wait).time_since_epoch();
        waits += static_cast<qint64>(wait.count());
    }
    return figuresOf(u"delay"_qs, waits, tick);
}

/// What its budget accepts: a time to live of 1 to 60 s, no negative rates.
std::optional<QJsonObject> finagleBudgetBounds(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "finagle"_L1) || !given.contains(u"ttl_s") || !given.contains(u"percent"))
        return {};
    const auto ttlFits = [](const QJsonValue &ttl) {
        BudgetOptions o;
        o.window = toDuration(ttl.toDouble() * 1e9);
        return fitsFinagle(o);
    };
    const auto minimumFits = [](const QJsonValue &minimum) {
        BudgetOptions o;
        o.minPerSecond = minimum.toDouble();
        return fitsFinagle(o);
    };
    const auto shareFits = [](const QJsonValue &share) {
        BudgetOptions o;
        o.ratio = share.toDouble();
        return fitsFinagle(o);
    };
    return QJsonObject{{u"ttl_ok"_qs, mapped(given[u"ttl_s"], ttlFits)},
                       {u"min_ok"_qs, mapped(given[u"minRetriesPerSec"], minimumFits)},
                       {u"percent_ok"_qs, mapped(given[u"percent"], shareFits)}};
}

} // namespace retrylab::oracle
