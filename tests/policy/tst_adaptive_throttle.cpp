// SPDX-License-Identifier: GPL-3.0-or-later
// Google's adaptive throttling, against the published formula and the tests of gRPC's two implementations.
#include "core/policy/budget.h"

#include <QTest>

#include <cmath>

using namespace retrylab;
using namespace std::chrono_literals;

namespace {

BudgetOptions sre(double k, double padding, Duration window = 30s, std::uint32_t slices = 100)
{
    BudgetOptions options;
    options.kind = BudgetKind::adaptiveThrottle;
    options.k = k;
    options.padding = padding;
    options.window = window;
    options.slices = slices;
    return options;
}

} // namespace

class AdaptiveThrottleTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void formula_data();
    void formula();
    void grpcGo_data();
    void grpcGo();
    void grpcJava();
    void firstAttemptsAskOrNot();
    void acceptsAreHealthyAnswers();
};

void AdaptiveThrottleTest::formula_data()
{
    QTest::addColumn<double>("requests");
    QTest::addColumn<double>("accepts");
    QTest::addColumn<double>("k");
    QTest::addColumn<double>("probability");
    const auto row = [](const char *id, double requests, double accepts, double k, double probability) {
        QTest::addRow("%s %g %g %g", id, requests, accepts, k) << requests << accepts << k << probability;
    };
    row("sre-formula-table", 0, 0, 2, 0);
    row("sre-formula-table", 100, 100, 2, 0);
    row("sre-formula-table", 100, 50, 2, 0);
    row("sre-formula-table", 100, 49, 2, 0.019801980198019802);
    row("sre-formula-table", 200, 50, 2, 0.4975124378109453);
    row("sre-formula-table", 1000, 0, 2, 0.999000999000999);
    row("sre-formula-table", 1, 0, 2, 0.5);
    row("sre-formula-k", 100, 50, 1, 0.49504950495049505);
    row("sre-formula-k", 100, 50, 1.1, 0.4455445544554455);
    row("sre-formula-k", 100, 50, 1.5, 0.24752475247524752);
    row("sre-formula-k", 100, 50, 3, 0);
    row("envoy-admission", 100, 40, 2, 0.19801980198019803);
}

void AdaptiveThrottleTest::formula()
{
    QFETCH(double, requests);
    QFETCH(double, accepts);
    QFETCH(double, k);
    QFETCH(double, probability);
    QVERIFY(std::abs(refusalProbability(requests, accepts, k, 1.0) - probability) < 1e-12);
    const BudgetOptions options = sre(k, 1.0);
    Budget budget(options);
    for (int i = 0; i < static_cast<int>(requests); ++i)
        budget.attemptEnded({i < static_cast<int>(accepts) ? OutcomeKind::ok : OutcomeKind::rateLimited, false},
                            Time{});
    QVERIFY(std::abs(budget.balance(Time{}) - (1.0 - probability)) < 1e-12);
    // Refused when the probability exceeds the draw: not at the draw itself, and not for ever, for a refusal counts.
    QVERIFY(budget.admit(Time{}, budget.capacity(Time{}) - budget.balance(Time{}) + 1e-12));
    if (probability > 0)
        QVERIFY(!budget.admit(Time{}, probability - 1e-9));
}

void AdaptiveThrottleTest::grpcGo_data()
{
    QTest::addColumn<double>("k");
    QTest::addColumn<double>("padding");
    QTest::addColumn<QByteArray>("refused");
    QTest::newRow("sre-grpc-baseline") << 1.1 << 8.0 << QByteArray("0000000011111000111");
    QTest::newRow("sre-grpc-padding7") << 1.1 << 7.0 << QByteArray("0000000111111111111");
    QTest::newRow("grpc-go, another ratio") << 1.4 << 8.0 << QByteArray("0000000011000000000");
}

void AdaptiveThrottleTest::grpcGo()
{
    QFETCH(double, k);
    QFETCH(double, padding);
    QFETCH(QByteArray, refused);
    const BudgetOptions options = sre(k, padding, 1ns, 1);
    Budget budget(options);
    const QByteArray answers("TTTTTTTTTAAAAAATTTT"); // throttled, accepted
    for (int i = 0; i < answers.size(); ++i) {
        budget.attemptEnded({answers[i] == 'A' ? OutcomeKind::ok : OutcomeKind::rateLimited, false}, Time{});
        QCOMPARE(budget.admit(Time{}, 0.5), refused[i] == '0');
    }
}

void AdaptiveThrottleTest::grpcJava() // sre-grpc-java
{
    const BudgetOptions options = sre(1.0, 1.0, 1s, 50);
    AdaptiveThrottle throttle(options);
    const auto check = [&](Duration at, std::uint32_t requests, std::uint32_t throttled, double probability) {
        const Counts counts = throttle.counts(Time(at));
        QCOMPARE(counts, (Counts{requests, requests - throttled}));
        QVERIFY(std::abs(throttle.probability(Time(at), options) - probability) < 1e-4);
    };
    throttle.answered(Time(1ms), true);
    check(1ms, 1, 0, 0);
    throttle.answered(Time(2ms), false);
    check(2ms, 2, 1, 0.3333333333333333);
    throttle.answered(Time(501ms), false);
    check(501ms, 3, 2, 0.5);
    QVERIFY(throttle.refuses(Time(501ms), 0.4, options));
    check(501ms, 4, 3, 0.6);
    check(1250ms, 2, 2, 0.6666666666666666);
}

void AdaptiveThrottleTest::firstAttemptsAskOrNot()
{
    for (const auto admit : {BudgetAdmit::attempts, BudgetAdmit::retries}) {
        BudgetOptions options = sre(2, 0);
        options.admit = admit;
        Budget budget(options);
        budget.attemptEnded({OutcomeKind::rateLimited, true}, Time{});
        QCOMPARE(budget.admit(Time{}, 0.9), admit == BudgetAdmit::retries);
        QVERIFY(!budget.withdraw(OutcomeKind::rateLimited, Time{}, 0.9).granted);
        QVERIFY(budget.admit(Time(31s), 0.9)); // all forgotten
        QVERIFY(budget.withdraw(OutcomeKind::rateLimited, Time(31s), 0.9).granted);
    }
}

void AdaptiveThrottleTest::acceptsAreHealthyAnswers()
{
    // What says that the service is unwell was not accepted; the caller's own mistakes were.
    const BudgetOptions options = sre(1, 0);
    for (int kind = 0; kind < outcomeKindCount; ++kind) {
        const auto outcome = static_cast<OutcomeKind>(kind);
        const bool accepted = outcome == OutcomeKind::ok || outcome == OutcomeKind::clientError
                              || outcome == OutcomeKind::conflict || outcome == OutcomeKind::validation
                              || outcome == OutcomeKind::parseError;
        Budget budget(options);
        budget.attemptEnded({outcome, false}, Time{});
        QCOMPARE(budget.balance(Time{}), accepted ? 1.0 : 0.0);
    }
}

QTEST_APPLESS_MAIN(AdaptiveThrottleTest)
#include "tst_adaptive_throttle.moc"
