// SPDX-License-Identifier: GPL-3.0-or-later
// Hedges of one call: when they go (gRPC's proposal A6, Finagle's backup requests), what stops them, who is told.
#include "core/policy/call.h"

#include <QTest>

using namespace retrylab;
using namespace std::chrono_literals;

namespace {

const Outcome ok = outcomeOfStatus(200);
const Outcome unavailable = outcomeOfStatus(503);
const Outcome badRequest = outcomeOfStatus(400);

using Kind = Decision::Kind;

Time at(Duration sinceStart)
{
    return Time(sinceStart);
}

/// gRPC's hedgingPolicy with maxAttempts 4 and hedgingDelay 500 ms.
Policy grpc()
{
    Policy policy;
    policy.timeout = unlimited;
    policy.retry.maxAttempts = 4;
    policy.retry.jitter.kind = Jitter::none;
    policy.retry.backoff.base = 100ms;
    policy.hedge.kind = HedgeKind::delay;
    policy.hedge.delay = 500ms;
    policy.hedge.most = 3;
    return policy;
}

/// One call and all that stands around it.
struct Hedged {
    explicit Hedged(const Policy &itsPolicy)
        : policy(itsPolicy)
        , breaker(policy.breaker)
        , budget(policy.budget)
        , hedger(policy.hedge)
    {
    }

    Guards guards()
    {
        return {breaker, policy.budget.kind == BudgetKind::none ? nullptr : &budget, nullptr, {&hedger, &hedges}};
    }
    Decision start(Duration now = 0ms) { return call.start(policy, guards(), at(now)); }
    Decision hedge(Duration now) { return call.hedge(policy, guards(), at(now)); }
    Decision end(Duration now, Ticket ticket, Outcome outcome, const HintReading &hint = {})
    {
        return call.attemptEnded(policy, guards(), at(now), ticket, outcome, hint);
    }
    bool waitsFor(Ticket ticket) const { return call.expects(ticket) || hedges.expects(ticket); }

    const Policy policy;
    Breaker breaker;
    Budget budget;
    Hedger hedger;
    CallHedges hedges;
    Call call{1};
};

} // namespace

class HedgeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneAfterEachDelay();
    void aFailureBringsTheNextForward();
    void theFirstGoodAnswerCancelsTheOthers();
    void aFatalAnswerCancelsTheOthers();
    void theServerPushesHedgesBack();
    void onTimeLeavesFailuresToTheRetry();
    void whenAllHaveFailedTheRetryWaits();
    void theDeadlineEndsThemAll();
    void theBudgetPaysForThem();
    void cancelledAttemptsAreActiveNoMore();
    void theBreakerLetsEachIn();
    void aRefusedHedgeLeavesThePermitAlone();
    void extraLoadIsLimited();
    void thePercentileFollowsTheAnswers();
    void nothingIsSentTwiceThatMustNotBe();
};

void HedgeTest::oneAfterEachDelay()
{
    Hedged h(grpc());
    QCOMPARE(h.start().kind, Kind::attempt);
    for (const Duration due : {500ms, 1000ms, 1500ms}) {
        QCOMPARE(h.hedges.takeDue(), at(due));
        QCOMPARE(h.hedges.takeDue(), never); // one timer for each
        QCOMPARE(h.hedge(due).kind, Kind::attempt);
    }
    QCOMPARE(h.hedges.dueAt(), never);
    QCOMPARE(h.call.attempts(), 4U);
}

void HedgeTest::aFailureBringsTheNextForward()
{
    Hedged h(grpc());
    const Ticket first = h.start().ticket;
    const Ticket second = h.hedge(500ms).ticket;
    const Decision third = h.end(600ms, first, unavailable);
    QCOMPARE(third.kind, Kind::attempt);
    QCOMPARE(h.hedges.dueAt(), at(1100ms));
    QVERIFY(h.waitsFor(second) && h.waitsFor(third.ticket) && !h.waitsFor(first));
    QVERIFY(first < second && second < third.ticket);
}

void HedgeTest::theFirstGoodAnswerCancelsTheOthers()
{
    Hedged h(grpc());
    const Ticket first = h.start().ticket;
    const Ticket second = h.hedge(500ms).ticket;
    const Ticket third = h.hedge(1s).ticket;
    const Decision over = h.end(1100ms, second, ok);
    QCOMPARE(over.kind, Kind::done);
    QCOMPARE(over.reason, EndReason::succeeded);
    QCOMPARE(h.hedges.attempts().size(), 2U);
    QCOMPARE(h.hedges.attempts()[0].ticket, first);
    QCOMPARE(h.hedges.attempts()[1].ticket, third);
    QCOMPARE(h.hedges.dueAt(), never);
    h.hedges.clear();
    QCOMPARE(h.end(1200ms, first, unavailable).kind, Kind::ignore);
    QCOMPARE(h.end(1200ms, third, ok).kind, Kind::ignore);
}

