// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_line.h"
#include "core/lab/result.h"

namespace retrylab {

/// The experiment that was asked for, with its variant, dialect, settings and seed applied; valid. The error names the place.
Result<Experiment> openExperiment(const ExperimentChoice &choice);

} // namespace retrylab
