// SPDX-License-Identifier: GPL-3.0-or-later
// The rules by which figures are held against what is expected: what fits, and what does not.
#include "tests/oracle/compare.h"
#include "tests/oracle/skip.h"

#include <QJsonDocument>
#include <QTest>

using namespace retrylab::oracle;
using namespace Qt::StringLiterals;

namespace {

QJsonObject object(const QByteArray &json)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(json, &error);
    if (!document.isObject())
        qFatal("%s: %s", json.constData(), qPrintable(error.errorString()));
    return document.object();
}

} // namespace

class CompareTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fits_data();
    void fits();
    void differs_data();
    void differs();
    void says();
    void alternatives();
    void sequences();
    void skips_data();
    void skips();
};

void CompareTest::fits_data()
{
    QTest::addColumn<QByteArray>("expect");
    QTest::addColumn<QByteArray>("figures");
    const auto row = [](const char *name, const char *expect, const char *figures) {
        QTest::newRow(name) << QByteArray(expect) << QByteArray(figures);
    };
    row("more is computed than asked", R"({"a":1})", R"({"a":1,"b":2})");
    row("nested objects too", R"({"a":{"b":1}})", R"({"a":{"b":1,"c":2}})");
    row("arrays", R"({"a":[1,[2,3],null,true,"x"]})", R"({"a":[1,[2,3],null,true,"x"]})");
    row("64 bits", R"({"a":9223372036854775807})", R"({"a":9223372036854775807})");
    row("a whole number is one", R"({"a":2.0})", R"({"a":2})");
    row("to a billionth of itself", R"({"a":1234567890.5})", R"({"a":1234567891.5})");
    row("to a billionth", R"({"a":0.1})", R"({"a":0.1000000005})");
    row("a stated tolerance", R"({"a":7500,"tolerance":1})", R"({"a":7501})");
    row("rounded at the sixth decimal", R"({"a":251.289062})", R"({"a":251.2890625})");
    row("rounded, and a zero cut off", R"({"a":[14.784123,18.53219]})", R"({"a":[14.784123,18.5321895618]})");
    row("what was observed", R"({"observed":1,"observed_a":2,"a":3})", R"({"a":3})");
    row("remarks", R"({"legend":"a","accept":"b","tolerance":0,"invariant":"c","a":3})", R"({"a":3})");
    row("right is what counts", R"({"observed_calls":6,"right_calls":5})", R"({"calls":5})");
    row("not what came out beside it", R"({"calls":6,"right_calls":5})", R"({"calls":5})");
    row("ideal too", R"({"ideal_withdrawals":34})", R"({"withdrawals":34})");
    row("at most", R"({"right_calls_max":4})", R"({"calls":3})");
    row("at most itself", R"({"right_total_s_max":5})", R"({"total_s":5})");
    row("at least", R"({"right_calls_min":4})", R"({"calls":4})");
    row("the greatest", R"({"right_max_s":0.5})", R"({"max_s":0.5})");
    row("a unit alone", R"({"right_s":[1.125]})", R"({"delay_s":[1.125]})");
    row("right alone", R"({"observed":100,"right":60})", R"({"result":60})");
    row("a state with a remark", R"j({"right":"closed (only 2 inside 5 s)"})j", R"({"result":"closed"})");
    row("a number with a remark", R"j({"right":"5 (not 6)"})j", R"({"result":5})");
    row("prose beside a figure", R"({"a":1,"right_behaviour":"cap first, then jitter"})", R"({"a":1})");
    row("exact", R"({"exact_n":7501,"n":7500,"tolerance":1})", R"({"exact_n":7501,"n":7501})");
}

void CompareTest::fits()
{
    QFETCH(QByteArray, expect);
    QFETCH(QByteArray, figures);
    const auto found = difference(object(expect), object(figures));
    QVERIFY2(!found, qPrintable(found.value_or(QString())));
}

void CompareTest::differs_data()
{
    QTest::addColumn<QByteArray>("expect");
    QTest::addColumn<QByteArray>("figures");
    const auto row = [](const char *name, const char *expect, const char *figures) {
        QTest::newRow(name) << QByteArray(expect) << QByteArray(figures);
    };
    row("another number", R"({"a":1})", R"({"a":2})");
    row("not computed", R"({"a":1})", R"({"b":1})");
    row("null is not computed either", R"({"a":null})", R"({})");
    row("not computed inside", R"({"a":{"b":1}})", R"({"a":{"c":1}})");
    row("a shorter array", R"({"a":[1,2]})", R"({"a":[1]})");
    row("a longer array", R"({"a":[1,2]})", R"({"a":[1,2,3]})");
    row("deep inside", R"({"a":[{"b":[1,{"c":2}]}]})", R"({"a":[{"b":[1,{"c":3}]}]})");
    row("the last of 64 bits", R"({"a":9223372036854775807})", R"({"a":9223372036854775806})");
    row("a little more than a billionth", R"({"a":0.1})", R"({"a":0.1000000011})");
    row("a whole number is exact", R"({"a":5000000000})", R"({"a":5000000001})");
    row("beyond the tolerance", R"({"a":7500,"tolerance":1})", R"({"a":7502})");
    row("rounded otherwise", R"({"a":251.289062})", R"({"a":251.2890627})");
    row("not rounded so far", R"({"a":251.28})", R"({"a":251.2800004})");
    row("exact without tolerance", R"({"exact_n":7501,"tolerance":1})", R"({"exact_n":7500})");
    row("null is no number", R"({"a":null})", R"({"a":0})");
    row("a number is no text", R"({"a":1})", R"({"a":"1"})");
    row("true is not 1", R"({"a":true})", R"({"a":1})");
    row("a text", R"({"a":"open"})", R"({"a":"closed"})");
    row("a list is no number", R"({"a":[1]})", R"({"a":1})");
    row("an object is no list", R"({"a":{}})", R"({"a":[]})");
    row("observed instead of right", R"({"observed_calls":6,"right_calls":5})", R"({"calls":6})");
    row("too many", R"({"right_calls_max":4})", R"({"calls":5})");
    row("too few", R"({"right_calls_min":4})", R"({"calls":3})");
    row("a bound on nothing", R"({"right_calls_max":4})", R"({"calls":null})");
    row("the wrong state", R"j({"right":"closed (only 2 inside 5 s)"})j", R"({"result":"open"})");
    row("nothing to compare", R"({"observed":1,"legend":"x"})", R"({"observed":1,"legend":"x"})");
    row("prose only", R"({"invariant":"never negative"})", R"({"invariant":"never negative"})");
}

