// SPDX-License-Identifier: GPL-3.0-or-later
// The adaptive send rate against numbers from the AWS SDKs: published tables, and botocore run step by step.
#include "core/policy/adaptive_rate.h"

#include <QTest>

#include <cmath>
#include <random>
#include <vector>

using namespace retrylab;
using namespace std::chrono_literals;

namespace {

bool near(double value, double expected, double tolerance)
{
    return std::abs(value - expected) <= tolerance;
}

/// A limiter with so many answers at zero, and then a throttle.
AdaptiveRate throttledAt(Time when, int answersBefore)
{
    AdaptiveRate limiter;
    for (int i = 0; i < answersBefore; ++i)
        limiter.onResponse(false, Time{});
    limiter.onResponse(true, when);
    return limiter;
}

} // namespace

class AdaptiveRateTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cubeRootIsExact();
    void zeroPoint();
    void cubic_data();
    void cubic();
    void rateClocker();
    void endToEnd();
    void waitsInTheOrderOfAsking();
    void growsNoFurtherThanTwiceTheMeasured();
    void freeUntilTheFirstThrottle();
    void neverLeavesItsRange();
};

void AdaptiveRateTest::cubeRootIsExact()
{
    for (int i = 0; i <= 1000; ++i)
        QCOMPARE(cubeRoot(double(i) * i * i), double(i));
    for (double x = 1e-300; x < 1e307; x *= 1.37e3) {
        const double root = cubeRoot(x);
        QVERIFY2(near(root * root * root / x, 1.0, 1e-15), qPrintable(QString::number(x)));
    }
    QVERIFY(near(cubeRoot(5e-324) / 1.7031839360032603e-108, 1.0, 4e-16));
    QVERIFY(near(cubeRoot(std::numeric_limits<double>::max()) / 5.643803094122362e102, 1.0, 4e-16));
    QCOMPARE(cubeRoot(-8.0), 0.0);
    QCOMPARE(cubeRoot(std::nan("")), 0.0);
    QVERIFY(std::isinf(cubeRoot(HUGE_VAL)));
}

void AdaptiveRateTest::zeroPoint() // aws-cubic-k-wmax10
{
    CubicRate cubic(0.7, 0.4);
    cubic.throttled(10, Time{});
    QVERIFY(near(cubic.zeroPoint(), 1.9574338205844317, 1e-12));
}

void AdaptiveRateTest::cubic_data()
{
    QTest::addColumn<QByteArray>("events"); // T: throttled at the rate so far, S: not
    QTest::addColumn<std::vector<int>>("seconds");
    QTest::addColumn<std::vector<double>>("rates");
    QTest::newRow("aws-cubic-recover") << QByteArray("TSSSSSS") << std::vector{5, 6, 7, 8, 9, 10, 11}
                                       << std::vector{7.0,
                                                      9.64893600966,
                                                      10.000030849917364,
                                                      10.453284520772092,
                                                      13.408697022224185,
                                                      21.26626835427364,
                                                      36.425998516920465};
    QTest::newRow("aws-cubic-two-throttles") << QByteArray("TSTTSSSS") << std::vector{5, 6, 7, 8, 9, 10, 11, 12}
                                             << std::vector{7.0,
                                                            9.64893600966,
                                                            6.754255206761999,
                                                            4.727978644733399,
                                                            6.606547753887045,
                                                            6.763279816944947,
                                                            7.598174833907107,
                                                            11.511232804773524};
}

void AdaptiveRateTest::cubic()
{
    QFETCH(QByteArray, events);
    QFETCH(std::vector<int>, seconds);
    QFETCH(std::vector<double>, rates);
    CubicRate cubic;
    double rate = 10.0;
    for (std::size_t i = 0; i < rates.size(); ++i) {
        const Time now(seconds[i] * 1s);
        rate = events[static_cast<int>(i)] == 'T' ? cubic.throttled(rate, now) : cubic.succeeded(now);
        QVERIFY2(near(rate, rates[i], 1e-9), qPrintable(QString::number(rate, 'g', 17)));
    }
}

void AdaptiveRateTest::rateClocker() // aws-rateclocker
{
    const std::vector<Duration> at{100ms, 200ms, 300ms, 400ms, 450ms, 500ms, 600ms, 1000ms, 1600ms};
    const std::vector<double> measured{0, 0, 0, 0, 0, 9.6, 9.6, 5.12, 2.624};
    RateMeter meter;
    for (std::size_t i = 0; i < at.size(); ++i)
        QVERIFY(near(meter.record(Time(at[i])), measured[i], 1e-9));
    meter.record(Time(100ms)); // back: in the step in progress, which ends at 2 s
    QVERIFY(near(meter.rate(), 2.624, 1e-9));
    QVERIFY(near(meter.record(Time(2s)), 0.8 * 2 / 0.5 + 0.2 * 2.624, 1e-9));
}

