// SPDX-License-Identifier: GPL-3.0-or-later
// That the presets of the dialects behave as the libraries do. Waits, trips and budgets are those observed of the
// libraries themselves.
#include "core/lab/dialects.h"

#include "core/policy/backoff.h"
#include "core/policy/breaker.h"
#include "core/policy/budget.h"
#include "policy_fixture.h"

#include <QtTest>

#include <cmath>

using namespace retrylab;
using namespace std::chrono_literals;

namespace {

constexpr double nearlyOne = 0.999999999;

/// What happens to a breaker, and what must be true in between: "fail*5 open +60s ok closed". A call (ok, fail, ignored) must
/// be let in and ends at once; "begin" is let in and goes on; "refused" is a call that must not be let in.
class BreakerScript {
public:
    explicit BreakerScript(const BreakerOptions &options)
        : m_options(options)
        , m_breaker(m_options)
    {
    }

    /// The first step that did not go as it must; empty when all did.
    QString run(const QString &script)
    {
        const QStringList steps = script.split(u' ', Qt::SkipEmptyParts);
        for (qsizetype i = 0; i < steps.size(); ++i) {
            const int times = steps[i].contains(u'*') ? steps[i].section(u'*', 1).toInt() : 1;
            for (int n = 0; n < times; ++n)
                if (!step(steps[i].section(u'*', 0, 0)))
                    return QStringLiteral("step %1, %2, time %3").arg(i + 1).arg(steps[i]).arg(n + 1);
        }
        return {};
    }

private:
    bool step(const QString &what)
    {
        if (what.startsWith(u'+')) {
            m_now = later(m_now, *parseDuration(what.mid(1)));
            return true;
        }
        while (m_breaker.advanceTo(m_now)) {
        }
        if (what == u"closed" || what == u"open" || what == u"halfOpen")
            return m_breaker.state()
                   == (what == u"closed" ? BreakerState::closed
                       : what == u"open" ? BreakerState::open
                                         : BreakerState::halfOpen);
        const BreakerPermit permit = m_breaker.acquire(m_now);
        if (what == u"refused")
            return !permit.admitted;
        if (permit.admitted && what != u"begin")
            m_breaker.record(permit, reportOf(outcomeNamed(what), m_options), m_now);
        return permit.admitted;
    }

    static OutcomeKind outcomeNamed(const QString &what)
    {
        return what == u"ok"        ? OutcomeKind::ok
               : what == u"ignored" ? OutcomeKind::clientError
                                    : OutcomeKind::unavailable;
    }

    BreakerOptions m_options;
    Breaker m_breaker;
    Time m_now{10h};
};

} // namespace

class TestDialectBehaviour : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void waits_data();
    void waits();
    void breakers_data();
    void breakers();
    void awsQuotas();
    void grpcThrottles();
    void proxiesLimitRetriesUnderWay();
    void ratioBudgets();
};

