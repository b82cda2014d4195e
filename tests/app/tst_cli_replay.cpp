// SPDX-License-Identifier: GPL-3.0-or-later
// `retrylab replay`, from outside.
#include "cli_runner.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace retrylab;

namespace {

/// Opens after three failures in a row, for 30 s.
const QByteArray breakerPolicy = R"({ "retrylab": 1, "policy": {
  "retry": { "maxAttempts": 3 },
  "breaker": { "kind": "consecutive", "size": 3, "open": { "time": "30s" } } } })";

/// Three failures, two calls that would be refused, a probe; one line out of order.
const QByteArray outage = "time,outcome,latency\n"
                          "1.5,fail,0.1\n"
                          "2,timeout,1\n"
                          "1.75,503,\n"
                          "3,ok,0.5\n"
                          "4,500,\n"
                          "40.25,ok,250ms\n";

} // namespace

class TestCliReplay : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void asText();
    void asJson();
    void asCsv();
    void timesAsInTheLog();
    void budgetOnly();
    void anExperimentsPolicy();
    void fromStandardInput();
    void printsAsItHappens();
    void badUse_data();
    void badUse();
    void badLines();
    void help();

private:
    QString write(const char *name, const QByteArray &content);
    CliResult replay(const QByteArray &log, const QStringList &more = {}, const QByteArray &policy = breakerPolicy);
    QTemporaryDir m_dir;
};

QString TestCliReplay::write(const char *name, const QByteArray &content)
{
    QFile file(m_dir.filePath(QLatin1String(name)));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write the test's input");
    return file.fileName();
}

CliResult TestCliReplay::replay(const QByteArray &log, const QStringList &more, const QByteArray &policy)
{
    return runCli(QStringList{QStringLiteral("replay"), write("log.csv", log), QStringLiteral("--policy"),
                              write("policy.json", policy)}
                  + more);
}

void TestCliReplay::asText()
{
    const CliResult result = replay(outage);
    QCOMPARE(result.err, QByteArray());
    QCOMPARE(result.status, 0);
    QStringList lines;
    for (const QString &line : QString::fromUtf8(result.out).split(u'\n'))
        lines += line.simplified();
    const QStringList expected = {
        QStringLiteral("At From To Why"),
        QStringLiteral("2 closed open 3 failures in a row"),
        QStringLiteral("40 open half-open the open time was over"),
        QStringLiteral("40.25 half-open closed the probes succeeded"),
        QString(),
        QStringLiteral("Calls 6"),
        QStringLiteral("failed 4"),
        QStringLiteral("Refused by the breaker 2"),
        QStringLiteral("would have succeeded 1"),
        QStringLiteral("would have failed 1"),
        QStringLiteral("Changes of state 3"),
        QStringLiteral("time closed 600 ms"), // from 1.4 s
        QStringLiteral("time open 38 s"),
        QStringLiteral("time half-open 250 ms"),
        QStringLiteral("Lines out of order 1"),
        QString(),
    };
    QCOMPARE(lines, expected);
}

void TestCliReplay::asJson()
{
    const CliResult result = replay(outage, {QStringLiteral("--format"), QStringLiteral("json")});
    QCOMPARE(result.status, 0);
    const QByteArray expected = R"({
        "calls": 6, "failed": 4,
        "refused": { "total": 2, "wouldHaveSucceeded": 1, "wouldHaveFailed": 1 },
        "transitions": [
            { "at": 2, "from": "closed", "to": "open", "why": "threshold" },
            { "at": 40, "from": "open", "to": "halfOpen", "why": "openTimeOver" },
            { "at": 40.25, "from": "halfOpen", "to": "closed", "why": "probesSucceeded" } ],
        "timeIn": { "closed": 0.6, "open": 38, "halfOpen": 0.25 },
        "budget": { "granted": 3, "denied": 0, "callsDenied": 0 },
        "outOfOrder": 1 })";
    QCOMPARE(result.json(), QJsonDocument::fromJson(expected).object());
    // Without a single transition it is JSON, too.
    const QJsonObject quiet = replay("1,ok\n", {QStringLiteral("--format"), QStringLiteral("json")}).json();
    QCOMPARE(quiet[u"calls"].toInt(), 1);
    QVERIFY(quiet[u"transitions"].isArray());
}

void TestCliReplay::asCsv()
{
    const CliResult result = replay(outage, {QStringLiteral("--format"), QStringLiteral("csv")});
    QCOMPARE(result.out, QByteArray("at,from,to,why\n"
                                    "2,closed,open,threshold\n"
                                    "40,open,halfOpen,openTimeOver\n"
                                    "40.25,halfOpen,closed,probesSucceeded\n"));
}

void TestCliReplay::timesAsInTheLog()
{
    const QStringList csv{QStringLiteral("--format"), QStringLiteral("csv"), QStringLiteral("--set"),
                          QStringLiteral("chain.client.policy.breaker.size=1")};
    QVERIFY(replay("2026-03-01T16:30:00.250+07:00,fail\n", csv).out.contains("\n2026-03-01T09:30:00.25Z,closed,open,"));
    QVERIFY(replay("1772357400250,fail\n", csv).out.contains("\n1772357400250,closed,open,"));
    QVERIFY(replay("1772357400.25,fail\n", csv).out.contains("\n1772357400.25,closed,open,"));
    const QStringList json{QStringLiteral("--format"), QStringLiteral("json"), csv[2], csv[3]};
    QVERIFY(replay("2026-03-01T09:30:00.25Z,fail\n", json).out.contains("{\"at\": 1772357400.25, "));
}

