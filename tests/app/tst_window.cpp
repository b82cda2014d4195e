// SPDX-License-Identifier: GPL-3.0-or-later
// The window, driven with mouse and keys: every slider changes the trace and the picture as it should.
#include "tests/app/window_fixture.h"

#include "app/gallery.h"
#include "app/top_bar.h"
#include "core/lab/trace_index.h"
#include "widgets/policy/choice_controls.h"

#include <QTemporaryDir>

using namespace retrylab;
using namespace std::chrono_literals;

namespace {

const QString retry = QStringLiteral("chain.client.policy.retry.");
const QString breaker = QStringLiteral("chain.client.policy.breaker.");

/// Fifty callers whose every attempt fails for the whole run: nothing but the policy shapes what is seen.
Experiment alwaysFailing()
{
    Experiment experiment = *findExperiment(QStringLiteral("fifty-clients"));
    World &world = experiment.world;
    world.duration = 60s;
    world.faults.front().count = unlimitedCount;
    world.faults.front().to = never;
    Policy &policy = world.callers().policy;
    policy.deadline = unlimited;
    policy.retry.maxAttempts = 6;
    policy.retry.backoff = {BackoffKind::exponential, 200ms, 2.0, 100ms, 2s};
    policy.retry.jitter.kind = Jitter::none;
    experiment.variants.clear();
    return experiment;
}

} // namespace

class WindowTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!.*propagateSizeHints).*$"))); }

    void firstStartPlaysTheBurst()
    {
        MainWindow window(WindowLook{});
        window.resize(1280, 800);
        window.open(QStringLiteral("burst-503"));
        window.show();
        QTRY_VERIFY(window.state().run());
        QVERIFY(window.playback().playing());
        QTRY_VERIFY(window.state().playhead() > 0);
        // Alive: a slider works while it plays.
        const std::uint64_t before = window.state().run()->trace->counters.attempts;
        window.document().edit(retry + QStringLiteral("maxAttempts"), std::int64_t{1});
        QTRY_VERIFY(window.state().run()->trace->counters.attempts != before);
    }

    void baseAndCap()
    {
        WindowFixture f(QStringLiteral("fifty-clients"));
        f.open(alwaysFailing());
        QCOMPARE(f.longestWait(), Duration(2s));
        const QImage before = f.picture(QStringLiteral("timeline"));

        f.drag(retry + QStringLiteral("backoff.cap"), 1.0);
        QCOMPARE(f.longestWait(), Duration(3200ms)); // 200 ms · 2⁴
        QVERIFY(f.picture(QStringLiteral("timeline")) != before);
        QVERIFY(f.window.state().ghost()); // the run before the drag

        Duration longest = 0ns;
        for (const double fraction : {0.2, 0.35, 0.5, 0.65, 0.8}) {
            f.drag(retry + QStringLiteral("backoff.cap"), fraction);
            QVERIFY(f.longestWait() >= longest); // a longer cap never shortens the longest wait
            QVERIFY(f.longestWait() <= f.policy().retry.backoff.cap);
            longest = f.longestWait();
        }
        f.drag(retry + QStringLiteral("backoff.cap"), 1.0);
        longest = 0ns;
        for (const double fraction : {0.1, 0.3, 0.5, 0.7}) {
            f.drag(retry + QStringLiteral("backoff.base"), fraction);
            QVERIFY(f.longestWait() > longest);
            QCOMPARE(f.longestWait(), backoffCeiling(f.policy().retry.backoff, 5));
            longest = f.longestWait();
        }
    }

    void dragPushesTheCapAlong()
    {
        WindowFixture f(QStringLiteral("fifty-clients"));
        f.open(alwaysFailing());
        f.drag(retry + QStringLiteral("backoff.cap"), 0.1);
        f.drag(retry + QStringLiteral("backoff.base"), 0.9);
        QVERIFY(f.policy().retry.backoff.cap >= f.policy().retry.backoff.base);
        QCOMPARE(f.window.document().undoStack()->count(), 2); // one step per drag
    }

    void attempts()
    {
        WindowFixture f(QStringLiteral("fifty-clients"));
        f.open(alwaysFailing());
        QCOMPARE(f.trace().counters.attempts, std::uint64_t{50 * 6});
        for (const double fraction : {0.0, 0.2, 0.4}) {
            f.drag(retry + QStringLiteral("maxAttempts"), fraction);
            QCOMPARE(f.trace().counters.attempts, std::uint64_t{50} * f.policy().retry.maxAttempts);
            QCOMPARE(f.mostAttempts(), f.policy().retry.maxAttempts);
        }
        f.drag(retry + QStringLiteral("maxAttempts"), 0.0);
        QCOMPARE(f.policy().retry.maxAttempts, 1U);
    }

    void eachJitter()
    {
        WindowFixture f(QStringLiteral("fifty-clients"));
        f.open(alwaysFailing());
        const std::vector<CallRecord> arrivals = f.trace().calls;
        QImage before = f.picture(QStringLiteral("timeline"));
        const std::vector<std::pair<QString, Jitter>> modes{
            {QStringLiteral("full"), Jitter::full},
            {QStringLiteral("equal"), Jitter::equal},
            {QStringLiteral("decorrelated"), Jitter::decorrelated},
            {QStringLiteral("proportional"), Jitter::proportional},
            {QStringLiteral("none"), Jitter::none},
        };
        for (const auto &[key, mode] : modes) {
            SegmentedControl *segments = f.control(retry + QStringLiteral("jitter"))->segments();
            QVERIFY(segments);
            clickOption(segments, key);
            f.waitForRun();
            QCOMPARE(f.policy().retry.jitter.kind, mode);
            checkFirstWaits(f, mode);
            const QImage now = f.picture(QStringLiteral("timeline"));
            QVERIFY(now != before);
            before = now;
            // The luck of the arrivals is not the luck of the waits.
            for (std::size_t i = 0; i < arrivals.size(); ++i)
                QCOMPARE(f.trace().calls[i].started, arrivals[i].started);
        }
    }

    void breakerThresholds_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("field");
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::newRow("failures in a row") << "consecutive"
                                           << "size" << 0.05 << 0.8;
        QTest::newRow("window") << "countWindow"
                                << "minimumCalls" << 0.05 << 1.0;
        QTest::newRow("minimum calls") << "timeWindow"
                                       << "minimumCalls" << 0.05 << 1.0;
        QTest::newRow("ratio") << "timeWindow"
                               << "failureRatio" << 0.3 << 0.95;
        QTest::newRow("open time") << "consecutive"
                                   << "open.time" << 0.2 << 0.9;
    }

    /// A higher threshold opens later or not at all; a longer open time opens less often.
    void breakerThresholds()
    {
        QFETCH(QString, kind);
        QFETCH(QString, field);
        QFETCH(double, low);
        QFETCH(double, high);
        WindowFixture f(QStringLiteral("burst-503"));
        f.window.document().edit(breaker + QStringLiteral("kind"), kind);
        if (kind == QLatin1String("countWindow"))
            f.window.document().edit(breaker + QStringLiteral("size"), std::int64_t{500});
        // Where the number of calls is looked at, the ratio must not be what decides.
        if (field == QLatin1String("minimumCalls"))
            f.window.document().edit(breaker + QStringLiteral("failureRatio"), 0.05);
        f.waitForRun();
        f.window.state().setPlayhead(1'200'000'000); // in the middle of the burst
        f.drag(breaker + field, low, PanelTab::breaker);
        const auto [firstLow, countLow] = openings(f.trace());
        const QImage pictureLow = f.picture(QStringLiteral("breaker"));
        const QImage loadLow = f.picture(QStringLiteral("load"));
        f.drag(breaker + field, high, PanelTab::breaker);
        const auto [firstHigh, countHigh] = openings(f.trace());
        QVERIFY(countLow > 0);
        if (field == QLatin1String("open.time"))
            QVERIFY(countHigh < countLow);
        else
            QVERIFY(firstHigh > firstLow);
        QVERIFY(f.picture(QStringLiteral("load")) != loadLow);
        QVERIFY(f.picture(QStringLiteral("breaker")) != pictureLow);
    }

    void probesAndSuccesses()
    {
        WindowFixture f(QStringLiteral("burst-503"));
        const auto closedAt = [&] {
            for (const BreakerTransition &t : f.trace().transitions) {
                if (t.to == BreakerState::closed)
                    return t.at;
            }
            return notYet;
        };
        f.drag(breaker + QStringLiteral("halfOpen.successes"), 0.0, PanelTab::breaker);
        QCOMPARE(f.policy().breaker.successes, 1U);
        const std::int64_t withOne = closedAt();
        f.drag(breaker + QStringLiteral("halfOpen.successes"), 1.0, PanelTab::breaker);
        QVERIFY(f.policy().breaker.successes > 1);
        QVERIFY(closedAt() > withOne);
        const std::uint64_t refused = f.trace().counters.breakerRefused;
        f.drag(breaker + QStringLiteral("halfOpen.probes"), 0.0, PanelTab::breaker);
        QCOMPARE(f.policy().breaker.probes, 1U);
        QVERIFY(f.trace().counters.breakerRefused > refused); // fewer probes at a time, more are turned away
    }

    void breakerIsSeenGoingRound()
    {
        WindowFixture f(QStringLiteral("burst-503"));
        const Trace &trace = f.trace();
        QVERIFY(trace.transitions.size() >= 3);
        QCOMPARE(trace.transitions.front().to, BreakerState::open);
        QCOMPARE(trace.transitions.back().to, BreakerState::closed);
        // The middle of every stretch between two transitions, and the end.
        std::vector<BreakerState> seen;
        std::vector<QImage> pictures;
        const auto look = [&](std::int64_t t) {
            f.window.state().setPlayhead(t);
            seen.push_back(f.window.state().run()->index.breakerAt(0, t).state);
            pictures.push_back(f.picture(QStringLiteral("breaker")));
        };
        std::int64_t moment = 0;
        for (const BreakerTransition &t : trace.transitions) {
            look(moment + (t.at - moment) / 2);
            moment = t.at;
        }
        look(f.window.state().run()->duration());
        // closed → open → half-open → closed, in this order, whatever lies between.
        std::size_t found = 0;
        std::vector<QImage> round;
        const BreakerState wanted[] = {BreakerState::closed, BreakerState::open, BreakerState::halfOpen,
                                       BreakerState::closed};
        for (std::size_t i = 0; i < seen.size() && found < std::size(wanted); ++i) {
            if (seen[i] != wanted[found])
                continue;
            round.push_back(pictures[i]);
            ++found;
        }
        QCOMPARE(found, std::size(wanted));
        QVERIFY(round[0] != round[1]);
        QVERIFY(round[1] != round[2]);
        QVERIFY(round[2] != round[3]);
    }

    void aDialectIsOneStepBackAndForth()
    {
        WindowFixture f(QStringLiteral("burst-503"));
        const Policy before = f.policy();
        FieldControl *dialect = f.control(QStringLiteral("chain.client.policy.dialect"));
        QTest::keyClicks(dialect->combo(), QStringLiteral("Polly")); // as in any list
        f.waitForRun();
        QCOMPARE(f.world().callers().dialect, std::string("polly"));
        QCOMPARE(f.policy().retry.maxAttempts, 4); // the first attempt and three retries
        QVERIFY(f.mostAttempts() <= 4);
        QVERIFY(!f.control(retry + QStringLiteral("backoff.capOrder"))->segments()->isEnabled());
        f.window.actions().undo->trigger();
        f.waitForRun();
        QVERIFY(f.policy() == before);
        QCOMPARE(f.world().callers().dialect, std::string("custom"));
        QVERIFY(f.control(retry + QStringLiteral("backoff.capOrder"))->segments()->isEnabled());
        f.window.actions().redo->trigger();
        QCOMPARE(f.world().callers().dialect, std::string("polly"));
    }

    void undoAndRedo()
    {
        WindowFixture f(QStringLiteral("burst-503"));
        const Experiment before = f.window.document().experiment();
        const Trace trace = f.trace();
        f.drag(retry + QStringLiteral("backoff.base"), 0.9);
        f.drag(retry + QStringLiteral("maxAttempts"), 0.1);
        QVERIFY(f.window.document().experiment() != before);
        QTest::keyClick(&f.window, Qt::Key_Z, Qt::ControlModifier);
        QTest::keyClick(&f.window, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(f.window.document().experiment(), before);
        f.waitForRun();
        QCOMPARE(f.trace(), trace);
        QTest::keyClick(&f.window, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(f.window.document().experiment() != before);
    }

    void keysPlayAndStep()
    {
        WindowFixture f(QStringLiteral("burst-503"));
        f.window.state().setPlayhead(0);
        QVERIFY(QTest::qWaitForWindowActive(&f.window));
        QTest::keyClick(&f.window, Qt::Key_Space);
        QVERIFY(f.window.playback().playing());
        QTest::keyClick(&f.window, Qt::Key_Space);
        QVERIFY(!f.window.playback().playing());
        f.window.state().setPlayhead(0);
        QTest::keyClick(&f.window, Qt::Key_Period);
        QCOMPARE(f.window.state().playhead(), std::int64_t{500'000'000}); // the burst begins
        QTest::keyClick(&f.window, Qt::Key_Comma);
        QCOMPARE(f.window.state().playhead(), std::int64_t{0});
    }

    void galleryOpensEveryExperiment()
    {
        WindowFixture f(QStringLiteral("baseline"), {1280, 720});
        for (const GalleryEntry &entry : galleryEntries()) {
            if (entry.id == QLatin1String("rolling-restart"))
                continue; // a million attempts: the engine's tests run it
            Q_EMIT f.window.topBar()->gallery()->chosen(entry.id, entry.variant);
            f.waitForRun();
            QVERIFY2(!f.trace().attempts.empty(), qPrintable(entry.id));
        }
    }

    void languageAndThemeKeepTheWork()
    {
        WindowFixture f(QStringLiteral("burst-503"));
        f.drag(retry + QStringLiteral("backoff.base"), 0.9);
        const Experiment edited = f.window.document().experiment();
        f.window.state().setPlayhead(1'000'000'000);
        const QImage dark = f.window.grab().toImage();
        f.window.setTheme(ThemeKind::light);
        f.window.setLanguage(QStringLiteral("vi"));
        f.window.setTextScale(1.3);
        QCoreApplication::processEvents();
        QCOMPARE(f.window.document().experiment(), edited);
        QCOMPARE(f.window.state().playhead(), std::int64_t{1'000'000'000});
        QVERIFY(f.window.grab().toImage() != dark);
        QCOMPARE(f.window.state().locale().decimalPoint(), QStringLiteral(","));
    }

    void brokenFileIsExplained()
    {
        WindowFixture f(QStringLiteral("baseline"));
        const Experiment before = f.window.document().experiment();
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("broken.retrylab.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{ \"retrylab\": 1, \"duration\": \"-3s\" }");
        file.close();
        const Result<void> opened = f.window.open(file.fileName());
        QVERIFY(!opened);
        QVERIFY(opened.error().oneLine().contains(QStringLiteral("duration")));
        QCOMPARE(f.window.document().experiment(), before);
    }

private:
    static void clickOption(SegmentedControl *segments, const QString &key)
    {
        const std::vector<PaintedButton *> &buttons = segments->buttons();
        for (PaintedButton *button : buttons) {
            QTest::mouseClick(button, Qt::LeftButton);
            if (segments->current() == key)
                return;
        }
        QFAIL(qPrintable(key));
    }

    static std::pair<std::int64_t, int> openings(const Trace &trace)
    {
        std::int64_t first = notYet;
        int count = 0;
        for (const BreakerTransition &t : trace.transitions) {
            if (t.to != BreakerState::open)
                continue;
            first = std::min(first, t.at);
            ++count;
        }
        return {first, count};
    }

    /// The first waits of the fifty calls lie where the jitter allows (base 200 ms).
    static void checkFirstWaits(WindowFixture &f, Jitter mode)
    {
        const auto range = [&]() -> std::pair<Duration, Duration> {
            switch (mode) {
            case Jitter::none: return {200ms, 200ms};
            case Jitter::full: return {0ms, 200ms};
            case Jitter::equal: return {100ms, 200ms};
            case Jitter::decorrelated: return {200ms, 600ms};
            case Jitter::proportional: return {160ms, 240ms};
            default: return {}; // the panel offers no other
            }
        }();
        Duration least = unlimited;
        Duration most = 0ns;
        for (std::uint32_t call = 0; call < f.trace().calls.size(); ++call) {
            const auto attempts = f.trace().attemptsOfCall(call);
            QVERIFY(attempts.size() >= 2);
            const Duration wait(f.trace().attempts[attempts.first[1]].sent
                                - f.trace().attempts[attempts.first[0]].ended);
            least = std::min(least, wait);
            most = std::max(most, wait);
        }
        QVERIFY(least >= range.first);
        QVERIFY(most <= range.second);
        // Fifty draws spread over most of the range: (0.7)^50 would have to happen otherwise.
        QVERIFY(most - least >= (range.second - range.first) * 7 / 10);
    }
};

QTEST_MAIN(WindowTest)
#include "tst_window.moc"