void TestDialectBehaviour::waits_data()
{
    QTest::addColumn<QString>("settings");
    QTest::addColumn<double>("u"); // the draw for every wait
    QTest::addColumn<QString>("milliseconds");
    QTest::addColumn<double>("tolerance");
    const auto row = [](const char *settings, double u, const char *milliseconds, double tolerance = 1e-3) {
        QTest::addRow("%s at %g", settings, u)
            << QString::fromLatin1(settings) << u << QString::fromLatin1(milliseconds) << tolerance;
    };
    row("dialect=resilience4j", 0.5, "500 500 500");
    row("dialect=resilience4j retry.backoff.kind=exponential", 0.5, "500 750 1125 1687 2530 3795 5692");
    row("dialect=resilience4j retry.jitter=proportional", 0.0, "250 250");
    row("dialect=resilience4j retry.jitter=proportional", nearlyOne, "750 750", 1);
    row("dialect=resilience4j retry.backoff.base=200ms retry.jitter=proportional retry.backoff.cap=200ms", nearlyOne,
        "200 200");
    row("dialect=polly", 0.5, "2000 2000 2000");
    row("dialect=polly retry.backoff.kind=linear", 0.5, "2000 4000 6000");
    row("dialect=polly retry.backoff.kind=exponential", 0.5, "2000 4000 8000 16000");
    row("dialect=polly retry.jitter=proportional", 0.0, "1500 1500");
    row("dialect=polly retry.jitter=proportional", nearlyOne, "2500 2500");
    row("dialect=polly retry.backoff.kind=exponential retry.jitter=decorrelatedV2", 0.5,
        "1794.8 2186.0 4071.4 8092.0 16167.2", 0.15);
    row("dialect=polly retry.backoff.cap=2s retry.jitter=proportional", nearlyOne, "2000 2000");
    row("dialect=failsafe", 0.5, "0 0");
    row("dialect=failsafe retry.backoff.kind=exponential retry.backoff.base=1ms retry.backoff.cap=8ms", 0.5,
        "1 2 4 8 8 8");
    row("dialect=failsafe retry.backoff.kind=exponential retry.backoff.base=1ms retry.backoff.cap=8ms "
        "retry.backoff.multiplier=1.5",
        0.5, "1 1.5 2.25 3.375 5.0625 7.59375 8", 1e-6);
    row("dialect=failsafe retry.backoff.kind=fixed retry.jitter=proportional", 0.0, "50");
    row("dialect=failsafe retry.backoff.kind=fixed retry.jitter=proportional retry.backoff.cap=100ms", nearlyOne,
        "150");
    row("dialect=cockatiel retry.jitter=none", 0.5, "128 256 512 1024 2048 4096 8192 16384 30000 30000");
    row("dialect=cockatiel retry.jitter=full", 0.5, "64 128 256");
    row("dialect=cockatiel retry.jitter=equal", 0.5, "96 192 384");
    row("dialect=cockatiel", 0.5, "114.87 139.90 260.57 517.89 1034.70", 0.02);
    row("dialect=tenacity", 0.5, "1000 2000 4000 8000 16000 32000 64000 128000");
    row("dialect=tenacity retry.backoff.cap=10s retry.jitter=addedTime", 0.5, "1500 2500 4500 8500 10000 10000");
    row("dialect=tenacity retry.backoff.cap=10s retry.jitter=addedTime", 0.999, "1999 2999 4999 8999 10000");
    row("dialect=tenacity retry.backoff.floor=10s retry.backoff.cap=100s", 0.5, "10000 10000 10000 10000 16000 32000");
    row("dialect=tenacity retry.backoff.kind=linear retry.backoff.base=5s retry.backoff.increment=3s "
        "retry.backoff.cap=12s",
        0.5, "5000 8000 11000 12000 12000");
    row("dialect=cenkalti retry.jitter=none", 0.5, "500 750 1125 1687.5 2531.25 3796.875 5695.3125", 1e-6);
    row("dialect=cenkalti", 0.0, "250 375");
    row("dialect=cenkalti", nearlyOne, "750 1125");
    row("dialect=cenkalti retry.backoff.base=1s retry.backoff.cap=1s", nearlyOne, "1500 1500");
    row("dialect=springRetry", 0.5, "100 200 400 800 1600");
    row("dialect=springRetry retry.backoff.base=40ms retry.backoff.multiplier=1.2", 0.5, "40 48 57 68 81");
    row("dialect=springRetry retry.jitter=added", 0.5, "150 300 600");
    row("dialect=springRetry retry.jitter=added retry.backoff.cap=200ms", nearlyOne, "199 200 200");
    row("dialect=spring7", 0.5, "1000 1000 1000");
    row("dialect=spring7 retry.backoff.kind=exponential retry.backoff.base=2s retry.backoff.cap=30s", 0.5,
        "2000 3000 4500 6750 10125 15187 22780 30000 30000");
    row("dialect=awsLegacy", 0.0, "0 0");
    row("dialect=awsLegacy", 0.5, "500 1000 2000 4000 8000 16000 32000");
    row("dialect=awsStandard", nearlyOne, "1000 2000 4000 8000 16000 20000 20000");
    row("dialect=awsAdaptive", 0.5, "500 1000 2000");
    row("dialect=aws2026", nearlyOne, "50 100 200 400 800 1600 3200 6400 12800 20000 20000");
    row("dialect=grpc", 0.0, "80 160 320 640 800 800");
    row("dialect=grpc", 0.5, "100 200 400 800 1000 1000");
    row("dialect=grpc", nearlyOne, "120 240 480 960 1200 1200");
    row("dialect=envoy", 0.0, "0 0 0");
    row("dialect=envoy", 0.5, "12 25 50 100 125 125");
    row("dialect=envoy", nearlyOne, "24 49 99 199 249 249");
    row("dialect=istio", nearlyOne, "24 49 99 199 249");
    row("dialect=finagle", 0.5, "0 0 0");
    row("dialect=linkerd", 0.5, "0 0 0");
    row("dialect=linkerd retry.backoff.kind=exponential retry.backoff.base=1s retry.jitter=added", 0.25,
        "1125 2250 4500");
    row("dialect=urllib3", 0.5, "0 0 0");
    row("dialect=urllib3 retry.backoff.base=200ms", 0.5,
        "0 400 800 1600 3200 6400 12800 25600 51200 102400 120000 120000");
    row("dialect=urllib3 retry.backoff.base=200ms retry.backoff.cap=1s retry.jitter=addedTime retry.jitterTime=400ms",
        nearlyOne, "0 800 1000 1000");
    row("dialect=curl", 0.5, "1000 2000 4000 8000 16000 32000 64000 128000 256000 512000 600000 600000");
}

