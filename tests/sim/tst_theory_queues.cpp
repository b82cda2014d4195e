// SPDX-License-Identifier: GPL-3.0-or-later
// Queues with known answers, each within the band of its oracle (tests/data/theory.json).
// Service takes 100 µs on average, so that millions of customers fit in minutes of virtual time.
#include "tests/data/oracles.h"
#include "tests/sim/close_to.h"
#include "tests/sim/worlds.h"

using namespace worlds;
using namespace Qt::StringLiterals;

namespace {

constexpr Duration unit = 100us; ///< one mean service time
constexpr double perSecond = 1e9 / 100e3;

const Oracles &theory()
{
    static const Oracles file(u"theory.json"_qs);
    return file;
}

/// `customers` calls at `lambda` per service time to `slots` slots, after a warm-up of a tenth.
World queue(double lambda, std::uint32_t slots, double customers)
{
    const double seconds = customers / (lambda * perSecond);
    World world = queueing(lambda * perSecond, unit, slots, Duration(std::llround(seconds * 1.1e9)));
    world.warmup = Duration(std::llround(seconds * 0.1e9));
    return world;
}

double measured(const World &world)
{
    return toSeconds(world.duration - world.warmup);
}

/// Figures in units of the mean service time.
double meanWait(const NodeCounters &node)
{
    return static_cast<double>(node.waitTime) / static_cast<double>(node.waits) / static_cast<double>(unit.count());
}
double meanInside(const Trace &trace)
{
    return static_cast<double>(trace.node.queueTime + trace.node.busyTime) / 1e9 / measured(trace.world);
}
double utilisation(const Trace &trace)
{
    return static_cast<double>(trace.node.busyTime) / 1e9 / measured(trace.world) / trace.world.service().slots;
}
double latencyQuantile(const Trace &trace, double q)
{
    std::vector<std::int64_t> latencies = trace.latencies;
    const auto at = latencies.begin() + static_cast<std::ptrdiff_t>(q * static_cast<double>(latencies.size()));
    std::nth_element(latencies.begin(), at, latencies.end());
    return static_cast<double>(*at) / static_cast<double>(unit.count());
}

} // namespace

class TheoryQueuesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void mm1_data();
    void mm1();
    void mmc_data();
    void mmc();
    void mmcLoss_data();
    void mmcLoss();
    void mmck_data();
    void mmck();
    void md1();
    void mg1Uniform();
    void lifoWaitsAsLong();
    void fullQueueOfThreads();
};

void TheoryQueuesTest::mm1_data()
{
    QTest::addColumn<double>("rho");
    QTest::newRow("mm1-rho50") << 0.5;
    QTest::newRow("mm1-rho80") << 0.8;
}

void TheoryQueuesTest::mm1()
{
    QFETCH(double, rho);
    const QString id = QString::fromLatin1(QTest::currentDataTag());
    const QJsonObject value = theory().value(id);
    const QJsonObject band = theory().band(id);
    const auto trace = simulate(queue(rho, 1, 4e6), Recording::countersOnly); // seed 1
    const double tolerance = band[u"rel_tol_Wq"].toDouble();
    CLOSE_TO(meanWait(trace->node), value[u"Wq"].toDouble(), tolerance);
    CLOSE_TO(meanInside(*trace), value[u"L"].toDouble(), tolerance);
    CLOSE_TO(utilisation(*trace), value[u"utilisation"].toDouble(), band[u"rel_tol_utilisation"].toDouble());
    CLOSE_TO(latencyQuantile(*trace, 0.5), value[u"p50_W"].toDouble(), tolerance);
    CLOSE_TO(latencyQuantile(*trace, 0.99), value[u"p99_W"].toDouble(), tolerance);
}

void TheoryQueuesTest::mmc_data()
{
    QTest::addColumn<double>("offered");
    QTest::addColumn<unsigned>("slots");
    QTest::newRow("mmc-c5-a4") << 4.0 << 5U;
    QTest::newRow("mmc-c10-a8") << 8.0 << 10U;
    QTest::newRow("mmc-c10-a9") << 9.0 << 10U;
}

void TheoryQueuesTest::mmc()
{
    QFETCH(double, offered);
    QFETCH(unsigned, slots);
    const QString id = QString::fromLatin1(QTest::currentDataTag());
    const QJsonObject value = theory().value(id);
    const QJsonObject band = theory().band(id);
    const auto trace = simulate(queue(offered, slots, 2e6)); // seed 1
    std::uint64_t waited = 0;
    std::uint64_t served = 0;
    for (const ServiceRecord &service : trace->services) {
        const std::int64_t arrived = trace->attempts[service.attempt].sent;
        if (arrived < trace->world.warmup.count())
            continue;
        ++served;
        waited += service.begun > arrived ? 1 : 0;
    }
    CLOSE_TO(static_cast<double>(waited) / static_cast<double>(served), value[u"ErlangC_P_wait"].toDouble(),
             band[u"rel_tol_ErlangC"].toDouble());
    CLOSE_TO(meanWait(trace->node), value[u"Wq"].toDouble(), band[u"rel_tol_Wq"].toDouble());
    CLOSE_TO(utilisation(*trace), offered / slots, 0.005);
}

void TheoryQueuesTest::mmcLoss_data()
{
    mmc_data();
}

