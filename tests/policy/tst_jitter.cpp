// SPDX-License-Identifier: GPL-3.0-or-later
// What chance makes of a wait: the range rules, the draws, the moments, and no overflow at the edges.
#include "core/policy/backoff.h"
#include "core/policy/random.h"
#include "tests/data/oracles.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <random>

using namespace retrylab;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

constexpr double almostOne = 1.0 - 0x1.0p-53; // the greatest draw

Backoff exponential(Duration base, Duration cap = unlimited)
{
    return {BackoffKind::exponential, base, 2.0, 0ns, cap};
}

JitterOptions jitter(Jitter kind, double proportion = 0.2)
{
    return {kind, proportion};
}

const Oracles &oracles()
{
    static const Oracles file(u"policy.json"_qs);
    return file;
}

struct Moments {
    double mean;
    double variance;
    double least;
    double greatest;
};

/// Moments of a million draws (hashed counters), as shares of the un-jittered wait of 1 s.
Moments momentsOf(const JitterOptions &options)
{
    constexpr int draws = 1'000'000;
    double sum = 0, squares = 0, least = 1e9, greatest = 0;
    for (int i = 0; i < draws; ++i) {
        const double u = uniform(rootPath(7), Purpose::jitter, static_cast<std::uint64_t>(i));
        const double wait = toSeconds(drawWait(exponential(1s), options, 1, 0ns, u));
        sum += wait;
        squares += wait * wait;
        least = std::min(least, wait);
        greatest = std::max(greatest, wait);
    }
    const double mean = sum / draws;
    return {mean, squares / draws - mean * mean, least, greatest};
}

} // namespace

class JitterTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ranges();
    void noBackoffNeverWaits();
    void drawsAreLinearInU();
    void decorrelatedFollowsAws();
    void decorrelatedMeanGrows();
    void libraries();
    void moments_data();
    void moments();
    void nothingOverflows();
    void drawsStayInTheirRange();
};

void JitterTest::ranges()
{
    const Backoff b = exponential(100ms, 1s);
    const auto range = [&](Jitter kind, std::uint32_t retry) { return waitRange(b, jitter(kind), retry, 0ns); };
    QCOMPARE(range(Jitter::none, 3), (WaitRange{400ms, 400ms}));
    QCOMPARE(range(Jitter::full, 3), (WaitRange{0ms, 400ms}));
    QCOMPARE(range(Jitter::equal, 3), (WaitRange{200ms, 400ms}));
    QCOMPARE(range(Jitter::proportional, 3), (WaitRange{320ms, 480ms}));
    QCOMPARE(range(Jitter::proportional, 9), (WaitRange{800ms, 1200ms})); // after the cap, as gRPC and Failsafe
    QCOMPARE(waitRange(b, jitter(Jitter::proportional, 0.0), 1, 0ns), (WaitRange{100ms, 100ms}));
    QCOMPARE(waitRange(b, jitter(Jitter::proportional, 1.0), 1, 0ns), (WaitRange{0ms, 200ms}));
    QCOMPARE(range(Jitter::equal, 9), (WaitRange{500ms, 1s}));
    QCOMPARE(waitRange(exponential(3ns), jitter(Jitter::equal), 1, 0ns), (WaitRange{1ns, 3ns}));
    // Decorrelated looks at the wait before, and the first one at the base.
    QCOMPARE(range(Jitter::decorrelated, 1), (WaitRange{100ms, 300ms}));
    QCOMPARE(waitRange(b, jitter(Jitter::decorrelated), 2, 250ms), (WaitRange{100ms, 750ms}));
    QCOMPARE(waitRange(b, jitter(Jitter::decorrelated), 7, 900ms), (WaitRange{100ms, 1s}));
    QCOMPARE(waitRange(b, jitter(Jitter::decorrelated), 1, 900ms), (WaitRange{100ms, 300ms}));
}

void JitterTest::noBackoffNeverWaits()
{
    const Backoff none{BackoffKind::none, 100ms, 2, 100ms, 1s};
    for (const Jitter kind : {Jitter::none, Jitter::full, Jitter::equal, Jitter::decorrelated, Jitter::proportional}) {
        QCOMPARE(waitRange(none, jitter(kind), 3, 1s), (WaitRange{0ns, 0ns}));
        QCOMPARE(drawWait(none, jitter(kind), 3, 1s, almostOne), 0ns);
    }
}

