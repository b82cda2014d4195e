// SPDX-License-Identifier: GPL-3.0-or-later
// The built program, from outside: what it prints, where, and with which exit status.
#include "cli_runner.h"
#include "tests/lab/report_names.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace retrylab;

namespace {

/// A valid file; `replace` puts something else in the place of a part of it.
QByteArray experimentText(const QByteArray &part = {}, const QByteArray &replacement = {})
{
    QByteArray text = R"({ "retrylab": 1, "name": "Small", "duration": "1s",
  "traffic": { "kind": "herd", "clients": 5 },
  "chain": [
    { "name": "client",
      "policy": { "retry": { "maxAttempts": 3,
        "backoff": { "kind": "exponential", "base": "200ms", "multiplier": 2, "cap": "5s" } } } },
    { "name": "service" } ] }
)";
    if (!part.isEmpty()) {
        Q_ASSERT(text.count(part) == 1);
        text.replace(part, replacement);
    }
    return text;
}

} // namespace

class TestCli : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void versionAndHelp();
    void badUse_data();
    void badUse();
    void badInput_data();
    void badInput();
    void hugeFile();
    void listsTheBuiltIns();
    void listsTheDialects();
    void everyBuiltInRuns();
    void threeFailures();
    void jsonNames();
    void manyRunsAsJson();
    void runsAFile();
    void settingsComeAfterTheVariant();
    void settingsComeAfterTheDialect();
    void seedIsTheWholeRange();
    void sameSeedSameFigures();
    void csvAndText();
    void fallbacksAreReported();
    void traceFile();
    void badTraceFile();
    void readerGoesAway();

private:
    QString write(const QByteArray &content);
    QTemporaryDir m_dir;
};

QString TestCli::write(const QByteArray &content)
{
    QFile file(m_dir.filePath(QStringLiteral("input.retrylab.json")));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write the test's input");
    return file.fileName();
}

void TestCli::versionAndHelp()
{
    const CliResult version = runCli({QStringLiteral("--version")});
    QCOMPARE(version.status, 0);
    QCOMPARE(version.out, QByteArray("retrylab " RETRYLAB_VERSION "\n"));
    for (const char *command : {"", "list", "run", "snapshot"}) {
        QStringList arguments{QStringLiteral("--help")};
        if (*command != '\0')
            arguments.prepend(QLatin1String(command));
        const CliResult help = runCli(arguments);
        QCOMPARE(help.status, 0);
        QVERIFY(help.out.contains("Usage: retrylab"));
        QVERIFY(help.err.isEmpty());
    }
}

void TestCli::badUse_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("mentions");
    const auto row = [](const char *arguments, const char *mentions) {
        QTest::newRow(arguments) << QString::fromLatin1(arguments) << QString::fromLatin1(mentions);
    };
    row("run", "EXPERIMENT");
    row("run no-such-experiment", "no-such-experiment");
    row("run three-failures extra", "extra");
    row("run three-failures --bogus", "--bogus");
    row("run three-failures --runs 0", "1 to 1000000");
    row("run three-failures --runs 1000001", "1 to 1000000");
    row("run three-failures --runs many", "1 to 1000000");
    row("run three-failures --seed -1", "18446744073709551615");
    row("run three-failures --seed 18446744073709551616", "18446744073709551615");
    row("run three-failures --seed=", "--seed");
    row("run three-failures --format xml", "text, json, csv");
    row("run three-failures --variant nope", "full jitter");
    row("run three-failures --dialect pollly", "did you mean \"polly\"?");
    row("run three-failures --dialect whatever", "custom, aws2026");
    row("run three-failures --dialect polly --set chain.client.policy.retry.jitter=full", "Polly v8");
    row("run three-failures --set jitter", "PATH=VALUE");
    row("run three-failures --set chain.client.policy.retry.maxAttempts=0", "1 to 1000");
    row("run three-failures --set chain.client.policy.retry.jiter=full", "chain.client.policy.retry.jiter");
    row("run three-failures --set chain.client.policy.retry.backoff.base=200",
        "chain.client.policy.retry.backoff.base");
    row("run three-failures --set chain.client.policy.retry.backoff.cap=1ms", "chain.client.policy.retry.backoff.cap");
    row("run three-failures --charts png", "--out");
    row("run three-failures --out x --charts png,gif", "gif");
    row("run three-failures --runs 2 --trace x", "--trace");
    row("list --format csv", "text or json");
    row("snapshot three-failures", "--out");
    row("snapshot three-failures --out x.png --size 10x10", "320x240");
    row("snapshot three-failures --out x.png --scale 3", "1, 2, 4");
    row("snapshot three-failures --out x.png --at 1h", "--at");
    row("snapshot three-failures --out x.png --theme pink", "dark, light, projector");
    row("snapshot three-failures --out x.png --text-scale 99", "--text-scale");
    row("snapshot three-failures --out x.png --text-scale 301", "100 to 300, in percent");
    row("snapshot three-failures --out x.png --text-scale 2.5", "\"2.5\"");
    row("snapshot three-failures --out x.png --text-scale big", "\"big\"");
    row("snapshot three-failures --out x.png --text-scale=", "--text-scale");
    row("--text-scale 50", "100 to 300, in percent");
    row("--text-scale 150 list", "--text-scale");
    row("--lang xx", "en, vi");
    row("three-failures run three-failures", "FILE");
}

