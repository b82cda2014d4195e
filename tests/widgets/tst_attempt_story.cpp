// SPDX-License-Identifier: GPL-3.0-or-later
// What is told of attempts and of the waits between them, in words and as a table.
#include "core/policy/hint_presets.h"
#include "core/sim/simulate.h"
#include "timeline_fixture.h"
#include "widgets/timeline/attempt_story.h"
#include "widgets/timeline/attempts_csv.h"

#include <QTest>

using namespace retrylab;
using fixture::ms;

namespace {

/// What is told of a wait of so many milliseconds after a first attempt that ended like this at 3 ms.
QString toldOfWait(const World &world, OutcomeKind ended, std::int64_t wait)
{
    Trace trace;
    trace.world = world;
    const std::int64_t next = (3 + wait) * ms;
    fixture::addCall(trace, {0, next + ms, 0, 0, 0, EndReason::succeeded},
                     {{0, 3 * ms, 0, 0, ended, false}, {next, next + ms, 0, 0, OutcomeKind::ok, false}});
    const RunPointer run = fixture::finish(std::move(trace));
    const QString story = attemptStory(*run, run->trace->attemptsOfCall(0).begin()[0], QLocale::c());
    return story.section(QStringLiteral("; then waited "), 1);
}

/// Every client is sent away with a 429 at each attempt; waits after one begin at another base.
World throttled(Jitter jitter)
{
    World world = fixture::smallWorld();
    world.duration = std::chrono::seconds(30);
    world.traffic.clients = 20;
    world.faults[0].to = never;
    world.faults[0].status = 429;
    Policy &policy = world.callers().policy;
    policy.deadline = unlimited;
    policy.retry.backoff.base = Duration(10 * ms);
    policy.retry.backoff.throttledBase = Duration(700 * ms);
    policy.retry.jitter.kind = jitter;
    return world;
}

} // namespace

