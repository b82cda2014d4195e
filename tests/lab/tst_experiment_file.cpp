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
};

namespace {

Result<Experiment> read(const char *json)
{
    return readExperiment(QByteArray(json));
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
                // Under a dialect not every value may be set: see tst_dialect_files.cpp.
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

QTEST_GUILESS_MAIN(TestExperimentFile)
#include "tst_experiment_file.moc"
