// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experiment.h"
#include "core/lab/result.h"

#include <QStringList>

namespace retrylab {

/// Names of the built-in experiments ("burst-503", …), in the order of the gallery.
QStringList builtinNames();

/// A built-in by its name, or a file: whatever a person may write where an experiment is asked for.
Result<Experiment> findExperiment(const QString &nameOrFile);

/// The experiment with the variant's settings applied, in their order. Error when there is no such variant, or what
/// results is not valid. The result has no variants: they are changes of the original.
Result<Experiment> withVariant(Experiment experiment, const QString &variant);

} // namespace retrylab
