// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/simulate.h"
#include "widgets/stage/stage_layout.h"

#include <algorithm>

// A small trace made by hand, and scenes of it, shared by the stage's tests.
namespace retrylab::stagetest {

using namespace std::chrono_literals;

inline constexpr std::int64_t second = 1'000'000'000;
inline const QRectF usual(0, 0, 850, 240);

inline RunPointer modelOf(const Trace &trace)
{
    Experiment experiment;
    experiment.world = trace.world;
    return std::make_shared<const RunModel>(experiment, std::make_shared<const Trace>(trace));
}

/// Three callers in ten seconds. Caller 0: [1 s, 2 s) fails, waits to 6 s, [6 s, 7 s) ok. Caller 1: refused at 3 s.
/// Caller 2: sends at 4 s, times out at 5 s, and the service works for it from 4.5 s to 8 s.
inline Trace smallTrace()
{
    Trace trace;
    trace.world.duration = 10s;
    trace.world.traffic.kind = TrafficKind::herd;
    trace.world.traffic.clients = 3;
    trace.world.service().name = "orders";
    trace.world.service().slots = 4;
    trace.world.callers().policy.breaker.kind = BreakerKind::consecutive;
    trace.calls = {{1 * second, 7 * second, 0, 0, 2, EndReason::succeeded},
                   {3 * second, 3 * second, 1, 2, 0, EndReason::breakerOpen},
                   {4 * second, 5 * second, 2, 3, 1, EndReason::attemptsExhausted}};
    trace.attempts = {{1 * second, 2 * second, 0, 1, OutcomeKind::unavailable, false},
                      {3 * second, 3 * second, 1, 1, OutcomeKind::refused, true},
                      {4 * second, 5 * second, 2, 1, OutcomeKind::timeout, false},
                      {6 * second, 7 * second, 0, 2, OutcomeKind::ok, false}};
    trace.attemptsByCall = {0, 3, 1, 2};
    trace.services = {{4 * second + second / 2, 8 * second, 2, 1}, {6 * second, 7 * second, 3, 3}};
    trace.transitions = {{2 * second, 1, BreakerState::closed, BreakerState::open, BreakerWhy::threshold},
                         {8 * second, 1, BreakerState::open, BreakerState::halfOpen, BreakerWhy::openTimeOver}};
    trace.binWidth = second;
    trace.bins.resize(10);
    trace.bins[5].queueTime = 3 * second;
    return trace;
}

inline StageRecords sceneOf(const RunPointer &run, std::int64_t t, const QRectF &area = usual,
                            const Theme &theme = makeTheme(ThemeKind::dark))
{
    return layoutStage({*run, planStage(*run), theme, QLocale::c(), t, {0, run->duration()}, {}, {}}, area);
}

inline bool hasText(const StageRecords &scene, const QString &words)
{
    return std::any_of(scene.texts.begin(), scene.texts.end(),
                       [&](const StageText &t) { return t.text.contains(words); });
}

} // namespace retrylab::stagetest
