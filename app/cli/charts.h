// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experiment.h"
#include "core/lab/result.h"

#include <QStringList>

namespace retrylab {

/// Runs the experiment and writes its charts into `dir`, which is made when it is missing. `formats` are any of "png",
/// "svg" and "csv". Error when something cannot be written. A QGuiApplication (QApplication for widgets) exists.
Result<void> exportCharts(const Experiment &experiment, const QString &dir, const QStringList &formats);

} // namespace retrylab
