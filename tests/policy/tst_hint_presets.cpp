// SPDX-License-Identifier: GPL-3.0-or-later
// How known clients treat a server's hint, with the values that their own tests and sources state.
#include "tests/data/oracles.h"
#include "tests/policy/hints.h"

#include <QTest>

#include <cmath>

using namespace retrylab;
using namespace hints;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

using Kind = HintDecision::Kind;
using Reading = HintReading::Kind;

const Oracles &oracles()
{
    static const Oracles file(u"policy.json"_qs);
    return file;
}

/// A vector's number of seconds, or nothing for null and for the name of an error.
std::optional<Duration> expectedSeconds(const QJsonValue &value)
{
    if (!value.isDouble())
        return std::nullopt;
    return Duration(std::llround(value.toDouble() * 1e9));
}

} // namespace

class HintPresetsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void urllib3();
    void goRetryablehttp();
    void linkerd();
    void linkerdPushback();
    void grpc();
    void envoy();
    void envoyJitter();
    void aws2026();
    void awsJs();
    void cenkalti();
    void signsAndSpaces();
};

void HintPresetsTest::urllib3()
{
    const QJsonArray values = oracles().given(u"urllib3-parse"_qs)[u"values"].toArray();
    const QJsonArray delays = oracles().expect(u"urllib3-parse"_qs)[u"delay_s"].toArray();
    QCOMPARE(values.size(), 13);
    for (int i = 0; i < values.size(); ++i) {
        const HintReading reading = read(preset("urllib3"), HintHeader::retryAfter, values[i].toString());
        QVERIFY2(waitOf(reading) == expectedSeconds(delays[i]), qPrintable(values[i].toString()));
        QCOMPARE(reading.kind == Reading::unusable, delays[i].toString() == u"InvalidHeader"_qs);
    }
    // Its error ends the call; its sleep takes 0 for "no header" and falls back.
    const HintRules &rules = preset("urllib3");
    QVERIFY(decide(rules, HintHeader::retryAfter, u"foo"_qs, 3s).kind == Kind::doNotRetry);
    QVERIFY(decide(rules, HintHeader::retryAfter, u"0"_qs, 3s).wait == 3s);
    QVERIFY(decide(rules, HintHeader::retryAfter, u"1"_qs, 3s).wait == 1s);
    for (const int status : {413, 429, 503})
        QVERIFY(read(rules, HintHeader::retryAfter, u"1"_qs, status).kind == Reading::wait);
    QVERIFY(read(rules, HintHeader::retryAfter, u"1"_qs, 500).kind == Reading::absent);
}

void HintPresetsTest::goRetryablehttp()
{
    const HintRules &rules = preset("goRetryablehttp");
    const QJsonArray values = oracles().given(u"hashicorp-parse"_qs)[u"values"].toArray();
    const QJsonArray delays = oracles().expect(u"hashicorp-parse"_qs)[u"delay_s"].toArray();
    QCOMPARE(oracles().given(u"hashicorp-parse"_qs)[u"now"].toString(), u"Fri, 31 Dec 1999 23:59:57 GMT"_qs);
    QCOMPARE(values.size(), 10);
    for (int i = 0; i < values.size(); ++i) {
        const HintReading reading = read(rules, HintHeader::retryAfter, values[i].toString());
        QVERIFY2(waitOf(reading) == expectedSeconds(delays[i]), qPrintable(values[i].toString()));
        QVERIFY(followHint(rules, reading, 3s, 0).kind == (delays[i].isNull() ? Kind::none : Kind::wait));
    }
    // Seconds that wrap round there, and an hour that ignores its greatest wait (#247, #295), are held at five minutes.
    const QString wraps = oracles().given(u"hashicorp-parse-overflow"_qs)[u"value"].toString();
    QVERIFY(decide(rules, HintHeader::retryAfter, wraps).wait == 5min);
    QVERIFY(decide(rules, HintHeader::retryAfter, u"3600"_qs).wait == 5min);
}

void HintPresetsTest::linkerd()
{
    const HintRules &rules = preset("linkerd");
    const QJsonObject given = oracles().given(u"linkerd-retry-after"_qs);
    const QJsonArray cases = given[u"cases"].toArray();
    const QJsonArray delays = oracles().expect(u"linkerd-retry-after"_qs)[u"delay_s"].toArray();
    QVERIFY(rules.most == std::chrono::seconds(given[u"max_s"].toInt()));
    QCOMPARE(cases.size(), 8);
    const std::int64_t now2026 = 1796028104;
    for (int i = 0; i < cases.size(); ++i) {
        const QJsonArray one = cases[i].toArray();
        const std::string text = one[1].toString().toStdString();
        const HintField field{HintHeader::retryAfter, text};
        const std::span<const HintField> fields(&field, one[1].isNull() ? 0 : 1);
        const HintReading reading = readHint(rules, one[0].toInt(), fields, now2026);
        QVERIFY2(waitOf(reading) == expectedSeconds(delays[i]), text.c_str());
    }
}

