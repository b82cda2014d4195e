// SPDX-License-Identifier: GPL-3.0-or-later
// Reading the values of hint headers: what is a number or a date, what is neither, and that no text does any harm.
#include "core/policy/hint_presets.h"

#include <QRandomGenerator>
#include <QTest>

#include <limits>

using namespace retrylab;
using namespace std::chrono_literals;

namespace {

using Wait = std::optional<Duration>;

constexpr std::int64_t now1999 = 946684797; // Fri, 31 Dec 1999 23:59:57 GMT
constexpr std::int64_t earliest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t latest = std::numeric_limits<std::int64_t>::max();

constexpr HintSyntax strict{.trim = false, .sign = false, .dates = HttpDateForms::none};
constexpr HintSyntax lenient{.trim = true, .sign = true, .dates = HttpDateForms::all};

/// Something that resembles a header: bytes, characters that occur in hints, or a good value with a few bytes spoilt.
std::string randomText(QRandomGenerator &random)
{
    static const std::string alphabet = std::string("0123456789+- \t.,:eE GMTMonJanFri\xff\n") + '\0';
    static const std::string good[] = {"120",
                                       "+3",
                                       "Fri, 31 Dec 1999 23:59:59 GMT",
                                       "Friday, 31-Dec-99 23:59:59 GMT",
                                       "Fri Dec 31 23:59:59 1999",
                                       "9223372036854775807",
                                       " 1500\t"};
    std::string text;
    const int kind = random.bounded(4);
    if (kind == 0) {
        text.resize(random.bounded(40U));
        for (char &c : text)
            c = static_cast<char>(random.bounded(256));
    } else if (kind == 1) {
        text.resize(random.bounded(40U));
        for (char &c : text)
            c = alphabet[random.bounded(static_cast<quint32>(alphabet.size()))];
    } else if (kind == 2) {
        text.resize(random.bounded(25U));
        for (char &c : text)
            c = static_cast<char>('0' + random.bounded(10));
    } else {
        text = good[random.bounded(static_cast<quint32>(std::size(good)))];
        for (int spoilt = random.bounded(3); spoilt > 0; --spoilt)
            text[random.bounded(static_cast<quint32>(text.size()))] = static_cast<char>(random.bounded(256));
    }
    return text;
}

/// The longest wait that these rules may end in.
Duration bound(const HintRules &rules, Duration backoff)
{
    const auto plus = [](Duration a, Duration b) { return a > unlimited - b ? unlimited : a + b; };
    Duration most = rules.most;
    if (rules.combine == HintCombine::nearBackoff)
        most = plus(backoff, rules.slack);
    else if (rules.combine != HintCombine::replace)
        most = std::max(most, backoff);
    return plus(most, toDuration(static_cast<double>(most.count()) * rules.jitter));
}

} // namespace

class RetryAfterTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void seconds_data();
    void seconds();
    void datesOfRetryAfter_data();
    void datesOfRetryAfter();
    void milliseconds();
    void manyDigitsSaturate();
    void resetTimes();
    void extremeClocks();
    void anyText();
};

void RetryAfterTest::seconds_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<Wait>("whenStrict");
    QTest::addColumn<Wait>("whenLenient");
    const auto row = [](const QByteArray &text, Wait whenStrict, Wait whenLenient) {
        QTest::addRow("'%s'", text.toPercentEncoding(" +.,").constData()) << text << whenStrict << whenLenient;
    };
    const Wait nothing;
    row("0", 0s, 0s);
    row("1", 1s, 1s);
    row("120", 120s, 120s);
    row("007", 7s, 7s);
    row("9223372036", 9223372036s, 9223372036s); // the last whole second that fits
    row(" 1", nothing, 1s);
    row("1 ", nothing, 1s);
    row("\t 1 \t", nothing, 1s);
    row("+3", nothing, 3s);
    row("-0", nothing, 0s);
    row("+0", nothing, 0s);
    for (const char *text : {"",   " ",   "\t",   "+",  "-",   "-1",  "+-1", "++1", "+ 1", "1 2", "1.0",  "1.5",
                             ".5", "1e3", "0x10", "1s", "1,2", "foo", "NaN", "inf", "1\n", "\v1", "1_000"})
        row(text, nothing, nothing);
    row(QByteArray("1\0", 2), nothing, nothing);
    row(QByteArray("\0"
                   "1",
                   2),
        nothing, nothing);
    row("\xC2\xA0"
        "1",
        nothing, nothing);             // a no-break space
    row("\xD9\xA1", nothing, nothing); // an Arabic 1
    row("\xFF\xFE", nothing, nothing);
}

void RetryAfterTest::seconds()
{
    QFETCH(QByteArray, text);
    QFETCH(Wait, whenStrict);
    QFETCH(Wait, whenLenient);
    QVERIFY(parseDelay(text.toStdString(), 1s, strict) == whenStrict);
    QVERIFY(parseDelay(text.toStdString(), 1s, lenient) == whenLenient);
    QVERIFY(parseRetryAfter(text.toStdString(), now1999, strict) == whenStrict);
    QVERIFY(parseRetryAfter(text.toStdString(), now1999, lenient) == whenLenient);
}

