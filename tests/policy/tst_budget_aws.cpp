// SPDX-License-Identifier: GPL-3.0-or-later
// Token buckets with costs and refunds, against the test vectors of the AWS SDKs and what botocore was seen to do.
#include "tests/policy/budgets.h"

#include <QTest>

#include <vector>

using namespace retrylab;
using namespace budgets;

namespace {

constexpr int timedOut = 0; // in lists of answers: no status

BudgetOptions aws2026(double quota)
{
    return aws(quota, 14, 14);
}

Outcome outcomeOf(int status)
{
    return status == timedOut ? Outcome{OutcomeKind::timeout, 0} : outcomeOfStatus(static_cast<std::uint16_t>(status));
}

struct Played {
    std::vector<double> quota; ///< after each answer
    QByteArray end;
};

/// One call as a client makes it: attempts are looked at before the quota.
Played play(Budget &budget, int maxAttempts, const std::vector<int> &answers)
{
    Played played;
    Withdrawal last;
    budget.callStarted(Time{});
    for (int attempt = 1; attempt <= static_cast<int>(answers.size()); ++attempt) {
        const Outcome outcome = outcomeOf(answers[static_cast<std::size_t>(attempt - 1)]);
        const bool ok = outcome.kind == OutcomeKind::ok;
        budget.attemptStarted(attempt > 1);
        budget.attemptEnded({outcome.kind, !ok, attempt > 1, last.cost}, Time{});
        if (ok)
            played.end = "success";
        else if (attempt == maxAttempts)
            played.end = "max_attempts";
        else if (last = budget.withdraw(outcome.kind, Time{}, 0.0); !last.granted)
            played.end = "quota_exceeded";
        played.quota.push_back(budget.balance(Time{}));
        if (!played.end.isEmpty())
            break;
    }
    return played;
}

} // namespace

class BudgetAwsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void awsCall_data();
    void awsCall();
    void awsCallsShareTheQuota();
    void awsQuota();
    void awsSuccessRefills();
    void plainBucket();
};

void BudgetAwsTest::awsCall_data()
{
    QTest::addColumn<BudgetOptions>("options");
    QTest::addColumn<int>("maxAttempts");
    QTest::addColumn<std::vector<int>>("answers");
    QTest::addColumn<std::vector<double>>("quota");
    QTest::addColumn<QByteArray>("end");
    const auto row = [](const char *id, const BudgetOptions &options, int maxAttempts, const std::vector<int> &answers,
                        const std::vector<double> &quota, const char *end) {
        QTest::newRow(id) << options << maxAttempts << answers << quota << QByteArray(end);
    };
    row("aws-std-retry-then-success", aws(500), 3, {500, 500, 200}, {495, 490, 495}, "success");
    row("aws-std-max-attempts", aws(500), 3, {502, 502, 502}, {495, 490, 490}, "max_attempts");
    row("aws-std-quota-one-retry", aws(5), 3, {500, 502}, {0, 0}, "quota_exceeded");
    row("aws-std-quota-empty", aws(0), 3, {500}, {0}, "quota_exceeded");
    row("aws-std-max-backoff", aws(500), 5, {500, 500, 500, 500, 200}, {495, 490, 485, 480, 485}, "success");
    row("aws-std-timeout-then-success", aws(500), 3, {timedOut, 200}, {490, 500}, "success");
    row("aws-std-timeout-500-success-refunds-last-only", aws(500), 3, {timedOut, 500, 200}, {490, 485, 490}, "success");
    row("aws-std-500-timeout-success", aws(500), 3, {500, timedOut, 200}, {495, 485, 495}, "success");
    row("aws-std-first-try-success-adds-1", aws(499), 3, {200}, {499}, "success"); // full as it is

    row("aws2026-retry-then-success", aws2026(500), 3, {500, 500, 200}, {486, 472, 486}, "success");
    row("aws2026-max-attempts", aws2026(500), 3, {502, 502, 502}, {486, 472, 472}, "max_attempts");
    row("aws2026-quota-empty", aws2026(0), 3, {500}, {0}, "quota_exceeded");
    row("aws2026-exponential-max5", aws2026(500), 5, {500, 500, 500, 500, 500}, {486, 472, 458, 444, 444},
        "max_attempts");
    row("aws2026-timeout-then-success", aws2026(500), 3, {timedOut, 200}, {486, 500}, "success");
    row("aws2026-timeout-500-success-refunds-last-only", aws2026(500), 3, {timedOut, 500, 200}, {486, 472, 486},
        "success");
    row("aws2026-500-timeout-success", aws2026(500), 3, {500, timedOut, 200}, {486, 472, 486}, "success");
    row("aws2026-throttle-then-success", aws2026(500), 3, {429, 200}, {495, 500}, "success");
    row("aws2026-tokens20", aws2026(20), 3, {500, 500}, {6, 6}, "quota_exceeded");
    row("aws2026-first-try-success-adds-1", aws2026(499), 3, {200}, {499}, "success");
    row("aws2026-dynamodb-max4", aws2026(500), 4, {500, 500, 500, 500}, {486, 472, 458, 458}, "max_attempts");
}

