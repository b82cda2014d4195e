// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/fields.h"

#include <QLocale>

namespace retrylab {

/// The field's label and help in the language of the window (context "Field").
QString fieldLabel(const Field &field);
QString fieldHelp(const Field &field);

/// Is it set by a number: has it a slider and a number field?
bool isNumeric(FieldType type);

/// Does the value say "no limit" (`unlimited`, or `unlimitedCount` for a count)?
bool isUnlimited(const FieldValue &value);
/// "No limit" for a field of this type (duration or count).
FieldValue unlimitedValue(FieldType type);

/// A value as people write it: "200 ms", "2.0 s", "1,000", "10 %", "200/s", "unlimited", with the locale's decimal sign.
/// Exact: parseFieldText() gives the same value back. Choices and outcomes come as their translated names.
QString humanFieldText(const Field &field, const FieldValue &value, const QLocale &locale);

/// What a person typed into the number field of `field`: "250ms", "0.25 s", "1.5", "10 %", "unlimited". Spaces do not
/// matter; both the locale's decimal sign and the point are understood. A bare number takes the unit in which `shown` is
/// displayed. Error: one short sentence that says what is allowed.
Result<FieldValue> parseFieldText(const Field &field, QStringView text, const FieldValue &shown, const QLocale &locale);

/// "1 ms to 60 s", "1 to 1,000 or unlimited", "at least 0 ms": what the field allows.
QString allowedText(const Field &field, const QLocale &locale);

/// Equal values; outcomes are sets, so that the order in which they were clicked means nothing.
bool sameValue(const FieldValue &a, const FieldValue &b);

/// The value in a numeric field's natural unit (ns, count, per second, share).
double naturalValue(const FieldValue &value);
/// The opposite of naturalValue; durations and counts are rounded to whole units.
FieldValue fromNatural(FieldType type, double natural);

} // namespace retrylab
