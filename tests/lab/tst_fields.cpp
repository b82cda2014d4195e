// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/fields.h"

#include "experiment_fixture.h"

#include <QSet>
#include <QtTest>

#include <cmath>

using namespace retrylab;
using namespace std::chrono_literals;

class TestFields : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void durationsAreWrittenShortly_data();
    void durationsAreWrittenShortly();
    void durationsAreRead_data();
    void durationsAreRead();
    void badDurationsAreRefused_data();
    void badDurationsAreRefused();
    void durationsRoundTrip();
    void theTableIsWellFormed();
    void defaultsAreThoseOfTheStructs_data();
    void defaultsAreThoseOfTheStructs();
    void rangeEdgesAreAllowedAndNothingBeyond();
    void everyValueRoundTripsThroughText();
    void unlimitedOnlyWhereItMakesSense();
    void notANumberIsRefused();
    void theSeedHasSixtyFourBits();
    void outcomesAreNamed();
    void aDistributionKeepsItsMeanWhenItsKindChanges();
    void onlyTheKindsOwnNumberCanBeSet();
    void aFieldAppliesUnderItsKind();
    void unknownPathsAreExplained_data();
    void unknownPathsAreExplained();
    void aRefusedSettingChangesNothing();
    void partnersFollow();
};

void TestFields::durationsAreWrittenShortly_data()
{
    QTest::addColumn<qint64>("ns");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << qint64{0} << QStringLiteral("0s");
    QTest::newRow("1 ns") << qint64{1} << QStringLiteral("1ns");
    QTest::newRow("250 ms") << qint64{250'000'000} << QStringLiteral("250ms");
    QTest::newRow("1.5 s") << qint64{1'500'000'000} << QStringLiteral("1.5s");
    QTest::newRow("1.5 us") << qint64{1'500} << QStringLiteral("1.5us");
    QTest::newRow("90 s") << qint64{90'000'000'000} << QStringLiteral("90s");
    QTest::newRow("2 min") << qint64{120'000'000'000} << QStringLiteral("2m");
    QTest::newRow("90 min") << qint64{5'400'000'000'000} << QStringLiteral("90m");
    QTest::newRow("24 h") << qint64{86'400'000'000'000} << QStringLiteral("24h");
    QTest::newRow("100 s") << qint64{100'000'000'000} << QStringLiteral("100s");
    QTest::newRow("unlimited") << qint64{unlimited.count()} << QStringLiteral("unlimited");
}

void TestFields::durationsAreWrittenShortly()
{
    QFETCH(qint64, ns);
    QTEST(durationText(Duration(ns)), "text");
}

void TestFields::durationsAreRead_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("ns");
    QTest::newRow("ms") << QStringLiteral("250ms") << qint64{250'000'000};
    QTest::newRow("decimals") << QStringLiteral("0.1s") << qint64{100'000'000};
    QTest::newRow("exact where doubles are not") << QStringLiteral("0.000000003s") << qint64{3};
    QTest::newRow("trailing zeros") << QStringLiteral("1.50000000000000000ns") << qint64{-1};
    QTest::newRow("zeros beyond the nanosecond") << QStringLiteral("2.000000000000s") << qint64{2'000'000'000};
    QTest::newRow("minutes in decimals") << QStringLiteral("1.25m") << qint64{75'000'000'000};
    QTest::newRow("hours") << QStringLiteral("0.5h") << qint64{1'800'000'000'000};
    QTest::newRow("negative") << QStringLiteral("-2s") << qint64{-2'000'000'000};
    QTest::newRow("unlimited") << QStringLiteral("unlimited") << qint64{unlimited.count()};
}

void TestFields::durationsAreRead()
{
    QFETCH(QString, text);
    QFETCH(qint64, ns);
    const Result<Duration> duration = parseDuration(text);
    if (ns == -1) { // finer than a nanosecond after all
        QVERIFY(!duration);
        return;
    }
    QVERIFY2(duration, qPrintable(duration ? QString() : duration.error().message));
    QCOMPARE(duration->count(), ns);
}

void TestFields::badDurationsAreRefused_data()
{
    QTest::addColumn<QString>("complaint");
    QTest::newRow("200") << QStringLiteral("has no unit");
    QTest::newRow("") << QStringLiteral("is not a duration");
    QTest::newRow("ms") << QStringLiteral("is not a duration");
    QTest::newRow("--1s") << QStringLiteral("is not a duration");
    QTest::newRow("+1s") << QStringLiteral("is not a duration");
    QTest::newRow(".5s") << QStringLiteral("is not a duration");
    QTest::newRow("5.s") << QStringLiteral("is not a duration");
    QTest::newRow("1.2.3s") << QStringLiteral("has an unknown unit");
    QTest::newRow("1e3s") << QStringLiteral("has an unknown unit");
    QTest::newRow("1 s") << QStringLiteral("has an unknown unit");
    QTest::newRow("1,5s") << QStringLiteral("has an unknown unit");
    QTest::newRow("1sec") << QStringLiteral("has an unknown unit");
    QTest::newRow("1S") << QStringLiteral("has an unknown unit");
    QTest::newRow("0.3ns") << QStringLiteral("is finer than a nanosecond");
    QTest::newRow("9223372036854775807ns") << QStringLiteral("is too long");
    QTest::newRow("3000000h") << QStringLiteral("is too long");
    QTest::newRow("99999999999999999999s") << QStringLiteral("has too many digits");
}

void TestFields::badDurationsAreRefused()
{
    QFETCH(QString, complaint);
    const QString text = QString::fromLatin1(QTest::currentDataTag());
    const Result<Duration> duration = parseDuration(text);
    QVERIFY(!duration);
    QCOMPARE(duration.error().message,
             QStringLiteral("\"%1\" %2; allowed: a number with a unit (ns us ms s m h) such as \"250ms\"")
                 .arg(text, complaint));
}

void TestFields::durationsRoundTrip()
{
    QRandomGenerator random(7);
    for (int i = 0; i < 20'000; ++i) {
        const Duration duration(static_cast<std::int64_t>(random.generate64() >> (1 + random.bounded(62))));
        const Result<Duration> back = parseDuration(durationText(duration));
        QVERIFY(back);
        QCOMPARE(back->count(), duration.count());
    }
}

void TestFields::theTableIsWellFormed()
{
    QSet<QString> seen;
    for (const Field &field : fields()) {
        const QString path = QString::fromLatin1(field.path.data(), static_cast<qsizetype>(field.path.size()));
        const QByteArray name = path.toLatin1();
        QVERIFY2(!seen.contains(path), name.constData());
        seen.insert(path);
        QVERIFY2(*field.label != '\0' && *field.help != '\0', name.constData());
        QVERIFY2(QString::fromUtf8(field.help).endsWith(u'.'), name.constData());
        QVERIFY2((field.type == FieldType::choice || field.type == FieldType::outcomes) == !field.choices.empty(),
                 name.constData());
        QVERIFY2(field.plainChoices <= field.choices.size(), name.constData());
        for (const FieldCondition &condition : field.when) {
            if (condition.path.empty())
                continue;
            const QString other = QString::fromLatin1(condition.path.data(),
                                                      static_cast<qsizetype>(condition.path.size()));
            const Field *kind = findField(other);
            QVERIFY2(kind != nullptr && kind->type == FieldType::choice, name.constData());
            for (const QString &choice :
                 QString::fromLatin1(condition.any.data(), static_cast<qsizetype>(condition.any.size())).split(u'|'))
                QVERIFY2(checkValue(*kind, choice), name.constData());
        }
        const bool numeric = field.type == FieldType::duration || field.type == FieldType::count
                             || field.type == FieldType::real || field.type == FieldType::share
                             || field.type == FieldType::rate;
        if (!numeric)
            continue;
        QVERIFY2(field.least < field.most, name.constData());
        QVERIFY2(field.least <= field.sliderLeast && field.sliderLeast < field.sliderMost
                     && field.sliderMost <= field.most,
                 name.constData());
        if (path != u"faults.*.node" && path != u"faults.*.name" && path != u"chain.*.name")
            QVERIFY2(checkValue(field, field.initial), name.constData());
    }
    QVERIFY(seen.size() > 120);
}

void TestFields::defaultsAreThoseOfTheStructs_data()
{
    // What core/sim promises in its headers, as a person would write it; for policies see tst_policy_fields.cpp.
    QTest::addColumn<QString>("text");
    const auto row = [](const char *path, const char *text) { QTest::newRow(path) << QString::fromLatin1(text); };
    row("seed", "1");
    row("duration", "10s");
    row("warmup", "0s");
    row("traffic.kind", "open");
    row("traffic.clients", "50");
    row("traffic.rate", "100/s");
    row("traffic.arrivals", "poisson");
    row("traffic.callers", "1");
    row("traffic.thinkTime.kind", "exponential");
    row("traffic.thinkTime.mean", "1s");
    row("chain.service.slots", "10");
    row("chain.service.queue.limit", "100");
    row("chain.service.queue.order", "fifo");
    row("chain.service.queue.whenFull", "reject");
    row("chain.service.dropExpired", "false");
    row("chain.service.serviceTime.kind", "exponential");
    row("chain.service.serviceTime.mean", "10ms");
    row("chain.service.slowStart.for", "0s");
    row("chain.service.slowStart.factor", "1");
    row("chain.service.link.delay", "0s");
    row("faults.f0.node", "service");
    row("faults.f0.kind", "status");
    row("faults.f0.from", "0s");
    row("faults.f0.to", "unlimited");
    row("faults.f0.count", "unlimited");
    row("faults.f0.share", "1");
    row("faults.f0.status", "503");
    row("faults.f0.add", "0s");
    row("faults.f0.slots", "0");
    row("measure.peakWindow", "20ms");
    row("recovery.tolerance", "0.05");
    row("recovery.hold", "5s");
    row("recovery.slowAfter", "1m");
}

void TestFields::defaultsAreThoseOfTheStructs()
{
    QFETCH(QString, text);
    const QString path = QString::fromLatin1(QTest::currentDataTag());
    const Field *field = findField(path);
    QVERIFY(field != nullptr);
    const Experiment experiment = experimentWithFaults(1);
    const Result<FieldValue> value = getField(experiment, path);
    QVERIFY(value);
    QCOMPARE(fieldText(*field, *value), text);
    if (path != u"faults.f0.node")
        QVERIFY(*value == field->initial);
}

void TestFields::rangeEdgesAreAllowedAndNothingBeyond()
{
    for (const Field &field : fields()) {
        const QByteArray name(field.path.data(), static_cast<qsizetype>(field.path.size()));
        const auto good = [&](const FieldValue &value) { return checkValue(field, value).has_value(); };
        switch (field.type) {
        case FieldType::duration: {
            const Duration least(static_cast<std::int64_t>(field.least));
            const Duration most(static_cast<std::int64_t>(field.most));
            QVERIFY2(good(least) && good(most) && !good(least - 1ns) && !good(most + 1ns), name.constData());
            break;
        }
        case FieldType::count: {
            const auto least = static_cast<std::int64_t>(field.least);
            const auto most = static_cast<std::int64_t>(field.most);
            QVERIFY2(good(least) && good(most) && !good(least - 1) && !good(most + 1), name.constData());
            break;
        }
        case FieldType::real:
        case FieldType::share:
        case FieldType::rate:
            QVERIFY2(good(field.least) && good(field.most), name.constData());
            QVERIFY2(!good(std::nextafter(field.least, -1e300)) && !good(std::nextafter(field.most, 1e300)),
                     name.constData());
            break;
        case FieldType::choice:
            QVERIFY2(!good(QStringLiteral("nonsense")) && !good(QString()), name.constData());
            break;
        case FieldType::text:
            QVERIFY2(!good(QString(10'000, u'1')) && !good(QStringLiteral("two\nlines")), name.constData());
            break;
        case FieldType::outcomes:
            QVERIFY2(good(QStringList()) && !good(QStringList(QStringLiteral("ok"))), name.constData());
            break;
        case FieldType::flag: QVERIFY2(!good(QStringLiteral("true")), name.constData()); break;
        case FieldType::durations: {
            const Duration least(static_cast<std::int64_t>(field.least));
            const Duration most(static_cast<std::int64_t>(field.most));
            QVERIFY2(good(Durations()) && good(Durations{least, most}), name.constData());
            QVERIFY2(!good(Durations{least, least - 1ns}) && !good(Durations{most + 1ns}), name.constData());
            QVERIFY2(good(Durations(mostDurations, least)) && !good(Durations(mostDurations + 1, least)),
                     name.constData());
            QVERIFY2(!good(least) && !good(QStringList(QStringLiteral("1s"))), name.constData());
            break;
        }
        }
    }
}

void TestFields::everyValueRoundTripsThroughText()
{
    QRandomGenerator random(11);
    for (const Field &field : fields()) {
        if (field.type == FieldType::text && field.rule == TextRule::name)
            continue;
        for (int i = 0; i < 200; ++i) {
            const FieldValue value = randomValue(field, random);
            const QString text = fieldText(field, value);
            const Result<FieldValue> back = fieldFromText(field, text);
            QVERIFY2(back, qPrintable(text));
            QVERIFY2(*back == value, qPrintable(text));
        }
    }
}

void TestFields::unlimitedOnlyWhereItMakesSense()
{
    Experiment experiment = experimentWithFaults(1);
    QVERIFY(setFieldText(experiment, u"chain.client.policy.deadline", u"unlimited"));
    QVERIFY(setFieldText(experiment, u"chain.client.policy.retry.backoff.cap", u"unlimited"));
    QVERIFY(setFieldText(experiment, u"chain.service.queue.limit", u"unlimited"));
    QCOMPARE(experiment.world.service().queue.limit, unlimitedCount);
    QVERIFY(setFieldText(experiment, u"faults.f0.to", u"unlimited"));
    QVERIFY(experiment.world.faults[0].to == never);
    QVERIFY(!setFieldText(experiment, u"chain.client.policy.retry.backoff.base", u"unlimited"));
    QVERIFY(!setFieldText(experiment, u"chain.client.policy.retry.maxAttempts", u"unlimited"));
    // The number that stands for it inside is just a number that is too large.
    QCOMPARE(setFieldText(experiment, u"chain.service.queue.limit", u"4294967295").error().message,
             QStringLiteral("4294967295 is out of range; allowed: 0 to 1000000 or \"unlimited\""));
}

void TestFields::notANumberIsRefused()
{
    Experiment experiment = defaultExperiment();
    for (const QStringView text : {u"nan", u"inf", u"-inf", u"", u"1e999", u"0x10", u"1 2"}) {
        QVERIFY2(!setFieldText(experiment, u"chain.client.policy.retry.proportion", text), qPrintable(text.toString()));
        QVERIFY2(!setFieldText(experiment, u"traffic.clients", text), qPrintable(text.toString()));
    }
    QVERIFY(!setField(experiment, u"chain.client.policy.retry.proportion", std::nan("")));
    QCOMPARE(setFieldText(experiment, u"traffic.clients", u"2.5").error().message,
             QStringLiteral("2.5 is not a whole number; allowed: 1 to 1000000"));
    QVERIFY(setFieldText(experiment, u"traffic.clients", u"1e3"));
    QCOMPARE(experiment.world.traffic.clients, 1000U);
}

void TestFields::theSeedHasSixtyFourBits()
{
    Experiment experiment = defaultExperiment();
    QVERIFY(setFieldText(experiment, u"seed", u"18446744073709551615"));
    QCOMPARE(experiment.world.seed, ~std::uint64_t{0});
    QVERIFY(setFieldText(experiment, u"seed", u"0"));
    QCOMPARE(experiment.world.seed, std::uint64_t{0});
    for (const QStringView text : {u"18446744073709551616", u"-1", u"007", u"1.0", u"", u"+1"})
        QVERIFY2(!setFieldText(experiment, u"seed", text), qPrintable(text.toString()));
}

void TestFields::outcomesAreNamed()
{
    Experiment experiment = defaultExperiment();
    QVERIFY(setFieldText(experiment, u"chain.client.policy.retry.on", u"500,timeout,4xx"));
    const OutcomeSet &on = experiment.world.callers().policy.retry.on;
    QVERIFY(on.hasKind(OutcomeKind::timeout));
    QVERIFY(on.contains(outcomeOfStatus(500)) && !on.contains(outcomeOfStatus(501)));
    QVERIFY(on.contains(outcomeOfStatus(400)) && on.contains(outcomeOfStatus(499)));
    QVERIFY(!on.hasKind(OutcomeKind::refused));
    QCOMPARE(std::get<QStringList>(*getField(experiment, u"chain.client.policy.retry.on")),
             QStringList({QStringLiteral("timeout"), QStringLiteral("4xx"), QStringLiteral("500")}));
    QVERIFY(setFieldText(experiment, u"chain.client.policy.retry.on", u"none"));
    QVERIFY(experiment.world.callers().policy.retry.on == OutcomeSet());
    for (const QStringView text : {u"ok", u"399", u"600", u"3xx", u"timeout,", u"Timeout", u"+50", u" 503"})
        QVERIFY2(!setFieldText(experiment, u"chain.client.policy.retry.on", text), qPrintable(text.toString()));
}

void TestFields::aDistributionKeepsItsMeanWhenItsKindChanges()
{
    Experiment experiment = defaultExperiment();
    const QString kind = QStringLiteral("chain.service.serviceTime.kind");
    const Distribution &time = experiment.world.service().serviceTime;
    QVERIFY(setFieldText(experiment, kind, u"fixed"));
    QCOMPARE(time.a, Duration(10ms));
    QVERIFY(setFieldText(experiment, kind, u"uniform"));
    QVERIFY((time == Distribution{DistributionKind::uniform, 0ms, 20ms}));
    QVERIFY(setFieldText(experiment, kind, u"exponential"));
    QVERIFY((time == Distribution{DistributionKind::exponential, 10ms, 0ms}));
}

void TestFields::onlyTheKindsOwnNumberCanBeSet()
{
    Experiment experiment = defaultExperiment();
    QVERIFY(setFieldText(experiment, u"chain.service.serviceTime.mean", u"5ms"));
    QCOMPARE(experiment.world.service().serviceTime.a, Duration(5ms));
    const Result<void> result = setFieldText(experiment, u"chain.service.serviceTime.value", u"5ms");
    QVERIFY(!result);
    QCOMPARE(result.error().message, QStringLiteral("only the kind \"fixed\" has this; the kind is \"exponential\""));
}

void TestFields::aFieldAppliesUnderItsKind()
{
    Experiment experiment = experimentWithFaults(1);
    QVERIFY(applies(experiment, u"chain.client.policy.retry.backoff.multiplier"));
    QVERIFY(!applies(experiment, u"chain.client.policy.retry.backoff.increment"));
    QVERIFY(!applies(experiment, u"chain.client.policy.retry.proportion"));
    QVERIFY(!applies(experiment, u"chain.client.policy.breaker.size"));
    QVERIFY(!applies(experiment, u"traffic.clients"));
    QVERIFY(!applies(experiment, u"faults.f0.add"));
    QVERIFY(!applies(experiment, u"chain.client.slots"));
    QVERIFY(!applies(experiment, u"chain.nobody.slots"));
    QVERIFY(setFieldText(experiment, u"chain.client.policy.breaker.kind", u"timeWindow"));
    QVERIFY(applies(experiment, u"chain.client.policy.breaker.window"));
    QVERIFY(!applies(experiment, u"chain.client.policy.breaker.size"));
    // Decorrelated jitter takes no notice of the backoff's growth.
    QVERIFY(setFieldText(experiment, u"chain.client.policy.retry.jitter", u"decorrelated"));
    QVERIFY(!applies(experiment, u"chain.client.policy.retry.backoff.multiplier"));
    // It can be set all the same, and keeps its number.
    QVERIFY(setFieldText(experiment, u"chain.client.policy.retry.backoff.multiplier", u"3"));
}

void TestFields::unknownPathsAreExplained_data()
{
    QTest::addColumn<QString>("message");
    QTest::newRow("chain.client.policy.retry.maxAttemps")
        << QStringLiteral("no such field; did you mean \"chain.client.policy.retry.maxAttempts\"?");
    QTest::newRow("sed") << QStringLiteral("no such field; did you mean \"seed\"?");
    QTest::newRow("absolutely.nothing.like.it.at.all") << QStringLiteral("no such field");
    QTest::newRow("chain.gateway.slots") << QStringLiteral("there is no node \"gateway\"; there is: client, service");
    QTest::newRow("faults.blip.to") << QStringLiteral("there is no fault \"blip\"; there are none");
    QTest::newRow("chain.*.slots") << QStringLiteral("there is no node \"*\"; there is: client, service");
    QTest::newRow("chain.client.slots") << QStringLiteral("the first node is the callers; it serves nobody");
    QTest::newRow("chain.service.policy.timeout") << QStringLiteral("the last node calls nobody and has no policy");
    QTest::newRow("chain") << QStringLiteral("no such field");
    QTest::newRow("") << QStringLiteral("no such field");
}

void TestFields::unknownPathsAreExplained()
{
    Experiment experiment = defaultExperiment();
    const QString path = QString::fromLatin1(QTest::currentDataTag());
    const Result<void> result = setFieldText(experiment, path, u"1s");
    QVERIFY(!result);
    QCOMPARE(result.error().path, path);
    if (path != u"chain.client.slots")
        QTEST(result.error().message, "message");
}

void TestFields::aRefusedSettingChangesNothing()
{
    Experiment experiment = experimentWithFaults(1);
    const Experiment before = experiment;
    QVERIFY(!setFieldText(experiment, u"chain.client.policy.retry.maxAttempts", u"0"));
    QVERIFY(!setFieldText(experiment, u"chain.client.policy.retry.on", u"timeout,nonsense"));
    QVERIFY(!setFieldText(experiment, u"chain.service.name", u"a.b"));
    QVERIFY(!setFieldText(experiment, u"faults.f0.node", u"client"));
    QVERIFY(!setField(experiment, u"traffic.rate", std::int64_t{5}));
    QVERIFY(experiment == before);
}

void TestFields::partnersFollow()
{
    Experiment experiment = experimentWithFaults(1);
    Backoff &backoff = experiment.world.callers().policy.retry.backoff;
    const auto set = [&](QStringView path, QStringView text) {
        QVERIFY(setFieldText(experiment, path, text));
        settlePartners(experiment, path);
        QVERIFY(validate(experiment));
    };
    set(u"chain.client.policy.retry.backoff.base", u"40s");
    QCOMPARE(backoff.cap, Duration(40s));
    set(u"chain.client.policy.retry.backoff.cap", u"5s");
    QCOMPARE(backoff.base, Duration(5s));
    set(u"chain.client.policy.retry.backoff.cap", u"unlimited");
    QCOMPARE(backoff.base, Duration(5s));
    set(u"warmup", u"20s");
    QCOMPARE(experiment.world.duration, Duration(20s + 1ms));
    set(u"faults.f0.to", u"3s");
    set(u"faults.f0.from", u"4s");
    QVERIFY(experiment.world.faults[0].to > experiment.world.faults[0].from);
    set(u"chain.service.serviceTime.kind", u"uniform");
    set(u"chain.service.serviceTime.min", u"50ms");
    QCOMPARE(experiment.world.service().serviceTime.b, Duration(50ms));
}

QTEST_GUILESS_MAIN(TestFields)
#include "tst_fields.moc"
