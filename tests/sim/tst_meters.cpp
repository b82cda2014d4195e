// SPDX-License-Identifier: GPL-3.0-or-later
// The peak meter and the load meter against counting everything by hand.
#include "core/sim/load_meter.h"
#include "core/sim/peak_meter.h"
#include "core/sim/recorder.h"

#include <QTest>

#include <map>
#include <random>

using namespace retrylab;

namespace {

Peak peakByHand(const std::vector<std::int64_t> &times, std::int64_t width)
{
    std::map<std::int64_t, std::uint32_t> bins;
    Peak peak;
    for (const std::int64_t t : times) {
        peak.fixed = std::max(peak.fixed, ++bins[t / width]);
        std::uint32_t inWindow = 0; // (t − width, t]
        for (const std::int64_t other : times)
            inWindow += other > t - width && other <= t ? 1 : 0;
        peak.sliding = std::max(peak.sliding, inWindow);
    }
    return peak;
}

/// What the meter is told, kept as steps of both functions.
struct Step {
    std::int64_t at;
    std::uint32_t queue;
    std::uint32_t busy;
};

/// ∫ over [from, to) of both functions.
std::pair<std::int64_t, std::int64_t> integrals(const std::vector<Step> &steps, std::int64_t from, std::int64_t to)
{
    std::int64_t queue = 0;
    std::int64_t busy = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const std::int64_t begin = std::max(from, steps[i].at);
        const std::int64_t end = std::min(to, i + 1 < steps.size() ? steps[i + 1].at : to);
        queue += std::max<std::int64_t>(0, end - begin) * steps[i].queue;
        busy += std::max<std::int64_t>(0, end - begin) * steps[i].busy;
    }
    return {queue, busy};
}

} // namespace

class MetersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void peakOfOneMoment();
    void peakWindowsAreHalfOpen();
    void peaksOfRandomTimes();
    void loadIntegrals();
    void loadOfOneBin();
    void heldSums();
    void binWidthsAreRound();
};

void MetersTest::peakOfOneMoment()
{
    PeakMeter meter(20);
    QCOMPARE(meter.peak().fixed, 0U);
    for (int i = 0; i < 50; ++i)
        meter.add(0);
    QCOMPARE(meter.peak().fixed, 50U);
    QCOMPARE(meter.peak().sliding, 50U);
}

void MetersTest::peakWindowsAreHalfOpen()
{
    const auto peakOf = [](std::initializer_list<std::int64_t> times) {
        PeakMeter meter(20);
        for (const std::int64_t t : times)
            meter.add(t);
        return meter.peak();
    };
    QVERIFY((peakOf({0, 19}) == Peak{2, 2}));
    QVERIFY((peakOf({0, 20}) == Peak{1, 1}));  // 20 wide windows hold either 0 or 20
    QVERIFY((peakOf({19, 20}) == Peak{1, 2})); // the case that separates the two
    QVERIFY((peakOf({1, 20}) == Peak{1, 2}));
    QVERIFY((peakOf({5, 10, 15, 20, 25, 30, 35}) == Peak{4, 4}));
}

void MetersTest::peaksOfRandomTimes()
{
    std::mt19937_64 random(5);
    for (int round = 0; round < 300; ++round) {
        const auto width = static_cast<std::int64_t>(1 + random() % 50);
        const std::uint64_t gap = 1 + random() % 30;
        PeakMeter meter(width);
        std::vector<std::int64_t> times;
        std::int64_t t = 0;
        for (int i = 0; i < 400; ++i) {
            t += random() % 50 == 0 ? 500 : static_cast<std::int64_t>(random() % gap);
            times.push_back(t);
            meter.add(t);
        }
        QVERIFY(meter.peak() == peakByHand(times, width));
    }
}

