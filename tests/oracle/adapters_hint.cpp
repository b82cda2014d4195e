// SPDX-License-Identifier: GPL-3.0-or-later
// What clients read from Retry-After, gRPC's pushback, the AWS header and Envoy's reset headers, and HTTP-dates.
#include "core/policy/hint_presets.h"
#include "tests/oracle/adapter_list.h"
#include "tests/oracle/waits.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace retrylab::oracle {

namespace {

constexpr std::int64_t middleOf2026 = 1'782'864'000; ///< Unix seconds: "now" where a vector does not say
constexpr int limited = 429;                         ///< a status on which every client looks for a hint

HintRules rulesOf(const char *name)
{
    const HintRules *rules = hintPreset(name);
    return rules != nullptr ? *rules : HintRules();
}

/// The wall clock of a vector: Unix seconds or an HTTP-date.
std::int64_t nowOf(const QJsonObject &given)
{
    const QJsonValue now = given[u"now"];
    if (now.isDouble())
        return now.toInteger();
    return parseHttpDate(now.toString().toStdString(), middleOf2026).value_or(middleOf2026);
}

HintReading reading(const HintRules &rules, int status, HintHeader header, const QJsonValue &value, std::int64_t now)
{
    const std::string text = value.toString().toStdString();
    const HintField field{header, text};
    return readHint(rules, status, {&field, value.isString() ? 1U : 0U}, now);
}

/// The wait that was read, in units of `unit`; null where there is none.
QJsonValue waitIn(const HintReading &reading, Duration unit)
{
    if (reading.kind != HintReading::Kind::wait)
        return QJsonValue::Null;
    return reading.wait % unit == Duration(0)
               ? QJsonValue(qint64{reading.wait / unit})
               : QJsonValue(static_cast<double>(reading.wait.count()) / static_cast<double>(unit.count()));
}

/// Retry-After as seconds or a date, for each of the values.
QJsonValue delaysOfValues(const HintRules &rules, const QJsonObject &given, const QJsonValue &unusable)
{
    return mapped(given[u"values"], [&](const QJsonValue &value) {
        const HintReading read = reading(rules, limited, HintHeader::retryAfter, value, nowOf(given));
        return read.kind == HintReading::Kind::unusable ? unusable : waitIn(read, 1s);
    });
}

/// The pushback's value, for each of the headers.
template <typename F>
QJsonValue eachPushback(const QJsonObject &given, const HintRules &rules, F f)
{
    return mapped(given[u"header"], [&](const QJsonValue &value) {
        return f(reading(rules, 200, HintHeader::grpcPushback, value, nowOf(given)));
    });
}

HintHeader headerNamed(const QString &name)
{
    for (const HintHeader header : {HintHeader::retryAfter, HintHeader::awsRetryAfterMs, HintHeader::grpcPushback}) {
        if (name.compare(QString::fromStdString(std::string(headerName(header))), Qt::CaseInsensitive) == 0)
            return header;
    }
    return HintHeader::none;
}

} // namespace

/// Lists of Retry-After values, as urllib3 and go-retryablehttp parse them; the latter's parser knows no maximum.
std::optional<QJsonObject> retryAfterValues(const QString &library, const QJsonObject &given)
{
    if (!given.contains(u"values"))
        return {};
    if (isLibrary(library, "urllib3"_L1))
        return QJsonObject{{u"delay_s"_qs, delaysOfValues(rulesOf("urllib3"), given, u"InvalidHeader"_qs)}};
    if (!isLibrary(library, "go-retryablehttp"_L1))
        return {};
    HintRules rules = rulesOf("goRetryablehttp");
    rules.most = unlimited;
    return QJsonObject{{u"delay_s"_qs, delaysOfValues(rules, given, QJsonValue::Null)}};
}

/// linkerd: cases of status and Retry-After, under a greatest wait.
std::optional<QJsonObject> linkerdRetryAfter(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "linkerd"_L1) || !given.contains(u"cases"))
        return {};
    HintRules rules = rulesOf("linkerd");
    if (const auto most = spanAt(given, u"max"_qs))
        rules.most = Ticks(1e9).of(*most);
    return QJsonObject{{u"delay_s"_qs, mapped(given[u"cases"], [&](const QJsonValue &c) {
                            const QJsonArray one = c.toArray();
                            return waitIn(reading(rules, one[0].toInt(), HintHeader::retryAfter, one[1], nowOf(given)),
                                          1s);
                        })}};
}

std::optional<QJsonObject> linkerdPushback(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "linkerd"_L1) || !given.contains(u"header"))
        return {};
    HintRules rules = rulesOf("linkerd");
    if (const auto most = spanAt(given, u"max"_qs))
        rules.most = Ticks(1e9).of(*most);
    const auto wait = [](const HintReading &read) { return waitIn(read, 1ms); };
    return QJsonObject{{u"delay_ms"_qs, eachPushback(given, rules, wait)}};
}

