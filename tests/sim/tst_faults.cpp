// SPDX-License-Identifier: GPL-3.0-or-later
// Faults, and what callers make of the answers, in small scenarios, computed by hand to the nanosecond.
#include "core/policy/hint_presets.h"
#include "tests/sim/worlds.h"

#include <QTest>

using namespace worlds;

namespace {

constexpr std::int64_t ms = 1'000'000;

double inMs(std::int64_t ns)
{
    return ns == notYet ? -1 : static_cast<double>(ns) / ms;
}

/// When each call ended, in ms; −1 = not within the run.
QList<double> ends(const Trace &trace)
{
    QList<double> result;
    for (const CallRecord &call : trace.calls)
        result += inMs(call.ended);
    return result;
}

QList<double> sent(const Trace &trace)
{
    QList<double> result;
    for (const AttemptRecord &attempt : trace.attempts)
        result += inMs(attempt.sent);
    return result;
}

World withFault(World world, const Fault &f)
{
    world.faults = {f};
    return world;
}

QList<int> outcomesInOrder(const Trace &trace)
{
    QList<int> result;
    for (const AttemptRecord &attempt : trace.attempts)
        result += static_cast<int>(attempt.outcome);
    return result;
}

constexpr int okay = static_cast<int>(OutcomeKind::ok);
constexpr int refused = static_cast<int>(OutcomeKind::refused);
constexpr int reset = static_cast<int>(OutcomeKind::reset);

} // namespace

class FaultsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void windowsAreHalfOpen();
    void countEndsAFault();
    void shareOfAttempts();
    void latencyHoldsNoSlot();
    void latencyDelaysRejectionsToo();
    void slotsFaultHoldsRequests();
    void slotsFaultFinishesWhatIsInService();
    void restartResetsWhatIsInside();
    void restartedServiceIsCold();
    void twoFaultsAtOnce();
    void touchingWindowsDoNotOverlap();
    void answersSayWhenToComeBack();
    void wordThatComesAfterTheTimeout();
    void errorsFromInsideAreClassified_data();
    void errorsFromInsideAreClassified();
    void whatIsCalledDecidesAboutConflicts();
};

void FaultsTest::windowsAreHalfOpen()
{
    Fault f = fault(FaultKind::refuse, 200ms, at(500ms));
    const auto trace = simulate(withFault(evenly(), f));
    QCOMPARE(outcomesInOrder(*trace),
             (QList<int>{okay, okay, refused, refused, refused, okay, okay, okay, okay, okay}));
    QCOMPARE(trace->node.faulted, std::uint64_t{3});
    QCOMPARE(trace->node.started, std::uint64_t{7});
}

void FaultsTest::countEndsAFault()
{
    Fault f = fault(FaultKind::refuse, 200ms);
    f.count = 2;
    const auto trace = simulate(withFault(evenly(), f));
    QCOMPARE(outcomesInOrder(*trace), (QList<int>{okay, okay, refused, refused, okay, okay, okay, okay, okay, okay}));
    f.count = 0;
    QCOMPARE(simulate(withFault(evenly(), f))->node.faulted, std::uint64_t{0});
}

void FaultsTest::shareOfAttempts()
{
    // 10,000 attempts: the share to 4 standard errors, and another seed strikes others.
    World world = queueing(1000, 1ms, 100, 10s);
    world.traffic.arrivals = Arrivals::even;
    world.faults = {fault(FaultKind::status)};
    world.faults[0].share = 0.3;
    const auto first = simulate(world);
    QVERIFY(std::abs(static_cast<double>(first->node.faulted) - 3000) < 4 * 45.8);
    world.seed = 2;
    QVERIFY(outcomesInOrder(*simulate(world)) != outcomesInOrder(*first));
    // Two faults of the same share draw separately: 0.3 + 0.7 · 0.3 = 0.51.
    world.faults.push_back(world.faults[0]);
    QVERIFY(std::abs(static_cast<double>(simulate(world)->node.faulted) - 5100) < 4 * 50);
}

void FaultsTest::latencyHoldsNoSlot()
{
    World world = herd(2);
    world.service().slots = 1;
    world.faults = {fault(FaultKind::latency)};
    world.faults[0].add = 50ms;
    const auto trace = simulate(world);
    QCOMPARE(ends(*trace), (QList<double>{60, 70})); // served from 0 and 10 ms, both answers 50 ms late
    QCOMPARE(trace->node.busyTime, 20 * ms);
    QCOMPARE(trace->node.faulted, std::uint64_t{0});
    world.service().linkDelay = 1ms;
    QCOMPARE(ends(*simulate(world)), (QList<double>{62, 72}));
    world.faults[0].count = 1;
    QCOMPARE(ends(*simulate(world)), (QList<double>{62, 22}));
}

