// SPDX-License-Identifier: GPL-3.0-or-later
// HTTP-dates: RFC 9110 §5.6.7 and its examples, what libraries got wrong, and Qt's calendar as an independent witness.
#include "core/policy/http_date.h"
#include "tests/data/oracles.h"
#include "tests/policy/time_zone.h"

#include <QDateTime>
#include <QLocale>
#include <QRandomGenerator>
#include <QTest>

#include <limits>

using namespace retrylab;
using namespace Qt::StringLiterals;

namespace {

const Oracles &oracles()
{
    static const Oracles file(u"policy.json"_qs);
    return file;
}

using Seconds = std::optional<std::int64_t>;

constexpr std::int64_t rfcExample = 784111777; // Sun, 06 Nov 1994 08:49:37 GMT
constexpr std::int64_t now2026 = 1796028104;   // Mon, 30 Nov 2026 08:41:44 GMT

QByteArray imf(const QDateTime &moment)
{
    return QLocale::c().toString(moment, u"ddd, dd MMM yyyy HH:mm:ss"_qs).toLatin1() + " GMT";
}

QByteArray rfc850(const QDateTime &moment)
{
    return QLocale::c().toString(moment, u"dddd, dd-MMM-yy HH:mm:ss"_qs).toLatin1() + " GMT";
}

QByteArray asctime(const QDateTime &moment)
{
    const QByteArray day = QByteArray::number(moment.date().day()).rightJustified(2, ' ');
    return QLocale::c().toString(moment, u"ddd MMM "_qs).toLatin1() + day
           + QLocale::c().toString(moment, u" HH:mm:ss yyyy"_qs).toLatin1();
}

} // namespace

class HttpDateTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void dates_data();
    void dates();
    void notDates_data();
    void notDates();
    void formsOfTheRfc();
    void acceptedForms();
    void twoDigitYears();
    void fiftyYearsToTheSecond();
    void twoDigitYearsAtTheEndsOfTime();
    void agreesWithQt();
    void timeZoneDoesNotMatter();
};

void HttpDateTest::dates_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qint64>("expected");
    const auto row = [](const char *text, qint64 expected) { QTest::newRow(text) << QByteArray(text) << expected; };
    row("Thu, 01 Jan 1970 00:00:00 GMT", 0);
    row("Wed, 31 Dec 1969 23:59:59 GMT", -1);
    row("Fri, 31 Dec 1999 23:59:57 GMT", 946684797);
    row("Tue, 29 Feb 2000 00:00:00 GMT", 951782400);
    row("Thu, 29 Feb 2024 12:00:00 GMT", 1709208000);
    row("Mon, 01 Jan 0001 00:00:00 GMT", -62135596800);
    row("Fri, 31 Dec 9999 23:59:59 GMT", 253402300799);
    // A leap second is the next day's first second: Unix time has no name of its own for it.
    row("Sat, 31 Dec 2016 23:59:60 GMT", 1483228800);
    row("Saturday, 31-Dec-16 23:59:60 GMT", 1483228800);
    row("Sat Dec 31 23:59:60 2016", 1483228800);
    // It was a Sunday; the date counts, not its day's name.
    row("Mon, 06 Nov 1994 08:49:37 GMT", rfcExample);
    row("Tuesday, 06-Nov-94 08:49:37 GMT", rfcExample);
    row("Sat Nov  6 08:49:37 1994", rfcExample);
    // asctime's grammar allows two digits as well.
    row("Sun Nov 06 08:49:37 1994", rfcExample);
    row("Wed Nov 30 17:58:31 2022", 1669831111);
}

void HttpDateTest::dates()
{
    QFETCH(QByteArray, text);
    QFETCH(qint64, expected);
    const Seconds seconds = parseHttpDate(text.toStdString(), now2026);
    QVERIFY(seconds.has_value());
    QCOMPARE(qint64(*seconds), expected);
}

