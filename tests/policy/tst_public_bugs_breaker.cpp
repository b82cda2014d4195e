// SPDX-License-Identifier: GPL-3.0-or-later
// Public bugs of circuit breakers: who is let in while one probes, and what ends that. Which bug is tested where,
// PUBLIC_BUGS.md tells.
#include "core/policy/call.h"
#include "tests/policy/breakers.h"

#include <QTest>

using namespace retrylab;
using namespace breakers;
using namespace std::chrono_literals;

namespace {

constexpr Outcome ok{OutcomeKind::ok, 200};
constexpr Outcome unavailable{OutcomeKind::unavailable, 503};
constexpr Outcome notFound{OutcomeKind::clientError, 404};

/// resilience4j's half-open: so many probes in all, judged as a sample.
BreakerOptions sampled(std::uint32_t minimum, std::uint32_t permitted)
{
    BreakerOptions options = countWindow(100, minimum, 0.5);
    options.judges = BreakerJudges::outcomes;
    options.probes = permitted;
    options.probeRule = ProbeRule::inAll;
    options.verdict = ProbeVerdict::sample;
    options.ignored = IgnoredError::neutral;
    return options;
}

int admittedOf(int callers, Breaker &breaker, Time now)
{
    int admitted = 0;
    for (int i = 0; i < callers; ++i)
        admitted += breaker.acquire(now).admitted ? 1 : 0;
    return admitted;
}

/// One call that begins at 1 s, every attempt of which ends at once in the same way.
Decision carryThrough(const Policy &policy, Guards guards, Outcome outcome)
{
    // Only rules that forbid a retry after garbage heed it.
    const HintReading garbage{HintReading::Kind::unusable, {}};
    Call call(1);
    Time now = at(1s);
    Decision next = call.start(policy, guards, now);
    while (next.kind == Decision::Kind::attempt || next.kind == Decision::Kind::wait) {
        if (next.kind == Decision::Kind::attempt) {
            next = call.attemptEnded(policy, guards, now, next.ticket, outcome, garbage);
        } else {
            now = next.at;
            next = call.resume(policy, guards, now);
        }
    }
    return next;
}

/// Does nobody hold a probe any more, and may a later caller have one?
bool isNotStuck(Breaker &breaker)
{
    const bool nobodyProbes = !isIn(breaker, BreakerState::halfOpen) || breaker.probesInFlight() == 0;
    return nobodyProbes && breaker.acquire(at(1h)).admitted;
}

} // namespace

class PublicBugsBreakerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyEndReturnsTheProbe_data();
    void everyEndReturnsTheProbe();
    void lateTimerReturnsTheProbe();
    void lostProbesAreGivenUp_data();
    void lostProbesAreGivenUp();
    void losersOfTheSwapTakePermits();
    void verdictAtTheMinimum_data();
    void verdictAtTheMinimum();
    void failedProbeReopensBelowTheVolume();
    void oneProbeAmongConcurrentCallers();
    void excludedErrorOfAProbe_data();
    void excludedErrorOfAProbe();
    void failureAfterTheOpeningKeepsTheTimer_data();
    void failureAfterTheOpeningKeepsTheTimer();
    void callThatOutlivesTheOpenTime_data();
    void callThatOutlivesTheOpenTime();
    void probeOfAnEarlierPeriod_data();
    void probeOfAnEarlierPeriod();
    void probesAtOnceOrInAll();
    void oneFailedProbeReopens();
    void cooldownRunsFromTheOpening_data();
    void cooldownRunsFromTheOpening();
    void openEndsHalfOpen_data();
    void openEndsHalfOpen();
};