void AdaptiveRateTest::endToEnd() // aws-adaptive-e2e
{
    const QByteArray throttled("000000000100000100"); // the tenth answer and the sixteenth
    const std::vector<double> measured{0,      0,      4.8,    4.8,     4.16,    4.16,     4.16,     5.632,   5.632,
                                       4.3264, 4.3264, 4.3264, 5.66528, 5.66528, 4.333056, 4.333056, 4.333056};
    const std::vector<double> rates{0.5,      0.5,      0.5,      0.5,      0.5,      0.6912,
                                    1.0976,   1.6384,   2.3328,   3.02848,  3.486639, 3.821874,
                                    4.053386, 4.200373, 4.282037, 2.997426, 3.452226};
    AdaptiveRate limiter;
    for (std::size_t i = 0; i < measured.size(); ++i) {
        const int answer = static_cast<int>(i);
        limiter.onResponse(throttled[answer] == '1', Time((answer + 1) * 200ms));
        QVERIFY2(near(limiter.measuredRate(), measured[i], 1e-6), qPrintable(QString::number(i)));
        QVERIFY2(near(limiter.fillRate(), rates[i], 1e-6), qPrintable(QString::number(i)));
        QCOMPARE(limiter.enabled(), answer >= 9);
        QCOMPARE(limiter.capacity(), std::max(1.0, limiter.fillRate()));
    }
}

void AdaptiveRateTest::waitsInTheOrderOfAsking()
{
    // 10 answers at 0 s and a throttle at 1 s: measured 0.8 × 11 ÷ 1 s = 8.8/s, cut to 6.16/s.
    AdaptiveRate limiter = throttledAt(Time(1s), 10);
    QVERIFY(near(limiter.fillRate(), 6.16, 1e-12));
    QCOMPARE(limiter.tokens(Time(1s)), 0.5); // half a token per second since its first answer
    QVERIFY(near(toSeconds(limiter.acquire(Time(1s))), 0.5 / 6.16, 1e-8));
    QVERIFY(near(toSeconds(limiter.acquire(Time(1s))), 1.5 / 6.16, 1e-8));
    limiter.giveBack(); // the second is not sent: the third takes its place
    QVERIFY(near(toSeconds(limiter.acquire(Time(1s))), 1.5 / 6.16, 1e-8));
    // A second later 6.16 tokens have come, of which 1.5 were spent ahead: four go at once.
    for (int i = 0; i < 4; ++i)
        QCOMPARE(limiter.acquire(Time(2s)), Duration::zero());
    QVERIFY(near(toSeconds(limiter.acquire(Time(2s))), (1 - (6.16 - 1.5 - 4)) / 6.16, 1e-8));
}

void AdaptiveRateTest::growsNoFurtherThanTwiceTheMeasured()
{
    AdaptiveRate limiter = throttledAt(Time(1s), 10);
    limiter.onResponse(false, Time(61s)); // the curve has risen to 0.4 × 58³: nobody sent so much
    QVERIFY(near(limiter.measuredRate(), 0.8 * 1 / 60 + 0.2 * 8.8, 1e-12));
    QCOMPARE(limiter.fillRate(), 2 * limiter.measuredRate());
    // A bucket that was full of 6.16 is not fuller than its new capacity.
    QCOMPARE(limiter.tokens(Time(61s)), limiter.capacity());
    limiter.giveBack(100);
    QCOMPARE(limiter.tokens(Time(61s)), limiter.capacity());
}

void AdaptiveRateTest::freeUntilTheFirstThrottle()
{
    AdaptiveRate limiter;
    for (int i = 0; i < 1000; ++i) {
        QCOMPARE(limiter.acquire(Time{}), Duration::zero());
        limiter.onResponse(false, Time{});
    }
    limiter.onResponse(true, Time{});
    QVERIFY(limiter.enabled());
    QCOMPARE(limiter.fillRate(), 0.5); // nothing was measured yet
    QCOMPARE(limiter.acquire(Time{}), Duration(2s));
}

void AdaptiveRateTest::neverLeavesItsRange()
{
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> real(-2.0, 9.0);
    for (int history = 0; history < 300; ++history) {
        AdaptiveRate limiter;
        std::int64_t now = 0;
        for (int event = 0; event < 200; ++event) {
            const std::uint64_t choice = random() % 64;
            now = choice == 0 ? static_cast<std::int64_t>(random()) : now / 2 + now / 3 + 1'000'000'000;
            const Time time{Duration(now)};
            const double amount = choice == 1 ? HUGE_VAL : choice == 2 ? std::nan("") : real(random);
            if (choice % 3 == 0)
                limiter.onResponse(choice % 2 == 0, time);
            else if (choice % 3 == 1)
                QVERIFY(limiter.acquire(time, amount) >= Duration::zero());
            else
                limiter.giveBack(amount);
            QVERIFY(limiter.fillRate() >= 0.5 && std::isfinite(limiter.fillRate()));
            QVERIFY(limiter.tokens(time) <= limiter.capacity());
            QVERIFY(limiter.tokens(time) >= -1e15);
        }
    }
}

QTEST_APPLESS_MAIN(AdaptiveRateTest)
#include "tst_adaptive_rate.moc"
