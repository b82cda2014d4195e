// SPDX-License-Identifier: GPL-3.0-or-later
// Public bugs of whole calls: how many attempts there are, and what a deadline forbids. Which bug is tested where,
// PUBLIC_BUGS.md tells.
#include "tests/oracle/failing_call.h"

#include <QTest>

using namespace retrylab;
using namespace std::chrono_literals;
using oracle::FailedCall;
using oracle::failEveryAttempt;
using oracle::failingPolicy;

namespace {

constexpr std::uint32_t asManyAsMayBe = 1000;
constexpr DeadlineMode everyMode[] = {DeadlineMode::refuse, DeadlineMode::refuseBeyond, DeadlineMode::clamp,
                                      DeadlineMode::afterAttempt};

Policy fixedWait(Duration wait, std::uint32_t maxAttempts)
{
    return failingPolicy({.kind = BackoffKind::fixed, .base = wait, .cap = unlimited}, maxAttempts);
}

Policy growing(Duration base, double multiplier, Duration cap, Duration deadline)
{
    Policy policy = failingPolicy({.base = base, .multiplier = multiplier, .cap = cap}, asManyAsMayBe);
    policy.deadline = deadline;
    return policy;
}

/// A call whose attempts take so long each.
FailedCall lasting(const Policy &policy, Duration attempt)
{
    return failEveryAttempt(policy, QList<Duration>(asManyAsMayBe, attempt)).value_or(FailedCall{});
}

} // namespace

class PublicBugsCallTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void attemptsAreCounted_data();
    void attemptsAreCounted();
    void hintBeyondTheDeadline_data();
    void hintBeyondTheDeadline();
    void longFirstAttempt();
    void waitsEndBeforeTheDeadline_data();
    void waitsEndBeforeTheDeadline();
    void noSleepIntoTheDeadline();
    void attemptsUseUpTheDeadline();
    void noChainOutlivesTheDeadline();
    void deadlineCutsAHangingAttempt();
};

void PublicBugsCallTest::attemptsAreCounted_data()
{
    QTest::addColumn<std::uint32_t>("maxAttempts");
    QTest::addColumn<int>("calls");
    QTest::newRow("failsafe-go/failsafe-go#22") << 4U << 4;
    QTest::newRow("spring-cloud/spring-cloud-stream#3186") << 2U << 2;
    QTest::newRow("apache/pekko#3233") << 5U << 5;
    const std::uint32_t retries = 1;
    QTest::newRow("toss/es-toolkit#1207") << 1 + retries << 2;
    QTest::newRow("minfrin/retry#23") << 1U << 1; // and no sleep after it
}

void PublicBugsCallTest::attemptsAreCounted()
{
    QFETCH(std::uint32_t, maxAttempts);
    QFETCH(int, calls);
    const auto call = failEveryAttempt(fixedWait(10s, maxAttempts));
    QVERIFY(call.has_value());
    QCOMPARE(call->attempts, static_cast<std::uint32_t>(calls));
    QCOMPARE(call->waits, QList<Duration>(calls - 1, 10s)); // between them, and none after the last
    QCOMPARE(call->reason, EndReason::attemptsExhausted);
}

void PublicBugsCallTest::hintBeyondTheDeadline_data()
{
    QTest::addColumn<DeadlineMode>("mode");
    QTest::addColumn<bool>("retries");
    QTest::addColumn<Duration>("waits");
    const auto row = [](const char *name, DeadlineMode mode, bool retries, Duration waits) {
        QTest::addRow("cenkalti/backoff#159, %s", name) << mode << retries << waits;
    };
    row("reported", DeadlineMode::refuseBeyond, false, 0s);
    row("reported, deadline excluded", DeadlineMode::refuse, false, 0s);
    row("cut to the deadline", DeadlineMode::clamp, true, 15min);
    row("obeyed", DeadlineMode::afterAttempt, true, 30min);
}

void PublicBugsCallTest::hintBeyondTheDeadline()
{
    QFETCH(DeadlineMode, mode);
    QFETCH(bool, retries);
    QFETCH(Duration, waits);
    Policy policy = fixedWait(1s, 2);
    policy.deadline = 15min;
    policy.deadlineMode = mode;
    Breaker breaker(policy.breaker);
    Call call(1);
    const Decision first = call.start(policy, breaker, Time{});
    const HintReading hint{HintReading::Kind::wait, 30min};
    const Decision next = call.attemptEnded(policy, breaker, Time{}, first.ticket, outcomeOfStatus(429), hint);
    if (retries) {
        QVERIFY(next.kind == Decision::Kind::wait);
        QCOMPARE(next.at - Time{}, waits);
        QVERIFY(call.resume(policy, breaker, next.at).kind == Decision::Kind::attempt);
    } else {
        QVERIFY(next.kind == Decision::Kind::done);
        QCOMPARE(next.reason, EndReason::deadlineExceeded); // by name, not as if attempts had run out
    }
}

