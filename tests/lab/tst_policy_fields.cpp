// SPDX-License-Identifier: GPL-3.0-or-later
// The field table's rows of a policy: their defaults, when they matter, and the rules that join them. Their choices:
// tst_policy_choices.cpp.
#include "core/lab/fields.h"

#include "experiment_fixture.h"
#include "policy_fixture.h"

#include <QSet>
#include <QtTest>

using namespace retrylab;
using namespace std::chrono_literals;

namespace {

/// The paths below `policyPrefix` of all fields of a policy.
QSet<QString> pathsOfPolicy()
{
    QSet<QString> paths;
    for (const Field &field : fields())
        if (field.path.starts_with("chain.*.policy."))
            paths.insert(pathOf(field).mid(policyPrefix.size()));
    return paths;
}

} // namespace

class TestPolicyFields : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void defaultsAreThoseOfTheStructs_data();
    void defaultsAreThoseOfTheStructs();
    void everyFieldHasADefaultHere();
    void anOutcomeHasOneAnswer();
    void fieldsMatterUnderTheirKind_data();
    void fieldsMatterUnderTheirKind();
    void listsOfDurationsAreRead();
    void badListsNameTheEntry_data();
    void badListsNameTheEntry();
    void badValuesAreRefused_data();
    void badValuesAreRefused();
    void rulesJoinFields_data();
    void rulesJoinFields();
    void aFloorMayBeAboveTheCap();
    void partnersFollow_data();
    void partnersFollow();

private:
    static QMap<QString, QString> defaults();
};

/// What core/policy promises in its headers, as a person would write it.
QMap<QString, QString> TestPolicyFields::defaults()
{
    QMap<QString, QString> texts;
    const auto row = [&](const char *path, const char *text) {
        texts.insert(QString::fromLatin1(path), QString::fromLatin1(text));
    };
    row("dialect", "custom");
    row("timeout", "1s");
    row("deadline", "unlimited");
    row("retry.maxAttempts", "4");
    row("retry.backoff.kind", "exponential");
    row("retry.backoff.base", "100ms");
    row("retry.backoff.multiplier", "2");
    row("retry.backoff.increment", "100ms");
    row("retry.backoff.cap", "30s");
    row("retry.jitter", "full");
    row("retry.proportion", "0.2");
    row("retry.on", "refused,reset,timeout,unavailable,rateLimited,deadlock,lockWait,408,500,502,504");
    row("retry.depends", "conflict");
    row("retry.onlyIdempotent", "false");
    row("retry.retryAfter", "ignore");
    row("retry.hint.least", "0s");
    row("retry.hint.most", "unlimited");
    row("breaker.kind", "none");
    row("breaker.order", "outside");
    row("breaker.scope", "caller");
    row("breaker.size", "10");
    row("breaker.window", "10s");
    row("breaker.minimumCalls", "10");
    row("breaker.failureRatio", "0.5");
    row("breaker.open.time", "30s");
    row("breaker.halfOpen.probes", "1");
    row("breaker.halfOpen.successes", "1");
    row("deadlineMode", "refuse");
    row("retry.backoff.waits", "none");
    row("retry.backoff.floor", "0s");
    row("retry.backoff.firstExponent", "0");
    row("retry.backoff.firstAtOnce", "false");
    row("retry.backoff.capOrder", "beforeJitter");
    row("retry.backoff.steps", "floating");
    row("retry.backoff.unit", "1ns");
    row("retry.jitterTime", "100ms");
    row("retry.backoff.throttledBase", "0s");
    row("budget.sendRate", "unlimited");
    row("budget.kind", "none");
    row("budget.scope", "caller");
    row("budget.ratio", "0.2");
    row("budget.window", "10s");
    row("budget.slices", "10");
    row("budget.windowRule", "restarting");
    row("budget.minPerSecond", "10");
    row("budget.deposit", "request");
    row("budget.arithmetic", "exact");
    row("budget.capacity", "500");
    row("budget.initial", "500");
    row("budget.cost", "5");
    row("budget.timeoutCost", "10");
    row("budget.throttleCost", "5");
    row("budget.depositPerCall", "0");
    row("budget.depositPerSuccess", "1");
    row("budget.refund", "lastCost");
    row("budget.minConcurrency", "3");
    row("budget.waitingIsActive", "false");
    row("budget.k", "2");
    row("budget.padding", "1");
    row("budget.admit", "attempts");
    row("breaker.mode", "automatic");
    row("breaker.gates", "all");
    row("breaker.buckets", "10");
    row("breaker.roll", "aligned");
    row("breaker.place", "together");
    row("breaker.clearEvery", "unlimited");
    row("breaker.clearOnClose", "true");
    row("breaker.failureCount", "0");
    row("breaker.compare", "atLeast");
    row("breaker.judges", "failures");
    row("breaker.slowCall", "unlimited");
    row("breaker.slowRatio", "1");
    row("breaker.countInFlight", "false");
    row("breaker.late", "dropped");
    row("breaker.ignored", "success");
    row("breaker.open.growth", "exponential");
    row("breaker.open.multiplier", "1");
    row("breaker.open.cap", "unlimited");
    row("breaker.open.ends", "atTime");
    row("breaker.open.halfOpenBy", "call");
    row("breaker.halfOpen.rule", "atOnce");
    row("breaker.halfOpen.verdict", "streak");
    row("breaker.halfOpen.sample", "0");
    row("breaker.halfOpen.sampleRatio", "0");
    row("breaker.halfOpen.countVerdict", "false");
    row("breaker.halfOpen.maxWait", "unlimited");
    row("breaker.halfOpen.afterMaxWait", "open");
    row("hedge.kind", "none");
    row("hedge.delay", "50ms");
    row("hedge.percentile", "0.95");
    row("hedge.most", "1");
    row("hedge.afterFailure", "atOnce");
    row("hedge.extraLoad", "8");
    row("hedge.scope", "caller");
    row("fallback.kind", "none");
    row("fallback.on", "failure");
    row("fallback.share", "1");
    return texts;
}

