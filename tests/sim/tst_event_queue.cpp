// SPDX-License-Identifier: GPL-3.0-or-later
// The event queue against std::multiset, the packing of event keys, and lanes.
#include "core/sim/event_key.h"
#include "core/sim/ladder_queue.h"
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
        if (queue.empty() != model.empty())
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
    void narrowKeys();
    void wideKeys();
    void keysAtTheEdges();
    void manyCopiesOfOneKey();
    void fetchesEachKeyOnce();
    void keysAreOrderedByTimeKindId();
    void laneKeepsItsOrder();
};

void EventQueueTest::narrowKeys()
{
    std::mt19937_64 random(3);
    for (unsigned bits = 1; bits < 60; ++bits) {
        LadderQueue<std::uint64_t> queue;
        QVERIFY((agrees<decltype(queue), std::uint64_t>(queue, random, bits, 4000)));
        QVERIFY((agrees<decltype(queue), std::uint64_t>(queue, random, 1, 0))); // used up, it is empty again
    }
}

void EventQueueTest::wideKeys()
{
    std::mt19937_64 random(2);
    for (unsigned bits = 1; bits < 64; bits += 3) {
        LadderQueue<WideBits> queue;
        QVERIFY((agrees<decltype(queue), WideBits>(queue, random, bits, 4000)));
    }
    // Beyond 64 bits, times alone: the low half is zero.
    LadderQueue<WideBits> queue;
    for (int i = 60; i >= 0; --i)
        queue.push(static_cast<WideBits>(std::uint64_t{1} << i) << 64);
    for (int i = 0; i <= 60; ++i)
        QVERIFY(queue.pop() == static_cast<WideBits>(std::uint64_t{1} << i) << 64);
    QVERIFY(queue.empty());
}

void EventQueueTest::keysAtTheEdges()
{
    LadderQueue<std::uint64_t> queue;
    QVERIFY(queue.empty());
    const std::uint64_t last = ~std::uint64_t{0} - 1;
    queue.push(last);
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
    QCOMPARE(queue.pop(), last);
    QVERIFY(queue.empty());
    queue.push(last); // the last one popped, once more
    QCOMPARE(queue.pop(), last);
}

void EventQueueTest::manyCopiesOfOneKey()
{
    // More than the front holds, first while everything is in front, then out of one bucket.
    LadderQueue<std::uint64_t> queue;
    for (const std::uint64_t key : {std::uint64_t{7}, std::uint64_t{1} << 40}) {
        for (int i = 0; i < 500; ++i)
            queue.push(key);
        queue.push(key + 1);
        for (int i = 0; i < 500; ++i)
            QCOMPARE(queue.pop(), key);
        QCOMPARE(queue.pop(), key + 1);
        QVERIFY(queue.empty());
    }
}

void EventQueueTest::fetchesEachKeyOnce()
{
    // What passes through the buckets is announced before it is popped; what was pushed a moment ago need not be.
    LadderQueue<std::uint64_t> queue;
    std::mt19937_64 random(8);
    for (int i = 0; i < 5000; ++i)
        queue.push(random() >> 20);
    std::multiset<std::uint64_t> fetched;
    int unannounced = 0;
    while (!queue.empty()) {
        const std::uint64_t next = queue.top();
        const std::uint64_t key = queue.pop([&](std::uint64_t near) { fetched.insert(near); });
        QCOMPARE(key, next);
        QVERIFY(fetched.count(key) <= 1);
        unannounced += fetched.count(key) == 0 ? 1 : 0;
    }
    QVERIFY(unannounced < 500);
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
    for (int i = 0; i < 100000; ++i) { // several blocks long at times, and empty at others
        QCOMPARE(lane.empty(), pushed == popped);
        if (pushed == popped || random() % 100 < (i % 20000 < 10000 ? 70U : 25U)) {
            lane.add(10 * (pushed / 3)).id = pushed;
            ++pushed;
        } else {
            QCOMPARE(lane.next(), 10 * (popped / 3));
            QCOMPARE(lane.front().id, popped);
            lane.drop();
            ++popped;
        }
    }
}

QTEST_APPLESS_MAIN(EventQueueTest)
#include "tst_event_queue.moc"
