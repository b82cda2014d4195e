// SPDX-License-Identifier: GPL-3.0-or-later
// Rules that one library has alone. What must come of each sequence was seen by running it on the library: cockatiel 4.0.0
// and opossum 9.0.0. Under the rule that the others go by, something else must come of it, or it would prove nothing.
#include "core/policy/breaker.h"

#include <QTest>

#include <functional>
#include <map>

using namespace retrylab;
using namespace std::chrono_literals;

namespace {

using Change = std::function<void(BreakerOptions &)>;

/// What the breaker says to "call fail; begin 1; adv 5; end 1 ok": after each step its state (closed, open, half-open),
/// before that whether it let the call in. Times in milliseconds.
class Script {
public:
    explicit Script(const BreakerOptions &options)
        : m_options(options)
    {
    }

    QString run(const QString &operations)
    {
        QStringList steps;
        for (const QString &operation : operations.split(QStringLiteral("; "))) {
            const QString admission = step(operation.split(u' '));
            settle();
            constexpr const char *names[] = {"c", "o", "h"};
            steps += admission + QLatin1String(names[static_cast<std::size_t>(m_breaker.state())]);
        }
        return steps.join(QStringLiteral("; "));
    }

private:
    struct UnderWay {
        BreakerPermit permit;
        Time begun;
    };

    QString step(const QStringList &words)
    {
        if (words[0] == u"adv") {
            m_now = later(m_now, std::chrono::milliseconds(words[1].toInt()));
            return {};
        }
        settle();
        if (words[0] == u"end") {
            end(m_underWay[words[1]], words[2]);
            return {};
        }
        const UnderWay call{m_breaker.acquire(m_now), m_now};
        if (words[0] == u"begin")
            m_underWay[words[1]] = call;
        else
            end(call, words[1]);
        return call.permit.admitted ? QStringLiteral("+") : QStringLiteral("-");
    }

    void end(const UnderWay &call, const QString &outcome)
    {
        const OutcomeKind kind = outcome == u"ok"     ? OutcomeKind::ok
                                 : outcome == u"fail" ? OutcomeKind::unavailable
                                                      : OutcomeKind::clientError;
        m_breaker.record(call.permit, reportOf(kind, m_options), m_now, m_now - call.begun);
    }

    void settle()
    {
        while (m_breaker.advanceTo(m_now)) {
        }
        m_breaker.refresh(m_now);
    }

    BreakerOptions m_options;
    Breaker m_breaker{m_options};
    Time m_now{};
    std::map<QString, UnderWay> m_underWay;
};

BreakerOptions cockatiel(BreakerKind kind, std::uint32_t size)
{
    BreakerOptions o;
    o.kind = kind;
    o.size = size;
    o.openTime = 100ms;
    o.compare = Threshold::above;
    o.probeRule = ProbeRule::inAll;
    o.late = LateOutcome::intoWindow;
    o.ignored = IgnoredError::probeSuccess;
    o.countVerdict = true;
    return o;
}

BreakerOptions consecutive(std::uint32_t size)
{
    return cockatiel(BreakerKind::consecutive, size);
}

/// More than half of the last four, once there are `minimum`.
BreakerOptions lastFour(std::uint32_t minimum)
{
    BreakerOptions o = cockatiel(BreakerKind::countWindow, 4);
    o.minimumCalls = minimum;
    return o;
}

/// Its halfOpenSampling.
BreakerOptions sampling(BreakerOptions o, std::uint32_t calls, double threshold)
{
    o.probes = calls;
    o.verdict = ProbeVerdict::opensEarly;
    o.sampleRatio = threshold;
    return o;
}

/// More than half within 100 ms in ten buckets.
BreakerOptions opossum(std::uint32_t volumeThreshold)
{
    BreakerOptions o;
    o.kind = BreakerKind::timeWindow;
    o.window = 100ms;
    o.minimumCalls = volumeThreshold;
    o.compare = Threshold::above;
    o.place = WindowPlace::apart;
    o.clearOnClose = false;
    o.openTime = 1s;
    o.halfOpenBy = HalfOpenBy::timer;
    o.late = LateOutcome::counted;
    return o;
}

void dropsLate(BreakerOptions &o)
{
    o.late = LateOutcome::dropped;
}
void countsLate(BreakerOptions &o)
{
    o.late = LateOutcome::counted;
}
void countsNoVerdict(BreakerOptions &o)
{
    o.countVerdict = false;
}
/// gobreaker's: whoever is under way counts, and an outcome where its call began.
void countsTogether(BreakerOptions &o)
{
    o.place = WindowPlace::together;
    o.countInFlight = true;
}

} // namespace

class BreakerLibrariesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void asObserved_data();
    void asObserved();
    void sharesAreCompared();
    void callsThatPassByCountFromTheirBegin();
    void oldCallsOfItsOwnStateAreProbesNoMore();
    void windowIsKeptBesideTheProbes();
};

