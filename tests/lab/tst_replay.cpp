// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/replay.h"

#include <QTest>

#include <vector>

using namespace retrylab;
using namespace std::chrono_literals;

namespace {

constexpr Outcome ok = {OutcomeKind::ok, 0};
constexpr Outcome fail = outcomeOfStatus(503);

using enum BreakerState;

struct Replayed {
    std::vector<ReplayTransition> transitions;
    ReplayTotals totals;
};

Replayed replayed(const Policy &policy, const std::vector<OutcomeRow> &rows)
{
    Replayed result;
    Replay replay(policy, [&](const ReplayTransition &transition) { result.transitions.push_back(transition); });
    for (const OutcomeRow &row : rows)
        replay.take(row);
    result.totals = replay.finish();
    return result;
}

OutcomeRow line(Duration ended, Outcome outcome, Duration took = 0s)
{
    return {Time(ended), took, outcome};
}

Policy consecutive(std::uint32_t failures, Duration openTime)
{
    Policy policy;
    policy.breaker.kind = BreakerKind::consecutive;
    policy.breaker.size = failures;
    policy.breaker.openTime = openTime;
    return policy;
}

ReplayTransition opened(Duration at, std::uint32_t failures, std::uint32_t outcomes, std::uint32_t slow = 0)
{
    return {Time(at), closed, open, BreakerWhy::threshold, outcomes, failures, slow};
}

ReplayTransition moved(Duration at, BreakerState from, BreakerState to, BreakerWhy why)
{
    return {Time(at), from, to, why, 0, 0, 0};
}

} // namespace

class TestReplay : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void opensProbesAndCloses();
    void failedProbeReopens();
    void aWindowJudgedAfterASuccess();
    void slowCallsOpen();
    void timeWindowSince1970();
    void latencySaysWhenACallAsked();
    void beginsBeforeTheLogDoes();
    void timeDoesNotGoBack();
    void timersFireWhenTheyAreDue();
    void probesThatTakeTooLong();
    void timeRunsToTheEndOfTheLog();
    void clientErrorsAreNoFailures();
    void onlyRetriesGated();
    void forcedOpen();
    void tokenBucket();
    void onlyWhatThePolicyRetries();
    void ratioOfRequests();
    void activeShareSeesNoNeighbours();
    void adaptiveThrottleDeniesCalls();
    void budgetAndBreakerTakeTurns();
};

void TestReplay::opensProbesAndCloses()
{
    const Replayed run = replayed(consecutive(3, 30s),
                                  {line(1s, fail), line(2s, fail), line(3s, fail), line(4s, ok), line(10s, fail),
                                   line(33s - 1ns, ok), line(33s, ok), line(34s, ok)});
    const std::vector<ReplayTransition> expected = {
        opened(3s, 3, 3),
        moved(33s, open, halfOpen, BreakerWhy::openTimeOver),
        moved(33s, halfOpen, closed, BreakerWhy::probesSucceeded),
    };
    QVERIFY(run.transitions == expected);
    ReplayTotals totals;
    totals.calls = 8;
    totals.failed = 4;
    totals.wouldHaveSucceeded = 2;
    totals.wouldHaveFailed = 1;
    totals.retriesGranted = 3; // without a budget every retry goes
    totals.transitions = 3;
    totals.timeIn = {3s, 30s, 0s};
    QVERIFY(run.totals == totals);
}

void TestReplay::failedProbeReopens()
{
    Policy policy = consecutive(1, 10s);
    policy.breaker.openMultiplier = 2;
    const Replayed run = replayed(policy,
                                  {line(0s, fail), line(10s, fail), line(29s, ok), line(31s, ok, 1s), line(35s, ok)});
    const std::vector<ReplayTransition> expected = {
        opened(0s, 1, 1),
        moved(10s, open, halfOpen, BreakerWhy::openTimeOver),
        moved(10s, halfOpen, open, BreakerWhy::probeFailed), // for 20 s now
        moved(30s, open, halfOpen, BreakerWhy::openTimeOver),
        moved(31s, halfOpen, closed, BreakerWhy::probesSucceeded),
    };
    QVERIFY(run.transitions == expected);
    QCOMPARE(run.totals.wouldHaveSucceeded, std::uint64_t{1});
    QCOMPARE(run.totals.timeIn[0], Duration(4s));
    QCOMPARE(run.totals.timeIn[1], Duration(30s));
    QCOMPARE(run.totals.timeIn[2], Duration(1s));
}