void TestDialectBehaviour::waits()
{
    QFETCH(QString, settings);
    QFETCH(double, u);
    QFETCH(QString, milliseconds);
    QFETCH(double, tolerance);
    const Experiment experiment = experimentWith(settings);
    QVERIFY(validate(experiment));
    const RetryOptions &options = policyOf(experiment).retry;
    Duration previous{0};
    std::uint32_t retry = 0;
    for (const QString &expected : milliseconds.split(u' ')) {
        previous = drawWait(options.backoff, options.jitter, ++retry, previous, u, u);
        const double found = static_cast<double>(previous.count()) / 1e6;
        QVERIFY2(
            std::abs(found - expected.toDouble()) <= tolerance,
            qPrintable(QStringLiteral("retry %1: %2, expected %3").arg(retry).arg(found, 0, 'f', 6).arg(expected)));
    }
}

void TestDialectBehaviour::breakers_data()
{
    QTest::addColumn<QString>("settings");
    QTest::addColumn<QString>("script");
    const auto row = [](const char *settings, const char *script) {
        QTest::addRow("%s: %s", settings, script) << QString::fromLatin1(settings) << QString::fromLatin1(script);
    };
    // Judged after successes too; at exactly its open time it still refuses; ten probes in all.
    row("dialect=resilience4j breaker.kind=countWindow", "fail*50 ok*49 closed ok open +60s refused +1ms ok");
    row("dialect=resilience4j breaker.kind=countWindow", "fail*100 open +60001ms begin*10 refused halfOpen");
    row("dialect=resilience4j breaker.kind=countWindow", "fail*100 +60001ms ok*5 fail*4 halfOpen fail open");
    row("dialect=resilience4j breaker.kind=countWindow", "fail*100 +60001ms fail*4 ok*5 halfOpen ok closed");
    row("dialect=resilience4j breaker.kind=timeWindow breaker.minimumCalls=2", "fail +100s fail closed fail open");
    // Failures only, at exactly the ratio; at its open time it probes, one at a time.
    row("dialect=polly breaker.kind=timeWindow", "ok*90 fail*9 closed fail open +4999ms refused +1ms begin refused");
    row("dialect=polly breaker.kind=timeWindow", "fail*10 ok*90 closed fail open +5s ok closed");
    row("dialect=polly breaker.kind=timeWindow", "fail*99 closed +30s fail closed");
    row("dialect=failsafe breaker.kind=countWindow", "ok*3 closed fail open +59999ms refused +1ms ok closed");
    // Two of three: the second failure opens before there are three outcomes.
    row("dialect=failsafe breaker.kind=countWindow breaker.size=3 breaker.failureCount=2", "fail closed fail open");
    row("dialect=gobreaker", "fail*5 ok fail*5 closed fail open +60s refused +1ms begin refused");
    row("dialect=gobreaker breaker.halfOpen.probes=3 breaker.halfOpen.successes=3",
        "fail*6 +60001ms ok*2 halfOpen ok closed");
    row("dialect=gobreaker breaker.halfOpen.probes=3 breaker.halfOpen.successes=3", "fail*6 +60001ms ok*2 fail open");
    row("dialect=cockatiel breaker.kind=consecutive",
        "fail*4 ok fail*4 closed fail open +9999ms refused +1ms ok closed");
    row("dialect=cockatiel breaker.kind=countWindow breaker.size=10 breaker.minimumCalls=10 breaker.failureRatio=0.5",
        "ok*5 fail*5 closed fail open");
    row("dialect=cockatiel breaker.kind=consecutive breaker.halfOpen.verdict=opensEarly breaker.halfOpen.probes=4 "
        "breaker.halfOpen.sampleRatio=0.25",
        "fail*5 +10s fail ok*2 halfOpen ok closed");
    // An error that is not handled is silent while closed and a probe's success; closing is the first success.
    row("dialect=cockatiel breaker.kind=consecutive",
        "fail*4 ignored fail open +10s ignored closed fail*4 closed fail open");
    row("dialect=cockatiel breaker.kind=countWindow breaker.size=3 breaker.minimumCalls=3 breaker.failureRatio=0.5",
        "fail*3 open +10s ok closed fail closed fail open");
    row("dialect=opossum", "fail open +30s ok closed");
    // Calls that do not end grow too old to count.
    row("dialect=opossum", "begin*2 ok fail closed +10s begin ok fail*2 closed fail open");
    row("dialect=opossum", "ok*2 fail*2 closed fail open +30s halfOpen fail open");
    row("dialect=pybreaker", "fail*4 ok fail*4 closed fail open +59999ms refused +1ms ok closed");
    row("dialect=pybreaker breaker.halfOpen.successes=2", "fail*5 +60s ok halfOpen ok closed");
    // Ejected for longer each time; back with a fresh count rather than with a probe.
    row("dialect=envoy breaker.kind=consecutive",
        "fail*4 ok fail*4 closed fail open +29999ms refused +1ms fail*4 ok closed");
    row("dialect=envoy breaker.kind=consecutive",
        "fail*5 +30s fail*5 open +59999ms refused +1ms fail*5 +89999ms refused +1ms ok");
    row("dialect=istio breaker.kind=consecutive", "fail*5 open +30s ok*5 closed");
    row("dialect=springRetry breaker.kind=consecutive",
        "fail*2 closed fail open +19999ms refused +1ms fail*2 ok closed");
    row("dialect=springRetry breaker.kind=consecutive", "fail*2 +5001ms fail*2 closed fail open");
    row("dialect=finagle breaker.kind=consecutive",
        "fail*5 open +5s fail open +9999ms refused +1ms fail +19999ms refused +1ms ok closed");
    row("dialect=linkerd breaker.kind=consecutive", "fail*6 closed fail open +1s fail +1999ms refused +1ms ok closed");
}