void TestPolicyFields::defaultsAreThoseOfTheStructs_data()
{
    QTest::addColumn<QString>("text");
    const QMap<QString, QString> texts = defaults();
    for (auto row = texts.begin(); row != texts.end(); ++row)
        QTest::newRow(qPrintable(row.key())) << row.value();
}

void TestPolicyFields::defaultsAreThoseOfTheStructs()
{
    QFETCH(QString, text);
    const QString path = QString::fromLatin1(QTest::currentDataTag());
    const Field *field = findField(policyPrefix + path);
    QVERIFY(field != nullptr);
    QCOMPARE(textOf(defaultExperiment(), path), text);
    QVERIFY(*getField(defaultExperiment(), policyPrefix + path) == field->initial);
}

void TestPolicyFields::everyFieldHasADefaultHere()
{
    const QStringList named = defaults().keys();
    QCOMPARE(QSet<QString>(named.begin(), named.end()), pathsOfPolicy());
}

void TestPolicyFields::anOutcomeHasOneAnswer()
{
    Experiment experiment = defaultExperiment();
    const auto set = [&](const char *field, const char *text) {
        const QString path = policyPrefix + QLatin1String(field);
        QVERIFY(setFieldText(experiment, path, QString(QLatin1String(text))));
        settlePartners(experiment, path);
    };
    set("retry.on", "timeout,conflict");
    QCOMPARE(textOf(experiment, QStringLiteral("retry.depends")), QStringLiteral("none"));
    set("retry.depends", "timeout,503");
    QCOMPARE(textOf(experiment, QStringLiteral("retry.on")), QStringLiteral("conflict"));
}