void RetryAfterTest::datesOfRetryAfter_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<Wait>("expected");
    const auto row = [](const char *text, Wait expected) { QTest::newRow(text) << QByteArray(text) << expected; };
    row("Fri, 31 Dec 1999 23:59:59 GMT", 2s);
    row("Friday, 31-Dec-99 23:59:59 GMT", 2s);
    row("Fri Dec 31 23:59:59 1999", 2s);
    row("  Fri, 31 Dec 1999 23:59:59 GMT\t", 2s);
    row("Fri, 31 Dec 1999 23:59:57 GMT", 0s); // now
    row("Fri, 31 Dec 1999 23:59:56 GMT", 0s); // the past
    row("Thu, 01 Jan 1970 00:00:00 GMT", 0s);
    row("Mon, 01 Jan 0001 00:00:00 GMT", 0s);
    row("Fri, 31 Dec 9999 23:59:59 GMT", unlimited); // eight thousand years do not fit
    row("Fri, 31 Dec 1999 23:59:59 +0100", {});
    row("Fri, 31 Dec 1999 23:59:59", {});
    row("2000-01-01T00:00:00Z", {});
}

void RetryAfterTest::datesOfRetryAfter()
{
    QFETCH(QByteArray, text);
    QFETCH(Wait, expected);
    QVERIFY(parseRetryAfter(text.toStdString(), now1999) == expected);
    QVERIFY(!parseRetryAfter(text.toStdString(), now1999, strict));
}

void RetryAfterTest::milliseconds()
{
    QVERIFY(parseDelay("1500", 1ms) == Wait(1500ms));
    QVERIFY(parseDelay("0", 1ms) == Wait(0ms));
    QVERIFY(!parseDelay("-1", 1ms, lenient));
    QVERIFY(!parseDelay("1500.5", 1ms, lenient));
    QVERIFY(!parseDelay("Fri, 31 Dec 1999 23:59:59 GMT", 1ms, lenient));
}

void RetryAfterTest::manyDigitsSaturate()
{
    for (const char *text : {"9223372037", "9223372036854775807", "9223372036854775808", "18446744073709551615",
                             "18446744073709551616", "18446744073709551617", "99999999999999999999999999999999999"}) {
        QVERIFY2(parseDelay(text, 1s) == Wait(unlimited), text);
        QVERIFY2(parseRetryAfter(text, now1999) == Wait(unlimited), text);
    }
    QVERIFY(parseDelay(std::string(100'000, '9'), 1ms) == Wait(unlimited));
    std::string manyZeros(100'000, '0');
    manyZeros.back() = '7';
    QVERIFY(parseDelay(manyZeros, 1s) == Wait(7s));
    QVERIFY(!parseDelay("-99999999999999999999999999", 1s, lenient));
    QVERIFY(parseDelay("9223372036854", 1ms) == Wait(9223372036854ms));
    QVERIFY(parseDelay("9223372036855", 1ms) == Wait(unlimited));
}

void RetryAfterTest::resetTimes()
{
    QVERIFY(parseResetTime("946684797", now1999) == Wait(0s));
    QVERIFY(parseResetTime("946684804", now1999) == Wait(7s));
    QVERIFY(!parseResetTime("946684796", now1999));
    QVERIFY(!parseResetTime("0", now1999));
    QVERIFY(!parseResetTime("Fri, 31 Dec 1999 23:59:59 GMT", now1999));
    QVERIFY(parseResetTime("99999999999999999999999999", now1999) == Wait(unlimited));
}

void RetryAfterTest::extremeClocks()
{
    QVERIFY(parseResetTime("0", earliest) == Wait(unlimited));
    QVERIFY(parseResetTime("9223372036854775807", earliest) == Wait(unlimited));
    QVERIFY(parseResetTime("9223372036854775807", latest) == Wait(0s));
    QVERIFY(!parseResetTime("1", latest));
    QVERIFY(parseResetTime("3", -4) == Wait(7s));
    QVERIFY(parseRetryAfter("Thu, 01 Jan 1970 00:00:03 GMT", -4) == Wait(7s));
    QVERIFY(parseRetryAfter("Fri, 31 Dec 1999 23:59:59 GMT", earliest) == Wait(unlimited));
    QVERIFY(parseRetryAfter("Fri, 31 Dec 1999 23:59:59 GMT", latest) == Wait(0s));
}

void RetryAfterTest::anyText()
{
    QRandomGenerator random(9110);
    std::array<int, 3> decisions{};
    for (int i = 0; i < 100'000; ++i) {
        const std::string texts[] = {randomText(random), randomText(random)};
        const HintPreset &preset = hintPresets[random.bounded(static_cast<quint32>(hintPresets.size()))];
        const HintField fields[] = {{preset.rules.headers[0], texts[0]}, {preset.rules.headers[1], texts[1]}};
        const std::int64_t now = i % 4 == 0 ? static_cast<std::int64_t>(random.generate64()) : now1999;
        const Duration backoff = i % 8 == 0 ? unlimited : Duration(random.bounded(1'000'000'000));
        const int status = i % 16 == 0 ? random.bounded(1000) : 429;
        const HintDecision decision = serverHint(preset.rules, status, fields, backoff, now, random.generateDouble());
        ++decisions[static_cast<std::size_t>(decision.kind)];
        QVERIFY(decision.wait >= 0ns);
        QVERIFY(decision.wait <= bound(preset.rules, backoff));
        QVERIFY(decision.kind == HintDecision::Kind::wait || decision.wait == 0ns);
    }
    for (const int count : decisions) // or nothing was tested
        QVERIFY(count > 1000);
}

QTEST_APPLESS_MAIN(RetryAfterTest)
#include "tst_retry_after.moc"
