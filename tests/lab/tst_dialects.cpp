// SPDX-License-Identifier: GPL-3.0-or-later
// Dialects: that all are there and whole, what they fix and offer. How they stand in files: tst_dialect_files.cpp. That
// their presets behave as the libraries do: tst_dialect_behaviour.cpp.
#include "core/lab/dialects.h"

#include "core/lab/dialect_file.h"
#include "core/lab/experiment_file.h"
#include "core/lab/fields_choices.h"
#include "dialect_fixture.h"

#include <QStringBuilder>
#include <QtTest>

using namespace retrylab;
using namespace std::chrono_literals;

class TestDialects : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void allAreThere();
    void eachIsWhole_data();
    void eachIsWhole();
    void maximaCountAsTheLibraryDoes_data();
    void maximaCountAsTheLibraryDoes();
    void adoptingIsThePreset_data();
    void adoptingIsThePreset();
    void kindsThatAreSetStay();
    void choosingAgainChangesNothing();
    void customLiftsTheRules();
    void hedgesAreTheLibrarys_data();
    void hedgesAreTheLibrarys();
    void fallbacksAreTheLibrarys_data();
    void fallbacksAreTheLibrarys();
    void refusals_data();
    void refusals();
    void rulesAreAsStated();
    void whatBreaksARuleIsNotValid();
};

void TestDialects::allAreThere()
{
    const QString names = QStringLiteral(
        "aws2026 awsAdaptive awsLegacy awsStandard cenkalti cockatiel curl envoy failsafe finagle gobreaker grpc istio "
        "linkerd opossum polly pybreaker resilience4j spring7 springRetry tenacity urllib3");
    QStringList found;
    for (const Dialect &dialect : dialects())
        found += dialect.name;
    QCOMPARE(found.join(u' '), names);
    QCOMPARE(joined(dialectChoices()),
             QString(QStringLiteral("custom, ") + QString(names).replace(QStringLiteral(" "), QStringLiteral(", "))));
    QVERIFY(findDialect(u"custom") == nullptr);
    QVERIFY(findDialect(u"Polly") == nullptr);
    QCOMPARE(textOf(defaultExperiment(), QStringLiteral("dialect")), QStringLiteral("custom"));
}

void TestDialects::eachIsWhole_data()
{
    addEachDialect();
}

void TestDialects::eachIsWhole()
{
    QFETCH(QString, name);
    const Dialect &dialect = *findDialect(name);
    QVERIFY(dialect.title != name && !dialect.title.isEmpty());
    QVERIFY2(dialect.source.section(u':', 0, 0).count(u'/') == 1 && dialect.source.contains(u':'),
             qPrintable(dialect.source));
    QCOMPARE(dialect.about.english.size(), dialectAboutLines);
    QCOMPARE(dialect.about.vietnamese.size(), dialectAboutLines);
    QCOMPARE(dialect.instead.english.size(), dialect.instead.vietnamese.size());
    const QStringList english = dialect.about.english + dialect.instead.english;
    const QStringList vietnamese = dialect.about.vietnamese + dialect.instead.vietnamese;
    for (qsizetype i = 0; i < english.size(); ++i) {
        QVERIFY2(english[i].endsWith(u'.') && vietnamese[i].endsWith(u'.'), qPrintable(english[i]));
        QVERIFY2(english[i] != vietnamese[i], qPrintable(english[i]));
    }
    QVERIFY(validate(dialect.preset));
    // The texts say "it has no …" exactly where it is so.
    QCOMPARE(choicesOf(dialect, "breaker.kind") == QStringList(QStringLiteral("none")),
             dialect.about.english[2] == u"It has no breaker.");
    QCOMPARE(choicesOf(dialect, "budget.kind") == QStringList(QStringLiteral("none")),
             dialect.about.english[3].startsWith(u"It has no retry budget"));
}

