// SPDX-License-Identifier: GPL-3.0-or-later
// The breaker's rules one by one, with hand-made sequences.
#include "tests/policy/breakers.h"

#include <QTest>

#include <utility>

using namespace retrylab;
using namespace breakers;
using namespace std::chrono_literals;

class BreakerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void noneNeverRefuses();
    void consecutiveFailures();
    void countWindowForgets();
    void minimumCallsAreClampedToTheWindow();
    void ratioIsReachedExactly_data();
    void ratioIsReachedExactly();
    void judgedOnFailuresOnly();
    void timeWindowRollsAtTheExactEdge();
    void timeWindowNeedsItsMinimum();
    void opensAgainAtExactlyTheLimit();
    void cooldownRunsFromTheOpening();
    void probesAreLimited();
    void probesInAllSufficeForAVerdict_data();
    void probesInAllSufficeForAVerdict();
    void successesInARow();
    void anyProbeFailureReopens();
    void lateOutcomesAreDropped();
    void lateCallsWereNotUnderWay();
    void releaseFreesAProbe();
    void clockBackwards();
    void windowIsEmptyAfterClosing();
    void hugeNumbers();
};

void BreakerTest::noneNeverRefuses()
{
    const BreakerOptions options;
    Breaker breaker(options);
    for (int i = 0; i < 100; ++i)
        QVERIFY(call(breaker, true, at(1s)));
    QVERIFY(isIn(breaker, BreakerState::closed) && !breaker.refuses(at(1s)));
}

void BreakerTest::consecutiveFailures()
{
    const BreakerOptions breakerOptions = consecutive(3);
    Breaker breaker(breakerOptions);
    calls(breaker, "FFSFF");
    QVERIFY(isIn(breaker, BreakerState::closed));
    QCOMPARE(breaker.failures(), 2U);
    calls(breaker, "F");
    QVERIFY(isIn(breaker, BreakerState::open));
    QVERIFY(breaker.lastChange() == BreakerWhy::threshold);
    QVERIFY(!call(breaker, false, at(999ms)));
    QCOMPARE(breaker.generation(), 2U); // even: not half-open
}

void BreakerTest::countWindowForgets()
{
    // Window of 5 at 80 %: the first failure has left it when the sixth outcome comes.
    const BreakerOptions breakerOptions = countWindow(5, 5, 0.8);
    Breaker breaker(breakerOptions);
    calls(breaker, "FSSSSFFF");
    QVERIFY(isIn(breaker, BreakerState::closed));
    QCOMPARE(breaker.outcomes(), 5U);
    QCOMPARE(breaker.failures(), 3U);
    calls(breaker, "F");
    QVERIFY(isIn(breaker, BreakerState::open));

    // Longer than a machine word: 99 failures of 200 are not half, the hundredth is.
    const BreakerOptions largeOptions = countWindow(200, 200, 0.5);
    Breaker large(largeOptions);
    for (int i = 0; i < 300; ++i)
        QVERIFY(call(large, false, Time{}));
    for (int i = 0; i < 99; ++i)
        QVERIFY(call(large, true, Time{}));
    QCOMPARE(large.failures(), 99U);
    QVERIFY(isIn(large, BreakerState::closed));
    calls(large, "F");
    QVERIFY(isIn(large, BreakerState::open));
}

void BreakerTest::minimumCallsAreClampedToTheWindow()
{
    const BreakerOptions breakerOptions = countWindow(4, 100, 0.5);
    Breaker breaker(breakerOptions);
    calls(breaker, "FFF");
    QVERIFY(isIn(breaker, BreakerState::closed));
    calls(breaker, "F");
    QVERIFY(isIn(breaker, BreakerState::open));

    const BreakerOptions earlyOptions = countWindow(10, 2, 0.5);
    Breaker early(earlyOptions);
    calls(early, "SF");
    QVERIFY(isIn(early, BreakerState::open));
}

void BreakerTest::ratioIsReachedExactly_data()
{
    QTest::addColumn<int>("failures");
    QTest::addColumn<int>("outcomes");
    QTest::addColumn<double>("ratio");
    // All of them are exactly at the ratio; 0.07 · 100 is 7.000000000000001 in doubles.
    QTest::newRow("7 of 100") << 7 << 100 << 0.07;
    QTest::newRow("7 of 50") << 7 << 50 << 0.14;
    QTest::newRow("28 of 100") << 28 << 100 << 0.28;
    QTest::newRow("55 of 100") << 55 << 100 << 0.55;
    QTest::newRow("1 of 10") << 1 << 10 << 0.1;
    QTest::newRow("3 of 10") << 3 << 10 << 0.3;
    QTest::newRow("1 of 3") << 1 << 3 << 1.0 / 3.0;
    QTest::newRow("all of 7") << 7 << 7 << 1.0;
}