void JitterTest::drawsAreLinearInU()
{
    const auto draw = [](Jitter kind, double u) { return drawWait(exponential(100ms), jitter(kind), 2, 0ns, u); };
    QCOMPARE(draw(Jitter::none, 0.7), 200ms);
    QCOMPARE(draw(Jitter::full, 0.0), 0ms);
    QCOMPARE(draw(Jitter::full, 0.25), 50ms);
    QCOMPARE(draw(Jitter::equal, 0.5), 150ms);
    QCOMPARE(draw(Jitter::proportional, 0.0), 160ms);
    QCOMPARE(draw(Jitter::proportional, 0.75), 220ms);
}

void JitterTest::decorrelatedFollowsAws()
{
    const QJsonArray rows = oracles().expect(u"awsarch-decorr"_qs).value(u"delay").toArray();
    const double draws[] = {0.0, 0.5, 1.0};
    QCOMPARE(rows.size(), 3);
    for (int row = 0; row < 3; ++row) {
        Duration previous = 0ns;
        const QJsonArray expected = rows[row].toArray();
        for (int i = 0; i < expected.size(); ++i) {
            previous = drawWait(exponential(5ms, 2s), jitter(Jitter::decorrelated), static_cast<std::uint32_t>(i + 1),
                                previous, draws[row]);
            // The table gives microseconds to six places of a millisecond.
            QVERIFY(std::abs(previous.count() / 1e6 - expected[i].toDouble()) < 1e-6);
        }
    }
}

void JitterTest::decorrelatedMeanGrows()
{
    // Uncapped from 1 s: E(k+1) = (1 + 3 E(k)) / 2. 4·10^6 draws; the sixth wait's mean is good to about 0.2 %.
    const QJsonArray expected = oracles().expect(u"awsarch-decorr-mean"_qs).value(u"mean_delay").toArray();
    constexpr int runs = 1'000'000;
    double sums[6] = {};
    for (int run = 0; run < runs; ++run) {
        Duration wait = 0ns;
        for (std::uint32_t retry = 1; retry <= 6; ++retry) {
            const double u = uniform(extendPath(rootPath(3), static_cast<std::uint64_t>(run)), Purpose::jitter, retry);
            wait = drawWait(exponential(1s), jitter(Jitter::decorrelated), retry, wait, u);
            sums[retry - 1] += toSeconds(wait);
        }
    }
    for (int i = 0; i < 6; ++i)
        QVERIFY(std::abs(sums[i] / runs / expected[i].toDouble() - 1) < 0.01);
}

void JitterTest::libraries()
{
    // cockatiel rounds down to whole milliseconds: r = 0, 0.5, 0.999 of ten waits, 128 ms doubling to 30 s.
    const double draws[] = {0, 0.5, 0.999};
    for (const auto &[id, kind] :
         {std::pair{u"cockatiel-full"_qs, Jitter::full}, {u"cockatiel-half"_qs, Jitter::equal}}) {
        const QJsonArray rows = oracles().expect(id).value(u"delay_ms").toArray();
        for (int row = 0; row < 3; ++row) {
            for (std::uint32_t retry = 1; retry <= 10; ++retry) {
                const Duration wait = drawWait(exponential(128ms, 30s), jitter(kind), retry, 0ns, draws[row]);
                QCOMPARE(wait / 1ms, rows[row].toArray()[static_cast<int>(retry) - 1].toInt());
            }
        }
    }
    // Failsafe's draw runs the other way: r = 0 is the longest.
    const QJsonArray cases = oracles().given(u"failsafe-factor"_qs).value(u"cases").toArray();
    const QJsonArray delays = oracles().expect(u"failsafe-factor"_qs).value(u"delay").toArray();
    for (int i = 0; i < cases.size(); ++i) {
        const QJsonArray c = cases[i].toArray();
        const Backoff fixed{BackoffKind::fixed, Duration(1s) * c[0].toInt(), 1, 0ns, unlimited};
        const Duration wait = drawWait(fixed, jitter(Jitter::proportional, c[1].toDouble()), 1, 0ns,
                                       1 - c[2].toDouble());
        QVERIFY(std::abs(toSeconds(wait) - delays[i].toDouble()) < 0.011); // its 0.9999 stands for 1
    }
    // Polly: ± 25 % of the third linear wait.
    const Backoff linear{BackoffKind::linear, 1s, 1, 1s, unlimited};
    const QJsonArray r = oracles().given(u"polly-linear-jitter"_qs).value(u"r").toArray();
    const QJsonArray expected = oracles().expect(u"polly-linear-jitter"_qs).value(u"delay_s").toArray();
    for (int i = 0; i < r.size(); ++i) {
        const Duration wait = drawWait(linear, jitter(Jitter::proportional, 0.25), 3, 0ns, r[i].toDouble());
        QVERIFY(std::abs(toSeconds(wait) - expected[i].toDouble()) < 2e-9);
    }
    // cenkalti: ± 50 % of a wait that is at its cap goes half above it.
    const WaitRange range = waitRange({BackoffKind::exponential, 1s, 1.5, 0ns, 1s}, jitter(Jitter::proportional, 0.5),
                                      9, 0ns);
    QCOMPARE(toSeconds(range.low), oracles().expect(u"cenkalti-jitter-exceeds-cap"_qs).value(u"min_s").toDouble());
    QCOMPARE(toSeconds(range.high), oracles().expect(u"cenkalti-jitter-exceeds-cap"_qs).value(u"max_s").toDouble());
}