// resilience4j/resilience4j#903, resilience4j/resilience4j#935, resilience4j/resilience4j#1389
void PublicBugsBreakerTest::everyEndReturnsTheProbe_data()
{
    QTest::addColumn<Policy>("policy");
    QTest::addColumn<Outcome>("outcome");
    QTest::addColumn<EndReason>("reason");
    const auto row = [](const char *name, Outcome outcome, EndReason reason, auto change) {
        for (const BreakerOrder order : {BreakerOrder::inside, BreakerOrder::outside}) {
            Policy policy;
            policy.breaker = consecutive(1);
            policy.breaker.ignored = IgnoredError::neutral;
            policy.breaker.order = order;
            change(policy);
            QTest::addRow("%s, %s", name, order == BreakerOrder::inside ? "inside" : "outside")
                << policy << outcome << reason;
        }
    };
    // Other outcomes than a 404 settle a breaker around attempts at once, so only this one tells its ends apart.
    const auto retried = [](Policy &policy) { policy.retry.on.add(OutcomeKind::clientError); };
    row("succeeded", ok, EndReason::succeeded, [](Policy &) {});
    row("not retryable", notFound, EndReason::notRetryable, [](Policy &) {});
    row("last attempt failed", unavailable, EndReason::attemptsExhausted,
        [](Policy &policy) { policy.retry.maxAttempts = 1; });
    row("last attempt excluded", notFound, EndReason::attemptsExhausted, retried);
    row("deadline before the next wait", notFound, EndReason::deadlineExceeded, [&](Policy &policy) {
        retried(policy);
        policy.deadline = 50ms;
        policy.retry.jitter.kind = Jitter::none;
    });
    row("no budget for a retry", notFound, EndReason::budgetDenied, [&](Policy &policy) {
        retried(policy);
        policy.budget.kind = BudgetKind::tokenBucket;
        policy.budget.initial = 0;
    });
    row("no budget for the first attempt", ok, EndReason::budgetDenied, [](Policy &policy) {
        policy.budget.kind = BudgetKind::adaptiveThrottle;
        policy.budget.k = 0;
        policy.budget.padding = 0;
    });
    row("told not to", notFound, EndReason::toldNotTo, [&](Policy &policy) {
        retried(policy);
        policy.retry.hint.unusable = UnusableHint::doNotRetry;
    });
}

void PublicBugsBreakerTest::everyEndReturnsTheProbe()
{
    QFETCH(Policy, policy);
    QFETCH(Outcome, outcome);
    QFETCH(EndReason, reason);
    Breaker breaker(policy.breaker);
    Budget budget(policy.budget);
    budget.attemptEnded({OutcomeKind::unavailable, true, false, 0}, at(0s)); // so that a throttle refuses everything
    calls(breaker, "F");
    const Decision end = carryThrough(policy, {breaker, &budget}, outcome);
    QVERIFY(end.kind == Decision::Kind::done);
    QCOMPARE(end.reason, reason);
    QVERIFY(isNotStuck(breaker));
}

void PublicBugsBreakerTest::lateTimerReturnsTheProbe() // resilience4j/resilience4j#903: another end of a call
{
    Policy policy;
    policy.breaker = consecutive(1);
    policy.deadline = 10s;
    Breaker breaker(policy.breaker);
    calls(breaker, "F");
    Call call(1);
    const Decision first = call.start(policy, breaker, at(1s));
    QVERIFY(call.attemptEnded(policy, breaker, at(1s), first.ticket, unavailable).kind == Decision::Kind::wait);
    QCOMPARE(breaker.probesInFlight(), 1U); // it is around the call, and the call goes on
    QCOMPARE(call.resume(policy, breaker, at(12s)).reason, EndReason::deadlineExceeded);
    QVERIFY(isNotStuck(breaker));
}

void PublicBugsBreakerTest::lostProbesAreGivenUp_data()
{
    QTest::addColumn<BreakerState>("after");
    QTest::newRow("resilience4j/resilience4j#1389") << BreakerState::open;
    QTest::newRow("resilience4j/resilience4j#1389, to closed") << BreakerState::closed;
}

void PublicBugsBreakerTest::lostProbesAreGivenUp()
{
    QFETCH(BreakerState, after);
    BreakerOptions options = consecutive(1);
    options.halfOpenMaxWait = 3s;
    options.afterMaxWait = after;
    Breaker breaker(options);
    calls(breaker, "F");
    QVERIFY(breaker.acquire(at(1s)).admitted); // nobody ever says what became of it
    QVERIFY(!breaker.acquire(at(4s - 1ns)).admitted);
    QVERIFY(isIn(breaker, BreakerState::halfOpen));
    QCOMPARE(breaker.acquire(at(4s)).admitted, after == BreakerState::closed);
    QVERIFY(isIn(breaker, after));
    QVERIFY(breaker.acquire(at(5s)).admitted); // open for its time once more, then there is another probe
}