void TestDialects::maximaCountAsTheLibraryDoes_data()
{
    QTest::addColumn<bool>("retries");
    QTest::addColumn<int>("own"); // the library's own number
    QTest::addColumn<QString>("breaker");
    QTest::addColumn<QString>("budget");
    const auto row = [](const char *name, bool retries, int own, const char *breaker = "none",
                        const char *budget = "none") {
        QTest::newRow(name) << retries << own << QString::fromLatin1(breaker) << QString::fromLatin1(budget);
    };
    row("resilience4j", false, 3);
    row("polly", true, 3);
    row("failsafe", true, 2);
    row("gobreaker", false, 1, "consecutive");
    row("cockatiel", true, 3);
    row("opossum", false, 1, "timeWindow");
    row("pybreaker", false, 1, "consecutive");
    row("tenacity", false, 7);
    row("cenkalti", true, 99);
    row("springRetry", false, 3);
    row("spring7", true, 3);
    row("awsLegacy", false, 5);
    row("awsStandard", false, 3, "none", "tokenBucket");
    row("aws2026", false, 3, "none", "tokenBucket");
    row("awsAdaptive", false, 3, "none", "tokenBucket");
    row("grpc", false, 4);
    row("envoy", true, 1, "none", "activeShare");
    row("istio", true, 2);
    row("finagle", true, 20, "none", "ratio");
    row("linkerd", true, 9, "none", "ratio");
    row("urllib3", true, 10);
    row("curl", true, 7);
}

void TestDialects::maximaCountAsTheLibraryDoes()
{
    QFETCH(bool, retries);
    QFETCH(int, own);
    const Dialect &dialect = *findDialect(QString::fromLatin1(QTest::currentDataTag()));
    QCOMPARE(dialect.counts == DialectCounts::retries, retries);
    QCOMPARE(dialect.policy().retry.maxAttempts, static_cast<std::uint32_t>(own + (retries ? 1 : 0)));
    QTEST(textOf(dialect.preset, QStringLiteral("breaker.kind")), "breaker");
    QTEST(textOf(dialect.preset, QStringLiteral("budget.kind")), "budget");
}

void TestDialects::adoptingIsThePreset_data()
{
    addEachDialect();
}

void TestDialects::adoptingIsThePreset()
{
    QFETCH(QString, name);
    const Experiment before = experimentWith(
        QStringLiteral("timeout=77ms retry.maxAttempts=9 breaker.size=77 budget.k=3"));
    Experiment experiment = before;
    QVERIFY(setFields(experiment, u"dialect=" % name));
    QCOMPARE(textOf(experiment, QStringLiteral("dialect")), name);
    QVERIFY(policyOf(experiment) == findDialect(name)->policy());
    QVERIFY(validate(experiment));
    // Nothing but the policy has changed.
    experiment.world.callers() = before.world.callers();
    QVERIFY(experiment == before);
}

void TestDialects::kindsThatAreSetStay()
{
    const auto kinds = [](const char *settings) {
        const Experiment experiment = experimentWith(QString::fromLatin1(settings));
        return QString(textOf(experiment, QStringLiteral("breaker.kind")) + u' '
                       + textOf(experiment, QStringLiteral("budget.kind")));
    };
    QCOMPARE(kinds("breaker.kind=timeWindow budget.kind=ratio dialect=polly"), QStringLiteral("timeWindow none"));
    QCOMPARE(kinds("breaker.kind=consecutive budget.kind=ratio dialect=polly"), QStringLiteral("none none"));
    QCOMPARE(kinds("breaker.kind=countWindow dialect=pybreaker"), QStringLiteral("consecutive none"));
    QCOMPARE(kinds("budget.kind=grpcThrottle dialect=grpc"), QStringLiteral("none grpcThrottle"));
    QCOMPARE(kinds("budget.kind=ratio dialect=awsStandard"), QStringLiteral("none tokenBucket"));
    QCOMPARE(kinds("breaker.kind=lifetime dialect=gobreaker"), QStringLiteral("lifetime none"));
    // One dialect after another.
    QCOMPARE(kinds("dialect=pybreaker dialect=istio budget.kind=activeShare dialect=envoy"),
             QStringLiteral("consecutive activeShare"));
    const auto fallback = [](const char *settings) {
        return textOf(experimentWith(QString::fromLatin1(settings)), QStringLiteral("fallback.kind"));
    };
    QCOMPARE(fallback("fallback.kind=cache dialect=polly"), QStringLiteral("cache"));
    QCOMPARE(fallback("fallback.kind=cache dialect=grpc"), QStringLiteral("none"));
    // Its numbers are the library's all the same.
    QCOMPARE(policyOf(experimentWith(QStringLiteral("breaker.kind=timeWindow breaker.window=1s dialect=polly")))
                 .breaker.window,
             Duration(30s));
}

void TestDialects::choosingAgainChangesNothing()
{
    Experiment experiment = experimentWith(QStringLiteral("dialect=polly retry.backoff.kind=linear"));
    const Experiment before = experiment;
    QVERIFY(setFields(experiment, QStringLiteral("dialect=polly")));
    QVERIFY(experiment == before);
}

