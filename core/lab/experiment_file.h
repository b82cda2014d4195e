// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experiment.h"
#include "core/lab/result.h"

#include <QByteArray>

namespace retrylab {

/// Limits of the parser: a larger or deeper document is refused before it is built.
inline constexpr qsizetype maxFileBytes = 16 * 1024 * 1024;
inline constexpr int maxFileDepth = 64;

/// Reads an experiment from JSON text. Unknown keys, wrong types and units, and values out of range are errors that name
/// the path, the value, what is allowed and the line. The result is valid (see validate()).
Result<Experiment> readExperiment(const QByteArray &json);

/// Reads a file; the error's message names the file.
Result<Experiment> loadExperiment(const QString &fileName);

/// The experiment as JSON text, with every field that differs from its default; reads back to an equal experiment.
QByteArray writeExperiment(const Experiment &experiment);

/// Writes the file atomically: the old content survives a failure.
Result<void> saveExperiment(const Experiment &experiment, const QString &fileName);

} // namespace retrylab