void PublicBugsBreakerTest::losersOfTheSwapTakePermits() // resilience4j/resilience4j#1432
{
    for (const ProbeRule rule : {ProbeRule::atOnce, ProbeRule::inAll}) {
        BreakerOptions options = sampled(10, 3);
        options.minimumCalls = 1;
        options.probeRule = rule;
        Breaker breaker(options);
        calls(breaker, "F");
        QCOMPARE(admittedOf(10, breaker, at(1s)), 3);
        QCOMPARE(breaker.probesInFlight(), 3U);
    }
}

void PublicBugsBreakerTest::verdictAtTheMinimum_data()
{
    QTest::addColumn<std::uint32_t>("minimum");
    QTest::addColumn<int>("decidedAfter");
    QTest::newRow("resilience4j/resilience4j#1351, resilience4j/resilience4j#1523") << 3U << 3;
    QTest::newRow("resilience4j/resilience4j#1523, the minimum above what is permitted") << 10U << 7;
}

void PublicBugsBreakerTest::verdictAtTheMinimum()
{
    QFETCH(std::uint32_t, minimum);
    QFETCH(int, decidedAfter);
    const BreakerOptions options = sampled(minimum, 7);
    for (const bool failed : {true, false}) {
        Breaker breaker(options);
        breaker.force(BreakerState::open, at(0s));
        for (int probes = 1; probes < decidedAfter; ++probes) {
            QVERIFY(call(breaker, failed, at(1s)));
            QVERIFY(isIn(breaker, BreakerState::halfOpen));
        }
        QVERIFY(call(breaker, failed, at(1s)));
        QVERIFY(isIn(breaker, failed ? BreakerState::open : BreakerState::closed));
    }
}

void PublicBugsBreakerTest::failedProbeReopensBelowTheVolume() // nodeshift/opossum#276
{
    const BreakerOptions options = opossum(10, 30s);
    Breaker breaker(options);
    calls(breaker, "FFFFFFFFFF");
    QVERIFY(isIn(breaker, BreakerState::open));
    calls(breaker, "F", at(30s)); // one call, where ten are needed for a verdict while closed
    QVERIFY(isIn(breaker, BreakerState::open));
    QVERIFY(breaker.openUntil() == at(60s));
    calls(breaker, "S", at(60s));
    QVERIFY(isIn(breaker, BreakerState::closed));
}

void PublicBugsBreakerTest::oneProbeAmongConcurrentCallers() // nodeshift/opossum#119
{
    const BreakerOptions options = opossum(1, 30s);
    Breaker breaker(options);
    calls(breaker, "F");
    const BreakerPermit probe = breaker.acquire(at(30s));
    QVERIFY(probe.admitted);
    QCOMPARE(admittedOf(5, breaker, at(30s)), 0);
    // In the same thread: when the probe fails, the share of failures need not be above the threshold.
    breaker.record(probe, true, at(31s));
    QCOMPARE(admittedOf(5, breaker, at(61s - 1ns)), 0);
    QCOMPARE(admittedOf(5, breaker, at(61s)), 1);
}

void PublicBugsBreakerTest::excludedErrorOfAProbe_data()
{
    QTest::addColumn<IgnoredError>("ignored");
    QTest::addColumn<BreakerState>("after");
    QTest::newRow("nodeshift/opossum#388: released") << IgnoredError::neutral << BreakerState::halfOpen;
    QTest::newRow("App-vNext/Polly#1979: closed") << IgnoredError::success << BreakerState::closed;
}

void PublicBugsBreakerTest::excludedErrorOfAProbe()
{
    QFETCH(IgnoredError, ignored);
    QFETCH(BreakerState, after);
    for (const ProbeRule rule : {ProbeRule::atOnce, ProbeRule::inAll}) {
        BreakerOptions options = consecutive(1);
        options.ignored = ignored;
        options.probeRule = rule;
        Breaker breaker(options);
        calls(breaker, "F");
        breaker.record(breaker.acquire(at(1s)), reportOf(notFound.kind, options), at(2s));
        QVERIFY(isIn(breaker, after));
        QVERIFY(breaker.acquire(at(2s)).admitted);
    }
}

