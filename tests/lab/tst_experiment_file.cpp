// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/experiment_file.h"
#include "core/lab/fields.h"
#include "core/lab/implied_value.h"

#include "experiment_fixture.h"
#include "full_experiment.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

using namespace retrylab;
using namespace std::chrono_literals;

class TestExperimentFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anEmptyObjectIsTheDefaultExperiment();
    void aPolicyAloneIsTheClientsPolicy();
    void everyKeyOfTheFormatIsRead();
    void whatChangesNothingIsAccepted();
    void kindComesFirst();
    void brokenInputIsExplained_data();
    void brokenInputIsExplained();
    void deepNestingIsRefused();
    void manyValuesAreRefused();
    void everyPrefixOfAFileIsRefusedQuietly();
    void aHugeFileIsRefusedUnread();
    void aMissingFileIsNamed();
    void defaultsAreNotWritten();
    void whatIsImpliedIsNotWritten();
    void randomExperimentsRoundTrip();
    void randomPoliciesRoundTrip();
    void fewAxesMakeAShortFile();
    void handSetNumbersOfOtherKindsSurvive();
    void variantsRoundTrip();
    void bigSeedsRoundTrip();
    void savingIsAtomic();
    void anInvalidExperimentIsNotSaved();
    void errorsStayOnOneLine();
};

namespace {

Result<Experiment> read(const char *json)
{
    return readExperiment(QByteArray(json));
}

QString errorOf(const QByteArray &json)
{
    const Result<Experiment> experiment = readExperiment(json);
    return experiment ? QStringLiteral("(no error)") : experiment.error().oneLine();
}

} // namespace

void TestExperimentFile::anEmptyObjectIsTheDefaultExperiment()
{
    const Result<Experiment> experiment = read(R"({"retrylab": 1})");
    QVERIFY(experiment);
    QVERIFY(*experiment == defaultExperiment());
}

void TestExperimentFile::aPolicyAloneIsTheClientsPolicy()
{
    const Result<Experiment> experiment = read(
        R"({"retrylab": 1, "policy": {"timeout": "2s", "retry": {"jitter": "none"}}})");
    QVERIFY(experiment);
    Experiment expected = defaultExperiment();
    expected.world.callers().policy.timeout = 2s;
    expected.world.callers().policy.retry.jitter.kind = Jitter::none;
    QVERIFY(*experiment == expected);
}

void TestExperimentFile::everyKeyOfTheFormatIsRead()
{
    const Result<Experiment> experiment = read(fullFile);
    QVERIFY2(experiment, qPrintable(experiment ? QString() : experiment.error().oneLine()));
    const Experiment expected = fullExperiment();
    QVERIFY(experiment->world.traffic == expected.world.traffic);
    QVERIFY(experiment->world.calls == expected.world.calls);
    QVERIFY(experiment->world.callers() == expected.world.callers());
    QVERIFY(experiment->world.service() == expected.world.service());
    QVERIFY(experiment->world.faults == expected.world.faults);
    QVERIFY(experiment->variants == expected.variants);
    QVERIFY(*experiment == expected);
    QVERIFY(*readExperiment(writeExperiment(expected)) == expected);
    // A key that was forgotten above would pass for one that was read.
    // No library has all of them: the dialect must stay out.
    for (const Field &field : fields())
        if ((field.path.starts_with("chain.*.policy.") && field.path != "chain.*.policy.dialect")
            || (field.path.starts_with("calls.") && field.path != "calls.*.idempotent"))
            QVERIFY2(field.read(expected, 0) != field.initial, field.path.data());
}

void TestExperimentFile::whatChangesNothingIsAccepted()
{
    const Result<Experiment> experiment = read(R"({
      "retrylab": 1, "calls": [ { "method": "GET", "share": 1 } ], "objectives": [], "expect": [],
      "chain": [ { "name": "client", "policy": { "budget": { "kind": "none" }, "retry": { "retryAfter": "ignore" } } },
                 { "name": "service", "instances": 1 } ] })");
    QVERIFY2(experiment, qPrintable(experiment ? QString() : experiment.error().oneLine()));
    QVERIFY(*experiment == defaultExperiment());
}

