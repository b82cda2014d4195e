// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/snapshot.h"

#include "app/main_window.h"
#include "widgets/export/export.h"

namespace retrylab {

Result<void> snapshot(const SnapshotOptions &options)
{
    WindowLook look;
    look.theme = options.theme;
    look.language = options.language;
    MainWindow window(look);
    window.resize(options.size);
    window.open(options.experiment, {}, false);
    window.runNow();
    window.state().setPlayhead(options.at.time_since_epoch().count());
    window.ensurePolished();
    return exportWidget(window, window.state(), options.fileName, options.scale);
}

} // namespace retrylab