void FaultsTest::latencyDelaysRejectionsToo()
{
    World world = herd(2);
    world.service().slots = 1;
    world.service().queue.limit = 0;
    world.callers().policy.retry.maxAttempts = 1;
    world.faults = {fault(FaultKind::latency)};
    world.faults[0].add = 5ms;
    QCOMPARE(ends(*simulate(world)), (QList<double>{15, 5}));
}

void FaultsTest::slotsFaultHoldsRequests()
{
    World world = herd(3);
    world.service().slots = 2;
    world.faults = {fault(FaultKind::slots, 0ns, at(100ms))};
    const auto none = simulate(world);
    QCOMPARE(ends(*none), (QList<double>{110, 110, 120}));
    QCOMPARE(none->node.queueMax, 3U);
    world.faults[0].slots = 1;
    QCOMPARE(ends(*simulate(world)), (QList<double>{10, 20, 30}));
    world.faults[0].slots = 7; // never more than there are
    QCOMPARE(ends(*simulate(world)), (QList<double>{10, 10, 20}));
}

void FaultsTest::slotsFaultFinishesWhatIsInService()
{
    World world = herd(3);
    world.service().slots = 2;
    world.faults = {fault(FaultKind::slots, 5ms, at(100ms))};
    QCOMPARE(ends(*simulate(world)), (QList<double>{10, 10, 110}));
}

void FaultsTest::restartResetsWhatIsInside()
{
    // One in service, one waiting; the restart resets both at 5 ms and refuses until 50 ms.
    World world = herd(2);
    world.service().slots = 1;
    world.callers().policy.retry.backoff.base = 20ms;
    world.faults = {fault(FaultKind::restart, 5ms, at(50ms))};
    const auto trace = simulate(world);
    QCOMPARE(sent(*trace), (QList<double>{0, 0, 25, 25, 65, 65}));
    QCOMPARE(outcomesInOrder(*trace), (QList<int>{reset, reset, refused, refused, okay, okay}));
    QCOMPARE(ends(*trace), (QList<double>{75, 85}));
    QCOMPARE(trace->node.faulted, std::uint64_t{4});
    QCOMPARE(trace->node.busyTime, 25 * ms);
    QCOMPARE(trace->node.sojournTime, (5 + 5 + 10 + 20) * ms);
    QCOMPARE(trace->services[0].ended, 5 * ms);
    QCOMPARE(trace->node.completed, std::uint64_t{2});
}

void FaultsTest::restartedServiceIsCold()
{
    // Cold by a factor of 5, easing to 1 over 100 ms: begun at 50 + x ms, 10 ms of work take 10 · (1 + 4 (1 − x/100)).
    World world = evenly();
    world.traffic.rate = 40; // every 25 ms
    world.service().slowStart = {100ms, 5.0};
    world.faults = {fault(FaultKind::restart, 20ms, at(50ms))};
    const auto trace = simulate(world);
    QCOMPARE(ends(*trace).mid(0, 8), (QList<double>{10, 25, 50 + 50, 75 + 40, 100 + 30, 125 + 20, 150 + 10, 175 + 10}));
    // Without one, it is as quick as before.
    world.service().slowStart = {};
    QCOMPARE(ends(*simulate(world)).mid(2, 2), (QList<double>{60, 85}));
}

void FaultsTest::twoFaultsAtOnce()
{
    // The first that answers wins; latency marks the attempt on the way.
    World world = herd(1);
    world.callers().policy.retry.maxAttempts = 1;
    world.faults = {fault(FaultKind::latency), fault(FaultKind::status), fault(FaultKind::refuse)};
    world.faults[0].add = 7ms;
    world.faults[1].status = 500;
    const auto trace = simulate(world);
    QCOMPARE(ends(*trace), (QList<double>{7}));
    QVERIFY(trace->attempts[0].outcome == OutcomeKind::serverError);
}

void FaultsTest::touchingWindowsDoNotOverlap()
{
    World world = evenly();
    world.faults = {fault(FaultKind::slots, 300ms, at(600ms)), fault(FaultKind::slots, 0ns, at(300ms))};
    world.faults[0].slots = 100;
    world.faults[1].slots = 0;
    const auto trace = simulate(world);
    QCOMPARE(ends(*trace).mid(0, 4), (QList<double>{310, 310, 310, 310}));
}