void TestPolicyFields::fieldsMatterUnderTheirKind_data()
{
    QTest::addColumn<QString>("matter"); // and so they do
    QTest::addColumn<QString>("idle");   // and these do not
    const auto row = [](const char *settings, const char *matter, const char *idle) {
        QTest::newRow(settings) << QString::fromLatin1(matter) << QString::fromLatin1(idle);
    };
    row("", "deadlineMode retry.backoff.multiplier retry.backoff.firstExponent retry.backoff.floor",
        "retry.backoff.waits retry.proportion retry.jitterTime budget.ratio budget.scope breaker.mode "
        "breaker.open.cap");
    row("retry.backoff.kind=none", "retry.maxAttempts",
        "retry.backoff.floor retry.backoff.cap retry.backoff.unit retry.backoff.steps retry.jitter");
    row("retry.backoff.kind=list", "retry.backoff.waits retry.backoff.cap retry.backoff.firstAtOnce retry.jitter",
        "retry.backoff.base retry.backoff.multiplier retry.backoff.increment retry.backoff.firstExponent");
    row("retry.backoff.kind=linear", "retry.backoff.increment retry.backoff.firstExponent", "retry.backoff.multiplier");
    row("retry.jitter=added", "retry.proportion retry.backoff.multiplier", "retry.jitterTime");
    row("retry.jitter=aroundTime", "retry.jitterTime retry.backoff.capOrder", "retry.proportion");
    row("retry.jitter=addedTime retry.backoff.kind=list", "retry.jitterTime", "retry.proportion");
    row("retry.jitter=decorrelatedV2", "retry.backoff.base retry.backoff.cap",
        "retry.backoff.multiplier retry.backoff.capOrder retry.backoff.firstExponent");
    row("budget.kind=ratio",
        "budget.scope budget.ratio budget.window budget.slices budget.windowRule budget.minPerSecond budget.deposit "
        "budget.arithmetic",
        "budget.capacity budget.initial budget.cost budget.minConcurrency budget.k budget.admit");
    row("budget.kind=tokenBucket",
        "budget.capacity budget.initial budget.cost budget.timeoutCost budget.throttleCost budget.depositPerCall "
        "budget.depositPerSuccess budget.refund",
        "budget.ratio budget.window budget.minPerSecond");
    row("budget.kind=grpcThrottle", "budget.capacity budget.ratio", "budget.initial budget.cost budget.window");
    row("budget.kind=activeShare", "budget.ratio budget.minConcurrency budget.waitingIsActive",
        "budget.capacity budget.window budget.minPerSecond");
    row("budget.kind=adaptiveThrottle", "budget.window budget.slices budget.k budget.padding budget.admit",
        "budget.ratio budget.windowRule budget.deposit");
    row("breaker.kind=consecutive",
        "breaker.size breaker.clearEvery breaker.mode breaker.gates breaker.open.cap breaker.halfOpen.countVerdict",
        "breaker.window breaker.failureRatio breaker.failureCount breaker.slowCall breaker.compare breaker.judges "
        "breaker.countInFlight breaker.clearOnClose");
    row("breaker.kind=countWindow", "breaker.size breaker.minimumCalls breaker.failureCount breaker.slowRatio",
        "breaker.window breaker.buckets breaker.roll breaker.place breaker.clearEvery");
    row("breaker.kind=timeWindow", "breaker.window breaker.buckets breaker.roll breaker.place breaker.minimumCalls",
        "breaker.size");
    row("breaker.kind=lifetime", "breaker.minimumCalls breaker.failureRatio breaker.clearEvery breaker.open.time",
        "breaker.size breaker.window breaker.buckets");
    row("breaker.kind=lifetime breaker.open.growth=linear", "breaker.open.cap", "breaker.open.multiplier");
    row("breaker.kind=lifetime breaker.halfOpen.verdict=streak", "breaker.halfOpen.successes breaker.halfOpen.maxWait",
        "breaker.halfOpen.sample breaker.halfOpen.sampleRatio");
    row("breaker.kind=lifetime breaker.halfOpen.verdict=sample", "breaker.halfOpen.sample breaker.halfOpen.sampleRatio",
        "breaker.halfOpen.successes");
    row("breaker.kind=lifetime breaker.halfOpen.verdict=forced",
        "breaker.halfOpen.sample breaker.halfOpen.successes breaker.halfOpen.afterMaxWait",
        "breaker.halfOpen.sampleRatio");
    row("hedge.kind=none", "hedge.kind", "hedge.delay hedge.percentile hedge.most hedge.afterFailure hedge.scope");
    row("hedge.kind=delay", "hedge.delay hedge.most hedge.afterFailure hedge.extraLoad hedge.scope",
        "hedge.percentile");
    row("hedge.kind=percentile", "hedge.delay hedge.percentile hedge.most", "breaker.order");
    row("breaker.kind=consecutive fallback.kind=none", "fallback.kind", "fallback.on fallback.share");
    row("fallback.kind=cache", "fallback.on fallback.share", "breaker.order");
    row("fallback.kind=default", "fallback.on fallback.share", "breaker.order");
    row("fallback.kind=backup", "fallback.on fallback.share", "breaker.order");
}

