// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/snapshot.h"

#include "app/main_window.h"
#include "widgets/export/export.h"

#include <QCoreApplication>

namespace retrylab {

namespace {

/// Lays the window out as on a screen, where what the parts ask for meanwhile is done in the next rounds of the event
/// loop: a part that is made anew for the language, a scroll bar that takes room.
void settle(QWidget &window)
{
    constexpr int rounds = 4;
    window.setAttribute(Qt::WA_DontShowOnScreen);
    window.show();
    for (int i = 0; i < rounds; ++i)
        QCoreApplication::processEvents(QEventLoop::ExcludeUserInputEvents);
}

} // namespace

Result<void> snapshot(const SnapshotOptions &options)
{
    WindowLook look;
    look.theme = options.theme;
    look.language = options.language;
    look.textScale = options.textScale;
    MainWindow window(look);
    window.resize(options.size);
    window.open(options.experiment, {}, false);
    window.runNow();
    window.state().setPlayhead(options.at.time_since_epoch().count());
    settle(window);
    return exportWidget(window, window.state(), options.fileName, options.scale);
}

} // namespace retrylab