void TestDialects::customLiftsTheRules()
{
    Experiment experiment = experimentWith(QStringLiteral("dialect=awsStandard"));
    const Policy policy = policyOf(experiment);
    QVERIFY(!setFields(experiment, QStringLiteral("retry.jitter=equal")));
    QVERIFY(setFields(experiment, QStringLiteral("dialect=custom")));
    QVERIFY(policyOf(experiment) == policy);
    QVERIFY(setFields(experiment, QStringLiteral("retry.jitter=equal budget.kind=none retry.backoff.steps=integer")));
    QVERIFY(validate(experiment));
}

void TestDialects::hedgesAreTheLibrarys_data()
{
    addEachDialect();
}

/// Which hedge at all, and how: all are off until somebody asks, as in the libraries.
void TestDialects::hedgesAreTheLibrarys()
{
    QFETCH(QString, name);
    const QHash<QString, QString> having{{QStringLiteral("failsafe"), QStringLiteral("delay")},
                                         {QStringLiteral("finagle"), QStringLiteral("percentile")},
                                         {QStringLiteral("grpc"), QStringLiteral("delay")},
                                         {QStringLiteral("polly"), QStringLiteral("delay")}};
    for (const char *kind : {"none", "delay", "percentile"}) {
        Experiment experiment = experimentWith(u"dialect=" % name);
        QCOMPARE(policyOf(experiment).hedge.kind, HedgeKind::none);
        const bool wanted = having.value(name) == QLatin1String(kind) || qstrcmp(kind, "none") == 0;
        QCOMPARE(setFields(experiment, u"hedge.kind=" % QLatin1String(kind)).has_value(), wanted);
        QVERIFY(validate(experiment));
    }
    const Duration delay = policyOf(experimentWith(u"dialect=" % name)).hedge.delay;
    if (name == u"polly")
        QCOMPARE(delay, Duration(2s)); // HedgingStrategyOptions.Delay
}

void TestDialects::fallbacksAreTheLibrarys_data()
{
    addEachDialect();
}

void TestDialects::fallbacksAreTheLibrarys()
{
    QFETCH(QString, name);
    const QStringList having = QStringLiteral("cockatiel failsafe opossum polly resilience4j springRetry").split(u' ');
    // Those whose fallback is told of every failure, and can only look at which it was in code of one's own.
    const QStringList ofEveryFailure = QStringLiteral("opossum springRetry").split(u' ');
    for (const char *kind : {"none", "cache", "default", "backup"}) {
        Experiment experiment = experimentWith(u"dialect=" % name);
        QCOMPARE(textOf(experiment, QStringLiteral("fallback.kind")), QStringLiteral("none"));
        const bool wanted = having.contains(name) || qstrcmp(kind, "none") == 0;
        QCOMPARE(setFields(experiment, u"fallback.kind=" % QLatin1String(kind)).has_value(), wanted);
        if (!wanted)
            continue;
        QVERIFY(setFields(experiment, QStringLiteral("fallback.share=0.5")));
        QCOMPARE(setFields(experiment, QStringLiteral("fallback.on=open")).has_value(), !ofEveryFailure.contains(name));
        QVERIFY(validate(experiment));
        const Result<Experiment> back = readExperiment(writeExperiment(experiment));
        QVERIFY(back && *back == experiment);
    }
}

