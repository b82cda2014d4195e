// SPDX-License-Identifier: GPL-3.0-or-later
// Public bugs of retry budgets. Which bug is tested where, PUBLIC_BUGS.md tells.
#include "tests/oracle/failing_call.h"
#include "tests/policy/budgets.h"

#include <QTest>

using namespace retrylab;
using namespace budgets;
using namespace std::chrono_literals;

namespace {

void succeed(Budget &budget)
{
    budget.callStarted(Time{});
    budget.attemptStarted(false);
    budget.attemptEnded({OutcomeKind::ok, false, false, 0}, Time{});
}

/// '1' for each of six requests under way whose retry goes when they are reset one after the other.
QByteArray retriesAfterSixResets(const BudgetOptions &options)
{
    Budget budget(options);
    for (int request = 0; request < 6; ++request)
        budget.attemptStarted(false);
    QByteArray gone;
    for (int request = 0; request < 6; ++request) {
        budget.attemptEnded({OutcomeKind::reset, true, false, 0}, Time{});
        gone += retryGoes(budget) ? '1' : '0';
    }
    return gone;
}

} // namespace

class PublicBugsBudgetTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void shareIsExact();
    void shareOfActiveRequests();
    void waitingRetriesCountAsSaid();
    void successRefillsADrainedQuota();
    void successGivesOneBack();
    void quotaEndsRetries_data();
    void quotaEndsRetries();
    void budgetGoesOnAfterIdling_data();
    void budgetGoesOnAfterIdling();
};

void PublicBugsBudgetTest::shareIsExact() // tower-rs/tower#857
{
    for (const BudgetArithmetic arithmetic : {BudgetArithmetic::exact, BudgetArithmetic::thousandth}) {
        BudgetOptions options = ratioOptions(0.6, 10s, 0, arithmetic);
        options.windowRule = WindowRule::restartingUp; // tower's
        Budget budget(options);
        for (int request = 0; request < 100; ++request)
            budget.callStarted(Time{});
        QCOMPARE(retriesUntilRefused(budget), 60);
    }
}

void PublicBugsBudgetTest::shareOfActiveRequests() // envoyproxy/envoy-mobile#811
{
    // All of the active requests may be retries, and a request that was reset is active no more: 5, 4, 3, 2, 1, 0.
    QCOMPARE(retriesAfterSixResets(envoy(100, 0)), QByteArray("111000"));
}

void PublicBugsBudgetTest::waitingRetriesCountAsSaid() // envoyproxy/envoy#30205
{
    BudgetOptions options = envoy(100, 0);
    QVERIFY(!options.waitingIsActive); // Envoy's rule
    QCOMPARE(retriesAfterSixResets(options), QByteArray("111000"));
    options.waitingIsActive = true;
    QCOMPARE(retriesAfterSixResets(options), QByteArray("111111"));
}

void PublicBugsBudgetTest::successRefillsADrainedQuota() // aws/aws-sdk-go-v2#3550
{
    const BudgetOptions options = aws(500);
    Budget budget(options);
    QCOMPARE(retriesUntilRefused(budget), 100);
    for (int success = 0; success < 4; ++success)
        succeed(budget);
    QVERIFY(!retryGoes(budget));
    succeed(budget);
    QVERIFY(retryGoes(budget)); // five successes are one retry
}

void PublicBugsBudgetTest::successGivesOneBack() // aws/aws-sdk-java-v2#5345
{
    BudgetOptions options = aws(500);
    options.initial = 400;
    Budget budget(options);
    succeed(budget);
    QCOMPARE(budget.balance(Time{}), 401.0);
}

void PublicBugsBudgetTest::quotaEndsRetries_data()
{
    QTest::addColumn<OutcomeKind>("outcome");
    QTest::addColumn<std::uint32_t>("attempts");
    // 500 tokens at 5 a retry, and at 10 after a timeout, and the attempt that needs none.
    QTest::newRow("awslabs/aws-sdk-rust#1234") << OutcomeKind::unavailable << 101U;
    QTest::newRow("awslabs/aws-sdk-rust#1234, timeouts") << OutcomeKind::timeout << 51U;
}

void PublicBugsBudgetTest::quotaEndsRetries()
{
    QFETCH(OutcomeKind, outcome);
    QFETCH(std::uint32_t, attempts);
    Backoff atOnce;
    atOnce.kind = BackoffKind::none;
    Policy policy = oracle::failingPolicy(atOnce, 1000);
    policy.budget = aws(500);
    Breaker breaker(policy.breaker);
    Budget budget(policy.budget);
    Call call(1);
    Decision next = call.start(policy, {breaker, &budget}, Time{});
    while (next.kind != Decision::Kind::done) {
        next = next.kind == Decision::Kind::attempt
                   ? call.attemptEnded(policy, {breaker, &budget}, Time{}, next.ticket, {outcome, 0})
                   : call.resume(policy, {breaker, &budget}, next.at);
    }
    QCOMPARE(next.reason, EndReason::budgetDenied);
    QCOMPARE(call.attempts(), attempts);
}

void PublicBugsBudgetTest::budgetGoesOnAfterIdling_data()
{
    QTest::addColumn<WindowRule>("rule");
    QTest::newRow("linkedin/venice#1498, aligned") << WindowRule::aligned;
    QTest::newRow("linkedin/venice#1498, restarting") << WindowRule::restarting;
    QTest::newRow("linkedin/venice#1498, restarting up") << WindowRule::restartingUp;
}

void PublicBugsBudgetTest::budgetGoesOnAfterIdling()
{
    QFETCH(WindowRule, rule);
    BudgetOptions options = ratioOptions(0.1, 10s, 1);
    options.windowRule = rule;
    Budget budget(options);
    const auto request = [&](int count, Time now) {
        for (int i = 0; i < count; ++i)
            budget.callStarted(now);
    };
    request(100, Time{});
    QCOMPARE(retriesUntilRefused(budget, Time{}), 20); // ten of the share, ten of the reserve
    const Time later(5min);
    QCOMPARE(retriesUntilRefused(budget, later), 10); // the reserve is back
    request(50, later + 1s);
    QCOMPARE(retriesUntilRefused(budget, later + 1s), 5); // and new traffic earns its share
}

QTEST_APPLESS_MAIN(PublicBugsBudgetTest)
#include "tst_public_bugs_budget.moc"