void TestDialectBehaviour::breakers()
{
    QFETCH(QString, settings);
    QFETCH(QString, script);
    const Experiment experiment = experimentWith(settings);
    QVERIFY(validate(experiment));
    const BreakerOptions options = policyOf(experiment).breaker;
    QCOMPARE(BreakerScript(options).run(script), QString());
}

void TestDialectBehaviour::awsQuotas()
{
    const auto granted = [](const char *name, OutcomeKind after) {
        const BudgetOptions options = findDialect(QString::fromLatin1(name))->policy().budget;
        Budget budget(options);
        int retries = 0;
        while (budget.withdraw(after, Time{}, 0.0).granted)
            ++retries;
        return retries;
    };
    QCOMPARE(granted("awsStandard", OutcomeKind::serverError), 100); // 500 ÷ 5
    QCOMPARE(granted("awsStandard", OutcomeKind::timeout), 50);      // 500 ÷ 10
    QCOMPARE(granted("awsAdaptive", OutcomeKind::serverError), 100);
    QCOMPARE(granted("aws2026", OutcomeKind::serverError), 35); // 500 ÷ 14
    QCOMPARE(granted("aws2026", OutcomeKind::timeout), 35);
    QCOMPARE(granted("aws2026", OutcomeKind::rateLimited), 100); // 500 ÷ 5
}

