// SPDX-License-Identifier: GPL-3.0-or-later
// Values as people read and type them, and the mapping between a slider's positions and its field's values.
#include "widgets/policy/field_text.h"
#include "widgets/policy/slider_scale.h"

#include <QTest>

using namespace retrylab;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const Field &fieldAt(const char *path)
{
    const Field *field = findField(QString::fromLatin1(path));
    if (field == nullptr)
        qFatal("no field %s", path);
    return *field;
}

const Field &base()
{
    return fieldAt("chain.client.policy.retry.backoff.base");
}

Result<FieldValue> parsed(const Field &field, const QString &text, FieldValue shown,
                          const QLocale &locale = QLocale::c())
{
    return parseFieldText(field, text, shown, locale);
}

const QLocale vietnamese(QLocale::Vietnamese, QLocale::Vietnam);

} // namespace

class TestFieldText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void textsForPeople_data()
    {
        QTest::addColumn<qint64>("ns");
        QTest::addColumn<QString>("english");
        QTest::addColumn<QString>("vietnameseText");
        QTest::newRow("zero") << qint64{0} << u"0 ms"_qs << u"0 ms"_qs;
        QTest::newRow("ns") << qint64{20} << u"20 ns"_qs << u"20 ns"_qs;
        QTest::newRow("us") << qint64{2'500} << u"2.5 µs"_qs << u"2,5 µs"_qs;
        QTest::newRow("ms") << qint64{200'000'000} << u"200 ms"_qs << u"200 ms"_qs;
        QTest::newRow("s") << qint64{2'000'000'000} << u"2.0 s"_qs << u"2,0 s"_qs;
        QTest::newRow("s exact") << qint64{1'234'567'890} << u"1.23456789 s"_qs << u"1,23456789 s"_qs;
        QTest::newRow("10 s") << qint64{10'000'000'000} << u"10 s"_qs << u"10 s"_qs;
        QTest::newRow("90 s") << qint64{90'000'000'000} << u"90 s"_qs << u"90 s"_qs;
        QTest::newRow("min") << qint64{300'000'000'000} << u"5 min"_qs << u"5 min"_qs;
        QTest::newRow("h") << qint64{7'200'000'000'000} << u"2 h"_qs << u"2 h"_qs;
    }
    void textsForPeople()
    {
        QFETCH(qint64, ns);
        QFETCH(QString, english);
        QFETCH(QString, vietnameseText);
        QCOMPARE(humanFieldText(base(), Duration(ns), QLocale::c()), english);
        QCOMPARE(humanFieldText(base(), Duration(ns), vietnamese), vietnameseText);
    }

    void typedTexts()
    {
        const FieldValue shown = Duration(200ms);
        QCOMPARE(*parsed(base(), u"250ms"_qs, shown), FieldValue(Duration(250ms)));
        QCOMPARE(*parsed(base(), u" 0.25 s "_qs, shown), FieldValue(Duration(250ms)));
        QCOMPARE(*parsed(base(), u"0,25 s"_qs, shown, vietnamese), FieldValue(Duration(250ms)));
        QCOMPARE(*parsed(base(), u"0.25 s"_qs, shown, vietnamese), FieldValue(Duration(250ms)));
        QCOMPARE(*parsed(base(), u"2 min"_qs, shown), FieldValue(Duration(120s)));
        // A bare number takes the unit that the field shows.
        QCOMPARE(*parsed(base(), u"1.5"_qs, shown), FieldValue(Duration(1500us)));
        QCOMPARE(*parsed(base(), u"1.5"_qs, Duration(2s)), FieldValue(Duration(1500ms)));
        const Field &cap = fieldAt("chain.client.policy.retry.backoff.cap");
        QCOMPARE(*parsed(cap, u"unlimited"_qs, shown), FieldValue(unlimited));
        QCOMPARE(*parsed(cap, u"\u221E"_qs, shown), FieldValue(unlimited));
        const Field &share = fieldAt("faults.x.share");
        QCOMPARE(*parsed(share, u"7 %"_qs, 0.5), FieldValue(0.07));
        QCOMPARE(*parsed(share, u"12.5"_qs, 0.5), FieldValue(0.125));
        QCOMPARE(*parsed(fieldAt("traffic.rate"), u"1,000/s"_qs, 5.0), FieldValue(1000.0));
        QCOMPARE(*parsed(fieldAt("traffic.clients"), u"10,000"_qs, std::int64_t{1}), FieldValue(std::int64_t{10'000}));
    }

    void refusedTexts()
    {
        for (const char16_t *text : {u"", u"abc", u"-1 s", u"5 parsecs", u"nan s", u"inf s", u"1 s s", u"25 h",
                                     u"unlimited", u"1..2 s", u"0x10 s", u"99999999999999999999 h"}) {
            const auto result = parsed(base(), QString::fromUtf16(text), Duration(1s));
            QVERIFY2(!result, qPrintable(QString::fromUtf16(text)));
            QCOMPARE(result.error().message, u"Allowed: 0 ms to 24 h"_qs);
        }
        const QLocale english(QLocale::English, QLocale::UnitedStates);
        const auto attempts = parsed(fieldAt("chain.client.policy.retry.maxAttempts"), u"2.5"_qs, std::int64_t{4},
                                     english);
        QVERIFY(!attempts);
        QCOMPARE(attempts.error().message, u"Allowed: 1 to 1,000"_qs);
        const auto timeout = parsed(fieldAt("chain.client.policy.timeout"), u"0 s"_qs, Duration(1s));
        QVERIFY(!timeout);
        QCOMPARE(timeout.error().message, u"Allowed: 1 µs to 24 h, or unlimited"_qs);
    }

    void everySliderEndsWhereItsFieldSays()
    {
        int seen = 0;
        for (const Field &field : fields()) {
            if (!isNumeric(field.type))
                continue;
            ++seen;
            const SliderScale scale(field);
            QCOMPARE(naturalValue(scale.valueAt(0)), field.sliderLeast);
            QCOMPARE(naturalValue(scale.valueAt(SliderScale::steps)), field.sliderMost);
            QCOMPARE(scale.positionOf(scale.valueAt(0)), 0);
            QCOMPARE(scale.positionOf(scale.valueAt(SliderScale::steps)), SliderScale::steps);
            QCOMPARE(isUnlimited(scale.valueAt(scale.maximum())), field.mayBeUnlimited);
            double before = field.sliderLeast;
            int positionBefore = 0;
            for (int position = 0; position <= SliderScale::steps; ++position) {
                const FieldValue value = scale.valueAt(position);
                QVERIFY(naturalValue(value) >= before);
                QVERIFY(checkValue(field, value));
                QVERIFY(scale.positionOf(value) >= positionBefore);
                before = naturalValue(value);
                positionBefore = scale.positionOf(value);
                // What is shown can be typed again, in any language.
                for (const QLocale &locale : {QLocale::c(), vietnamese}) {
                    const auto again = parsed(field, humanFieldText(field, value, locale), value, locale);
                    QVERIFY2(again && *again == value, qPrintable(humanFieldText(field, value, locale)));
                }
            }
        }
        QVERIFY(seen > 25);
    }

    void aLogarithmicSliderMovesInEqualRatios()
    {
        // 1 ms to 10 s are four decades: a quarter of the way is one decade.
        const SliderScale scale(base());
        QCOMPARE(scale.valueAt(250), FieldValue(Duration(10ms)));
        QCOMPARE(scale.valueAt(500), FieldValue(Duration(100ms)));
        QCOMPARE(scale.valueAt(750), FieldValue(Duration(1s)));
    }
};

QTEST_GUILESS_MAIN(TestFieldText)
#include "tst_field_text.moc"
