// SPDX-License-Identifier: GPL-3.0-or-later
#include "stage_fixture.h"
#include "widgets/stage/stage_view.h"

#include <QImage>
#include <QRegularExpression>
#include <QTest>

using namespace retrylab;
using namespace retrylab::stagetest;
using Leg = StageFlight::Leg;

class TestStage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("."))); }

    void dotsShowWhatCallersDo()
    {
        const RunPointer run = modelOf(smallTrace());
        const auto looks = [&](std::int64_t t) {
            const auto scene = sceneOf(run, t);
            return std::array{scene.dots[0].look, scene.dots[1].look, scene.dots[2].look};
        };
        QVERIFY((looks(0) == std::array{DotLook::idle, DotLook::idle, DotLook::idle}));
        QVERIFY((looks(3 * second / 2) == std::array{DotLook::calling, DotLook::idle, DotLook::idle}));
        QVERIFY((looks(4 * second + 1) == std::array{DotLook::waiting, DotLook::failed, DotLook::calling}));
        QVERIFY((looks(9 * second) == std::array{DotLook::succeeded, DotLook::failed, DotLook::failed}));
        QCOMPARE(sceneOf(run, 3 * second).dots[0].fraction, 0.25); // one second of four
        QVERIFY(hasText(sceneOf(run, 3 * second), QStringLiteral("3 clients")));
        QVERIFY(hasText(sceneOf(run, 3 * second), QStringLiteral("1 waiting")));
    }

    void degradedIsNeitherDoneNorFailed()
    {
        Trace trace = smallTrace();
        trace.calls[1].degraded = true; // refused at 3 s
        const RunPointer run = modelOf(trace);
        QVERIFY(sceneOf(run, 2 * second).dots[1].look == DotLook::idle);
        for (const std::int64_t t : {3 * second, 9 * second}) {
            QVERIFY(sceneOf(run, t).dots[1].look == DotLook::degraded);
            QVERIFY(hasText(sceneOf(run, t), QStringLiteral("1 degraded")));
        }
        QVERIFY(!hasText(sceneOf(run, 2 * second), QStringLiteral("degraded")));
        const StageRecords end = sceneOf(run, 9 * second);
        QVERIFY(hasText(end, QStringLiteral("1 done")) && hasText(end, QStringLiteral("1 failed")));
        QVERIFY(std::any_of(end.signs.begin(), end.signs.end(),
                            [](const StageSign &sign) { return sign.look == DotLook::degraded; }));
        QVERIFY(!hasText(sceneOf(modelOf(smallTrace()), 9 * second), QStringLiteral("degraded")));
    }

    void degradedIsToldAndPainted()
    {
        Trace trace = smallTrace();
        trace.calls[1].degraded = true;
        ViewState state;
        state.setRun(modelOf(trace));
        state.setPlayhead(9 * second);
        StageView view(&state);
        view.resize(850, 240);
        state.setSelectedCall(1);
        QVERIFY(view.accessibleDescription().contains(QStringLiteral("degraded, answered by the fallback")));
        QVERIFY(view.csv().contains("\r\n1,1,degraded,1,3,\r\n"));
        state.setSelectedCall({});
        // The lower half of its dot is filled, in a colour that neither success nor failure has.
        const StageDot dot = view.records(view.rect()).dots[1];
        const QImage picture = view.grab().toImage();
        const QPointF half(0, dot.radius * 0.45);
        QCOMPARE(picture.pixelColor((dot.centre + half).toPoint()), state.theme().degraded);
        QCOMPARE(picture.pixelColor((dot.centre - half).toPoint()), state.theme().window);
    }

    void pieFillsMonotonously()
    {
        const RunPointer run = modelOf(smallTrace());
        double last = 0;
        for (std::int64_t t = 2 * second; t < 6 * second; t += second / 20) {
            const StageDot dot = sceneOf(run, t).dots[0];
            QVERIFY(dot.look == DotLook::waiting);
            QCOMPARE_GE(dot.fraction, last);
            last = dot.fraction;
        }
        QCOMPARE_GT(last, 0.97);
    }

    void waitThatOutlastsTheRunHasNoShare()
    {
        Trace trace = smallTrace();
        trace.calls[0] = {1 * second, notYet, 0, 0, 1, EndReason::succeeded};
        trace.attempts.pop_back();
        trace.services.pop_back();
        trace.attemptsByCall = {0, 1, 2};
        trace.calls[1].firstAttempt = 1;
        trace.calls[2].firstAttempt = 2;
        QCOMPARE_LT(sceneOf(modelOf(trace), 5 * second).dots[0].fraction, 0.0);
    }

    void requestsTravel()
    {
        const RunPointer run = modelOf(smallTrace());
        // A leg takes 2 % of the ten seconds: 200 ms.
        const auto at = [&](std::int64_t t) { return sceneOf(run, t).flights; };
        const auto early = at(second + second / 20), late = at(second + 3 * second / 20);
        QCOMPARE(early.size(), std::size_t{1});
        QVERIFY(early[0].leg == Leg::out && late[0].leg == Leg::out);
        QCOMPARE_LT(early[0].centre.x(), late[0].centre.x());
        QVERIFY(at(second + second / 2).empty()); // at the service
        const auto back = at(2 * second - second / 10);
        QCOMPARE(back.size(), std::size_t{1});
        QVERIFY(back[0].leg == Leg::back && back[0].outcome == OutcomeKind::unavailable);
        QVERIFY(at(6 * second + second / 10).at(0).retry);
        QVERIFY(at(5 * second - second / 10).empty()); // nothing comes back before a timeout…
        QVERIFY(at(5 * second + second / 10).at(0).leg == Leg::gaveUp);
    }

    void refusedRequestsBounceAtTheSwitch()
    {
        const RunPointer run = modelOf(smallTrace());
        double furthest = 0;
        bool thrownBack = false;
        for (std::int64_t t = 3 * second; t < 3 * second + 2 * second / 5; t += second / 100) {
            const auto scene = sceneOf(run, t);
            QCOMPARE(scene.flights.size(), std::size_t{1});
            QCOMPARE_LE(scene.flights[0].centre.x(), scene.wire.pivot.x() + 1e-6);
            furthest = std::max(furthest, scene.flights[0].centre.x() - scene.wire.pivot.x() + 1e3);
            thrownBack = thrownBack || scene.flights[0].leg == Leg::refused;
        }
        QCOMPARE_GT(furthest, 1e3 - 1); // it got there
        QVERIFY(thrownBack);
        QVERIFY(sceneOf(run, 3 * second + second / 2).flights.empty());
    }

    void switchFollowsTheBreaker()
    {
        Trace trace = smallTrace();
        trace.world.callers().policy.breaker.scope = BreakerScope::shared;
        trace.world.callers().policy.breaker.openTime = 6s;
        for (auto &transition : trace.transitions)
            transition.breaker = 0;
        const RunPointer run = modelOf(trace);
        const auto closed = sceneOf(run, second), open = sceneOf(run, 3 * second), half = sceneOf(run, 9 * second);
        QVERIFY(closed.wire.hasBreaker);
        QCOMPARE(closed.wire.tip, closed.wire.contact);
        QCOMPARE_LT(half.wire.tip.y(), closed.wire.tip.y());
        QCOMPARE_LT(open.wire.tip.y(), half.wire.tip.y());
        QVERIFY(hasText(closed, QStringLiteral("closed")));
        QVERIFY(hasText(open, QStringLiteral("probes in 5")));
        QVERIFY(hasText(half, QStringLiteral("half-open")));
    }

    /// Each probing that fails makes the next open time twice as long.
    void theSwitchKnowsHowLongItStaysOpenThisTime()
    {
        using S = BreakerState;
        Trace trace = smallTrace();
        BreakerOptions &options = trace.world.callers().policy.breaker;
        options.scope = BreakerScope::shared;
        options.openTime = 1s;
        options.openMultiplier = 2;
        trace.transitions = {{second, 0, S::closed, S::open, BreakerWhy::threshold},
                             {2 * second, 0, S::open, S::halfOpen, BreakerWhy::openTimeOver},
                             {2 * second, 0, S::halfOpen, S::open, BreakerWhy::probeFailed},
                             {4 * second, 0, S::open, S::halfOpen, BreakerWhy::openTimeOver},
                             {4 * second, 0, S::halfOpen, S::open, BreakerWhy::probeFailed}};
        const RunPointer run = modelOf(trace);
        QVERIFY(hasText(sceneOf(run, second), QStringLiteral("probes in 1.00 s")));
        QVERIFY(hasText(sceneOf(run, 2 * second), QStringLiteral("probes in 2.00 s")));
        QVERIFY(hasText(sceneOf(run, 5 * second), QStringLiteral("probes in 3.00 s")));
    }

    void manyBreakersAreCounted()
    {
        const RunPointer run = modelOf(smallTrace());
        QVERIFY(hasText(sceneOf(run, 3 * second), QStringLiteral("1 of 3 open")));
        QVERIFY(hasText(sceneOf(run, 3 * second), QStringLiteral("mostly closed")));
        QVERIFY(hasText(sceneOf(run, 9 * second), QStringLiteral("1 half-open")));
    }

    void slotsAndQueue()
    {
        const RunPointer run = modelOf(smallTrace());
        const auto look = [&](std::int64_t t, std::size_t slot) {
            return sceneOf(run, t).service.slotSquares.at(slot).look;
        };
        QVERIFY(look(4 * second + 3 * second / 4, 1) == StageSlot::Look::busy);
        QVERIFY(look(5 * second + 1, 1) == StageSlot::Look::forNobody); // its caller gave up at 5 s
        QVERIFY(look(9 * second, 1) == StageSlot::Look::free);
        QVERIFY(look(6 * second + 1, 3) == StageSlot::Look::busy);
        const auto scene = sceneOf(run, 5 * second + second / 2);
        QCOMPARE(scene.service.queueSquares.size(), std::size_t{3});
        QVERIFY(hasText(scene, QStringLiteral("queue 3 / 100")));
        QVERIFY(hasText(scene, QStringLiteral("1 for nobody")));
        QVERIFY(hasText(scene, QStringLiteral("1 / 4 busy")));
        // Four slots of 10 ms each.
        QVERIFY(hasText(scene, QStringLiteral("capacity 400/s")));
    }

    void manySlotsBecomeABar()
    {
        Trace trace = smallTrace();
        trace.world.service().slots = 1000;
        const auto scene = sceneOf(modelOf(trace), 6 * second + 1);
        QVERIFY(scene.service.slotSquares.empty());
        QCOMPARE(scene.service.slotBar.share, 0.002);
    }

    void faultByCountEnds()
    {
        Trace trace = smallTrace();
        Fault fault;
        fault.kind = FaultKind::status;
        fault.count = 1;
        trace.world.faults = {fault};
        const RunPointer run = modelOf(trace);
        QCOMPARE(planStage(*run).faultEnds.at(0), second); // the first attempt that got a 503 was sent at 1 s
        QVERIFY(sceneOf(run, second / 2).service.mood == StageService::Mood::failing);
        QVERIFY(hasText(sceneOf(run, second / 2), QStringLiteral("answers 503")));
        QVERIFY(sceneOf(run, 2 * second).service.mood == StageService::Mood::well);
        QVERIFY(hasText(sceneOf(run, 2 * second), QStringLiteral("fault over")));
    }

    void restartIsDownThenCold()
    {
        Trace trace = smallTrace();
        Fault fault;
        fault.kind = FaultKind::restart;
        fault.from = Time(1s);
        fault.to = Time(2s);
        trace.world.faults = {fault};
        trace.world.service().slowStart = {4s, 3.0};
        const RunPointer run = modelOf(trace);
        QVERIFY(sceneOf(run, 3 * second / 2).service.mood == StageService::Mood::down);
        QVERIFY(sceneOf(run, 4 * second).service.mood == StageService::Mood::cold);
        QVERIFY(hasText(sceneOf(run, 4 * second), QStringLiteral("2.0×"))); // half-way from 3 to 1
        QVERIFY(sceneOf(run, 6 * second).service.mood == StageService::Mood::well);
    }

    void fewCallersShowTheirCalls()
    {
        Trace trace = smallTrace();
        trace.world.traffic.kind = TrafficKind::open;
        trace.world.traffic.callers = 1;
        for (auto &call : trace.calls)
            call.caller = 0;
        const RunPointer run = modelOf(trace);
        const StagePlan plan = planStage(*run);
        QVERIFY(!plan.dotsAreCallers);
        QCOMPARE(plan.units, 2U); // call 0 lasts from 1 s to 7 s; the others come one after the other
        QCOMPARE(plan.seats, (std::vector<std::uint32_t>{0, 1, 1}));
        QCOMPARE(sceneOf(run, 4 * second + 1).dots.at(1).call, std::optional<std::uint32_t>(2));
        QVERIFY(!sceneOf(run, 9 * second).dots.at(0).call);
    }

    void whatIsPaintedIsFound()
    {
        ViewState state;
        state.setRun(modelOf(smallTrace()));
        state.setPlayhead(4 * second + second / 2);
        StageView view(&state);
        view.resize(850, 240);
        const StageRecords scene = view.records(view.rect());
        const QImage image = view.grab().toImage();
        const StageDot &calling = scene.dots.at(2);
        QVERIFY(calling.look == DotLook::calling);
        QCOMPARE(image.pixelColor(calling.centre.toPoint()), state.theme().firstAttempt);
        QCOMPARE(callAtPoint(scene, calling.centre, 4), std::optional<std::uint32_t>(2));
        QCOMPARE(callAtPoint(scene, scene.service.slotSquares.at(1).rect.center(), 4), std::optional<std::uint32_t>(2));
        QVERIFY(!callAtPoint(scene, QPointF(849, 1), 4));

        QTest::mouseClick(&view, Qt::LeftButton, {}, calling.centre.toPoint());
        QCOMPARE(state.selectedCall(), std::optional<std::uint32_t>(2));
        QVERIFY(view.accessibleDescription().contains(QStringLiteral("calling")));
        QVERIFY(view.records(view.rect()).dots.at(2).selected);
        QTest::keyClick(&view, Qt::Key_Escape);
        QVERIFY(!state.selectedCall());
        QTest::keyClick(&view, Qt::Key_Right);
        QCOMPARE(state.selectedCall(), std::optional<std::uint32_t>(0));
        QTest::keyClick(&view, Qt::Key_Left);
        QCOMPARE(state.selectedCall(), std::optional<std::uint32_t>(2));
    }

    void emptyStageSaysSo()
    {
        ViewState state;
        StageView view(&state);
        view.resize(850, 240);
        const auto scene = view.records(view.rect());
        QVERIFY(hasText(scene, QStringLiteral("No run yet")));
        QVERIFY(!callAtPoint(scene, scene.dots.at(0).centre, 4));
        QVERIFY(!view.grab().isNull());
        QVERIFY(view.csv().isEmpty());
        Trace trace;
        trace.recorded = false;
        state.setRun(modelOf(trace));
        QVERIFY(hasText(view.records(view.rect()), QStringLiteral("figures only")));
    }

    void csvListsCallers()
    {
        ViewState state;
        state.setRun(modelOf(smallTrace()));
        state.setPlayhead(4 * second + second / 2);
        const StageView view(&state);
        QCOMPARE(view.csv(), QByteArray("caller,call,phase,attempt,since,until\r\n"
                                        "0,0,waiting,1,2,6\r\n"
                                        "1,1,failed,1,3,\r\n"
                                        "2,2,calling,1,4,5\r\n"));
    }
};

QTEST_MAIN(TestStage)
#include "tst_stage.moc"