void MetersTest::loadIntegrals()
{
    std::mt19937_64 random(6);
    for (int round = 0; round < 400; ++round) {
        const auto end = static_cast<std::int64_t>(100 + random() % 2000);
        const auto binWidth = static_cast<std::int64_t>(1 + random() % 97);
        const auto warmup = static_cast<std::int64_t>(random() % 3 == 0 ? 0
                                                                        : random() % static_cast<std::uint64_t>(end));
        std::vector<Bin> bins(static_cast<std::size_t>((end + binWidth - 1) / binWidth));
        LoadMeter meter(bins, binWidth, warmup);
        std::vector<Step> steps{{0, 0, 0}};
        std::int64_t now = 0;
        while (true) {
            now += static_cast<std::int64_t>(random() % (random() % 5 == 0 ? 300 : 20));
            if (now >= end)
                break;
            meter.moveTo(now);
            meter.queue = static_cast<std::uint32_t>(random() % 50);
            meter.busy = static_cast<std::uint32_t>(random() % 9);
            meter.noteQueue();
            steps.push_back({now, meter.queue, meter.busy});
        }
        meter.finish(end);
        for (std::size_t i = 0; i < bins.size(); ++i) {
            const std::int64_t from = static_cast<std::int64_t>(i) * binWidth;
            const std::int64_t to = std::min(end, from + binWidth);
            const auto [queue, busy] = integrals(steps, from, to);
            QCOMPARE(bins[i].queueTime, queue);
            QCOMPARE(bins[i].busyTime, busy);
            std::uint32_t longest = 0; // of all that stood in the bin, for no time at all included
            for (std::size_t s = 0; s < steps.size(); ++s) {
                const std::int64_t until = s + 1 < steps.size() ? steps[s + 1].at : end;
                if (steps[s].at < to && until >= from)
                    longest = std::max(longest, steps[s].queue);
            }
            QVERIFY(bins[i].queueMax <= longest);
            // At least the queue that stood for some time in the bin.
            for (std::size_t s = 0; s < steps.size(); ++s) {
                const std::int64_t until = s + 1 < steps.size() ? steps[s + 1].at : end;
                if (std::max(steps[s].at, from) < std::min(until, to))
                    QVERIFY(bins[i].queueMax >= steps[s].queue);
            }
        }
        const auto [queue, busy] = integrals(steps, warmup, end);
        QCOMPARE(heldSum(meter.queueTotal()), queue);
        QCOMPARE(heldSum(meter.busyTotal()), busy);
    }
}

void MetersTest::loadOfOneBin()
{
    std::vector<Bin> bins(1);
    LoadMeter meter(bins, 1000, 0);
    meter.moveTo(0);
    meter.queue = 3;
    meter.busy = 1;
    meter.finish(10);
    QCOMPARE(bins[0].queueTime, 30);
    QCOMPARE(bins[0].busyTime, 10);
    QCOMPARE(heldSum(meter.queueTotal()), 30);
}

void MetersTest::heldSums()
{
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    QCOMPARE(heldSum(WideSum(most) + 1), most);
    QCOMPARE(heldSum(WideSum(most) * 1000), most);
    QCOMPARE(heldSum(most), most);
    QCOMPARE(heldSum(0), 0);
}

void MetersTest::binWidthsAreRound()
{
    const auto width = [](std::int64_t ns) { return binWidthFor(Duration(ns)); };
    QCOMPARE(width(10'000'000'000), 10'000'000);
    QCOMPARE(width(60'000'000'000), 50'000'000);
    QCOMPARE(width(1), 1);
    QCOMPARE(width(1250), 1);
    QCOMPARE(width(1251), 2); // "500 to 1,250 of them"
    for (std::int64_t ns = 1000; ns < 1'000'000'000'000'000; ns = ns * 37 / 29) {
        const std::int64_t bins = ns / width(ns);
        QVERIFY2(bins >= 499 && bins <= 1250, qPrintable(QString::number(ns)));
    }
}

QTEST_APPLESS_MAIN(MetersTest)
#include "tst_meters.moc"
