// SPDX-License-Identifier: GPL-3.0-or-later
// Public bugs of breakers' windows, and of clocks. Which bug is tested where, PUBLIC_BUGS.md tells.
#include "core/policy/call.h"
#include "tests/policy/breakers.h"
#include "tests/policy/hints.h"

#include <QTest>

#include <chrono>
#include <type_traits>

using namespace retrylab;
using namespace breakers;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

class PublicBugsTimeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void failuresExpireWhileIdle();
    void eventAtTheRollCounts_data();
    void eventAtTheRollCounts();
    void sparseFailuresLeaveTheWindow();
    void openingIsStampedOnce();
    void openingIsStampedPrecisely();
    void noClockButTheRuns();
    void clockSetBack_data();
    void clockSetBack();
    void windowSurvivesAClockSetBack();
    void deadlineKeepsToTheRunsClock_data();
    void deadlineKeepsToTheRunsClock();
};

void PublicBugsTimeTest::failuresExpireWhileIdle() // connor4312/cockatiel#64
{
    for (const WindowRoll roll : {WindowRoll::aligned, WindowRoll::fromActivity}) {
        BreakerOptions options = timeWindow(20s, 5, 0.5); // the four old ones and a new one would be enough
        options.buckets = 20;
        options.roll = roll;
        for (const Duration apart : {Duration(0s), Duration(1s)}) { // in one bucket, and in four
            Breaker breaker(options);
            for (int i = 0; i < 4; ++i)
                calls(breaker, "F", at(i * apart));
            calls(breaker, "FF", at(5min));
            QVERIFY(isIn(breaker, BreakerState::closed));
            QCOMPARE(breaker.failures(), 2U);
            QCOMPARE(breaker.outcomes(), 2U);
        }
    }
}

void PublicBugsTimeTest::eventAtTheRollCounts_data()
{
    QTest::addColumn<WindowRoll>("roll");
    QTest::addColumn<Duration>("boundary");
    // Buckets of a second: whole ones, or counted from the first success.
    QTest::newRow("line/armeria#2761") << WindowRoll::aligned << Duration(1s);
    QTest::newRow("line/armeria#2761, from activity") << WindowRoll::fromActivity << Duration(1200ms);
}

void PublicBugsTimeTest::eventAtTheRollCounts()
{
    QFETCH(WindowRoll, roll);
    QFETCH(Duration, boundary);
    BreakerOptions options = timeWindow(10s, 2, 0.1);
    options.roll = roll;
    for (const Duration moment : {boundary - 1ns, boundary, boundary + 1ns}) {
        Breaker breaker(options);
        calls(breaker, "S", at(200ms));
        calls(breaker, "S", at(300ms));
        calls(breaker, "F", at(moment));
        QCOMPARE(breaker.outcomes(), 3U);
        QCOMPARE(breaker.failures(), 1U);
        QVERIFY(isIn(breaker, BreakerState::open)); // by a third, where a tenth is enough
    }
}

void PublicBugsTimeTest::sparseFailuresLeaveTheWindow() // Shopify/semian#24
{
    const auto stateAfter = [](Duration first) {
        BreakerOptions options = timeWindow(5s, 1, 1.0);
        options.failureCount = 3;
        Breaker breaker(options);
        for (const Duration before : {first, Duration(1s), Duration(0s)})
            calls(breaker, "F", at(60s - before));
        return breaker.state();
    };
    QCOMPARE(stateAfter(6s), BreakerState::closed);
    QCOMPARE(stateAfter(4s), BreakerState::open);
}

void PublicBugsTimeTest::openingIsStampedOnce() // danielfm/pybreaker#36, as far as one process goes
{
    const BreakerOptions options = consecutive(1, 60s);
    Breaker breaker(options);
    calls(breaker, "F", at(10s));
    for (Duration now = 20s; now < 70s; now += 10s) { // asked more often than its time lasts
        QVERIFY(breaker.refuses(at(now)) && !breaker.acquire(at(now)).admitted);
        breaker.refresh(at(now));
        QVERIFY(!breaker.advanceTo(at(now)));
        QVERIFY(breaker.openUntil() == at(70s));
    }
    QVERIFY(breaker.acquire(at(70s)).admitted);
}

void PublicBugsTimeTest::openingIsStampedPrecisely() // danielfm/pybreaker#107
{
    const BreakerOptions options = consecutive(1, 1s);
    Breaker breaker(options);
    const Duration opened = 100s + 987'654'321ns;
    calls(breaker, "F", at(opened));
    QVERIFY(!breaker.acquire(at(opened + 1s - 1ns)).admitted); // stamped with 100 s it would be over at 101 s
    QVERIFY(breaker.acquire(at(opened + 1s)).admitted);
}

