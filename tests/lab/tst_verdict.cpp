// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/verdict.h"

#include <QTest>

#include <cmath>
#include <functional>

using namespace retrylab;
using namespace std::chrono_literals;

namespace {

constexpr std::int64_t second = 1'000'000'000;
/// Per bin of 100 ms: so much that the noise of counting is far below the tolerance of 5 %.
constexpr std::uint32_t plenty = 10'000;

using Rate = std::function<std::uint32_t(double seconds)>;

/// A run of bins of 100 ms whose goodput and first attempts are functions of time; one fault, 20 s to 30 s.
Trace makeTrace(double seconds, const Rate &goodput, const Rate &offered)
{
    Trace trace;
    trace.world.duration = Duration(static_cast<std::int64_t>(seconds * 1e9));
    Fault fault;
    fault.from = Time(20s);
    fault.to = Time(30s);
    trace.world.faults = {fault};
    trace.binWidth = second / 10;
    for (int i = 0; i < static_cast<int>(seconds * 10); ++i) {
        Bin bin;
        bin.succeeded = goodput(i / 10.0);
        bin.firstAttempts = offered(i / 10.0);
        trace.bins.push_back(bin);
    }
    return trace;
}

Rate steady(std::uint32_t rate = plenty)
{
    return [rate](double) { return rate; };
}

/// `before` until 20 s, nothing until `back`, then `after`.
Rate silentUntil(double back, std::uint32_t before = plenty, std::uint32_t after = plenty)
{
    return [=](double t) { return t < 20 ? before : t < back ? 0 : after; };
}

} // namespace

class TestVerdict : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void noVerdictWithoutAFault();
    void noVerdictWithoutABaseline();
    void faultThatEndsByCount();
    void recoversAtOnce();
    void recoversLater();
    void rightMeanIsNotEnough();
    void toleranceIsTwoSided();
    void slowOnlyAfterTheLimit();
    void metastable();
    void refusedCallsWereOffered();
    void unrecoveredWhenTheLoadIsNotBack();
    void backlogAtTheEnd();
    void tooShort();
    void countingNoiseWidensTheBand();
    void warmupIsNotBaseline();
    void severalFaults();
    void faultEndInsideABin();
};

void TestVerdict::noVerdictWithoutAFault()
{
    Trace trace = makeTrace(60, steady(), steady());
    trace.world.faults.clear();
    QCOMPARE(judgeRecovery(trace), Recovery());

    trace = makeTrace(60, steady(), steady());
    trace.world.faults[0].from = Time(60s);
    trace.world.faults[0].to = never;
    QCOMPARE(judgeRecovery(trace).verdict, Verdict::none);
}

void TestVerdict::noVerdictWithoutABaseline()
{
    // A herd: nothing succeeds before the fault, which is there from the beginning or not.
    Trace trace = makeTrace(
        60, [](double t) { return t < 30 ? 0U : plenty; }, steady());
    QCOMPARE(judgeRecovery(trace).verdict, Verdict::none);
    trace = makeTrace(60, steady(), steady());
    trace.world.faults[0].from = Time();
    QCOMPARE(judgeRecovery(trace).verdict, Verdict::none);
    // The warm-up reaches into the fault.
    trace = makeTrace(60, steady(), steady());
    trace.world.warmup = 25s;
    QCOMPARE(judgeRecovery(trace).verdict, Verdict::none);
    trace = makeTrace(60, steady(), steady());
    trace.bins.clear();
    QCOMPARE(judgeRecovery(trace).verdict, Verdict::none);
}

void TestVerdict::faultThatEndsByCount()
{
    Trace trace = makeTrace(60, steady(), steady());
    trace.world.faults[0].to = never;
    trace.world.faults[0].count = 50;
    QCOMPARE(judgeRecovery(trace).verdict, Verdict::none);
    trace.world.faults[0].to = Time(30s); // a bound is good enough
    QCOMPARE(judgeRecovery(trace).verdict, Verdict::recovered);
}

void TestVerdict::recoversAtOnce()
{
    QCOMPARE(judgeRecovery(makeTrace(60, silentUntil(30), steady())), (Recovery{Verdict::recovered, 0s}));
    // The stretch ends exactly with the run.
    QCOMPARE(judgeRecovery(makeTrace(35, silentUntil(30), steady())), (Recovery{Verdict::recovered, 0s}));
}

void TestVerdict::recoversLater()
{
    QCOMPARE(judgeRecovery(makeTrace(60, silentUntil(37), steady())), (Recovery{Verdict::recovered, 7s}));
    // It comes back for less than `hold` first.
    const Rate flicker = [](double t) { return t < 20 || (t >= 31 && t < 35) || t >= 40 ? plenty : 0; };
    QCOMPARE(judgeRecovery(makeTrace(60, flicker, steady())), (Recovery{Verdict::recovered, 10s}));
}

void TestVerdict::rightMeanIsNotEnough()
{
    // Half of each five seconds silent, half doubled: every mean over 5 s is the baseline's, until it settles at 50 s.
    const Rate pulse = [](double t) {
        if (t < 20 || t >= 50)
            return plenty;
        return std::fmod(t, 5.0) < 2.5 ? 0U : 2 * plenty;
    };
    QCOMPARE(judgeRecovery(makeTrace(80, pulse, steady())), (Recovery{Verdict::recovered, 20s}));
}

