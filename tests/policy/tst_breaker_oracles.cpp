// SPDX-License-Identifier: GPL-3.0-or-later
// Traces recorded from other libraries' breakers, as far as their rules are ours:
// gobreaker with one probe (generations; it opens again strictly after its timeout, on a grid of milliseconds: hence the
// extra nanosecond), cockatiel's consecutive, count and sampling breakers (strictly above the threshold: hence the ratio
// a hair higher), all of pybreaker, and those of Polly, resilience4j and Failsafe that do not depend on judging
// successes, on slow calls, on several probes judged together or on one-second buckets.
#include "core/policy/breaker.h"
#include "tests/data/oracles.h"

#include <QTest>

#include <map>

using namespace retrylab;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const Oracles &oracles()
{
    static const Oracles file(u"policy.json"_qs);
    return file;
}

BreakerOptions consecutive(std::uint32_t size, Duration openTime, std::uint32_t successes = 1)
{
    BreakerOptions options;
    options.kind = BreakerKind::consecutive;
    options.size = size;
    options.openTime = openTime;
    options.successes = successes;
    return options;
}

BreakerOptions window(BreakerKind kind, std::uint32_t size, std::uint32_t minimum, double ratio, Duration openTime = 1s)
{
    BreakerOptions options = consecutive(size, openTime);
    options.kind = kind;
    options.minimumCalls = minimum;
    options.failureRatio = ratio;
    options.window = std::chrono::seconds(size);
    return options;
}

QString nameOf(BreakerState state)
{
    switch (state) {
    case BreakerState::closed: return u"closed"_qs;
    case BreakerState::open: return u"open"_qs;
    case BreakerState::halfOpen: return u"half_open"_qs;
    }
    return {};
}

/// Replays the recorded operations; after each of them, asks for what the library said.
class Replay {
public:
    explicit Replay(const BreakerOptions &options)
        : m_breaker(options)
    {
    }

    void step(const QJsonObject &op)
    {
        const QString kind = op[u"op"].toString();
        m_admitted = false;
        if (kind == u"adv") {
            m_now += op[u"ms"].toInt() * 1ms;
        } else if (kind == u"begin") {
            const BreakerPermit permit = m_breaker.acquire(m_now);
            m_admitted = permit.admitted;
            if (permit.admitted)
                m_inFlight[op[u"id"].toInt()] = permit;
        } else if (kind == u"end") {
            m_breaker.record(m_inFlight.at(op[u"id"].toInt()), failed(op), m_now);
        } else if (kind == u"call") {
            for (int i = 0; i < op[u"repeat"].toInt(1); ++i) {
                const BreakerPermit permit = m_breaker.acquire(m_now);
                m_admitted = permit.admitted;
                if (permit.admitted)
                    m_breaker.record(permit, failed(op), m_now);
            }
        } else {
            QFAIL(qPrintable(u"unknown operation "_qs + kind));
        }
    }

    bool admitted() const { return m_admitted; }
    /// gobreaker moves to half-open when its state is read; ours, like the others', at the next call.
    QString state(bool movesWhenRead) const
    {
        const bool due = m_breaker.state() == BreakerState::open && !m_breaker.refuses(m_now);
        return nameOf(due && movesWhenRead ? BreakerState::halfOpen : m_breaker.state());
    }
    const Breaker &breaker() const { return m_breaker; }

private:
    /// An excluded or unhandled error is the caller's own: these libraries count it as a success.
    static bool failed(const QJsonObject &op)
    {
        const QString outcome = op[u"outcome"].toString();
        return outcome == u"fail" || outcome == u"panic";
    }

    Breaker m_breaker;
    Time m_now{10h}; // room to go back
    bool m_admitted = false;
    std::map<int, BreakerPermit> m_inFlight;
};

} // namespace

class BreakerOraclesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void traces_data();
    void traces();
    void pollyTripTable();
    void failsafeExpiry();
    void windowBugsOfOthers();
};

void BreakerOraclesTest::traces_data()
{
    QTest::addColumn<BreakerOptions>("options");
    const auto row = [](const char *id, const BreakerOptions &options) { QTest::newRow(id) << options; };
    const BreakerOptions gobreaker = consecutive(6, 60s + 1ns);
    row("gobreaker-default", gobreaker);
    row("gobreaker-generation-late", gobreaker);
    row("gobreaker-late-half", gobreaker);
    row("gobreaker-panic", gobreaker);
    row("gobreaker-clock-back", gobreaker);

    row("cockatiel-cb-consec3", consecutive(3, 1s));
    row("cockatiel-cb-consec2-half-fail", consecutive(2, 1s));
    row("cockatiel-cb-consec2-half-unhandled", consecutive(2, 1s));
    row("cockatiel-cb-consec2-half-concurrent", consecutive(2, 1s));
    row("cockatiel-cb-consec2-half-concurrent-fail", consecutive(2, 1s));
    row("cockatiel-cb-late-success-after-open", consecutive(2, 1s));
    row("cockatiel-cb-count10-5S5F", window(BreakerKind::countWindow, 10, 10, 0.5 + 1e-9));
    row("cockatiel-cb-count10-rolled", window(BreakerKind::countWindow, 5, 5, 0.2 + 1e-9));
    row("cockatiel-cb-count-trip-only-on-failure", window(BreakerKind::countWindow, 10, 10, 0.5 + 1e-9));
    row("cockatiel-cb-sampling-2-30s-rps0", window(BreakerKind::timeWindow, 10, 10, 0.5 + 1e-9));
    row("cockatiel-cb-sampling-default-minRps-thr-2-25-s", window(BreakerKind::timeWindow, 1, 25, 0.2 + 1e-9));

    row("pybreaker-default", consecutive(5, 60s));
    row("pybreaker-fail-max2-reset60", consecutive(2, 60s));
    row("pybreaker-half-fail", consecutive(2, 60s));
    row("pybreaker-success-threshold2", consecutive(2, 60s, 2));
    row("pybreaker-excluded", consecutive(3, 60s));
    row("pybreaker-half-excluded", consecutive(2, 60s));
    row("pybreaker-throw-new-error-False", consecutive(2, 60s));

    row("r4j-cb-c10", window(BreakerKind::countWindow, 10, 10, 0.5));
    row("r4j-cb-c10b", window(BreakerKind::countWindow, 10, 10, 0.5));
    row("r4j-cb-c-roll", window(BreakerKind::countWindow, 5, 5, 0.8));
    row("r4j-cb-rate-33", window(BreakerKind::countWindow, 3, 3, 0.33333332));
    row("r4j-cb-rate-33.34", window(BreakerKind::countWindow, 3, 3, 0.3334));
    row("r4j-cb-time-min-gt", window(BreakerKind::timeWindow, 2, 5, 0.5));
    row("failsafe-cb-rate50-min10", window(BreakerKind::timeWindow, 600, 10, 0.5));
}