void PublicBugsTimeTest::noClockButTheRuns()
{
    // fabfuel/circuitbreaker#31, exaring/hoglet#25, EtaCassiopeia/zio-openfeature#263, CrossPaste/crosspaste-desktop#4547:
    // a wall clock where a steady one is needed does not compile here.
    QVERIFY(RunClock::is_steady);
    QVERIFY((!std::is_constructible_v<Time, std::chrono::system_clock::time_point>));
    QVERIFY((!std::is_invocable_v<decltype(&Breaker::acquire), Breaker &, std::chrono::system_clock::time_point>));
}

void PublicBugsTimeTest::clockSetBack_data()
{
    QTest::addColumn<Duration>("openTime");
    QTest::addColumn<Duration>("back");
    QTest::newRow("fabfuel/circuitbreaker#31, exaring/hoglet#25") << Duration(60s) << Duration(1h);
    QTest::newRow("EtaCassiopeia/zio-openfeature#263") << Duration(30s) << Duration(60s);
}

void PublicBugsTimeTest::clockSetBack()
{
    // An earlier time counts as the last one seen. So it neither lengthens an open time nor ends it, be it told while the
    // breaker is open or when it opens.
    QFETCH(Duration, openTime);
    QFETCH(Duration, back);
    const BreakerOptions options = consecutive(1, openTime);
    for (const Duration opening : {Duration(2h), Duration(2h - back)}) {
        Breaker breaker(options);
        calls(breaker, "S", at(2h));
        calls(breaker, "F", at(opening));
        QVERIFY(!breaker.acquire(at(2h - back)).admitted);
        QVERIFY(breaker.openUntil() == at(2h + openTime));
        QVERIFY(!breaker.acquire(at(2h + openTime - 1ns)).admitted);
        QVERIFY(breaker.acquire(at(2h + openTime)).admitted);
    }
}

void PublicBugsTimeTest::windowSurvivesAClockSetBack() // exaring/hoglet#25
{
    // Its window had been stamped by the wall clock like the opening.
    for (const WindowRoll roll : {WindowRoll::aligned, WindowRoll::fromActivity}) {
        BreakerOptions options = timeWindow(10s, 3, 1.0);
        options.roll = roll;
        Breaker breaker(options);
        calls(breaker, "F", at(2h));
        calls(breaker, "F", at(1h));
        QCOMPARE(breaker.failures(), 2U);
        calls(breaker, "F", at(2h + 9s));
        QVERIFY(isIn(breaker, BreakerState::open));
    }
}

void PublicBugsTimeTest::deadlineKeepsToTheRunsClock_data()
{
    QTest::addColumn<DeadlineMode>("mode");
    QTest::addColumn<Duration>("slept");
    QTest::newRow("CrossPaste/crosspaste-desktop#4547") << DeadlineMode::clamp << Duration(900ms);
    QTest::newRow("CrossPaste/crosspaste-desktop#4547, refused") << DeadlineMode::refuse << Duration(0);
}

void PublicBugsTimeTest::deadlineKeepsToTheRunsClock()
{
    // The only wall clock there is reads dates. Set back by minutes, it makes "in half a second" minutes; the call's
    // second is a second of the run all the same.
    QFETCH(DeadlineMode, mode);
    QFETCH(Duration, slept);
    Policy policy;
    policy.deadline = 1s;
    policy.deadlineMode = mode;
    policy.retry.hint = hints::preset("rfc9110");
    Breaker breaker(policy.breaker);
    Call call(1);
    const Decision first = call.start(policy, breaker, at(0s));
    const HintReading hint = hints::read(policy.retry.hint, HintHeader::retryAfter, u"Fri, 31 Dec 1999 23:59:58 GMT"_qs,
                                         503, hints::now - 300);
    QCOMPARE(hint.wait, Duration(301s));
    const Decision next = call.attemptEnded(policy, breaker, at(100ms), first.ticket, outcomeOfStatus(503), hint);
    QCOMPARE(next.kind == Decision::Kind::wait ? next.at - at(100ms) : 0ns, slept);
    QCOMPARE(next.kind == Decision::Kind::done, mode == DeadlineMode::refuse);
}

QTEST_APPLESS_MAIN(PublicBugsTimeTest)
#include "tst_public_bugs_time.moc"