void TestDialects::refusals_data()
{
    QTest::addColumn<QString>("dialect");
    QTest::addColumn<QString>("setting");
    QTest::addColumn<QString>("message"); // empty: fine
    const auto row = [](const char *dialect, const char *setting, const char *message = "") {
        QTest::addRow("%s %s", dialect, setting)
            << QString::fromLatin1(dialect) << QString::fromLatin1(setting) << QString::fromLatin1(message);
    };
    row("resilience4j", "retry.jitter=equal",
        "\"equal\" is not something Resilience4j can do; allowed: none, proportional (or set the dialect to "
        "\"custom\")");
    row("resilience4j", "retry.backoff.capOrder=beforeJitter",
        "\"beforeJitter\" is not possible: Resilience4j has this fixed at \"afterJitter\" (set the dialect to "
        "\"custom\" to change it)");
    row("resilience4j", "retry.backoff.capOrder=afterJitter"); // what it is
    row("resilience4j", "breaker.slowCall=2s");
    row("resilience4j", "breaker.mode=forcedOpen");
    row("resilience4j", "breaker.kind=lifetime",
        "\"lifetime\" is not something Resilience4j can do; allowed: none, countWindow, timeWindow (or set the dialect "
        "to \"custom\")");
    row("polly", "retry.proportion=0.5",
        "0.5 is not possible: Polly v8 has this fixed at 0.25 (set the dialect to \"custom\" to change it)");
    row("polly", "retry.backoff.unit=1ms",
        "1ms is not possible: Polly v8 has this fixed at 1ns (set the dialect to \"custom\" to change it)");
    row("polly", "retry.backoff.base=0s");
    row("tenacity", "breaker.kind=consecutive",
        "\"consecutive\" is not possible: Tenacity has this fixed at \"none\" (set the dialect to \"custom\" to change "
        "it)");
    row("tenacity", "retry.backoff.kind=list"); // beyond the choices for the first sight, and offered
    row("pybreaker", "fallback.kind=cache",
        "\"cache\" is not possible: PyBreaker has this fixed at \"none\" (set the dialect to \"custom\" to change it)");
    row("springRetry", "fallback.on=open",
        "\"open\" is not possible: Spring Retry has this fixed at \"failure\" (set the dialect to \"custom\" to change "
        "it)");
    row("pybreaker", "retry.backoff.kind=list",
        "\"list\" is not something PyBreaker can do; allowed: none, fixed, linear, exponential (or set the dialect to "
        "\"custom\")");
    row("awsStandard", "retry.on=timeout",
        "timeout is not possible: AWS SDK standard has this fixed at "
        "refused,reset,timeout,unavailable,rateLimited,500,502,504 (set the dialect to \"custom\" to change it)");
    row("awsStandard", "retry.maxAttempts=7");
    row("awsStandard", "timeout=5s");
    // The range of the field comes first.
    row("awsStandard", "retry.maxAttempts=0", "0 is out of range; allowed: 1 to 1000");
}

void TestDialects::refusals()
{
    QFETCH(QString, dialect);
    QFETCH(QString, setting);
    QFETCH(QString, message);
    const Experiment before = experimentWith(u"dialect=" % dialect);
    Experiment experiment = before;
    const Result<void> done = setFields(experiment, setting);
    QCOMPARE(done.has_value(), message.isEmpty());
    if (done)
        return;
    QCOMPARE(done.error().path, QString(policyPrefix + setting.section(u'=', 0, 0)));
    QCOMPARE(done.error().message, message);
    QVERIFY(experiment == before);
}

void TestDialects::rulesAreAsStated()
{
    using Kind = DialectRule::Kind;
    const auto rule = [](const char *dialect, const char *path) {
        return ruleFor(*findDialect(QString::fromLatin1(dialect)), *findField(policyPrefix + QLatin1String(path)));
    };
    QVERIFY(rule("polly", "retry.maxAttempts").kind == Kind::free);
    QVERIFY(rule("polly", "dialect").kind == Kind::free);
    QVERIFY(rule("polly", "retry.backoff.kind").kind == Kind::choices);
    QVERIFY(rule("polly", "retry.backoff.multiplier").kind == Kind::fixed);
    QVERIFY(rule("polly", "retry.backoff.multiplier").value == FieldValue(2.0));
    QVERIFY(rule("polly", "breaker.roll").value == FieldValue(QStringLiteral("fromActivity")));
    QVERIFY(rule("polly", "breaker.open.cap").kind == Kind::free); // advanced, and settable
    QVERIFY(ruleFor(*findDialect(u"polly"), *findField(u"chain.service.slots")).kind == Kind::free);
    // Without a list of its own a choice has what is for the first sight.
    QCOMPARE(choicesOf(*findDialect(u"opossum"), "retry.jitter"),
             QStringLiteral("none full equal decorrelated proportional").split(u' '));
}

void TestDialects::whatBreaksARuleIsNotValid()
{
    Experiment experiment = experimentWith(QStringLiteral("dialect=envoy"));
    experiment.world.callers().policy.retry.jitter.kind = Jitter::equal;
    const Result<void> valid = validate(experiment);
    QVERIFY(!valid);
    QCOMPARE(valid.error().path, QString(policyPrefix + QStringLiteral("retry.jitter")));
    experiment = defaultExperiment();
    experiment.world.callers().dialect = "Envoy";
    QVERIFY(!validate(experiment));
    QCOMPARE(validate(experiment).error().path, QString(policyPrefix + QStringLiteral("dialect")));
}

QTEST_GUILESS_MAIN(TestDialects)
#include "tst_dialects.moc"
