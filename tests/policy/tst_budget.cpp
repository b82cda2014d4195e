// SPDX-License-Identifier: GPL-3.0-or-later
// No budget, the bounded bucket and gRPC's throttle, against what the libraries' own tests expect or their code was seen
// to do.
#include "core/policy/budget.h"

#include <QTest>

#include <cmath>
#include <vector>

using namespace retrylab;

class BudgetTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void boundedBucket();
    void grpcThrottle_data();
    void grpcThrottle();
    void grpcCountsOnlyRetryableFailures();
    void none();
};

void BudgetTest::boundedBucket() // token-bounded, token-bounded-limit
{
    struct Op {
        bool put;
        Millitokens amount;
        bool ok;
        Millitokens level;
    };
    const std::vector<std::vector<Op>> histories{{{true, 5, true, 5},
                                                  {false, 3, true, 2},
                                                  {true, 6, true, 8},
                                                  {false, 2, true, 6},
                                                  {false, 5, true, 1},
                                                  {false, 6, false, 1}},
                                                 {{true, 15, true, 10},
                                                  {false, 10, true, 0},
                                                  {false, 1, false, 0},
                                                  {true, 15, true, 10},
                                                  {false, 11, false, 10}}};
    for (const auto &history : histories) {
        TokenBucket bucket(10, 0);
        for (const Op &op : history) {
            if (op.put)
                bucket.put(op.amount);
            else
                QCOMPARE(bucket.take(op.amount), op.ok);
            QCOMPARE(bucket.level(), op.level);
        }
    }
    QCOMPARE(TokenBucket(10, 11).level(), 10U);
    QCOMPARE(millitokens(1.001), 1001U);
    QCOMPARE(millitokens(0.5466), 546U);
    QCOMPARE(millitokens(-1), 0U);
    QCOMPARE(millitokens(std::nan("")), 0U);
    QCOMPARE(millitokens(HUGE_VAL), 4'294'967'295U);
}

void BudgetTest::grpcThrottle_data()
{
    QTest::addColumn<double>("maxTokens");
    QTest::addColumn<double>("tokenRatio");
    QTest::addColumn<QByteArray>("events"); // F: a retryable failure, S: success
    QTest::addColumn<std::vector<double>>("tokens");
    QTest::addColumn<QByteArray>("allowed");
    QTest::newRow("grpc-throttle-4-0.8") << 4.0 << 0.8 << QByteArray("FFFFFSSSSSSFF")
                                         << std::vector<double>{3, 2, 1, 0, 0, 0.8, 1.6, 2.4, 3.2, 4, 4, 3, 2}
                                         << QByteArray("1000000111110");
    QTest::newRow("grpc-throttle-10-0.1")
        << 10.0 << 0.1 << QByteArray("FFFFFFSSSSSSSSSSSF")
        << std::vector<double>{9, 8, 7, 6, 5, 4, 4.1, 4.2, 4.3, 4.4, 4.5, 4.6, 4.7, 4.8, 4.9, 5.0, 5.1, 4.1}
        << QByteArray("111100000000000010");
    QTest::newRow("grpc-throttle-10-0.5466")
        << 10.0 << 0.5466 << QByteArray("FFFFFSSSS") << std::vector<double>{9, 8, 7, 6, 5, 5.546, 6.092, 6.638, 7.184}
        << QByteArray("111101111");
    QTest::newRow("grpc-throttle-3-1") << 3.0 << 1.0 << QByteArray("FFSFSS") << std::vector<double>{2, 1, 2, 1, 2, 3}
                                       << QByteArray("101011");
    QTest::newRow("grpc-throttle-1000-1")
        << 1000.0 << 1.0 << QByteArray("FS") << std::vector<double>{999, 1000} << QByteArray("11");
}

void BudgetTest::grpcThrottle()
{
    QFETCH(double, maxTokens);
    QFETCH(double, tokenRatio);
    QFETCH(QByteArray, events);
    QFETCH(std::vector<double>, tokens);
    QFETCH(QByteArray, allowed);
    BudgetOptions options;
    options.kind = BudgetKind::grpcThrottle;
    options.capacity = maxTokens;
    options.ratio = tokenRatio;
    Budget budget(options);
    QCOMPARE(budget.balance(Time{}), maxTokens);
    for (int i = 0; i < events.size(); ++i) {
        const bool failed = events[i] == 'F';
        budget.attemptEnded({failed ? OutcomeKind::unavailable : OutcomeKind::ok, failed, false, 0}, Time{});
        QCOMPARE(budget.balance(Time{}), tokens[static_cast<std::size_t>(i)]);
        QCOMPARE(budget.withdraw(OutcomeKind::unavailable, Time{}, 0.0), (Withdrawal{allowed[i] == '1', 0}));
    }
    QCOMPARE(budget.capacity(Time{}), maxTokens);
}

void BudgetTest::grpcCountsOnlyRetryableFailures()
{
    BudgetOptions options;
    options.kind = BudgetKind::grpcThrottle;
    options.capacity = 10;
    Budget budget(options);
    budget.attemptEnded({OutcomeKind::clientError, false, false, 0}, Time{});
    QCOMPARE(budget.balance(Time{}), 10.0);
}

void BudgetTest::none()
{
    const BudgetOptions options;
    Budget budget(options);
    for (int i = 0; i < 1000; ++i) {
        QVERIFY(budget.admit(Time{}, 0.0));
        budget.attemptEnded({OutcomeKind::unavailable, true, i > 0, 0}, Time{});
        QCOMPARE(budget.withdraw(OutcomeKind::unavailable, Time{}, 0.0), (Withdrawal{true, 0}));
    }
    QCOMPARE(budget.balance(Time{}), 0.0);
    QCOMPARE(budget.capacity(Time{}), 0.0);
}

QTEST_APPLESS_MAIN(BudgetTest)
#include "tst_budget.moc"
