// SPDX-License-Identifier: GPL-3.0-or-later
// Public bugs of what a server says about when to come back. Which bug is tested where, PUBLIC_BUGS.md tells.
#include "tests/policy/hints.h"
#include "tests/policy/time_zone.h"

#include <QTest>

using namespace retrylab;
using namespace hints;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

constexpr double almostOne = 1.0 - 0x1.0p-53; // the greatest draw

} // namespace

class PublicBugsHintTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tinyIntervals_data();
    void tinyIntervals();
    void datesAreGmt_data();
    void datesAreGmt();
    void httpDateIsAccepted();
    void longHint_data();
    void longHint();
};

void PublicBugsHintTest::tinyIntervals_data()
{
    QTest::addColumn<Duration>("asked");
    QTest::addColumn<Duration>("least");
    QTest::addColumn<Duration>("most");
    // Its jitter was a random number modulo half the interval, which for these is 0.
    QTest::newRow("envoyproxy/envoy#12881, 0 ms") << Duration(0) << Duration(0) << Duration(0);
    QTest::newRow("envoyproxy/envoy#12881, 1 ms") << Duration(1ms) << Duration(1ms) << Duration(1'499'999ns);
}

void PublicBugsHintTest::tinyIntervals()
{
    QFETCH(Duration, asked);
    QFETCH(Duration, least);
    QFETCH(Duration, most);
    const HintRules &rules = preset("envoy");
    const HintReading reading = acceptHint(rules, 429, HintHeader::resetSeconds, asked);
    QCOMPARE(followHint(rules, reading, 7s, 0.0).wait, least);
    QCOMPARE(followHint(rules, reading, 7s, almostOne).wait, most);
}

void PublicBugsHintTest::datesAreGmt_data()
{
    QTest::addColumn<QByteArray>("zone");
    QTest::addColumn<QString>("date");
    QTest::addColumn<Duration>("wait");
    const auto row = [](const char *name, const char *zone, const QString &date, Duration wait) {
        QTest::addRow("%s, %s", name, zone) << QByteArray(zone) << date << wait;
    };
    for (const char *zone : {"UTC", "XYZ+4", "XYZ-5:45"}) {
        row("urllib3/urllib3#1896, urllib3/urllib3#1934", zone, u"Sat, 01 Jan 2000 00:01:57 GMT"_qs, 120s);
        row("urllib3/urllib3#1896, old form", zone, u"Saturday, 01-Jan-00 00:01:57 GMT"_qs, 120s);
        row("urllib3/urllib3#1896, oldest form", zone, u"Sat Jan  1 00:01:57 2000"_qs, 120s);
    }
    row("certbot/certbot#9319", "XYZ-2", u"Sat, 01 Jan 2000 00:00:07 GMT"_qs, 10s);
}

void PublicBugsHintTest::datesAreGmt()
{
    QFETCH(QByteArray, zone);
    QFETCH(QString, date);
    QFETCH(Duration, wait);
    const TimeZone elsewhere(zone.constData());
    for (const char *client : {"rfc9110", "urllib3"})
        QVERIFY2(waitOf(read(preset(client), HintHeader::retryAfter, date)) == std::optional(wait), client);
}

void PublicBugsHintTest::httpDateIsAccepted() // mholt/acmez#14
{
    const QString date = u"Wed, 30 Nov 2022 17:58:31 GMT"_qs;
    const std::int64_t minuteBefore = 1669831111 - 60;
    for (const char *client : {"rfc9110", "urllib3", "goRetryablehttp", "linkerd", "awsJs", "cenkaltiV5"}) {
        const HintReading reading = read(preset(client), HintHeader::retryAfter, date, 503, minuteBefore);
        QVERIFY2(waitOf(reading) == std::optional<Duration>(60s), client);
    }
}

void PublicBugsHintTest::longHint_data()
{
    QTest::addColumn<HintLimit>("aboveMost");
    QTest::addColumn<HintDecision>("expected");
    using Kind = HintDecision::Kind;
    const auto row = [](const char *name, HintLimit limit, const HintDecision &expected) {
        QTest::addRow("hashicorp/go-retryablehttp#247, hashicorp/go-retryablehttp#295, %s", name) << limit << expected;
    };
    row("clamped", HintLimit::clamp, {.kind = Kind::wait, .wait = 5min});
    row("refused", HintLimit::unusable, {.kind = Kind::doNotRetry});
    row("not there", HintLimit::discard, {.kind = Kind::none});
    row("obeyed, for who wants it", HintLimit::obey, {.kind = Kind::wait, .wait = 1h});
}

void PublicBugsHintTest::longHint()
{
    QFETCH(HintLimit, aboveMost);
    QFETCH(HintDecision, expected);
    HintRules rules = preset("goRetryablehttp"); // five minutes at most
    rules.aboveMost = aboveMost;
    rules.unusable = UnusableHint::doNotRetry;
    QVERIFY(decide(rules, HintHeader::retryAfter, u"3600"_qs, 1s) == expected);
}

QTEST_APPLESS_MAIN(PublicBugsHintTest)
#include "tst_public_bugs_hint.moc"