void BreakerTest::ratioIsReachedExactly()
{
    QFETCH(int, failures);
    QFETCH(int, outcomes);
    QFETCH(double, ratio);
    const BreakerOptions breakerOptions = countWindow(static_cast<std::uint32_t>(outcomes),
                                                      static_cast<std::uint32_t>(outcomes), ratio);
    Breaker breaker(breakerOptions);
    for (int i = 0; i < outcomes; ++i) {
        QVERIFY(isIn(breaker, BreakerState::closed));
        call(breaker, i >= outcomes - failures, Time{});
    }
    QVERIFY(isIn(breaker, BreakerState::open));

    const BreakerOptions aboveOptions = countWindow(static_cast<std::uint32_t>(outcomes),
                                                    static_cast<std::uint32_t>(outcomes), ratio + 1e-9);
    Breaker above(aboveOptions);
    for (int i = 0; i < outcomes; ++i)
        call(above, i >= outcomes - failures, Time{});
    QVERIFY(isIn(above, BreakerState::closed));
}

void BreakerTest::judgedOnFailuresOnly()
{
    const BreakerOptions breakerOptions = countWindow(10, 10, 0.5);
    Breaker breaker(breakerOptions);
    calls(breaker, "FFFFFSSSSS"); // half have failed, but the last one is good news
    QVERIFY(isIn(breaker, BreakerState::closed));
    calls(breaker, "F");
    QVERIFY(isIn(breaker, BreakerState::open));
}

void BreakerTest::timeWindowRollsAtTheExactEdge()
{
    // Ten steps of 1 s. What happened in [0 s, 1 s) is forgotten at exactly 10 s.
    const auto failuresAt = [](Duration first, Duration second) {
        const BreakerOptions breakerOptions = timeWindow(10s, 100, 0.5);
        Breaker breaker(breakerOptions);
        call(breaker, true, at(first));
        call(breaker, true, at(second));
        return breaker.failures();
    };
    QCOMPARE(failuresAt(0s, 10s - 1ns), 2U);
    QCOMPARE(failuresAt(0s, 10s), 1U);
    QCOMPARE(failuresAt(1s - 1ns, 10s - 1ns), 2U);
    QCOMPARE(failuresAt(1s - 1ns, 10s), 1U);
    QCOMPARE(failuresAt(1s, 10s), 2U);
    QCOMPARE(failuresAt(1s, 11s - 1ns), 2U);
    QCOMPARE(failuresAt(1s, 11s), 1U);
    QCOMPARE(failuresAt(3s, 3s + 1000h), 1U);
    // A window that ten does not divide still works, as does the shortest.
    const BreakerOptions shortestOptions = timeWindow(1ns, 2, 1.0);
    Breaker shortest(shortestOptions);
    calls(shortest, "FF", at(5ns));
    QVERIFY(isIn(shortest, BreakerState::open));
}

void BreakerTest::timeWindowNeedsItsMinimum()
{
    const BreakerOptions breakerOptions = timeWindow(2s, 5, 0.5);
    Breaker breaker(breakerOptions);
    calls(breaker, "FFFF", at(0s));
    QVERIFY(isIn(breaker, BreakerState::closed));
    calls(breaker, "F", at(1s));
    QVERIFY(isIn(breaker, BreakerState::open));

    const BreakerOptions lateOptions = timeWindow(2s, 5, 0.5);
    Breaker late(lateOptions);
    calls(late, "FFFF", at(0s));
    calls(late, "F", at(2s));
    QVERIFY(isIn(late, BreakerState::closed));
    QCOMPARE(late.outcomes(), 1U);
}

void BreakerTest::opensAgainAtExactlyTheLimit()
{
    const BreakerOptions breakerOptions = consecutive(1, 30s);
    Breaker breaker(breakerOptions);
    calls(breaker, "F", at(5s));
    QVERIFY(breaker.openUntil() == at(35s));
    QVERIFY(breaker.refuses(at(35s - 1ns)) && !breaker.refuses(at(35s)));
    QVERIFY(!breaker.acquire(at(35s - 1ns)).admitted);
    QVERIFY(isIn(breaker, BreakerState::open));
    QVERIFY(breaker.acquire(at(35s)).admitted);
    QVERIFY(isIn(breaker, BreakerState::halfOpen));
    QVERIFY(breaker.lastChange() == BreakerWhy::openTimeOver);
}

void BreakerTest::cooldownRunsFromTheOpening()
{
    // Refusals and late failures while it is open do not make it longer.
    const BreakerOptions breakerOptions = consecutive(1, 5s);
    Breaker breaker(breakerOptions);
    const BreakerPermit early = breaker.acquire(at(0s));
    calls(breaker, "F", at(0s));
    for (int second = 1; second < 5; ++second) {
        QVERIFY(!call(breaker, true, at(second * 1s)));
        breaker.record(early, true, at(second * 1s));
    }
    QVERIFY(breaker.acquire(at(5s)).admitted);
}