std::optional<QJsonObject> grpcPushback(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "grpc"_L1) || !given.contains(u"header"))
        return {};
    const HintRules rules = rulesOf("grpc");
    const auto action = [&](const HintReading &read) {
        const HintDecision decision = followHint(rules, read, Duration(0), 0.0);
        return QJsonValue(decision.kind == HintDecision::Kind::wait ? u"retry after %1 ms"_qs.arg(decision.wait / 1ms)
                                                                    : u"no retry"_qs);
    };
    const auto restarts = [&](const HintReading &read) {
        const HintDecision decision = followHint(rules, read, Duration(0), 0.0);
        return decision.kind == HintDecision::Kind::wait ? QJsonValue(decision.backoff == HintedBackoff::restarts)
                                                         : QJsonValue(QJsonValue::Null);
    };
    return QJsonObject{{u"action"_qs, eachPushback(given, rules, action)},
                       {u"backoff_index_reset"_qs, eachPushback(given, rules, restarts)}};
}

/// The headers that aws-sdk-js reads, one per answer.
std::optional<QJsonObject> awsJsHeaders(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "aws-sdk-js"_L1) || !given.contains(u"headers"))
        return {};
    return QJsonObject{{u"delay_s"_qs, mapped(given[u"headers"], [&](const QJsonValue &answer) {
                            const QJsonObject fields = answer.toObject();
                            const QString name = fields.keys().value(0);
                            return waitIn(
                                reading(rulesOf("awsJs"), limited, headerNamed(name), fields[name], nowOf(given)), 1s);
                        })}};
}

/// Envoy's reset headers: cases of format and value.
std::optional<QJsonObject> envoyResetHeader(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "envoy"_L1) || !given.contains(u"now") || !given.contains(u"cases"))
        return {};
    return QJsonObject{{u"interval_ms"_qs, mapped(given[u"cases"], [&](const QJsonValue &c) {
                            const QJsonArray one = c.toArray();
                            const HintHeader header = one[0].toString() == "SECONDS"_L1 ? HintHeader::resetSeconds
                                                                                        : HintHeader::resetUnixTime;
                            return waitIn(reading(rulesOf("envoy"), limited, header, one[1], nowOf(given)), 1ms);
                        })}};
}

/// How Envoy spreads a hinted wait: from itself, up to an end that it does not reach.
std::optional<QJsonObject> envoyResetJitter(const QString &library, const QJsonObject &given)
{
    const auto header = spanAt(given, u"header"_qs);
    if (!isLibrary(library, "envoy"_L1) || !header)
        return {};
    Ticks tick(1e9);
    const HintRules rules = rulesOf("envoy");
    const HintReading read = acceptHint(rules, limited, HintHeader::resetSeconds, tick.of(*header));
    QJsonObject figures;
    const auto put = [&](const QString &name, double u) {
        const Duration wait = followHint(rules, read, Duration(0), u).wait;
        addFigures(figures, figuresOf(name, qint64{wait.count()}, tick));
    };
    put(u"min"_qs, 0.0);
    put(u"max"_qs, 1.0); // which no draw is
    figures[u"max_s_exclusive"] = figures[u"max_s"];
    figures[u"max_ms_exclusive"] = figures[u"max_ms"];
    return figures;
}

std::optional<QJsonObject> httpDates(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "rfc9110"_L1) || !given.contains(u"values"))
        return {};
    return QJsonObject{{u"epoch_s"_qs, mapped(given[u"values"], [&](const QJsonValue &value) {
                            const auto moment = parseHttpDate(value.toString().toStdString(), nowOf(given));
                            return moment ? QJsonValue(qint64{*moment}) : QJsonValue(QJsonValue::Null);
                        })}};
}

/// The year that two digits mean: the first of January of that year, seen from the middle of `now_year`.
std::optional<QJsonObject> httpTwoDigitYears(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "rfc9110"_L1) || !given.contains(u"yy") || !given.contains(u"now_year"))
        return {};
    using namespace std::chrono;
    const auto july = sys_days(year(given[u"now_year"].toInt()) / July / 1);
    const std::int64_t now = duration_cast<seconds>(july.time_since_epoch()).count();
    return QJsonObject{{u"year"_qs, mapped(given[u"yy"], [&](const QJsonValue &yy) {
                            const QString text = u"Friday, 01-Jan-%1 00:00:00 GMT"_qs.arg(yy.toInt(), 2, 10,
                                                                                          QChar(u'0'));
                            const auto moment = parseHttpDate(text.toStdString(), now);
                            if (!moment)
                                return QJsonValue(QJsonValue::Null);
                            const sys_days day = floor<days>(sys_seconds(seconds(*moment)));
                            return QJsonValue(static_cast<int>(year_month_day(day).year()));
                        })}};
}

/// Is this Retry-After a wait at all?
std::optional<QJsonObject> acceptedHeader(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "regression"_L1) || !given[u"header"].isString())
        return {};
    const HintReading read = reading(rulesOf("rfc9110"), limited, HintHeader::retryAfter, given[u"header"],
                                     nowOf(given));
    return QJsonObject{{u"result"_qs, read.kind == HintReading::Kind::wait ? u"accepted"_qs : u"rejected"_qs}};
}

} // namespace retrylab::oracle
