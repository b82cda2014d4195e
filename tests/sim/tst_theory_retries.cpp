// SPDX-License-Identifier: GPL-3.0-or-later
// Retries, waits, breakers and deadlines with known answers, each within the band of its oracle (tests/data/theory.json).
#include "tests/data/oracles.h"
#include "tests/sim/close_to.h"
#include "tests/sim/worlds.h"

using namespace worlds;
using namespace Qt::StringLiterals;

namespace {

const Oracles &theory()
{
    static const Oracles file(u"theory.json"_qs);
    return file;
}

/// A service with room for everybody and next to no work, so that only the fault decides.
World ready(std::uint32_t clients, std::uint32_t attempts)
{
    World world = herd(clients);
    world.callers().policy.retry.maxAttempts = attempts;
    world.service().slots = 100'000;
    world.service().queue.limit = unlimitedCount;
    world.service().serviceTime = {DistributionKind::fixed, 1ns, {}};
    return world;
}

World failing(std::uint32_t clients, std::uint32_t attempts, double share = 1.0)
{
    World world = ready(clients, attempts);
    world.faults = {fault(FaultKind::status)};
    world.faults[0].share = share;
    return world;
}

/// Sleep of every call, in seconds: all its attempts fail at once.
std::vector<double> sleeps(const Trace &trace)
{
    std::vector<double> result;
    for (const CallRecord &call : trace.calls)
        result.push_back(static_cast<double>(call.ended - call.started) / 1e9);
    return result;
}

double mean(const std::vector<double> &values)
{
    double sum = 0;
    for (const double v : values)
        sum += v;
    return sum / static_cast<double>(values.size());
}

double deviation(const std::vector<double> &values)
{
    const double m = mean(values);
    double squares = 0;
    for (const double v : values)
        squares += (v - m) * (v - m);
    return std::sqrt(squares / static_cast<double>(values.size()));
}

Duration secondsOf(const QJsonValue &value)
{
    return Duration(std::llround(value.toDouble() * 1e9));
}

} // namespace

class TheoryRetriesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void attempts_data();
    void attempts();
    void backoffTotals_data();
    void backoffTotals();
    void backoffDeviations();
    void outageSurvival_data();
    void outageSurvival();
    void jitterPeaks_data();
    void jitterPeaks();
    void peakOfFiftyClients();
    void consecutiveTrips_data();
    void consecutiveTrips();
    void slidingWindowTrips();
    void deadlineOfNineSeconds();
    void delayedRetriesOfALossSystem();
};

void TheoryRetriesTest::attempts_data()
{
    QTest::addColumn<std::uint32_t>("most");
    QTest::newRow("attempts-n2") << 2U;
    QTest::newRow("attempts-n3") << 3U;
    QTest::newRow("attempts-n5") << 5U;
}

void TheoryRetriesTest::attempts()
{
    QFETCH(std::uint32_t, most);
    const QString id = QString::fromLatin1(QTest::currentDataTag());
    const QJsonObject byShare = theory().value(id)[u"expected_attempts_by_p"].toObject();
    const double tolerance = theory().band(id)[u"rel_tol"].toDouble();
    constexpr std::uint32_t requests = 400'000; // seed 1
    QCOMPARE(byShare.size(), 8);
    for (auto it = byShare.begin(); it != byShare.end(); ++it) {
        const double p = it.key().toDouble();
        World world = failing(requests, most, p);
        world.callers().policy.retry.backoff.kind = BackoffKind::none;
        const auto trace = simulate(world, Recording::countersOnly);
        CLOSE_TO(static_cast<double>(trace->counters.attempts) / requests, it.value().toDouble(), tolerance);
        // Final failure pⁿ, to four standard errors.
        const double expected = std::pow(p, most);
        const double error = std::sqrt(expected * (1 - expected) / requests);
        WITHIN(static_cast<double>(trace->counters.failed) / requests, expected - 4 * error, expected + 4 * error);
    }
}

void TheoryRetriesTest::backoffTotals_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("jitter");
    QTest::addColumn<int>("kind");
    for (const char *id :
         {"backoff-total-0p1-10-5", "backoff-total-0p1-1-5", "backoff-total-1-30-5", "backoff-total-1-20-4"}) {
        int kind = 0;
        for (const char *jitter : {"none", "full", "equal", "decorrelated_capped"})
            QTest::addRow("%s %s", id, jitter) << QString::fromLatin1(id) << QString::fromLatin1(jitter) << kind++;
    }
}