void BreakerLibrariesTest::asObserved_data()
{
    QTest::addColumn<BreakerOptions>("options");
    QTest::addColumn<QString>("operations");
    QTest::addColumn<QString>("steps");
    QTest::addColumn<Change>("otherwise");
    const auto row = [](const char *name, const BreakerOptions &options, const char *operations, const char *steps,
                        Change otherwise) {
        QTest::newRow(name) << options << QString::fromLatin1(operations) << QString::fromLatin1(steps) << otherwise;
    };
    row("closing is the first success", lastFour(3),
        "call fail; call fail; call fail; adv 100; call ok; call fail; call fail", "+c; +c; +o; o; +c; +c; +o",
        countsNoVerdict);
    row("also after a last probe that failed", sampling(lastFour(3), 2, 0.5),
        "call fail; call fail; call fail; adv 100; call ok; call fail; call fail; call fail",
        "+c; +c; +o; o; +h; +c; +c; +o", countsNoVerdict);
    row("reopening is a failure", consecutive(2),
        "begin 1; begin 2; call fail; call fail; end 1 ok; adv 100; call fail; adv 100; begin 3; end 2 fail",
        "+c; +c; +c; +o; o; o; +o; o; +h; o", countsNoVerdict);

    const Change isSuccess = [](BreakerOptions &o) { o.ignored = IgnoredError::success; };
    const Change isNeutral = [](BreakerOptions &o) { o.ignored = IgnoredError::neutral; };
    row("an unhandled error does not end a streak", consecutive(3), "call fail; call fail; call ignored; call fail",
        "+c; +c; +c; +o", isSuccess);
    row("it does not fill a window", lastFour(3), "call fail; call ignored; call fail; call fail", "+c; +c; +c; +o",
        isSuccess);
    row("it closes a half-open breaker", consecutive(1), "call fail; adv 100; call ignored", "+o; o; +c", isNeutral);

    row("a late failure reopens", consecutive(2),
        "begin 1; call fail; call fail; adv 100; begin 2; end 1 fail; adv 99; call ok", "+c; +c; +o; o; +h; o; o; -o",
        dropsLate);
    row("not below the threshold", consecutive(2),
        "begin 1; begin 2; call fail; call fail; end 1 ok; adv 100; begin 3; end 2 fail; end 3 ok",
        "+c; +c; +c; +o; o; o; +h; h; c", countsLate);
    row("a late success closes nothing", consecutive(2),
        "begin 1; call fail; call fail; adv 100; begin 2; end 1 ok; end 2 fail", "+c; +c; +o; o; +h; h; o", countsLate);
    row("an old probe is dropped", consecutive(2),
        "begin 1; call fail; call fail; adv 100; begin 2; end 1 fail; adv 100; begin 3; end 2 fail; end 3 ok",
        "+c; +c; +o; o; +h; o; o; +h; h; c", countsLate);
    row("a late failure counts when it has closed again", consecutive(2),
        "begin 1; call fail; call fail; adv 100; call ok; call fail; end 1 fail", "+c; +c; +o; o; +c; +c; o",
        dropsLate);
    row("the window goes on beside a sample", sampling(lastFour(2), 3, 0.4),
        "begin 1; begin 2; begin 3; call ok; call fail; call fail; end 1 ok; adv 100; call ok; end 2 fail; end 3 ok; "
        "call fail; call ok",
        "+c; +c; +c; +c; +c; +o; o; o; +h; o; o; -o; -o", countsLate);
    row("and after it", sampling(lastFour(2), 3, 0.4),
        "begin 1; begin 2; call ok; call fail; call fail; adv 100; call ok; end 1 fail; adv 100; call ok; call fail; "
        "call ok; end 2 fail; call fail; call fail",
        "+c; +c; +c; +c; +o; o; +h; o; o; +h; +h; +c; c; +o; -o", dropsLate);

    row("a call is forgotten before its failure", opossum(2),
        "begin 1; begin 2; begin 3; adv 50; end 1 fail; adv 50; call ok; call fail", "+c; +c; +c; c; c; c; +c; +o",
        countsTogether);
    row("a failure outlives its bucket's calls", opossum(2),
        "begin 1; call ok; call ok; adv 90; call ok; end 1 fail; adv 10; call fail", "+c; +c; +c; c; +c; c; c; +o",
        countsTogether);
    row("old calls under way do not dilute", opossum(2),
        "begin 1; begin 2; adv 99; call ok; call ok; call fail; call fail; call fail; adv 1; call fail",
        "+c; +c; c; +c; +c; +c; +c; +c; c; +o", countsTogether);
    row("young ones do", opossum(0), "begin 1; begin 2; call fail; end 1 fail; end 2 fail", "+c; +c; +c; o; o",
        [](BreakerOptions &o) { o.place = WindowPlace::together; });
    row("a failure without a call is judged", opossum(0), "begin 1; adv 100; end 1 fail", "+c; c; o",
        [](BreakerOptions &o) { o.minimumCalls = 1; });
    row("unless a call is wanted", opossum(1), "begin 1; adv 100; end 1 fail", "+c; c; c",
        [](BreakerOptions &o) { o.minimumCalls = 0; });
}

