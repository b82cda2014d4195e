// SPDX-License-Identifier: GPL-3.0-or-later
// Random numbers as a function: uniform, independent of each other, and never the same stream twice.
#include "core/policy/random.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

using namespace retrylab;

namespace {

constexpr Purpose purposes[] = {Purpose::arrival,    Purpose::caller,    Purpose::serviceTime, Purpose::jitter,
                                Purpose::faultShare, Purpose::thinkTime, Purpose::path,        Purpose::budget,
                                Purpose::hint,       Purpose::fallback};

/// χ² of counts against equal shares, as deviations from its mean: (χ² − d) / √(2d), about normal for many cells.
template <std::size_t N>
double deviations(const std::array<int, N> &counts)
{
    double total = 0;
    for (const int count : counts)
        total += count;
    const double expected = total / N;
    double chi2 = 0;
    for (const int count : counts)
        chi2 += (count - expected) * (count - expected) / expected;
    return (chi2 - (N - 1.0)) / std::sqrt(2.0 * (N - 1.0));
}

std::size_t cell(double u, std::size_t cells)
{
    return static_cast<std::size_t>(u * static_cast<double>(cells));
}

} // namespace

class RandomTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void unitInterval();
    void sameArgumentsSameBits();
    void uniformOverAttempts();
    void uniformOverCallers();
    void neighboursAreIndependent();
    void purposesAreIndependent();
    void seedsAreIndependent();
    void everyBitFlipsHalfOfThem();
    void pathsNeverCollide();
};

void RandomTest::unitInterval()
{
    QCOMPARE(toUnit(0), 0.0);
    QCOMPARE(toUnit(~std::uint64_t{0}), 1.0 - 0x1.0p-53);
    QCOMPARE(toUnit(std::uint64_t{1} << 63), 0.5);
}

void RandomTest::sameArgumentsSameBits()
{
    static_assert(randomBits(1, Purpose::jitter, 1) == randomBits(1, Purpose::jitter, 1));
    static_assert(randomBits(1, Purpose::jitter, 1) != randomBits(1, Purpose::jitter, 2));
    static_assert(randomBits(1, Purpose::jitter, 1) != randomBits(2, Purpose::jitter, 1));
    static_assert(randomBits(1, Purpose::jitter, 1) != randomBits(1, Purpose::serviceTime, 1));
    QCOMPARE(rootPath(5), rootPath(5));
    QVERIFY(rootPath(5) != rootPath(6));
    // (1, 2) and (2, 1) are different routes.
    QVERIFY(extendPath(extendPath(rootPath(1), 1), 2) != extendPath(extendPath(rootPath(1), 2), 1));
}

void RandomTest::uniformOverAttempts()
{
    for (const Purpose purpose : purposes) {
        std::array<int, 1000> counts{};
        for (std::uint64_t i = 0; i < 1'000'000; ++i)
            ++counts[cell(uniform(rootPath(1), purpose, i), counts.size())];
        QVERIFY(std::abs(deviations(counts)) < 4.5);
    }
}

void RandomTest::uniformOverCallers()
{
    // What a herd draws: one number per caller, and the same attempt each.
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        std::array<int, 100> counts{};
        for (std::uint64_t caller = 0; caller < 100'000; ++caller) {
            const std::uint64_t path = extendPath(extendPath(rootPath(seed), caller), 0);
            ++counts[cell(uniform(path, Purpose::jitter, 1), counts.size())];
        }
        QVERIFY(std::abs(deviations(counts)) < 4.5);
    }
}

void RandomTest::neighboursAreIndependent()
{
    // Pairs (attempt 1, attempt 2) of one call, and the same attempt of neighbouring calls: 32 × 32 cells.
    std::array<int, 1024> attempts{};
    std::array<int, 1024> calls{};
    double before = 0.5;
    for (std::uint64_t call = 0; call < 1'000'000; ++call) {
        const std::uint64_t path = extendPath(rootPath(11), call);
        const double first = uniform(path, Purpose::jitter, 1);
        const double second = uniform(path, Purpose::jitter, 2);
        ++attempts[cell(first, 32) * 32 + cell(second, 32)];
        ++calls[cell(before, 32) * 32 + cell(first, 32)];
        before = first;
    }
    QVERIFY(std::abs(deviations(attempts)) < 4.5);
    QVERIFY(std::abs(deviations(calls)) < 4.5);
}

void RandomTest::purposesAreIndependent()
{
    for (const Purpose a : purposes) {
        for (const Purpose b : purposes) {
            if (a >= b)
                continue;
            std::array<int, 256> counts{};
            for (std::uint64_t call = 0; call < 200'000; ++call) {
                const std::uint64_t path = extendPath(rootPath(2), call);
                ++counts[cell(uniform(path, a, 1), 16) * 16 + cell(uniform(path, b, 1), 16)];
            }
            QVERIFY(std::abs(deviations(counts)) < 4.5);
        }
    }
}

void RandomTest::seedsAreIndependent()
{
    // Seeds 0, 1, 2 … as people choose them.
    std::array<int, 1024> counts{};
    for (std::uint64_t seed = 0; seed < 500'000; ++seed)
        ++counts[cell(uniform(rootPath(seed), Purpose::arrival, 0), 32) * 32
                 + cell(uniform(rootPath(seed + 1), Purpose::arrival, 0), 32)];
    QVERIFY(std::abs(deviations(counts)) < 4.5);
}

void RandomTest::everyBitFlipsHalfOfThem()
{
    // Changing one bit of the path or of the attempt changes 32 of 64 bits on average (standard error 0.04 of 10^4).
    for (int bit = 0; bit < 64; ++bit) {
        int byPath = 0;
        int byAttempt = 0;
        for (std::uint64_t i = 0; i < 10'000; ++i) {
            const std::uint64_t path = extendPath(rootPath(4), i);
            const std::uint64_t bits = randomBits(path, Purpose::jitter, 1);
            byPath += std::popcount(bits ^ randomBits(path ^ (std::uint64_t{1} << bit), Purpose::jitter, 1));
            byAttempt += std::popcount(bits ^ randomBits(path, Purpose::jitter, 1 ^ (std::uint64_t{1} << bit)));
        }
        QVERIFY(std::abs(byPath / 10'000.0 - 32) < 0.3);
        QVERIFY(std::abs(byAttempt / 10'000.0 - 32) < 0.3);
    }
}

void RandomTest::pathsNeverCollide()
{
    // 10^6 paths in 2^64 places collide by chance once in 4·10^7 experiments.
    for (std::uint64_t seed : {0ULL, 1ULL, 42ULL}) {
        std::vector<std::uint64_t> paths;
        for (std::uint64_t caller = 0; caller < 1000; ++caller) {
            for (std::uint64_t ordinal = 0; ordinal < 1000; ++ordinal)
                paths.push_back(extendPath(extendPath(rootPath(seed), caller), ordinal));
        }
        std::sort(paths.begin(), paths.end());
        QVERIFY(std::adjacent_find(paths.begin(), paths.end()) == paths.end());
    }
}

QTEST_APPLESS_MAIN(RandomTest)
#include "tst_random.moc"
