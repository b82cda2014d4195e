// SPDX-License-Identifier: GPL-3.0-or-later
// What a caller does after a failure, decision by decision.
#include "core/policy/call.h"
#include "tests/data/oracles.h"

#include <QTest>

#include <vector>

using namespace retrylab;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using Kind = Decision::Kind;

namespace {

constexpr Outcome ok{OutcomeKind::ok, 200};
constexpr Outcome unavailable{OutcomeKind::unavailable, 503};
constexpr Outcome timedOut{OutcomeKind::timeout, 0};

Time at(Duration d)
{
    return Time(d);
}

/// Base 100 ms doubling, no jitter, no deadline, no breaker.
Policy plain(std::uint32_t maxAttempts)
{
    Policy policy;
    policy.retry.maxAttempts = maxAttempts;
    policy.retry.jitter.kind = Jitter::none;
    return policy;
}

Policy guarded(std::uint32_t maxAttempts, std::uint32_t threshold, BreakerOrder order)
{
    Policy policy = plain(maxAttempts);
    policy.breaker.kind = BreakerKind::consecutive;
    policy.breaker.size = threshold;
    policy.breaker.order = order;
    return policy;
}

/// Carries one call through, every attempt failing at once; returns what it did last and moves `now`.
struct Driven {
    Decision last;
    int attempts = 0;
    Duration slept{0};
};
Driven drive(const Policy &policy, Breaker &breaker, Time &now, Outcome outcome = unavailable)
{
    Call call(1);
    Driven driven;
    driven.last = call.start(policy, breaker, now);
    for (;;) {
        if (driven.last.kind == Kind::attempt) {
            ++driven.attempts;
            driven.last = call.attemptEnded(policy, breaker, now, driven.last.ticket, outcome);
        } else if (driven.last.kind == Kind::wait) {
            driven.slept += driven.last.at - now;
            now = driven.last.at;
            driven.last = call.resume(policy, breaker, now);
        } else {
            return driven;
        }
    }
}

} // namespace

class CallTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void succeedsAtOnce();
    void waitsBetweenAttempts();
    void countsAllAttempts();
    void notRetryable();
    void timeoutsAreForTheDriverToReport();
    void deadlineIsNeverSleptInto();
    void deadlineRuleOfOthers();
    void deadlineCutsTheAttempt();
    void deadlineOutranksTheOutcome();
    void breakerOutsideCountsCalls();
    void breakerInsideCountsAttempts();
    void openBreakerEndsRetrying();
    void insideBreakerIsAskedAgainAfterTheWait();
    void outsideBreakerIsAskedOnce();
    void clientErrorsDoNotTripIt();
    void lateReplies();
    void slotsAreReused();
    void jitterDependsOnPathAndAttempt();
};

void CallTest::succeedsAtOnce()
{
    const Policy policy = plain(4);
    Breaker breaker(policy.breaker);
    Call call(7);
    const Decision first = call.start(policy, breaker, at(3s));
    QVERIFY(first.kind == Kind::attempt);
    QVERIFY(first.at == at(4s));
    QVERIFY(call.inFlight() && call.expects(first.ticket));
    const Decision end = call.attemptEnded(policy, breaker, at(3s + 5ms), first.ticket, ok);
    QVERIFY(end.kind == Kind::done && end.reason == EndReason::succeeded);
    QVERIFY(!call.inFlight());
    QCOMPARE(call.attempts(), 1U);
    QVERIFY(call.startedAt() == at(3s));
}

void CallTest::waitsBetweenAttempts()
{
    const Policy policy = plain(4);
    Breaker breaker(policy.breaker);
    Time now = at(0s);
    const Driven driven = drive(policy, breaker, now);
    QVERIFY(driven.last.reason == EndReason::attemptsExhausted);
    QCOMPARE(driven.attempts, 4);
    QCOMPARE(driven.slept, 700ms); // 100 + 200 + 400, and no sleep after the last attempt
    QVERIFY(now == at(700ms));
}

