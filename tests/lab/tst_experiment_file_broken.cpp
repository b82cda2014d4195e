// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are no experiment: each is refused with a line that says where and why.
#include "core/lab/experiment_file.h"

#include "full_experiment.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace retrylab;

class TestBrokenFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void brokenInputIsExplained_data();
    void brokenInputIsExplained();
    void deepNestingIsRefused();
    void manyValuesAreRefused();
    void everyPrefixOfAFileIsRefusedQuietly();
    void aHugeFileIsRefusedUnread();
    void aMissingFileIsNamed();
    void errorsStayOnOneLine();
};

namespace {

QString errorOf(const QByteArray &json)
{
    const Result<Experiment> experiment = readExperiment(json);
    return experiment ? QStringLiteral("(no error)") : experiment.error().oneLine();
}

} // namespace

void TestBrokenFiles::brokenInputIsExplained_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("line");
    const auto row = [](const char *name, const QByteArray &json, const char *line) {
        QTest::newRow(name) << json << QString::fromUtf8(line);
    };
    const auto retry = [](const char *member) {
        return QByteArray("{\"retrylab\": 1,\n \"policy\": {\n  \"retry\": {\n   ") + member + "}}}";
    };
    const auto chain = [](const char *client, const char *service) {
        return QByteArray("{\"retrylab\": 1, \"chain\": [\n{\"name\": \"client\"") + client
               + "},\n{\"name\": \"service\"" + service + "}]}";
    };

    row("empty", "", "line 1: the file is empty");
    row("blank", " \n\t\n", "line 1: the file is empty");
    row("truncated", "{\"retrylab\": 1,\n \"seed\":", "line 2: not JSON: Invalid value");
    row("truncated text", "{\"retrylab\": 1,\n \"name\": \"abc",
        "line 2: not JSON: Missing a closing quotation mark in string");
    row("no object", "[1]", "line 1: an array stands where an object belongs");
    row("two documents", "{\"retrylab\": 1}\n{}",
        "line 2: not JSON: The document root must not be followed by other values");
    row("zero byte", QByteArray("{\"retrylab\": 1}\n\0{}", 19), "line 2: not JSON: there is a zero byte");
    row("invalid UTF-8", "{\"retrylab\": 1,\n\"name\": \"\xC3\x28\"}", "line 2: not JSON: Invalid encoding in string");
    row("lone surrogate", "{\"retrylab\": 1,\n\"name\": \"\\ud800\"}",
        "line 2: not JSON: The surrogate pair in string is invalid");
    row("not a number", "{\"retrylab\": 1,\n\"seed\": NaN}", "line 2: not JSON: Invalid value");
    row("infinity", "{\"retrylab\": 1,\n\"seed\": -Infinity}", "line 2: not JSON: Invalid value");
    row("comment", "{\"retrylab\": 1, // no\n\"seed\": 2}", "line 1: not JSON: Missing a name for object member");
    row("trailing comma", "{\"retrylab\": 1,\n}", "line 2: not JSON: Missing a name for object member");
    row("key twice", "{\"retrylab\": 1,\n\"seed\": 1,\n\"seed\": 2}",
        "line 3: seed: this key stands twice in its object");
    row("key twice, deep", chain("", ", \"slots\": 1,\n\"slots\": 2"),
        "line 4: chain[1].slots: this key stands twice in its object");
    row("version missing", "{\n\"name\": \"x\"}",
        "line 1: retrylab: is missing; an experiment names its format: \"retrylab\": 1");
    row("version text", "{\n\"retrylab\": \"1\"}", "line 2: retrylab: \"1\" is no format version; allowed: 1 to 1");
    row("version zero", "{\n\"retrylab\": 0}", "line 2: retrylab: 0 is no format version; allowed: 1 to 1");
    row("version newer", "{\n\"retrylab\": 2, \"warp\": 9}",
        "line 2: retrylab: the file has format 2, which is newer than this program; it reads up to 1. "
        "A newer Retry Lab opens it.");

    row("unknown key", retry("\"maxAttemps\": 3"),
        "line 4: policy.retry.maxAttemps: unknown key; did you mean \"maxAttempts\"?");
    row("unknown key, nothing near", retry("\"frobnicate\": 3"),
        "line 4: policy.retry.frobnicate: unknown key; "
        "allowed: maxAttempts, backoff, jitter, proportion, jitterTime, on, depends, onlyIdempotent, retryAfter, hint");
    row("unknown key at the top", "{\"retrylab\": 1,\n\"sed\": 3}", "line 2: sed: unknown key; did you mean \"seed\"?");
    row("empty key", "{\"retrylab\": 1,\n\"\": {}}",
        "line 2: unknown key; allowed: retrylab, policy, calls, chain, faults, objectives, expect, variants, name, "
        "about, "
        "source, seed, duration, warmup, traffic, measure, recovery");
    row("dotted key", "{\"retrylab\": 1,\n\"traffic.rate\": \"5/s\"}",
        "line 2: traffic.rate: unknown key; allowed: retrylab, policy, calls, chain, faults, objectives, expect, "
        "variants, "
        "name, about, source, seed, duration, warmup, traffic, measure, recovery");
    row("no unit", retry("\"backoff\": {\"base\": \"200\"}"),
        "line 4: policy.retry.backoff.base: \"200\" has no unit; "
        "allowed: a number with a unit (ns us ms s m h) such as \"250ms\", from 0s to 24h");
    row("number for a duration", retry("\"backoff\": {\"base\": 200}"),
        "line 4: policy.retry.backoff.base: 200 stands where a text belongs; allowed: 0s to 24h");
    row("negative cap", retry("\"backoff\": {\n\"cap\": \"-1s\"}"),
        "line 5: policy.retry.backoff.cap: -1s is out of range; allowed: 0s to 24h or \"unlimited\"");
    row("cap below base", retry("\"backoff\": {\"base\": \"2s\",\n\"cap\": \"1s\"}"),
        "line 5: policy.retry.backoff.cap: 1s is below base; allowed: 2s or more");
    row("default cap below base", retry("\"backoff\": {\n\"base\": \"31s\"}"),
        "line 4: policy.retry.backoff.cap: 30s is below base; allowed: 31s or more");
    row("no attempts", chain(",\n \"policy\": {\"retry\": {\n\"maxAttempts\": 0}}", ""),
        "line 4: chain.client.policy.retry.maxAttempts: 0 is out of range; allowed: 1 to 1000");
    row("attempts in words", retry("\"maxAttempts\": \"3\""),
        "line 4: policy.retry.maxAttempts: \"3\" stands where a number belongs; allowed: 1 to 1000");
    row("half an attempt", retry("\"maxAttempts\": 2.5"),
        "line 4: policy.retry.maxAttempts: 2.5 is not a whole number; allowed: 1 to 1000");
    row("null", retry("\"jitter\": null"),
        "line 4: policy.retry.jitter: null stands where a text belongs; "
        "allowed: none, full, equal, decorrelated, proportional, added, aroundTime, addedTime, "
        "decorrelatedArticle, decorrelatedV2");
    row("choice", retry("\"jitter\": \"Full\""),
        "line 4: policy.retry.jitter: \"Full\" is not a choice; allowed: none, full, equal, decorrelated, "
        "proportional, added, aroundTime, addedTime, "
        "decorrelatedArticle, decorrelatedV2");
    row("object for a choice", retry("\"jitter\": {\"kind\": \"full\"}"),
        "line 4: policy.retry.jitter: an object stands where a text belongs; "
        "allowed: none, full, equal, decorrelated, proportional, added, aroundTime, addedTime, "
        "decorrelatedArticle, decorrelatedV2");
    row("outcome", retry("\"on\": [\"timeout\",\n200]"),
        "line 5: policy.retry.on: \"200\" is not an outcome; allowed: refused, reset, timeout, unavailable, "
        "rateLimited, "
        "serverError, clientError, conflict, deadlock, lockWait, validation, parseError, bug, 4xx, 5xx, 400 to 599");
    row("a thousand million clients", "{\"retrylab\": 1, \"traffic\": {\n\"kind\": \"herd\", \"clients\": 1000000000}}",
        "line 2: traffic.clients: 1000000000 is out of range; allowed: 1 to 1000000");
    row("clients beyond all numbers", "{\"retrylab\": 1, \"traffic\": {\"clients\": 1e400}}",
        "line 1: not JSON: Number too big to be stored in double");
    row("rate", "{\"retrylab\": 1, \"traffic\": {\"rate\": \"5/m\"}}",
        "line 1: traffic.rate: \"5/m\" has no unit; allowed: 0.001/s to 1000000/s");
    row("too many calls", "{\"retrylab\": 1, \"duration\": \"10h\",\n\"traffic\": {\"rate\": \"1000/s\"}}",
        "line 1: duration: 10h makes about 3.6e+07 calls with this traffic; allowed: 20000000 calls");
    row("too many attempts",
        "{\"retrylab\": 1, \"duration\": \"1h\",\n\"traffic\": {\"rate\": \"1000/s\"},\n"
        "\"policy\": {\"retry\": {\"maxAttempts\": 12}}}",
        "line 3: policy.retry.maxAttempts: 12 attempts for each of about 3.6e+06 calls; "
        "allowed: 40000000 attempts in all");
    row("seed", "{\"retrylab\": 1,\n\"seed\": 18446744073709551616}",
        "line 2: seed: \"18446744073709551616\" is not a seed; allowed: 0 to 18446744073709551615");
    row("group that is none", "{\"retrylab\": 1,\n\"traffic\": \"herd\"}",
        "line 2: traffic: \"herd\" stands where an object belongs");
    row("policy and chain", "{\"retrylab\": 1, \"chain\": [],\n\"policy\": {}}",
        "line 2: policy: stands beside a chain; allowed: a policy inside a node of the chain");

    row("one node", "{\"retrylab\": 1,\n\"chain\": [{\"name\": \"a\"}]}",
        "line 2: chain: 1 nodes are not supported by this version; allowed: 2, callers and a service");
    row("nameless node", "{\"retrylab\": 1, \"chain\": [{\"name\": \"a\"},\n{\"slots\": 1}]}",
        "line 2: chain[1].name: is missing");
    row("node name", "{\"retrylab\": 1, \"chain\": [{\"name\": \"a.b\"}, {\"name\": \"c\"}]}",
        "line 1: chain[0].name: \"a.b\" cannot stand in a path; allowed: 1 to 60 characters without . , = *");
    row("same name", "{\"retrylab\": 1, \"chain\": [{\"name\": \"a\"},\n {\"name\": \"a\"}]}",
        "line 2: chain[1].name: \"a\" stands twice; allowed: a name of its own");
    row("policy of the last node", chain("", ",\n\"policy\": {\"timeout\": \"1s\"}"),
        "line 4: chain.service.policy.timeout: the last node calls nobody and has no policy");
    row("other kind's number", chain("", ",\n\"serviceTime\": {\"kind\": \"fixed\", \"mean\": \"1s\"}"),
        "line 4: chain.service.serviceTime.mean: only the kind \"exponential\" has this; the kind is \"fixed\"");
    row("max below min", chain("", ",\n\"serviceTime\": {\"kind\": \"uniform\", \"min\": \"2s\",\n\"max\": \"1s\"}"),
        "line 5: chain.service.serviceTime.max: 1s is below min; allowed: 2s or more");
    row("fault without a name", "{\"retrylab\": 1, \"faults\": [\n{\"kind\": \"refuse\"}]}",
        "line 2: faults[0].name: is missing");
    row("fault elsewhere", "{\"retrylab\": 1, \"faults\": [{\"name\": \"x\",\n\"node\": \"client\"}]}",
        "line 2: faults.x.node: \"client\" cannot have faults; allowed: service");
    row("fault backwards", "{\"retrylab\": 1, \"faults\": [{\"name\": \"x\",\n\"from\": \"2s\", \"to\": \"2s\"}]}",
        "line 2: faults.x.to: 2s is not after from; allowed: more than 2s");
    row("warm-up", "{\"retrylab\": 1,\n\"warmup\": \"10s\"}",
        "line 2: warmup: 10s is not shorter than the run; allowed: less than 10s");
    row("late herd", "{\"retrylab\": 1, \"traffic\": {\"kind\": \"herd\",\n\"at\": \"10s\"}}",
        "line 2: traffic.at: 10s is not within the run; allowed: less than 10s");

    row("default capacity below initial",
        retry("\"jitter\": \"full\"}, \"budget\": {\n\"capacity\": 10, \"kind\": "
              "\"tokenBucket\""),
        "line 4: policy.budget.initial: 500 is above capacity; allowed: 10 or less");
    row("capacity below initial",
        retry("\"jitter\": \"full\"}, \"budget\": {\"kind\": \"tokenBucket\",\n"
              "\"capacity\": 10,\n\"initial\": 20"),
        "line 6: policy.budget.initial: 20 is above capacity; allowed: 10 or less");
    row("open cap below open time", retry("\"jitter\": \"full\"}, \"breaker\": {\"open\": {\n\"cap\": \"5s\"}"),
        "line 5: policy.breaker.open.cap: 5s is below time; allowed: 30s or more");
    row("forced verdict",
        retry("\"jitter\": \"full\"}, \"breaker\": {\"halfOpen\": {\n\"verdict\": \"forced\",\n"
              "\"sample\": 3, \"successes\": 4}"),
        "line 6: policy.breaker.halfOpen.sample: 3 is below successes; allowed: 4 or more");
    row("no half-open after half-open",
        retry("\"jitter\": \"full\"}, \"breaker\": {\"halfOpen\": {\n"
              "\"afterMaxWait\": \"halfOpen\"}"),
        "line 5: policy.breaker.halfOpen.afterMaxWait: \"halfOpen\" is not a choice; allowed: closed, open");
    row("flag in quotes", retry("\"backoff\": {\n\"firstAtOnce\": \"true\"}"),
        "line 5: policy.retry.backoff.firstAtOnce: \"true\" stands where true or false belongs; allowed: true, false");
    row("one wait", retry("\"backoff\": {\n\"waits\": \"1s\"}"),
        "line 5: policy.retry.backoff.waits: \"1s\" stands where an array belongs; "
        "allowed: up to 100 durations, 0s to 24h");
    row("number among waits", retry("\"backoff\": {\"waits\": [\"1s\",\n200]}"),
        "line 5: policy.retry.backoff.waits[1]: 200 stands where a text belongs; allowed: 0s to 24h");
    row("no unit among waits", retry("\"backoff\": {\"waits\": [\"1s\", \"2s\",\n\"200\"]}"),
        "line 5: policy.retry.backoff.waits[2]: \"200\" has no unit; "
        "allowed: a number with a unit (ns us ms s m h) such as \"250ms\", from 0s to 24h");
    row("two waits in one", retry("\"backoff\": {\"waits\": [\"1s,2s\"]}"),
        "line 4: policy.retry.backoff.waits[0]: \"1s,2s\" has an unknown unit; "
        "allowed: a number with a unit (ns us ms s m h) such as \"250ms\", from 0s to 24h");
    row("none among waits", retry("\"backoff\": {\"waits\": [\"none\"]}"),
        "line 4: policy.retry.backoff.waits[0]: \"none\" is not a duration; "
        "allowed: a number with a unit (ns us ms s m h) such as \"250ms\", from 0s to 24h");
    row("long wait", retry("\"backoff\": {\"waits\": [\n\"25h\"]}"),
        "line 5: policy.retry.backoff.waits[0]: 25h is out of range; allowed: 0s to 24h");
    row("too many waits",
        retry(("\"backoff\": {\n\"waits\": [" + QByteArray("\"1s\",").repeated(100) + "\"1s\"]}").constData()),
        "line 5: policy.retry.backoff.waits: 101 entries are too many; allowed: up to 100 durations, 0s to 24h");
    row("hedge", "{\"retrylab\": 1, \"policy\": {\n\"hedge\": {\"kind\": \"delay\", \"most\": 9}}}",
        "line 2: policy.hedge.most: 9 is out of range; allowed: 1 to 8");
    row("objectives", "{\"retrylab\": 1,\n\"objectives\": [{\"metric\": \"amplification\", \"max\": 2}]}",
        "line 2: objectives: this key is known but not supported by this version; allowed: []");
    row("two kinds of call", "{\"retrylab\": 1,\n\"calls\": [{\"name\": \"a\"}, {\"name\": \"b\"}]}",
        "line 2: calls: 2 kinds of call are not supported by this version; allowed: at most 1");
    row("two nameless kinds of call", "{\"retrylab\": 1,\n\"calls\": [{},\n{}]}",
        "line 3: calls[1].name: \"request\" stands twice; allowed: a name of its own");
    row("fault of later", "{\"retrylab\": 1, \"faults\": [{\"name\": \"x\",\n\"kind\": \"crash\"}]}",
        "line 2: faults.x.kind: \"crash\" is known but not supported by this version; "
        "allowed: refuse, status, latency, slots, restart, error");
    row("three instances", chain("", ",\n\"instances\": 3"),
        "line 4: chain.service.instances: 3 is not supported by this version; allowed: 1");

    row("variant without a set", "{\"retrylab\": 1, \"variants\": [\n{\"name\": \"x\"}]}",
        "line 2: variants[0]: a variant has a name and a set");
    row("variant's path",
        "{\"retrylab\": 1, \"variants\": [{\"name\": \"x\", \"set\": {\n\"chain.client.polcy.timeout\": \"1s\"}}]}",
        "line 2: variants.x.set.chain.client.polcy.timeout: no such field; did you mean "
        "\"chain.client.policy.timeout\"?");
    row("variant's value", "{\"retrylab\": 1, \"variants\": [{\"name\": \"x\", \"set\": {\n\"seed\": -1}}]}",
        "line 2: variants.x.set.seed: \"-1\" is not a seed; allowed: 0 to 18446744073709551615");
    row("same variant",
        "{\"retrylab\": 1, \"variants\": [{\"name\": \"x\", \"set\": {}},\n{\"name\": \"x\", \"set\": {}}]}",
        "line 2: variants.x: is the name of two variants");
}

