// SPDX-License-Identifier: GPL-3.0-or-later
// What the AWS SDKs add to a call: longer waits after throttling, and attempts that wait for their turn.
#include "core/policy/call.h"

#include <QTest>

using namespace retrylab;
using namespace std::chrono_literals;

namespace {

const Outcome throttled = outcomeOfStatus(429);
const Outcome unavailable = outcomeOfStatus(503);

Time at(Duration sinceStart)
{
    return Time(sinceStart);
}

/// The revision of 2026, its jitter left out.
Policy revised()
{
    Policy policy;
    policy.retry.maxAttempts = 5;
    policy.retry.backoff = {BackoffKind::exponential, 50ms, 2.0, {}, 20s};
    policy.retry.backoff.throttledBase = 1s;
    policy.retry.jitter.kind = Jitter::none;
    policy.timeout = unlimited;
    return policy;
}

/// A rate that has been throttled at a standstill: half a request per second, and no token there.
AdaptiveRate slowRate()
{
    AdaptiveRate rate;
    rate.onResponse(true, Time{});
    return rate;
}

} // namespace

class CallPacedTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void throttlingHasABaseOfItsOwn();
    void turnsAreHandedOutInOrder();
    void aTurnIsNoBackoff();
    void noTurnAfterTheDeadline();
    void anOpenBreakerGivesTheTurnBack();
};

void CallPacedTest::throttlingHasABaseOfItsOwn()
{
    const Policy policy = revised();
    Breaker breaker(policy.breaker);
    Call call(1);
    Time now{};
    std::vector<Duration> waits;
    Decision decision = call.start(policy, breaker, now);
    for (const Outcome outcome : {unavailable, throttled, unavailable, throttled}) {
        decision = call.attemptEnded(policy, breaker, now, decision.ticket, outcome);
        QVERIFY(decision.kind == Decision::Kind::wait);
        waits.push_back(decision.at - now);
        now = decision.at;
        decision = call.resume(policy, breaker, now);
    }
    // base · 2^(n−1): 50 ms, 1 s · 2, 50 ms · 4, 1 s · 8.
    QCOMPARE(waits, (std::vector<Duration>{50ms, 2s, 200ms, 8s}));
}

void CallPacedTest::turnsAreHandedOutInOrder()
{
    const Policy policy = revised();
    Breaker breaker(policy.breaker);
    AdaptiveRate rate = slowRate();
    const Guards guards(breaker, nullptr, &rate);
    // At 0.5 per second the first waits 2 s for its token, the second 4 s, the third 6 s.
    std::vector<Call> calls{Call(1), Call(2), Call(3)};
    for (std::size_t i = 0; i < calls.size(); ++i) {
        const Decision turn = calls[i].start(policy, guards, Time{});
        QVERIFY(turn.kind == Decision::Kind::wait);
        QCOMPARE(turn.at, at(2s * (i + 1)));
        QCOMPARE(calls[i].attempts(), 0U);
    }
    for (std::size_t i = 0; i < calls.size(); ++i) {
        QVERIFY(calls[i].resume(policy, guards, at(2s * (i + 1))).kind
                == Decision::Kind::attempt); // without asking again
        QCOMPARE(calls[i].attempts(), 1U);
    }
}

void CallPacedTest::aTurnIsNoBackoff()
{
    Policy policy = revised();
    policy.retry.jitter.kind = Jitter::decorrelated; // builds on the wait before
    Breaker breaker(policy.breaker);
    AdaptiveRate rate = slowRate();
    const Guards guards(breaker, nullptr, &rate);
    Call call(1);
    Decision decision = call.start(policy, guards, Time{});
    QCOMPARE(call.lastWait(), Duration(0));
    decision = call.resume(policy, guards, decision.at);
    decision = call.attemptEnded(policy, guards, at(3s), decision.ticket, unavailable);
    const Duration backoff = call.lastWait();
    QVERIFY(backoff >= 50ms && backoff <= 150ms); // U(base, 3·base): the turn of 2 s does not count
    decision = call.resume(policy, guards, decision.at);
    QCOMPARE(call.lastWait(), backoff);
}

void CallPacedTest::noTurnAfterTheDeadline()
{
    Policy policy = revised();
    policy.deadline = 3s;
    policy.breaker.kind = BreakerKind::consecutive;
    policy.breaker.size = 1;
    Breaker breaker(policy.breaker);
    AdaptiveRate rate = slowRate();
    const Guards guards(breaker, nullptr, &rate);
    Call first(1);
    QVERIFY(first.start(policy, guards, Time{}).kind == Decision::Kind::wait);
    Call second(2);
    const Decision refused = second.start(policy, guards, Time{});
    QVERIFY(refused.kind == Decision::Kind::done && refused.reason == EndReason::deadlineExceeded);
    QVERIFY(breaker.state() == BreakerState::closed); // what was not sent says nothing about the service
    // Its token came back: the next in line waits as long as it would have.
    Policy patient = policy;
    patient.deadline = unlimited;
    Call third(3);
    QCOMPARE(third.start(patient, guards, Time{}).at, at(4s));
}

void CallPacedTest::anOpenBreakerGivesTheTurnBack()
{
    Policy policy = revised();
    policy.breaker.kind = BreakerKind::consecutive;
    policy.breaker.order = BreakerOrder::inside;
    Breaker breaker(policy.breaker);
    AdaptiveRate rate = slowRate();
    const Guards guards(breaker, nullptr, &rate);
    Call call(1);
    const Decision turn = call.start(policy, guards, Time{});
    breaker.force(BreakerState::open, at(1s));
    const double before = rate.tokens(turn.at);
    QVERIFY(call.resume(policy, guards, turn.at).reason == EndReason::breakerOpen);
    QCOMPARE(rate.tokens(turn.at), before + 1.0);
}

QTEST_APPLESS_MAIN(CallPacedTest)
#include "tst_call_paced.moc"