void CallTest::countsAllAttempts()
{
    // Pekko #3233 made one call too many, es-toolkit #1207 one too few.
    for (const std::uint32_t attempts : {1U, 2U, 5U, 1000U}) {
        Policy policy = plain(attempts);
        policy.retry.backoff.cap = 1s;
        Breaker breaker(policy.breaker);
        Time now = at(0s);
        QCOMPARE(drive(policy, breaker, now).attempts, static_cast<int>(attempts));
    }
    const BreakerOptions none;
    Breaker breaker(none);
    Time now = at(0s);
    QCOMPARE(drive(plain(1), breaker, now).slept, 0s); // minfrin/retry #23 slept after the only attempt
}

void CallTest::notRetryable()
{
    const Policy policy = plain(4);
    Breaker breaker(policy.breaker);
    for (const int status : {400, 404, 409, 501}) {
        Time now = at(0s);
        const Driven driven = drive(policy, breaker, now, outcomeOfStatus(static_cast<std::uint16_t>(status)));
        QVERIFY(driven.last.reason == EndReason::notRetryable);
        QCOMPARE(driven.attempts, 1);
    }
    Policy withStatus = plain(4);
    withStatus.retry.on.addStatus(507);
    Time now = at(0s);
    QCOMPARE(drive(withStatus, breaker, now, outcomeOfStatus(507)).attempts, 4);
    now = at(0s);
    QCOMPARE(drive(withStatus, breaker, now, outcomeOfStatus(508)).attempts, 1);
}

void CallTest::timeoutsAreForTheDriverToReport()
{
    Policy policy = plain(2);
    policy.timeout = unlimited;
    Breaker breaker(policy.breaker);
    Call call(1);
    QVERIFY(call.start(policy, breaker, at(1s)).at == never);

    policy.timeout = 250ms;
    Call second(1);
    const Decision attempt = second.start(policy, breaker, at(1s));
    QVERIFY(attempt.at == at(1250ms));
    const Decision wait = second.attemptEnded(policy, breaker, attempt.at, attempt.ticket, timedOut);
    QVERIFY(wait.kind == Kind::wait && wait.at == at(1350ms));
}

void CallTest::deadlineIsNeverSleptInto()
{
    // tenacity #423: 1 + 2 + 4 s of sleep against a deadline of 5 s. The third sleep is not begun.
    Policy policy = plain(10);
    policy.retry.backoff.base = 1s;
    policy.deadline = 5s;
    Breaker breaker(policy.breaker);
    Time now = at(0s);
    const Driven driven = drive(policy, breaker, now);
    QVERIFY(driven.last.reason == EndReason::deadlineExceeded);
    QCOMPARE(driven.attempts, 3);
    QCOMPARE(driven.slept, 3s);

    // An attempt that would start at exactly the deadline is not worth the wait; a nanosecond earlier it is.
    policy.deadline = 3s;
    now = at(0s);
    QCOMPARE(drive(policy, breaker, now).attempts, 2);
    policy.deadline = 3s + 1ns;
    now = at(0s);
    QCOMPARE(drive(policy, breaker, now).attempts, 3);
}

void CallTest::deadlineRuleOfOthers()
{
    // tenacity's stop_before_delay is the same rule: stop when elapsed + sleep ≥ the limit.
    const Oracles oracles(u"policy.json"_qs);
    const QString id = u"tenacity-stop-before-delay"_qs;
    const QJsonArray pairs = oracles.given(id).value(u"elapsed_and_sleep").toArray();
    const QJsonArray stops = oracles.expect(id).value(u"stop").toArray();
    QVERIFY(!pairs.isEmpty());
    QCOMPARE(pairs.size(), stops.size());
    for (int i = 0; i < pairs.size(); ++i) {
        Policy policy = plain(2);
        policy.deadline = 1s;
        policy.timeout = unlimited;
        policy.retry.backoff.base = Duration(qRound64(pairs[i].toArray()[1].toDouble() * 1e9));
        Breaker breaker(policy.breaker);
        Call call(1);
        const Decision first = call.start(policy, breaker, at(0s));
        const Time now = at(Duration(qRound64(pairs[i].toArray()[0].toDouble() * 1e9)));
        const Decision next = call.attemptEnded(policy, breaker, now, first.ticket, unavailable);
        QCOMPARE(next.kind == Kind::done, stops[i].toBool());
    }
}

