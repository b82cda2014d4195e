// SPDX-License-Identifier: GPL-3.0-or-later
// The un-jittered wait: hand-computed values, other libraries' values, and every way to overflow.
#include "core/policy/backoff.h"
#include "tests/data/oracles.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace retrylab;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

constexpr std::uint32_t lastRetry = std::numeric_limits<std::uint32_t>::max();

Backoff make(BackoffKind kind, Duration base, double multiplier, Duration increment, Duration cap)
{
    return {kind, base, multiplier, increment, cap};
}

Backoff exponential(Duration base, double multiplier = 2.0, Duration cap = unlimited)
{
    return make(BackoffKind::exponential, base, multiplier, 0ns, cap);
}

Duration seconds(double s)
{
    return Duration(std::llround(s * 1e9));
}

const Oracles &oracles()
{
    static const Oracles file(u"policy.json"_qs);
    return file;
}

} // namespace

class BackoffTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachKind();
    void fractionalMultipliersAreExact();
    void decimalMultipliersRoundToTheNearestNanosecond();
    void wholeMultipliersAreExactUpToTwoTo53();
    void doublingIsExactAndStopsAtTheCap();
    void nothingOverflows_data();
    void nothingOverflows();
    void largeExponentsStayAccurate();
    void longCapsKeepTheirLastNanosecond();
    void neverShrinksAndNeverPassesTheCap();
    void otherLibraries_data();
    void otherLibraries();
};

void BackoffTest::eachKind()
{
    const Backoff none = make(BackoffKind::none, 100ms, 2, 10ms, 1s);
    QCOMPARE(backoffCeiling(none, 1), 0ns);
    QCOMPARE(backoffCeiling(none, 9), 0ns);

    const Backoff fixed = make(BackoffKind::fixed, 100ms, 2, 10ms, 1s);
    QCOMPARE(backoffCeiling(fixed, 1), 100ms);
    QCOMPARE(backoffCeiling(fixed, lastRetry), 100ms);
    QCOMPARE(backoffCeiling(make(BackoffKind::fixed, 2s, 2, 0ms, 1s), 1), 1s);

    const Backoff linear = make(BackoffKind::linear, 100ms, 2, 30ms, 200ms);
    QCOMPARE(backoffCeiling(linear, 1), 100ms);
    QCOMPARE(backoffCeiling(linear, 2), 130ms);
    QCOMPARE(backoffCeiling(linear, 4), 190ms);
    QCOMPARE(backoffCeiling(linear, 5), 200ms);

    const Backoff doubling = exponential(100ms, 2, 1s);
    QCOMPARE(backoffCeiling(doubling, 1), 100ms);
    QCOMPARE(backoffCeiling(doubling, 2), 200ms);
    QCOMPARE(backoffCeiling(doubling, 4), 800ms);
    QCOMPARE(backoffCeiling(doubling, 5), 1s);
    QCOMPARE(backoffCeiling(exponential(100ms, 1.0), lastRetry), 100ms);
}

void BackoffTest::fractionalMultipliersAreExact()
{
    // floor(1.5^k + ½), k = 0…13, in rational arithmetic.
    const std::int64_t expected[] = {1, 2, 2, 3, 5, 8, 11, 17, 26, 38, 58, 86, 130, 195};
    for (std::uint32_t k = 0; k < std::size(expected); ++k)
        QCOMPARE(backoffCeiling(exponential(1ns, 1.5), k + 1).count(), expected[k]);
    // 2^20 ns · 1.5^20 = 3^20: no rounding anywhere.
    QCOMPARE(backoffCeiling(exponential(Duration(1 << 20), 1.5), 21).count(), 3486784401LL);
}

void BackoffTest::decimalMultipliersRoundToTheNearestNanosecond()
{
    // 1.15 and 1.4 are not binary fractions; people who set them expect 115 ms, not 114.999999.
    QCOMPARE(backoffCeiling(exponential(100ms, 1.15), 2), 115ms);
    QCOMPARE(backoffCeiling(exponential(50ms, 1.4), 3), 98ms);
    QCOMPARE(backoffCeiling(exponential(50ms, 1.2), 8).count(), 179159040);
}

void BackoffTest::wholeMultipliersAreExactUpToTwoTo53()
{
    std::int64_t value = 1;
    for (std::uint32_t retry = 1; retry <= 34; ++retry, value *= 3) // 3^33 < 2^53 < 3^34
        QCOMPARE(backoffCeiling(exponential(1ns, 3), retry).count(), value);
    for (std::uint32_t retry = 1; retry <= 63; ++retry)
        QCOMPARE(backoffCeiling(exponential(1ns, 2), retry).count(), std::int64_t{1} << (retry - 1));
    // The largest odd number below 2^53 must not be rounded up to the next even one.
    QCOMPARE(backoffCeiling(exponential(Duration((1LL << 53) - 1), 2), 1).count(), (1LL << 53) - 1);
    QCOMPARE(backoffCeiling(exponential(Duration((1LL << 52) + 1), 2), 1).count(), (1LL << 52) + 1);
}