void CompareTest::differs()
{
    QFETCH(QByteArray, expect);
    QFETCH(QByteArray, figures);
    QVERIFY(difference(object(expect), object(figures)));
}

void CompareTest::says()
{
    QCOMPARE(*difference(object(R"({"d":[1,[2,3]]})"), object(R"({"d":[1,[2,4]]})")), u"d[1][1]: expected 3, got 4"_qs);
    QCOMPARE(*difference(object(R"({"a":{"b":"x"}})"), object(R"({"a":{}})")),
             u"a.b: expected \"x\", but it was not computed"_qs);
    QCOMPARE(*difference(object(R"({"right_n_max":4})"), object(R"({"n":5})")), u"n: expected at most 4, got 5"_qs);
}

void CompareTest::alternatives()
{
    const QJsonObject full{{u"delay"_qs, 1}, {u"mean"_qs, 2}};
    const QJsonObject half{{u"delay"_qs, 3}, {u"mean"_qs, 4}};
    QVERIFY(!difference(half, anyOf({full, half})));
    QVERIFY(difference({{u"delay"_qs, 1}, {u"mean"_qs, 4}}, anyOf({full, half}))); // not a bit of each
    QVERIFY(difference(half, anyOf({full, full})));
    QVERIFY(difference(half, anyOf({})));
    const QJsonObject inside{{u"list"_qs, QJsonArray{5, anyOf({6, 7})}}};
    QVERIFY(!difference(object(R"({"list":[5,7]})"), inside));
    QVERIFY(difference(object(R"({"list":[5,8]})"), inside));
}

void CompareTest::sequences()
{
    const QJsonObject figures{{u"delay"_qs, endless({1, 2, 4, 8})}};
    QVERIFY(!difference(object(R"({"delay":[1,2,4]})"), figures));
    QVERIFY(difference(object(R"({"delay":[1,2,5]})"), figures));
    QVERIFY(difference(object(R"({"delay":[1,2,4,8,16]})"), figures));
}

void CompareTest::skips_data()
{
    QTest::addColumn<QByteArray>("given");
    QTest::addColumn<QByteArray>("expect");
    QTest::addColumn<QString>("note");
    QTest::addColumn<QString>("reason"); // empty: it has to pass
    const QString defect = u"SOURCE DEFECT: it wraps round"_qs;
    const QString noRightValue = u"source's defect with no right value"_qs;
    const QString prose = u"prose only"_qs;
    const QString contention = u"needs the contention model"_qs;
    const auto row = [](const char *name, const char *given, const char *expect, const QString &note,
                        const QString &reason) {
        QTest::newRow(name) << QByteArray(given) << QByteArray(expect) << note << reason;
    };
    row("a figure", "{}", R"({"delay_s":1})", {}, {});
    row("a defect", "{}", R"({"steps":[1]})", defect, noRightValue);
    row("nothing but what was observed", "{}", R"({"observed":1})", {}, noRightValue);
    row("a defect whose right value is known", "{}", R"({"observed_calls":14,"right_calls_max":4})", defect, {});
    row("an ideal", "{}", R"({"observed_n":50,"ideal_n":34})", defect, {});
    row("an exact one", "{}", R"({"observed_rate":50,"exact_rate":49.5,"right_behaviour":"it is less"})", defect, {});
    row("a defect and prose", "{}", R"({"observed_ns":-1,"right_behaviour":"never negative"})", defect, prose);
    row("an invariant", "{}", R"({"invariant":"every delay is finite"})", {}, prose);
    row("a sentence", "{}", R"({"observed":"open","right":"cooldown runs from the opening"})", {}, prose);
    row("a state", "{}", R"({"observed":"open","right":"closed"})", {}, {});
    row("a state with a remark", "{}", R"j({"observed":"open","right":"closed (only 2 inside 5 s)"})j", {}, {});
    row("a number", "{}", R"({"observed":100,"right":60})", {}, {});
    row("prose and a figure", "{}", R"({"wraps":[true],"right":"clip to max; never negative"})", {}, {});
    row("contention", R"({"clients":10,"algorithm":"Decorr"})", R"({"calls_mean":37.8})", {}, contention);
    row("orders under contention", R"({"clients":10})", R"({"time_ascending":["None"]})", {}, contention);
    row("clients of another kind", R"({"clients":10})", R"({"calls":3})", {}, {});
}

void CompareTest::skips()
{
    QFETCH(QByteArray, given);
    QFETCH(QByteArray, expect);
    QFETCH(QString, note);
    QFETCH(QString, reason);
    Vector vector;
    vector.given = object(given);
    vector.expect = object(expect);
    vector.note = note;
    QCOMPARE(reasonToSkip(vector).value_or(QString()), reason);
}

QTEST_APPLESS_MAIN(CompareTest)
#include "tst_compare.moc"
