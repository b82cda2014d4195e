// SPDX-License-Identifier: GPL-3.0-or-later
// Public bugs of waits: overflow, and what jitter does at the cap. Which bug is tested where, PUBLIC_BUGS.md tells.
#include "core/policy/backoff.h"

#include <QTest>

#include <limits>

using namespace retrylab;
using namespace std::chrono_literals;

namespace {

constexpr double almostOne = 1.0 - 0x1.0p-53; // the greatest draw
constexpr std::uint32_t lastRetry = std::numeric_limits<std::uint32_t>::max();
constexpr JitterOptions without{.kind = Jitter::none};

Backoff doubling(Duration base, Duration cap)
{
    return {.kind = BackoffKind::exponential, .base = base, .multiplier = 2.0, .cap = cap};
}

/// A wait that is at its cap, held there before or after the jitter.
Backoff atCap(CapOrder order)
{
    return {.kind = BackoffKind::fixed, .base = 1s, .cap = 1s, .capOrder = order};
}

} // namespace

class PublicBugsBackoffTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void overflow_data();
    void overflow();
    void smoothGrowthStaysInRange_data();
    void smoothGrowthStaysInRange();
    void nothingTimesInfinity();
    void workDoesNotGrowWithTheAttempt();
    void jitterGoesOnAtTheCap_data();
    void jitterGoesOnAtTheCap();
    void massAtTheCap();
    void jitterBeyondTheCap();
    void symmetricJitter_data();
    void symmetricJitter();
};