void CallTest::deadlineCutsTheAttempt()
{
    Policy policy = plain(4);
    policy.timeout = 1s;
    policy.deadline = 1500ms;
    Breaker breaker(policy.breaker);
    Call call(1);
    const Decision first = call.start(policy, breaker, at(10s));
    QVERIFY(first.at == at(11s));
    const Decision wait = call.attemptEnded(policy, breaker, at(11s), first.ticket, timedOut);
    QVERIFY(wait.kind == Kind::wait);
    const Decision second = call.resume(policy, breaker, wait.at);
    QVERIFY(second.kind == Kind::attempt && second.at == at(11500ms)); // not 12.1 s
    const Decision end = call.attemptEnded(policy, breaker, at(11500ms), second.ticket, timedOut);
    QVERIFY(end.kind == Kind::done && end.reason == EndReason::deadlineExceeded);
}

void CallTest::deadlineOutranksTheOutcome()
{
    Policy policy = plain(1);
    policy.timeout = 1s;
    policy.deadline = 1s;
    Breaker breaker(policy.breaker);
    Call call(1);
    const Decision first = call.start(policy, breaker, at(0s));
    // The last attempt allowed, ended by the deadline: the deadline is the reason people can act upon.
    QVERIFY(call.attemptEnded(policy, breaker, at(1s), first.ticket, timedOut).reason == EndReason::deadlineExceeded);
    Call late(2);
    const Decision again = late.start(policy, breaker, at(0s));
    QVERIFY(late.attemptEnded(policy, breaker, at(1s), again.ticket, ok).reason == EndReason::succeeded);
}

void CallTest::breakerOutsideCountsCalls()
{
    // Threshold 3 and 3 attempts a call: three calls, nine attempts.
    const Policy policy = guarded(3, 3, BreakerOrder::outside);
    Breaker breaker(policy.breaker);
    Time now = at(0s);
    int attempts = 0;
    int calls = 0;
    while (breaker.state() == BreakerState::closed) {
        attempts += drive(policy, breaker, now).attempts;
        ++calls;
    }
    QCOMPARE(calls, 3);
    QCOMPARE(attempts, 9);
    const Driven refused = drive(policy, breaker, now);
    QVERIFY(refused.last.reason == EndReason::breakerOpen);
    QCOMPARE(refused.attempts, 0);
}

void CallTest::breakerInsideCountsAttempts()
{
    const Policy policy = guarded(3, 3, BreakerOrder::inside);
    Breaker breaker(policy.breaker);
    Time now = at(0s);
    QCOMPARE(drive(policy, breaker, now).attempts, 3);
    QVERIFY(breaker.state() == BreakerState::open);
    QCOMPARE(drive(policy, breaker, now).attempts, 0);
}

void CallTest::openBreakerEndsRetrying()
{
    // Ten attempts allowed, but the second failure opens it: no wait, no third attempt.
    const Policy policy = guarded(10, 2, BreakerOrder::inside);
    Breaker breaker(policy.breaker);
    Time now = at(0s);
    const Driven driven = drive(policy, breaker, now);
    QVERIFY(driven.last.reason == EndReason::breakerOpen);
    QCOMPARE(driven.attempts, 2);
    QCOMPARE(driven.slept, 100ms);
}

void CallTest::insideBreakerIsAskedAgainAfterTheWait()
{
    const Policy policy = guarded(4, 3, BreakerOrder::inside);
    Breaker breaker(policy.breaker);
    Call call(1);
    const Decision first = call.start(policy, breaker, at(0s));
    const Decision wait = call.attemptEnded(policy, breaker, at(0s), first.ticket, unavailable);
    QVERIFY(wait.kind == Kind::wait);
    // Others open it meanwhile.
    for (int i = 0; i < 2; ++i)
        breaker.record(breaker.acquire(at(50ms)), true, at(50ms));
    QVERIFY(breaker.state() == BreakerState::open);
    const Decision end = call.resume(policy, breaker, wait.at);
    QVERIFY(end.kind == Kind::done && end.reason == EndReason::breakerOpen);
    QCOMPARE(call.attempts(), 1U);
}

