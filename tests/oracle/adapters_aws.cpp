// SPDX-License-Identifier: GPL-3.0-or-later
// The delays of the AWS SDKs' retry modes: 2^(n-1) of a base under a ceiling, times a random number (full jitter).
#include "tests/oracle/adapter_list.h"
#include "tests/oracle/waits.h"

using namespace Qt::StringLiterals;

namespace retrylab::oracle {

namespace {

/// What an SDK takes where a vector says nothing.
struct Defaults {
    QLatin1StringView mode;
    QLatin1StringView service; ///< empty: any
    double base;               ///< seconds
    double most;               ///< seconds; 0: no ceiling
    int maxAttempts;
    bool jitter;
};

/// The first row that fits counts.
constexpr Defaults modes[] = {
    {"aws-sdk legacy"_L1, "dynamodb"_L1, 0.05, 0, 10, false},
    {"aws-sdk legacy"_L1, ""_L1, 1.0, 0, 5, true},
    {"aws-sdk standard (AWS_NEW_RETRIES_2026)"_L1, "dynamodb"_L1, 0.025, 20, 4, true},
    {"aws-sdk standard (AWS_NEW_RETRIES_2026)"_L1, ""_L1, 0.05, 20, 3, true},
    {"aws-sdk-js"_L1, ""_L1, 0.1, 20, 3, true},
    {"aws-sdk"_L1, ""_L1, 1.0, 20, 3, true},
};

const Defaults *defaultsOf(const QString &library, const QString &service)
{
    for (const Defaults &row : modes) {
        if (isLibrary(library, row.mode) && (row.service.isEmpty() || row.service == service))
            return &row;
    }
    return nullptr;
}

std::optional<Span> ceilingOf(const QJsonObject &given, const Defaults &defaults)
{
    if (const auto most = spanAt(given, u"max_backoff"_qs))
        return most;
    if (const auto most = spanAt(given, u"max"_qs))
        return most;
    return defaults.most > 0 ? std::optional(Span{defaults.most, 1.0}) : std::nullopt;
}

Schedule schedule(const QJsonObject &given, const Defaults &defaults, Ticks &tick)
{
    Schedule result = uncapped(BackoffKind::exponential,
                               tick.of(spanAt(given, u"base"_qs).value_or(Span{defaults.base, 1.0})));
    result.backoff.multiplier = given[u"growth"].toDouble(2.0);
    if (const auto most = ceilingOf(given, defaults))
        result.backoff.cap = tick.of(*most);
    if (given.contains(u"random"))
        result.jitter.kind = Jitter::full;
    return result;
}

} // namespace

std::optional<QJsonObject> awsDelays(const QString &library, const QJsonObject &given)
{
    const Defaults *defaults = defaultsOf(library, given[u"service"].toString());
    if (defaults == nullptr || !(given.contains(u"attempt") || given.contains(u"attempts")))
        return {};
    const Retries retries = given.contains(u"attempt") ? retriesAt(given[u"attempt"], 1)
                                                       : retriesUpTo(countOf(given[u"attempts"]).value_or(0));
    QJsonObject figures = waitFigures(
        u"delay"_qs, anyTick, [&](Ticks &tick) { return schedule(given, *defaults, tick); }, retries, given[u"random"]);
    figures[u"max_attempts_total"] = defaults->maxAttempts;
    figures[u"jitter"] = defaults->jitter ? u"full"_qs : u"none"_qs;
    return figures;
}

/// Cases of base, growth and attempt; the random number is 1.
std::optional<QJsonObject> awsCases(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "aws-sdk"_L1) || !given.contains(u"fn") || !given.contains(u"cases"))
        return {};
    const QStringList columns = given[u"fn"].toString().split(u',');
    QJsonArray delays;
    for (const auto &values : given[u"cases"].toArray()) {
        const auto column = [&](const QString &name) { return values.toArray().at(columns.indexOf(name)).toDouble(); };
        if (!columns.contains(u"base"_qs) || !columns.contains(u"growth"_qs) || !columns.contains(u"attempt"_qs))
            return {};
        const auto make = [&](Ticks &tick) {
            Schedule result = uncapped(BackoffKind::exponential, tick.of({column(u"base"_qs), 1.0}));
            result.backoff.multiplier = column(u"growth"_qs);
            return result;
        };
        delays += waitFigures(u"delay"_qs, anyTick, make, retriesAt(column(u"attempt"_qs), 1))[u"delay_s"];
    }
    return QJsonObject{{u"delay_s"_qs, delays}};
}

} // namespace retrylab::oracle
