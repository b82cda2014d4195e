// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/run_report.h"
#include "tests/lab/report_names.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <cmath>
#include <limits>

using namespace retrylab;
using namespace std::chrono_literals;

namespace {

constexpr std::int64_t ms = 1'000'000;

Trace sampleTrace()
{
    Trace trace;
    World &world = trace.world;
    world.seed = 18446744073709551615ULL;
    world.duration = 2s;
    world.callers().name = "client";
    world.service().name = "orders, \"v2\"";
    world.service().slots = 4;
    world.callers().policy.breaker.kind = BreakerKind::consecutive;
    trace.counters.requests = 1;
    trace.counters.attempts = 4;
    trace.counters.retries = 3;
    trace.counters.succeeded = 1;
    trace.counters.backoffTotal = 700 * ms;
    trace.counters.outcomes[static_cast<std::size_t>(OutcomeKind::unavailable)] = 3;
    trace.node.busyTime = 4000 * ms;
    trace.latencies = {720 * ms};
    trace.transitions = {{1500 * ms, 3, BreakerState::closed, BreakerState::open, BreakerWhy::threshold}};
    return trace;
}

QJsonObject parsed(const QByteArray &json)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(json, &error);
    if (error.error != QJsonParseError::NoError)
        qWarning() << error.errorString() << json;
    return document.object();
}

/// The keys of an object, in the order of the text: from the lines indented by `depth` steps below `parent`.
QStringList keysInOrder(const QByteArray &json, int depth)
{
    QStringList keys;
    const QString indent(2 * depth, u' ');
    const QStringList lines = QString::fromUtf8(json).split(u'\n');
    for (const QString &line : lines)
        if (line.startsWith(indent + u'"'))
            keys += line.mid(indent.size() + 1).section(u'"', 0, 0);
    return keys;
}

RunSummary sampleSummary()
{
    RunSummary summary;
    summary.world = sampleTrace().world;
    summary.world.seed = 5;
    summary.runs = 4;
    summary.entries = reportEntries(summary.world);
    summary.spreads.assign(summary.entries.size(), {2.5, 1, 4});
    summary.verdicts[static_cast<std::size_t>(Verdict::recovered)] = 3;
    summary.verdicts[static_cast<std::size_t>(Verdict::metastable)] = 1;
    return summary;
}

} // namespace

class TestRunReport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void numbersReadBack_data();
    void numbersReadBack();
    void namesAndOrder();
    void valuesOfOneRun();
    void missingIsNull();
    void transitions();
    void manyRuns();
    void csv();
    void textForPeople();
    void degradedIsReported();
    void spans_data();
    void spans();
};

void TestRunReport::numbersReadBack_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("seconds") << 0.7 << QStringLiteral("0.7");
    QTest::newRow("count") << 1'000'000.0 << QStringLiteral("1000000");
    QTest::newRow("zero") << 0.0 << QStringLiteral("0");
    QTest::newRow("negative") << -12.5 << QStringLiteral("-12.5");
    QTest::newRow("not representable") << 0.1 + 0.2 << QStringLiteral("0.30000000000000004");
    QTest::newRow("tiny") << 1e-9 << QStringLiteral("1e-09");
    QTest::newRow("none") << std::nan("") << QStringLiteral("null");
    QTest::newRow("infinite") << std::numeric_limits<double>::infinity() << QStringLiteral("null");
}

void TestRunReport::numbersReadBack()
{
    QFETCH(double, value);
    QFETCH(QString, text);
    const QString written = QString::fromStdString(shortestNumber(value));
    QCOMPARE(written, text);
    if (std::isfinite(value))
        QCOMPARE(QLocale::c().toDouble(written), value);
}