void TestBrokenFiles::brokenInputIsExplained()
{
    QFETCH(QByteArray, json);
    QTEST(errorOf(json), "line");
}

void TestBrokenFiles::deepNestingIsRefused()
{
    const QString refusal = QStringLiteral("line 2: nested deeper than 64 levels");
    QCOMPARE(errorOf("{\"retrylab\": 1,\n\"x\": " + QByteArray(100'000, '[')), refusal);
    QByteArray objects = "{\"retrylab\": 1,\n";
    for (int i = 0; i < 100'000; ++i)
        objects += "\"a\":{";
    QCOMPARE(errorOf(objects), refusal);
    // 63 below the root are as many as may be; the key is what is wrong then.
    const QByteArray allowed = "{\"retrylab\": 1,\n\"x\": " + QByteArray(63, '[') + QByteArray(63, ']') + "}";
    QVERIFY(errorOf(allowed).startsWith(QStringLiteral("line 2: x: unknown key")));
}

void TestBrokenFiles::manyValuesAreRefused()
{
    const QByteArray zeros = QByteArray("0,").repeated(300'000);
    QCOMPARE(errorOf("{\"retrylab\": 1, \"x\": [" + zeros + "0]}"),
             QStringLiteral("line 1: x: more than 250000 values"));
    QByteArray keys;
    for (int i = 0; i < 100'000; ++i)
        keys += ",\"k" + QByteArray::number(i) + "\":0";
    QVERIFY(errorOf("{\"retrylab\": 1" + keys + "}").startsWith(QStringLiteral("line 1: k0: unknown key")));
}

void TestBrokenFiles::everyPrefixOfAFileIsRefusedQuietly()
{
    const QByteArray whole = QByteArray(fullFile).trimmed();
    for (qsizetype length = 0; length < whole.size(); ++length) {
        const QString line = errorOf(whole.left(length));
        QVERIFY2(line.startsWith(QStringLiteral("line ")) && !line.contains(u'\n'), qPrintable(line));
    }
}

void TestBrokenFiles::aHugeFileIsRefusedUnread()
{
    QTemporaryDir dir;
    const QString name = dir.filePath(QStringLiteral("huge.retrylab.json"));
    QFile file(name);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(file.resize(100 * 1024 * 1024)); // takes no room: the file has a hole
    file.close();
    const Result<Experiment> experiment = loadExperiment(name);
    QVERIFY(!experiment);
    QCOMPARE(experiment.error().oneLine(), name + QStringLiteral(": larger than 16 MB"));
    QCOMPARE(errorOf(QByteArray(maxFileBytes + 1, ' ') + '{'), QStringLiteral("larger than 16 MB"));
}

void TestBrokenFiles::aMissingFileIsNamed()
{
    QTemporaryDir dir;
    const QString name = dir.filePath(QStringLiteral("none.retrylab.json"));
    QCOMPARE(loadExperiment(name).error().oneLine(),
             name + QStringLiteral(": cannot be read: No such file or directory"));
    QVERIFY(!loadExperiment(dir.path()));
    QFile file(name);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"retrylab\": 1,\n\"seed\": -1}");
    file.close();
    QCOMPARE(loadExperiment(name).error().oneLine(),
             name + QStringLiteral(":2: seed: \"-1\" is not a seed; allowed: 0 to 18446744073709551615"));
}

void TestBrokenFiles::errorsStayOnOneLine()
{
    Error error{QStringLiteral("a\nb"), QStringLiteral("x\r\ty\u2028\u202Ez") + QString(5'000, u'w'), 3};
    const QString line = error.oneLine(QStringLiteral("f\n.json"));
    QVERIFY(line.startsWith(QStringLiteral("f\\u000a.json:3: a\\u000ab: x\\u000d\\u0009y\\u2028\\u202ezww")));
    QVERIFY(line.size() < 1'000);
    // A key of a megabyte, of emoji: cut, but not in the middle of a character.
    const QString message = errorOf("{\"retrylab\": 1, \"" + QByteArray("\xF0\x9F\x92\xA5").repeated(250'000)
                                    + "\": 1}");
    QVERIFY(message.isValidUtf16() && message.size() < 1'000);
}

QTEST_GUILESS_MAIN(TestBrokenFiles)
#include "tst_experiment_file_broken.moc"
