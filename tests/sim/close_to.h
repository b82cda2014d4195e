// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>

#include <cmath>

/// Fails, with both numbers, unless `actual` lies within ± `tolerance` (a share) of `expected`.
#define CLOSE_TO(actual, expected, tolerance)                                                                          \
    do {                                                                                                               \
        const double a = (actual);                                                                                     \
        const double e = (expected);                                                                                   \
        QVERIFY2(std::abs(a - e) <= (tolerance)*std::abs(e), qPrintable(QStringLiteral("%1: %2 instead of %3")         \
                                                                            .arg(QLatin1String(#actual))               \
                                                                            .arg(a, 0, 'g', 6)                         \
                                                                            .arg(e, 0, 'g', 6)));                      \
    } while (false)

/// The same for lower ≤ actual ≤ upper.
#define WITHIN(actual, lower, upper)                                                                                   \
    do {                                                                                                               \
        const double a = (actual);                                                                                     \
        QVERIFY2(a >= (lower) && a <= (upper), qPrintable(QStringLiteral("%1: %2 outside of %3 to %4")                 \
                                                              .arg(QLatin1String(#actual))                             \
                                                              .arg(a, 0, 'g', 6)                                       \
                                                              .arg(double(lower))                                      \
                                                              .arg(double(upper))));                                   \
    } while (false)
