// SPDX-License-Identifier: GPL-3.0-or-later
// Dialects in files: how an experiment under one is written and read, and the dialects' own files.
#include "core/lab/dialect_file.h"

#include "core/lab/experiment_file.h"
#include "dialect_fixture.h"
#include "experiment_fixture.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringBuilder>
#include <QtTest>

using namespace retrylab;
using namespace std::chrono_literals;

namespace {

QByteArray fileOf(const QString &name)
{
    QFile file(QStringLiteral(":/dialects/%1.json").arg(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestDialectFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void onlyDifferencesAreWritten_data();
    void onlyDifferencesAreWritten();
    void filesRoundTrip_data();
    void filesRoundTrip();
    void editsUnderADialectSurviveTheFile_data();
    void editsUnderADialectSurviveTheFile();
    void theOrderInAFileDoesNotMatter();
    void filesAgainstTheRulesAreRefused_data();
    void filesAgainstTheRulesAreRefused();
    void badDialectFilesAreRefused_data();
    void badDialectFilesAreRefused();
};

void TestDialectFiles::onlyDifferencesAreWritten_data()
{
    addEachDialect();
}

void TestDialectFiles::onlyDifferencesAreWritten()
{
    QFETCH(QString, name);
    const auto policyIn = [](const Experiment &experiment) {
        const QJsonObject root = QJsonDocument::fromJson(writeExperiment(experiment)).object();
        return root[u"chain"].toArray().first().toObject()[u"policy"].toObject();
    };
    Experiment experiment = experimentWith(u"dialect=" % name);
    QCOMPARE(policyIn(experiment), QJsonObject({{QStringLiteral("dialect"), name}}));
    QVERIFY(setFields(experiment, QStringLiteral("retry.maxAttempts=6")));
    const QJsonObject retry{{QStringLiteral("maxAttempts"), 6}};
    QCOMPARE(policyIn(experiment), QJsonObject({{QStringLiteral("dialect"), name}, {QStringLiteral("retry"), retry}}));
}

void TestDialectFiles::filesRoundTrip_data()
{
    addEachDialect();
}

void TestDialectFiles::filesRoundTrip()
{
    QFETCH(QString, name);
    const Dialect &dialect = *findDialect(name);
    for (const QString &breaker : choicesOf(dialect, "breaker.kind")) {
        for (const QString &budget : choicesOf(dialect, "budget.kind")) {
            const Experiment experiment = experimentWith(
                QStringLiteral("dialect=%1 breaker.kind=%2 budget.kind=%3 retry.maxAttempts=6 deadline=3s")
                    .arg(name, breaker, budget));
            const QByteArray json = writeExperiment(experiment);
            const Result<Experiment> back = readExperiment(json);
            QVERIFY2(back, qPrintable(back ? QString() : back.error().oneLine()));
            QVERIFY2(*back == experiment, json.constData());
            QCOMPARE(textOf(*back, QStringLiteral("breaker.kind")), breaker);
            QCOMPARE(textOf(*back, QStringLiteral("budget.kind")), budget);
        }
    }
}

void TestDialectFiles::editsUnderADialectSurviveTheFile_data()
{
    addEachDialect();
}

/// As a hand in the window: an edit that is refused, or that no partner can make valid, is not made.
void TestDialectFiles::editsUnderADialectSurviveTheFile()
{
    QFETCH(QString, name);
    std::vector<const Field *> table;
    for (const Field &field : fields())
        if (isRuledByDialect(field))
            table.push_back(&field);
    QRandomGenerator random(17);
    Experiment experiment = experimentWith(u"dialect=" % name);
    int made = 0;
    for (int i = 0; i < 300; ++i) {
        const Field &field = *table[random.bounded(static_cast<quint32>(table.size()))];
        Experiment next = experiment;
        const FieldValue value = randomValue(field, random);
        const bool allowed = setField(next, pathOf(field), value).has_value();
        const bool fixed = ruleFor(*findDialect(name), field).kind == DialectRule::Kind::fixed;
        QVERIFY2(!fixed || !allowed || value == field.read(experiment, 0), field.path.data());
        if (!allowed)
            continue;
        settlePartners(next, pathOf(field));
        if (!validate(next))
            continue;
        experiment = next;
        ++made;
    }
    QVERIFY2(made > 40, qPrintable(QString::number(made)));
    const QByteArray json = writeExperiment(experiment);
    const Result<Experiment> back = readExperiment(json);
    QVERIFY2(back, qPrintable(back ? QString() : back.error().oneLine()));
    QVERIFY2(*back == experiment, json.constData());
}

void TestDialectFiles::theOrderInAFileDoesNotMatter()
{
    const Result<Experiment> experiment = readExperiment(
        R"({"retrylab": 1, "policy": {"breaker": {"size": 50, "kind": "countWindow"}, "retry": {"maxAttempts": 8},
            "dialect": "resilience4j"}})");
    QVERIFY(experiment);
    QVERIFY(*experiment
            == experimentWith(QStringLiteral("dialect=resilience4j breaker.kind=countWindow breaker.size=50 "
                                             "retry.maxAttempts=8")));
    QCOMPARE(policyOf(*experiment).retry.backoff.base, Duration(500ms));
}

void TestDialectFiles::filesAgainstTheRulesAreRefused_data()
{
    QTest::addColumn<QByteArray>("policy");
    QTest::addColumn<QString>("line");
    QTest::newRow("unknown") << QByteArray(R"("dialect": "poly")")
                             << QStringLiteral(
                                    "line 2: policy.dialect: \"poly\" is not a choice; allowed: custom, aws2026");
    QTest::newRow("number") << QByteArray(R"("dialect": 7)")
                            << QStringLiteral("line 2: policy.dialect: 7 stands where a text belongs");
    QTest::newRow("choice") << QByteArray("\"retry\": {\n\"jitter\": \"equal\"}, \"dialect\": \"polly\"")
                            << QStringLiteral(
                                   "line 3: policy.retry.jitter: \"equal\" is not something Polly v8 can do");
    QTest::newRow("fixed") << QByteArray("\"dialect\": \"envoy\",\n\"retry\": {\"backoff\": {\"multiplier\": 3}}")
                           << QStringLiteral(
                                  "line 3: policy.retry.backoff.multiplier: 3 is not possible: Envoy has this "
                                  "fixed at 2 (");
}

void TestDialectFiles::filesAgainstTheRulesAreRefused()
{
    QFETCH(QByteArray, policy);
    QFETCH(QString, line);
    const Result<Experiment> experiment = readExperiment("{\"retrylab\": 1, \"policy\": {\n" + policy + "}}");
    QVERIFY(!experiment);
    QVERIFY2(experiment.error().oneLine().startsWith(line), qPrintable(experiment.error().oneLine()));
}

void TestDialectFiles::badDialectFilesAreRefused_data()
{
    QTest::addColumn<QByteArray>("part");
    QTest::addColumn<QByteArray>("instead");
    QTest::addColumn<QString>("complaint");
    const auto row = [](const char *part, const char *instead, const char *complaint) {
        QTest::newRow(complaint) << QByteArray(part) << QByteArray(instead) << QString::fromLatin1(complaint);
    };
    row("\"name\": \"polly\"", "\"name\": \"poly\"", "name: \"poly\" is not the file's name; allowed: polly");
    row("\"title\"", "\"headline\"", "headline: unknown key; allowed: name, title");
    row("\"title\": \"Polly v8\",", "", "title: is missing");
    row("\"title\": \"Polly v8\"", "\"title\": \"\"", "title: is empty");
    row("\"counts\": \"retries\"", "\"counts\": \"calls\"", "counts: \"calls\" is not a choice; allowed: attempts");
    row("\"about\": {", "\"about\": { \"fr\": [],", "about: a text has the keys en and vi");
    row("\"It has no retry budget; a DelayGenerator may follow Retry-After.\",", "", "about.en: 4 lines; allowed: 5");
    row("\"instead\": {\n    \"en\": []", "\"instead\": {\n    \"en\": [\"One.\"]", "instead: has more lines");
    row("\"maxAttempts\": 4", "\"maxAttempts\": 0", "policy.retry.maxAttempts: 0 is out of range");
    row("\"policy\": {", "\"policy\": { \"dialect\": \"envoy\",", "policy.dialect: a dialect builds on no other");
    row("\"retry.jitter\": [", "\"retry.jiter\": [", "offers.retry.jiter: is no choice of a policy");
    row("\"retry.jitter\": [", "\"retry.maxAttempts\": [", "offers.retry.maxAttempts: is no choice of a policy");
    row("\"retry.jitter\": [\"none\",", "\"retry.jitter\": [\"nothing\",", "offers.retry.jitter: \"nothing\" is not a");
    row("\"retry.jitter\": [\"none\",", "\"retry.jitter\": [",
        "offers.retry.jitter: lacks the preset's own choice, none");
    row("\"breaker.open.cap\"]", "\"breaker.open.time\"]", "settable: \"breaker.open.time\" is not an advanced field");
    row("\"breaker.open.cap\"]", "\"breaker.mode\"]", "settable: \"breaker.mode\" is not an advanced field");
    row("\"retry.proportion\",", "\"retry.backoff.unit\",", "fixed: \"retry.backoff.unit\" is not a plain field");
    row("\"retry.proportion\",", "7,", "fixed: 7 stands where a text belongs");
}

void TestDialectFiles::badDialectFilesAreRefused()
{
    QFETCH(QByteArray, part);
    QFETCH(QByteArray, instead);
    QFETCH(QString, complaint);
    QByteArray json = fileOf(QStringLiteral("polly"));
    QVERIFY(readDialect(QStringLiteral("polly"), json));
    QVERIFY(json.contains(part));
    json.replace(json.indexOf(part), part.size(), instead);
    const Result<Dialect> dialect = readDialect(QStringLiteral("polly"), json);
    QVERIFY(!dialect);
    QVERIFY(dialect.error().line > 0);
    const QString line = dialect.error().path + QStringLiteral(": ") + dialect.error().message;
    QVERIFY2(line.startsWith(complaint), qPrintable(line));
}

QTEST_GUILESS_MAIN(TestDialectFiles)
#include "tst_dialect_files.moc"