void PublicBugsBreakerTest::failureAfterTheOpeningKeepsTheTimer_data()
{
    QTest::addColumn<LateOutcome>("late");
    QTest::newRow("nodeshift/opossum#385") << LateOutcome::counted;
    QTest::newRow("nodeshift/opossum#385, late outcomes dropped") << LateOutcome::dropped;
}

void PublicBugsBreakerTest::failureAfterTheOpeningKeepsTheTimer()
{
    QFETCH(LateOutcome, late);
    BreakerOptions options = consecutive(5, 30s);
    options.halfOpenBy = HalfOpenBy::timer;
    options.late = late;
    Breaker breaker(options);
    BreakerPermit concurrent[6];
    for (BreakerPermit &permit : concurrent)
        permit = breaker.acquire(at(0s));
    Duration now = 0s;
    for (const BreakerPermit &permit : concurrent)
        breaker.record(permit, true, at(now += 1s));
    QVERIFY(isIn(breaker, BreakerState::open)); // by the fifth, at 5 s
    QVERIFY(!breaker.advanceTo(at(35s - 1ns)));
    QVERIFY(breaker.advanceTo(at(35s)) == std::optional(at(35s)));
    QVERIFY(isIn(breaker, BreakerState::halfOpen));
}

void PublicBugsBreakerTest::callThatOutlivesTheOpenTime_data()
{
    QTest::addColumn<LateOutcome>("late");
    QTest::addColumn<bool>("failed");
    QTest::addColumn<BreakerState>("after");
    const auto row = [](const char *name, LateOutcome late, bool failed, BreakerState after) {
        QTest::addRow("App-vNext/Polly#216, App-vNext/Polly#217, %s", name) << late << failed << after;
    };
    row("generation, failure", LateOutcome::dropped, true, BreakerState::halfOpen);
    row("generation, success", LateOutcome::dropped, false, BreakerState::halfOpen);
    row("none, failure", LateOutcome::counted, true, BreakerState::open);
    row("none, success", LateOutcome::counted, false, BreakerState::closed);
}

void PublicBugsBreakerTest::callThatOutlivesTheOpenTime()
{
    QFETCH(LateOutcome, late);
    QFETCH(bool, failed);
    QFETCH(BreakerState, after);
    BreakerOptions options = consecutive(1);
    options.late = late;
    Breaker breaker(options);
    const BreakerPermit overhanging = breaker.acquire(at(0s));
    calls(breaker, "F");
    QVERIFY(breaker.acquire(at(1s)).admitted);
    breaker.record(overhanging, failed, at(2s));
    QVERIFY(isIn(breaker, after));
}

void PublicBugsBreakerTest::probeOfAnEarlierPeriod_data()
{
    QTest::addColumn<BreakerReport>("report");
    QTest::addColumn<LateOutcome>("late");
    const auto row = [](const char *name, BreakerReport report, LateOutcome late) {
        QTest::addRow("denoland/std#7306, %s", name) << report << late;
    };
    row("closes nothing", BreakerReport::success, LateOutcome::dropped);
    row("reopens nothing", BreakerReport::failure, LateOutcome::dropped);
    row("frees nothing", BreakerReport::neutral, LateOutcome::dropped);
    row("frees nothing where outcomes count", BreakerReport::neutral, LateOutcome::counted);
}

void PublicBugsBreakerTest::probeOfAnEarlierPeriod()
{
    QFETCH(BreakerReport, report);
    QFETCH(LateOutcome, late);
    BreakerOptions options = consecutive(1);
    options.late = late;
    options.probes = 2;
    options.successes = 2;
    Breaker breaker(options);
    calls(breaker, "F");
    const BreakerPermit stale = breaker.acquire(at(1s));
    calls(breaker, "F", at(1s)); // the other probe of the first period
    QCOMPARE(admittedOf(2, breaker, at(2s)), 2);
    breaker.record(stale, report, at(3s));
    QVERIFY(isIn(breaker, BreakerState::halfOpen));
    QCOMPARE(breaker.probesSucceeded(), 0U);
    QCOMPARE(admittedOf(1, breaker, at(3s)), 0);
}

