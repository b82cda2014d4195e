// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/builtin.h"
#include "core/lab/experiment_file.h"
#include "core/lab/fields.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace retrylab;
using namespace std::chrono_literals;

class TestBuiltin : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theGalleryIsComplete();
    void eachExplainsItself_data();
    void eachExplainsItself();
    void eachRoundTrips_data() { eachExplainsItself_data(); }
    void eachRoundTrips();
    void eachVariantChangesSomething_data() { eachExplainsItself_data(); }
    void eachVariantChangesSomething();
    void theNumbersOfTheLiterature();
    void aFileIsFoundToo();
    void whatIsNotFoundIsExplained();
};

void TestBuiltin::theGalleryIsComplete()
{
    QCOMPARE(builtinNames().join(u' '),
             QStringLiteral("burst-503 baseline three-failures fifty-clients ten-thousand-clients dead-service "
                            "rolling-restart"));
}

void TestBuiltin::eachExplainsItself_data()
{
    QTest::addColumn<QString>("name");
    for (const QString &name : builtinNames())
        QTest::newRow(qPrintable(name)) << name;
}

void TestBuiltin::eachExplainsItself()
{
    QFETCH(QString, name);
    const Result<Experiment> experiment = findExperiment(name);
    QVERIFY2(experiment, qPrintable(experiment ? QString() : experiment.error().oneLine()));
    QVERIFY(!experiment->name.isEmpty());
    QVERIFY(experiment->about.endsWith(u'.'));
    QVERIFY(experiment->source.endsWith(u'.'));
    QVERIFY(validate(*experiment));
}

void TestBuiltin::eachRoundTrips()
{
    QFETCH(QString, name);
    const Experiment experiment = findExperiment(name).value();
    QVERIFY(*readExperiment(writeExperiment(experiment)) == experiment);
}

void TestBuiltin::eachVariantChangesSomething()
{
    QFETCH(QString, name);
    const Experiment experiment = findExperiment(name).value();
    std::vector<World> worlds;
    for (const Variant &variant : experiment.variants) {
        const Result<Experiment> changed = withVariant(experiment, variant.name);
        QVERIFY2(changed, qPrintable(changed ? QString() : changed.error().oneLine()));
        QVERIFY(changed->variants.empty());
        QVERIFY(std::find(worlds.begin(), worlds.end(), changed->world) == worlds.end());
        worlds.push_back(changed->world);
    }
}

void TestBuiltin::theNumbersOfTheLiterature()
{
    const World three = findExperiment(QStringLiteral("three-failures"))->world;
    QCOMPARE(three.traffic.clients, 1U);
    QCOMPARE(three.faults.at(0).count, 3U);
    QCOMPARE(three.callers().policy.retry.backoff.base, Duration(100ms));
    const World fifty = findExperiment(QStringLiteral("fifty-clients"))->world;
    QCOMPARE(fifty.traffic.clients, 50U);
    QCOMPARE(fifty.faults.at(0).count, 50U);
    QCOMPARE(fifty.callers().policy.retry.backoff.base, Duration(400ms));
    QCOMPARE(fifty.peakWindow, Duration(20ms));
    const World many = findExperiment(QStringLiteral("ten-thousand-clients"))->world;
    QCOMPARE(many.traffic.clients, 10'000U);
    QCOMPARE(many.callers().policy.retry.backoff.base, Duration(1s));
    const Experiment dead =
        withVariant(findExperiment(QStringLiteral("dead-service")).value(), QStringLiteral("breaker")).value();
    const Policy &policy = dead.world.callers().policy;
    QCOMPARE(policy.timeout, Duration(5s));
    QCOMPARE(policy.retry.maxAttempts, 3U);
    QVERIFY(policy.breaker.kind == BreakerKind::consecutive && policy.breaker.order == BreakerOrder::outside);
    QCOMPARE(policy.breaker.size, 5U);
    QCOMPARE(policy.breaker.openTime, Duration(30s));
    const World restart = findExperiment(QStringLiteral("rolling-restart"))->world;
    QCOMPARE(restart.traffic.callers, 50U);
    QCOMPARE(restart.traffic.rate, 5'000.0);
    QCOMPARE(restart.faults.at(0).to - restart.faults.at(0).from, Duration(10s));
    QVERIFY(restart.service().slowStart.factor > 1.0);
}

void TestBuiltin::aFileIsFoundToo()
{
    QTemporaryDir dir;
    const QString name = dir.filePath(QStringLiteral("mine.retrylab.json"));
    Experiment experiment = defaultExperiment();
    experiment.name = QStringLiteral("Mine");
    QVERIFY(saveExperiment(experiment, name));
    QVERIFY(*findExperiment(name) == experiment);
}

void TestBuiltin::whatIsNotFoundIsExplained()
{
    QCOMPARE(findExperiment(QStringLiteral("burst-502")).error().oneLine(),
             QStringLiteral("\"burst-502\" is neither a file nor a built-in experiment; did you mean \"burst-503\"?"));
    QVERIFY(findExperiment(QStringLiteral("wxyz"))
                .error()
                .oneLine()
                .endsWith(QStringLiteral("built in are: ") + builtinNames().join(QStringLiteral(", "))));
    const Experiment experiment = findExperiment(QStringLiteral("dead-service")).value();
    QCOMPARE(withVariant(experiment, QStringLiteral("none")).error().message,
             QStringLiteral("there is no variant \"none\"; there is: no breaker, breaker"));
}

QTEST_GUILESS_MAIN(TestBuiltin)
#include "tst_builtin.moc"
