// SPDX-License-Identifier: GPL-3.0-or-later
// Envoy's share of active requests, against its own tests and documentation.
#include "tests/policy/budgets.h"

#include <QTest>

#include <cmath>
#include <vector>

using namespace retrylab;
using namespace budgets;
using namespace std::chrono_literals;

namespace {

/// A budget with so many attempts in flight and retries under way, reached through its front door.
Budget busy(const BudgetOptions &options, int active, int retries)
{
    Budget budget(options);
    for (int i = 0; i < active + 1000; ++i)
        budget.attemptStarted(false);
    for (int i = 0; i < retries; ++i)
        retryGoes(budget);
    for (int i = 0; i < 1000; ++i)
        budget.attemptEnded({OutcomeKind::ok, false, false, 0}, Time{});
    return budget;
}

} // namespace

class BudgetShareTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void envoyAllows_data();
    void envoyAllows();
    void envoyLimits_data();
    void envoyLimits();
    void envoyRetriesEnd();
};

void BudgetShareTest::envoyAllows_data()
{
    QTest::addColumn<double>("percent");
    QTest::addColumn<int>("active");
    QTest::addColumn<int>("retries");
    QTest::addColumn<bool>("allowed");
    QTest::newRow("envoy-budget-floor 2") << 20.0 << 0 << 2 << true;
    QTest::newRow("envoy-budget-floor 3") << 20.0 << 0 << 3 << false;
    QTest::newRow("envoy-budget-100") << 100.0 << 20 << 4 << true;
}

void BudgetShareTest::envoyAllows()
{
    QFETCH(double, percent);
    QFETCH(int, active);
    QFETCH(int, retries);
    QFETCH(bool, allowed);
    const BudgetOptions options = envoy(percent, 3);
    Budget budget = busy(options, active, retries);
    QCOMPARE(retryGoes(budget), allowed);
}

void BudgetShareTest::envoyLimits_data()
{
    QTest::addColumn<int>("active");
    QTest::addColumn<double>("percent");
    QTest::addColumn<int>("least");
    QTest::addColumn<int>("limit");
    QTest::newRow("envoy-budget-docs 25 of 100") << 100 << 25.0 << 3 << 25;
    QTest::newRow("envoy-budget-docs 20 of 25") << 25 << 20.0 << 3 << 5;
    QTest::newRow("envoy-budget-docs 20 of 2") << 2 << 20.0 << 3 << 3;
    QTest::newRow("envoy-budget-docs 20 of 19") << 19 << 20.0 << 0 << 3;
    QTest::newRow("no share at all") << 19 << 0.0 << 0 << 0;
    QTest::newRow("no number") << 19 << std::nan("") << 2 << 2;
    QTest::newRow("less than none") << 19 << -100.0 << 2 << 2;
}

void BudgetShareTest::envoyLimits()
{
    QFETCH(int, active);
    QFETCH(double, percent);
    QFETCH(int, least);
    QFETCH(int, limit);
    const BudgetOptions options = envoy(percent, static_cast<std::uint32_t>(least));
    Budget budget = busy(options, active, 0);
    for (int retries = 0; retries < limit; ++retries) {
        QCOMPARE(budget.capacity(Time{}), double(limit));
        QCOMPARE(budget.balance(Time{}), double(limit - retries));
        QVERIFY(retryGoes(budget));
    }
    QVERIFY(!retryGoes(budget));
    QCOMPARE(budget.balance(Time{}), 0.0);
}

void BudgetShareTest::envoyRetriesEnd()
{
    for (const bool waitingIsActive : {false, true}) {
        BudgetOptions options = envoy(0, 1);
        options.waitingIsActive = waitingIsActive;
        Budget budget(options);
        for (int round = 0; round < 100; ++round) {
            budget.attemptStarted(false);
            budget.attemptEnded({OutcomeKind::reset, true, false, 0}, Time{});
            QVERIFY(retryGoes(budget));
            QVERIFY(!retryGoes(budget)); // one at a time, from the decision on
            if (round % 2 == 0) {
                budget.retryDropped();
            } else {
                budget.attemptStarted(true);
                QVERIFY(!retryGoes(budget));
                budget.attemptEnded({OutcomeKind::ok, false, true, 0}, Time{});
            }
        }
        options.ratio = 1; // nothing is left over: the share of nothing is nothing, but of what asks where that counts
        options.minConcurrency = 0;
        QCOMPARE(budget.capacity(Time{}), waitingIsActive ? 1.0 : 0.0);
    }
}

QTEST_APPLESS_MAIN(BudgetShareTest)
#include "tst_budget_share.moc"