void TestExperimentFile::kindComesFirst()
{
    const Result<Experiment> experiment = read(R"({"retrylab": 1, "chain": [ {"name": "client"},
        {"name": "service", "serviceTime": {"max": "9ms", "min": "3ms", "kind": "uniform"}} ]})");
    QVERIFY2(experiment, qPrintable(experiment ? QString() : experiment.error().oneLine()));
    QVERIFY((experiment->world.service().serviceTime == Distribution{DistributionKind::uniform, 3ms, 9ms}));
}

void TestExperimentFile::brokenInputIsExplained_data()
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
    row("hedge", "{\"retrylab\": 1, \"policy\": {\n\"hedge\": {\"delay\": \"1s\"}}}",
        "line 2: policy.hedge: this key is known but not supported by this version");
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

void TestExperimentFile::brokenInputIsExplained()
{
    QFETCH(QByteArray, json);
    QTEST(errorOf(json), "line");
}

void TestExperimentFile::deepNestingIsRefused()
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

void TestExperimentFile::manyValuesAreRefused()
{
    const QByteArray zeros = QByteArray("0,").repeated(300'000);
    QCOMPARE(errorOf("{\"retrylab\": 1, \"x\": [" + zeros + "0]}"),
             QStringLiteral("line 1: x: more than 250000 values"));
    QByteArray keys;
    for (int i = 0; i < 100'000; ++i)
        keys += ",\"k" + QByteArray::number(i) + "\":0";
    QVERIFY(errorOf("{\"retrylab\": 1" + keys + "}").startsWith(QStringLiteral("line 1: k0: unknown key")));
}

void TestExperimentFile::everyPrefixOfAFileIsRefusedQuietly()
{
    const QByteArray whole = QByteArray(fullFile).trimmed();
    for (qsizetype length = 0; length < whole.size(); ++length) {
        const QString line = errorOf(whole.left(length));
        QVERIFY2(line.startsWith(QStringLiteral("line ")) && !line.contains(u'\n'), qPrintable(line));
    }
}

void TestExperimentFile::aHugeFileIsRefusedUnread()
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

void TestExperimentFile::aMissingFileIsNamed()
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

void TestExperimentFile::defaultsAreNotWritten()
{
    Experiment experiment = defaultExperiment();
    experiment.name = QStringLiteral("Bare");
    experiment.world.callers().policy.retry.maxAttempts = 2;
    experiment.world.faults.emplace_back().name = "blip";
    QCOMPARE(QString::fromUtf8(writeExperiment(experiment)), QStringLiteral(R"({
  "retrylab": 1,
  "name": "Bare",
  "traffic": {
    "kind": "open"
  },
  "chain": [
    {
      "name": "client",
      "policy": {
        "retry": {
          "maxAttempts": 2
        }
      }
    },
    {
      "name": "service"
    }
  ],
  "faults": [
    {
      "name": "blip",
      "node": "service",
      "kind": "status"
    }
  ]
}
)"));
}

void TestExperimentFile::whatIsImpliedIsNotWritten()
{
    Experiment experiment = defaultExperiment();
    const Field &idempotent = *findField(u"calls.request.idempotent");
    for (const std::string_view method : findField(u"calls.request.method")->choices) {
        experiment.world.calls.front() = {"request", std::string(method), method != "POST" && method != "PATCH"};
        CallKind &call = experiment.world.calls.front();
        QVERIFY2(impliedValue(experiment, idempotent, 0) == FieldValue(call.idempotent), call.method.c_str());
        QVERIFY(!writeExperiment(experiment).contains("idempotent"));
        call.idempotent = !call.idempotent; // somebody knows better
        QVERIFY(writeExperiment(experiment).contains("idempotent"));
        QVERIFY(*readExperiment(writeExperiment(experiment)) == experiment);
    }
    const Field &base = *findField(u"chain.client.policy.retry.backoff.base");
    QVERIFY(impliedValue(experiment, base, 0) == base.initial);
    QVERIFY(setFieldText(experiment, u"chain.client.policy.dialect", u"polly"));
    QVERIFY(impliedValue(experiment, base, 0) == FieldValue(Duration(2s)));
    // Where there is nothing that could imply anything.
    QVERIFY(impliedValue(experiment, base, 7) == base.initial);
    QVERIFY(impliedValue(experiment, idempotent, 7) == idempotent.initial);
}

void TestExperimentFile::randomExperimentsRoundTrip()
{
    QRandomGenerator random(3);
    int valid = 0;
    for (int i = 0; i < 600; ++i) {
        Experiment experiment = experimentWithFaults(static_cast<int>(random.bounded(3)));
        for (int fault = -1; fault < static_cast<int>(experiment.world.faults.size()); ++fault)
            for (const Field &field : fields()) {
                const bool ofFault = field.path.starts_with("faults.");
                // Under a dialect not every value may be set: see tst_dialects.cpp.
                if (ofFault != (fault >= 0) || field.rule == TextRule::name || field.path.ends_with(".dialect"))
                    continue;
                const QString path = pathOf(field, QStringLiteral("f%1").arg(fault));
                if (field.inDistribution && field.type != FieldType::choice
                    && !setField(experiment, path, field.initial))
                    continue; // a number of another kind
                QVERIFY2(setField(experiment, path, randomValue(field, random)), qPrintable(path));
                settlePartners(experiment, path);
            }
        if (!validate(experiment)) // far too many calls, mostly
            continue;
        ++valid;
        const QByteArray json = writeExperiment(experiment);
        const Result<Experiment> back = readExperiment(json);
        QVERIFY2(back, qPrintable((back ? QString() : back.error().oneLine()) + QString::fromUtf8(json)));
        QVERIFY2(*back == experiment, json.constData());
        QCOMPARE(writeExperiment(*back), json);
    }
    QVERIFY2(valid > 50, qPrintable(QString::number(valid)));
}

/// Every axis of a policy at once, in any order: what settlePartners() leaves is valid, and survives the file and the
/// command line.
void TestExperimentFile::randomPoliciesRoundTrip()
{
    std::vector<const Field *> table;
    for (const Field &field : fields())
        if (field.path.starts_with("chain.*.policy.") && field.path != "chain.*.policy.dialect")
            table.push_back(&field);
    QRandomGenerator random(5);
    for (int i = 0; i < 200; ++i) {
        std::shuffle(table.begin(), table.end(), random);
        Experiment experiment = defaultExperiment();
        for (const Field *field : table) {
            QVERIFY2(setField(experiment, pathOf(*field), randomValue(*field, random)), field->path.data());
            settlePartners(experiment, pathOf(*field));
            const Result<void> valid = validate(experiment);
            QVERIFY2(valid, qPrintable(valid ? QString() : valid.error().oneLine()));
        }
        const QByteArray json = writeExperiment(experiment);
        const Result<Experiment> back = readExperiment(json);
        QVERIFY2(back, qPrintable((back ? QString() : back.error().oneLine()) + QString::fromUtf8(json)));
        QVERIFY2(*back == experiment, json.constData());
        Experiment typed = defaultExperiment();
        for (const Field *field : table)
            QVERIFY(setFieldText(typed, pathOf(*field), fieldText(*field, *getField(experiment, pathOf(*field)))));
        QVERIFY(typed == experiment);
    }
}

void TestExperimentFile::fewAxesMakeAShortFile()
{
    Experiment experiment = defaultExperiment();
    Policy &policy = experiment.world.callers().policy;
    policy.retry.backoff.kind = BackoffKind::list;
    policy.retry.backoff.waits = {100ms, 1s};
    policy.breaker.openCap = 60s;
    policy.budget.kind = BudgetKind::ratio;
    const QString json = QString::fromUtf8(writeExperiment(experiment)).simplified().remove(u' ');
    QVERIFY2(json.contains(QStringLiteral("\"policy\":{"
                                          "\"retry\":{\"backoff\":{\"kind\":\"list\",\"waits\":[\"100ms\",\"1s\"]}},"
                                          "\"budget\":{\"kind\":\"ratio\"},"
                                          "\"breaker\":{\"open\":{\"cap\":\"1m\"}}}")),
             qPrintable(json));
}

void TestExperimentFile::handSetNumbersOfOtherKindsSurvive()
{
    Experiment experiment = defaultExperiment();
    experiment.world.callers().policy.retry.backoff.kind = BackoffKind::fixed;
    experiment.world.callers().policy.retry.backoff.multiplier = 3.5;
    experiment.world.callers().policy.breaker.size = 3;
    experiment.world.traffic.clients = 7;
    QVERIFY(*readExperiment(writeExperiment(experiment)) == experiment);
}

void TestExperimentFile::variantsRoundTrip()
{
    Experiment experiment = defaultExperiment();
    const auto set = [&](const char *path, const char *value) {
        experiment.variants.back().set.push_back({QString::fromLatin1(path), QString::fromUtf8(value)});
    };
    experiment.variants.push_back({QStringLiteral("Một · 1.0"), {}});
    set("chain.client.policy.retry.maxAttempts", "1e1");
    set("chain.client.policy.retry.on", "none");
    set("chain.client.policy.deadline", "unlimited");
    set("chain.client.policy.retry.backoff.waits", "100ms,1s");
    set("chain.client.policy.retry.backoff.firstAtOnce", "true");
    set("chain.service.queue.limit", "unlimited");
    set("seed", "18446744073709551615");
    set("traffic.rate", "5/s");
    set("name", "true");
    experiment.variants.push_back({QStringLiteral("two"), {}});
    set("chain.client.policy.retry.on", "");
    set("chain.client.policy.retry.backoff.waits", "none");
    set("seed", "5");
    set("chain.service.dropExpired", "true");
    const QByteArray json = writeExperiment(experiment);
    const Result<Experiment> back = readExperiment(json);
    QVERIFY2(back, qPrintable(back ? QString() : back.error().oneLine()));
    QVERIFY2(*back == experiment, json.constData());
    QVERIFY(json.contains("\"chain.service.dropExpired\": true"));
    QVERIFY(json.contains("\"chain.client.policy.retry.backoff.waits\": []"));
}

void TestExperimentFile::bigSeedsRoundTrip()
{
    for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1} << 53, (std::uint64_t{1} << 53) + 1,
                                     std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
        Experiment experiment = defaultExperiment();
        experiment.world.seed = seed;
        const QByteArray json = writeExperiment(experiment);
        QCOMPARE(readExperiment(json)->world.seed, seed);
        // Beyond 2^53 other programs would round a number.
        QCOMPARE(json.contains("\"seed\": \""), seed > (std::uint64_t{1} << 53));
        QCOMPARE(
            readExperiment("{\"retrylab\": 1, \"seed\": " + QByteArray::number(qulonglong{seed}) + "}")->world.seed,
            seed);
    }
}