void TestVerdict::toleranceIsTwoSided()
{
    const auto verdictAt = [](std::uint32_t after) {
        return judgeRecovery(makeTrace(60, silentUntil(30, plenty, after), steady())).verdict;
    };
    QCOMPARE(verdictAt(plenty * 96 / 100), Verdict::recovered);
    QCOMPARE(verdictAt(plenty * 104 / 100), Verdict::recovered);
    QCOMPARE(verdictAt(plenty * 94 / 100), Verdict::metastable);
    QVERIFY(verdictAt(plenty * 106 / 100) != Verdict::recovered);
}

void TestVerdict::slowOnlyAfterTheLimit()
{
    QCOMPARE(judgeRecovery(makeTrace(120, silentUntil(90), steady())), (Recovery{Verdict::recovered, 60s}));
    QCOMPARE(judgeRecovery(makeTrace(120, silentUntil(90.1), steady())), (Recovery{Verdict::slow, 60100ms}));
}

void TestVerdict::metastable()
{
    const Recovery stuck = judgeRecovery(makeTrace(120, silentUntil(1000), steady()));
    QCOMPARE(stuck, (Recovery{Verdict::metastable, std::nullopt}));
    // It limps on at a third.
    QCOMPARE(judgeRecovery(makeTrace(120, silentUntil(30, plenty, plenty / 3), steady())).verdict, Verdict::metastable);
}

void TestVerdict::refusedCallsWereOffered()
{
    Trace trace = makeTrace(60, silentUntil(1000), silentUntil(1000));
    QCOMPARE(judgeRecovery(trace).verdict, Verdict::unrecovered);
    for (std::size_t i = 300; i < trace.bins.size(); ++i)
        trace.bins[i].refused = plenty;
    QCOMPARE(judgeRecovery(trace).verdict, Verdict::metastable);
}

void TestVerdict::unrecoveredWhenTheLoadIsNotBack()
{
    const auto verdictFor = [](std::uint32_t offered) {
        return judgeRecovery(makeTrace(60, silentUntil(1000), silentUntil(30, plenty, offered))).verdict;
    };
    QCOMPARE(verdictFor(plenty / 2), Verdict::unrecovered);
    QCOMPARE(verdictFor(plenty * 2), Verdict::unrecovered);
    QCOMPARE(verdictFor(plenty * 102 / 100), Verdict::metastable);
}

void TestVerdict::backlogAtTheEnd()
{
    // Twice the usual goodput until the end: a backlog is being worked off, which is not being stuck.
    QCOMPARE(judgeRecovery(makeTrace(60, silentUntil(35, plenty, 2 * plenty), steady())).verdict, Verdict::tooShort);
}

void TestVerdict::tooShort()
{
    QCOMPARE(judgeRecovery(makeTrace(34.9, silentUntil(30), steady())).verdict, Verdict::tooShort);
    Trace trace = makeTrace(60, silentUntil(30), steady());
    trace.world.faults[0].to = Time(90s);
    QCOMPARE(judgeRecovery(trace).verdict, Verdict::tooShort);
    trace.world.faults[0].to = never;
    QCOMPARE(judgeRecovery(trace).verdict, Verdict::tooShort);
    // A `hold` that no run is long enough for must not wrap round.
    trace = makeTrace(60, silentUntil(30), steady());
    trace.world.recovery.hold = unlimited;
    QCOMPARE(judgeRecovery(trace).verdict, Verdict::tooShort);
}

void TestVerdict::countingNoiseWidensTheBand()
{
    // One a bin for 200 bins before; 50 are expected in 5 s. Two deviations of the difference between the rates:
    // 2 · √(1/50 + 1/200) = 0.316 a bin, so 34.2 to 65.8 are within it; 5 % would be 47.5 to 52.5.
    const auto perSecond = [](int count) {
        return [count](double t) {
            const int inSecond = static_cast<int>(std::lround(t * 10)) % 10;
            return t < 20 ? 1U : t < 30 ? 0U : inSecond < count ? 1U : 0U;
        };
    };
    QCOMPARE(judgeRecovery(makeTrace(60, perSecond(7), steady(1))).verdict, Verdict::recovered);  // 35
    QCOMPARE(judgeRecovery(makeTrace(60, perSecond(6), steady(1))).verdict, Verdict::metastable); // 30
}

void TestVerdict::warmupIsNotBaseline()
{
    const Rate cold = [](double t) { return t < 10 ? 0U : t < 20 || t >= 30 ? plenty : 0U; };
    Trace trace = makeTrace(60, cold, steady());
    trace.world.warmup = 10s;
    QCOMPARE(judgeRecovery(trace).verdict, Verdict::recovered);
    trace.world.warmup = 0s; // the mean is then half of what comes after
    QVERIFY(judgeRecovery(trace).verdict != Verdict::recovered);
}

void TestVerdict::severalFaults()
{
    Trace trace = makeTrace(
        80, [](double t) { return t < 20 || t >= 52 ? plenty : 0; }, steady());
    Fault second;
    second.from = Time(40s);
    second.to = Time(50s);
    Fault late;
    late.from = Time(90s); // after the run: as if it were not there
    late.to = Time(95s);
    trace.world.faults.insert(trace.world.faults.begin(), second);
    trace.world.faults.push_back(late);
    QCOMPARE(judgeRecovery(trace), (Recovery{Verdict::recovered, 2s}));
}

void TestVerdict::faultEndInsideABin()
{
    Trace trace = makeTrace(60, silentUntil(30), steady());
    trace.world.faults[0].to = Time(30040ms);
    // The first whole bin after it begins at 30.1 s.
    QCOMPARE(judgeRecovery(trace), (Recovery{Verdict::recovered, 60ms}));
}

QTEST_GUILESS_MAIN(TestVerdict)
#include "tst_verdict.moc"
