// SPDX-License-Identifier: GPL-3.0-or-later
// Every event key and queue gives the same trace: the choice is about speed only.
#include "core/sim/engine.h"
#include "core/sim/ladder_queue.h"
#include "tests/bench/plain_herd.h"
#include "tests/bench/worlds.h"
#include "tests/sim/worlds.h"

#include <QTest>

#include <functional>
#include <queue>

using namespace worlds;

namespace {

/// The standard library's queue, with what the agenda asks of one.
template <typename Bits>
class StandardQueue {
public:
    bool empty() const { return m_queue.empty(); }
    Bits top() const { return m_queue.top(); }
    Bits glimpse(std::size_t) const { return m_queue.empty() ? static_cast<Bits>(~Bits{0}) : m_queue.top(); }
    void push(Bits key) { m_queue.push(key); }
    template <typename Fetch>
    Bits pop(Fetch &&)
    {
        const Bits key = m_queue.top();
        m_queue.pop();
        return key;
    }

private:
    std::priority_queue<Bits, std::vector<Bits>, std::greater<>> m_queue;
};

std::shared_ptr<const Trace> wide(const World &world, Recording recording = Recording::everything)
{
    return simulateWith<WideKey, LadderQueue<WideBits>>(world, recording, {});
}

} // namespace

class EngineChoiceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void randomWorlds();
    void largeHerd();
    void herdWrittenDownAnotherWay();
    void longRunsAndManyIds();
    void lateRepliesOfManyCalls();
};

void EngineChoiceTest::randomWorlds()
{
    std::uint64_t events = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        const World world = randomWorld(seed);
        const auto chosen = simulate(world);
        const QByteArray which = QByteArray::number(static_cast<qulonglong>(seed));
        const auto plain = simulateWith<NarrowKey, StandardQueue<NarrowKey::Bits>>(world, Recording::everything, {});
        QVERIFY2(*plain == *chosen, which.constData());
        QVERIFY2(*wide(world) == *chosen, which.constData());
        events += chosen->counters.events;
    }
    QVERIFY(events > 200'000); // the worlds were not empty
}

void EngineChoiceTest::largeHerd()
{
    // Thousands of waits pending: keys move down through the buckets.
    World world = worlds::herd(5000);
    world.callers().policy.retry.jitter.kind = Jitter::full;
    world.callers().policy.retry.maxAttempts = 8;
    world.service().slots = 20;
    world.service().serviceTime = {DistributionKind::exponential, 10ms, {}};
    QVERIFY(*simulate(world) == *wide(world));
    QVERIFY(*simulate(world)
            == *(simulateWith<NarrowKey, StandardQueue<NarrowKey::Bits>>(world, Recording::everything, {})));
}

void EngineChoiceTest::herdWrittenDownAnotherWay()
{
    for (const std::uint32_t callers : {100U, 1000U, 10'000U}) {
        const World world = bench::herd(callers);
        const bench::PlainHerd::Totals plain = bench::PlainHerd(world).run();
        const Counters ours = simulate(world, Recording::countersOnly)->counters;
        QCOMPARE(ours.events, plain.events);
        QCOMPARE(ours.attempts, plain.attempts);
        QCOMPARE(ours.succeeded, plain.succeeded);
        QCOMPARE(ours.failed, plain.failed);
        QCOMPARE(ours.backoffTotal, plain.slept);
        QVERIFY(plain.attempts > 2 * callers); // a storm indeed
    }
}

void EngineChoiceTest::longRunsAndManyIds()
{
    // 40 minutes do not fit 2^40 ns.
    World world = queueing(2, 100ms, 1, 2400s);
    world.callers().policy.timeout = 300ms;
    world.callers().policy.retry.maxAttempts = 4;
    QVERIFY(*simulate(world) == *wide(world));
    QVERIFY(simulate(world)->calls.back().started > NarrowKey::maxTime);
}

void EngineChoiceTest::lateRepliesOfManyCalls()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("ten million events take too long under a sanitizer");
#endif
    // Closed traffic whose callers give up after 1 ms while 99 of 100 answers take 3 s: 800 callers leave 2.4 million
    // answers on the way at once, more than 2^21. The hundredth answer is in time and must find its call.
    World world;
    world.duration = 6s;
    world.traffic.kind = TrafficKind::closed;
    world.traffic.clients = 800;
    world.traffic.thinkTime = {DistributionKind::fixed, 1ns, {}};
    world.callers().policy.timeout = 1ms;
    world.callers().policy.retry.maxAttempts = 1;
    world.service().slots = 1;
    world.service().queue.limit = 0;
    world.service().serviceTime = {DistributionKind::fixed, 1ns, {}};
    world.faults = {fault(FaultKind::latency), fault(FaultKind::latency)};
    world.faults[0].add = 3s;
    world.faults[0].share = 0.99;
    world.faults[1].add = 500us;
    const auto chosen = simulate(world, Recording::countersOnly);
    QVERIFY(chosen->counters == wide(world, Recording::countersOnly)->counters);
    QVERIFY(chosen->counters.requests > 4'000'000);
}

QTEST_APPLESS_MAIN(EngineChoiceTest)
#include "tst_engine_choice.moc"