void TestPolicyFields::fieldsMatterUnderTheirKind()
{
    QFETCH(QString, matter);
    QFETCH(QString, idle);
    Experiment experiment = defaultExperiment();
    QVERIFY(setFields(experiment, QString::fromLatin1(QTest::currentDataTag())));
    for (const QString &path : matter.split(u' '))
        QVERIFY2(applies(experiment, policyPrefix + path), qPrintable(path));
    for (const QString &path : idle.split(u' ')) {
        QVERIFY2(findField(policyPrefix + path) != nullptr, qPrintable(path));
        QVERIFY2(!applies(experiment, policyPrefix + path), qPrintable(path));
    }
}

void TestPolicyFields::listsOfDurationsAreRead()
{
    Experiment experiment = defaultExperiment();
    const auto waits = [&] { return policyOf(experiment).retry.backoff.waits; };
    QVERIFY(setFields(experiment, QStringLiteral("retry.backoff.waits=100ms,1s,0s")));
    QCOMPARE(waits(), (Durations{100ms, 1s, 0s}));
    QCOMPARE(textOf(experiment, QStringLiteral("retry.backoff.waits")), QStringLiteral("100ms,1s,0s"));
    QVERIFY(setFields(experiment, QStringLiteral("retry.backoff.waits=2m")));
    QCOMPARE(waits(), Durations{2min});
    QVERIFY(setFields(experiment, QStringLiteral("retry.backoff.waits=none")));
    QCOMPARE(waits(), Durations());
    QVERIFY(setField(experiment, policyPrefix + QStringLiteral("retry.backoff.waits"), Durations(mostDurations, 5ms)));
    QCOMPARE(waits().size(), mostDurations);
}

void TestPolicyFields::badListsNameTheEntry_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    const auto row = [](const char *name, const QString &text, const char *message) {
        QTest::newRow(name) << text << QString::fromLatin1(message);
    };
    const auto noDuration = [](const char *text, const char *complaint) {
        QTest::newRow(text) << QString::fromLatin1(text)
                            << QString::fromLatin1(complaint)
                                   + QStringLiteral("; allowed: a number with a unit (ns us ms s m h) such as "
                                                    "\"250ms\", from 0s to 24h");
    };
    noDuration("5", "entry 1: \"5\" has no unit");
    noDuration("1s,2", "entry 2: \"2\" has no unit");
    noDuration("1s,", "entry 2: \"\" is not a duration");
    noDuration("1s, 2s", "entry 2: \" 2s\" is not a duration");
    noDuration("1s,none", "entry 2: \"none\" is not a duration");
    row("long", QStringLiteral("1s,2s,25h"), "entry 3: 25h is out of range; allowed: 0s to 24h");
    row("negative", QStringLiteral("-1ms,2s"), "entry 1: -1ms is out of range; allowed: 0s to 24h");
    row("unlimited", QStringLiteral("unlimited"), "entry 1: unlimited is out of range; allowed: 0s to 24h");
    row("many", QStringLiteral("1s,").repeated(100) + QStringLiteral("1s"),
        "101 entries are too many; allowed: up to 100 durations, 0s to 24h");
}