void HedgeTest::aFatalAnswerCancelsTheOthers()
{
    Hedged h(grpc());
    const Ticket first = h.start().ticket;
    h.hedge(500ms);
    const Decision over = h.end(600ms, first, badRequest);
    QCOMPARE(over.kind, Kind::done);
    QCOMPARE(over.reason, EndReason::notRetryable);
    QCOMPARE(h.hedges.attempts().size(), 1U);
}

void HedgeTest::theServerPushesHedgesBack()
{
    Policy policy = grpc();
    policy.retry.hint.headers[0] = HintHeader::grpcPushback;
    policy.retry.hint.unusable = UnusableHint::doNotRetry;
    HintReading later;
    later.kind = HintReading::Kind::wait;
    later.wait = 2s;
    Hedged h(policy);
    Decision next = h.end(100ms, h.start().ticket, unavailable, later);
    QCOMPARE(next.kind, Kind::ignore); // Nothing is under way, but something comes.
    QCOMPARE(h.hedges.dueAt(), at(2100ms));
    next = h.hedge(2100ms);
    QCOMPARE(next.kind, Kind::attempt);
    QCOMPARE(h.hedges.dueAt(), at(2600ms));

    HintReading no;
    no.kind = HintReading::Kind::unusable;
    const Ticket third = h.hedge(2600ms).ticket;
    QCOMPARE(h.end(2700ms, next.ticket, unavailable, no).kind, Kind::ignore);
    QCOMPARE(h.hedges.dueAt(), never);
    QVERIFY(h.waitsFor(third));
    const Decision over = h.end(2800ms, third, unavailable, no);
    QCOMPARE(over.kind, Kind::done);
    QCOMPARE(over.reason, EndReason::toldNotTo);
}

void HedgeTest::onTimeLeavesFailuresToTheRetry()
{
    Policy policy = grpc();
    policy.hedge.afterFailure = HedgeAfterFailure::onTime;
    policy.hedge.most = 1;
    Hedged h(policy);
    Decision next = h.end(200ms, h.start().ticket, unavailable);
    QCOMPARE(next.kind, Kind::wait);
    QCOMPARE(next.at, at(300ms));
    QCOMPARE(h.hedges.dueAt(), never);

    const Ticket second = h.call.resume(policy, h.guards(), at(300ms)).ticket;
    QCOMPARE(h.hedges.dueAt(), at(800ms));
    const Ticket hedge = h.hedge(800ms).ticket;
    QCOMPARE(h.end(900ms, second, unavailable).kind, Kind::ignore); // The hedge may still answer.
    next = h.end(1s, hedge, unavailable);
    QCOMPARE(next.kind, Kind::wait);
    QCOMPARE(next.at, at(1200ms)); // the second retry's wait, for the hedge was none
}

void HedgeTest::whenAllHaveFailedTheRetryWaits()
{
    Policy policy = grpc();
    policy.hedge.most = 1;
    Hedged h(policy);
    const Ticket first = h.start().ticket;
    const Ticket second = h.end(10ms, first, unavailable).ticket; // at once
    Decision next = h.end(20ms, second, unavailable);
    QCOMPARE(next.kind, Kind::wait);
    QCOMPARE(next.at, at(120ms));
    const Ticket third = h.call.resume(policy, h.guards(), at(120ms)).ticket;
    const Ticket fourth = h.end(130ms, third, unavailable).ticket;
    next = h.end(140ms, fourth, unavailable);
    QCOMPARE(next.kind, Kind::done);
    QCOMPARE(next.reason, EndReason::attemptsExhausted);
    QCOMPARE(h.call.attempts(), 4U);
}

void HedgeTest::theDeadlineEndsThemAll()
{
    Policy policy = grpc();
    policy.deadline = 700ms;
    Hedged h(policy);
    const Decision first = h.start();
    QCOMPARE(first.at, at(700ms));
    const Decision second = h.hedge(500ms);
    QCOMPARE(second.at, at(700ms));
    QCOMPARE(h.hedge(700ms).kind, Kind::ignore); // No attempt starts at the deadline.
    const Decision over = h.end(700ms, first.ticket, {OutcomeKind::timeout, 0});
    QCOMPARE(over.kind, Kind::done);
    QCOMPARE(over.reason, EndReason::deadlineExceeded);
    QCOMPARE(h.hedges.attempts().size(), 1U);
}

void HedgeTest::theBudgetPaysForThem()
{
    Policy policy = grpc();
    policy.budget.kind = BudgetKind::tokenBucket;
    policy.budget.capacity = policy.budget.initial = 8;
    policy.budget.cost = 5;
    Hedged h(policy);
    const Ticket first = h.start().ticket;
    QCOMPARE(h.hedge(500ms).kind, Kind::attempt);
    QCOMPARE(h.budget.balance(at(500ms)), 3.0);
    QCOMPARE(h.hedge(1s).kind, Kind::ignore);
    QCOMPARE(h.hedges.dueAt(), never);
    h.end(1100ms, first, ok); // The first attempt cost nothing, so it brings a token.
    QCOMPARE(h.budget.balance(at(1100ms)), 4.0);
}

