// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"
#include "widgets/base/theme.h"

#include <QLocale>
#include <QRectF>

#include <vector>

namespace retrylab {

/// The wait before one retry.
struct FanRetry {
    std::uint32_t retry = 1; ///< 1 = first retry
    WaitRange range;         ///< decorrelated: as it follows from the example call's wait before
    Duration drawn{0};       ///< what the example call draws
};

/// The waits of the example call: caller 0's first call under `seed`, if all its attempts fail. At most `most` retries.
std::vector<FanRetry> fanRetries(const Policy &policy, std::uint64_t seed, std::uint32_t most);

/// The longest that a call can take: every attempt runs into its timeout and every wait is the longest possible, that is
/// attempts × timeout + the sum of the longest waits, but never longer than the deadline, and without the attempts that
/// even the shortest waits would push beyond it. `unlimited` where neither timeout nor deadline bounds it.
/// A breaker only makes it shorter.
Duration worstCase(const Policy &policy);

/// "0–400 ms", "1.0–2.0 s", "400 ms": one unit for both ends.
QString waitRangeText(const WaitRange &range, const QLocale &locale);
/// "400 ms", "3.0 s", "2 min 5 s", "unlimited".
QString waitText(Duration wait, const QLocale &locale);

/// One painted row of the fan.
struct FanRow {
    FanRetry retry;
    QRectF area;     ///< the whole row
    QRectF number;   ///< where its number stands
    QRectF track;    ///< the full length of the scale
    QRectF fixed;    ///< what is waited in any case
    QRectF chance;   ///< what is left to chance; empty without jitter
    double tick = 0; ///< x of the drawn value
    QRectF text;
    QString range;
};

/// Everything the fan paints.
struct FanRecords {
    QRectF head;
    QString title; ///< empty where there is no room for it
    QString worst;
    bool smallHead = false; ///< the headline needs the small font
    std::vector<FanRow> rows;
    QRectF rest;      ///< the line below the rows
    QString restText; ///< "… 4 more", or why there is no row
};

/// Lines below the headline: so many retries at most, or one fewer and "… n more".
inline constexpr int fanLines = 6;

FanRecords layoutFan(const Policy &policy, std::uint64_t seed, const QRectF &area, const Theme &theme,
                     const QLocale &locale);
/// The height that the fan needs, however many retries there are: a slider below it must not move while it is dragged.
double fanHeight(const Theme &theme);

} // namespace retrylab
