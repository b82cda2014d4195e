// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline_fixture.h"
#include "widgets/transport/transport_bar.h"

#include <QAccessible>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

using namespace retrylab;
using fixture::ms;

namespace {

/// Six seconds, a fault from 0.5 to 2.3 s, a shared breaker that opens at 1 s, probes at 2 s, closes at 2.5 s; the only
/// failed call ends at 1.2 s.
RunPointer eventful()
{
    Trace trace;
    trace.world = fixture::smallWorld();
    trace.world.duration = Duration(6000 * ms);
    trace.world.callers().policy.breaker.scope = BreakerScope::shared;
    trace.world.faults[0].from = Time(Duration(500 * ms));
    trace.world.faults[0].to = Time(Duration(2300 * ms));
    fixture::addCall(trace, {0, 1200 * ms, 0, 0, 0, EndReason::attemptsExhausted},
                     {{0, 1200 * ms, 0, 0, OutcomeKind::timeout, false}});
    trace.transitions = {
        {1000 * ms, 0, BreakerState::closed, BreakerState::open, BreakerWhy::threshold},
        {2000 * ms, 0, BreakerState::open, BreakerState::halfOpen, BreakerWhy::openTimeOver},
        {2500 * ms, 0, BreakerState::halfOpen, BreakerState::closed, BreakerWhy::probesSucceeded},
    };
    return fixture::finish(std::move(trace));
}

} // namespace

