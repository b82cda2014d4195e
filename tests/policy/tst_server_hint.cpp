// SPDX-License-Identifier: GPL-3.0-or-later
// What a client makes of a server's hint: each axis of the rules by itself.
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

HintRules plain()
{
    HintRules rules;
    rules.headers = {HintHeader::retryAfter};
    return rules;
}

} // namespace

class ServerHintTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void withoutHeadersNothingIsFollowed();
    void statuses();
    void headersInOrder();
    void limits_data();
    void limits();
    void combinations_data();
    void combinations();
    void jitter();
    void onlyOnce();
    void numbersOfASimulatedServer();
    void presetsAreFoundByName();
};

void ServerHintTest::withoutHeadersNothingIsFollowed()
{
    const HintRules none;
    for (const HintHeader header : {HintHeader::none, HintHeader::retryAfter, HintHeader::grpcPushback}) {
        QVERIFY(read(none, header, u"120"_qs) == HintReading{});
        QVERIFY(acceptHint(none, 503, header, 120s) == HintReading{});
    }
    QVERIFY(followHint(none, {}, 7s, 0.5) == HintDecision{});
}

void ServerHintTest::statuses()
{
    HintRules rules = plain();
    for (const int status : {0, 200, 413, 429, 503, 999})
        QVERIFY(read(rules, HintHeader::retryAfter, u"1"_qs, status).kind == Reading::wait);
    rules.statuses = {{429, 503}};
    for (const int status : {429, 503})
        QVERIFY(read(rules, HintHeader::retryAfter, u"1"_qs, status).kind == Reading::wait);
    for (const int status : {-1, 0, 200, 413, 500, 70000})
        QVERIFY(read(rules, HintHeader::retryAfter, u"1"_qs, status).kind == Reading::absent);
    // A gRPC call that failed is a 200 to HTTP.
    rules.headers = {HintHeader::grpcPushback};
    QVERIFY(read(rules, HintHeader::grpcPushback, u"1"_qs, 200).kind == Reading::wait);
}

void ServerHintTest::headersInOrder()
{
    HintRules rules = plain();
    rules.headers = {HintHeader::resetSeconds, HintHeader::awsRetryAfterMs};
    rules.most = 10s;
    rules.aboveMost = HintLimit::discard;
    const auto waited = [&rules](const char *seconds, const char *milliseconds) {
        // As they came: in the other order, after one that is not looked for.
        const HintField fields[] = {{HintHeader::retryAfter, "3"},
                                    {HintHeader::awsRetryAfterMs, milliseconds},
                                    {HintHeader::resetSeconds, seconds}};
        return waitOf(readHint(rules, 503, fields, now));
    };
    QVERIFY(waited("5", "1500") == std::optional<Duration>(5s));
    QVERIFY(waited("x", "1500") == std::optional<Duration>(1500ms));
    QVERIFY(waited("11", "1500") == std::optional<Duration>(1500ms));
    QVERIFY(waited("11", "x") == std::nullopt);
}

void ServerHintTest::limits_data()
{
    QTest::addColumn<HintLimit>("below");
    QTest::addColumn<HintLimit>("above");
    QTest::addColumn<Duration>("asked");
    QTest::addColumn<HintReading>("expected");
    const HintReading absent;
    const HintReading unusable{Reading::unusable, {}};
    const auto wait = [](Duration d) { return HintReading{Reading::wait, d}; };
    const auto clamp = HintLimit::clamp;
    QTest::newRow("least itself") << HintLimit::discard << clamp << Duration(2s) << wait(2s);
    QTest::newRow("most itself") << clamp << HintLimit::discard << Duration(10s) << wait(10s);
    QTest::newRow("below, clamp") << clamp << clamp << Duration(2s - 1ns) << wait(2s);
    QTest::newRow("below, discard") << HintLimit::discard << clamp << Duration(1s) << absent;
    QTest::newRow("below, unusable") << HintLimit::unusable << clamp << Duration(1s) << unusable;
    QTest::newRow("below, obey") << HintLimit::obey << clamp << Duration(1s) << wait(1s);
    QTest::newRow("negative, obey") << HintLimit::obey << clamp << Duration(-1s) << wait(0s);
    QTest::newRow("above, clamp") << clamp << clamp << Duration(10s + 1ns) << wait(10s);
    QTest::newRow("above, discard") << clamp << HintLimit::discard << Duration(10s + 1ns) << absent;
    QTest::newRow("above, unusable") << clamp << HintLimit::unusable << Duration(11s) << unusable;
    QTest::newRow("above, obey") << clamp << HintLimit::obey << Duration(3600s) << wait(3600s);
    QTest::newRow("for ever, obey") << clamp << HintLimit::obey << unlimited << wait(unlimited);
}

