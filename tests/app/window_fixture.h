// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab_panes.h"
#include "app/main_window.h"
#include "core/lab/builtin.h"
#include "widgets/base/view.h"
#include "widgets/policy/field_control.h"
#include "widgets/policy/field_slider.h"
#include "widgets/policy/policy_panel.h"

#include <QImage>
#include <QSignalSpy>
#include <QTest>

namespace retrylab {

/// A window with an experiment, driven as a hand would: press, move, release.
class WindowFixture {
public:
    explicit WindowFixture(const QString &experiment, QSize size = {1600, 1000}, const WindowLook &look = {})
        : window(look)
    {
        window.resize(size);
        const Result<Experiment> found = findExperiment(experiment);
        QVERIFY2(found.has_value(), qPrintable(experiment));
        open(*found);
        window.show();
    }

    void open(const Experiment &experiment)
    {
        window.open(experiment, {}, false);
        waitForRun();
        toEnd();
    }

    /// Until the run on the screen belongs to the experiment as it is now.
    void waitForRun()
    {
        QTRY_VERIFY_WITH_TIMEOUT(
            window.state().run() && window.state().run()->experiment == window.document().experiment(), 20'000);
    }

    void toEnd() { window.state().setPlayhead(window.state().run()->duration()); }

    FieldControl *control(const QString &path, PanelTab tab = PanelTab::retry)
    {
        window.panes()->policy()->setCurrentTab(tab);
        QCoreApplication::processEvents();
        return window.panes()->policy()->control(path);
    }

    /// Drags a slider's handle with the mouse to `fraction` of its width, in steps, as a hand would.
    void drag(const QString &path, double fraction, PanelTab tab = PanelTab::retry)
    {
        FieldControl *field = control(path, tab);
        QVERIFY2(field && field->slider(), qPrintable(path));
        FieldSlider *slider = field->slider();
        QVERIFY2(slider->isVisible() && slider->isEnabled(), qPrintable(path));
        const int y = slider->height() / 2;
        const double span = slider->width() - 16.0;
        const double from = 8 + span * slider->value() / slider->maximum();
        const double to = 8 + span * fraction;
        QTest::mousePress(slider, Qt::LeftButton, {}, QPoint(qRound(from), y));
        for (int step = 1; step <= 8; ++step)
            QTest::mouseMove(slider, QPoint(qRound(from + (to - from) * step / 8), y));
        QTest::mouseRelease(slider, Qt::LeftButton, {}, QPoint(qRound(to), y));
        waitForRun();
    }

    QImage picture(const QString &view) { return window.panes()->view(view)->grab().toImage(); }

    const Trace &trace() { return *window.state().run()->trace; }
    const World &world() { return window.document().experiment().world; }
    Policy policy() { return world().callers().policy; }

    /// The longest wait between two attempts of one call.
    Duration longestWait()
    {
        std::int64_t longest = 0;
        for (std::uint32_t call = 0; call < trace().calls.size(); ++call) {
            std::int64_t ended = notYet;
            for (const std::uint32_t i : trace().attemptsOfCall(call)) {
                const AttemptRecord &attempt = trace().attempts[i];
                if (ended != notYet && !attempt.refusedByBreaker)
                    longest = std::max(longest, attempt.sent - ended);
                ended = attempt.ended;
            }
        }
        return Duration(longest);
    }

    std::uint32_t mostAttempts()
    {
        std::uint32_t most = 0;
        for (const CallRecord &call : trace().calls)
            most = std::max<std::uint32_t>(most, call.attempts);
        return most;
    }

    MainWindow window;
};

} // namespace retrylab
