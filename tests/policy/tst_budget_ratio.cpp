// SPDX-License-Identifier: GPL-3.0-or-later
// The windowed budget: what Finagle's and tower's own tests expect, tower run step by step, and where they are wrong
// the number that their documentation promises.
#include "tests/policy/budgets.h"

#include <QTest>

#include <cmath>
#include <vector>

using namespace retrylab;
using namespace budgets;
using namespace std::chrono_literals;

class BudgetRatioTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void finagle_data();
    void finagle();
    void finagleBalance();
    void finagleBounds();
    void tower_data();
    void tower();
    void towerReserve();
    void towerSlots();
    void linkerdDeposits();
    void thirdsAreWhole();
    void reserveComesBack();
    void wholeSecondsOfTheReserve();
    void leakyBucket();
    void debtIsPaidByTheReserve();
    void timeThatGoesBack();
};

void BudgetRatioTest::finagle_data()
{
    QTest::addColumn<double>("ratio");
    QTest::addColumn<int>("seconds");
    QTest::addColumn<int>("minPerSecond");
    QTest::addColumn<int>("retries");
    QTest::addColumn<int>("inThousandths"); // as Finagle counts; its tests allow one more or less
    QTest::newRow("finagle-budget-0.1-60-0") << 0.1 << 60 << 0 << 1000 << 1000;
    QTest::newRow("finagle-budget-0.25-60-0") << 0.25 << 60 << 0 << 2500 << 2500;
    QTest::newRow("finagle-budget-0.75-60-0") << 0.75 << 60 << 0 << 7500 << 7501;
    QTest::newRow("finagle-budget-0.99-60-0") << 0.99 << 60 << 0 << 9900 << 9900;
    QTest::newRow("finagle-budget-0.999-60-0") << 0.999 << 60 << 0 << 9990 << 9990;
    QTest::newRow("finagle-budget-0.9999-60-0") << 0.9999 << 60 << 0 << 9999 << 10'000;
    QTest::newRow("finagle-budget-0.001-60-0") << 0.001 << 60 << 0 << 10 << 10;
    QTest::newRow("finagle-budget-0.0001-60-0") << 0.0001 << 60 << 0 << 1 << 1;
    QTest::newRow("finagle-budget-0.0-1-10") << 0.0 << 1 << 10 << 10 << 10;
    QTest::newRow("finagle-budget-0.0-2-5") << 0.0 << 2 << 5 << 10 << 10;
    QTest::newRow("finagle-budget-0.5-2-5") << 0.5 << 2 << 5 << 5010 << 5010;
}

void BudgetRatioTest::finagle()
{
    QFETCH(double, ratio);
    QFETCH(int, seconds);
    QFETCH(int, minPerSecond);
    QFETCH(int, retries);
    QFETCH(int, inThousandths);
    for (const auto arithmetic : {BudgetArithmetic::exact, BudgetArithmetic::thousandth}) {
        const BudgetOptions options = ratioOptions(ratio, seconds * 1s, minPerSecond, arithmetic);
        Budget budget(options);
        int gone = 0;
        for (int request = 0; request < 10'000; ++request) {
            budget.callStarted(Time{});
            gone += retryGoes(budget, Time{}) ? 1 : 0;
        }
        QCOMPARE(gone, arithmetic == BudgetArithmetic::exact ? retries : inThousandths);
    }
}

