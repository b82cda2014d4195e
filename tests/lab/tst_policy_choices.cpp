// SPDX-License-Identifier: GPL-3.0-or-later
// The choices of a policy in the field table: each name means its enumerator, and none is forgotten.
#include "core/lab/fields.h"

#include "core/lab/fields_choices.h"
#include "core/policy/hint_presets.h"

#include "experiment_fixture.h"
#include "policy_fixture.h"

#include <QSet>
#include <QtTest>

using namespace retrylab;
using namespace std::chrono_literals;

namespace {

using Holds = bool (*)(const Policy &);

/// "kind=none" and whether a policy has it, for every choice of every field.
QList<std::pair<QString, Holds>> choices()
{
    QList<std::pair<QString, Holds>> rows;
    const auto row = [&](const char *setting, Holds holds) { rows.append({QString::fromLatin1(setting), holds}); };
    row("deadlineMode=refuse", [](const Policy &p) { return p.deadlineMode == DeadlineMode::refuse; });
    row("deadlineMode=refuseBeyond", [](const Policy &p) { return p.deadlineMode == DeadlineMode::refuseBeyond; });
    row("deadlineMode=clamp", [](const Policy &p) { return p.deadlineMode == DeadlineMode::clamp; });
    row("deadlineMode=afterAttempt", [](const Policy &p) { return p.deadlineMode == DeadlineMode::afterAttempt; });
    row("retry.backoff.kind=none", [](const Policy &p) { return p.retry.backoff.kind == BackoffKind::none; });
    row("retry.backoff.kind=fixed", [](const Policy &p) { return p.retry.backoff.kind == BackoffKind::fixed; });
    row("retry.backoff.kind=linear", [](const Policy &p) { return p.retry.backoff.kind == BackoffKind::linear; });
    row("retry.backoff.kind=exponential",
        [](const Policy &p) { return p.retry.backoff.kind == BackoffKind::exponential; });
    row("retry.backoff.kind=list", [](const Policy &p) { return p.retry.backoff.kind == BackoffKind::list; });
    row("retry.backoff.steps=floating",
        [](const Policy &p) { return p.retry.backoff.steps == BackoffSteps::floating; });
    row("retry.backoff.steps=integer", [](const Policy &p) { return p.retry.backoff.steps == BackoffSteps::integer; });
    row("retry.backoff.capOrder=beforeJitter",
        [](const Policy &p) { return p.retry.backoff.capOrder == CapOrder::beforeJitter; });
    row("retry.backoff.capOrder=afterJitter",
        [](const Policy &p) { return p.retry.backoff.capOrder == CapOrder::afterJitter; });
    row("retry.jitter=none", [](const Policy &p) { return p.retry.jitter.kind == Jitter::none; });
    row("retry.jitter=full", [](const Policy &p) { return p.retry.jitter.kind == Jitter::full; });
    row("retry.jitter=equal", [](const Policy &p) { return p.retry.jitter.kind == Jitter::equal; });
    row("retry.jitter=decorrelated", [](const Policy &p) { return p.retry.jitter.kind == Jitter::decorrelated; });
    row("retry.jitter=proportional", [](const Policy &p) { return p.retry.jitter.kind == Jitter::proportional; });
    row("retry.jitter=added", [](const Policy &p) { return p.retry.jitter.kind == Jitter::added; });
    row("retry.jitter=aroundTime", [](const Policy &p) { return p.retry.jitter.kind == Jitter::aroundTime; });
    row("retry.jitter=addedTime", [](const Policy &p) { return p.retry.jitter.kind == Jitter::addedTime; });
    row("retry.jitter=decorrelatedArticle",
        [](const Policy &p) { return p.retry.jitter.kind == Jitter::decorrelatedArticle; });
    row("retry.jitter=decorrelatedV2", [](const Policy &p) { return p.retry.jitter.kind == Jitter::decorrelatedV2; });
    row("budget.kind=none", [](const Policy &p) { return p.budget.kind == BudgetKind::none; });
    row("budget.kind=ratio", [](const Policy &p) { return p.budget.kind == BudgetKind::ratio; });
    row("budget.kind=tokenBucket", [](const Policy &p) { return p.budget.kind == BudgetKind::tokenBucket; });
    row("budget.kind=grpcThrottle", [](const Policy &p) { return p.budget.kind == BudgetKind::grpcThrottle; });
    row("budget.kind=activeShare", [](const Policy &p) { return p.budget.kind == BudgetKind::activeShare; });
    row("budget.kind=adaptiveThrottle", [](const Policy &p) { return p.budget.kind == BudgetKind::adaptiveThrottle; });
    row("budget.scope=caller", [](const Policy &p) { return p.budget.scope == BudgetScope::caller; });
    row("budget.scope=shared", [](const Policy &p) { return p.budget.scope == BudgetScope::shared; });
    row("budget.admit=retries", [](const Policy &p) { return p.budget.admit == BudgetAdmit::retries; });
    row("budget.admit=attempts", [](const Policy &p) { return p.budget.admit == BudgetAdmit::attempts; });
    row("budget.deposit=request", [](const Policy &p) { return p.budget.deposit == BudgetDeposit::request; });
    row("budget.deposit=notRetryable", [](const Policy &p) { return p.budget.deposit == BudgetDeposit::notRetryable; });
    row("budget.arithmetic=exact", [](const Policy &p) { return p.budget.arithmetic == BudgetArithmetic::exact; });
    row("budget.arithmetic=thousandth",
        [](const Policy &p) { return p.budget.arithmetic == BudgetArithmetic::thousandth; });
    row("budget.refund=none", [](const Policy &p) { return p.budget.refund == BudgetRefund::none; });
    row("budget.refund=lastCost", [](const Policy &p) { return p.budget.refund == BudgetRefund::lastCost; });
    row("budget.sendRate=unlimited", [](const Policy &p) { return p.budget.sendRate == SendRate::any; });
    row("budget.sendRate=adaptive", [](const Policy &p) { return p.budget.sendRate == SendRate::adaptive; });
    row("budget.windowRule=aligned", [](const Policy &p) { return p.budget.windowRule == WindowRule::aligned; });
    row("budget.windowRule=restarting", [](const Policy &p) { return p.budget.windowRule == WindowRule::restarting; });
    row("budget.windowRule=restartingUp",
        [](const Policy &p) { return p.budget.windowRule == WindowRule::restartingUp; });
    row("breaker.kind=none", [](const Policy &p) { return p.breaker.kind == BreakerKind::none; });
    row("breaker.kind=consecutive", [](const Policy &p) { return p.breaker.kind == BreakerKind::consecutive; });
    row("breaker.kind=countWindow", [](const Policy &p) { return p.breaker.kind == BreakerKind::countWindow; });
    row("breaker.kind=timeWindow", [](const Policy &p) { return p.breaker.kind == BreakerKind::timeWindow; });
    row("breaker.kind=lifetime", [](const Policy &p) { return p.breaker.kind == BreakerKind::lifetime; });
    row("breaker.mode=automatic", [](const Policy &p) { return p.breaker.mode == BreakerMode::automatic; });
    row("breaker.mode=forcedOpen", [](const Policy &p) { return p.breaker.mode == BreakerMode::forcedOpen; });
    row("breaker.mode=forcedClosed", [](const Policy &p) { return p.breaker.mode == BreakerMode::forcedClosed; });
    row("breaker.mode=metricsOnly", [](const Policy &p) { return p.breaker.mode == BreakerMode::metricsOnly; });
    row("breaker.order=outside", [](const Policy &p) { return p.breaker.order == BreakerOrder::outside; });
    row("breaker.order=inside", [](const Policy &p) { return p.breaker.order == BreakerOrder::inside; });
    row("breaker.scope=caller", [](const Policy &p) { return p.breaker.scope == BreakerScope::caller; });
    row("breaker.scope=shared", [](const Policy &p) { return p.breaker.scope == BreakerScope::shared; });
    row("breaker.gates=all", [](const Policy &p) { return p.breaker.gates == BreakerGates::all; });
    row("breaker.gates=retries", [](const Policy &p) { return p.breaker.gates == BreakerGates::retries; });
    row("breaker.judges=failures", [](const Policy &p) { return p.breaker.judges == BreakerJudges::failures; });
    row("breaker.judges=outcomes", [](const Policy &p) { return p.breaker.judges == BreakerJudges::outcomes; });
    row("breaker.compare=atLeast", [](const Policy &p) { return p.breaker.compare == Threshold::atLeast; });
    row("breaker.compare=above", [](const Policy &p) { return p.breaker.compare == Threshold::above; });
    row("breaker.roll=aligned", [](const Policy &p) { return p.breaker.roll == WindowRoll::aligned; });
    row("breaker.roll=fromActivity", [](const Policy &p) { return p.breaker.roll == WindowRoll::fromActivity; });
    row("breaker.late=dropped", [](const Policy &p) { return p.breaker.late == LateOutcome::dropped; });
    row("breaker.late=counted", [](const Policy &p) { return p.breaker.late == LateOutcome::counted; });
    row("breaker.late=intoWindow", [](const Policy &p) { return p.breaker.late == LateOutcome::intoWindow; });
    row("breaker.place=together", [](const Policy &p) { return p.breaker.place == WindowPlace::together; });
    row("breaker.place=apart", [](const Policy &p) { return p.breaker.place == WindowPlace::apart; });
    row("breaker.ignored=neutral", [](const Policy &p) { return p.breaker.ignored == IgnoredError::neutral; });
    row("breaker.ignored=success", [](const Policy &p) { return p.breaker.ignored == IgnoredError::success; });
    row("breaker.ignored=probeSuccess",
        [](const Policy &p) { return p.breaker.ignored == IgnoredError::probeSuccess; });
    row("breaker.open.growth=exponential",
        [](const Policy &p) { return p.breaker.openGrowth == OpenGrowth::exponential; });
    row("breaker.open.growth=linear", [](const Policy &p) { return p.breaker.openGrowth == OpenGrowth::linear; });
    row("breaker.open.ends=atTime", [](const Policy &p) { return p.breaker.openEnds == OpenEnds::atTime; });
    row("breaker.open.ends=afterTime", [](const Policy &p) { return p.breaker.openEnds == OpenEnds::afterTime; });
    row("breaker.open.halfOpenBy=call", [](const Policy &p) { return p.breaker.halfOpenBy == HalfOpenBy::call; });
    row("breaker.open.halfOpenBy=timer", [](const Policy &p) { return p.breaker.halfOpenBy == HalfOpenBy::timer; });
    row("breaker.halfOpen.rule=atOnce", [](const Policy &p) { return p.breaker.probeRule == ProbeRule::atOnce; });
    row("breaker.halfOpen.rule=inAll", [](const Policy &p) { return p.breaker.probeRule == ProbeRule::inAll; });
    row("breaker.halfOpen.verdict=streak", [](const Policy &p) { return p.breaker.verdict == ProbeVerdict::streak; });
    row("breaker.halfOpen.verdict=sample", [](const Policy &p) { return p.breaker.verdict == ProbeVerdict::sample; });
    row("breaker.halfOpen.verdict=opensEarly",
        [](const Policy &p) { return p.breaker.verdict == ProbeVerdict::opensEarly; });
    row("breaker.halfOpen.verdict=forced", [](const Policy &p) { return p.breaker.verdict == ProbeVerdict::forced; });
    row("breaker.halfOpen.afterMaxWait=closed",
        [](const Policy &p) { return p.breaker.afterMaxWait == BreakerState::closed; });
    row("breaker.halfOpen.afterMaxWait=open",
        [](const Policy &p) { return p.breaker.afterMaxWait == BreakerState::open; });
    row("hedge.kind=none", [](const Policy &p) { return p.hedge.kind == HedgeKind::none; });
    row("hedge.kind=delay", [](const Policy &p) { return p.hedge.kind == HedgeKind::delay; });
    row("hedge.kind=percentile", [](const Policy &p) { return p.hedge.kind == HedgeKind::percentile; });
    row("hedge.afterFailure=atOnce", [](const Policy &p) { return p.hedge.afterFailure == HedgeAfterFailure::atOnce; });
    row("hedge.afterFailure=onTime", [](const Policy &p) { return p.hedge.afterFailure == HedgeAfterFailure::onTime; });
    row("hedge.scope=caller", [](const Policy &p) { return p.hedge.scope == HedgeScope::caller; });
    row("hedge.scope=shared", [](const Policy &p) { return p.hedge.scope == HedgeScope::shared; });
    row("fallback.kind=none", [](const Policy &p) { return p.fallback.kind == FallbackKind::none; });
    row("fallback.kind=cache", [](const Policy &p) { return p.fallback.kind == FallbackKind::cache; });
    row("fallback.kind=default", [](const Policy &p) { return p.fallback.kind == FallbackKind::value; });
    row("fallback.kind=backup", [](const Policy &p) { return p.fallback.kind == FallbackKind::backup; });
    row("fallback.on=failure", [](const Policy &p) { return p.fallback.on == FallbackOn::failure; });
    row("fallback.on=open", [](const Policy &p) { return p.fallback.on == FallbackOn::open; });
    return rows;
}

} // namespace