void FaultsTest::answersSayWhenToComeBack()
{
    // One client, refused twice with 429 and "come back in 300 ms"; its own back-off is 20 ms.
    World world = evenly();
    world.traffic.kind = TrafficKind::herd;
    world.traffic.clients = 1;
    Policy &policy = world.callers().policy;
    policy.retry.maxAttempts = 3;
    policy.retry.backoff = {BackoffKind::fixed, 20ms};
    policy.retry.jitter.kind = Jitter::none;
    Fault f = fault(FaultKind::status);
    f.status = 429;
    f.count = 2;
    f.retryAfter = 300ms;
    world.faults = {f};
    QCOMPARE(sent(*simulate(world)), (QList<double>{0, 20, 40})); // it does not listen

    policy.retry.hint = *hintPreset("rfc9110");
    QCOMPARE(sent(*simulate(world)), (QList<double>{0, 300, 600}));
    // Not earlier than its own back-off either.
    world.faults[0].retryAfter = 5ms;
    QCOMPARE(sent(*simulate(world)), (QList<double>{0, 20, 40}));

    // urllib3 listens on 429, but not on 500; a limit of its own holds the wait.
    world.faults[0].retryAfter = 300ms;
    policy.retry.hint = *hintPreset("urllib3");
    policy.retry.hint.most = 100ms;
    QCOMPARE(sent(*simulate(world)), (QList<double>{0, 100, 200}));
    world.faults[0].status = 500;
    policy.retry.on.addStatus(500);
    QCOMPARE(sent(*simulate(world)), (QList<double>{0, 20, 40}));

    // The next attempt would begin at the deadline, so there is none.
    world.faults[0].status = 429;
    policy.retry.hint = *hintPreset("rfc9110");
    policy.deadline = 300ms;
    const auto trace = simulate(world);
    QCOMPARE(sent(*trace), (QList<double>{0}));
    QVERIFY(trace->calls[0].reason == EndReason::deadlineExceeded);
}

void FaultsTest::wordThatComesAfterTheTimeout()
{
    // The refusal takes 80 ms, the attempt waits 50 ms: what the answer says is not heard.
    World world = evenly();
    world.traffic.kind = TrafficKind::herd;
    world.traffic.clients = 1;
    Policy &policy = world.callers().policy;
    policy.timeout = 50ms;
    policy.retry.maxAttempts = 2;
    policy.retry.backoff = {BackoffKind::fixed, 20ms};
    policy.retry.jitter.kind = Jitter::none;
    policy.retry.hint = *hintPreset("rfc9110");
    Fault slow = fault(FaultKind::latency);
    slow.add = 80ms;
    Fault refusing = fault(FaultKind::status);
    refusing.retryAfter = 300ms;
    world.faults = {slow, refusing};
    QCOMPARE(sent(*simulate(world)), (QList<double>{0, 70}));
}

void FaultsTest::errorsFromInsideAreClassified_data()
{
    QTest::addColumn<ServiceError>("error");
    QTest::addColumn<OutcomeKind>("outcome");
    QTest::addColumn<int>("attempts");
    QTest::newRow("deadlock") << ServiceError::deadlock << OutcomeKind::deadlock << 4;
    QTest::newRow("lock wait") << ServiceError::lockWait << OutcomeKind::lockWait << 4;
    QTest::newRow("validation") << ServiceError::validation << OutcomeKind::validation << 1;
    QTest::newRow("parse error") << ServiceError::parseError << OutcomeKind::parseError << 1;
    QTest::newRow("bug") << ServiceError::bug << OutcomeKind::bug << 1;
}

void FaultsTest::errorsFromInsideAreClassified()
{
    QFETCH(ServiceError, error);
    QFETCH(OutcomeKind, outcome);
    QFETCH(int, attempts);
    World world = evenly();
    world.traffic.kind = TrafficKind::herd;
    world.traffic.clients = 1;
    world.callers().policy.retry.maxAttempts = 4;
    world.callers().policy.retry.backoff.base = 10ms;
    Fault f = fault(FaultKind::error);
    f.error = error;
    world.faults = {f};
    const auto trace = simulate(world);
    QCOMPARE(static_cast<int>(trace->attempts.size()), attempts);
    QCOMPARE(static_cast<int>(trace->counters.outcomes[static_cast<std::size_t>(outcome)]), attempts);
}

void FaultsTest::whatIsCalledDecidesAboutConflicts()
{
    World world = evenly();
    world.traffic.kind = TrafficKind::herd;
    world.traffic.clients = 1;
    world.callers().policy.retry.maxAttempts = 4;
    world.callers().policy.retry.backoff.base = 10ms;
    Fault f = fault(FaultKind::status);
    f.status = 409;
    world.faults = {f};
    QCOMPARE(static_cast<int>(simulate(world)->attempts.size()), 4);
    world.calls.front() = {"pay", "POST", false, KeyUse::none};
    QCOMPARE(static_cast<int>(simulate(world)->attempts.size()), 1);
    world.calls.front().key = KeyUse::intention;
    QCOMPARE(static_cast<int>(simulate(world)->attempts.size()), 4);
}

QTEST_APPLESS_MAIN(FaultsTest)
#include "tst_faults.moc"
