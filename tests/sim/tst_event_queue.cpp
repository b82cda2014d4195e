// SPDX-License-Identifier: GPL-3.0-or-later
// Both event queues against std::multiset, and the packing of event keys.
#include "core/sim/event_key.h"
#include "core/sim/event_queue.h"
#include "core/sim/lane.h"

#include <QTest>

#include <random>
#include <set>

using namespace retrylab;

namespace {

/// Random pushes and pops; keys never lie before the last one popped. `bits` sets how far ahead they may lie.
template <typename Queue, typename Bits>
bool agrees(Queue &queue, std::mt19937_64 &random, unsigned bits, int steps)
{
    std::multiset<Bits> model;
    Bits last = 0;
    for (int i = 0; i < steps; ++i) {
        const bool filling = (i / 500) % 2 == 0;
        if (model.empty() || random() % 100 < (filling ? 70U : 30U)) {
            const Bits ahead = random() % 4 == 0 ? 0 : Bits(random() >> (64 - bits)) >> (random() % bits);
            queue.push(last + ahead);
            model.insert(last + ahead);
        } else {
            // Pushes between top() and pop() may lie before the top.
            if (queue.top() != *model.begin())
                return false;
            while (random() % 3 == 0) {
                const Bits top = *model.begin();
                const Bits key = last + (top - last) / Bits(1 + random() % 3);
                queue.push(key);
                model.insert(key);
            }
            last = *model.begin();
            if (queue.top() != last || queue.pop() != last)
                return false;
            model.erase(model.begin());
        }
        if (queue.size() != model.size() || queue.empty() != model.empty())
            return false;
    }
    while (!model.empty()) {
        if (queue.pop() != *model.begin())
            return false;
        model.erase(model.begin());
    }
    return queue.empty();
}

template <typename Key>
void checkPacking()
{
    const std::int64_t times[] = {0, 1, 123456789, NarrowKey::maxTime};
    const std::uint32_t ids[] = {0, 1, 1000, static_cast<std::uint32_t>(NarrowKey::maxId)};
    typename Key::Bits before = 0;
    for (const std::int64_t time : times) {
        for (int kind = 0; kind < 5; ++kind) {
            for (const std::uint32_t id : ids) {
                const auto key = packEvent<Key>(time, static_cast<EventKind>(kind), id);
                QVERIFY(key == 0 || key > before); // ordered by (time, kind, id)
                QCOMPARE(eventTime<Key>(key), time);
                QCOMPARE(static_cast<int>(eventKind<Key>(key)), kind);
                QCOMPARE(eventId<Key>(key), id);
                before = key;
            }
        }
    }
}

} // namespace

class EventQueueTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void quaternaryHeap();
    void quaternaryHeapOfWideKeys();
    void radixQueue();
    void radixQueueAtTheEdges();
    void keysAreOrderedByTimeKindId();
    void laneKeepsItsOrder();
};

void EventQueueTest::quaternaryHeap()
{
    std::mt19937_64 random(1);
    for (unsigned bits = 1; bits < 60; ++bits) {
        QuaternaryHeap<std::uint64_t> queue;
        QVERIFY((agrees<decltype(queue), std::uint64_t>(queue, random, bits, 4000)));
    }
}

void EventQueueTest::quaternaryHeapOfWideKeys()
{
    std::mt19937_64 random(2);
    QuaternaryHeap<WideBits> queue;
    QVERIFY((agrees<decltype(queue), WideBits>(queue, random, 63, 20000)));
}

void EventQueueTest::radixQueue()
{
    std::mt19937_64 random(3);
    for (unsigned bits = 1; bits < 60; ++bits) {
        RadixQueue queue;
        QVERIFY((agrees<decltype(queue), std::uint64_t>(queue, random, bits, 4000)));
        QVERIFY((agrees<decltype(queue), std::uint64_t>(queue, random, 1, 0))); // used up, it is empty again
    }
}

void EventQueueTest::radixQueueAtTheEdges()
{
    RadixQueue queue;
    queue.push(~std::uint64_t{0});
    queue.push(0);
    queue.push(std::uint64_t{1} << 63);
    queue.push(0);
    QCOMPARE(queue.pop(), std::uint64_t{0});
    QCOMPARE(queue.top(), std::uint64_t{0});
    queue.push(1);
    QCOMPARE(queue.pop(), std::uint64_t{0});
    QCOMPARE(queue.pop(), std::uint64_t{1});
    queue.push((std::uint64_t{1} << 63) - 1); // before the top, after the last one popped
    QCOMPARE(queue.pop(), (std::uint64_t{1} << 63) - 1);
    QCOMPARE(queue.pop(), std::uint64_t{1} << 63);
    QCOMPARE(queue.pop(), ~std::uint64_t{0});
    QVERIFY(queue.empty());
    queue.push(~std::uint64_t{0}); // the last one popped, once more
    QCOMPARE(queue.pop(), ~std::uint64_t{0});
}

void EventQueueTest::keysAreOrderedByTimeKindId()
{
    checkPacking<NarrowKey>();
    checkPacking<WideKey>();
    const auto widest = packEvent<WideKey>(std::numeric_limits<std::int64_t>::max(), EventKind::begin, 0xFFFFFFFF);
    QCOMPARE(eventTime<WideKey>(widest), std::numeric_limits<std::int64_t>::max());
    QCOMPARE(eventId<WideKey>(widest), 0xFFFFFFFFU);
}

void EventQueueTest::laneKeepsItsOrder()
{
    struct Event {
        std::int64_t at;
        int id;
    };
    Lane<Event> lane;
    QCOMPARE(lane.next(), std::numeric_limits<std::int64_t>::max());
    int pushed = 0;
    int popped = 0;
    std::mt19937_64 random(4);
    for (int i = 0; i < 10000; ++i) {
        if (pushed == popped || random() % 100 < (i % 1000 < 500 ? 70U : 30U)) {
            lane.push({10 * (pushed / 3), pushed});
            ++pushed;
        } else {
            QCOMPARE(lane.next(), 10 * (popped / 3));
            QCOMPARE(lane.pop().id, popped);
            ++popped;
        }
    }
}

QTEST_APPLESS_MAIN(EventQueueTest)
#include "tst_event_queue.moc"