void PublicBugsCallTest::longFirstAttempt() // cenkalti/backoff#188
{
    // The clock of a deadline starts with the call, as documented there.
    Policy policy = fixedWait(500ms, 2);
    policy.deadline = 1s;
    policy.deadlineMode = DeadlineMode::refuseBeyond;
    const auto slow = failEveryAttempt(policy, {2s, 0s});
    QCOMPARE(slow->attempts, 1U);
    QCOMPARE(slow->reason, EndReason::deadlineExceeded);
    QCOMPARE(failEveryAttempt(policy, {100ms, 0s})->attempts, 2U);
}

void PublicBugsCallTest::waitsEndBeforeTheDeadline_data()
{
    QTest::addColumn<Policy>("policy");
    QTest::addColumn<QList<Duration>>("waits");
    // Seven waits, 15.39 s, are too long for 15; the six before are 10.390625 s.
    QTest::newRow("ihrwein/backoff#42") << growing(500ms, 1.5, 5s, 15s)
                                        << QList<Duration>{500ms, 750ms, 1125ms, 1687500us, 2531250us, 3796875us};
    QTest::newRow("jd/tenacity#423") << growing(1s, 2.0, 30s, 5s) << QList<Duration>{1s, 2s};
}

void PublicBugsCallTest::waitsEndBeforeTheDeadline()
{
    QFETCH(Policy, policy);
    QFETCH(QList<Duration>, waits);
    for (const DeadlineMode mode : {DeadlineMode::refuse, DeadlineMode::refuseBeyond}) {
        policy.deadlineMode = mode;
        const auto call = failEveryAttempt(policy);
        QVERIFY(call.has_value());
        QCOMPARE(call->waits, waits);
        QCOMPARE(call->attempts, static_cast<std::uint32_t>(waits.size()) + 1);
        QCOMPARE(call->reason, EndReason::deadlineExceeded);
    }
}

void PublicBugsCallTest::noSleepIntoTheDeadline() // temporalio/temporal#4403
{
    const auto decisionAt = [](DeadlineMode mode, Duration failedAt) {
        Policy policy = fixedWait(2s, asManyAsMayBe);
        policy.deadline = 10s;
        policy.deadlineMode = mode;
        Breaker breaker(policy.breaker);
        Call call(1);
        const Decision first = call.start(policy, breaker, Time{});
        return call.attemptEnded(policy, breaker, Time(failedAt), first.ticket, outcomeOfStatus(503));
    };
    for (const DeadlineMode mode : {DeadlineMode::refuse, DeadlineMode::refuseBeyond}) {
        const Decision tooLate = decisionAt(mode, 8s + 1ns);
        QVERIFY(tooLate.kind == Decision::Kind::done); // at once, with the last outcome in the caller's hand
        QCOMPARE(tooLate.reason, EndReason::deadlineExceeded);
        QVERIFY(decisionAt(mode, 8s - 1ns).at == Time(10s - 1ns));
    }
    // A wait that ends at the deadline itself does not lie beyond it.
    QVERIFY(decisionAt(DeadlineMode::refuseBeyond, 8s).kind == Decision::Kind::wait);
    QVERIFY(decisionAt(DeadlineMode::refuse, 8s).kind == Decision::Kind::done);
}

void PublicBugsCallTest::attemptsUseUpTheDeadline() // triggerdotdev/trigger.dev#3726
{
    // The waits alone, 10 ms each, would take a hundred attempts; with 400 ms for each attempt the third ends too late.
    Policy policy = fixedWait(10ms, asManyAsMayBe);
    policy.deadline = 1s;
    for (const DeadlineMode mode : everyMode) {
        policy.deadlineMode = mode;
        const FailedCall call = lasting(policy, 400ms);
        QCOMPARE(call.attempts, 3U);
        QCOMPARE(call.reason, EndReason::deadlineExceeded);
    }
}

void PublicBugsCallTest::noChainOutlivesTheDeadline() // linkerd/linkerd#2369
{
    Policy policy = fixedWait(18s, asManyAsMayBe);
    QVERIFY(failEveryAttempt(policy)->slept > 295min); // nearly five hours
    policy.deadline = 5s;
    QCOMPARE(failEveryAttempt(policy)->slept, 0s);
    // However short the waits are: one every 10 ms, the last at 4.99 s.
    policy.retry.backoff.base = 10ms;
    const auto call = failEveryAttempt(policy);
    QCOMPARE(call->attempts, 500U);
    QCOMPARE(call->slept, 4990ms);
    QCOMPARE(call->reason, EndReason::deadlineExceeded);
}

void PublicBugsCallTest::deadlineCutsAHangingAttempt() // linkerd/linkerd#2369
{
    Policy policy = fixedWait(10ms, asManyAsMayBe);
    policy.timeout = unlimited;
    policy.deadline = 5s;
    Breaker breaker(policy.breaker);
    Call call(1);
    const Decision first = call.start(policy, breaker, Time{});
    QVERIFY(first.at == Time(5s));
    const Decision end = call.attemptEnded(policy, breaker, first.at, first.ticket, {OutcomeKind::timeout, 0});
    QVERIFY(end.kind == Decision::Kind::done);
    QCOMPARE(end.reason, EndReason::deadlineExceeded);
}

QTEST_APPLESS_MAIN(PublicBugsCallTest)
#include "tst_public_bugs_call.moc"
