// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experiment.h"
#include "widgets/base/theme.h"

#include <QString>

#include <optional>

namespace retrylab {

/// What the command line says about the window.
struct WindowOptions {
    std::optional<Experiment> experiment; ///< the one to open; none = the program's first choice
    QString fileName;                     ///< where it came from; empty for a built-in or none
    std::optional<ThemeKind> theme;       ///< none = as last time
    QString language;                     ///< "en", "vi"; empty = as last time, or the system's
    std::optional<double> textScale;      ///< none = as last time
};

/// Shows the window and runs until it is closed; returns the exit status. A QApplication exists.
int runWindow(const WindowOptions &options);

} // namespace retrylab