void BreakerOraclesTest::traces()
{
    QFETCH(BreakerOptions, options);
    const QString id = QString::fromLatin1(QTest::currentDataTag());
    const QJsonArray ops = oracles().given(id).value(u"ops").toArray();
    const QJsonArray steps = oracles().expect(id).value(u"steps").toArray();
    QVERIFY(!ops.isEmpty());
    QCOMPARE(steps.size(), ops.size());
    Replay replay(options);
    for (int i = 0; i < ops.size(); ++i) {
        replay.step(ops[i].toObject());
        const QJsonObject expected = steps[i].toObject();
        const QByteArray where = QByteArray("step ") + QByteArray::number(i);
        QCOMPARE(replay.state(id.startsWith(u"gobreaker")), expected[u"state"].toString());
        if (expected.contains(u"admitted")) // "waiting" stands for cockatiel's queue of callers: not admitted now
            QVERIFY2(replay.admitted() == expected[u"admitted"].toBool(false), where.constData());
        if (expected.contains(u"consecutive_failures") && expected[u"state"].toString() == u"closed")
            QVERIFY2(static_cast<int>(replay.breaker().failures()) == expected[u"consecutive_failures"].toInt(),
                     where.constData());
        if (expected.contains(u"fail_counter") && expected[u"state"].toString() == u"closed")
            QVERIFY2(static_cast<int>(replay.breaker().failures()) == expected[u"fail_counter"].toInt(),
                     where.constData());
    }
}

void BreakerOraclesTest::pollyTripTable()
{
    const QJsonArray cases = oracles().given(u"polly-cb-trip-table"_qs).value(u"cases").toArray();
    const QJsonArray breaks = oracles().expect(u"polly-cb-trip-table"_qs).value(u"breaks").toArray();
    QCOMPARE(cases.size(), 5);
    for (int i = 0; i < cases.size(); ++i) {
        const QJsonObject c = cases[i].toObject();
        const int throughput = c[u"throughput"].toInt();
        const int failures = qRound(throughput * c[u"rate"].toDouble());
        const BreakerOptions breakerOptions = window(
            BreakerKind::timeWindow, 30, static_cast<std::uint32_t>(c[u"min"].toInt()), c[u"threshold"].toDouble());
        Breaker breaker(breakerOptions);
        for (int call = 0; call < throughput; ++call)
            breaker.record(breaker.acquire(Time{}), call >= throughput - failures, Time{});
        QCOMPARE(breaker.state() == BreakerState::open, breaks[i].toBool());
    }
}

void BreakerOraclesTest::failsafeExpiry()
{
    const QJsonArray reads = oracles().given(u"failsafe-timed-expiry"_qs).value(u"read_at").toArray();
    const QJsonArray failures = oracles().expect(u"failsafe-timed-expiry"_qs).value(u"failures").toArray();
    for (int i = 0; i < reads.size(); ++i) {
        const BreakerOptions breakerOptions = window(BreakerKind::timeWindow, 10, 1000, 1.0);
        Breaker breaker(breakerOptions);
        breaker.record(breaker.acquire(Time{}), true, Time{});
        const Time read(reads[i].toInt() * 1ms);
        breaker.record(breaker.acquire(read), false, read); // our window rolls when something is recorded
        QCOMPARE(static_cast<int>(breaker.failures()), failures[i].toInt());
    }
}

void BreakerOraclesTest::windowBugsOfOthers()
{
    // semian #24: errors 6 s, 1 s and 0 s ago are two in a window of 5 s, not three.
    const BreakerOptions semianOptions = window(BreakerKind::timeWindow, 5, 3, 1.0);
    Breaker semian(semianOptions);
    for (const Duration when : {Duration(100s), Duration(105s), Duration(106s)})
        semian.record(semian.acquire(Time(when)), true, Time(when));
    QVERIFY(semian.state() == BreakerState::closed);
    QCOMPARE(semian.failures(), 2U);

    // cockatiel #64: four failures, five quiet minutes, two more: the old ones are gone.
    const BreakerOptions cockatielOptions = window(BreakerKind::timeWindow, 20, 5, 0.5);
    Breaker cockatiel(cockatielOptions);
    for (const Duration when : {Duration(0s), Duration(0s), Duration(0s), Duration(0s), Duration(300s), Duration(300s)})
        cockatiel.record(cockatiel.acquire(Time(when)), true, Time(when));
    QVERIFY(cockatiel.state() == BreakerState::closed);
    QCOMPARE(cockatiel.failures(), 2U);
}

QTEST_APPLESS_MAIN(BreakerOraclesTest)
#include "tst_breaker_oracles.moc"