Q_DECLARE_METATYPE(Holds)

class TestPolicyChoices : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void choicesAreTheEnumerators_data();
    void choicesAreTheEnumerators();
    void everyChoiceIsNamedHere();
    void hintsAreHeededLikeKnownClients();
    void aStateThatIsNoChoiceIsRefused();
};

void TestPolicyChoices::choicesAreTheEnumerators_data()
{
    QTest::addColumn<Holds>("holds");
    for (const auto &[setting, holds] : choices())
        QTest::newRow(qPrintable(setting)) << holds;
}

void TestPolicyChoices::choicesAreTheEnumerators()
{
    QFETCH(Holds, holds);
    const QString setting = QString::fromLatin1(QTest::currentDataTag());
    Experiment experiment = defaultExperiment();
    QVERIFY(setFields(experiment, setting));
    QVERIFY(holds(policyOf(experiment)));
    QCOMPARE(textOf(experiment, setting.section(u'=', 0, 0)), setting.section(u'=', 1));
}

void TestPolicyChoices::everyChoiceIsNamedHere()
{
    QSet<QString> named;
    for (const auto &[setting, holds] : choices())
        named.insert(setting);
    QSet<QString> offered;
    for (const Field &field : fields())
        if (field.path.starts_with("chain.*.policy.") && field.type == FieldType::choice
            && field.path != "chain.*.policy.dialect"           // its names are files: see tst_dialects.cpp
            && field.path != "chain.*.policy.retry.retryAfter") // and those are presets: see below
            for (const std::string_view choice : field.choices)
                offered.insert(pathOf(field).mid(policyPrefix.size()) + u'='
                               + QString::fromLatin1(choice.data(), static_cast<qsizetype>(choice.size())));
    QCOMPARE(named, offered);
}

