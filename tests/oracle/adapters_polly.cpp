// SPDX-License-Identifier: GPL-3.0-or-later
// Polly's retry delays: constant, linear and exponential from attempt 0; ± 25 % on the former two, decorrelated V2 on
// the latter; the greatest delay is applied last. TimeSpan counts ticks of 100 ns up to 2^63 - 1.
#include "tests/oracle/adapter_list.h"
#include "tests/oracle/quadrature.h"
#include "tests/oracle/waits.h"

using namespace Qt::StringLiterals;

namespace retrylab::oracle {

namespace {

constexpr std::initializer_list<double> timeSpanTicks{1e12, 1e9, 1e7};
constexpr Span defaultDelay{2.0, 1.0};

/// What a vector says beside the type of backoff.
struct Settings {
    Span base = defaultDelay;
    std::optional<Span> most;
    bool jitter = false;
};

Settings settingsOf(const QJsonObject &given)
{
    Settings settings;
    settings.base = spanAt(given, u"base"_qs).value_or(defaultDelay);
    settings.most = spanAt(given, u"max"_qs);
    settings.jitter = given[u"jitter"].toBool();
    return settings;
}

Schedule delays(const QString &type, const Settings &settings, Ticks &tick)
{
    const bool exponential = type == "Exponential"_L1;
    const BackoffKind kind = exponential           ? BackoffKind::exponential
                             : type == "Linear"_L1 ? BackoffKind::linear
                                                   : BackoffKind::fixed;
    Schedule schedule = uncapped(kind, tick.of(settings.base));
    schedule.backoff.capOrder = CapOrder::afterJitter;
    if (settings.most)
        schedule.backoff.cap = tick.of(*settings.most);
    if (settings.jitter)
        schedule.jitter = {.kind = exponential ? Jitter::decorrelatedV2 : Jitter::proportional, .proportion = 0.25};
    return schedule;
}

bool isDelayForm(const QString &library, const QJsonObject &given)
{
    const bool polly = isLibrary(library, "polly"_L1);
    const bool asks = given.contains(u"attempt") || given.contains(u"attempts");
    return asks && (given.contains(u"type") || given.contains(u"types") || (polly && given.contains(u"base_s")));
}

Retries retriesOf(const QJsonObject &given)
{
    return given.contains(u"attempt") ? retriesAt(given[u"attempt"], 0)
                                      : retriesUpTo(countOf(given[u"attempts"]).value_or(0));
}

QJsonValue drawsOf(const QJsonObject &given)
{
    return given.contains(u"r") ? given[u"r"] : given[u"r_every_draw"];
}

/// A delay as it is written in a table: "2 days"; the greatest TimeSpan by its name.
QString spelled(Duration delay)
{
    if (delay == unlimited)
        return u"TimeSpan.MaxValue (%1 ticks of 100 ns)"_qs.arg(delay.count());
    constexpr std::pair<qint64, QLatin1StringView> units[] = {{864'000'000'000, "day"_L1},
                                                              {36'000'000'000, "hour"_L1},
                                                              {600'000'000, "minute"_L1},
                                                              {10'000'000, "second"_L1}};
    for (const auto &[ticks, name] : units) {
        const qint64 count = delay.count() / ticks;
        if (count > 0 && delay.count() % ticks == 0)
            return u"%1 %2%3"_qs.arg(count).arg(name).arg(count == 1 ? u""_qs : u"s"_qs);
    }
    return u"%1 ticks of 100 ns"_qs.arg(delay.count());
}

/// Delays as text, for one greatest delay or for each of a list.
QJsonValue spelledDelays(const QJsonObject &given, const QString &type, const Retries &retries)
{
    return mapped(given[u"max"], [&](const QJsonValue &most) {
        Ticks tick(1e7);
        Settings settings = settingsOf(given);
        settings.most = spanFromText(most.toString());
        return QJsonValue(spelled(waitAt(delays(type, settings, tick), retries.numbers.value(0, 1), 0.0)));
    });
}

/// The mean delay before each retry, over its draw and the one before.
QJsonValue meanDelays(const Settings &settings, const QString &type, const Retries &retries, Ticks &tick)
{
    const Schedule schedule = delays(type, settings, tick);
    QJsonArray means;
    for (const std::uint32_t retry : retries.numbers) {
        means += integralOver01([&](double u) {
                     return integralOver01([&](double before) {
                         const Duration wait = drawWait(schedule.backoff, schedule.jitter, retry, {}, u, before);
                         return static_cast<double>(wait.count());
                     });
                 })
                 / tick.perSecond();
    }
    return means;
}

} // namespace

std::optional<QJsonObject> pollyDelays(const QString &library, const QJsonObject &given)
{
    if (!isDelayForm(library, given) || given.contains(u"rng"))
        return {};
    const Settings settings = settingsOf(given);
    const Retries retries = retriesOf(given);
    const QJsonValue types = given.contains(u"types") ? given[u"types"] : given[u"type"];
    QJsonObject figures = eachOption(types, [&](const QJsonValue &type) {
        const auto make = [&](Ticks &tick) { return delays(type.toString(), settings, tick); };
        return waitFigures(u"delay"_qs, timeSpanTicks, make, retries, drawsOf(given));
    });
    if (given[u"base"].isString())
        figures[u"delay"] = spelledDelays(given, types.toString(), retries);
    return figures;
}

std::optional<QJsonObject> pollyMeans(const QString &library, const QJsonObject &given)
{
    if (!isDelayForm(library, given) || !given.contains(u"rng"))
        return {};
    Settings settings = settingsOf(given);
    settings.jitter = true;
    Ticks tick(1e12);
    return QJsonObject{
        {u"mean_delay_s"_qs, meanDelays(settings, given[u"type"].toString(u"Exponential"_qs), retriesOf(given), tick)}};
}

std::optional<QJsonObject> pollyDefaults(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "polly"_L1) || !given.isEmpty())
        return {};
    return QJsonObject{{u"FailureRatio"_qs, 0.1},           {u"MinimumThroughput"_qs, 100},
                       {u"SamplingDuration_s"_qs, 30},      {u"BreakDuration_s"_qs, 5},
                       {u"MaxRetryAttempts"_qs, 3},         {u"Delay_s"_qs, 2},
                       {u"BackoffType"_qs, u"Constant"_qs}, {u"UseJitter"_qs, false}};
}

} // namespace retrylab::oracle