void TestPolicyFields::badListsNameTheEntry()
{
    QFETCH(QString, text);
    QFETCH(QString, message);
    Experiment experiment = defaultExperiment();
    const QString path = policyPrefix + QStringLiteral("retry.backoff.waits");
    const Result<void> done = setFieldText(experiment, path, text);
    QVERIFY(!done);
    QCOMPARE(done.error().path, path);
    QCOMPARE(done.error().message, message);
    QVERIFY(experiment == defaultExperiment());
}

void TestPolicyFields::badValuesAreRefused_data()
{
    QTest::addColumn<QString>("message");
    const auto row = [](const char *setting, const char *message) {
        QTest::newRow(setting) << QString::fromLatin1(message);
    };
    row("deadlineMode=Clamp", "\"Clamp\" is not a choice; allowed: refuse, refuseBeyond, clamp, afterAttempt");
    row("retry.backoff.multiplier=0", "0 is out of range; allowed: 0.01 to 100");
    row("retry.backoff.firstExponent=31", "31 is out of range; allowed: 0 to 30");
    row("retry.backoff.unit=0s", "0s is out of range; allowed: 1ns to 1h");
    row("retry.backoff.firstAtOnce=1", "\"1\" is not a yes or no; allowed: true, false");
    row("budget.ratio=1000.5", "1000.5 is out of range; allowed: 0 to 1000");
    row("budget.capacity=4294968", "4294968 is out of range; allowed: 0 to 4294967");
    row("budget.minPerSecond=10/s", "\"10/s\" is not a number; allowed: 0 to 1000000");
    row("budget.slices=0", "0 is out of range; allowed: 1 to 1000");
    row("budget.k=nan", "nan is out of range; allowed: 0 to 1000");
    row("breaker.open.multiplier=0.5", "0.5 is out of range; allowed: 1 to 100");
    row("breaker.slowCall=0s", "0s is out of range; allowed: 1us to 24h or \"unlimited\"");
    row("breaker.buckets=3601", "3601 is out of range; allowed: 1 to 3600");
    row("breaker.halfOpen.sampleRatio=1.5", "1.5 is out of range; allowed: 0 to 1");
    row("hedge.kind=always", "\"always\" is not a choice; allowed: none, delay, percentile");
    row("hedge.most=0", "0 is out of range; allowed: 1 to 8");
    row("hedge.percentile=1.5", "1.5 is out of range; allowed: 0 to 1");
    row("hedge.extraLoad=9", "9 is out of range; allowed: 0 to 8");
    row("hedge.delay=-1ms", "-1ms is out of range; allowed: 0s to 24h");
    row("fallback.kind=value", "\"value\" is not a choice; allowed: none, cache, default, backup");
    row("fallback.on=refused", "\"refused\" is not a choice; allowed: failure, open");
    row("fallback.share=-0.1", "-0.1 is out of range; allowed: 0 to 1");
    row("fallback.share=nan", "nan is out of range; allowed: 0 to 1");
}

void TestPolicyFields::badValuesAreRefused()
{
    QFETCH(QString, message);
    Experiment experiment = defaultExperiment();
    const QString setting = QString::fromLatin1(QTest::currentDataTag());
    const Result<void> done = setFields(experiment, setting);
    QVERIFY(!done);
    QCOMPARE(done.error().path, policyPrefix + setting.section(u'=', 0, 0));
    QCOMPARE(done.error().message, message);
}

