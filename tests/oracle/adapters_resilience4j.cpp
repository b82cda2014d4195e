// SPDX-License-Identifier: GPL-3.0-or-later
// resilience4j's IntervalFunction: whole milliseconds, truncated at every step; jitter in [x - d, x + d] with both
// ends, at least 1 ms; the greatest interval is applied last. Intervals go up to 2^63 - 1 ms: without jitter a tick is
// a millisecond.
#include "tests/oracle/adapter_list.h"
#include "tests/oracle/waits.h"

using namespace Qt::StringLiterals;

namespace retrylab::oracle {

namespace {

/// The ends of [x - d, x + d] may be fractions of a millisecond.
constexpr std::initializer_list<double> jitterTicks{1e9, 1e3};

Schedule intervalFunction(const QJsonObject &given, double multiplier, Ticks &tick)
{
    const bool grows = given.contains(u"initial_ms");
    const Span initial = spanAt(given, grows ? u"initial"_qs : u"interval"_qs).value_or(Span{500, 1e3});
    Schedule schedule = uncapped(grows ? BackoffKind::exponential : BackoffKind::fixed, tick.of(initial));
    schedule.backoff.multiplier = multiplier;
    schedule.backoff.steps = BackoffSteps::integer;
    schedule.backoff.unit = tick.of({1, 1e3});
    schedule.backoff.floor = tick.of({1, 1e3});
    schedule.backoff.capOrder = CapOrder::afterJitter;
    if (const auto most = spanAt(given, u"max"_qs))
        schedule.backoff.cap = tick.of(*most);
    if (given.contains(u"factor"))
        schedule.jitter = {.kind = Jitter::proportional, .proportion = given[u"factor"].toDouble()};
    return schedule;
}

} // namespace

std::optional<QJsonObject> resilience4jIntervals(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "resilience4j"_L1) || given[u"factor"].isArray()
        || !(given.contains(u"initial_ms") || given.contains(u"interval_ms")))
        return {};
    const Retries retries = retriesAt(given.contains(u"attempt") ? given[u"attempt"] : QJsonValue(1), 1);
    const QJsonValue multipliers = given.contains(u"multiplier") ? given[u"multiplier"] : QJsonValue(1.5);
    const QJsonValue draws = given.contains(u"u") ? given[u"u"] : given[u"random"];
    return eachOption(multipliers, [&](const QJsonValue &multiplier) {
        const auto make = [&](Ticks &tick) { return intervalFunction(given, multiplier.toDouble(), tick); };
        const auto &ticks = given.contains(u"factor") ? jitterTicks : millisecondTick;
        QJsonObject figures = rangeFigures(ticks, make, retries);
        addFigures(figures, waitFigures(u"delay"_qs, ticks, make, retries, draws));
        return figures;
    });
}

std::optional<QJsonObject> resilience4jBounds(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "resilience4j"_L1) || !given[u"factor"].isArray())
        return {};
    QJsonObject figures;
    const auto inUnitRange = [](const QJsonValue &f) { return f.toDouble() >= 0.0 && f.toDouble() <= 1.0; };
    figures[u"factor_ok"] = mapped(given[u"factor"], inUnitRange);
    figures[u"interval_ok"] = mapped(given[u"interval_ms"], [](const QJsonValue &ms) { return ms.toDouble() >= 1.0; });
    for (const auto &attempt : listOf(given[u"attempt"])) {
        figures[u"attempt%1"_qs.arg(attempt.toInteger())] = attempt.toDouble() < 1.0 ? u"IllegalArgumentException"_qs
                                                                                     : u"accepted"_qs;
    }
    return figures;
}

} // namespace retrylab::oracle
