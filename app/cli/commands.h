// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_line.h"
#include "core/lab/result.h"

#include <functional>

namespace retrylab {

/// Draws charts; exportCharts() of charts.h in the program. An argument, so that this part stays free of widgets.
using ChartExporter = std::function<Result<void>(const Experiment &, const QString &dir, const QStringList &formats)>;

/// `retrylab list`. Returns the exit status.
int listExperiments(const ListCommand &command);

/// `retrylab run`. Returns the exit status.
int runExperiment(const RunCommand &command, const ChartExporter &exportCharts);

/// `retrylab replay`. Returns the exit status. Transitions are printed as they happen, so an error in a later line of a
/// long log comes after them.
int replayLog(const ReplayCommand &command);

} // namespace retrylab
