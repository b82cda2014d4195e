// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold on every run, on random worlds with every kind of fault.
#include "tests/sim/worlds.h"

#include <QTest>

#include <map>
#include <numeric>

using namespace worlds;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::uint64_t manyWorlds = 300;
#else
constexpr std::uint64_t manyWorlds = 2000;
#endif

template <typename Counts>
std::uint64_t total(const Counts &counts)
{
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

/// Nothing if every one of the statements holds, else the first that does not.
using Broken = QByteArray;
#define DEMAND(statement)                                                                                              \
    do {                                                                                                               \
        if (!(statement))                                                                                              \
            return #statement;                                                                                         \
    } while (false)

Broken counterFaults(const Trace &trace)
{
    const Counters &c = trace.counters;
    const NodeCounters &n = trace.node;
    DEMAND(c.requests == c.succeeded + c.degraded + c.failed + c.unfinished);
    DEMAND(c.succeeded == trace.latencies.size());
    DEMAND(total(c.endings) == c.succeeded + c.degraded + c.failed);
    DEMAND(c.endings[0] == c.succeeded);
    DEMAND(c.breakerRefused == c.endings[static_cast<std::size_t>(EndReason::breakerOpen)]);
    DEMAND(c.outcomes[0] == c.succeeded);              // an answer that is ok ends its call
    DEMAND(n.sojournTime == n.queueTime + n.busyTime); // Little
    DEMAND(n.serviceTime == n.busyTime);               // utilisation
    DEMAND(n.waitTime <= n.queueTime || trace.world.warmup > 0ns || n.expired > 0 || n.faulted > 0);
    DEMAND(n.busyMax <= trace.world.service().slots);
    DEMAND(n.queueMax <= trace.world.service().queue.limit);
    DEMAND(n.wasted <= n.completed && n.wastedTime >= 0);
    DEMAND(c.attemptPeak.fixed <= c.attemptPeak.sliding && c.retryPeak.fixed <= c.retryPeak.sliding);
    DEMAND(c.attemptPeak.sliding <= c.attempts && c.retryPeak.sliding <= c.attempts);
    DEMAND(c.backoffTotal >= 0);
    return {};
}

Broken attemptFaults(const Trace &trace)
{
    Counters seen;
    std::int64_t before = 0;
    std::uint64_t inFlight = 0;
    const std::int64_t warmup = trace.world.warmup.count();
    const std::int64_t end = trace.world.duration.count();
    for (const AttemptRecord &attempt : trace.attempts) {
        DEMAND(attempt.sent >= before && attempt.sent < end);
        DEMAND(attempt.ended == notYet || (attempt.ended >= attempt.sent && attempt.ended < end));
        DEMAND(attempt.call < trace.calls.size());
        before = attempt.sent;
        if (trace.calls[attempt.call].started < warmup)
            continue;
        if (attempt.refusedByBreaker) {
            DEMAND(attempt.ended == attempt.sent);
            ++seen.breakerRefused;
            continue;
        }
        ++seen.attempts;
        seen.hedges += attempt.hedge;
        if (attempt.ended == notYet)
            ++inFlight;
        else if (attempt.cancelled)
            ++seen.cancelled;
        else
            ++seen.outcomes[static_cast<std::size_t>(attempt.outcome)];
    }
    DEMAND(seen.attempts == trace.counters.attempts);
    DEMAND(seen.outcomes == trace.counters.outcomes);
    DEMAND(total(seen.outcomes) + seen.cancelled + inFlight == trace.counters.attempts);
    DEMAND(seen.hedges == trace.counters.hedges && seen.cancelled == trace.counters.cancelled);
    DEMAND(seen.breakerRefused == trace.counters.breakerRefused);
    return {};
}

/// Rules differ about an attempt at the very deadline; only one lets an attempt start beyond it.
bool mayStart(DeadlineMode mode, std::int64_t sent, std::int64_t deadline)
{
    return mode == DeadlineMode::afterAttempt || sent < deadline || (sent == deadline && mode != DeadlineMode::refuse);
}

/// Does a wait before a retry agree with the policy? A server may name another, and a sending rate make it longer.
bool waitFits(const Policy &policy, const AttemptRecord &before, const AttemptRecord &now, std::int64_t deadline,
              Duration lastWait)
{
    if (policy.retry.hint.headers[0] != HintHeader::none)
        return true;
    const RetryOptions &retry = policy.retry;
    const bool throttled = before.outcome == OutcomeKind::rateLimited && retry.backoff.throttledBase > 0ns;
    const Backoff backoff = throttled ? afterThrottling(retry.backoff) : retry.backoff;
    const WaitRange range = waitRange(backoff, retry.jitter, before.number, lastWait);
    const std::int64_t wait = now.sent - before.ended;
    const bool cut = policy.deadlineMode == DeadlineMode::clamp && now.sent == deadline;
    return (range.low.count() <= wait || cut) && (wait <= range.high.count() || isPaced(policy.budget));
}

/// A hedge goes when its delay is over, or when a failure brings it forward; unless a server has put it off.
bool hedgeFits(const Policy &policy, const Trace &trace, Trace::Indices attempts, const std::uint32_t *place)
{
    if (policy.retry.hint.headers[0] != HintHeader::none)
        return true;
    const std::int64_t sent = trace.attempts[*place].sent;
    const auto endedNow = [&](std::uint32_t i) { return trace.attempts[i].ended == sent; };
    if (policy.hedge.afterFailure == HedgeAfterFailure::atOnce && std::any_of(attempts.begin(), place, endedNow))
        return true;
    const std::int64_t delay = sent - trace.attempts[*(place - 1)].sent;
    return policy.hedge.kind == HedgeKind::percentile || delay == policy.hedge.delay.count();
}

/// Where attempts may overlap: how many there are at a time, and that all are over when the call is.
Broken hedgedCallFaults(const Trace &trace, std::uint32_t index)
{
    const CallRecord &call = trace.calls[index];
    const Policy policy = trace.world.policyInForce();
    const std::int64_t deadline = later(Time(Duration(call.started)), policy.deadline).time_since_epoch().count();
    const Trace::Indices attempts = trace.attemptsOfCall(index);
    std::uint16_t number = 0;
    std::uint16_t good = 0;
    for (const std::uint32_t *place = attempts.begin(); place != attempts.end(); ++place) {
        const AttemptRecord &attempt = trace.attempts[*place];
        DEMAND(attempt.number == ++number);
        DEMAND(attempt.refusedByBreaker || mayStart(policy.deadlineMode, attempt.sent, deadline));
        DEMAND(attempt.ended <= call.ended); // both may be never
        DEMAND(!attempt.cancelled || (attempt.ended == call.ended && call.ended != notYet));
        const auto underWay = std::count_if(
            attempts.begin(), place, [&](std::uint32_t before) { return trace.attempts[before].ended > attempt.sent; });
        DEMAND(underWay <= (attempt.hedge ? policy.hedge.most : 0));
        DEMAND(!attempt.hedge || hedgeFits(policy, trace, attempts, place));
        good += attempt.ended != notYet && !attempt.cancelled && attempt.outcome == OutcomeKind::ok;
    }
    DEMAND(call.attempts <= policy.retry.maxAttempts);
    DEMAND(good == (call.ended != notYet && call.reason == EndReason::succeeded ? 1 : 0));
    return {};
}

/// The waits of one call agree with the policy, and its attempts are numbered.
Broken callFaults(const Trace &trace, std::uint32_t index, std::int64_t &slept)
{
    const CallRecord &call = trace.calls[index];
    const Policy &policy = trace.world.callers().policy;
    const std::int64_t deadline = later(Time(Duration(call.started)), policy.deadline).time_since_epoch().count();
    const bool paced = isPaced(policy.budget);
    std::uint16_t number = 0;
    std::int64_t previousEnd = call.started;
    const AttemptRecord *previous = nullptr;
    Duration lastWait{0};
    for (const std::uint32_t i : trace.attemptsOfCall(index)) {
        const AttemptRecord &attempt = trace.attempts[i];
        DEMAND(attempt.call == index && attempt.number == ++number);
        DEMAND(previousEnd != notYet); // one attempt at a time
        if (number == 1)
            DEMAND(paced ? attempt.sent >= call.started : attempt.sent == call.started);
        DEMAND(mayStart(policy.deadlineMode, attempt.sent, deadline));
        const std::int64_t wait = attempt.sent - previousEnd;
        // A call that ends because the breaker is open already does so without waiting.
        if (number > 1 && !(attempt.refusedByBreaker && wait == 0)) {
            DEMAND(waitFits(policy, *previous, attempt, deadline, lastWait));
            lastWait = Duration(wait);
        }
        slept += number > 1 ? wait : 0; // a wait for the first turn is not between attempts
        if (!attempt.refusedByBreaker && attempt.ended != notYet) {
            DEMAND(attempt.ended <= later(Time(Duration(attempt.sent)), policy.timeout).time_since_epoch().count());
            DEMAND(attempt.ended <= deadline || policy.deadlineMode != DeadlineMode::refuse);
        }
        previousEnd = attempt.ended;
        previous = &attempt;
    }
    DEMAND(call.attempts <= policy.retry.maxAttempts);
    DEMAND(call.attempts == number || (call.reason == EndReason::breakerOpen && call.attempts + 1 == number));
    // Only a call that waits for its turn is cut off while it waits.
    DEMAND(call.ended == notYet || call.ended == previousEnd || (paced && call.reason == EndReason::deadlineExceeded));
    if (number > 0 && previousEnd != notYet)
        slept += (call.ended == notYet ? trace.world.duration.count() : call.ended) - previousEnd;
    return {};
}

Broken allCallFaults(const Trace &trace)
{
    const bool hedged = trace.world.policyInForce().hedge.kind != HedgeKind::none;
    std::int64_t slept = 0;
    std::uint64_t requests = 0;
    std::uint64_t retries = 0;
    std::int64_t before = 0;
    for (std::uint32_t i = 0; i < trace.calls.size(); ++i) {
        DEMAND(trace.calls[i].started >= before);
        before = trace.calls[i].started;
        std::int64_t ofThis = 0;
        const Broken broken = hedged ? hedgedCallFaults(trace, i) : callFaults(trace, i, ofThis);
        if (!broken.isEmpty())
            return broken;
        if (trace.calls[i].started >= trace.world.warmup.count()) {
            slept += ofThis;
            ++requests;
            retries += std::max<std::uint64_t>(trace.calls[i].attempts, 1) - 1;
        }
    }
    DEMAND(requests == trace.counters.requests);
    DEMAND(retries == trace.counters.retries);
    DEMAND(hedged || slept == trace.counters.backoffTotal);
    return {};
}

/// Which calls a fallback answers.
Broken fallbackFaults(const Trace &trace)
{
    const FallbackOptions &fallback = trace.world.callers().policy.fallback;
    std::uint64_t degraded = 0;
    for (const CallRecord &call : trace.calls) {
        const bool failed = call.ended != notYet && call.reason != EndReason::succeeded;
        const bool asked = failed && (fallback.on == FallbackOn::failure || call.reason == EndReason::breakerOpen);
        DEMAND(!call.degraded || (asked && fallback.kind != FallbackKind::none));
        DEMAND(call.degraded || !asked || fallback.kind == FallbackKind::none || fallback.share < 1);
        degraded += call.degraded && call.started >= trace.world.warmup.count();
    }
    DEMAND(degraded == trace.counters.degraded);
    return {};
}

Broken binFaults(const Trace &trace)
{
    Bin sum;
    for (const Bin &bin : trace.bins) {
        sum.firstAttempts += bin.firstAttempts;
        sum.retries += bin.retries;
        sum.succeeded += bin.succeeded;
        sum.degraded += bin.degraded;
        sum.failed += bin.failed;
        sum.refused += bin.refused;
        sum.queueTime += bin.queueTime;
        sum.busyTime += bin.busyTime;
        sum.queueMax = std::max(sum.queueMax, bin.queueMax);
        DEMAND(bin.queueTime <= trace.binWidth * bin.queueMax);
    }
    if (trace.world.warmup > 0ns)
        return {}; // bins show the warm-up, counters do not
    DEMAND(sum.firstAttempts + sum.retries == trace.counters.attempts);
    DEMAND(sum.succeeded == trace.counters.succeeded);
    DEMAND(sum.degraded == trace.counters.degraded);
    DEMAND(sum.failed == trace.counters.failed);
    DEMAND(sum.refused == trace.counters.breakerRefused);
    DEMAND(sum.queueTime == trace.node.queueTime);
    DEMAND(sum.busyTime == trace.node.busyTime);
    DEMAND(sum.queueMax == trace.node.queueMax);
    return {};
}

/// Services do not overlap within a slot, and add up to the time that slots were busy.
Broken serviceFaults(const Trace &trace)
{
    std::map<std::uint32_t, std::int64_t> freeFrom;
    std::int64_t busy = 0;
    std::int64_t before = 0;
    const std::int64_t end = trace.world.duration.count();
    for (const ServiceRecord &service : trace.services) {
        DEMAND(service.begun >= before && service.slot < trace.world.service().slots);
        DEMAND(service.begun >= freeFrom[service.slot]);
        DEMAND(service.attempt < trace.attempts.size() && service.begun >= trace.attempts[service.attempt].sent);
        before = service.begun;
        freeFrom[service.slot] = service.ended;
        busy += std::max<std::int64_t>(0, std::min(service.ended, end)
                                              - std::max(service.begun, trace.world.warmup.count()));
    }
    DEMAND(busy == trace.node.serviceTime);
    return {};
}

Broken transitionFaults(const Trace &trace)
{
    const BreakerOptions &rules = trace.world.callers().policy.breaker;
    std::map<std::uint32_t, BreakerState> states;
    std::map<std::uint32_t, std::int64_t> openedAt;
    std::int64_t before = 0;
    for (const BreakerTransition &move : trace.transitions) {
        DEMAND(move.at >= before && move.from == states[move.breaker] && move.from != move.to);
        before = move.at;
        states[move.breaker] = move.to;
        switch (move.why) {
        case BreakerWhy::threshold:
            DEMAND(move.to == BreakerState::open);
            DEMAND(move.from == BreakerState::closed
                   || (move.from == BreakerState::halfOpen && rules.late == LateOutcome::intoWindow));
            break;
        case BreakerWhy::openTimeOver:
            DEMAND(move.from == BreakerState::open && move.to == BreakerState::halfOpen);
            DEMAND(move.at - openedAt[move.breaker] >= rules.openTime.count());
            break;
        case BreakerWhy::probeFailed:
            DEMAND(move.from == BreakerState::halfOpen && move.to == BreakerState::open);
            break;
        case BreakerWhy::probesSucceeded:
            DEMAND(move.from == BreakerState::halfOpen && move.to == BreakerState::closed);
            break;
        case BreakerWhy::halfOpenTooLong:
            DEMAND(move.from == BreakerState::halfOpen && move.to == rules.afterMaxWait);
            break;
        case BreakerWhy::byHand: DEMAND(false); break; // there is nobody
        }
        // What time brought is noted when the breaker is next asked: its open time began somewhat earlier.
        if (move.to == BreakerState::open)
            openedAt[move.breaker] = move.why == BreakerWhy::halfOpenTooLong ? move.at - rules.openTime.count()
                                                                             : move.at;
    }
    return {};
}

/// Every draw of service time, by caller, start of the call and number of the attempt.
std::map<std::tuple<std::uint32_t, std::int64_t, std::uint16_t>, std::int64_t> works(const Trace &trace)
{
    std::map<std::tuple<std::uint32_t, std::int64_t, std::uint16_t>, std::int64_t> result;
    for (const ServiceRecord &service : trace.services) {
        const AttemptRecord &attempt = trace.attempts[service.attempt];
        const CallRecord &call = trace.calls[attempt.call];
        if (service.ended != notYet)
            result[{call.caller, call.started, attempt.number}] = service.ended - service.begun;
    }
    return result;
}

} // namespace

class InvariantsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyRun_data();
    void everyRun();
    void sameWorldSameTrace();
    void jitterMovesNoArrivalAndNoWork();
    void policyMovesNoArrival();
};

void InvariantsTest::everyRun_data()
{
    QTest::addColumn<int>("which");
    const char *names[] = {"counters", "attempts", "calls", "fallbacks", "bins", "services", "transitions"};
    for (int i = 0; i < 7; ++i)
        QTest::newRow(names[i]) << i;
}

void InvariantsTest::everyRun()
{
    QFETCH(int, which);
    Broken (*const checks[])(const Trace &) = {counterFaults, attemptFaults, allCallFaults,   fallbackFaults,
                                               binFaults,     serviceFaults, transitionFaults};
    for (std::uint64_t seed = 1; seed <= manyWorlds; ++seed) {
        const Broken broken = checks[which](*simulate(randomWorld(seed)));
        QVERIFY2(broken.isEmpty(),
                 ("world " + QByteArray::number(static_cast<qulonglong>(seed)) + ": " + broken).constData());
    }
}

void InvariantsTest::sameWorldSameTrace()
{
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        const World world = randomWorld(seed);
        QVERIFY(*simulate(world) == *simulate(world));
    }
}

void InvariantsTest::jitterMovesNoArrivalAndNoWork()
{
    int compared = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        World world = randomWorld(seed);
        if (world.traffic.kind == TrafficKind::closed)
            continue; // its calls begin when the ones before have ended
        world.service().slowStart = {};
        world.faults.clear();
        world.callers().policy.retry.jitter.kind = Jitter::none;
        const auto plain = simulate(world);
        world.callers().policy.retry.jitter.kind = Jitter::full;
        const auto spread = simulate(world);
        QCOMPARE(plain->calls.size(), spread->calls.size());
        for (std::size_t i = 0; i < plain->calls.size(); ++i) {
            QCOMPARE(plain->calls[i].started, spread->calls[i].started);
            QCOMPARE(plain->calls[i].caller, spread->calls[i].caller);
        }
        if (world.traffic.kind == TrafficKind::open && world.traffic.callers == 1)
            continue;
        const auto other = works(*spread);
        for (const auto &[attempt, work] : works(*plain)) {
            const auto same = other.find(attempt);
            if (same == other.end())
                continue;
            QCOMPARE(work, same->second);
            ++compared;
        }
    }
    QVERIFY(compared > 10'000);
}

void InvariantsTest::policyMovesNoArrival()
{
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        World world = randomWorld(seed);
        if (world.traffic.kind != TrafficKind::open)
            continue;
        const auto before = simulate(world);
        Dice dice(seed + 1000);
        randomPolicy(dice, world.callers().policy);
        world.service().slots = 1 + dice.below(20);
        world.faults = {randomFault(dice)};
        const auto after = simulate(world);
        QCOMPARE(before->calls.size(), after->calls.size());
        for (std::size_t i = 0; i < before->calls.size(); ++i)
            QCOMPARE(before->calls[i].started, after->calls[i].started);
    }
}

QTEST_APPLESS_MAIN(InvariantsTest)
#include "tst_invariants.moc"