void BreakerLibrariesTest::asObserved()
{
    QFETCH(BreakerOptions, options);
    QFETCH(QString, operations);
    QFETCH(QString, steps);
    QFETCH(Change, otherwise);
    QCOMPARE(Script(options).run(operations), steps);
    otherwise(options);
    QVERIFY(Script(options).run(operations) != steps);
}

/// The libraries compare rounded numbers: cockatiel opens at 29 of 100 with 0.29, opossum at 7 of 100 with 7 %, where both
/// want more. Here every share is compared as the fraction that was meant.
void BreakerLibrariesTest::sharesAreCompared()
{
    for (std::uint32_t hundredths = 1; hundredths <= 100; ++hundredths) {
        for (const std::uint32_t calls : {1U, 3U, 7U, 10U, 20U, 25U, 50U, 64U, 90U, 100U}) {
            for (const Threshold compare : {Threshold::atLeast, Threshold::above}) {
                BreakerOptions options;
                options.kind = BreakerKind::countWindow;
                options.size = 200;
                options.minimumCalls = calls;
                options.failureRatio = hundredths / 100.0;
                options.compare = compare;
                // The failures that the fraction allows at the last call, and one more.
                const std::uint32_t most = compare == Threshold::above ? hundredths * calls / 100
                                                                       : (hundredths * calls + 99) / 100 - 1;
                for (const std::uint32_t failures : {most, most + 1}) {
                    if (failures == 0 || failures > calls)
                        continue;
                    Breaker breaker(options);
                    for (std::uint32_t i = 0; i < calls; ++i)
                        breaker.record(breaker.acquire(Time{}), i >= calls - failures, Time{});
                    QCOMPARE(breaker.state() == BreakerState::open, failures > most);
                }
            }
        }
    }
}

void BreakerLibrariesTest::callsThatPassByCountFromTheirBegin()
{
    const BreakerOptions options = opossum(1);
    Breaker breaker(options);
    breaker.passBy(Time(0ms));
    const BreakerPermit second = breaker.passBy(Time(10ms));
    QCOMPARE(breaker.outcomes(), 2U);
    breaker.record(second, BreakerReport::failure, Time(99ms), 89ms);
    QVERIFY(breaker.state() == BreakerState::closed); // one of two
    QCOMPARE(breaker.failures(), 1U);
    breaker.refresh(Time(100ms));
    QCOMPARE(breaker.outcomes(), 1U);
    QCOMPARE(breaker.failures(), 1U);
    breaker.refresh(Time(110ms));
    QCOMPARE(breaker.outcomes(), 0U);
    QCOMPARE(breaker.failures(), 1U);
    breaker.refresh(Time(190ms));
    QCOMPARE(breaker.failures(), 0U);
}

void BreakerLibrariesTest::oldCallsOfItsOwnStateAreProbesNoMore()
{
    const BreakerOptions options = consecutive(1);
    Breaker breaker(options);
    const BreakerPermit old = breaker.acquire(Time(0ms));
    QVERIFY(!old.isProbe() && breaker.heeds(old));
    breaker.record(breaker.acquire(Time(0ms)), true, Time(0ms));
    QVERIFY(breaker.state() == BreakerState::open && breaker.heeds(old));
    const BreakerPermit probe = breaker.acquire(Time(100ms));
    QVERIFY(probe.isProbe() && breaker.heeds(probe) && breaker.heeds(old));
    breaker.record(old, true, Time(100ms));
    QVERIFY(breaker.lastChange() == BreakerWhy::threshold && breaker.reopenings() == 1);
    QVERIFY(breaker.state() == BreakerState::open && !breaker.heeds(probe));
}

void BreakerLibrariesTest::windowIsKeptBesideTheProbes()
{
    const BreakerOptions options = sampling(lastFour(2), 3, 0.4);
    Breaker breaker(options);
    const BreakerPermit late = breaker.acquire(Time(0ms));
    for (const bool failed : {false, true, true})
        breaker.record(breaker.acquire(Time(0ms)), failed, Time(0ms));
    QVERIFY(breaker.state() == BreakerState::open && breaker.outcomes() == 3 && breaker.failures() == 2);
    breaker.record(breaker.acquire(Time(100ms)), false, Time(100ms));
    QVERIFY(breaker.state() == BreakerState::halfOpen);
    QVERIFY(breaker.outcomes() == 1 && breaker.failures() == 0 && breaker.minimum() == 3); // the probes'
    breaker.record(late, false, Time(100ms)); // 2 of 4 in the window: not above a half
    QVERIFY(breaker.state() == BreakerState::halfOpen);
    QVERIFY(breaker.outcomes() == 1 && breaker.probesInFlight() == 1 && breaker.probesSucceeded() == 1);
    breaker.record(breaker.acquire(Time(100ms)), true, Time(100ms));
    breaker.record(breaker.acquire(Time(100ms)), true, Time(100ms)); // 2 of 3 probes
    QVERIFY(breaker.state() == BreakerState::open && breaker.lastChange() == BreakerWhy::probeFailed);
    QVERIFY(breaker.outcomes() == 4 && breaker.failures() == 3); // the window again, and the verdict in it
}

QTEST_APPLESS_MAIN(BreakerLibrariesTest)
#include "tst_breaker_libraries.moc"