void JitterTest::moments_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<double>("proportion");
    QTest::newRow("full") << static_cast<int>(Jitter::full) << 0.0;
    QTest::newRow("equal") << static_cast<int>(Jitter::equal) << 0.0;
    QTest::newRow("plus_minus_20") << static_cast<int>(Jitter::proportional) << 0.2;
    QTest::newRow("polly_const") << static_cast<int>(Jitter::proportional) << 0.25;
    QTest::newRow("cenkalti_50") << static_cast<int>(Jitter::proportional) << 0.5;
}

void JitterTest::moments()
{
    QFETCH(int, kind);
    QFETCH(double, proportion);
    const auto expected =
        oracles().expect(u"jitter-moments"_qs).value(QString::fromLatin1(QTest::currentDataTag())).toObject();
    const Moments found = momentsOf(jitter(static_cast<Jitter>(kind), proportion));
    // Ten standard errors of the mean of a million draws from the widest of them.
    QVERIFY(std::abs(found.mean - expected[u"mean"].toDouble()) < 0.003);
    QVERIFY(std::abs(found.variance / expected[u"var"].toDouble() - 1) < 0.01);
    QVERIFY(found.least >= expected[u"min"].toDouble() && found.least < expected[u"min"].toDouble() + 1e-4);
    QVERIFY(found.greatest <= expected[u"max"].toDouble() && found.greatest > expected[u"max"].toDouble() - 1e-4);
}

void JitterTest::nothingOverflows()
{
    for (const Duration base : {Duration(0), Duration(1), Duration(1s), unlimited / 2, unlimited - 1ns, unlimited}) {
        for (const Jitter kind :
             {Jitter::none, Jitter::full, Jitter::equal, Jitter::decorrelated, Jitter::proportional}) {
            for (const std::uint32_t retry : {1U, 2U, 64U, 1025U, std::numeric_limits<std::uint32_t>::max()}) {
                for (const Duration previous : {Duration(0), base, unlimited}) {
                    const JitterOptions options = jitter(kind, 1.0);
                    const WaitRange range = waitRange(exponential(base), options, retry, previous);
                    for (const double u : {0.0, 0.5, almostOne}) {
                        const Duration wait = drawWait(exponential(base), options, retry, previous, u);
                        QVERIFY(wait >= range.low && wait <= range.high && wait >= 0ns);
                    }
                }
            }
        }
    }
}

void JitterTest::drawsStayInTheirRange()
{
    std::mt19937_64 random(20240611);
    const auto pick = [&](std::int64_t bound) {
        return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(bound));
    };
    for (int i = 0; i < 200'000; ++i) {
        Backoff backoff{static_cast<BackoffKind>(pick(4)), Duration(pick(1LL << pick(62))), 1.0 + toUnit(random()) * 9,
                        Duration(pick(1LL << pick(62))), 0ns};
        backoff.cap = backoff.base + Duration(pick(1LL << pick(62)));
        const JitterOptions options{static_cast<Jitter>(pick(5)), toUnit(random())};
        const auto retry = static_cast<std::uint32_t>(random() >> pick(64));
        const Duration previous(pick(1LL << pick(62)));
        const WaitRange range = waitRange(backoff, options, retry, previous);
        const Duration wait = drawWait(backoff, options, retry, previous, toUnit(random()));
        QVERIFY(0ns <= range.low && range.low <= wait && wait <= range.high);
        if (options.kind != Jitter::proportional)
            QVERIFY(range.high <= backoff.cap);
    }
}

QTEST_APPLESS_MAIN(JitterTest)
#include "tst_jitter.moc"