void HintPresetsTest::linkerdPushback()
{
    const HintRules &rules = preset("linkerd");
    const QJsonArray values = oracles().given(u"linkerd-grpc-pushback"_qs)[u"header"].toArray();
    const QJsonArray delays = oracles().expect(u"linkerd-grpc-pushback"_qs)[u"delay_ms"].toArray();
    QCOMPARE(values.size(), 4);
    for (int i = 0; i < values.size(); ++i) {
        const HintDecision decision = decide(rules, HintHeader::grpcPushback, values[i].toString(), 7s);
        QVERIFY(decision.kind == (delays[i].isNull() ? Kind::none : Kind::wait));
        QVERIFY(decision.wait == std::chrono::milliseconds(delays[i].toInt()));
    }
}

void HintPresetsTest::grpc()
{
    const HintRules &rules = preset("grpc");
    const QJsonArray values = oracles().given(u"grpc-pushback"_qs)[u"header"].toArray();
    const QJsonArray actions = oracles().expect(u"grpc-pushback"_qs)[u"action"].toArray();
    const QJsonArray resets = oracles().expect(u"grpc-pushback"_qs)[u"backoff_index_reset"].toArray();
    QCOMPARE(values.size(), 5);
    for (int i = 0; i < values.size(); ++i) {
        const HintDecision decision = decide(rules, HintHeader::grpcPushback, values[i].toString(), 7s);
        const QString action = decision.kind == Kind::wait ? u"retry after %1 ms"_qs.arg(decision.wait / 1ms)
                                                           : u"no retry"_qs;
        QCOMPARE(action, actions[i].toString());
        QCOMPARE(decision.kind == Kind::doNotRetry, actions[i].toString() == u"no retry"_qs);
        QCOMPARE(decision.backoff == HintedBackoff::restarts, resets[i].toBool());
    }
    // No trailer is no pushback. A number of more than 32 bits is garbage, and so are two trailers.
    QVERIFY(serverHint(rules, 200, {}, 7s, now, 0).kind == Kind::none);
    QVERIFY(decide(rules, HintHeader::grpcPushback, u"2147483647"_qs).wait == 2147483647ms);
    QVERIFY(decide(rules, HintHeader::grpcPushback, u"2147483648"_qs).kind == Kind::doNotRetry);
    const HintField twice[] = {{HintHeader::grpcPushback, "100"}, {HintHeader::grpcPushback, "100"}};
    QVERIFY(serverHint(rules, 200, twice, 7s, now, 0).kind == Kind::doNotRetry);
}

void HintPresetsTest::envoy()
{
    const HintRules &rules = preset("envoy");
    const QJsonObject given = oracles().given(u"envoy-reset-header"_qs);
    const QJsonArray cases = given[u"cases"].toArray();
    const QJsonArray intervals = oracles().expect(u"envoy-reset-header"_qs)[u"interval_ms"].toArray();
    QCOMPARE(cases.size(), 6);
    for (int i = 0; i < cases.size(); ++i) {
        const QJsonArray one = cases[i].toArray();
        const bool inSeconds = one[0].toString() == u"SECONDS"_qs;
        const HintReading reading = read(rules, inSeconds ? HintHeader::resetSeconds : HintHeader::resetUnixTime,
                                         one[1].toString(), 429, given[u"now"].toInteger());
        QCOMPARE(reading.kind == Reading::wait, !intervals[i].isNull());
        QVERIFY(reading.wait == std::chrono::milliseconds(intervals[i].toInt()));
    }
    // The greatest interval is accepted, more is dropped rather than held at it.
    QVERIFY(decide(rules, HintHeader::resetSeconds, u"300"_qs, 7s).wait == 300s);
    QVERIFY(decide(rules, HintHeader::resetSeconds, u"301"_qs, 7s) == HintDecision{});
    QVERIFY(decide(rules, HintHeader::resetSeconds, u"5"_qs).backoff == HintedBackoff::holds);
}

