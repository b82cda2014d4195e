// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experiment.h"
#include "core/lab/result.h"
#include "widgets/base/theme.h"

#include <QSize>
#include <QString>

namespace retrylab {

/// The window as a picture.
struct SnapshotOptions {
    Experiment experiment;
    Time at{};             ///< where the playhead stands, within the run
    QSize size{1600, 900}; ///< of the window, before scaling
    int scale = 1;         ///< 1, 2 or 4 pixels per point
    QString fileName;      ///< PNG
    ThemeKind theme = ThemeKind::dark;
    QString language = QStringLiteral("en"); ///< "en", "vi"
    double textScale = 1.0;
};

/// Runs the experiment and saves the window as it looks at `at`. Error when the file cannot be written.
/// A QApplication exists.
Result<void> snapshot(const SnapshotOptions &options);

} // namespace retrylab
