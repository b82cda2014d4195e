// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/time_axis.h"

#include <QLocale>
#include <QString>

#include <cstdint>
#include <vector>

namespace retrylab {

struct Tick {
    double value = 0;
    QString label;
};

/// The smallest step from 1, 2, 5 · 10ⁿ that divides `span` into at most `most` parts (most ≥ 1, span > 0).
double niceStep(double span, int most);

/// Ticks at round times within the range; labels in the unit that suits the step ("400 ms", "1.2 s", "2 min"), with the
/// locale's decimal sign. Values are nanoseconds.
std::vector<Tick> timeTicks(TimeRange range, int most, const QLocale &locale);

/// Ticks from 0 to at least `top`; at most `most` parts.
std::vector<Tick> valueTicks(double top, int most, const QLocale &locale);

/// "240 ms", "1.2 s", "3 min 20 s": a duration for people, with at most three significant digits.
QString humanTime(double seconds, const QLocale &locale);
/// The same of nanoseconds, in which a trace counts.
QString humanNanoseconds(std::int64_t nanoseconds, const QLocale &locale);

/// "1,234" or "0.0123": a number for people, with at most `digits` significant digits.
QString humanNumber(double value, const QLocale &locale, int digits = 3);

} // namespace retrylab