void HintPresetsTest::envoyJitter()
{
    const HintRules &rules = preset("envoy");
    const QJsonObject expect = oracles().expect(u"envoy-reset-jitter"_qs);
    const QString header = QString::number(oracles().given(u"envoy-reset-jitter"_qs)[u"header_s"].toInt());
    const auto least = std::chrono::seconds(expect[u"min_s"].toInt());
    const auto end = std::chrono::seconds(expect[u"max_s_exclusive"].toInt());
    QVERIFY(decide(rules, HintHeader::resetSeconds, header, 7s, 0).wait == least);
    QVERIFY(decide(rules, HintHeader::resetSeconds, header, 7s, std::nextafter(1.0, 0.0)).wait == end - 1ns);

    // envoy#12881: its draw divided by half the interval, which is zero for intervals of 0 and 1 ms.
    const QJsonArray tiny = oracles().given(u"bug-divzero-envoy-reset"_qs)[u"reset_header_ms"].toArray();
    QCOMPARE(tiny.size(), 2);
    for (const auto &interval : tiny) {
        const auto asked = std::chrono::milliseconds(interval.toInt());
        const HintReading reading = acceptHint(rules, 429, HintHeader::resetSeconds, asked);
        const Duration wait = followHint(rules, reading, 7s, 0.75).wait;
        QVERIFY(wait >= asked && 2 * wait <= 3 * asked);
    }
}

void HintPresetsTest::aws2026()
{
    const HintRules &rules = preset("aws2026");
    const Duration backoff = 50ms; // the first one of this mode when the draw is 1
    for (const char *suffix : {"1500", "10000-clamped", "negative", "5051-over-clamp"}) {
        const QString id = u"aws2026-retry-after-"_qs + QString::fromLatin1(suffix);
        const QJsonObject response = oracles().given(id)[u"responses"].toArray()[0].toObject();
        const QString value = response[u"headers"].toObject()[u"x-amz-retry-after"].toString();
        QVERIFY(!value.isEmpty());
        const HintDecision decision = decide(rules, HintHeader::awsRetryAfterMs, value, backoff, 0.5);
        const QJsonValue delay = oracles().expect(id)[u"steps"].toArray()[0].toObject()[u"delay_s"];
        QVERIFY2((decision.kind == Kind::wait ? decision.wait : backoff) == expectedSeconds(delay), suffix);
    }
    // Never earlier than its own back-off, whatever the server says; garbage is not there. Any status will do.
    QVERIFY(decide(rules, HintHeader::awsRetryAfterMs, u"0"_qs, backoff).wait == 50ms);
    QVERIFY(decide(rules, HintHeader::awsRetryAfterMs, u"1500.5"_qs, backoff).kind == Kind::none);
    QVERIFY(read(rules, HintHeader::awsRetryAfterMs, u"1500"_qs, 500).wait == 1500ms);
}

void HintPresetsTest::awsJs()
{
    const HintRules &rules = preset("awsJs");
    const QJsonArray headers = oracles().given(u"aws-js-retry-after"_qs)[u"headers"].toArray();
    const QJsonArray delays = oracles().expect(u"aws-js-retry-after"_qs)[u"delay_s"].toArray();
    QCOMPARE(headers.size(), 2);
    for (int i = 0; i < headers.size(); ++i) {
        const QJsonObject one = headers[i].toObject();
        const bool standard = one.keys().value(0) == u"retry-after"_qs;
        const HintReading reading = read(rules, standard ? HintHeader::retryAfter : HintHeader::awsRetryAfterMs,
                                         one.begin().value().toString());
        QVERIFY(waitOf(reading) == expectedSeconds(delays[i]));
    }
    // What it reads is held near its own back-off.
    QVERIFY(decide(rules, HintHeader::retryAfter, u"120"_qs, 100ms).wait == 5100ms);
}

void HintPresetsTest::cenkalti()
{
    // cenkalti/backoff#159: a long hint is handed out; whether the call's deadline allows it is for the call to say.
    const HintRules &rules = preset("cenkaltiV5");
    const int seconds = oracles().given(u"bug-deadline-cenkalti-159"_qs)[u"RetryAfter_s"].toInt();
    const HintDecision decision = decide(rules, HintHeader::retryAfter, QString::number(seconds), 7s);
    QVERIFY(decision == (HintDecision{Kind::wait, 1800s, HintedBackoff::restarts}));
}

void HintPresetsTest::signsAndSpaces()
{
    // As Python's re, Rust's and Java's integer parsers and abseil's SimpleAtoi read them.
    const auto reads = [](const char *name, const QString &value) {
        return read(preset(name), preset(name).headers[0], value).kind == Reading::wait;
    };
    for (const char *name : {"linkerd", "aws2026", "grpc", "envoy", "goRetryablehttp"})
        QVERIFY2(reads(name, u"+3"_qs) && !reads(name, u"-3"_qs), name);
    for (const char *name : {"rfc9110", "urllib3", "awsJs"})
        QVERIFY2(!reads(name, u"+3"_qs), name);
    for (const char *name : {"linkerd", "aws2026", "envoy", "urllib3"})
        QVERIFY2(reads(name, u" 3 "_qs), name);
    for (const char *name : {"grpc", "goRetryablehttp"})
        QVERIFY2(!reads(name, u" 3"_qs), name);
}

QTEST_APPLESS_MAIN(HintPresetsTest)
#include "tst_hint_presets.moc"