void BudgetRatioTest::finagleBalance() // finagle-budget-2.0
{
    for (const auto arithmetic : {BudgetArithmetic::exact, BudgetArithmetic::thousandth}) {
        const BudgetOptions options = ratioOptions(2.0, 10s, 0, arithmetic);
        Budget budget(options);
        for (int request = 0; request < 10'000; ++request)
            budget.callStarted(Time{});
        QCOMPARE(budget.balance(Time{}), 20'000.0);
        QVERIFY(retryGoes(budget, Time{}));
        QCOMPARE(budget.balance(Time{}), 19'999.0);
        QCOMPARE(budget.capacity(Time{}), 20'000.0);
    }
}

void BudgetRatioTest::finagleBounds() // finagle-budget-bounds
{
    QVERIFY(!fitsFinagle(ratioOptions(0.2, 0s, 10)));
    QVERIFY(fitsFinagle(ratioOptions(0.2, 1s, 10)));
    QVERIFY(fitsFinagle(ratioOptions(0.2, 60s, 10)));
    QVERIFY(!fitsFinagle(ratioOptions(0.2, 61s, 10)));
    QVERIFY(!fitsFinagle(ratioOptions(0.2, 10s, -1)));
    QVERIFY(!fitsFinagle(ratioOptions(-1, 10s, 10)));
    QVERIFY(fitsFinagle(ratioOptions(1000, 10s, 0)));
    QVERIFY(!fitsFinagle(ratioOptions(1001, 10s, 0)));
}

void BudgetRatioTest::tower_data()
{
    QTest::addColumn<double>("ratio");
    QTest::addColumn<int>("ideal");
    QTest::newRow("tower-budget-0.1") << 0.1 << 10;
    QTest::newRow("tower-budget-0.2") << 0.2 << 20;
    QTest::newRow("tower-budget-0.34") << 0.34 << 34; // tower lets 50 go
    QTest::newRow("tower-budget-0.5") << 0.5 << 50;
    QTest::newRow("tower-budget-0.51") << 0.51 << 51;                 // tower: 100
    QTest::newRow("tower-budget-0.6, bug-budget-tower") << 0.6 << 60; // tower: 100
    QTest::newRow("tower-budget-0.7") << 0.7 << 70;                   // tower: 100
    QTest::newRow("tower-budget-0.9") << 0.9 << 90;                   // tower: 100
    QTest::newRow("tower-budget-1.5") << 1.5 << 150;
    QTest::newRow("tower-budget-3.0") << 3.0 << 300;
}

void BudgetRatioTest::tower()
{
    QFETCH(double, ratio);
    QFETCH(int, ideal);
    for (const auto arithmetic : {BudgetArithmetic::exact, BudgetArithmetic::thousandth}) {
        BudgetOptions options = ratioOptions(ratio, 10s, 0, arithmetic);
        options.windowRule = WindowRule::restartingUp;
        Budget budget(options);
        for (int request = 0; request < 100; ++request)
            budget.callStarted(Time{});
        QCOMPARE(retriesUntilRefused(budget, Time{}), ideal);
    }
}

void BudgetRatioTest::towerReserve() // tower-reserve
{
    BudgetOptions options = ratioOptions(1.0, 1s, 5);
    options.windowRule = WindowRule::restartingUp;
    Budget budget(options);
    const std::vector<std::pair<Duration, int>> drains{{0ms, 5}, {100ms, 0}, {1000ms, 0}, {1200ms, 5}, {2200ms, 0}};
    for (const auto &[when, retries] : drains)
        QCOMPARE(retriesUntilRefused(budget, Time(when)), retries);
}

void BudgetRatioTest::towerSlots() // as in tower's test of its slots
{
    BudgetOptions options = ratioOptions(0.5, 1s, 0);
    options.windowRule = WindowRule::restartingUp;
    Budget budget(options);
    budget.callStarted(Time{});
    budget.callStarted(Time{});
    Time now(901ms);
    QVERIFY(retryGoes(budget, now));
    now += 2001ms;
    budget.callStarted(now);
    now += 301ms;
    budget.callStarted(now);
    now += 801ms;
    budget.callStarted(now); // the first of the three is forgotten, the others pay for a retry
    QVERIFY(retryGoes(budget, now));
    QVERIFY(!retryGoes(budget, now));
}

void BudgetRatioTest::linkerdDeposits()
{
    BudgetOptions options = ratioOptions(1.0, 10s, 0);
    options.deposit = BudgetDeposit::notRetryable;
    Budget budget(options);
    budget.callStarted(Time{});
    budget.attemptEnded({OutcomeKind::unavailable, true, false, 0}, Time{});
    QVERIFY(!retryGoes(budget, Time{}));
    budget.attemptEnded({OutcomeKind::ok, false, false, 0}, Time{});
    budget.attemptEnded({OutcomeKind::clientError, false, false, 0}, Time{});
    QCOMPARE(retriesUntilRefused(budget, Time{}), 2);
}

void BudgetRatioTest::thirdsAreWhole()
{
    const BudgetOptions options = ratioOptions(1.0 / 3.0, 10s, 0);
    Budget budget(options);
    for (int retries = 1; retries <= 1000; ++retries) {
        budget.callStarted(Time{});
        budget.callStarted(Time{});
        QVERIFY(!retryGoes(budget, Time{}));
        budget.callStarted(Time{});
        QVERIFY(retryGoes(budget, Time{}));
    }
}

void BudgetRatioTest::reserveComesBack()
{
    // A withdrawal lies in the window like a deposit: the reserve is there again ten seconds after it was spent.
    const BudgetOptions options = ratioOptions(0.2, 10s, 1);
    Budget budget(options);
    QCOMPARE(retriesUntilRefused(budget, Time{}), 10);
    QCOMPARE(retriesUntilRefused(budget, Time(9s)), 0);
    QCOMPARE(budget.balance(Time(9s)), 0.0);
    QCOMPARE(budget.balance(Time(10s)), 10.0);
    QCOMPARE(retriesUntilRefused(budget, Time(10s)), 10);
}

void BudgetRatioTest::wholeSecondsOfTheReserve()
{
    const BudgetOptions exact = ratioOptions(0.2, 2500ms, 0.4);
    Budget byNanosecond(exact);
    QCOMPARE(retriesUntilRefused(byNanosecond, Time{}), 1);
    const BudgetOptions thousandth = ratioOptions(0.2, 2500ms, 4, BudgetArithmetic::thousandth);
    Budget bySecond(thousandth);
    QCOMPARE(retriesUntilRefused(bySecond, Time{}), 8);
}

void BudgetRatioTest::leakyBucket() // token-leaky, token-empty: a ratio of one, used by hand
{
    const BudgetOptions options = ratioOptions(1.0, 3s, 0);
    RatioBudget leaky(options);
    leaky.deposit(Time{}, 100);
    QVERIFY(leaky.withdraw(Time{}, options));
    QVERIFY(!leaky.withdraw(Time(3s), options));

    RatioBudget empty(options);
    empty.deposit(Time{}, 100);
    const std::vector<std::pair<std::uint32_t, bool>> first{{50, true}, {49, true}, {1, true}, {1, false}, {50, false}};
    for (const auto &[amount, ok] : first)
        QCOMPARE(empty.withdraw(Time{}, options, amount), ok);
    empty.deposit(Time{}, 1);
    const std::vector<std::pair<std::uint32_t, bool>> second{{2, false}, {1, true}, {1, false}};
    for (const auto &[amount, ok] : second)
        QCOMPARE(empty.withdraw(Time{}, options, amount), ok);
}

void BudgetRatioTest::debtIsPaidByTheReserve()
{
    // The deposit of 0 s pays for the retry of 5 s and is forgotten at 10 s; the retry is remembered until 15 s.
    const BudgetOptions options = ratioOptions(1.0, 10s, 0.1);
    Budget budget(options);
    budget.callStarted(Time{});
    QVERIFY(retryGoes(budget, Time(5s)));
    QCOMPARE(budget.balance(Time(5s)), 1.0); // the reserve
    QCOMPARE(budget.balance(Time(10s)), 0.0);
    QVERIFY(!retryGoes(budget, Time(10s)));
    QCOMPARE(budget.balance(Time(15s)), 1.0);
}

void BudgetRatioTest::timeThatGoesBack()
{
    for (const auto rule : {WindowRule::aligned, WindowRule::restarting, WindowRule::restartingUp}) {
        BudgetOptions options = ratioOptions(1.0, 10s, 1);
        options.windowRule = rule;
        Budget budget(options);
        budget.callStarted(Time(100s));
        QCOMPARE(retriesUntilRefused(budget, Time{}), 11); // the spending counts, although its moment is long ago
        QCOMPARE(retriesUntilRefused(budget, Time::min()), 0);
        QCOMPARE(budget.balance(Time(100s)), 0.0);
    }
}

QTEST_APPLESS_MAIN(BudgetRatioTest)
#include "tst_budget_ratio.moc"