void TheoryQueuesTest::mmcLoss()
{
    QFETCH(double, offered);
    QFETCH(unsigned, slots);
    const QString id = QString::fromLatin1(QTest::currentDataTag());
    World world = queue(offered, slots, 2e6); // seed 1
    world.service().queue.limit = 0;
    const auto trace = simulate(world, Recording::countersOnly);
    const double blocked = static_cast<double>(trace->node.rejected) / static_cast<double>(trace->node.arrivals);
    const double expected = theory().value(id)[u"ErlangB_block"].toDouble();
    CLOSE_TO(blocked, expected, theory().band(id)[u"rel_tol_ErlangB"].toDouble());
    CLOSE_TO(utilisation(*trace), offered * (1 - expected) / slots, 0.005);
}

void TheoryQueuesTest::mmck_data()
{
    QTest::addColumn<double>("lambda"); // per service time
    QTest::addColumn<unsigned>("slots");
    QTest::addColumn<unsigned>("places");
    QTest::addColumn<double>("mu");
    QTest::newRow("mmck-1p5-1-1-10") << 1.5 << 1U << 10U << 1.0;
    QTest::newRow("mmck-8-1-10-20") << 8.0 << 10U << 20U << 1.0;
    QTest::newRow("mmck-15-10-1-35") << 1.5 << 1U << 35U << 10.0;
}

void TheoryQueuesTest::mmck()
{
    QFETCH(double, lambda);
    QFETCH(unsigned, slots);
    QFETCH(unsigned, places);
    QFETCH(double, mu);
    const QString id = QString::fromLatin1(QTest::currentDataTag());
    const QJsonObject value = theory().value(id);
    const double tolerance = theory().band(id)[u"rel_tol"].toDouble();
    World world = queue(lambda, slots, 2e6); // seed 1
    world.service().queue.limit = places - slots;
    const auto trace = simulate(world, Recording::countersOnly);
    const double throughput = static_cast<double>(trace->node.completed) / measured(world) / perSecond;
    CLOSE_TO(static_cast<double>(trace->node.rejected) / static_cast<double>(trace->node.arrivals),
             value[u"P_block"].toDouble(), tolerance);
    CLOSE_TO(meanInside(*trace), value[u"L"].toDouble(), tolerance);
    CLOSE_TO(throughput * mu, value[u"throughput"].toDouble(), tolerance);
    CLOSE_TO((1 + meanWait(trace->node)) / mu, value[u"W_of_accepted"].toDouble(), tolerance);
}

void TheoryQueuesTest::md1()
{
    World world = queue(0.8, 1, 4e6); // seed 1
    world.service().serviceTime = {DistributionKind::fixed, unit, {}};
    const auto trace = simulate(world, Recording::countersOnly);
    const double tolerance = theory().band(u"md1-rho80"_qs)[u"rel_tol"].toDouble();
    CLOSE_TO(meanWait(trace->node), theory().value(u"md1-rho80"_qs)[u"Wq"].toDouble(), tolerance);
}

void TheoryQueuesTest::mg1Uniform()
{
    World world = queue(0.8, 1, 4e6); // seed 1
    world.service().serviceTime = {DistributionKind::uniform, 0ns, 2 * unit};
    const auto trace = simulate(world, Recording::countersOnly);
    const double tolerance = theory().band(u"mg1-uniform-rho80"_qs)[u"rel_tol"].toDouble();
    CLOSE_TO(meanWait(trace->node), theory().value(u"mg1-uniform-rho80"_qs)[u"Wq"].toDouble(), tolerance);
}

void TheoryQueuesTest::lifoWaitsAsLong()
{
    // The order changes who waits, not how long on average (no service is cut short).
    World world = queue(0.5, 1, 4e6); // seed 1
    world.service().queue.order = QueueOrder::lifo;
    const auto trace = simulate(world, Recording::countersOnly);
    CLOSE_TO(meanWait(trace->node), theory().value(u"mm1-rho50"_qs)[u"Wq"].toDouble(), 0.016);
    QVERIFY(latencyQuantile(*trace, 0.99) > 1.2 * 9.2103); // but the tail grows
}

void TheoryQueuesTest::fullQueueOfThreads()
{
    // SRE book, chapter 22: ten times as many places as threads, 100 ms a request: 1.1 s in the system.
    const QJsonObject setup = theory().setup(u"sre-queue-latency"_qs);
    World world = queueing(300, 100ms, 10, 100s);
    world.warmup = 20s;
    world.service().queue.limit = 10 * static_cast<std::uint32_t>(setup[u"queue_over_threads"].toInt());
    world.service().serviceTime = {
        DistributionKind::fixed, Duration(std::llround(setup[u"service_s"].toDouble() * 1e9)), {}};
    const auto trace = simulate(world, Recording::countersOnly);
    double sum = 0;
    for (const std::int64_t latency : trace->latencies)
        sum += static_cast<double>(latency) / 1e9;
    CLOSE_TO(sum / static_cast<double>(trace->latencies.size()),
             theory().value(u"sre-queue-latency"_qs)[u"time_in_system_s"].toDouble(),
             theory().band(u"sre-queue-latency"_qs)[u"rel_tol"].toDouble());
}

QTEST_APPLESS_MAIN(TheoryQueuesTest)
#include "tst_theory_queues.moc"
