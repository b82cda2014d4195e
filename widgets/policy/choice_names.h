// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/fields.h"

namespace retrylab {

/// A choice ("exponential") as its control shows it: short, translated. What this table does not know is shown as it is.
QString choiceName(const Field &field, QStringView choice);
/// One sentence on what the choice does, translated; empty when its name says it all.
QString choiceHelp(const Field &field, QStringView choice);

/// An outcome of FieldType::outcomes as a chip shows it: "503", "timeout", "5xx".
QString outcomeChipName(QStringView outcome);
/// The outcome in a sentence.
QString outcomeChipHelp(QStringView outcome);

} // namespace retrylab