void TestReplay::aWindowJudgedAfterASuccess()
{
    // resilience4j's rules: judged after every outcome, open until just after its time, probes judged as a sample.
    Policy policy;
    policy.breaker.kind = BreakerKind::countWindow;
    policy.breaker.size = 10;
    policy.breaker.minimumCalls = 10;
    policy.breaker.failureRatio = 0.5;
    policy.breaker.judges = BreakerJudges::outcomes;
    policy.breaker.openTime = 5s;
    policy.breaker.openEnds = OpenEnds::afterTime;
    policy.breaker.verdict = ProbeVerdict::sample;
    policy.breaker.probeRule = ProbeRule::inAll;
    policy.breaker.probes = 2;
    policy.breaker.late = LateOutcome::counted;
    std::vector<OutcomeRow> rows;
    for (int i = 0; i < 10; ++i)
        rows.push_back(line(i * 1s, i < 5 ? fail : ok));
    rows.push_back(line(14s, ok)); // the last moment of the open time
    rows.push_back(line(14'001ms, ok));
    rows.push_back(line(14'500ms, fail)); // one of two probes
    const Replayed run = replayed(policy, rows);
    const std::vector<ReplayTransition> expected = {
        opened(9s, 5, 10),
        moved(14'001ms, open, halfOpen, BreakerWhy::openTimeOver),
        moved(14'500ms, halfOpen, open, BreakerWhy::probeFailed),
    };
    QVERIFY(run.transitions == expected);
    QCOMPARE(run.totals.refused(), std::uint64_t{1});

    // Judged after failures only, ten outcomes never are together when one comes.
    policy.breaker.judges = BreakerJudges::failures;
    rows.resize(10);
    QVERIFY(replayed(policy, rows).transitions.empty());
}

void TestReplay::slowCallsOpen()
{
    Policy policy;
    policy.breaker.kind = BreakerKind::countWindow;
    policy.breaker.size = 4;
    policy.breaker.minimumCalls = 4;
    policy.breaker.judges = BreakerJudges::outcomes;
    policy.breaker.slowCall = 1s;
    policy.breaker.slowRatio = 0.5;
    // They overlap: the third began before the second had ended. What it took stays what the log says.
    const Replayed run = replayed(policy,
                                  {line(10s, ok, 1s), line(11s, ok, 1001ms), line(12s, ok, 5s), line(13s, ok, 100ms)});
    QCOMPARE(run.transitions.size(), std::size_t{1});
    QVERIFY(run.transitions[0] == opened(13s, 0, 4, 2));
    QCOMPARE(run.totals.timeIn[0], Duration(4s)); // from the first begin
}

void TestReplay::timeWindowSince1970()
{
    constexpr Duration begin = 1'772'357'400s;
    Policy policy;
    policy.breaker.kind = BreakerKind::timeWindow;
    policy.breaker.window = 10s;
    policy.breaker.minimumCalls = 3;
    // At 12 the failure of 0 is forgotten; the one of 5 is there still at 13.
    const Replayed run = replayed(
        policy, {line(begin, fail), line(begin + 5s, fail), line(begin + 12s, fail), line(begin + 13s, fail)});
    QCOMPARE(run.transitions.size(), std::size_t{1});
    QVERIFY(run.transitions[0] == opened(begin + 13s, 3, 3));
    QCOMPARE(run.totals.timeIn[0], Duration(13s));
}

void TestReplay::latencySaysWhenACallAsked()
{
    const Replayed run = replayed(consecutive(1, 30s), {line(10s, fail), line(41s, ok, 5s), line(41s, ok, 1s)});
    const std::vector<ReplayTransition> expected = {
        opened(10s, 1, 1),
        moved(40s, open, halfOpen, BreakerWhy::openTimeOver),
        moved(41s, halfOpen, closed, BreakerWhy::probesSucceeded),
    };
    QVERIFY(run.transitions == expected);
    QCOMPARE(run.totals.wouldHaveSucceeded, std::uint64_t{1}); // it asked at 36 s
    QCOMPARE(run.totals.outOfOrder, std::uint64_t{0});
}

void TestReplay::beginsBeforeTheLogDoes()
{
    const Replayed run = replayed(consecutive(1, 30s), {line(1s, ok, 5s), line(2s, ok, 500h)});
    QVERIFY(run.transitions.empty());
    QCOMPARE(run.totals.timeIn[0], Duration(2s)); // time begins at zero
}

void TestReplay::timeDoesNotGoBack()
{
    // The success of 3 s comes after the failure of 5 s, and so ends its streak.
    const Replayed run = replayed(consecutive(2, 10s),
                                  {line(5s, fail), line(3s, ok), line(6s, fail), line(7s, fail), line(4s, fail),
                                   line(9s, ok, 1s), line(8500ms, ok), line(17s - 1ns, ok), line(17s, ok)});
    const std::vector<ReplayTransition> expected = {
        opened(7s, 2, 2),
        moved(17s, open, halfOpen, BreakerWhy::openTimeOver),
        moved(17s, halfOpen, closed, BreakerWhy::probesSucceeded),
    };
    QVERIFY(run.transitions == expected);
    QCOMPARE(run.totals.outOfOrder, std::uint64_t{3});
    QCOMPARE(run.totals.wouldHaveFailed, std::uint64_t{1});
    QCOMPARE(run.totals.wouldHaveSucceeded, std::uint64_t{3});
    QCOMPARE(run.totals.timeIn[0] + run.totals.timeIn[1] + run.totals.timeIn[2], Duration(12s));

    const Replayed late = replayed(consecutive(2, 10s), {line(5s, fail), line(3s, fail)});
    QCOMPARE(late.transitions.size(), std::size_t{1});
    QVERIFY(late.transitions[0] == opened(5s, 2, 2));
}

void TestReplay::timersFireWhenTheyAreDue()
{
    Policy policy = consecutive(1, 10s);
    policy.breaker.halfOpenBy = HalfOpenBy::timer;
    const Replayed run = replayed(policy, {line(0s, fail), line(100s, ok)});
    const std::vector<ReplayTransition> expected = {
        opened(0s, 1, 1),
        moved(10s, open, halfOpen, BreakerWhy::openTimeOver),
        moved(100s, halfOpen, closed, BreakerWhy::probesSucceeded),
    };
    QVERIFY(run.transitions == expected);
}

void TestReplay::probesThatTakeTooLong()
{
    Policy policy = consecutive(1, 10s);
    policy.breaker.halfOpenMaxWait = 5s;
    const Replayed run = replayed(policy, {line(0s, fail), line(30s, ok, 20s)});
    const std::vector<ReplayTransition> expected = {
        opened(0s, 1, 1), moved(10s, open, halfOpen, BreakerWhy::openTimeOver),
        moved(15s, halfOpen, open, BreakerWhy::halfOpenTooLong), // while the probe was under way
    };
    QVERIFY(run.transitions == expected);
    QVERIFY((run.totals.timeIn == std::array<Duration, 3>{0s, 25s, 5s}));
}

void TestReplay::timeRunsToTheEndOfTheLog()
{
    Policy policy = consecutive(1, 10s);
    policy.breaker.halfOpenBy = HalfOpenBy::timer;
    // The last call is refused when it asks at 5 s; the log goes on until it ends.
    const Replayed run = replayed(policy, {line(0s, fail), line(50s, ok, 45s)});
    QCOMPARE(run.transitions.size(), std::size_t{2});
    QVERIFY(run.transitions[1] == moved(10s, open, halfOpen, BreakerWhy::openTimeOver));
    QVERIFY((run.totals.timeIn == std::array<Duration, 3>{0s, 10s, 40s}));
}

void TestReplay::clientErrorsAreNoFailures()
{
    const std::vector<OutcomeRow> rows = {line(1s, fail), line(2s, outcomeOfStatus(404)), line(3s, fail)};
    Policy policy = consecutive(2, 10s);
    policy.breaker.ignored = IgnoredError::success;
    const Replayed run = replayed(policy, rows);
    QVERIFY(run.transitions.empty());
    QCOMPARE(run.totals.failed, std::uint64_t{3}); // for its caller a 404 is no success
    policy.breaker.ignored = IgnoredError::neutral;
    QCOMPARE(replayed(policy, rows).transitions.size(), std::size_t{1});
}

void TestReplay::onlyRetriesGated()
{
    Policy policy = consecutive(1, 10s);
    policy.breaker.gates = BreakerGates::retries;
    const Replayed run = replayed(policy, {line(0s, fail), line(1s, fail), line(2s, fail)});
    QCOMPARE(run.transitions.size(), std::size_t{1});
    QCOMPARE(run.totals.refused(), std::uint64_t{0});
    // The retry after the failure at 11 s asks, so the breaker probes; the next call's success closes it.
    const Replayed later = replayed(policy, {line(0s, fail), line(11s, fail), line(12s, ok)});
    QCOMPARE(later.transitions.size(), std::size_t{3});
    QVERIFY(later.transitions[1].at == Time(11s) && later.transitions[1].to == BreakerState::halfOpen);
    QVERIFY(later.transitions[2].at == Time(12s) && later.transitions[2].to == BreakerState::closed);
}

void TestReplay::forcedOpen()
{
    Policy policy = consecutive(1, 10s);
    policy.breaker.mode = BreakerMode::forcedOpen;
    const Replayed run = replayed(policy, {line(0s, ok), line(100s, fail)});
    QVERIFY(run.transitions.empty());
    QCOMPARE(run.totals.refused(), std::uint64_t{2});
    QVERIFY((run.totals.timeIn == std::array<Duration, 3>{0s, 100s, 0s}));
}

void TestReplay::tokenBucket()
{
    Policy policy;
    policy.budget.kind = BudgetKind::tokenBucket;
    policy.budget.capacity = 10;
    policy.budget.initial = 10;
    policy.budget.cost = 5;
    policy.budget.timeoutCost = 10;
    policy.budget.depositPerSuccess = 1;
    // Tokens: 10, 5, 0 (denied), then five successes pay for one more.
    std::vector<OutcomeRow> rows = {line(1s, fail), line(2s, fail), line(3s, fail)};
    for (int i = 0; i < 5; ++i)
        rows.push_back(line(4s, ok));
    rows.push_back(line(5s, fail));
    Replayed run = replayed(policy, rows);
    QCOMPARE(run.totals.retriesGranted, std::uint64_t{3});
    QCOMPARE(run.totals.retriesDenied, std::uint64_t{1});
    QCOMPARE(run.totals.timeIn[0], Duration(4s)); // no breaker: always closed

    // A timeout's retry costs ten.
    run = replayed(policy, {line(1s, {OutcomeKind::timeout, 0}), line(2s, {OutcomeKind::timeout, 0})});
    QCOMPARE(run.totals.retriesGranted, std::uint64_t{1});
    QCOMPARE(run.totals.retriesDenied, std::uint64_t{1});
}

void TestReplay::onlyWhatThePolicyRetries()
{
    const std::vector<OutcomeRow> rows = {line(1s, fail), line(2s, outcomeOfStatus(507)), line(3s, ok)};
    Policy policy;
    policy.budget.kind = BudgetKind::tokenBucket;
    const auto asked = [&] {
        const ReplayTotals totals = replayed(policy, rows).totals;
        return totals.retriesGranted + totals.retriesDenied;
    };
    QCOMPARE(asked(), std::uint64_t{1}); // 507 is not retried by default
    policy.retry.on.addStatus(507);
    QCOMPARE(asked(), std::uint64_t{2});
    policy.retry.maxAttempts = 1;
    QCOMPARE(asked(), std::uint64_t{0});
}

void TestReplay::ratioOfRequests()
{
    Policy policy;
    policy.budget.kind = BudgetKind::ratio;
    policy.budget.ratio = 0.2;
    policy.budget.minPerSecond = 0;
    policy.budget.window = 10s;
    // After ten successes the failures are requests 11 to 14: 2.2, 2.4, 2.6 and 2.8 retries are paid for.
    std::vector<OutcomeRow> rows(10, line(1s, ok));
    rows.insert(rows.end(), 4, line(1s, fail));
    const Replayed run = replayed(policy, rows);
    QCOMPARE(run.totals.retriesGranted, std::uint64_t{2});
    QCOMPARE(run.totals.retriesDenied, std::uint64_t{2});
}

void TestReplay::activeShareSeesNoNeighbours()
{
    Policy policy;
    policy.budget.kind = BudgetKind::activeShare;
    policy.budget.minConcurrency = 1;
    // A retry that was granted is not under way for ever.
    const Replayed run = replayed(policy, {line(1s, fail), line(2s, fail), line(3s, fail)});
    QCOMPARE(run.totals.retriesGranted, std::uint64_t{3});
}

void TestReplay::adaptiveThrottleDeniesCalls()
{
    Policy policy = consecutive(1000, 10s);
    policy.budget.kind = BudgetKind::adaptiveThrottle;
    policy.budget.admit = BudgetAdmit::attempts;
    policy.retry.maxAttempts = 1;
    // Nothing succeeds: the n-th request is let go with probability 1/n, in all 1 + 1/2 + … + 1/10000 = 9.8 of them,
    // with a standard deviation of 2.9.
    const std::vector<OutcomeRow> rows(10'000, line(1s, fail));
    const Replayed run = replayed(policy, rows);
    const std::uint64_t letGo = run.totals.calls - run.totals.callsDenied;
    QVERIFY2(letGo >= 2 && letGo <= 21, qPrintable(QString::number(letGo)));
    QCOMPARE(run.totals.refused(), std::uint64_t{0});
    QVERIFY(replayed(policy, rows).totals == run.totals);

    // With these numbers it denies every call but the first. A probe that it denies makes room for the next one.
    policy.breaker.size = 1;
    policy.budget.k = 0;
    policy.budget.padding = 0;
    policy.budget.window = 1h;
    const Replayed probes = replayed(policy, {line(0s, fail), line(10s, ok), line(11s, ok)});
    QCOMPARE(probes.totals.callsDenied, std::uint64_t{2});
    QCOMPARE(probes.totals.refused(), std::uint64_t{0});
}

void TestReplay::budgetAndBreakerTakeTurns()
{
    Policy policy = consecutive(2, 30s);
    policy.budget.kind = BudgetKind::tokenBucket;
    policy.budget.capacity = 100;
    policy.budget.initial = 5;
    policy.budget.cost = 5;
    policy.budget.depositPerCall = 1;
    const std::vector<OutcomeRow> rows = {line(0s, fail), line(1s, fail), line(2s, ok), line(3s, ok), line(4s, ok)};
    // An outside breaker hears of the failure when the call is over, after the question for a retry: 6 − 5 is enough
    // for the first and 1 + 1 not for the second.
    policy.breaker.order = BreakerOrder::outside;
    Replayed run = replayed(policy, rows);
    QCOMPARE(run.totals.retriesGranted, std::uint64_t{1});
    QCOMPARE(run.totals.retriesDenied, std::uint64_t{1});
    QCOMPARE(run.totals.refused(), std::uint64_t{3});
    // An inside one hears of it before, and nobody asks for a retry that would be refused.
    policy.breaker.order = BreakerOrder::inside;
    run = replayed(policy, rows);
    QCOMPARE(run.totals.retriesGranted, std::uint64_t{1});
    QCOMPARE(run.totals.retriesDenied, std::uint64_t{0});
    QCOMPARE(run.totals.refused(), std::uint64_t{3});
}

QTEST_APPLESS_MAIN(TestReplay)
#include "tst_replay.moc"