void BackoffTest::doublingIsExactAndStopsAtTheCap()
{
    // Against integers of 128 bits, on both sides of the cap and of 2^53.
    __extension__ typedef unsigned __int128 Wide;
    std::mt19937_64 random(9);
    for (int round = 0; round < 20'000; ++round) {
        const auto base = static_cast<std::int64_t>(random() >> (11 + random() % 50));
        const auto cap = std::max(base, static_cast<std::int64_t>(random() >> (1 + random() % 40)));
        const auto steps = static_cast<std::uint32_t>(random() % 64);
        const Wide value = static_cast<Wide>(base) << steps;
        const auto expected = value > static_cast<Wide>(cap) ? cap : static_cast<std::int64_t>(value);
        QCOMPARE(backoffCeiling(exponential(Duration(base), 2.0, Duration(cap)), steps + 1).count(), expected);
    }
}

void BackoffTest::nothingOverflows_data()
{
    QTest::addColumn<std::int64_t>("base");
    QTest::addColumn<double>("multiplier");
    QTest::addColumn<std::uint32_t>("retry");
    QTest::addColumn<std::int64_t>("cap");
    QTest::addColumn<std::int64_t>("expected");
    constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
    constexpr std::int64_t thirty = 30'000'000'000;

    QTest::newRow("2^63 ns does not fit") << std::int64_t{1} << 2.0 << 64U << huge << huge;
    QTest::newRow("attempt 1025 (stamina)") << std::int64_t{1} << 2.0 << 1025U << thirty << thirty;
    QTest::newRow("2^1024 is infinite") << std::int64_t{1} << 2.0 << 1026U << huge << huge;
    QTest::newRow("retry 32 (Envoy)") << std::int64_t{25'000'000} << 2.0 << 33U << thirty << thirty;
    QTest::newRow("retry 1000 (Polly)") << std::int64_t{2'000'000'000} << 2.0 << 1000U << thirty << thirty;
    QTest::newRow("last retry number") << std::int64_t{1} << 2.0 << lastRetry << huge << huge;
    QTest::newRow("base 0, attempt 1025") << std::int64_t{0} << 2.0 << 1025U << thirty << std::int64_t{0};
    QTest::newRow("base 0, last retry") << std::int64_t{0} << 1e9 << lastRetry << huge << std::int64_t{0};
    QTest::newRow("longest base") << huge << 2.0 << 2U << huge << huge;
    QTest::newRow("longest base, first retry") << huge << 2.0 << 1U << huge << huge;
    QTest::newRow("greatest multiplier") << std::int64_t{1} << 1e308 << 3U << thirty << thirty;
    QTest::newRow("multiplier 1, last retry") << std::int64_t{7} << 1.0 << lastRetry << huge << std::int64_t{7};
}

void BackoffTest::nothingOverflows()
{
    QFETCH(std::int64_t, base);
    QFETCH(double, multiplier);
    QFETCH(std::uint32_t, retry);
    QFETCH(std::int64_t, cap);
    QFETCH(std::int64_t, expected);
    QCOMPARE(backoffCeiling(exponential(Duration(base), multiplier, Duration(cap)), retry).count(), expected);
    // Linear growth by as much, the same number of times, must not overflow either.
    const Backoff linear = make(BackoffKind::linear, Duration(base), 1, Duration(cap), Duration(cap));
    const Duration wait = backoffCeiling(linear, retry);
    QVERIFY(wait >= 0ns && wait <= Duration(cap));
}

void BackoffTest::largeExponentsStayAccurate()
{
    // 1.0001^100000 (of the double 1.0001) = 22015.456049…, from 60-digit arithmetic.
    // Squaring doubles the relative error each time: 10^5 · 2^−53 is a quarter of a nanosecond here.
    QVERIFY(std::abs(backoffCeiling(exponential(1ms, 1.0001), 100001).count() - 22015456049LL) <= 1);
    // Linear: 100 ms + (2^32 − 2) · 1 ns.
    const Backoff linear = make(BackoffKind::linear, 100ms, 1, 1ns, unlimited);
    QCOMPARE(backoffCeiling(linear, lastRetry).count(), 100'000'000LL + 4294967294LL);
}

void BackoffTest::longCapsKeepTheirLastNanosecond()
{
    const Duration cap((1LL << 60) + 1); // not a double
    QCOMPARE(backoffCeiling(exponential(1s, 2, cap), 100).count(), cap.count());
    QCOMPARE(backoffCeiling(make(BackoffKind::linear, 1s, 1, 1h, cap), lastRetry).count(), cap.count());
}

void BackoffTest::neverShrinksAndNeverPassesTheCap()
{
    for (const double multiplier : {1.0, 1.0000001, 1.1, 1.5, 2.0, 3.7, 10.0, 1e6}) {
        for (const Duration base : {Duration(1ns), Duration(17ns), Duration(100ms), Duration(24h)}) {
            const Backoff backoff = exponential(base, multiplier, 48h);
            Duration before = 0ns;
            for (std::uint32_t retry = 1; retry < 200; ++retry) {
                const Duration wait = backoffCeiling(backoff, retry);
                QVERIFY(wait >= before && wait <= 48h);
                before = wait;
            }
        }
    }
}

void BackoffTest::otherLibraries_data()
{
    QTest::addColumn<Backoff>("backoff");
    QTest::addColumn<QString>("key");
    QTest::addColumn<double>("unit");   // seconds
    QTest::addColumn<int>("count");     // how many of its values follow our rule
    QTest::addColumn<QList<int>>("at"); // retry numbers; empty: 1, 2, 3 …

    const QList<int> all;
    // The simulator of AWS raises the exponent before it is used: its base 5 is our first wait of 10.
    QTest::newRow("awsarch-expo") << exponential(10ms, 2, 2s) << u"delay"_qs << 1e-3 << 11 << all;
    QTest::newRow("failsafe-backoff") << exponential(1ms, 2, 8ms) << u"delay_ms"_qs << 1e-3 << 6 << all;
    QTest::newRow("failsafe-backoff-1.5") << exponential(1ms, 1.5, 8ms) << u"delay_ns"_qs << 1e-9 << 7 << all;
    QTest::newRow("polly-linear") << make(BackoffKind::linear, 1s, 1, 1s, unlimited) << u"delay_s"_qs << 1.0 << 4
                                  << all;
    QTest::newRow("polly-max-delay") << exponential(10s, 2, 1s) << u"delay_s"_qs << 1.0 << 3 << all;
    QTest::newRow("polly-zero-base") << exponential(0s) << u"delay_s"_qs << 1.0 << 3 << QList<int>{1, 6, 51};
    QTest::newRow("tenacity-exp") << exponential(1s) << u"wait_s"_qs << 1.0 << 8 << all;
    QTest::newRow("tenacity-exp-max40") << exponential(1s, 2, 40s) << u"wait_s"_qs << 1.0 << 9
                                        << QList<int>{1, 2, 3, 4, 5, 6, 7, 8, 50};
    QTest::newRow("tenacity-incrementing")
        << make(BackoffKind::linear, 5s, 1, 3s, 12s) << u"wait_s"_qs << 1.0 << 5 << all;
    QTest::newRow("tenacity-exp-mult0") << exponential(0s, 2, 7s) << u"wait_s"_qs << 1.0 << 4
                                        << QList<int>{1, 1024, 1025, 1026};
    // From the tenth on cenkalti rounds at every step, and we once.
    QTest::newRow("cenkalti-default-nojitter") << exponential(500ms, 1.5, 60s) << u"delay_ns"_qs << 1e-9 << 9 << all;
    QTest::newRow("cockatiel-nojitter") << exponential(128ms, 2, 30s) << u"delay_ms"_qs << 1e-3 << 12 << all;
    QTest::newRow("aws-std-backoff-r1") << exponential(1s, 2, 20s) << u"delay_s"_qs << 1.0 << 8 << all;
    QTest::newRow("aws-std-backoff-overflow")
        << exponential(1s, 2, 20s) << u"delay_s"_qs << 1.0 << 3 << QList<int>{64, 1024, 1025};
    QTest::newRow("aws2026-backoff-r1") << exponential(50ms, 2, 20s) << u"delay_s"_qs << 1.0 << 11 << all;
    QTest::newRow("grpc-delay-range-old") << exponential(100ms, 2, 1s) << u"max_s"_qs << 1.0 << 5 << all;
    QTest::newRow("tower-backoff-nojitter-overflow")
        << exponential(1ms, 2, 60s) << u"delay_ms"_qs << 1e-3 << 5 << QList<int>{1, 2, 16, 17, 65};
}

void BackoffTest::otherLibraries()
{
    QFETCH(Backoff, backoff);
    QFETCH(QString, key);
    QFETCH(double, unit);
    QFETCH(int, count);
    QFETCH(QList<int>, at);
    const QJsonArray expected = oracles().expect(QString::fromLatin1(QTest::currentDataTag())).value(key).toArray();
    QVERIFY(expected.size() >= count);
    for (int i = 0; i < count; ++i) {
        const int retry = at.isEmpty() ? i + 1 : at[i];
        QCOMPARE(backoffCeiling(backoff, static_cast<std::uint32_t>(retry)), seconds(expected[i].toDouble() * unit));
    }
}

QTEST_APPLESS_MAIN(BackoffTest)
#include "tst_backoff.moc"