void TestPolicyFields::rulesJoinFields_data()
{
    QTest::addColumn<QString>("path"); // empty: fine
    QTest::addColumn<QString>("message");
    const auto row = [](const char *settings, const char *path, const char *message) {
        QTest::newRow(settings) << QString::fromLatin1(path) << QString::fromLatin1(message);
    };
    row("retry.backoff.base=2s retry.backoff.cap=1s", "retry.backoff.cap", "1s is below base; allowed: 2s or more");
    row("breaker.open.cap=29s", "breaker.open.cap", "29s is below time; allowed: 30s or more");
    row("breaker.open.cap=30s", "", "");
    row("budget.kind=tokenBucket budget.capacity=100", "budget.initial", "500 is above capacity; allowed: 100 or less");
    row("budget.kind=tokenBucket budget.capacity=100 budget.initial=100", "", "");
    row("budget.kind=grpcThrottle budget.capacity=10", "", "");
    row("breaker.halfOpen.successes=3", "", "");
    row("breaker.halfOpen.verdict=forced breaker.halfOpen.successes=3", "breaker.halfOpen.sample",
        "0, for the number of probes, 1, is below successes; allowed: 3 or more");
    row("breaker.halfOpen.verdict=forced breaker.halfOpen.successes=3 breaker.halfOpen.sample=2",
        "breaker.halfOpen.sample", "2 is below successes; allowed: 3 or more");
    row("breaker.halfOpen.verdict=forced breaker.halfOpen.successes=3 breaker.halfOpen.probes=3", "", "");
    row("breaker.halfOpen.verdict=forced breaker.halfOpen.successes=3 breaker.halfOpen.sample=3", "", "");
}

void TestPolicyFields::rulesJoinFields()
{
    QFETCH(QString, path);
    QFETCH(QString, message);
    Experiment experiment = defaultExperiment();
    QVERIFY(setFields(experiment, QString::fromLatin1(QTest::currentDataTag())));
    const Result<void> valid = validate(experiment);
    QCOMPARE(valid.has_value(), path.isEmpty());
    if (path.isEmpty())
        return;
    QCOMPARE(valid.error().path, policyPrefix + path);
    QCOMPARE(valid.error().message, message);
}

void TestPolicyFields::aFloorMayBeAboveTheCap()
{
    Experiment experiment = defaultExperiment();
    QVERIFY(setFields(experiment, QStringLiteral("retry.backoff.cap=1s retry.backoff.floor=2s")));
    QVERIFY(validate(experiment));
    QCOMPARE(backoffCeiling(policyOf(experiment).retry.backoff, 5), Duration(2s));
}

void TestPolicyFields::partnersFollow_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("text");
    const auto row = [](const char *settings, const char *path, const char *text) {
        QTest::newRow(settings) << QString::fromLatin1(path) << QString::fromLatin1(text);
    };
    row("breaker.open.cap=40s breaker.open.time=50s", "breaker.open.cap", "50s");
    row("breaker.open.cap=20s", "breaker.open.time", "20s");
    row("breaker.open.cap=unlimited breaker.open.time=24h", "breaker.open.cap", "unlimited");
    row("budget.kind=tokenBucket budget.capacity=100", "budget.initial", "100");
    row("budget.kind=tokenBucket budget.initial=600", "budget.capacity", "600");
    row("budget.kind=grpcThrottle budget.capacity=10", "budget.initial", "500");
    row("budget.kind=grpcThrottle budget.capacity=10 budget.kind=tokenBucket", "budget.initial", "10");
    row("breaker.halfOpen.successes=3", "breaker.halfOpen.sample", "0");
    row("breaker.halfOpen.successes=3 breaker.halfOpen.verdict=forced", "breaker.halfOpen.sample", "3");
    row("breaker.halfOpen.verdict=forced breaker.halfOpen.successes=4", "breaker.halfOpen.sample", "4");
    row("breaker.halfOpen.verdict=forced breaker.halfOpen.successes=4 breaker.halfOpen.sample=2",
        "breaker.halfOpen.successes", "2");
    row("breaker.halfOpen.probes=5 breaker.halfOpen.verdict=forced breaker.halfOpen.successes=5 "
        "breaker.halfOpen.probes=3",
        "breaker.halfOpen.successes", "3");
}

void TestPolicyFields::partnersFollow()
{
    QFETCH(QString, path);
    Experiment experiment = defaultExperiment();
    QVERIFY(setFields(experiment, QString::fromLatin1(QTest::currentDataTag()), true));
    QTEST(textOf(experiment, path), "text");
    QVERIFY(validate(experiment));
}

QTEST_GUILESS_MAIN(TestPolicyFields)
#include "tst_policy_fields.moc"