void CallTest::outsideBreakerIsAskedOnce()
{
    const Policy policy = guarded(3, 1, BreakerOrder::outside);
    Breaker breaker(policy.breaker);
    Call call(1);
    Decision next = call.start(policy, breaker, at(0s));
    breaker.record(breaker.acquire(at(0s)), true, at(0s)); // another call opens it
    next = call.attemptEnded(policy, breaker, at(0s), next.ticket, unavailable);
    QVERIFY(next.kind == Kind::wait);
    next = call.resume(policy, breaker, next.at);
    QVERIFY(next.kind == Kind::attempt); // it was let in, so it may go on
    next = call.attemptEnded(policy, breaker, at(100ms), next.ticket, ok);
    QVERIFY(next.reason == EndReason::succeeded);
    QVERIFY(breaker.state() == BreakerState::open); // its success is of an older generation
}

void CallTest::clientErrorsDoNotTripIt()
{
    for (const BreakerOrder order : {BreakerOrder::inside, BreakerOrder::outside}) {
        const Policy policy = guarded(3, 1, order);
        Breaker breaker(policy.breaker);
        Time now = at(0s);
        drive(policy, breaker, now, outcomeOfStatus(404));
        drive(policy, breaker, now, outcomeOfStatus(409));
        QVERIFY(breaker.state() == BreakerState::closed);
        drive(policy, breaker, now, outcomeOfStatus(500));
        QVERIFY(breaker.state() == BreakerState::open);
    }
}

void CallTest::lateReplies()
{
    const Policy policy = guarded(4, 2, BreakerOrder::inside);
    Breaker breaker(policy.breaker);
    Call call(1);
    const Decision first = call.start(policy, breaker, at(0s));
    const Decision wait = call.attemptEnded(policy, breaker, at(1s), first.ticket, timedOut);
    // The answer of the first attempt comes during the wait, then during the second attempt, each twice.
    QVERIFY(call.attemptEnded(policy, breaker, at(1050ms), first.ticket, ok).kind == Kind::ignore);
    const Decision second = call.resume(policy, breaker, wait.at);
    QVERIFY(second.ticket != first.ticket);
    QVERIFY(call.attemptEnded(policy, breaker, at(1200ms), first.ticket, unavailable).kind == Kind::ignore);
    QCOMPARE(breaker.failures(), 1U); // counted once, when it timed out
    const Decision end = call.attemptEnded(policy, breaker, at(1300ms), second.ticket, ok);
    QVERIFY(end.reason == EndReason::succeeded);
    QVERIFY(call.attemptEnded(policy, breaker, at(1400ms), second.ticket, ok).kind == Kind::ignore);
}

void CallTest::slotsAreReused()
{
    const Policy policy = plain(4);
    Breaker breaker(policy.breaker);
    Call call(1);
    const Decision old = call.start(policy, breaker, at(0s));
    call.attemptEnded(policy, breaker, at(1s), old.ticket, outcomeOfStatus(404));
    call.reuse(2);
    QCOMPARE(call.attempts(), 0U);
    QCOMPARE(call.path(), std::uint64_t{2});
    QCOMPARE(call.lastWait(), 0ns);
    QVERIFY(!call.expects(old.ticket));
    const Decision fresh = call.start(policy, breaker, at(2s));
    QVERIFY(fresh.ticket != old.ticket);
    QVERIFY(call.attemptEnded(policy, breaker, at(2s), old.ticket, ok).kind == Kind::ignore);
    QVERIFY(call.inFlight());
}

void CallTest::jitterDependsOnPathAndAttempt()
{
    Policy policy = plain(5);
    policy.retry.jitter.kind = Jitter::full;
    Breaker breaker(policy.breaker);
    const auto firstWait = [&](std::uint64_t path) {
        Call call(path);
        const Decision first = call.start(policy, breaker, at(0s));
        return call.attemptEnded(policy, breaker, at(0s), first.ticket, unavailable).at;
    };
    QVERIFY(firstWait(1) == firstWait(1));
    QVERIFY(firstWait(1) != firstWait(2));
    QCOMPARE(firstWait(1).time_since_epoch(),
             drawWait(policy.retry.backoff, policy.retry.jitter, 1, 0ns, uniform(1, Purpose::jitter, 1)));
}

QTEST_APPLESS_MAIN(CallTest)
#include "tst_call.moc"
