// SPDX-License-Identifier: GPL-3.0-or-later
// Arrivals drawn in advance are the arrivals that a run draws for itself.
#include "core/sim/simulate.h"
#include "tests/sim/worlds.h"

#include <QTest>

#include <cmath>

using namespace worlds;

namespace {

World openWorld()
{
    World world = queueing(400, 10ms, 3, 5s);
    world.traffic.callers = 20;
    world.callers().policy.retry.maxAttempts = 3;
    world.callers().policy.timeout = 50ms;
    return world;
}

} // namespace

class ArrivalPlanTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sameTrace_data();
    void sameTrace();
    void belongsToItsTraffic();
    void anotherPlanIsIgnored();
    void onlyWhereItPays();
};

void ArrivalPlanTest::sameTrace_data()
{
    QTest::addColumn<bool>("even");
    QTest::addColumn<double>("rate");
    QTest::newRow("Poisson") << false << 400.0;
    QTest::newRow("even") << true << 400.0;
    QTest::newRow("fewer than a batch") << false << 2.0;
    QTest::newRow("most likely none") << false << 0.001;
}

void ArrivalPlanTest::sameTrace()
{
    QFETCH(bool, even);
    QFETCH(double, rate);
    World world = openWorld();
    world.traffic.arrivals = even ? Arrivals::even : Arrivals::poisson;
    world.traffic.rate = rate;
    const auto plan = ArrivalPlan::make(world);
    QVERIFY(plan && plan->fits(world));
    const double calls = rate * 5; // the plan has one more: it is never made
    QVERIFY(std::abs(static_cast<double>(plan->calls().size() - 1) - calls) <= (even ? 0 : 5 * std::sqrt(calls)));
    QCOMPARE(*simulate(world, Recording::everything, {}, plan.get()), *simulate(world));

    // The same calls under another policy in front of a weaker service: the plan serves still.
    world.callers().policy.retry.backoff.base = 7ms;
    world.callers().policy.breaker.kind = BreakerKind::consecutive;
    world.service().slots = 1;
    QVERIFY(plan->fits(world));
    QCOMPARE(*simulate(world, Recording::everything, {}, plan.get()), *simulate(world));
}

void ArrivalPlanTest::belongsToItsTraffic()
{
    const World world = openWorld();
    const auto plan = ArrivalPlan::make(world);
    World other = world;
    other.seed = world.seed + 1;
    QVERIFY(!plan->fits(other));
    other = world;
    other.duration += 1ns;
    QVERIFY(!plan->fits(other));
    other = world;
    other.traffic.rate += 1;
    QVERIFY(!plan->fits(other));
    other = world;
    other.traffic.callers += 1;
    QVERIFY(!plan->fits(other));
    other = world;
    other.traffic.kind = TrafficKind::herd;
    QVERIFY(!plan->fits(other));
}

void ArrivalPlanTest::anotherPlanIsIgnored()
{
    const auto plan = ArrivalPlan::make(openWorld());
    World other = openWorld();
    other.seed = 99;
    QCOMPARE(*simulate(other, Recording::everything, {}, plan.get()), *simulate(other));
    const World herdWorld = herd(50);
    QCOMPARE(*simulate(herdWorld, Recording::everything, {}, plan.get()), *simulate(herdWorld));
}

void ArrivalPlanTest::onlyWhereItPays()
{
    QVERIFY(!ArrivalPlan::make(herd(50)));
    World world = openWorld();
    world.traffic.kind = TrafficKind::closed;
    QVERIFY(!ArrivalPlan::make(world));
    world = openWorld();
    world.traffic.rate = 1e6; // five million calls
    QVERIFY(!ArrivalPlan::make(world));
}

QTEST_APPLESS_MAIN(ArrivalPlanTest)
#include "tst_arrival_plan.moc"