void TestCli::badUse()
{
    QFETCH(QString, arguments);
    QFETCH(QString, mentions);
    const CliResult result = runCli(arguments.split(u' '));
    QCOMPARE(result.status, 2);
    QVERIFY(result.out.isEmpty());
    QVERIFY(result.err.startsWith("retrylab: "));
    QCOMPARE(result.err.count('\n'), 1);
    QVERIFY(result.err.endsWith('\n'));
    QVERIFY2(result.err.contains(mentions.toUtf8()), result.err.constData());
}

void TestCli::badInput_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QByteArray>("mentions");
    QTest::newRow("unknown key") << experimentText("maxAttempts", "maxAttemps") << QByteArray("maxAttemps");
    QTest::newRow("no unit") << experimentText("\"200ms\"", "\"200\"")
                             << QByteArray(":6: chain.client.policy.retry.backoff.base");
    QTest::newRow("negative cap") << experimentText("\"5s\"", "\"-5s\"")
                                  << QByteArray(":6: chain.client.policy.retry.backoff.cap");
    QTest::newRow("cap below base") << experimentText("\"5s\"", "\"100ms\"")
                                    << QByteArray(":6: chain.client.policy.retry.backoff.cap");
    QTest::newRow("no attempts") << experimentText("Attempts\": 3", "Attempts\": 0")
                                 << QByteArray(":5: chain.client.policy.retry.maxAttempts");
    QTest::newRow("a milliard clients") << experimentText("\"clients\": 5", "\"clients\": 1000000000")
                                        << QByteArray(":2: traffic.clients");
    QTest::newRow("truncated") << experimentText().left(150) << QByteArray("input.retrylab.json");
    QTest::newRow("deep") << QByteArray(100'000, '[') << QByteArray("64");
    QTest::newRow("deep objects") << QByteArray("{\"a\":").repeated(100'000) << QByteArray("64");
    QTest::newRow("empty") << QByteArray() << QByteArray("empty");
    QTest::newRow("not text") << QByteArray("\x00\xff\xfe\x01", 4) << QByteArray("input.retrylab.json");
    QTest::newRow("a list") << QByteArray("[]") << QByteArray("input.retrylab.json");
    QTest::newRow("newer format") << experimentText("\"retrylab\": 1", "\"retrylab\": 999") << QByteArray("999");
    QTest::newRow("line feed in a name") << experimentText("\"duration\"", "\"dura\\ntion\"")
                                         << QByteArray("input.retrylab.json");
}

void TestCli::badInput()
{
    QFETCH(QByteArray, content);
    QFETCH(QByteArray, mentions);
    const CliResult result = runCli({QStringLiteral("run"), write(content)});
    QCOMPARE(result.status, 2);
    QVERIFY(result.out.isEmpty());
    QVERIFY(result.err.startsWith("retrylab: "));
    QCOMPARE(result.err.count('\n'), 1);
    QVERIFY2(result.err.contains(mentions), result.err.constData());
}

void TestCli::hugeFile()
{
    QFile file(m_dir.filePath(QStringLiteral("huge.json")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(100 * 1024 * 1024)); // sparse
    const CliResult result = runCli({QStringLiteral("run"), file.fileName()});
    QCOMPARE(result.status, 2);
    QCOMPARE(result.err.count('\n'), 1);
    QVERIFY(result.err.contains("16 MB"));
}

void TestCli::listsTheBuiltIns()
{
    const CliResult text = runCli({QStringLiteral("list")});
    QCOMPARE(text.status, 0);
    QVERIFY(text.err.isEmpty());
    const CliResult list = runCli({QStringLiteral("list"), QStringLiteral("--format"), QStringLiteral("json")});
    QStringList names;
    for (const QJsonValue &entry : list.json()[u"experiments"].toArray()) {
        const QString name = entry[u"name"].toString();
        names += name;
        QVERIFY(text.out.contains(name.toUtf8()));
        QVERIFY(!entry[u"about"].toString().isEmpty());
        QVERIFY(!entry[u"source"].toString().isEmpty());
    }
    names.sort();
    QCOMPARE(names, QStringLiteral("baseline burst-503 dead-service fifty-clients rolling-restart ten-thousand-clients "
                                   "three-failures")
                        .split(u' '));
}

void TestCli::listsTheDialects()
{
    const CliResult text = runCli({QStringLiteral("list")});
    const CliResult list = runCli({QStringLiteral("list"), QStringLiteral("--format"), QStringLiteral("json")});
    const QJsonArray entries = list.json()[u"dialects"].toArray();
    QCOMPARE(entries.size(), 22);
    for (const QJsonValue &entry : entries) {
        QVERIFY(text.out.contains(entry[u"name"].toString().toUtf8()));
        QVERIFY(text.out.contains(entry[u"title"].toString().toUtf8()));
        QVERIFY(entry[u"about"].toString().endsWith(u'.'));
    }
}

void TestCli::everyBuiltInRuns()
{
    const CliResult list = runCli({QStringLiteral("list"), QStringLiteral("--format"), QStringLiteral("json")});
    for (const QJsonValue &entry : list.json()[u"experiments"].toArray()) {
        const CliResult result = runCli(
            {QStringLiteral("run"), entry[u"name"].toString(), QStringLiteral("--format"), QStringLiteral("json")});
        QCOMPARE(result.status, 0);
        QVERIFY(result.err.isEmpty());
        const QJsonObject json = result.json();
        QVERIFY(json[u"requests"].toDouble() > 0);
        QCOMPARE(json[u"succeeded"].toDouble() + json[u"failed"].toDouble() + json[u"unfinished"].toDouble(),
                 json[u"requests"].toDouble());
    }
}

void TestCli::threeFailures()
{
    const CliResult result = runCli(QStringLiteral("run three-failures --format json").split(u' '));
    QCOMPARE(result.status, 0);
    QVERIFY(result.out.contains("\"backoffTotal\": 0.7,")); // 100 + 200 + 400 ms
    QCOMPARE(result.json()[u"attempts"].toInt(), 4);
    QCOMPARE(result.json()[u"backoffTotal"].toDouble(), 0.7);
}

void TestCli::jsonNames()
{
    const QJsonObject json = runCli(QStringLiteral("run burst-503 --format json").split(u' ')).json();
    const QStringList names = reportNames();
    for (const QString &name : names)
        QVERIFY2(json.contains(name), qPrintable(name));
    QCOMPARE(json.size(), names.size());
    QCOMPARE(json[u"peak"][u"window"].toDouble(), 0.02);
    // The breaker of this experiment is seen to open, to probe and to close.
    const QJsonArray transitions = json[u"breaker"][u"transitions"].toArray();
    QVERIFY(!transitions.isEmpty());
    QCOMPARE(transitions.first()[u"from"].toString(), QStringLiteral("closed"));
    QCOMPARE(transitions.first()[u"to"].toString(), QStringLiteral("open"));
    QCOMPARE(transitions.first()[u"why"].toString(), QStringLiteral("threshold"));
    QCOMPARE(transitions.last()[u"to"].toString(), QStringLiteral("closed"));
}

void TestCli::manyRunsAsJson()
{
    const CliResult result = runCli(QStringLiteral("run fifty-clients --runs 20 --seed 11 --format json").split(u' '));
    QCOMPARE(result.status, 0);
    QVERIFY(result.err.isEmpty()); // progress is for people who watch
    const QJsonObject json = result.json();
    QCOMPARE(json[u"runs"].toInt(), 20);
    QCOMPARE(json[u"seed"].toInt(), 11);
    for (const QJsonValue &figure :
         {json[u"attempts"], json[u"latency"][u"p99"], json[u"peak"][u"retries"][u"sliding"]})
        QCOMPARE(figure.toObject().keys(), QStringLiteral("mean p5 p95").split(u' '));
    QCOMPARE(json[u"requests"][u"mean"].toDouble(), 50.0);
}

void TestCli::runsAFile()
{
    const CliResult result = runCli(
        {QStringLiteral("run"), write(experimentText()), QStringLiteral("--format"), QStringLiteral("json")});
    QCOMPARE(result.status, 0);
    QCOMPARE(result.json()[u"experiment"].toString(), QStringLiteral("Small"));
    QCOMPARE(result.json()[u"requests"].toInt(), 5);
}

void TestCli::settingsComeAfterTheVariant()
{
    QStringList arguments = {QStringLiteral("run"),
                             QStringLiteral("--set"),
                             QStringLiteral("chain.client.policy.retry.jitter=none"),
                             QStringLiteral("three-failures"),
                             QStringLiteral("--variant"),
                             QStringLiteral("full jitter"),
                             QStringLiteral("--format"),
                             QStringLiteral("json")};
    QCOMPARE(runCli(arguments).json()[u"backoffTotal"].toDouble(), 0.7);
    arguments[2] = QStringLiteral("chain.client.policy.retry.maxAttempts=4");
    const QJsonObject json = runCli(arguments).json();
    QVERIFY(json[u"backoffTotal"].toDouble() < 0.7);
    QCOMPARE(json[u"variant"].toString(), QStringLiteral("full jitter"));
    // Each alone breaks the rule that the cap is not below the base; together they do not.
    arguments = QStringLiteral("run three-failures --set chain.client.policy.retry.backoff.base=60s "
                               "--set chain.client.policy.retry.backoff.cap=60s")
                    .split(u' ');
    QCOMPARE(runCli(arguments).status, 0);
}

void TestCli::settingsComeAfterTheDialect()
{
    // PyBreaker does not retry; the setting, although it stands first, makes it three attempts again.
    const QStringList run{QStringLiteral("run"), QStringLiteral("three-failures"), QStringLiteral("--format"),
                          QStringLiteral("json")};
    const QStringList dialect{QStringLiteral("--dialect"), QStringLiteral("pybreaker")};
    const QStringList attempts{QStringLiteral("--set"), QStringLiteral("chain.client.policy.retry.maxAttempts=3")};
    const QJsonObject alone = runCli(run + dialect).json();
    QCOMPARE(alone[u"attempts"], alone[u"requests"]);
    const QJsonObject both = runCli(run + attempts + dialect).json();
    QCOMPARE(both[u"attempts"].toInt(), 3 * both[u"requests"].toInt());
}

void TestCli::seedIsTheWholeRange()
{
    const CliResult result = runCli(
        QStringLiteral("run three-failures --seed 18446744073709551615 --format json").split(u' '));
    QVERIFY(result.out.contains("\"seed\": 18446744073709551615,"));
}

void TestCli::sameSeedSameFigures()
{
    const QStringList arguments = QStringLiteral("run burst-503 --format json --seed 3").split(u' ');
    QJsonObject first = runCli(arguments).json();
    QJsonObject second = runCli(arguments).json();
    first.remove(u"wallTime");
    second.remove(u"wallTime");
    QCOMPARE(first, second);
    QJsonObject other = runCli(QStringLiteral("run burst-503 --format json --seed 4").split(u' ')).json();
    QVERIFY(other[u"latency"] != first[u"latency"]);
}

void TestCli::csvAndText()
{
    const CliResult csv = runCli(QStringLiteral("run three-failures --format csv").split(u' '));
    QVERIFY(csv.out.startsWith("figure,value\nrequests,1\nattempts,4\n"));
    const CliResult text = runCli(QStringLiteral("run burst-503").split(u' '));
    QVERIFY(text.out.contains("Verdict: "));
    QVERIFY(text.out.contains("Peak: "));
}

void TestCli::fallbacksAreReported()
{
    const QStringList run = QStringLiteral("run dead-service --set chain.client.policy.fallback.kind=cache")
                                .split(u' ');
    const CliResult text = runCli(run);
    QCOMPARE(text.status, 0);
    QVERIFY(text.out.contains("\n  degraded "));
    const QJsonObject report = runCli(run + QStringLiteral("--format json").split(u' ')).json();
    QVERIFY(report[u"degraded"].toInt() > 0);
    QCOMPARE(report[u"failed"].toInt(), 0);
    QCOMPARE(report[u"requests"].toInt(), report[u"degraded"].toInt() + report[u"unfinished"].toInt());
    QVERIFY(!runCli(run.mid(0, 2)).out.contains("degraded")); // without a fallback
    const CliResult bad = runCli(run.mid(0, 3) + QStringList(QStringLiteral("chain.client.policy.fallback.kind=ice")));
    QCOMPARE(bad.status, 2);
    QVERIFY(
        bad.err.contains("chain.client.policy.fallback.kind: \"ice\" is not a choice; allowed: none, cache, default, "
                         "backup"));
}

void TestCli::traceFile()
{
    const QString fileName = m_dir.filePath(QStringLiteral("trace.json"));
    const CliResult result = runCli(
        {QStringLiteral("run"), QStringLiteral("three-failures"), QStringLiteral("--trace"), fileName});
    QCOMPARE(result.status, 0);
    QFile file(fileName);
    QVERIFY(file.open(QIODevice::ReadOnly));
    int attempts = 0;
    for (const QJsonValue &event : QJsonDocument::fromJson(file.readAll()).object()[u"traceEvents"].toArray())
        attempts += event[u"cat"].toString() == u"attempt" ? 1 : 0;
    QCOMPARE(attempts, 4);
}

void TestCli::badTraceFile()
{
    const CliResult result = runCli({QStringLiteral("run"), QStringLiteral("three-failures"), QStringLiteral("--trace"),
                                     m_dir.filePath(QStringLiteral("no/such/dir/trace.json"))});
    QCOMPARE(result.status, 2);
    QCOMPARE(result.err.count('\n'), 1);
}

void TestCli::readerGoesAway()
{
#ifdef Q_OS_UNIX
    QProcess shell;
    shell.start(QStringLiteral("/bin/sh"),
                {QStringLiteral("-c"),
                 QStringLiteral("{ \"$0\" run burst-503 --format json; echo status $? >&2; } | true"),
                 QStringLiteral(RETRYLAB_BINARY)});
    QVERIFY(shell.waitForFinished());
    QCOMPARE(shell.readAllStandardError(), QByteArray("status 0\n"));
#else
    QSKIP("There are no such pipes here.");
#endif
}

QTEST_GUILESS_MAIN(TestCli)
#include "tst_cli.moc"
