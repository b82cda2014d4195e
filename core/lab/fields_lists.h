// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/fields.h"

namespace retrylab {

// Values of FieldType::durations: what checkValue(), fieldText() and fieldFromText() do with a list.

/// Checks the length of the list and the range of each entry. The error has no path and names the entry.
Result<void> checkDurations(const Field &field, const Durations &durations);

/// "100ms,1s"; "none" or nothing is an empty list. The error has no path and names the entry.
Result<FieldValue> durationsFromText(const Field &field, const QString &text);

/// "100ms,1s", or "none".
QString durationsText(const Durations &durations);

} // namespace retrylab