void TestCliReplay::budgetOnly()
{
    // Two retries' worth of tokens, and no success to bring more.
    const QByteArray policy = R"({ "retrylab": 1, "policy": { "retry": { "maxAttempts": 2 },
        "budget": { "kind": "tokenBucket", "capacity": 10, "initial": 10, "cost": 5 } } })";
    const CliResult text = replay("1,fail\n2,fail\n3,fail\n4,507\n", {}, policy);
    QCOMPARE(text.status, 0);
    const QString figures = QString::fromUtf8(text.out).simplified();
    QCOMPARE(figures, QStringLiteral("Calls 4 failed 4 Retries the budget granted 2 Retries the budget denied 1 "
                                     "Lines out of order 0"));
}

void TestCliReplay::anExperimentsPolicy()
{
    const CliResult result = runCli({QStringLiteral("replay"), write("log.csv", "1,ok\n"), QStringLiteral("--policy"),
                                     QStringLiteral("burst-503")});
    QCOMPARE(result.status, 0);
    QVERIFY(result.out.startsWith("The breaker never changed its state.\n\nCalls "));
}

void TestCliReplay::fromStandardInput()
{
    QProcess process;
    process.setStandardInputFile(write("log.csv", outage));
    process.start(QStringLiteral(RETRYLAB_BINARY), {QStringLiteral("replay"), QStringLiteral("-"),
                                                    QStringLiteral("--policy"), write("policy.json", breakerPolicy)});
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 0);
    QCOMPARE(process.readAllStandardOutput(), replay(outage).out);
}

void TestCliReplay::printsAsItHappens()
{
    QProcess process;
    process.start(QStringLiteral(RETRYLAB_BINARY),
                  {QStringLiteral("replay"), QStringLiteral("-"), QStringLiteral("--policy"),
                   write("policy.json", breakerPolicy), QStringLiteral("--format"), QStringLiteral("csv")});
    QVERIFY(process.waitForStarted());
    process.write("1,fail\n2,fail\n3,fail\n");
    QByteArray out;
    while (!out.endsWith("threshold\n")) { // while the log goes on
        QVERIFY(process.waitForReadyRead());
        out += process.readAllStandardOutput();
    }
    process.write("4,o");
    process.write("h\n");
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 2);
    QVERIFY(process.readAllStandardError().startsWith("retrylab: standard input:4: outcome: \"oh\""));
}

void TestCliReplay::badUse_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("mentions");
    const auto row = [](const char *arguments, const QByteArray &mentions) {
        QTest::newRow(arguments) << QString::fromLatin1(arguments).split(u' ') << mentions;
    };
    row("replay", "LOG.csv");
    row("replay LOG", "--policy");
    row("replay LOG --policy NONE", "policy: has neither a breaker nor a budget");
    row("replay LOG --policy no-such-file", "no-such-file");
    row("replay LOG --policy=", "--policy");
    row("replay no/such/log.csv --policy POLICY", "no/such/log.csv: cannot read");
    row("replay DIR --policy POLICY", "cannot read");
    row("replay LOG --policy POLICY --format xml", "text, json, csv");
    row("replay LOG --policy POLICY --set chain.client.policy.breaker.size=0", "1 to 1000");
    row("replay LOG --policy POLICY extra", "extra");
    row("replay - --policy POLICY", "standard input: the log is empty");
    row("replay EMPTY --policy POLICY", "the log is empty");
}

void TestCliReplay::badUse()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, mentions);
    arguments.replaceInStrings(QStringLiteral("LOG"), write("log.csv", outage));
    arguments.replaceInStrings(QStringLiteral("POLICY"), write("policy.json", breakerPolicy));
    arguments.replaceInStrings(QStringLiteral("NONE"), write("none.json", R"({ "retrylab": 1, "policy": {} })"));
    arguments.replaceInStrings(QStringLiteral("DIR"), m_dir.path());
    arguments.replaceInStrings(QStringLiteral("EMPTY"), write("empty.csv", "time,outcome\n"));
    const CliResult result = runCli(arguments);
    QCOMPARE(result.status, 2);
    QCOMPARE(result.out, QByteArray());
    QVERIFY(result.err.startsWith("retrylab: "));
    QCOMPARE(result.err.count('\n'), 1);
    QVERIFY2(result.err.contains(mentions), result.err.constData());
}

void TestCliReplay::badLines()
{
    const CliResult result = replay("time,outcome\n1,ok\n2,maybe\n");
    QCOMPARE(result.status, 2);
    QCOMPARE(result.out, QByteArray());
    QCOMPARE(result.err.count('\n'), 1);
    QVERIFY2(result.err.contains("log.csv:3: outcome: \"maybe\" is not allowed; allowed: ok, fail, "),
             result.err.constData());
}

void TestCliReplay::help()
{
    const CliResult help = runCli({QStringLiteral("replay"), QStringLiteral("--help")});
    QCOMPARE(help.status, 0);
    QVERIFY(help.err.isEmpty());
    QVERIFY(help.out.contains("What is assumed: "));
}

QTEST_GUILESS_MAIN(TestCliReplay)
#include "tst_cli_replay.moc"