void TestExperimentFile::savingIsAtomic()
{
    QTemporaryDir dir;
    const QString name = dir.filePath(QStringLiteral("Thử.retrylab.json"));
    Experiment experiment = fullExperiment();
    QVERIFY(saveExperiment(experiment, name));
    QVERIFY(*loadExperiment(name) == experiment);
    // A folder that is not there: nothing is written, and the message names the file.
    const QString nowhere = dir.filePath(QStringLiteral("none/x.retrylab.json"));
    const Result<void> failed = saveExperiment(experiment, nowhere);
    QVERIFY(!failed);
    QVERIFY2(failed.error().oneLine().startsWith(nowhere + QStringLiteral(": cannot be saved: ")),
             qPrintable(failed.error().oneLine()));
    // A folder in the place of the file, which not even root can overwrite.
    QVERIFY(QDir(dir.path()).mkdir(QStringLiteral("taken")));
    QVERIFY(!saveExperiment(experiment, dir.filePath(QStringLiteral("taken"))));
    // Nothing but the good file and the folder is left: no temporary files.
    QCOMPARE(QDir(dir.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).size(), 2);
}

void TestExperimentFile::anInvalidExperimentIsNotSaved()
{
    QTemporaryDir dir;
    const QString name = dir.filePath(QStringLiteral("x.retrylab.json"));
    Experiment experiment = defaultExperiment();
    QVERIFY(saveExperiment(experiment, name));
    Experiment broken = experiment;
    broken.world.callers().policy.retry.maxAttempts = 0;
    QCOMPARE(saveExperiment(broken, name).error().path, QStringLiteral("chain.client.policy.retry.maxAttempts"));
    QVERIFY(*loadExperiment(name) == experiment);
}

void TestExperimentFile::errorsStayOnOneLine()
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

QTEST_GUILESS_MAIN(TestExperimentFile)
#include "tst_experiment_file.moc"