class TestAttemptStory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void attemptsAreToldInWords()
    {
        const RunPointer run = fixture::smallRun();
        const auto told = [&](std::uint32_t call, int n) {
            return attemptStory(*run, run->trace->attemptsOfCall(call).begin()[n], QLocale::c());
        };
        QCOMPARE(told(0, 0),
                 QStringLiteral("attempt 1 of 4: 503 unavailable after 3.00 ms; then waited 97.0 ms = U(0, 400 ms)"));
        QCOMPARE(told(0, 1),
                 QStringLiteral("attempt 2 of 4: 503 unavailable after 3.00 ms; then waited 412 ms = U(0, 800 ms)"));
        QCOMPARE(told(0, 2), QStringLiteral("attempt 3 of 4: ok after 15.0 ms"));
        QCOMPARE(told(1, 1), QStringLiteral("attempt 2 of 4: refused by the breaker, nothing was sent"));
        QCOMPARE(told(2, 0), QStringLiteral("attempt 1 of 4: still running after 950 ms, when the run ended"));
        const CallStory story = callStory(*run, 0, run->trace->attemptsOfCall(0).begin()[1], QLocale::c());
        QCOMPARE(story.lines.size(), 5);
        QCOMPARE(story.emphasised, 2);
        QCOMPARE(story.lines.last(), QStringLiteral("succeeded after 530 ms"));
    }

    void aWaitAfterThrottlingHasARangeOfItsOwn()
    {
        World world = fixture::smallWorld();
        world.callers().policy.retry.backoff.throttledBase = Duration(1000 * ms);
        QCOMPARE(toldOfWait(world, OutcomeKind::rateLimited, 600), QStringLiteral("600 ms = U(0, 1.00 s)"));
        QCOMPARE(toldOfWait(world, OutcomeKind::unavailable, 300), QStringLiteral("300 ms = U(0, 400 ms)"));
        QCOMPARE(toldOfWait(world, OutcomeKind::unavailable, 600), QStringLiteral("600 ms")); // nobody knows why
        world.callers().policy.retry.backoff.throttledBase = Duration(0);
        QCOMPARE(toldOfWait(world, OutcomeKind::rateLimited, 300), QStringLiteral("300 ms = U(0, 400 ms)"));
    }

    void everyDrawnWaitIsInTheRangeThatIsTold()
    {
        for (int jitter = 1; jitter <= static_cast<int>(Jitter::decorrelatedV2); ++jitter) {
            const World world = throttled(static_cast<Jitter>(jitter));
            Experiment experiment;
            experiment.world = world;
            const RunModel run(experiment, simulate(world));
            QCOMPARE(run.trace->counters.retries, std::uint64_t{60});
            for (std::uint32_t i = 0; i < run.trace->attempts.size(); ++i) {
                const QString story = attemptStory(run, i, QLocale::c());
                QVERIFY2(run.trace->attempts[i].number == 4 || story.contains(QStringLiteral(" = U(")),
                         qPrintable(QString::number(jitter) + story));
            }
        }
    }

    void aWaitForATurnIsNoDraw()
    {
        World world = fixture::smallWorld();
        world.callers().policy.budget.sendRate = SendRate::adaptive;
        world.callers().policy.budget.kind = BudgetKind::ratio; // which paces nobody
        QCOMPARE(toldOfWait(world, OutcomeKind::unavailable, 300), QStringLiteral("300 ms = U(0, 400 ms)"));
        world.callers().policy.budget.kind = BudgetKind::tokenBucket;
        QCOMPARE(toldOfWait(world, OutcomeKind::unavailable, 700), QStringLiteral("700 ms, some of it for its turn"));
        QCOMPARE(toldOfWait(world, OutcomeKind::unavailable, 300), QStringLiteral("300 ms")); // it may be here, too
    }

    void theServerIsNamedOnlyWhereItMayHaveSpoken()
    {
        const auto bad = OutcomeKind::unavailable;
        const QString asked = QStringLiteral("600 ms, as the server asked");
        const QString unexplained = QStringLiteral("600 ms");
        World world = fixture::smallWorld();
        world.faults[0].retryAfter = Duration(600 * ms);
        QCOMPARE(toldOfWait(world, bad, 600), unexplained); // the client does not listen
        world.callers().policy.retry.hint = *hintPreset("rfc9110");
        QCOMPARE(toldOfWait(world, bad, 600), asked);
        QCOMPARE(toldOfWait(world, bad, 300), QStringLiteral("300 ms = U(0, 400 ms)"));
        QCOMPARE(toldOfWait(world, OutcomeKind::timeout, 600), unexplained);
        QCOMPARE(toldOfWait(world, OutcomeKind::rateLimited, 600), unexplained);
        World later = world;
        later.faults[0].from = Time(Duration(4 * ms));
        QCOMPARE(toldOfWait(later, bad, 600), unexplained);
        World silent = world;
        silent.faults[0].retryAfter = Duration(0);
        QCOMPARE(toldOfWait(silent, bad, 600), unexplained);
        silent.faults.push_back(world.faults[0]);
        QCOMPARE(toldOfWait(silent, bad, 600), asked);
        World deaf = world; // to this status
        deaf.callers().policy.retry.hint.statuses = {{429}};
        QCOMPARE(toldOfWait(deaf, bad, 600), unexplained);
        // What was asked for may lie where chance could have led.
        world.faults[0].retryAfter = Duration(300 * ms);
        QCOMPARE(toldOfWait(world, bad, 300), QStringLiteral("300 ms, as the server asked"));
        // A turn comes on top of what the server asked for.
        world.callers().policy.budget.kind = BudgetKind::tokenBucket;
        world.callers().policy.budget.sendRate = SendRate::adaptive;
        QCOMPARE(toldOfWait(world, bad, 300), QStringLiteral("300 ms, as the server asked"));
        QCOMPARE(toldOfWait(world, bad, 600), QStringLiteral("600 ms, some of it for its turn"));
    }

    void aBackoffThatTheServerHasMovedIsNotGuessed()
    {
        World world = fixture::smallWorld();
        world.callers().policy.retry.backoff.base = Duration(100 * ms);
        world.callers().policy.retry.hint = *hintPreset("envoy"); // spreads what it is told by half, holds the backoff
        world.faults[0].retryAfter = Duration(50 * ms);
        const auto bad = OutcomeKind::unavailable;
        Trace trace;
        trace.world = world;
        fixture::addCall(trace, {0, 506 * ms, 0, 0, 0, EndReason::succeeded},
                         {{0, 3 * ms, 0, 0, bad, false},
                          {70 * ms, 73 * ms, 0, 0, OutcomeKind::timeout, false},
                          {160 * ms, 163 * ms, 0, 0, bad, false},
                          {505 * ms, 506 * ms, 0, 0, OutcomeKind::ok, false}});
        const RunPointer run = fixture::finish(std::move(trace));
        const auto told = [&](int n) {
            const QString story = attemptStory(*run, run->trace->attemptsOfCall(0).begin()[n], QLocale::c());
            return story.section(QStringLiteral("; then waited "), 1);
        };
        QCOMPARE(told(0), QStringLiteral("67.0 ms, as the server asked"));
        QCOMPARE(told(1), QStringLiteral("87.0 ms")); // of U(0, 100 ms), were the first wait known not to count
        QCOMPARE(told(2), QStringLiteral("342 ms"));
    }

    void aWaitThatTheDeadlineCutSaysSo()
    {
        World world = fixture::smallWorld(); // its deadline is at 900 ms
        world.faults[0].retryAfter = Duration(2000 * ms);
        world.callers().policy.retry.hint = *hintPreset("rfc9110");
        world.callers().policy.deadlineMode = DeadlineMode::clamp;
        QCOMPARE(toldOfWait(world, OutcomeKind::unavailable, 897), QStringLiteral("897 ms, cut by the deadline"));
        QCOMPARE(toldOfWait(world, OutcomeKind::unavailable, 896), QStringLiteral("896 ms, as the server asked"));
        world.callers().policy.deadlineMode = DeadlineMode::afterAttempt;
        QCOMPARE(toldOfWait(world, OutcomeKind::unavailable, 897), QStringLiteral("897 ms, as the server asked"));
    }

    void endingsAreToldInWords()
    {
        const auto told = [](FallbackKind kind, std::uint32_t call) {
            return callEnding(*fixture::degradedRun(kind), call, QLocale::c());
        };
        QCOMPARE(told(FallbackKind::cache, 0),
                 QStringLiteral("answered from the cache after 120 ms: no attempts left"));
        QCOMPARE(told(FallbackKind::value, 1),
                 QStringLiteral("answered with the default after 0 ms: the breaker was open"));
        QCOMPARE(told(FallbackKind::backup, 1),
                 QStringLiteral("answered by the backup service after 0 ms: the breaker was open"));
        QCOMPARE(told(FallbackKind::backup, 2), QStringLiteral("gave up after 120 ms: no attempts left"));
    }

    void csvListsTheAttempts()
    {
        const QByteArray csv = attemptsCsv(*fixture::smallRun()->trace);
        const QByteArray expected = "call,caller,attempt,sent_s,ended_s,outcome,refused,wait_before_s,hedge\r\n"
                                    "1,1,1,0,0.003,unavailable,0,,0\r\n"
                                    "1,1,2,0.1,0.103,unavailable,0,0.097,0\r\n"
                                    "1,1,3,0.515,0.53,ok,0,0.412,0\r\n"
                                    "2,2,1,0,0.2,timeout,0,,0\r\n"
                                    "2,2,2,0.3,0.3,,1,0.1,0\r\n"
                                    "3,3,1,0.05,,,0,,0\r\n";
        QCOMPARE(csv, expected);
    }

    void hedgesAreToldInWords()
    {
        const RunPointer run = fixture::hedgedRun();
        const auto told = [&](std::uint32_t call, int n) {
            return attemptStory(*run, run->trace->attemptsOfCall(call).begin()[n], QLocale::c());
        };
        QCOMPARE(told(0, 0), QStringLiteral("attempt 1 of 4: given up after 80.0 ms, as another had decided the call"));
        QCOMPARE(told(0, 1), QStringLiteral("attempt 2 of 4, a hedge: ok after 30.0 ms"));
        QCOMPARE(told(1, 0), QStringLiteral("attempt 1 of 4: 503 unavailable after 120 ms"));
        QCOMPARE(told(1, 1),
                 QStringLiteral("attempt 2 of 4, a hedge: 503 unavailable after 150 ms; then waited 100 ms"));
        QCOMPARE(told(1, 2), QStringLiteral("attempt 3 of 4: ok after 20.0 ms"));
    }

    void theTableTellsHedgesApart()
    {
        const QByteArray csv = attemptsCsv(*fixture::hedgedRun()->trace);
        QCOMPARE(csv, QByteArray("call,caller,attempt,sent_s,ended_s,outcome,refused,wait_before_s,hedge\r\n"
                                 "1,1,1,0,0.08,cancelled,0,,0\r\n"
                                 "1,1,2,0.05,0.08,ok,0,,1\r\n"
                                 "2,2,1,0,0.12,unavailable,0,,0\r\n"
                                 "2,2,2,0.05,0.2,unavailable,0,,1\r\n"
                                 "2,2,3,0.3,0.32,ok,0,0.1,0\r\n"));
    }
};

QTEST_MAIN(TestAttemptStory)
#include "tst_attempt_story.moc"