void BreakerTest::probesAreLimited()
{
    BreakerOptions options = consecutive(1, 1s);
    options.probes = 3;
    options.successes = 3;
    Breaker breaker(options);
    calls(breaker, "F");
    BreakerPermit permits[3];
    for (BreakerPermit &permit : permits) {
        permit = breaker.acquire(at(1s));
        QVERIFY(permit.admitted);
    }
    QVERIFY(!breaker.acquire(at(1s)).admitted);
    QCOMPARE(breaker.probesInFlight(), 3U);
    breaker.record(permits[0], false, at(2s));
    QCOMPARE(breaker.probesInFlight(), 2U);
    QVERIFY(breaker.acquire(at(2s)).admitted); // one came back, one more may go
    QVERIFY(!breaker.acquire(at(2s)).admitted);
}

void BreakerTest::probesInAllSufficeForAVerdict_data()
{
    QTest::addColumn<ProbeVerdict>("verdict");
    QTest::addColumn<int>("needed");
    QTest::newRow("streak") << ProbeVerdict::streak << 3;
    QTest::newRow("sample") << ProbeVerdict::sample << 300;
    QTest::newRow("opens early") << ProbeVerdict::opensEarly << 300;
    QTest::newRow("forced") << ProbeVerdict::forced << 3;
}

void BreakerTest::probesInAllSufficeForAVerdict()
{
    // With two probes in all it would stay half-open for ever. They still go no more than two at once.
    QFETCH(ProbeVerdict, verdict);
    QFETCH(int, needed);
    BreakerOptions options = countWindow(1000, 1000, 1.0);
    options.probes = 2;
    options.probeRule = ProbeRule::inAll;
    options.verdict = verdict;
    options.successes = 3;
    options.sample = static_cast<std::uint32_t>(needed);
    Breaker breaker(options);
    breaker.force(BreakerState::open, at(0s));
    BreakerPermit other = breaker.acquire(at(1s));
    for (int probe = 1; probe < needed; ++probe) {
        const BreakerPermit permit = breaker.acquire(at(1s));
        QVERIFY(permit.admitted && !breaker.acquire(at(1s)).admitted);
        breaker.record(std::exchange(other, permit), false, at(1s));
        QVERIFY(isIn(breaker, BreakerState::halfOpen));
    }
    QVERIFY(!breaker.acquire(at(1s)).admitted); // the last that is needed is under way
    breaker.record(other, false, at(1s));
    QVERIFY(isIn(breaker, BreakerState::closed));
}

void BreakerTest::successesInARow()
{
    BreakerOptions options = consecutive(1, 1s);
    options.successes = 3;
    Breaker breaker(options);
    calls(breaker, "F");
    calls(breaker, "SS", at(1s));
    QVERIFY(isIn(breaker, BreakerState::halfOpen));
    QCOMPARE(breaker.probesSucceeded(), 2U);
    calls(breaker, "F", at(1s));
    QVERIFY(isIn(breaker, BreakerState::open));
    calls(breaker, "SS", at(2s));
    QVERIFY(isIn(breaker, BreakerState::halfOpen)); // the two from before do not count
    calls(breaker, "S", at(2s));
    QVERIFY(isIn(breaker, BreakerState::closed));
    QVERIFY(breaker.lastChange() == BreakerWhy::probesSucceeded);
}

void BreakerTest::anyProbeFailureReopens()
{
    BreakerOptions options = consecutive(5, 1s);
    options.probes = 4;
    options.successes = 4;
    Breaker breaker(options);
    calls(breaker, "FFFFF");
    const BreakerPermit first = breaker.acquire(at(1s));
    const BreakerPermit second = breaker.acquire(at(1s));
    breaker.record(first, true, at(3s));
    QVERIFY(isIn(breaker, BreakerState::open));
    QVERIFY(breaker.lastChange() == BreakerWhy::probeFailed);
    QVERIFY(breaker.openUntil() == at(4s)); // from the failure on
    breaker.record(second, false, at(3s));  // late: it neither closes nor counts
    QVERIFY(isIn(breaker, BreakerState::open));
    QVERIFY(breaker.acquire(at(4s)).admitted);
    QCOMPARE(breaker.probesSucceeded(), 0U);
    QCOMPARE(breaker.probesInFlight(), 1U);
}