void HedgeTest::cancelledAttemptsAreActiveNoMore()
{
    Policy policy = grpc();
    policy.budget.kind = BudgetKind::activeShare;
    policy.budget.minConcurrency = 2;
    policy.budget.ratio = 0;
    Hedged h(policy);
    const Ticket first = h.start().ticket;
    h.hedge(500ms);
    h.hedge(1s);
    QCOMPARE(h.budget.balance(at(1s)), 0.0);
    h.end(1100ms, first, ok);
    QCOMPARE(h.budget.balance(at(1100ms)), 2.0);
}

void HedgeTest::theBreakerLetsEachIn()
{
    Policy policy = grpc();
    policy.breaker.kind = BreakerKind::consecutive;
    policy.breaker.size = 1;
    policy.breaker.openTime = 1s;
    policy.breaker.probes = 2;
    policy.breaker.successes = 2;
    policy.breaker.order = BreakerOrder::inside;
    Hedged h(policy);
    h.breaker.record(h.breaker.acquire(at(0ms)), BreakerReport::failure, at(0ms));
    const Ticket first = h.start(2s).ticket;
    QCOMPARE(h.hedge(2500ms).kind, Kind::attempt); // the second probe
    QCOMPARE(h.hedge(3s).kind, Kind::ignore);      // A third would be refused.
    h.end(3100ms, first, ok);
    // One has succeeded; the cancelled one has said nothing and left its place.
    QCOMPARE(h.breaker.state(), BreakerState::halfOpen);
    const BreakerPermit next = h.breaker.acquire(at(3200ms));
    QVERIFY(next.admitted);
    h.breaker.record(next, BreakerReport::success, at(3300ms));
    QCOMPARE(h.breaker.state(), BreakerState::closed);
}

void HedgeTest::aRefusedHedgeLeavesThePermitAlone()
{
    Policy policy = grpc();
    policy.breaker.kind = BreakerKind::consecutive;
    policy.breaker.size = 1;
    policy.breaker.openTime = 1s;
    policy.breaker.order = BreakerOrder::inside;
    Hedged h(policy);
    const Ticket first = h.start().ticket;
    h.breaker.record(h.breaker.acquire(at(100ms)), BreakerReport::failure, at(100ms));
    const BreakerPermit probe = h.breaker.acquire(at(1200ms));
    QVERIFY(probe.admitted);
    QCOMPARE(h.hedge(1300ms).kind, Kind::ignore);
    h.end(1400ms, first, ok); // let in before the breaker opened: no probe
    QCOMPARE(h.breaker.state(), BreakerState::halfOpen);
}

void HedgeTest::extraLoadIsLimited()
{
    HedgeOptions options;
    options.extraLoad = 0.1;
    Hedger hedger(options);
    int hedges = 0;
    for (int i = 0; i < 1000; ++i) {
        hedger.callStarted();
        hedges += hedger.withdraw() ? 1 : 0;
    }
    QCOMPARE(hedges, 100);

    for (int i = 0; i < 1000; ++i)
        hedger.callStarted();
    for (hedges = 0; hedger.withdraw(); ++hedges) {
    }
    QCOMPARE(hedges, 10); // No more are saved.
    hedger.giveBack();
    QVERIFY(hedger.withdraw() && !hedger.withdraw());
}

void HedgeTest::thePercentileFollowsTheAnswers()
{
    HedgeOptions options;
    options.kind = HedgeKind::percentile;
    options.percentile = 0.95;
    options.delay = 7ms;
    Hedger hedger(options);
    for (int i = 1; i < 20; ++i)
        hedger.answered(std::chrono::milliseconds(i));
    QCOMPARE(hedger.delay(), Duration(7ms));
    for (int i = 20; i <= 100; ++i)
        hedger.answered(std::chrono::milliseconds(i));
    QCOMPARE(hedger.delay(), Duration(95ms));
    for (int i = 0; i < 100; ++i) // Then everything takes longer.
        hedger.answered(1s);
    QCOMPARE(hedger.delay(), Duration(1s));
}

void HedgeTest::nothingIsSentTwiceThatMustNotBe()
{
    Policy policy = grpc();
    policy.retry.onlyIdempotent = true;
    const RequestTraits post{false, KeyUse::none};
    QCOMPARE(settledFor(policy, post).hedge.kind, HedgeKind::none);
    QCOMPARE(settledFor(policy, {true, KeyUse::none}).hedge.kind, HedgeKind::delay);
    QCOMPARE(settledFor(policy, {false, KeyUse::intention}).hedge.kind, HedgeKind::delay);
}

QTEST_APPLESS_MAIN(HedgeTest)
#include "tst_hedge.moc"