void BudgetAwsTest::awsCall()
{
    QFETCH(BudgetOptions, options);
    QFETCH(int, maxAttempts);
    QFETCH(std::vector<int>, answers);
    QFETCH(std::vector<double>, quota);
    QFETCH(QByteArray, end);
    Budget budget(options);
    const Played played = play(budget, maxAttempts, answers);
    QCOMPARE(played.quota, quota);
    QCOMPARE(played.end, end);
    QCOMPARE(budget.capacity(Time{}), options.capacity);
}

void BudgetAwsTest::awsCallsShareTheQuota() // aws2026-multi-invocation
{
    const BudgetOptions options = aws2026(30);
    Budget budget(options);
    QCOMPARE(play(budget, 3, {500, 500, 200}).quota, (std::vector<double>{16, 2, 16}));
    QCOMPARE(play(budget, 3, {500, 200}).quota, (std::vector<double>{2, 16}));
}

void BudgetAwsTest::awsQuota() // aws-quota-drain, bug-budget-rust-no-bucket, aws-quota-partial
{
    const BudgetOptions options = aws(500);
    Budget budget(options);
    int granted = 0;
    for (int i = 0; i < 102; ++i)
        granted += budget.withdraw(OutcomeKind::serverError, Time{}, 0.0).granted ? 1 : 0;
    QCOMPARE(granted, 100);
    QCOMPARE(budget.balance(Time{}), 0.0);
    // Every call fails and may be tried for ever: the quota ends it, not the attempts.
    QCOMPARE(play(budget, 1'000'000, {500, 500}).end, QByteArray("quota_exceeded"));

    TokenBucket quota(500'000, 0);
    quota.put(3'000);
    QCOMPARE(quota.level(), 3'000U);
    QVERIFY(!quota.take(5'000));
    QCOMPARE(quota.level(), 3'000U);
    quota.put(5'000);
    QVERIFY(!quota.take(10'000));
    QCOMPARE(quota.level(), 8'000U);
    QVERIFY(quota.take(5'000));
    QCOMPARE(quota.level(), 3'000U);
    quota.put(10'000'000);
    QCOMPARE(quota.level(), 500'000U);
}

void BudgetAwsTest::awsSuccessRefills() // bug-budget-go-adaptive, bug-budget-sdk-v2-java
{
    const BudgetOptions options = aws(500);
    Budget budget(options);
    while (budget.withdraw(OutcomeKind::serverError, Time{}, 0.0).granted)
        continue;
    QCOMPARE(play(budget, 3, {200}).quota, std::vector<double>{1});
    for (int i = 0; i < 4; ++i)
        play(budget, 3, {200});
    QCOMPARE(play(budget, 3, {500, 200}).quota, (std::vector<double>{0, 5}));
}

void BudgetAwsTest::plainBucket()
{
    // A tenth of a token per success and per request, a whole one per retry, nothing returned.
    BudgetOptions options = aws(2, 1, 1);
    options.throttleCost = 1;
    options.initial = 0;
    options.depositPerCall = 0.1;
    options.depositPerSuccess = 0.1;
    options.refund = BudgetRefund::none;
    Budget budget(options);
    for (int i = 0; i < 5; ++i)
        play(budget, 3, {200});
    QCOMPARE(budget.balance(Time{}), 1.0); // ten tenths are one
    QCOMPARE(play(budget, 3, {500, 200}).quota, (std::vector<double>{0.1, 0.2}));
    for (int i = 0; i < 100; ++i)
        play(budget, 3, {200});
    QCOMPARE(budget.balance(Time{}), 2.0);
}

QTEST_APPLESS_MAIN(BudgetAwsTest)
#include "tst_budget_aws.moc"