void PublicBugsBreakerTest::probesAtOnceOrInAll() // failsafe-lib/failsafe#391
{
    BreakerOptions options = consecutive(1);
    options.probes = 3;
    options.successes = 3;
    for (const ProbeRule rule : {ProbeRule::atOnce, ProbeRule::inAll}) {
        options.probeRule = rule;
        Breaker breaker(options);
        calls(breaker, "F");
        const BreakerPermit first = breaker.acquire(at(1s));
        QCOMPARE(admittedOf(5, breaker, at(1s)), 2);
        breaker.record(first, false, at(1s));
        // At once: it makes room for a fourth. In all: the three decide.
        QCOMPARE(admittedOf(5, breaker, at(1s)), rule == ProbeRule::atOnce ? 1 : 0);
    }
}

void PublicBugsBreakerTest::oneFailedProbeReopens() // sony/gobreaker#53
{
    BreakerOptions options = consecutive(1);
    options.probes = 3;
    options.successes = 3;
    options.probeRule = ProbeRule::inAll;
    for (const char *probes : {"F", "SF", "SSF"}) {
        Breaker breaker(options);
        calls(breaker, "F");
        calls(breaker, probes, at(1s)); // three may go, but none need follow a failure
        QVERIFY2(isIn(breaker, BreakerState::open), probes);
    }
    Breaker breaker(options);
    calls(breaker, "F");
    calls(breaker, "SS", at(1s));
    QVERIFY(isIn(breaker, BreakerState::halfOpen));
    calls(breaker, "S", at(1s));
    QVERIFY(isIn(breaker, BreakerState::closed));
}

void PublicBugsBreakerTest::cooldownRunsFromTheOpening_data()
{
    QTest::addColumn<LateOutcome>("late");
    QTest::newRow("agberohq/agbero#7") << LateOutcome::counted;
    QTest::newRow("agberohq/agbero#7, late outcomes dropped") << LateOutcome::dropped;
}

void PublicBugsBreakerTest::cooldownRunsFromTheOpening()
{
    QFETCH(LateOutcome, late);
    BreakerOptions options = consecutive(1, 5s);
    options.late = late;
    Breaker breaker(options);
    const BreakerPermit underWay = breaker.acquire(at(0s));
    calls(breaker, "F");
    for (int second = 1; second < 5; ++second) {
        breaker.record(underWay, true, at(second * 1s));
        QVERIFY(breaker.openUntil() == at(5s));
    }
    QVERIFY(!breaker.acquire(at(5s - 1ns)).admitted);
    QVERIFY(breaker.acquire(at(5s)).admitted);
}

void PublicBugsBreakerTest::openEndsHalfOpen_data()
{
    QTest::addColumn<HalfOpenBy>("by");
    QTest::newRow("gabrielanhaia/php-circuit-breaker#12") << HalfOpenBy::call;
    QTest::newRow("gabrielanhaia/php-circuit-breaker#12, by timer") << HalfOpenBy::timer;
}

void PublicBugsBreakerTest::openEndsHalfOpen()
{
    QFETCH(HalfOpenBy, by);
    BreakerOptions options = consecutive(1);
    options.halfOpenBy = by;
    options.successes = 2;
    Breaker breaker(options);
    calls(breaker, "F");
    const BreakerPermit probe = breaker.acquire(at(24h)); // long after its time
    QVERIFY(isIn(breaker, BreakerState::halfOpen));
    QCOMPARE(admittedOf(5, breaker, at(24h)), 0);
    breaker.record(probe, false, at(24h));
    QVERIFY(isIn(breaker, BreakerState::halfOpen)); // the successes that closing takes are not skipped
    calls(breaker, "S", at(24h));
    QVERIFY(isIn(breaker, BreakerState::closed));
}

QTEST_APPLESS_MAIN(PublicBugsBreakerTest)
#include "tst_public_bugs_breaker.moc"
