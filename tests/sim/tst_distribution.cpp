// SPDX-License-Identifier: GPL-3.0-or-later
// The portable logarithm against 60-digit arithmetic, and the quantiles.
#include "core/policy/random.h"
#include "core/sim/distribution.h"

#include <QTest>

#include <cmath>

using namespace retrylab;
using namespace std::chrono_literals;

namespace {

/// The promise: an absolute error of 3·10⁻¹⁶ (1 + |log x|), and next to 1, where the logarithm vanishes, four units in its
/// last place.
bool isLogarithm(double x, double found, double exact)
{
    if (std::abs(found - exact) > 3e-16 * (1 + std::abs(exact)))
        return false;
    return std::abs(x - 1) > 1.0 / 1024 || std::abs(found - exact) <= 4 * 0x1p-52 * std::abs(exact);
}

} // namespace

class DistributionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void logarithmOfKnownValues();
    void logarithmOfRandomValues();
    void quantiles();
    void largerMeansStretchEveryDraw();
    void means();
    void moments();
    void nothingOverflows();
};

void DistributionTest::logarithmOfKnownValues()
{
    // Computed to 60 digits and rounded once.
    const struct {
        double x;
        double log;
    } table[] = {
        {0x1.0000000000000p+1, 0x1.62e42fefa39efp-1},     {0x1.0000000000000p-1, -0x1.62e42fefa39efp-1},
        {0x1.8000000000000p+1, 0x1.193ea7aad030bp+0},     {0x1.4000000000000p+3, 0x1.26bb1bbb55516p+1},
        {0x1.0624dd2f1a9fcp-10, -0x1.ba18a998fffa0p+2},   {0x1.b7cdfd9d7bdbbp-34, -0x1.7069e2aa2aa5bp+4},
        {0x1.0000000000000p-53, -0x1.25e4f7b2737fap+5},   {0x1.6a09e667f3bccp-1, -0x1.62e42fefa39f1p-2},
        {0x1.6a09e667f3bcdp-1, -0x1.62e42fefa39eep-2},    {0x1.6a09e667f3bcep-1, -0x1.62e42fefa39ebp-2},
        {0x1.6a09e667f3bcdp+0, 0x1.62e42fefa39f0p-2},     {0x1.fffffffffffffp-1, -0x1.0000000000000p-53},
        {0x1.fae147ae147aep-1, -0x1.495453e6fd4bcp-7},    {0x1.999999999999ap-4, -0x1.26bb1bbb55515p+1},
        {0x1.0000000000000p-2, -0x1.62e42fefa39efp+0},    {0x1.5555555555555p-2, -0x1.193ea7aad030bp+0},
        {0x1.62e42fefa39efp-1, -0x1.774f29bdd6b9fp-2},    {0x1.d6f3454000000p+26, 0x1.2a1a38bd0540ap+4},
        {0x1.bc16d674ec800p+59, 0x1.4b927f32bffb8p+5},    {0x1.7e43c8800759cp+996, 0x1.5963447f87fb5p+9},
        {0x1.0000000000000p-1022, -0x1.6232bdd7abcd2p+9}, {0x1.0000000000001p+0, 0x1.fffffffffffffp-53},
        {0x1.8000000000000p+0, 0x1.9f323ecbf984cp-2},     {0x1.8000000000000p-1, -0x1.269621134db92p-2},
        {0x1.5bf0a8b145769p+1, 0x1.0000000000000p+0},
    };
    QCOMPARE(portableLog(1.0), 0.0);
    for (const auto &[x, log] : table)
        QVERIFY2(isLogarithm(x, portableLog(x), log), qPrintable(QString::number(x, 'g', 17)));
}

void DistributionTest::logarithmOfRandomValues()
{
    // The C library's is good to one unit in the last place.
    for (std::uint64_t i = 0; i < 1'000'000; ++i) {
        const double u = uniform(rootPath(1), Purpose::serviceTime, i);
        for (const double x : {1.0 - u, 1.0 - u / 1024, 1.0 + u / 1024, 1.0 / (u + 1e-9)})
            QVERIFY2(isLogarithm(x, portableLog(x), std::log(x)), qPrintable(QString::number(x, 'g', 17)));
    }
}

void DistributionTest::quantiles()
{
    const Distribution fixed{DistributionKind::fixed, 7ms, 9ms};
    QCOMPARE(quantile(fixed, 0.0), 7ms);
    QCOMPARE(quantile(fixed, 0.999), 7ms);
    const Distribution uniformly{DistributionKind::uniform, 10ms, 30ms};
    QCOMPARE(quantile(uniformly, 0.0), 10ms);
    QCOMPARE(quantile(uniformly, 0.25), 15ms);
    QVERIFY(quantile(uniformly, 1 - 0x1p-53) < 30ms);
    const Distribution exponential{DistributionKind::exponential, 1s, {}};
    QCOMPARE(quantile(exponential, 0.0), 0ns);
    // −ln(1 − u) to the nanosecond: median, p90, p99, and the greatest draw, 53 ln 2.
    QCOMPARE(quantile(exponential, 0.5).count(), 693147180);
    QVERIFY(std::abs(quantile(exponential, 0.9).count() - 2302585092) <= 1);
    QVERIFY(std::abs(quantile(exponential, 0.99).count() - 4605170185) <= 1);
    QCOMPARE(quantile(exponential, 1 - 0x1p-53).count(), 36736800569);
}

void DistributionTest::largerMeansStretchEveryDraw()
{
    for (std::uint64_t i = 0; i < 1000; ++i) {
        const double u = uniform(rootPath(9), Purpose::serviceTime, i);
        const Duration shorter = quantile({DistributionKind::exponential, 10ms, {}}, u);
        const Duration longer = quantile({DistributionKind::exponential, 30ms, {}}, u);
        QVERIFY(std::abs(longer.count() - 3 * shorter.count()) <= 3);
    }
}

void DistributionTest::means()
{
    QCOMPARE(mean({DistributionKind::fixed, 7ms, 9ms}), 7ms);
    QCOMPARE(mean({DistributionKind::uniform, 10ms, 30ms}), 20ms);
    QCOMPARE(mean({DistributionKind::exponential, 5ms, 9ms}), 5ms);
    QVERIFY(mean({DistributionKind::uniform, unlimited - 2ns, unlimited}) == unlimited - 1ns);
}

void DistributionTest::moments()
{
    // 10^6 draws: the mean to 5 standard errors.
    double sum = 0;
    double squares = 0;
    constexpr int draws = 1'000'000;
    for (int i = 0; i < draws; ++i) {
        const double u = uniform(rootPath(2), Purpose::serviceTime, static_cast<std::uint64_t>(i));
        const double x = toSeconds(quantile({DistributionKind::exponential, 1s, {}}, u));
        sum += x;
        squares += x * x;
    }
    QVERIFY(std::abs(sum / draws - 1) < 0.005);
    QVERIFY(std::abs(squares / draws - 2) < 0.025);
}

void DistributionTest::nothingOverflows()
{
    for (const double u : {0.0, 0.5, 1 - 0x1p-53}) {
        QVERIFY(quantile({DistributionKind::exponential, unlimited, {}}, u) >= 0ns);
        QVERIFY(quantile({DistributionKind::uniform, 0ns, unlimited}, u) >= 0ns);
        QVERIFY(quantile({DistributionKind::uniform, unlimited, unlimited}, u) == unlimited);
    }
    QVERIFY(quantile({DistributionKind::exponential, unlimited, {}}, 1 - 0x1p-53) == unlimited);
}

QTEST_APPLESS_MAIN(DistributionTest)
#include "tst_distribution.moc"
