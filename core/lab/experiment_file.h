// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experiment.h"
#include "core/lab/result.h"

#include <QByteArray>

namespace retrylab {

/// The version of the file format that this program writes, and the newest that it reads.
inline constexpr int fileFormat = 1;

/// Limits of the parser: a larger document is refused before it is read, a deeper one or one with more values before it
/// is built.
inline constexpr qsizetype maxFileBytes = qsizetype{16} << 20;
inline constexpr int maxFileDepth = 64;
inline constexpr std::size_t maxFileValues = 250'000;

/// Reads an experiment from JSON text. Unknown keys, wrong types and units, and values out of range are errors that name
/// the path, the value, what is allowed and the line. The result is valid (see validate()).
///
/// What is absent has its default; without a chain the nodes are "client" and "service". A file may hold a policy on its
/// own, `{"retrylab": 1, "policy": {…}}`: it is the client's policy in the default experiment. A seed is a JSON number or,
/// because many programs lose digits beyond 2^53, a string of digits. Keys of the format that this version does not model
/// are refused by name, except where they say what it does anyway (`"instances": 1`, `"retryAfter": "ignore"`, one entry
/// in `calls`, empty `objectives` and `expect`); those are not kept. A policy's "dialect" counts before its other keys,
/// wherever it stands: they change the library's preset.
Result<Experiment> readExperiment(const QByteArray &json);

/// Reads a file; the error names the file.
Result<Experiment> loadExperiment(const QString &fileName);

/// The experiment as JSON text, with every field that differs from its default, or from the preset of its policy's dialect;
/// reads back to an equal experiment.
/// Always there: the version, the title, the kinds of traffic and faults, and the names of nodes and faults. Seeds up to
/// 2^53 are numbers, larger ones strings. The order of keys is that of the field table.
/// The experiment must be valid; of a distribution only the numbers that its kind has are kept.
QByteArray writeExperiment(const Experiment &experiment);

/// Writes the file atomically: the old content survives a failure. An experiment that is not valid is not saved.
Result<void> saveExperiment(const Experiment &experiment, const QString &fileName);

} // namespace retrylab