void PublicBugsBackoffTest::overflow_data()
{
    QTest::addColumn<Backoff>("backoff");
    QTest::addColumn<QList<std::uint32_t>>("retries"); // 1 = the first; an exponent of n belongs to retry n + 1
    QTest::addColumn<Duration>("expected");
    using Retries = QList<std::uint32_t>;

    QTest::newRow("App-vNext/Polly#1866") << doubling(1s, 30s) << Retries{1001} << Duration(30s);
    QTest::newRow("aws/aws-sdk-java#874") << doubling(5000ms, 20s) << Retries{20, 21, 31} << Duration(20s);
    QTest::newRow("aws/aws-sdk-java#874, no maximum")
        << doubling(5000ms, unlimited) << Retries{20} << Duration(2'621'440'000ms);
    QTest::newRow("aws/aws-sdk-java-v2#1453") << doubling(1ns, unlimited) << Retries{64} << unlimited;
    QTest::newRow("aws/aws-sdk-java-v2#1453, the last that fits")
        << doubling(1ns, unlimited) << Retries{63} << Duration(std::int64_t{1} << 62);
    QTest::newRow("hynek/stamina#137") << doubling(100ms, 5s) << Retries{1024, 1025, 1026} << Duration(5s);

    // From the step that reaches the maximum until long after any shift has run out of bits.
    const auto row = [](const char *name, Duration base, Duration cap, std::uint32_t first) {
        Retries retries;
        for (std::uint32_t retry = first; retry <= 200; ++retry)
            retries += retry;
        QTest::newRow(name) << doubling(base, cap) << retries << cap;
    };
    row("onosproject/onos-lib-go#127", 10ms, 5s, 10);
    row("envoyproxy/envoy#10417", 25ms, 250ms, 5);
}

void PublicBugsBackoffTest::overflow()
{
    QFETCH(Backoff, backoff);
    QFETCH(QList<std::uint32_t>, retries);
    QFETCH(Duration, expected);
    for (const BackoffSteps steps : {BackoffSteps::floating, BackoffSteps::integer}) {
        backoff.steps = steps;
        for (const std::uint32_t retry : retries) {
            QCOMPARE(backoffCeiling(backoff, retry), expected);
            for (const CapOrder order : {CapOrder::beforeJitter, CapOrder::afterJitter}) {
                backoff.capOrder = order;
                QCOMPARE(drawWait(backoff, without, retry, 0s, 0.5), expected);
            }
        }
    }
}

void PublicBugsBackoffTest::smoothGrowthStaysInRange_data()
{
    QTest::addColumn<std::uint32_t>("first");
    QTest::addColumn<std::uint32_t>("last");
    // Of the fiftieth wait, and of every one whose growth is infinite − infinite, the maximum is all that is left.
    QTest::newRow("Polly-Contrib/Polly.Contrib.WaitAndRetry#24") << 1U << 50U;
    QTest::newRow("App-vNext/Polly#2163") << 1025U << 1026U;
    QTest::newRow("App-vNext/Polly#2163, attempt 2000") << 2000U << 2001U;
}

void PublicBugsBackoffTest::smoothGrowthStaysInRange()
{
    QFETCH(std::uint32_t, first);
    QFETCH(std::uint32_t, last);
    const JitterOptions smooth{.kind = Jitter::decorrelatedV2};
    for (const Duration most : {Duration(30s), unlimited}) {
        const Backoff backoff = doubling(1s, most);
        for (std::uint32_t retry = first; retry <= last; ++retry) {
            for (const double u : {0.0, 0.5, almostOne}) {
                const Duration wait = drawWait(backoff, smooth, retry, 0s, u, 0.5);
                QVERIFY2(wait >= 0s && wait <= most, qPrintable(QString::number(retry)));
            }
        }
        QCOMPARE(drawWait(backoff, smooth, last, 0s, 0.5, 0.5), most);
    }
}

void PublicBugsBackoffTest::nothingTimesInfinity() // jd/tenacity#710
{
    Backoff zero = doubling(0s, 60s);
    for (const BackoffSteps steps : {BackoffSteps::floating, BackoffSteps::integer}) {
        zero.steps = steps;
        QCOMPARE(backoffCeiling(zero, 1025), 0s);
        // A random time on top is still drawn, and a minimum still holds.
        const JitterOptions onTop{.kind = Jitter::addedTime, .amount = 2s};
        QCOMPARE(drawWait(zero, onTop, 1025, 0s, 0.75), 1500ms);
        Backoff least = zero;
        least.floor = 5s;
        QCOMPARE(backoffCeiling(least, 1025), 5s);
    }
    for (const std::uint32_t retry : {1025U, 1026U}) // infinite growth, and infinite − infinite
        QCOMPARE(drawWait(zero, {.kind = Jitter::decorrelatedV2}, retry, 0s, 0.5, 0.5), 0s);
}

void PublicBugsBackoffTest::workDoesNotGrowWithTheAttempt() // jd/tenacity#526
{
    // Work in proportion to the attempt would be 4·10^13 steps a setting: hours instead of milliseconds.
    Backoff polling = doubling(1s, 60s);
    for (const double multiplier : {2.0, 1.5}) {
        polling.multiplier = multiplier;
        for (const BackoffSteps steps : {BackoffSteps::floating, BackoffSteps::integer}) {
            polling.steps = steps;
            for (int i = 0; i < 10'000; ++i)
                QCOMPARE(backoffCeiling(polling, lastRetry), 60s);
        }
    }
}

void PublicBugsBackoffTest::jitterGoesOnAtTheCap_data()
{
    QTest::addColumn<JitterOptions>("jitter");
    QTest::addColumn<WaitRange>("range");
    const auto row = [](const char *jitter, const JitterOptions &options, Duration low, Duration high) {
        QTest::addRow("ferd/backoff#8, %s", jitter) << options << WaitRange{low, high};
    };
    row("full", {.kind = Jitter::full}, 0s, 1s);
    row("equal", {.kind = Jitter::equal}, 500ms, 1s);
    row("proportional", {.kind = Jitter::proportional, .proportion = 0.5}, 500ms, 1500ms);
    row("around a time", {.kind = Jitter::aroundTime, .amount = 100ms}, 900ms, 1100ms);
    row("decorrelated", {.kind = Jitter::decorrelated}, 100ms, 1s);
}

void PublicBugsBackoffTest::jitterGoesOnAtTheCap()
{
    QFETCH(JitterOptions, jitter);
    QFETCH(WaitRange, range);
    const Backoff backoff = doubling(100ms, 1s);
    for (const std::uint32_t retry : {5U, 6U, 100U}) { // 1.6 s and more, but for the cap
        QCOMPARE(waitRange(backoff, jitter, retry, 1s), range);
        QVERIFY(drawWait(backoff, jitter, retry, 1s, 0.125) != drawWait(backoff, jitter, retry, 1s, 0.25));
    }
}

void PublicBugsBackoffTest::massAtTheCap() // maximhq/bifrost#6964
{
    const auto drawsAtTheCap = [](CapOrder order, const JitterOptions &jitter) {
        constexpr int draws = 1024;
        int count = 0;
        for (int i = 0; i < draws; ++i)
            count += drawWait(atCap(order), jitter, 9, 1s, (i + 0.5) / draws) == 1s ? 1 : 0;
        return count;
    };
    // ± 20 % and then the cap: half of them are the cap. The cap and then a jitter that only shortens: none is.
    const JitterOptions twenty{.kind = Jitter::proportional, .proportion = 0.2};
    QCOMPARE(drawsAtTheCap(CapOrder::afterJitter, twenty), 512);
    QCOMPARE(drawsAtTheCap(CapOrder::beforeJitter, twenty), 0);
    for (const Jitter kind : {Jitter::full, Jitter::equal}) {
        QCOMPARE(drawsAtTheCap(CapOrder::beforeJitter, {.kind = kind}), 0);
        QVERIFY(waitRange(atCap(CapOrder::beforeJitter), {.kind = kind}, 9, 1s).high <= 1s);
    }
}

void PublicBugsBackoffTest::jitterBeyondTheCap() // langchain-ai/langgraph#7721
{
    Backoff backoff = doubling(500ms, 500ms);
    const JitterOptions second{.kind = Jitter::addedTime, .amount = 1s};
    backoff.capOrder = CapOrder::afterJitter;
    QCOMPARE(drawWait(backoff, second, 1, 0s, almostOne), 500ms);
    QCOMPARE(waitRange(backoff, second, 1, 0s), (WaitRange{500ms, 500ms}));
    // The other order is a choice: gRPC, Failsafe and cenkalti/backoff spread a wait that is at its cap.
    backoff.capOrder = CapOrder::beforeJitter;
    QCOMPARE(waitRange(backoff, second, 1, 0s).high, 1500ms);
}

void PublicBugsBackoffTest::symmetricJitter_data()
{
    QTest::addColumn<double>("proportion");
    QTest::addColumn<Duration>("low");
    QTest::addColumn<Duration>("high");
    QTest::newRow("gabrielkoerich/orch#1362") << 0.3 << Duration(700ms) << Duration(1300ms);
    QTest::newRow("grpc/grpc-java#10831, grpc/proposal#452") << 0.2 << Duration(800ms) << Duration(1200ms);
}

void PublicBugsBackoffTest::symmetricJitter()
{
    QFETCH(double, proportion);
    QFETCH(Duration, low);
    QFETCH(Duration, high);
    const Backoff second = doubling(1s, 30s);
    const JitterOptions jitter{.kind = Jitter::proportional, .proportion = proportion};
    QCOMPARE(waitRange(second, jitter, 1, 0s), (WaitRange{low, high}));
    QCOMPARE(drawWait(second, jitter, 1, 0s, 0.0), low);
    QCOMPARE(drawWait(second, jitter, 1, 0s, 0.5), 1s);
    QCOMPARE(drawWait(second, jitter, 1, 0s, almostOne), high - 1ns);
}

QTEST_APPLESS_MAIN(PublicBugsBackoffTest)
#include "tst_public_bugs_backoff.moc"