void TheoryRetriesTest::backoffTotals()
{
    QFETCH(QString, id);
    QFETCH(QString, jitter);
    QFETCH(int, kind);
    const QJsonObject setup = theory().setup(id);
    constexpr std::uint32_t requests = 100'000; // seed 1
    World world = failing(requests, 1 + static_cast<std::uint32_t>(setup[u"retries"].toInt()));
    world.duration = 200s;
    world.callers().policy.retry.backoff.base = secondsOf(setup[u"base_s"]);
    world.callers().policy.retry.backoff.cap = secondsOf(setup[u"cap_s"]);
    world.callers().policy.retry.jitter.kind = static_cast<Jitter>(kind);
    const auto trace = simulate(world, Recording::countersOnly);
    QCOMPARE(trace->counters.failed, std::uint64_t{requests});
    const double total = static_cast<double>(trace->counters.backoffTotal) / 1e9 / requests;
    const double expected = theory().value(id)[jitter].toDouble();
    if (jitter == u"none")
        CLOSE_TO(total, expected, 1e-12);
    else
        CLOSE_TO(total, expected, theory().band(id)[u"rel_tol_mean"].toDouble());
}

void TheoryRetriesTest::backoffDeviations()
{
    const QString id = u"backoff-sd-full-equal"_qs;
    for (const auto &[jitter, name] : {std::pair{Jitter::full, u"sd_full"_qs}, {Jitter::equal, u"sd_equal"_qs}}) {
        World world = failing(100'000, 6); // seed 1
        world.callers().policy.retry.jitter.kind = jitter;
        CLOSE_TO(deviation(sleeps(*simulate(world))), theory().value(id)[name].toDouble(),
                 theory().band(id)[u"rel_tol"].toDouble());
    }
}

void TheoryRetriesTest::outageSurvival_data()
{
    QTest::addColumn<int>("seconds");
    QTest::newRow("outage-survival-5s") << 5;
    QTest::newRow("outage-survival-20s") << 20;
}

void TheoryRetriesTest::outageSurvival()
{
    QFETCH(int, seconds);
    const QString id = QString::fromLatin1(QTest::currentDataTag());
    for (const auto &[jitter, name] : {std::pair{Jitter::none, u"survive_none"_qs},
                                       {Jitter::full, u"survive_full"_qs},
                                       {Jitter::equal, u"survive_equal"_qs}}) {
        World world = ready(1, 4);
        world.traffic.kind = TrafficKind::open;
        world.traffic.arrivals = Arrivals::even;
        world.traffic.rate = 100'000.0 / seconds;
        world.duration = seconds * 1s + 10s;
        world.callers().policy.retry.backoff.base = 1s;
        world.callers().policy.retry.jitter.kind = jitter;
        world.faults = {fault(FaultKind::refuse, 0s, at(seconds * 1s))};
        const auto trace = simulate(world); // seed 1
        int started = 0;
        int survived = 0;
        for (const CallRecord &call : trace->calls) {
            if (call.started >= seconds * 1'000'000'000LL)
                break;
            ++started;
            survived += call.reason == EndReason::succeeded && call.ended != notYet ? 1 : 0;
        }
        QCOMPARE(started, 100'000);
        const double expected = theory().value(id)[name].toDouble();
        const double tolerance = theory().band(id)[u"abs_tol"].toDouble();
        WITHIN(survived / 100'000.0, expected - tolerance, expected + tolerance);
    }
}

void TheoryRetriesTest::jitterPeaks_data()
{
    for (const char *column : {"N", "D_ms", "w_ms"})
        QTest::addColumn<int>(column);
    for (const char *id :
         {"jitter-50-200-20", "jitter-50-1000-20", "jitter-100-400-20", "jitter-200-400-20", "jitter-1000-1000-10"}) {
        const QJsonObject setup = theory().setup(QString::fromLatin1(id));
        QTest::newRow(id) << setup[u"N"].toInt() << setup[u"D_ms"].toInt() << setup[u"w_ms"].toInt();
    }
}

namespace {

/// Peaks of the retries of `clients` callers who fail together and wait U(0, span).
struct Peaks {
    std::vector<double> fixed;
    std::vector<double> sliding;
};
Peaks peaksOf(std::uint32_t clients, Duration span, Duration window, Jitter jitter, int seeds)
{
    Peaks peaks;
    World world = failing(clients, 2);
    world.faults[0].count = clients;
    world.peakWindow = window;
    world.callers().policy.retry.backoff.base = span;
    world.callers().policy.retry.jitter.kind = jitter;
    for (int seed = 1; seed <= seeds; ++seed) {
        world.seed = static_cast<std::uint64_t>(seed);
        const Peak peak = simulate(world, Recording::countersOnly)->counters.retryPeak;
        peaks.fixed.push_back(peak.fixed);
        peaks.sliding.push_back(peak.sliding);
    }
    return peaks;
}

} // namespace

void TheoryRetriesTest::jitterPeaks()
{
    QFETCH(int, N);
    QFETCH(int, D_ms);
    QFETCH(int, w_ms);
    const QString id = QString::fromLatin1(QTest::currentDataTag());
    const double tolerance = theory().band(id)[u"mean_rel_tol"].toDouble();
    const Peaks peaks = peaksOf(static_cast<std::uint32_t>(N), D_ms * 1ms, w_ms * 1ms, Jitter::full, 1000);
    CLOSE_TO(mean(peaks.fixed), theory().value(id)[u"fixed"].toObject()[u"mean"].toDouble(), tolerance);
    CLOSE_TO(mean(peaks.sliding), theory().value(id)[u"sliding"].toObject()[u"mean"].toDouble(), tolerance);
}

void TheoryRetriesTest::peakOfFiftyClients()
{
    const Peaks together = peaksOf(50, 400ms, 20ms, Jitter::none, 3);
    QCOMPARE(together.fixed, (std::vector<double>{50, 50, 50}));
    QCOMPARE(together.sliding, (std::vector<double>{50, 50, 50}));

    const Peaks peaks = peaksOf(50, 400ms, 20ms, Jitter::full, 1000);
    const QJsonArray fixedBand = theory().band(u"jitter-50-400-20-fixed"_qs)[u"mean_of_1000_runs"].toArray();
    const QJsonArray slidingBand = theory().band(u"jitter-50-400-20-sliding"_qs)[u"mean_of_1000_runs"].toArray();
    WITHIN(mean(peaks.fixed), fixedBand[0].toDouble(), fixedBand[1].toDouble());
    WITHIN(mean(peaks.sliding), slidingBand[0].toDouble(), slidingBand[1].toDouble());

    // The whole distribution of the fixed peak: χ² with 6 classes, 0.1 % at 20.5.
    const QJsonObject exact = theory().value(u"jitter-50-400-20-fixed"_qs)[u"pmf"].toObject();
    double chi2 = 0;
    for (auto it = exact.begin(); it != exact.end(); ++it) {
        const double expected = 1000 * it.value().toDouble();
        const auto found = std::count(peaks.fixed.begin(), peaks.fixed.end(), it.key().toDouble());
        chi2 += (static_cast<double>(found) - expected) * (static_cast<double>(found) - expected) / expected;
    }
    QVERIFY2(chi2 < 20.5, qPrintable(QString::number(chi2)));
}

void TheoryRetriesTest::consecutiveTrips_data()
{
    QTest::addColumn<double>("p");
    QTest::addColumn<std::uint32_t>("k");
    QTest::newRow("breaker-consec-p10-k3") << 0.1 << 3U;
    QTest::newRow("breaker-consec-p30-k3") << 0.3 << 3U;
    QTest::newRow("breaker-consec-p50-k3") << 0.5 << 3U;
    QTest::newRow("breaker-consec-p50-k5") << 0.5 << 5U;
    QTest::newRow("breaker-consec-p30-k5") << 0.3 << 5U;
}

namespace {

/// Mean number of calls until the breaker opens, over 10,000 trips (the mean's error: about 1 %).
double callsToTrip(const BreakerOptions &options, double p)
{
    constexpr int trips = 10'000;
    std::uint64_t calls = 0;
    for (int trip = 0; trip < trips; ++trip) {
        Breaker breaker(options);
        while (breaker.state() == BreakerState::closed) {
            const bool fails = uniform(rootPath(1), Purpose::faultShare, calls++) < p;
            breaker.record(breaker.acquire(Time{}), fails, Time{});
        }
    }
    return static_cast<double>(calls) / trips;
}

} // namespace

void TheoryRetriesTest::consecutiveTrips()
{
    QFETCH(double, p);
    QFETCH(std::uint32_t, k);
    const QString id = QString::fromLatin1(QTest::currentDataTag());
    BreakerOptions options;
    options.kind = BreakerKind::consecutive;
    options.size = k;
    CLOSE_TO(callsToTrip(options, p), theory().value(id)[u"mean_calls_to_trip"].toDouble(),
             theory().band(id)[u"rel_tol"].toDouble());
}

void TheoryRetriesTest::slidingWindowTrips()
{
    // The oracle judges after every call, we after failures: that differs only when the tenth call is a success, which
    // matters little while failures are rare. (At p = 0.5 it would not; at 1 there are no successes.)
    const QString id = u"breaker-window-sliding"_qs;
    const QJsonObject byShare = theory().value(id)[u"mean_calls_to_trip"].toObject();
    BreakerOptions options;
    options.kind = BreakerKind::countWindow;
    options.size = 10;
    options.minimumCalls = 10;
    options.failureRatio = 0.5;
    for (const auto &share : {u"0.1"_qs, u"0.2"_qs, u"0.3"_qs, u"1.0"_qs})
        CLOSE_TO(callsToTrip(options, share.toDouble()), byShare[share].toDouble(),
                 theory().band(id)[u"rel_tol"].toDouble());
}

void TheoryRetriesTest::deadlineOfNineSeconds()
{
    const QString id = u"deadline-9s"_qs;
    const QJsonObject value = theory().value(id);
    const auto meanTime = [](Jitter jitter) {
        World world = ready(100'000, 3); // seed 1
        world.duration = 60s;
        world.callers().policy.timeout = 2s;
        world.callers().policy.retry.backoff.base = 1s;
        world.callers().policy.retry.backoff.cap = unlimited;
        world.callers().policy.retry.jitter.kind = jitter;
        world.faults = {fault(FaultKind::slots)}; // nothing ever answers
        return mean(sleeps(*simulate(world)));
    };
    CLOSE_TO(meanTime(Jitter::none), value[u"worst_case_s"].toDouble(), 1e-12);
    const double tolerance = theory().band(id)[u"rel_tol_mean"].toDouble();
    CLOSE_TO(meanTime(Jitter::full), value[u"full_jitter_mean_s"].toDouble(), tolerance);
    CLOSE_TO(meanTime(Jitter::equal), value[u"equal_jitter_mean_s"].toDouble(), tolerance);
    CLOSE_TO(meanTime(Jitter::decorrelated), value[u"decorrelated_mean_s"].toDouble(), tolerance);
}

void TheoryRetriesTest::delayedRetriesOfALossSystem()
{
    // M/M/10/10, offered 8: retries at once meet the same full house, retries after 100 service times a new one.
    const QString id = u"delayed-retry-loss"_qs;
    for (const std::uint32_t attempts : {3U, 4U}) {
        World world = queueing(80'000, 100us, 10, 40s); // 3.2 million calls; seed 1
        world.warmup = 1s;
        world.service().queue.limit = 0;
        world.callers().policy.retry.maxAttempts = attempts;
        world.callers().policy.retry.jitter.kind = Jitter::full;
        world.callers().policy.retry.backoff = {BackoffKind::fixed, 200 * 100us, 1, 0ns, unlimited}; // mean 100
        const Counters delayed = simulate(world, Recording::countersOnly)->counters;
        const QString n = QString::number(attempts);
        const auto share = [](std::uint64_t part, std::uint64_t whole) {
            return static_cast<double>(part) / static_cast<double>(whole);
        };
        CLOSE_TO(share(delayed.attempts, delayed.requests),
                 theory().value(id)[u"amplification"].toObject()[n].toDouble(),
                 theory().band(id)[u"rel_tol_amp"].toDouble());
        CLOSE_TO(share(delayed.failed, delayed.requests), theory().value(id)[u"final_failure"].toObject()[n].toDouble(),
                 theory().band(id)[u"rel_tol_final"].toDouble());

        world.callers().policy.retry.backoff.kind = BackoffKind::none;
        const Counters immediate = simulate(world, Recording::countersOnly)->counters;
        const double blocked = theory().value(u"mmc-c10-a8"_qs)[u"ErlangB_block"].toDouble();
        CLOSE_TO(share(immediate.failed, immediate.requests), blocked, 0.02);
        CLOSE_TO(share(immediate.attempts, immediate.requests), 1 + (attempts - 1) * blocked, 0.01);
    }
}

QTEST_APPLESS_MAIN(TheoryRetriesTest)
#include "tst_theory_retries.moc"
