// SPDX-License-Identifier: GPL-3.0-or-later
// The backoff fan against waits worked out by hand, and against what a simulated call really does.
#include "core/lab/fields.h"
#include "core/sim/simulate.h"
#include "widgets/policy/backoff_fan.h"
#include "widgets/policy/fan_layout.h"

#include <QImage>
#include <QPainter>
#include <QTest>

using namespace retrylab;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

/// Base 100 ms, doubling, cap 500 ms, five attempts: ceilings of 100, 200, 400 and 500 ms.
Policy policyWith(Jitter jitter)
{
    Policy policy;
    policy.timeout = 1s;
    policy.retry.maxAttempts = 5;
    policy.retry.backoff = {BackoffKind::exponential, 100ms, 2.0, 100ms, 500ms};
    policy.retry.jitter = {jitter, 0.2};
    return policy;
}

std::vector<WaitRange> rangesOf(const Policy &policy)
{
    std::vector<WaitRange> ranges;
    for (const FanRetry &retry : fanRetries(policy, 7, 100))
        ranges.push_back(retry.range);
    return ranges;
}

FanRecords laidOut(const Policy &policy, double width = 300)
{
    const Theme theme = makeTheme(ThemeKind::dark);
    return layoutFan(policy, 7, QRectF(0, 0, width, fanHeight(theme)), theme, QLocale::c());
}

} // namespace

