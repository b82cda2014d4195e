// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/large_pages.h"

#include <QTest>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <thread>
#include <vector>

using namespace retrylab;

namespace {

using Table = std::vector<std::uint64_t, LargePages<std::uint64_t>>;

constexpr std::size_t large = ownMappingFrom / sizeof(std::uint64_t);

} // namespace

class LargePagesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// From the heap into mappings of its own, each twice as large as the one before.
    void aTableKeepsItsContentsWhileItGrows()
    {
        Table table;
        for (std::uint64_t i = 0; i < 5 * large; ++i)
            table.push_back(i * i);
        for (std::uint64_t i = 0; i < table.size(); ++i)
            QVERIFY(table[i] == i * i);
        table.resize(large / 2);
        table.shrink_to_fit(); // and back
        QCOMPARE(table.back(), std::uint64_t{large / 2 - 1} * (large / 2 - 1));
    }

    void tablesOfOneSizeAreApart()
    {
        for (int again = 0; again < 3; ++again) { // what was given back before may be handed out, but only once
            Table a(large, 1);
            Table b(large, 2);
            Table c(large + 1, 3); // another size, rounded up
            QVERIFY(std::accumulate(a.begin(), a.end(), std::uint64_t{0}) == large);
            QVERIFY(std::accumulate(b.begin(), b.end(), std::uint64_t{0}) == 2 * large);
            QVERIFY(std::accumulate(c.begin(), c.end(), std::uint64_t{0}) == 3 * (large + 1));
        }
    }

    void theLastMappingIsHandedOutAgain()
    {
        constexpr std::size_t bytes = 3 * ownMappingFrom;
        void *const first = takeMapping(bytes);
        std::memset(first, 7, bytes);
        giveMappingBack(first, bytes);
        void *const second = takeMapping(bytes);
        QCOMPARE(second, first);
        void *const third = takeMapping(bytes);
        QVERIFY(third != second);
        giveMappingBack(second, bytes);
        giveMappingBack(third, bytes);
        QCOMPARE(takeMapping(bytes), third);
        giveMappingBack(third, bytes);
    }

    void threadsShareThem()
    {
        std::vector<std::thread> threads;
        std::atomic<int> wrong = 0;
        for (std::uint64_t n = 0; n < 4; ++n) {
            threads.emplace_back([n, &wrong] {
                for (int i = 0; i < 20; ++i) {
                    const Table table(large, n);
                    wrong += table.front() != n || table[large / 2] != n || table.back() != n;
                }
            });
        }
        for (std::thread &thread : threads)
            thread.join();
        QCOMPARE(wrong.load(), 0);
    }
};

QTEST_APPLESS_MAIN(LargePagesTest)
#include "tst_large_pages.moc"