void HttpDateTest::notDates_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const QByteArray &text) {
        QTest::addRow("%s", text.toPercentEncoding(" ,:").constData()) << text;
    };
    for (const char *text :
         {"", " ", "GMT", "Sun", "Sun, ", "120", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
          "Sun, 06 Nov 1994 08:49:37 +0000", "Sun, 06 Nov 1994 08:49:37 GMT ", " Sun, 06 Nov 1994 08:49:37 GMT",
          "Sun,  06 Nov 1994 08:49:37 GMT", "Sun,06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
          "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
          "Sun, 06 Nov 1994 08:49:37.5 GMT", "Sun, 06 Nov +994 08:49:37 GMT", "Sun, -6 Nov 1994 08:49:37 GMT",
          "Sun, 06 Nov 11994 08:49:37 GMT", "06 Nov 1994 08:49:37 GMT", "Sunday, 06 Nov 1994 08:49:37 GMT",
          "Sun, 06-Nov-94 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT", "Sunday, 6-Nov-94 08:49:37 GMT",
          "Sun Nov 6 08:49:37 1994", "Sun Nov   6 08:49:37 1994", "Sun Nov  6 08:49:37 94",
          "Sun Nov  6 08:49:37 1994 GMT", "Sun, Nov  6 08:49:37 1994", "Sun Nov 6  08:49:37 1994",
          // Case counts.
          "sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 NOV 1994 08:49:37 GMT",
          "Sun, 06 Nov 1994 08:49:37 gmt", "SUNDAY, 06-Nov-94 08:49:37 GMT",
          // Names that are none.
          "Xyz, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT", "Sunda, 06-Nov-94 08:49:37 GMT",
          // Out of range.
          "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 32 Dec 1994 08:49:37 GMT",
          "Sun, 29 Feb 2023 08:49:37 GMT", "Sun, 30 Feb 2024 08:49:37 GMT", "Sun, 29 Feb 1900 08:49:37 GMT",
          "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
          "Sun Nov  0 08:49:37 1994", "Sunday, 00-Nov-94 08:49:37 GMT",
          // Leap seconds end a day of GMT.
          "Sun, 06 Nov 1994 08:49:60 GMT", "Sun, 06 Nov 1994 08:59:60 GMT", "Sun, 06 Nov 1994 23:58:60 GMT",
          "Sat, 31 Dec 2016 23:59:61 GMT"})
        row(text);
    row(QByteArray("Sun, 06 Nov 1994 08:49:37 GMT\0", 30));
    row(QByteArray("Sun, 06\0Nov 1994 08:49:37 GMT", 29));
    row("Sun, \xD9\xA0\xD9\xA6 Nov 1994 08:49:37 GMT"); // digits, but Arabic ones
    row(QByteArray(100'000, 'S'));
}

void HttpDateTest::notDates()
{
    QFETCH(QByteArray, text);
    QVERIFY(!parseHttpDate(text.toStdString(), now2026));
}

void HttpDateTest::formsOfTheRfc()
{
    const QJsonArray values = oracles().given(u"http-date-forms"_qs)[u"values"].toArray();
    const QJsonArray seconds = oracles().expect(u"http-date-forms"_qs)[u"epoch_s"].toArray();
    QCOMPARE(values.size(), 3);
    for (int i = 0; i < values.size(); ++i)
        QVERIFY(parseHttpDate(values[i].toString().toStdString(), now2026) == Seconds(seconds[i].toInteger()));

    // mholt/acmez#14: an ordinary date was refused.
    const QString acmez = oracles().given(u"bug-retryafter-acmez"_qs)[u"header"].toString();
    QVERIFY(parseHttpDate(acmez.toStdString(), now2026) == Seconds(1669831111));
}

void HttpDateTest::acceptedForms()
{
    const char *forms[] = {"Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
                           "Sun Nov  6 08:49:37 1994"};
    for (const char *text : forms) {
        const bool imfFixdate = text == forms[0];
        QCOMPARE(parseHttpDate(text, now2026, HttpDateForms::all).has_value(), true);
        QCOMPARE(parseHttpDate(text, now2026, HttpDateForms::imfOnly).has_value(), imfFixdate);
        QCOMPARE(parseHttpDate(text, now2026, HttpDateForms::none).has_value(), false);
    }
}

void HttpDateTest::twoDigitYears()
{
    const QJsonObject given = oracles().given(u"http-rfc850-two-digit-year"_qs);
    const QJsonArray digits = given[u"yy"].toArray();
    const QJsonArray years = oracles().expect(u"http-rfc850-two-digit-year"_qs)[u"year"].toArray();
    const QDateTime now(QDate(given[u"now_year"].toInt(), 7, 1), QTime(0, 0), Qt::UTC);
    QCOMPARE(digits.size(), 5);
    for (int i = 0; i < digits.size(); ++i) {
        const QByteArray text = "Monday, 01-Jul-" + QByteArray::number(digits[i].toInt()) + " 00:00:00 GMT";
        const Seconds seconds = parseHttpDate(text.toStdString(), now.toSecsSinceEpoch());
        QVERIFY(seconds.has_value());
        QCOMPARE(QDateTime::fromSecsSinceEpoch(*seconds, Qt::UTC).date().year(), years[i].toInt());
    }
    // The window moves with now, over the turns of centuries.
    const auto yearOf = [](const char *text, int nowYear) {
        const QDateTime start(QDate(nowYear, 1, 1), QTime(0, 0), Qt::UTC);
        const Seconds seconds = parseHttpDate(text, start.toSecsSinceEpoch());
        return seconds ? QDateTime::fromSecsSinceEpoch(*seconds, Qt::UTC).date().year() : 0;
    };
    QCOMPARE(yearOf("Saturday, 01-Jan-00 00:00:00 GMT", 1999), 2000);
    QCOMPARE(yearOf("Saturday, 01-Jan-49 00:00:00 GMT", 1999), 2049);
    QCOMPARE(yearOf("Saturday, 01-Jan-50 00:00:00 GMT", 1999), 1950);
    QCOMPARE(yearOf("Saturday, 01-Jan-99 00:00:00 GMT", 2000), 1999);
    QCOMPARE(yearOf("Saturday, 01-Jan-10 00:00:00 GMT", 2080), 2110);
    QCOMPARE(yearOf("Saturday, 29-Feb-00 00:00:00 GMT", 2026), 2000);
    QCOMPARE(yearOf("Saturday, 29-Feb-00 00:00:00 GMT", 2080), 0); // 2100 has none
}

void HttpDateTest::fiftyYearsToTheSecond()
{
    QVERIFY(parseHttpDate("Monday, 30-Nov-76 08:41:44 GMT", now2026) == Seconds(3373951304)); // exactly 50 years ahead
    QVERIFY(parseHttpDate("Monday, 30-Nov-76 08:41:45 GMT", now2026) == Seconds(218191305));  // a second more: 1976
}

void HttpDateTest::twoDigitYearsAtTheEndsOfTime()
{
    const auto at = [](std::int64_t now) { return parseHttpDate("Sunday, 06-Nov-94 08:49:37 GMT", now); };
    QVERIFY(at(std::numeric_limits<std::int64_t>::min()) == at(-62167219200));
    QVERIFY(at(std::numeric_limits<std::int64_t>::max()) == at(253402300799));
    QVERIFY(at(std::numeric_limits<std::int64_t>::max()).has_value());
}

void HttpDateTest::agreesWithQt()
{
    QRandomGenerator random(20260101);
    for (int i = 0; i < 20'000; ++i) {
        // From year 1 to year 9999.
        const qint64 seconds = -62135596800 + static_cast<qint64>(random.generate64() % 315537897600ULL);
        const QDateTime moment = QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC);
        const QByteArray text = i % 2 == 0 ? imf(moment) : asctime(moment);
        QVERIFY2(parseHttpDate(text.toStdString(), now2026) == Seconds(seconds), text.constData());

        // Two digits are enough for 49 years to either side, whenever now is.
        constexpr qint64 years49 = qint64(49) * 365 * 86400;
        const qint64 now = seconds + static_cast<qint64>(random.generate64() % (2 * years49)) - years49;
        const QByteArray old = rfc850(moment);
        QVERIFY2(parseHttpDate(old.toStdString(), now) == Seconds(seconds), old.constData());
    }
}

void HttpDateTest::timeZoneDoesNotMatter()
{
    // urllib3#1896: 120 s became four hours on a machine that was not in Greenwich; certbot#9319 was two hours off.
    for (const char *zone : {"UTC", "America/New_York", "Asia/Kathmandu", "XYZ-14", "ABC+11:30"}) {
        const TimeZone elsewhere(zone);
        QVERIFY2(parseHttpDate("Sun, 06 Nov 1994 08:49:37 GMT", now2026) == Seconds(rfcExample), zone);
        QVERIFY2(parseHttpDate("Sunday, 06-Nov-94 08:49:37 GMT", now2026) == Seconds(rfcExample), zone);
        QVERIFY2(parseHttpDate("Sun Nov  6 08:49:37 1994", now2026) == Seconds(rfcExample), zone);
    }
}

QTEST_APPLESS_MAIN(HttpDateTest)
#include "tst_http_date.moc"
