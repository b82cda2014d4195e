// SPDX-License-Identifier: GPL-3.0-or-later
// The AWS SDKs' adaptive mode: the send rate that follows a cubic, and the meter of the rate.
#include "core/policy/adaptive_rate.h"
#include "tests/oracle/adapter_list.h"
#include "tests/oracle/reading.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace retrylab::oracle {

namespace {

Time at(const QJsonValue &seconds)
{
    return Time(Ticks(1e9).of({seconds.toDouble(), 1.0}));
}

/// An event is T or S and its second: throttled at the rate so far, or not.
struct CubicEvent {
    bool throttled = false;
    QJsonValue seconds;
};

QList<CubicEvent> eventsOf(const QJsonObject &given)
{
    QList<CubicEvent> events;
    for (const auto &moment : listOf(given[u"throttle_at"]))
        events += {true, moment};
    for (const auto &moment : listOf(given[u"success_at"]))
        events += {false, moment};
    for (const auto &text : given[u"events"].toArray())
        events += {text.toString().startsWith(u'T'), text.toString().mid(1).toDouble()};
    std::stable_sort(events.begin(), events.end(), [](const CubicEvent &a, const CubicEvent &b) {
        return a.seconds.toDouble() < b.seconds.toDouble();
    });
    return events;
}

} // namespace

std::optional<QJsonObject> awsCubic(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "aws-sdk"_L1) || !(given.contains(u"w_max") || given.contains(u"last_max_rate")))
        return {};
    CubicRate cubic(given[u"beta"].toDouble(0.7), given[u"scale"].toDouble(0.4));
    if (given.contains(u"w_max")) {
        cubic.throttled(given[u"w_max"].toDouble(), Time{});
        return QJsonObject{{u"k"_qs, cubic.zeroPoint()}};
    }
    double rate = given[u"last_max_rate"].toDouble();
    QJsonArray rates;
    for (const CubicEvent &event : eventsOf(given)) {
        rate = event.throttled ? cubic.throttled(rate, at(event.seconds)) : cubic.succeeded(at(event.seconds));
        rates += rate;
    }
    return QJsonObject{{u"rates"_qs, rates}};
}

std::optional<QJsonObject> awsRateMeter(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "aws-sdk"_L1) || !given.contains(u"record_at"))
        return {};
    RateMeter meter;
    return QJsonObject{{u"measured"_qs, mapped(given[u"record_at"],
                                               [&](const QJsonValue &moment) { return meter.record(at(moment)); })}};
}

/// Answers at moments: the rates that are measured and allowed. Only with the constants that the SDKs have.
std::optional<QJsonObject> awsAdaptive(const QString &library, const QJsonObject &given)
{
    const bool sdkConstants = given[u"smoothing"].toDouble(0.8) == 0.8 && given[u"bucket_s"].toDouble(0.5) == 0.5
                              && given[u"start_rate"].toDouble(0.5) == 0.5;
    if (!isLibrary(library, "aws-sdk adaptive"_L1) || !given.contains(u"t") || !sdkConstants)
        return {};
    AdaptiveRate limiter;
    QJsonArray measured;
    QJsonArray rates;
    const QJsonArray moments = given[u"t"].toArray();
    const QJsonArray responses = given[u"responses"].toArray();
    for (qsizetype i = 0; i < moments.size(); ++i) {
        limiter.onResponse(responses.at(i).toString().startsWith("throttle"_L1), at(moments[i]));
        measured += limiter.measuredRate();
        rates += limiter.fillRate();
    }
    return QJsonObject{{u"measured"_qs, measured}, {u"new_rate"_qs, rates}};
}

} // namespace retrylab::oracle
