// SPDX-License-Identifier: GPL-3.0-or-later
// Dialects: that all are there and whole, what they fix and offer, how they stand in files, and that their presets behave
// as the libraries do. Waits, trips and budgets are those observed of the libraries themselves.
#include "core/lab/dialects.h"

#include "core/lab/dialect_file.h"
#include "core/lab/fields_choices.h"
#include "core/policy/budget.h"
#include "experiment_fixture.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringBuilder>
#include <QtTest>

#include <algorithm>

using namespace retrylab;
using namespace std::chrono_literals;

namespace {

const QString prefix = QStringLiteral("chain.client.policy.");
constexpr double nearlyOne = 0.999999999;

const Policy &policyOf(const Experiment &experiment)
{
    return experiment.world.callers().policy;
}

/// "dialect=polly retry.jitter=none": sets the fields of the client's policy one after the other.
Result<void> set(Experiment &experiment, const QString &settings)
{
    for (const QString &setting : settings.split(u' ', Qt::SkipEmptyParts))
        if (const auto done = setFieldText(experiment, prefix + setting.section(u'=', 0, 0), setting.section(u'=', 1));
            !done)
            return done;
    return {};
}

/// The default experiment with these settings, which must be fine.
Experiment with(const QString &settings)
{
    Experiment experiment = defaultExperiment();
    if (const Result<void> done = set(experiment, settings); !done)
        qFatal("%s", qPrintable(done.error().oneLine()));
    return experiment;
}

QString textOf(const Experiment &experiment, const QString &path)
{
    return fieldText(*findField(prefix + path), *getField(experiment, prefix + path));
}

/// Of a choice, what the dialect of that name leaves.
QStringList choicesOf(const Dialect &dialect, const char *path)
{
    const DialectRule rule = ruleFor(dialect, *findField(prefix + QLatin1String(path)));
    return rule.kind == DialectRule::Kind::fixed ? QStringList(std::get<QString>(rule.value)) : rule.choices;
}

QByteArray fileOf(const QString &name)
{
    QFile file(QStringLiteral(":/dialects/%1.json").arg(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// What happens to a breaker, and what must be true in between: "fail*5 open +60s ok closed". A call (ok, fail) must be let
/// in and ends at once; "begin" is let in and goes on; "refused" is a call that must not be let in.
class BreakerScript {
public:
    explicit BreakerScript(const BreakerOptions &options)
        : m_breaker(options)
    {
    }

    /// The first step that did not go as it must; empty when all did.
    QString run(const QString &script)
    {
        const QStringList steps = script.split(u' ', Qt::SkipEmptyParts);
        for (qsizetype i = 0; i < steps.size(); ++i) {
            const int times = steps[i].contains(u'*') ? steps[i].section(u'*', 1).toInt() : 1;
            for (int n = 0; n < times; ++n)
                if (!step(steps[i].section(u'*', 0, 0)))
                    return QStringLiteral("step %1, %2, time %3").arg(i + 1).arg(steps[i]).arg(n + 1);
        }
        return {};
    }

private:
    bool step(const QString &what)
    {
        if (what.startsWith(u'+')) {
            m_now = later(m_now, *parseDuration(what.mid(1)));
            return true;
        }
        while (m_breaker.advanceTo(m_now)) {
        }
        if (what == u"closed" || what == u"open" || what == u"halfOpen")
            return m_breaker.state()
                   == (what == u"closed" ? BreakerState::closed
                       : what == u"open" ? BreakerState::open
                                         : BreakerState::halfOpen);
        const BreakerPermit permit = m_breaker.acquire(m_now);
        if (what == u"refused")
            return !permit.admitted;
        if (permit.admitted && what != u"begin")
            m_breaker.record(permit, what == u"fail", m_now);
        return permit.admitted;
    }

    Breaker m_breaker;
    Time m_now{10h};
};

} // namespace

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
    void refusals_data();
    void refusals();
    void rulesAreAsStated();
    void whatBreaksARuleIsNotValid();
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
    void waits_data();
    void waits();
    void breakers_data();
    void breakers();
    void awsQuotas();
    void grpcThrottles();
    void proxiesLimitRetriesUnderWay();
    void ratioBudgets();

private:
    static void addEach();
};

void TestDialects::addEach()
{
    QTest::addColumn<QString>("name");
    for (const Dialect &dialect : dialects())
        QTest::newRow(qPrintable(dialect.name)) << dialect.name;
}

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
    addEach();
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
    addEach();
}

void TestDialects::adoptingIsThePreset()
{
    QFETCH(QString, name);
    const Experiment before = with(QStringLiteral("timeout=77ms retry.maxAttempts=9 breaker.size=77 budget.k=3"));
    Experiment experiment = before;
    QVERIFY(set(experiment, u"dialect=" % name));
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
        const Experiment experiment = with(QString::fromLatin1(settings));
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
    // Its numbers are the library's all the same.
    QCOMPARE(policyOf(with(QStringLiteral("breaker.kind=timeWindow breaker.window=1s dialect=polly"))).breaker.window,
             Duration(30s));
}

void TestDialects::choosingAgainChangesNothing()
{
    Experiment experiment = with(QStringLiteral("dialect=polly retry.backoff.kind=linear"));
    const Experiment before = experiment;
    QVERIFY(set(experiment, QStringLiteral("dialect=polly")));
    QVERIFY(experiment == before);
}

void TestDialects::customLiftsTheRules()
{
    Experiment experiment = with(QStringLiteral("dialect=awsStandard"));
    const Policy policy = policyOf(experiment);
    QVERIFY(!set(experiment, QStringLiteral("retry.jitter=equal")));
    QVERIFY(set(experiment, QStringLiteral("dialect=custom")));
    QVERIFY(policyOf(experiment) == policy);
    QVERIFY(set(experiment, QStringLiteral("retry.jitter=equal budget.kind=none retry.backoff.steps=integer")));
    QVERIFY(validate(experiment));
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
    const Experiment before = with(u"dialect=" % dialect);
    Experiment experiment = before;
    const Result<void> done = set(experiment, setting);
    QCOMPARE(done.has_value(), message.isEmpty());
    if (done)
        return;
    QCOMPARE(done.error().path, QString(prefix + setting.section(u'=', 0, 0)));
    QCOMPARE(done.error().message, message);
    QVERIFY(experiment == before);
}

void TestDialects::rulesAreAsStated()
{
    using Kind = DialectRule::Kind;
    const auto rule = [](const char *dialect, const char *path) {
        return ruleFor(*findDialect(QString::fromLatin1(dialect)), *findField(prefix + QLatin1String(path)));
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
    Experiment experiment = with(QStringLiteral("dialect=envoy"));
    experiment.world.callers().policy.retry.jitter.kind = Jitter::equal;
    const Result<void> valid = validate(experiment);
    QVERIFY(!valid);
    QCOMPARE(valid.error().path, QString(prefix + QStringLiteral("retry.jitter")));
    experiment = defaultExperiment();
    experiment.world.callers().dialect = "Envoy";
    QVERIFY(!validate(experiment));
    QCOMPARE(validate(experiment).error().path, QString(prefix + QStringLiteral("dialect")));
}

void TestDialects::onlyDifferencesAreWritten_data()
{
    addEach();
}

void TestDialects::onlyDifferencesAreWritten()
{
    QFETCH(QString, name);
    const auto policyIn = [](const Experiment &experiment) {
        const QJsonObject root = QJsonDocument::fromJson(writeExperiment(experiment)).object();
        return root[u"chain"].toArray().first().toObject()[u"policy"].toObject();
    };
    Experiment experiment = with(u"dialect=" % name);
    QCOMPARE(policyIn(experiment), QJsonObject({{QStringLiteral("dialect"), name}}));
    QVERIFY(set(experiment, QStringLiteral("retry.maxAttempts=6")));
    const QJsonObject retry{{QStringLiteral("maxAttempts"), 6}};
    QCOMPARE(policyIn(experiment), QJsonObject({{QStringLiteral("dialect"), name}, {QStringLiteral("retry"), retry}}));
}

void TestDialects::filesRoundTrip_data()
{
    addEach();
}

void TestDialects::filesRoundTrip()
{
    QFETCH(QString, name);
    const Dialect &dialect = *findDialect(name);
    for (const QString &breaker : choicesOf(dialect, "breaker.kind")) {
        for (const QString &budget : choicesOf(dialect, "budget.kind")) {
            const Experiment experiment = with(
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

void TestDialects::editsUnderADialectSurviveTheFile_data()
{
    addEach();
}

/// As a hand in the window: an edit that is refused, or that no partner can make valid, is not made.
void TestDialects::editsUnderADialectSurviveTheFile()
{
    QFETCH(QString, name);
    std::vector<const Field *> table;
    for (const Field &field : fields())
        if (isRuledByDialect(field))
            table.push_back(&field);
    QRandomGenerator random(17);
    Experiment experiment = with(u"dialect=" % name);
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

void TestDialects::theOrderInAFileDoesNotMatter()
{
    const Result<Experiment> experiment = readExperiment(
        R"({"retrylab": 1, "policy": {"breaker": {"size": 50, "kind": "countWindow"}, "retry": {"maxAttempts": 8},
            "dialect": "resilience4j"}})");
    QVERIFY(experiment);
    QVERIFY(*experiment
            == with(QStringLiteral("dialect=resilience4j breaker.kind=countWindow breaker.size=50 "
                                   "retry.maxAttempts=8")));
    QCOMPARE(policyOf(*experiment).retry.backoff.base, Duration(500ms));
}

void TestDialects::filesAgainstTheRulesAreRefused_data()
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

void TestDialects::filesAgainstTheRulesAreRefused()
{
    QFETCH(QByteArray, policy);
    QFETCH(QString, line);
    const Result<Experiment> experiment = readExperiment("{\"retrylab\": 1, \"policy\": {\n" + policy + "}}");
    QVERIFY(!experiment);
    QVERIFY2(experiment.error().oneLine().startsWith(line), qPrintable(experiment.error().oneLine()));
}

void TestDialects::badDialectFilesAreRefused_data()
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

void TestDialects::badDialectFilesAreRefused()
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

void TestDialects::waits_data()
{
    QTest::addColumn<QString>("settings");
    QTest::addColumn<double>("u"); // the draw for every wait
    QTest::addColumn<QString>("milliseconds");
    QTest::addColumn<double>("tolerance");
    const auto row = [](const char *settings, double u, const char *milliseconds, double tolerance = 1e-3) {
        QTest::addRow("%s at %g", settings, u)
            << QString::fromLatin1(settings) << u << QString::fromLatin1(milliseconds) << tolerance;
    };
    row("dialect=resilience4j", 0.5, "500 500 500");
    row("dialect=resilience4j retry.backoff.kind=exponential", 0.5, "500 750 1125 1687 2530 3795 5692");
    row("dialect=resilience4j retry.jitter=proportional", 0.0, "250 250");
    row("dialect=resilience4j retry.jitter=proportional", nearlyOne, "750 750", 1);
    row("dialect=resilience4j retry.backoff.base=200ms retry.jitter=proportional retry.backoff.cap=200ms", nearlyOne,
        "200 200");
    row("dialect=polly", 0.5, "2000 2000 2000");
    row("dialect=polly retry.backoff.kind=linear", 0.5, "2000 4000 6000");
    row("dialect=polly retry.backoff.kind=exponential", 0.5, "2000 4000 8000 16000");
    row("dialect=polly retry.jitter=proportional", 0.0, "1500 1500");
    row("dialect=polly retry.jitter=proportional", nearlyOne, "2500 2500");
    row("dialect=polly retry.backoff.kind=exponential retry.jitter=decorrelatedV2", 0.5,
        "1794.8 2186.0 4071.4 8092.0 16167.2", 0.15);
    row("dialect=polly retry.backoff.cap=2s retry.jitter=proportional", nearlyOne, "2000 2000");
    row("dialect=failsafe", 0.5, "0 0");
    row("dialect=failsafe retry.backoff.kind=exponential retry.backoff.base=1ms retry.backoff.cap=8ms", 0.5,
        "1 2 4 8 8 8");
    row("dialect=failsafe retry.backoff.kind=exponential retry.backoff.base=1ms retry.backoff.cap=8ms "
        "retry.backoff.multiplier=1.5",
        0.5, "1 1.5 2.25 3.375 5.0625 7.59375 8", 1e-6);
    row("dialect=failsafe retry.backoff.kind=fixed retry.jitter=proportional", 0.0, "50");
    row("dialect=failsafe retry.backoff.kind=fixed retry.jitter=proportional retry.backoff.cap=100ms", nearlyOne,
        "150");
    row("dialect=cockatiel retry.jitter=none", 0.5, "128 256 512 1024 2048 4096 8192 16384 30000 30000");
    row("dialect=cockatiel retry.jitter=full", 0.5, "64 128 256");
    row("dialect=cockatiel retry.jitter=equal", 0.5, "96 192 384");
    row("dialect=cockatiel", 0.5, "114.87 139.90 260.57 517.89 1034.70", 0.02);
    row("dialect=tenacity", 0.5, "1000 2000 4000 8000 16000 32000 64000 128000");
    row("dialect=tenacity retry.backoff.cap=10s retry.jitter=addedTime", 0.5, "1500 2500 4500 8500 10000 10000");
    row("dialect=tenacity retry.backoff.cap=10s retry.jitter=addedTime", 0.999, "1999 2999 4999 8999 10000");
    row("dialect=tenacity retry.backoff.floor=10s retry.backoff.cap=100s", 0.5, "10000 10000 10000 10000 16000 32000");
    row("dialect=tenacity retry.backoff.kind=linear retry.backoff.base=5s retry.backoff.increment=3s "
        "retry.backoff.cap=12s",
        0.5, "5000 8000 11000 12000 12000");
    row("dialect=cenkalti retry.jitter=none", 0.5, "500 750 1125 1687.5 2531.25 3796.875 5695.3125", 1e-6);
    row("dialect=cenkalti", 0.0, "250 375");
    row("dialect=cenkalti", nearlyOne, "750 1125");
    row("dialect=cenkalti retry.backoff.base=1s retry.backoff.cap=1s", nearlyOne, "1500 1500");
    row("dialect=springRetry", 0.5, "100 200 400 800 1600");
    row("dialect=springRetry retry.backoff.base=40ms retry.backoff.multiplier=1.2", 0.5, "40 48 57 68 81");
    row("dialect=springRetry retry.jitter=added", 0.5, "150 300 600");
    row("dialect=springRetry retry.jitter=added retry.backoff.cap=200ms", nearlyOne, "199 200 200");
    row("dialect=spring7", 0.5, "1000 1000 1000");
    row("dialect=spring7 retry.backoff.kind=exponential retry.backoff.base=2s retry.backoff.cap=30s", 0.5,
        "2000 3000 4500 6750 10125 15187 22780 30000 30000");
    row("dialect=awsLegacy", 0.0, "0 0");
    row("dialect=awsLegacy", 0.5, "500 1000 2000 4000 8000 16000 32000");
    row("dialect=awsStandard", nearlyOne, "1000 2000 4000 8000 16000 20000 20000");
    row("dialect=awsAdaptive", 0.5, "500 1000 2000");
    row("dialect=aws2026", nearlyOne, "50 100 200 400 800 1600 3200 6400 12800 20000 20000");
    row("dialect=grpc", 0.0, "80 160 320 640 800 800");
    row("dialect=grpc", 0.5, "100 200 400 800 1000 1000");
    row("dialect=grpc", nearlyOne, "120 240 480 960 1200 1200");
    row("dialect=envoy", 0.0, "0 0 0");
    row("dialect=envoy", 0.5, "12 25 50 100 125 125");
    row("dialect=envoy", nearlyOne, "24 49 99 199 249 249");
    row("dialect=istio", nearlyOne, "24 49 99 199 249");
    row("dialect=finagle", 0.5, "0 0 0");
    row("dialect=linkerd", 0.5, "0 0 0");
    row("dialect=linkerd retry.backoff.kind=exponential retry.backoff.base=1s retry.jitter=added", 0.25,
        "1125 2250 4500");
    row("dialect=urllib3", 0.5, "0 0 0");
    row("dialect=urllib3 retry.backoff.base=200ms", 0.5,
        "0 400 800 1600 3200 6400 12800 25600 51200 102400 120000 120000");
    row("dialect=urllib3 retry.backoff.base=200ms retry.backoff.cap=1s retry.jitter=addedTime retry.jitterTime=400ms",
        nearlyOne, "0 800 1000 1000");
    row("dialect=curl", 0.5, "1000 2000 4000 8000 16000 32000 64000 128000 256000 512000 600000 600000");
}

void TestDialects::waits()
{
    QFETCH(QString, settings);
    QFETCH(double, u);
    QFETCH(QString, milliseconds);
    QFETCH(double, tolerance);
    const Experiment experiment = with(settings);
    QVERIFY(validate(experiment));
    const RetryOptions &options = policyOf(experiment).retry;
    Duration previous{0};
    std::uint32_t retry = 0;
    for (const QString &expected : milliseconds.split(u' ')) {
        previous = drawWait(options.backoff, options.jitter, ++retry, previous, u, u);
        const double found = static_cast<double>(previous.count()) / 1e6;
        QVERIFY2(
            std::abs(found - expected.toDouble()) <= tolerance,
            qPrintable(QStringLiteral("retry %1: %2, expected %3").arg(retry).arg(found, 0, 'f', 6).arg(expected)));
    }
}

void TestDialects::breakers_data()
{
    QTest::addColumn<QString>("settings");
    QTest::addColumn<QString>("script");
    const auto row = [](const char *settings, const char *script) {
        QTest::addRow("%s: %s", settings, script) << QString::fromLatin1(settings) << QString::fromLatin1(script);
    };
    // Judged after successes too; at exactly its open time it still refuses; ten probes in all.
    row("dialect=resilience4j breaker.kind=countWindow", "fail*50 ok*49 closed ok open +60s refused +1ms ok");
    row("dialect=resilience4j breaker.kind=countWindow", "fail*100 open +60001ms begin*10 refused halfOpen");
    row("dialect=resilience4j breaker.kind=countWindow", "fail*100 +60001ms ok*5 fail*4 halfOpen fail open");
    row("dialect=resilience4j breaker.kind=countWindow", "fail*100 +60001ms fail*4 ok*5 halfOpen ok closed");
    row("dialect=resilience4j breaker.kind=timeWindow breaker.minimumCalls=2", "fail +100s fail closed fail open");
    // Failures only, at exactly the ratio; at its open time it probes, one at a time.
    row("dialect=polly breaker.kind=timeWindow", "ok*90 fail*9 closed fail open +4999ms refused +1ms begin refused");
    row("dialect=polly breaker.kind=timeWindow", "fail*10 ok*90 closed fail open +5s ok closed");
    row("dialect=polly breaker.kind=timeWindow", "fail*99 closed +30s fail closed");
    row("dialect=failsafe breaker.kind=countWindow", "ok*3 closed fail open +59999ms refused +1ms ok closed");
    // Two of three: the second failure opens before there are three outcomes.
    row("dialect=failsafe breaker.kind=countWindow breaker.size=3 breaker.failureCount=2", "fail closed fail open");
    row("dialect=gobreaker", "fail*5 ok fail*5 closed fail open +60s refused +1ms begin refused");
    row("dialect=gobreaker breaker.halfOpen.probes=3 breaker.halfOpen.successes=3",
        "fail*6 +60001ms ok*2 halfOpen ok closed");
    row("dialect=gobreaker breaker.halfOpen.probes=3 breaker.halfOpen.successes=3", "fail*6 +60001ms ok*2 fail open");
    row("dialect=cockatiel breaker.kind=consecutive",
        "fail*4 ok fail*4 closed fail open +9999ms refused +1ms ok closed");
    row("dialect=cockatiel breaker.kind=countWindow breaker.size=10 breaker.minimumCalls=10 breaker.failureRatio=0.5",
        "ok*5 fail*5 closed fail open");
    row("dialect=cockatiel breaker.kind=consecutive breaker.halfOpen.verdict=opensEarly breaker.halfOpen.probes=4 "
        "breaker.halfOpen.sampleRatio=0.25",
        "fail*5 +10s fail ok*2 halfOpen ok closed");
    row("dialect=opossum", "fail open +30s ok closed");
    row("dialect=opossum", "ok*2 fail*2 closed fail open +30s halfOpen fail open");
    row("dialect=pybreaker", "fail*4 ok fail*4 closed fail open +59999ms refused +1ms ok closed");
    row("dialect=pybreaker breaker.halfOpen.successes=2", "fail*5 +60s ok halfOpen ok closed");
    // Ejected for longer each time; back with a fresh count rather than with a probe.
    row("dialect=envoy breaker.kind=consecutive",
        "fail*4 ok fail*4 closed fail open +29999ms refused +1ms fail*4 ok closed");
    row("dialect=envoy breaker.kind=consecutive",
        "fail*5 +30s fail*5 open +59999ms refused +1ms fail*5 +89999ms refused +1ms ok");
    row("dialect=istio breaker.kind=consecutive", "fail*5 open +30s ok*5 closed");
    row("dialect=springRetry breaker.kind=consecutive",
        "fail*2 closed fail open +19999ms refused +1ms fail*2 ok closed");
    row("dialect=springRetry breaker.kind=consecutive", "fail*2 +5001ms fail*2 closed fail open");
    row("dialect=finagle breaker.kind=consecutive",
        "fail*5 open +5s fail open +9999ms refused +1ms fail +19999ms refused +1ms ok closed");
    row("dialect=linkerd breaker.kind=consecutive", "fail*6 closed fail open +1s fail +1999ms refused +1ms ok closed");
}

void TestDialects::breakers()
{
    QFETCH(QString, settings);
    QFETCH(QString, script);
    const Experiment experiment = with(settings);
    QVERIFY(validate(experiment));
    const BreakerOptions options = policyOf(experiment).breaker;
    QCOMPARE(BreakerScript(options).run(script), QString());
}

void TestDialects::awsQuotas()
{
    const auto granted = [](const char *name, OutcomeKind after) {
        const BudgetOptions options = findDialect(QString::fromLatin1(name))->policy().budget;
        Budget budget(options);
        int retries = 0;
        while (budget.withdraw(after, Time{}, 0.0).granted)
            ++retries;
        return retries;
    };
    QCOMPARE(granted("awsStandard", OutcomeKind::serverError), 100); // 500 ÷ 5
    QCOMPARE(granted("awsStandard", OutcomeKind::timeout), 50);      // 500 ÷ 10
    QCOMPARE(granted("awsAdaptive", OutcomeKind::serverError), 100);
    QCOMPARE(granted("aws2026", OutcomeKind::serverError), 35); // 500 ÷ 14
    QCOMPARE(granted("aws2026", OutcomeKind::timeout), 35);
    QCOMPARE(granted("aws2026", OutcomeKind::rateLimited), 100); // 500 ÷ 5
}

void TestDialects::grpcThrottles()
{
    const BudgetOptions options = policyOf(with(QStringLiteral("dialect=grpc budget.kind=grpcThrottle"))).budget;
    Budget budget(options);
    QString allowed;
    for (const QChar event : QStringLiteral("FFFFFFSSSSSSSSSSSF")) {
        const bool failed = event == u'F';
        budget.attemptEnded({failed ? OutcomeKind::unavailable : OutcomeKind::ok, failed, false, 0}, Time{});
        allowed += budget.withdraw(OutcomeKind::unavailable, Time{}, 0.0).granted ? u'y' : u'n';
    }
    // From 10 tokens: 9 8 7 6 5 4, then 4.1 … 5.1, then 4.1; more than 5 must be left.
    QCOMPARE(allowed, QStringLiteral("yyyynnnnnnnnnnnnyn"));
}

void TestDialects::proxiesLimitRetriesUnderWay()
{
    const auto underWay = [](const QString &settings) {
        const BudgetOptions options = policyOf(with(settings)).budget;
        Budget budget(options);
        for (int i = 0; i < 100; ++i)
            budget.attemptStarted(false);
        int retries = 0;
        while (retries < 1000 && budget.withdraw(OutcomeKind::reset, Time{}, 0.0).granted)
            ++retries;
        return retries;
    };
    QCOMPARE(underWay(QStringLiteral("dialect=envoy")), 3); // max_retries
    QCOMPARE(underWay(QStringLiteral("dialect=envoy budget.ratio=0.2")), 20);
    QCOMPARE(underWay(QStringLiteral("dialect=istio budget.kind=activeShare")), 20);
    QCOMPARE(underWay(QStringLiteral("dialect=istio")), 1000);
}

void TestDialects::ratioBudgets()
{
    const auto retries = [](const char *name, auto &&deposit) {
        const BudgetOptions options = findDialect(QString::fromLatin1(name))->policy().budget;
        Budget budget(options);
        for (int i = 0; i < 1000; ++i)
            deposit(budget);
        int granted = 0;
        while (budget.withdraw(OutcomeKind::unavailable, Time{}, 0.0).granted)
            ++granted;
        return granted;
    };
    const auto request = [](Budget &budget) { budget.callStarted(Time{}); };
    const auto answer = [](OutcomeKind kind, bool retryable) {
        return [=](Budget &budget) { budget.attemptEnded({kind, retryable, false, 0}, Time{}); };
    };
    // 20 % of 1000, and 10 a second for 10 s.
    QCOMPARE(retries("finagle", request), 300);
    QCOMPARE(retries("finagle", answer(OutcomeKind::ok, false)), 100);
    QCOMPARE(retries("linkerd", answer(OutcomeKind::ok, false)), 300);
    QCOMPARE(retries("linkerd", answer(OutcomeKind::unavailable, true)), 100);
    QCOMPARE(retries("linkerd", request), 100);
}

QTEST_GUILESS_MAIN(TestDialects)
#include "tst_dialects.moc"