void BreakerTest::lateOutcomesAreDropped()
{
    const BreakerOptions breakerOptions = consecutive(2, 1s);
    Breaker breaker(breakerOptions);
    const BreakerPermit good = breaker.acquire(at(0s));
    const BreakerPermit bad = breaker.acquire(at(0s));
    calls(breaker, "FF");
    breaker.record(good, false, at(500ms));
    QVERIFY(isIn(breaker, BreakerState::open));
    const BreakerPermit probe = breaker.acquire(at(1s));
    breaker.record(bad, true, at(1s)); // of the closed days: must not reopen it
    QVERIFY(isIn(breaker, BreakerState::halfOpen));
    breaker.record(probe, false, at(1s));
    QVERIFY(isIn(breaker, BreakerState::closed));
    breaker.record(bad, true, at(1s));
    breaker.record(bad, true, at(1s));
    QVERIFY(isIn(breaker, BreakerState::closed));
    QCOMPARE(breaker.failures(), 0U);
}

void BreakerTest::lateCallsWereNotUnderWay()
{
    // opossum's rules. What it does with this sequence was seen by running it (9.0.0): 3 failures of 6 are not above half.
    const BreakerOptions options = opossum(1, 100ms);
    Breaker breaker(options);
    const BreakerPermit old = breaker.acquire(at(0s));
    calls(breaker, "FF", at(0s));
    QVERIFY(isIn(breaker, BreakerState::open));
    calls(breaker, "S", at(100ms));
    QVERIFY(isIn(breaker, BreakerState::closed));
    QVERIFY(breaker.acquire(at(100ms)).admitted); // and stays under way
    breaker.record(old, false, at(100ms));
    QCOMPARE(breaker.inFlight(), 1U);
    calls(breaker, "F", at(100ms));
    QVERIFY(isIn(breaker, BreakerState::closed));
}

void BreakerTest::releaseFreesAProbe()
{
    const BreakerOptions breakerOptions = consecutive(1, 1s);
    Breaker breaker(breakerOptions);
    const BreakerPermit early = breaker.acquire(at(0s));
    calls(breaker, "F");
    const BreakerPermit probe = breaker.acquire(at(1s));
    QVERIFY(probe.admitted && !breaker.acquire(at(1s)).admitted);
    breaker.release(early); // of an older generation: frees nothing
    QVERIFY(!breaker.acquire(at(1s)).admitted);
    breaker.release(probe);
    QVERIFY(breaker.acquire(at(1s)).admitted);
    QVERIFY(isIn(breaker, BreakerState::halfOpen));
}

void BreakerTest::clockBackwards()
{
    const BreakerOptions breakerOptions = consecutive(1, 60s);
    Breaker breaker(breakerOptions);
    calls(breaker, "F", at(100s));
    QVERIFY(!breaker.acquire(at(40s)).admitted);
    QVERIFY(breaker.refuses(at(0s)));
    QVERIFY(breaker.openUntil() == at(160s));
    QVERIFY(!breaker.acquire(at(160s - 1ns)).admitted);
    QVERIFY(breaker.acquire(at(160s)).admitted);

    // A jump back by an hour must not empty or spoil a time window.
    const BreakerOptions windowOptions = timeWindow(10s, 3, 1.0);
    Breaker window(windowOptions);
    calls(window, "F", at(3605s));
    calls(window, "F", at(5s));
    QCOMPARE(window.failures(), 2U);
    calls(window, "F", at(3606s));
    QVERIFY(isIn(window, BreakerState::open));
}

void BreakerTest::windowIsEmptyAfterClosing()
{
    for (BreakerOptions options : {countWindow(4, 2, 0.5), timeWindow(10s, 2, 0.5)}) {
        options.openTime = 1s;
        Breaker breaker(options);
        calls(breaker, "FF");
        calls(breaker, "S", at(1s));
        QVERIFY(isIn(breaker, BreakerState::closed));
        calls(breaker, "F", at(1s));
        QVERIFY(isIn(breaker, BreakerState::closed));
        QCOMPARE(breaker.outcomes(), 1U);
    }
}

void BreakerTest::hugeNumbers()
{
    const BreakerOptions breakerOptions = consecutive(1, unlimited);
    Breaker breaker(breakerOptions);
    calls(breaker, "F", at(1s));
    QVERIFY(breaker.openUntil() == never);
    QVERIFY(!breaker.acquire(at(unlimited - 1ns)).admitted);

    const BreakerOptions windowOptions = timeWindow(unlimited, 2, 1.0);
    Breaker window(windowOptions);
    calls(window, "F", at(0s));
    calls(window, "F", at(unlimited - 1ns));
    QCOMPARE(window.failures(), 1U);

    const BreakerOptions never1000Options = countWindow(1000, 1000, 1.0);
    Breaker never1000(never1000Options);
    for (int i = 0; i < 999; ++i)
        QVERIFY(call(never1000, true, Time{}));
    QVERIFY(isIn(never1000, BreakerState::closed));
    calls(never1000, "F");
    QVERIFY(isIn(never1000, BreakerState::open));
}

QTEST_APPLESS_MAIN(BreakerTest)
#include "tst_breaker.moc"