class TestBackoffFan : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rangesByHand()
    {
        using Ranges = std::vector<WaitRange>;
        QCOMPARE(rangesOf(policyWith(Jitter::none)),
                 (Ranges{{100ms, 100ms}, {200ms, 200ms}, {400ms, 400ms}, {500ms, 500ms}}));
        QCOMPARE(rangesOf(policyWith(Jitter::full)), (Ranges{{0ms, 100ms}, {0ms, 200ms}, {0ms, 400ms}, {0ms, 500ms}}));
        QCOMPARE(rangesOf(policyWith(Jitter::equal)),
                 (Ranges{{50ms, 100ms}, {100ms, 200ms}, {200ms, 400ms}, {250ms, 500ms}}));
        QCOMPARE(rangesOf(policyWith(Jitter::proportional)),
                 (Ranges{{80ms, 120ms}, {160ms, 240ms}, {320ms, 480ms}, {400ms, 600ms}}));
    }

    void decorrelatedFollowsTheDrawnWait()
    {
        const auto retries = fanRetries(policyWith(Jitter::decorrelated), 7, 100);
        QCOMPARE(retries.size(), 4U);
        QCOMPARE(retries[0].range, (WaitRange{100ms, 300ms}));
        for (std::size_t i = 1; i < retries.size(); ++i) {
            QCOMPARE(retries[i].range.low, Duration(100ms));
            QCOMPARE(retries[i].range.high, std::min(Duration(500ms), 3 * retries[i - 1].drawn));
        }
    }

    void theExampleCallIsTheFirstOneOfTheRun_data()
    {
        QTest::addColumn<int>("jitter");
        QTest::newRow("full") << static_cast<int>(Jitter::full);
        QTest::newRow("equal") << static_cast<int>(Jitter::equal);
        QTest::newRow("decorrelated") << static_cast<int>(Jitter::decorrelated);
        QTest::newRow("proportional") << static_cast<int>(Jitter::proportional);
    }
    void theExampleCallIsTheFirstOneOfTheRun()
    {
        QFETCH(int, jitter);
        World world = defaultExperiment().world;
        world.seed = 7;
        world.traffic.kind = TrafficKind::herd;
        world.traffic.clients = 1;
        world.callers().policy = policyWith(static_cast<Jitter>(jitter));
        Fault refuse;
        refuse.name = "down";
        refuse.kind = FaultKind::refuse;
        world.faults = {refuse};
        const auto trace = simulate(world);
        const auto retries = fanRetries(world.callers().policy, world.seed, 100);
        QCOMPARE(trace->attempts.size(), 5U);
        for (std::size_t i = 0; i < retries.size(); ++i)
            QCOMPARE(trace->attempts[i + 1].sent - trace->attempts[i].ended, retries[i].drawn.count());
    }

    void worstCaseByHand()
    {
        Policy policy = policyWith(Jitter::full);
        QCOMPARE(worstCase(policy), Duration(6200ms)); // 5 × 1 s + 0.1 + 0.2 + 0.4 + 0.5 s
        policy.retry.jitter.kind = Jitter::proportional;
        QCOMPARE(worstCase(policy), Duration(6440ms)); // the waits 20 % longer
        policy.retry.jitter.kind = Jitter::decorrelated;
        QCOMPARE(worstCase(policy), Duration(6800ms)); // 0.3 s, then the cap of 0.5 s three times
        policy.deadline = 3s;
        QCOMPARE(worstCase(policy), Duration(3s));
        policy.deadline = 1h;
        policy.timeout = unlimited;
        QCOMPARE(worstCase(policy), Duration(1h));
        policy.deadline = unlimited;
        QCOMPARE(worstCase(policy), unlimited);
        policy.retry.maxAttempts = 1;
        policy.timeout = 2s;
        QCOMPARE(worstCase(policy), Duration(2s));
    }

    void aWaitBeyondTheDeadlineEndsTheCall()
    {
        Policy policy = policyWith(Jitter::none);
        policy.retry.backoff = {BackoffKind::fixed, 5s, 2.0, 100ms, 30s};
        policy.deadline = 4s;
        QCOMPARE(worstCase(policy), Duration(1s)); // one attempt; the wait of 5 s would pass the deadline
        policy.retry.jitter.kind = Jitter::full;
        QCOMPARE(worstCase(policy), Duration(4s)); // a short wait fits, and its attempt is cut off at the deadline
    }

    void hugeNumbersDoNotOverflow()
    {
        Policy policy = policyWith(Jitter::full);
        policy.retry.maxAttempts = 1000;
        policy.retry.backoff.cap = unlimited;
        policy.retry.backoff.multiplier = 100;
        QCOMPARE(worstCase(policy), unlimited);
        const FanRecords records = laidOut(policy);
        for (const FanRow &row : records.rows)
            QVERIFY(row.chance.right() <= row.track.right() + 1e-6);
    }

    void rangeTexts()
    {
        const QLocale c = QLocale::c();
        QCOMPARE(waitRangeText({0ms, 400ms}, c), u"0–400\u00A0ms"_qs);
        QCOMPARE(waitRangeText({200ms, 400ms}, c), u"200–400\u00A0ms"_qs);
        QCOMPARE(waitRangeText({500ms, 1500ms}, c), u"0.5–1.5\u00A0s"_qs);
        QCOMPARE(waitRangeText({1s, 2s}, QLocale(QLocale::Vietnamese)), u"1,0–2,0\u00A0s"_qs);
        QCOMPARE(waitRangeText({400ms, 400ms}, c), u"400\u00A0ms"_qs);
        QCOMPARE(waitRangeText({0us, 333'333us}, c), u"0–333\u00A0ms"_qs);
        QCOMPARE(waitText(3s, c), u"3.0\u00A0s"_qs);
        QCOMPARE(waitText(unlimited, c), u"unlimited"_qs);
    }

    void barsShareOneScale()
    {
        const FanRecords records = laidOut(policyWith(Jitter::equal));
        QCOMPARE(records.rows.size(), 4U);
        QVERIFY(records.restText.isEmpty());
        const FanRow &longest = records.rows[3];
        QCOMPARE(longest.chance.right(), longest.track.right());
        for (const FanRow &row : records.rows) {
            const double perMs = longest.track.width() / 500.0;
            QCOMPARE(row.fixed.width(), perMs * toSeconds(row.retry.range.low) * 1e3);
            QCOMPARE(row.chance.left(), row.fixed.right());
            QVERIFY(row.tick >= row.fixed.right() - 1e-6 && row.tick <= row.chance.right() + 1e-6);
            QVERIFY(row.text.left() > row.track.right());
        }
    }

    void manyRetriesAreCounted()
    {
        Policy policy = policyWith(Jitter::full);
        policy.retry.maxAttempts = 7; // six retries fit
        QCOMPARE(laidOut(policy).rows.size(), 6U);
        QVERIFY(laidOut(policy).restText.isEmpty());
        policy.retry.maxAttempts = 10;
        QCOMPARE(laidOut(policy).rows.size(), 5U);
        QCOMPARE(laidOut(policy).restText, u"… 4 more"_qs);
        policy.retry.maxAttempts = 1;
        QVERIFY(laidOut(policy).rows.empty());
        QVERIFY(!laidOut(policy).restText.isEmpty());
    }

    void everythingStaysInside_data()
    {
        QTest::addColumn<double>("scale");
        QTest::addColumn<double>("width");
        for (const double scale : {1.0, 2.0}) {
            for (const double width : {260.0, 340.0})
                QTest::addRow("%g at %g", scale, width) << scale << width;
        }
    }
    void everythingStaysInside()
    {
        QFETCH(double, scale);
        QFETCH(double, width);
        const Theme theme = makeTheme(ThemeKind::light, scale);
        const QRectF area(0, 0, width, fanHeight(theme));
        for (const std::uint32_t attempts : {1U, 2U, 5U, 7U, 50U}) {
            Policy policy = policyWith(Jitter::proportional);
            policy.retry.maxAttempts = attempts;
            const FanRecords records = layoutFan(policy, 7, area, theme, QLocale::c());
            double bottom = records.head.bottom();
            for (const FanRow &row : records.rows) {
                QVERIFY(area.contains(row.area));
                QVERIFY(row.area.adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(row.track));
                QVERIFY(row.track.width() > width * 0.25);
                QVERIFY(!row.text.intersects(row.track));
                QVERIFY(row.area.top() >= bottom - 1e-6);
                bottom = row.area.bottom();
            }
            QVERIFY(records.rest.bottom() <= area.bottom());
        }
    }

    void itSaysWhatItShows()
    {
        ViewState state;
        state.setLocale(QLocale::c());
        BackoffFan fan(&state);
        Experiment experiment = defaultExperiment();
        experiment.world.callers().policy = policyWith(Jitter::decorrelated);
        fan.setExperiment(experiment);
        fan.resize(300, fan.sizeHint().height());
        QVERIFY(fan.accessibleDescription().contains(u"Retry 1: 100–300\u00A0ms"_qs));
        const double firstRow = fanHeight(state.theme()) - fanLines * state.theme().px(16);
        QVERIFY(fan.hintAt({100, firstRow}).contains(u"Decorrelated"_qs));
        QVERIFY(fan.hintAt({100, 2}).contains(u"attempts × timeout"_qs));
        const auto lines = fan.csv().trimmed().split('\n');
        QCOMPARE(lines.size(), 5);
        QVERIFY(lines[1].startsWith("1,0.1,0.3,"));
    }
};

QTEST_MAIN(TestBackoffFan)
#include "tst_backoff_fan.moc"
