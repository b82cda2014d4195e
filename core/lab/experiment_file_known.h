// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/json_value.h"

#include <QStringList>

#include <optional>

namespace retrylab {

// The file format is larger than what this version models. What it knows but cannot do is refused by name, so that
// nobody believes that a setting had an effect.

/// Judges a key outside the field table. Nothing: the key is unknown. Otherwise fine when it says what this version does
/// anyway, or an error.
std::optional<Result<void>> judgeKnownKey(const QString &pattern, const QString &path, const JsonValue &value);

/// Is this a choice of the format that the field with this pattern does not offer yet ("crash" for a fault's kind)?
bool isChoiceForLater(QStringView pattern, QStringView choice);

/// Is the pattern the beginning of fields, or of known keys that are judged one by one?
bool isGroup(const QString &pattern);

/// The keys that may stand in the group with this pattern ("" = the top).
QStringList keysOfGroup(const QString &pattern);

} // namespace retrylab