class TestTransport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!.*propagateSizeHints).*$"))); }

    void theClockAdvances()
    {
        PlaybackClock clock;
        clock.duration = 6000 * ms;
        clock.advance(ms);
        QCOMPARE(clock.position, 0); // it does not play yet
        clock.play();
        clock.advance(16 * ms);
        QCOMPARE(clock.position, 16 * ms);
        clock.speed = 0.01;
        for (int i = 0; i < 1000; ++i)
            clock.advance(50); // half a nanosecond each: none of it gets lost
        QCOMPARE(clock.position, 16 * ms + 500);
        clock.speed = 100;
        clock.advance(20 * ms); // a late frame skips
        QCOMPARE(clock.position, 2016 * ms + 500);
    }

    void theClockStopsOrLoopsAtTheEnd()
    {
        PlaybackClock clock;
        clock.duration = 1000 * ms;
        clock.play();
        clock.advance(1700 * ms);
        QCOMPARE(clock.position, 1000 * ms);
        QVERIFY(!clock.playing);
        clock.play(); // from the beginning
        QCOMPARE(clock.position, 0);
        clock.loop = true;
        clock.advance(3300 * ms);
        QCOMPARE(clock.position, 300 * ms);
        QVERIFY(clock.playing);
    }

    void flatOutTakesAQuarterOfASecond()
    {
        PlaybackClock clock;
        clock.duration = 3600'000 * ms;
        clock.flatOut = true;
        clock.play();
        clock.advance(125 * ms);
        QCOMPARE(clock.position, 1800'000 * ms);
        clock.duration = 6000 * ms; // a short run: 100× is faster than that
        QCOMPARE(clock.rate(), 100.0);
    }

    void playbackMovesThePlayhead()
    {
        ViewState state;
        Playback playback(&state);
        QSignalSpy playing(&playback, &Playback::playingChanged);
        playback.play();
        QVERIFY(!playback.playing()); // there is no run
        state.setRun(eventful());
        playback.play();
        playback.advance(100 * ms);
        QCOMPARE(state.playhead(), 100 * ms);
        state.setPlayhead(3000 * ms); // somebody scrubs
        playback.advance(100 * ms);
        QCOMPARE(state.playhead(), 3100 * ms);
        playback.advance(60'000 * ms);
        QCOMPARE(state.playhead(), 6000 * ms);
        QVERIFY(!playback.playing());
        QCOMPARE(playing.size(), 2);
        playback.togglePlay();
        QCOMPARE(state.playhead(), 0);
    }

    void aFallbackIsNoGivingUp()
    {
        const std::vector<Marker> markers = markersOf(*fixture::degradedRun());
        const auto gaveUp = std::find_if(markers.begin(), markers.end(),
                                         [](const Marker &m) { return m.kind == Marker::Kind::firstGiveUp; });
        QVERIFY(gaveUp != markers.end());
        QCOMPARE(gaveUp->at, 620 * ms);
        QCOMPARE(gaveUp->text, QStringLiteral("First call gives up (call 3)"));
    }

    void markersNameWhatHappens()
    {
        const std::vector<Marker> markers = markersOf(*eventful());
        using enum Marker::Kind;
        const std::vector<Marker> expected = {
            {faultStart, 500 * ms, QStringLiteral("Fault “blip” begins")},
            {breakerOpens, 1000 * ms, QStringLiteral("Breaker opens")},
            {firstGiveUp, 1200 * ms, QStringLiteral("First call gives up (call 1)")},
            {breakerProbes, 2000 * ms, QStringLiteral("Breaker is half-open: it probes")},
            {faultEnd, 2300 * ms, QStringLiteral("Fault “blip” ends")},
            {breakerCloses, 2500 * ms, QStringLiteral("Breaker closes")},
        };
        QCOMPARE(markers, expected);
        const std::vector<std::int64_t> events = eventTimes(markers);
        QCOMPARE(nextEvent(events, 1000 * ms), 1200 * ms);
        QCOMPARE(previousEvent(events, 1000 * ms), 500 * ms);
        QCOMPARE(nextEvent(events, 2500 * ms), -1);
        QCOMPARE(previousEvent(events, 500 * ms), -1);
    }

    void aMarkerSaysWhatReopensABreaker()
    {
        Trace trace;
        trace.world = fixture::smallWorld();
        trace.world.duration = Duration(6000 * ms);
        trace.world.faults.clear();
        trace.world.callers().policy.breaker.scope = BreakerScope::shared;
        trace.transitions = {
            {1000 * ms, 0, BreakerState::closed, BreakerState::open, BreakerWhy::threshold},
            {2000 * ms, 0, BreakerState::open, BreakerState::halfOpen, BreakerWhy::openTimeOver},
            {2500 * ms, 0, BreakerState::halfOpen, BreakerState::open, BreakerWhy::threshold},
        };
        const std::vector<Marker> markers = markersOf(*fixture::finish(std::move(trace)));
        QCOMPARE(markers.size(), 3U);
        QCOMPARE(markers[0].text, QStringLiteral("Breaker opens"));
        QCOMPARE(markers[2].text, QStringLiteral("Breaker opens again: an earlier call failed"));
    }

    void thousandsOfTransitionsAreThinned()
    {
        Trace trace;
        trace.world = fixture::smallWorld();
        trace.world.faults.clear();
        for (std::uint32_t i = 0; i < 5000; ++i)
            trace.transitions.push_back(
                {i * 100'000, i, BreakerState::closed, BreakerState::open, BreakerWhy::threshold});
        const std::vector<Marker> markers = markersOf(*fixture::finish(std::move(trace)));
        QVERIFY(markers.size() >= 25 && markers.size() <= 60); // half a second in slots of a sixtieth
        QCOMPARE(markers.front().at, 0);
        QVERIFY(markers.front().text.contains(QStringLiteral("167"))); // 16.67 ms at ten a millisecond
    }

    void keysStepTheScrubBar()
    {
        ViewState state;
        state.setRun(eventful());
        ScrubBar bar(&state);
        bar.resize(600, 34);
        QTest::keyClick(&bar, Qt::Key_Right);
        QCOMPARE(state.playhead(), 60 * ms);
        QTest::keyClick(&bar, Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(state.playhead(), 66 * ms);
        QTest::keyClick(&bar, Qt::Key_Left);
        QCOMPARE(state.playhead(), 6 * ms);
        QTest::keyClick(&bar, Qt::Key_End);
        QCOMPARE(state.playhead(), 6000 * ms);
        QTest::keyClick(&bar, Qt::Key_Home);
        QCOMPARE(state.playhead(), 0);
    }

    void clickingAMarkerJumpsExactly()
    {
        ViewState state;
        state.setRun(eventful());
        ScrubBar bar(&state);
        bar.resize(600, 34);
        const ScrubRecords records = bar.records();
        QCOMPARE(records.marks.size(), 6U);
        for (const ScrubMark &mark : records.marks) {
            // The playhead often rests at an event: its handle must not cover the sign.
            QVERIFY(mark.rect.bottom() <= records.thumb.top() && mark.rect.top() >= 0);
            QCOMPARE(hitScrubMark(records, mark.rect.center()), std::optional(mark.marker));
            QVERIFY(QRectF(bar.rect()).contains(mark.rect));
            QTest::mouseClick(&bar, Qt::LeftButton, {}, mark.rect.center().toPoint());
            QCOMPARE(state.playhead(), bar.markers()[mark.marker].at);
        }
        QTest::mouseClick(&bar, Qt::LeftButton, {}, QPoint(300, 22)); // the middle of the track
        QVERIFY(std::abs(state.playhead() - 3000 * ms) <= 6 * ms);
    }

    void valuesAreSpoken()
    {
        ViewState state;
        state.setLocale(QLocale::c());
        state.setRun(eventful());
        Playback playback(&state);
        TransportBar bar(&state, &playback);
        state.setPlayhead(2760 * ms);
        QAccessibleInterface *scrub = QAccessible::queryAccessibleInterface(bar.scrubBar());
        QVERIFY(scrub);
        QCOMPARE(scrub->text(QAccessible::Name), QStringLiteral("Playhead"));
        QCOMPARE(scrub->text(QAccessible::Value), QStringLiteral("2.76 s of 6 s"));
        QAccessibleInterface *speed = QAccessible::queryAccessibleInterface(bar.speedSlider());
        QCOMPARE(speed->text(QAccessible::Value), QStringLiteral("1 times real time"));
        bar.speedSlider()->setValue(SpeedSlider::most);
        QCOMPARE(speed->text(QAccessible::Value), QStringLiteral("as fast as possible"));
        for (const QAbstractButton *button : bar.findChildren<QAbstractButton *>())
            QVERIFY(!button->accessibleName().isEmpty());
    }

    void theSpeedSliderIsLogarithmic()
    {
        QCOMPARE(SpeedSlider::speedAt(0), 0.01);
        QCOMPARE(SpeedSlider::speedAt(SpeedSlider::realTime), 1.0);
        QCOMPARE(SpeedSlider::speedAt(SpeedSlider::fastest), 100.0);
        QVERIFY(qFuzzyCompare(SpeedSlider::speedAt(SpeedSlider::perDecade), 0.1));
        ViewState state;
        Playback playback(&state);
        SpeedSlider slider(&state, &playback);
        slider.setValue(300);
        QVERIFY(qFuzzyCompare(playback.speed(), 10.0));
        playback.setSpeed(0.1);
        QCOMPARE(slider.value(), 100);
    }

    void buttonsJumpBetweenEvents()
    {
        ViewState state;
        state.setRun(eventful());
        Playback playback(&state);
        TransportBar bar(&state, &playback);
        for (const std::int64_t expected : {500, 1000, 1200, 2000, 2300, 2500, 6000, 6000}) {
            bar.nextEvent();
            QCOMPARE(state.playhead(), expected * ms);
        }
        auto *previous = bar.findChild<IconButton *>(QStringLiteral("previousEvent"));
        QTest::keyClick(previous, Qt::Key_Return);
        QCOMPARE(state.playhead(), 2500 * ms);
        state.setPlayhead(100 * ms);
        bar.previousEvent();
        QCOMPARE(state.playhead(), 0);
        auto *play = bar.findChild<IconButton *>(QStringLiteral("play"));
        QTest::keyClick(play, Qt::Key_Space); // belongs to the window
        QVERIFY(!playback.playing());
        QTest::keyClick(play, Qt::Key_Enter);
        QVERIFY(playback.playing());
        QCOMPARE(play->accessibleName(), QStringLiteral("Pause"));
    }

    void theTimeDoesNotJump()
    {
        QCOMPARE(clockText(2760 * ms, 6000 * ms, QLocale::c()), QStringLiteral("2.76 s"));
        QCOMPARE(clockText(2000 * ms, 6000 * ms, QLocale(QLocale::Vietnamese)), QStringLiteral("2,00 s"));
        QCOMPARE(clockText(84 * ms + 200'000, 700 * ms, QLocale::c()), QStringLiteral("84.2 ms"));
        ViewState state;
        state.setRun(eventful());
        Playback playback(&state);
        TransportBar bar(&state, &playback);
        const QList<TabularLabel *> labels = bar.findChildren<TabularLabel *>();
        QList<QSize> sizes;
        for (const TabularLabel *label : labels)
            sizes << label->sizeHint();
        for (std::int64_t t = 0; t < 6000 * ms; t += 611 * ms) {
            state.setPlayhead(t);
            for (qsizetype i = 0; i < labels.size(); ++i)
                QCOMPARE(labels[i]->sizeHint(), sizes[i]);
        }
    }
};

QTEST_MAIN(TestTransport)
#include "tst_transport.moc"