void TestRunReport::namesAndOrder()
{
    const QByteArray json = jsonReport({QStringLiteral("Sample"), {}}, sampleTrace(), 0.25);
    QCOMPARE(keysInOrder(json, 1), reportNames());
    QStringList inner = keysInOrder(json, 2);
    for (const char *key : {"p50", "p95", "p99", "p999", "max", "ok", "unavailable", "window", "retries", "attempts",
                            "opened", "transitions", "time", "verdict"})
        QVERIFY2(inner.contains(QLatin1String(key)), key);
    for (const char *key : {"arrivals", "started", "completed", "rejected", "queueMax", "busyMean"})
        QVERIFY2(keysInOrder(json, 3).contains(QLatin1String(key)), key);
}

void TestRunReport::valuesOfOneRun()
{
    const QByteArray json = jsonReport({QStringLiteral("A \"name\"\n"), {}}, sampleTrace(), 0.25);
    const QJsonObject report = parsed(json);
    QCOMPARE(report[u"experiment"].toString(), QStringLiteral("A \"name\"\n"));
    QVERIFY(json.contains("\"seed\": 18446744073709551615,"));
    QVERIFY(json.contains("\"backoffTotal\": 0.7,"));
    QVERIFY(json.contains("\"window\": 0.02,"));
    QCOMPARE(report[u"attempts"].toInt(), 4);
    QCOMPARE(report[u"outcomes"][u"unavailable"].toInt(), 3);
    QCOMPARE(report[u"latency"][u"p999"].toDouble(), 0.72);
    QCOMPARE(report[u"wallTime"].toDouble(), 0.25);
    QCOMPARE(report[u"recovery"][u"verdict"].toString(), QStringLiteral("none"));
    const QJsonValue node = report[u"perNode"][u"orders, \"v2\""];
    QCOMPARE(node[u"busyMean"].toDouble(), 2.0);
    QCOMPARE(node[u"utilization"].toDouble(), 0.5);
}

void TestRunReport::missingIsNull()
{
    Trace trace = sampleTrace();
    trace.counters.succeeded = 0;
    trace.latencies.clear();
    const QJsonObject report = parsed(jsonReport({}, trace, 0));
    QVERIFY(report[u"latency"][u"p50"].isNull());
    QVERIFY(report[u"recovery"][u"time"].isNull());
}

void TestRunReport::transitions()
{
    Trace trace = sampleTrace();
    const QJsonValue own = parsed(jsonReport({}, trace, 0))[u"breaker"];
    QCOMPARE(own[u"opened"].toInt(), 1);
    QCOMPARE(own[u"transitions"][0].toObject(), (QJsonObject{{QStringLiteral("at"), 1.5},
                                                             {QStringLiteral("node"), QStringLiteral("client")},
                                                             {QStringLiteral("from"), QStringLiteral("closed")},
                                                             {QStringLiteral("to"), QStringLiteral("open")},
                                                             {QStringLiteral("why"), QStringLiteral("threshold")},
                                                             {QStringLiteral("caller"), 3}}));
    // One breaker for all belongs to no caller.
    trace.world.callers().policy.breaker.scope = BreakerScope::shared;
    QVERIFY(!parsed(jsonReport({}, trace, 0))[u"breaker"][u"transitions"][0].toObject().contains(u"caller"));
}

void TestRunReport::manyRuns()
{
    const QByteArray json = jsonReport({QStringLiteral("Sample"), QStringLiteral("full jitter")}, sampleSummary());
    const QJsonObject report = parsed(json);
    QCOMPARE(keysInOrder(json, 1).mid(0, 6),
             QStringLiteral("experiment variant seed version runs requests").split(u' '));
    QCOMPARE(report[u"seed"].toInt(), 5);
    QCOMPARE(report[u"runs"].toInt(), 4);
    const QJsonObject spread = {{QStringLiteral("mean"), 2.5}, {QStringLiteral("p5"), 1}, {QStringLiteral("p95"), 4}};
    for (const QJsonValue &figure :
         {report[u"requests"], report[u"latency"][u"p99"], report[u"peak"][u"retries"][u"fixed"],
          report[u"breaker"][u"opened"], report[u"wallTime"]})
        QCOMPARE(figure.toObject(), spread);
    QVERIFY(report[u"peak"][u"window"].isDouble());
    QCOMPARE(report[u"recovery"][u"verdict"][u"recovered"].toDouble(), 0.75);
    QCOMPARE(report[u"recovery"][u"verdict"][u"metastable"].toDouble(), 0.25);
}