void TestDialectBehaviour::grpcThrottles()
{
    const BudgetOptions options = policyOf(experimentWith(QStringLiteral("dialect=grpc budget.kind=grpcThrottle")))
                                      .budget;
    Budget budget(options);
    QString allowed;
    for (const QChar event : QStringLiteral("FFFFFFSSSSSSSSSSSF")) {
        const bool failed = event == u'F';
        budget.attemptEnded({failed ? OutcomeKind::unavailable : OutcomeKind::ok, failed, false, 0}, Time{});
        allowed += budget.withdraw(OutcomeKind::unavailable, Time{}, 0.0).granted ? u'y' : u'n';
    }
    // From 10 tokens: 9 8 7 6 5 4, then 4.1 … 5.1, then 4.1; more than 5 must be left.
    QCOMPARE(allowed, QStringLiteral("yyyynnnnnnnnnnnnyn"));
}

void TestDialectBehaviour::proxiesLimitRetriesUnderWay()
{
    const auto underWay = [](const QString &settings) {
        const BudgetOptions options = policyOf(experimentWith(settings)).budget;
        Budget budget(options);
        for (int i = 0; i < 100; ++i)
            budget.attemptStarted(false);
        int retries = 0;
        while (retries < 1000 && budget.withdraw(OutcomeKind::reset, Time{}, 0.0).granted)
            ++retries;
        return retries;
    };
    QCOMPARE(underWay(QStringLiteral("dialect=envoy")), 3); // max_retries
    QCOMPARE(underWay(QStringLiteral("dialect=envoy budget.ratio=0.2")), 20);
    QCOMPARE(underWay(QStringLiteral("dialect=istio budget.kind=activeShare")), 20);
    QCOMPARE(underWay(QStringLiteral("dialect=istio")), 1000);
}

void TestDialectBehaviour::ratioBudgets()
{
    const auto retries = [](const char *name, auto &&deposit) {
        const BudgetOptions options = findDialect(QString::fromLatin1(name))->policy().budget;
        Budget budget(options);
        for (int i = 0; i < 1000; ++i)
            deposit(budget);
        int granted = 0;
        while (budget.withdraw(OutcomeKind::unavailable, Time{}, 0.0).granted)
            ++granted;
        return granted;
    };
    const auto request = [](Budget &budget) { budget.callStarted(Time{}); };
    const auto answer = [](OutcomeKind kind, bool retryable) {
        return [=](Budget &budget) { budget.attemptEnded({kind, retryable, false, 0}, Time{}); };
    };
    // 20 % of 1000, and 10 a second for 10 s.
    QCOMPARE(retries("finagle", request), 300);
    QCOMPARE(retries("finagle", answer(OutcomeKind::ok, false)), 100);
    QCOMPARE(retries("linkerd", answer(OutcomeKind::ok, false)), 300);
    QCOMPARE(retries("linkerd", answer(OutcomeKind::unavailable, true)), 100);
    QCOMPARE(retries("linkerd", request), 100);
}

QTEST_GUILESS_MAIN(TestDialectBehaviour)
#include "tst_dialect_behaviour.moc"