void TestPolicyChoices::hintsAreHeededLikeKnownClients()
{
    const QString path = QStringLiteral("chain.client.policy.retry.retryAfter");
    QStringList names{QStringLiteral("ignore"), QStringLiteral("honour")};
    Experiment experiment = defaultExperiment();
    QVERIFY(setFields(experiment, QStringLiteral("retry.hint.least=2s retry.hint.most=9s")));
    for (const HintPreset &preset : hintPresets) {
        const QString name = preset.name == "rfc9110" ? QStringLiteral("honour")
                                                      : QString::fromStdString(std::string(preset.name));
        QVERIFY2(setFieldText(experiment, path, name), qPrintable(name));
        HintRules expected = preset.rules;
        expected.least = 2s; // the limits are fields of their own
        expected.most = 9s;
        QVERIFY(policyOf(experiment).retry.hint == expected);
        QCOMPARE(textOf(experiment, QStringLiteral("retry.retryAfter")), name);
        if (!names.contains(name))
            names += name;
    }
    QVERIFY(setFieldText(experiment, path, u"ignore"));
    QVERIFY(policyOf(experiment).retry.hint.headers[0] == HintHeader::none);
    QVERIFY(!applies(experiment, u"chain.client.policy.retry.hint.most"));
    QCOMPARE(namesOf(findField(path)->choices), names);
}

void TestPolicyChoices::aStateThatIsNoChoiceIsRefused()
{
    Experiment experiment = defaultExperiment();
    experiment.world.callers().policy.breaker.afterMaxWait = BreakerState::halfOpen;
    const Result<void> valid = validate(experiment);
    QVERIFY(!valid);
    QCOMPARE(valid.error().path, policyPrefix + QStringLiteral("breaker.halfOpen.afterMaxWait"));
    QCOMPARE(valid.error().message, QStringLiteral("\"\" is not a choice; allowed: closed, open"));
    QVERIFY(!setFields(experiment, QStringLiteral("breaker.halfOpen.afterMaxWait=halfOpen")));
}

QTEST_GUILESS_MAIN(TestPolicyChoices)
#include "tst_policy_choices.moc"