void TestRunReport::csv()
{
    const QList<QByteArray> one = csvReport(sampleTrace(), 0.25).split('\n');
    QCOMPARE(one.first(), QByteArray("figure,value"));
    QVERIFY(one.contains("backoffTotal,0.7"));
    QVERIFY(one.contains("recovery.verdict,none"));
    QVERIFY(one.contains("recovery.time,"));
    QVERIFY(one.contains("\"perNode.orders, \"\"v2\"\".busyMean\",2"));
    const QList<QByteArray> many = csvReport(sampleSummary()).split('\n');
    QCOMPARE(many.first(), QByteArray("figure,mean,p5,p95"));
    QVERIFY(many.contains("latency.p99,2.5,1,4"));
    QVERIFY(many.contains("recovery.verdict.recovered,0.75,,"));
}

void TestRunReport::textForPeople()
{
    const QString one = textReport({QStringLiteral("Sample"), {}}, sampleTrace(), 0.25);
    QVERIFY(one.contains(QStringLiteral("seed 18446744073709551615")));
    QVERIFY(one.contains(QStringLiteral("720 ms")));
    QVERIFY(one.contains(QStringLiteral("within 20 ms (1 run, seed")));
    const QString many = textReport({QStringLiteral("Sample"), {}}, sampleSummary());
    QVERIFY(many.contains(QStringLiteral("4 runs, seeds 5 to 8")));
    QVERIFY(many.contains(QStringLiteral("recovered in 3, metastable in 1")));
    // Columns line up: all lines of the table are as long as its header.
    const QStringList lines = many.split(u'\n');
    const qsizetype width = lines[2].size();
    for (qsizetype i = 2; !lines[i].isEmpty(); ++i)
        QCOMPARE(lines[i].size(), width);
}

void TestRunReport::degradedIsReported()
{
    Trace trace = sampleTrace();
    const auto text = [&] { return textReport({QStringLiteral("Sample"), {}}, trace, 0); };
    QVERIFY(!text().contains(QStringLiteral("degraded"))); // no fallback, no line
    trace.world.callers().policy.fallback.kind = FallbackKind::cache;
    trace.counters.requests = 5;
    trace.counters.degraded = 3;
    trace.counters.failed = 1;
    QStringList lines = text().split(u'\n').mid(2, 5);
    for (QString &line : lines)
        line = line.simplified();
    QCOMPARE(lines, QStringLiteral("Requests 5|succeeded 1|degraded 3|failed 1|unfinished 0").split(u'|'));
    const QJsonObject report = parsed(jsonReport({}, trace, 0));
    QCOMPARE(report[u"degraded"].toInt(), 3);
    QCOMPARE(report[u"successRate"].toDouble(), 0.2);
    QVERIFY(csvReport(trace, 0).contains("\ndegraded,3\n"));
}

void TestRunReport::spans_data()
{
    QTest::addColumn<double>("seconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("none") << 0.0 << QStringLiteral("0 s");
    QTest::newRow("ns") << 2e-9 << QStringLiteral("0.002 µs");
    QTest::newRow("ms") << 0.0125 << QStringLiteral("12.5 ms");
    QTest::newRow("rounds up to the next unit") << 0.99996 << QStringLiteral("1 s");
    QTest::newRow("s") << 1.25 << QStringLiteral("1.25 s");
    QTest::newRow("long") << 86400.0 << QStringLiteral("86400 s");
}

void TestRunReport::spans()
{
    QFETCH(double, seconds);
    QFETCH(QString, text);
    QCOMPARE(secondsText(seconds), text);
}

QTEST_GUILESS_MAIN(TestRunReport)
#include "tst_run_report.moc"