void ServerHintTest::limits()
{
    QFETCH(HintLimit, below);
    QFETCH(HintLimit, above);
    QFETCH(Duration, asked);
    QFETCH(HintReading, expected);
    HintRules rules = plain();
    rules.least = 2s;
    rules.most = 10s;
    rules.belowLeast = below;
    rules.aboveMost = above;
    QVERIFY(acceptHint(rules, 503, HintHeader::retryAfter, asked) == expected);
}

void ServerHintTest::combinations_data()
{
    QTest::addColumn<HintCombine>("combine");
    QTest::addColumn<Duration>("hint");
    QTest::addColumn<Duration>("backoff");
    QTest::addColumn<Duration>("expected");
    const auto row = [](const char *name, HintCombine combine, Duration hint, Duration backoff, Duration expected) {
        QTest::newRow(name) << combine << hint << backoff << expected;
    };
    row("replace by less", HintCombine::replace, 1s, 3s, 1s);
    row("replace by nothing", HintCombine::replace, 0s, 3s, 0s);
    row("zero does not replace", HintCombine::replaceUnlessZero, 0s, 3s, 3s);
    row("a little does", HintCombine::replaceUnlessZero, 1ns, 3s, 1ns);
    row("at least the back-off", HintCombine::atLeastBackoff, 1s, 3s, 3s);
    row("at least the hint", HintCombine::atLeastBackoff, 5s, 3s, 5s);
    row("near, below", HintCombine::nearBackoff, 1s, 3s, 3s);
    row("near, between", HintCombine::nearBackoff, 4s, 3s, 4s);
    row("near, above", HintCombine::nearBackoff, 60s, 3s, 8s);
    row("near, without end", HintCombine::nearBackoff, unlimited, unlimited - 1s, unlimited);
    row("near, negative back-off", HintCombine::nearBackoff, 60s, -3s, 5s);
}

void ServerHintTest::combinations()
{
    QFETCH(HintCombine, combine);
    QFETCH(Duration, hint);
    QFETCH(Duration, backoff);
    QFETCH(Duration, expected);
    HintRules rules = plain();
    rules.combine = combine;
    const HintDecision decision = followHint(rules, {Reading::wait, hint}, backoff, 0.5);
    QVERIFY(decision.kind == Kind::wait);
    QVERIFY(decision.wait == expected);
}

void ServerHintTest::jitter()
{
    HintRules rules = plain();
    rules.jitter = 0.5;
    const auto drawn = [&rules](Duration hint, double u) {
        return followHint(rules, {Reading::wait, hint}, 0s, u).wait;
    };
    QVERIFY(drawn(10s, 0) == 10s);
    QVERIFY(drawn(10s, 0.5) == 12500ms);
    QVERIFY(drawn(10s, std::nextafter(1.0, 0.0)) == 15s - 1ns);
    QVERIFY(drawn(0s, 0.9) == 0s);
    QVERIFY(drawn(unlimited, 0.9) == unlimited);
    rules.jitter = std::nan("");
    QVERIFY(drawn(10s, 0.5) == 10s);
}

void ServerHintTest::onlyOnce()
{
    HintRules rules = plain();
    const HintField twice[] = {{HintHeader::retryAfter, "5"}, {HintHeader::retryAfter, "7"}};
    QVERIFY(readHint(rules, 503, twice, now) == (HintReading{Reading::wait, 5s}));
    rules.onlyOnce = true;
    QVERIFY(readHint(rules, 503, twice, now).kind == Reading::unusable);
    QVERIFY(readHint(rules, 503, {twice, 1}, now).kind == Reading::wait);
}

void ServerHintTest::numbersOfASimulatedServer()
{
    const HintRules &linkerd = preset("linkerd");
    QVERIFY(acceptHint(linkerd, 429, HintHeader::retryAfter, 250ms) == (HintReading{Reading::wait, 250ms}));
    QVERIFY(acceptHint(linkerd, 429, HintHeader::retryAfter, 3600s) == (HintReading{Reading::wait, 300s}));
    QVERIFY(acceptHint(linkerd, 500, HintHeader::retryAfter, 250ms) == HintReading{});
    QVERIFY(acceptHint(linkerd, 429, HintHeader::awsRetryAfterMs, 250ms) == HintReading{});
}

void ServerHintTest::presetsAreFoundByName()
{
    for (const HintPreset &one : hintPresets)
        QVERIFY(hintPreset(one.name) == &one.rules);
    QVERIFY(hintPreset("nobody") == nullptr);
    QCOMPARE(headerName(HintHeader::awsRetryAfterMs).data(), "x-amz-retry-after");
    QCOMPARE(headerName(HintHeader::grpcPushback).data(), "grpc-retry-pushback-ms");
}

QTEST_APPLESS_MAIN(ServerHintTest)
#include "tst_server_hint.moc"
