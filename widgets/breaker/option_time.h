// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/time.h"

#include <QLocale>
#include <QString>

#include <array>

namespace retrylab {

/// A duration that somebody set, for people: without zeros that say nothing ("1 s", "1.5 s", "250 ms"), where humanTime()
/// writes a measured one.
inline QString optionTime(Duration duration, const QLocale &locale)
{
    struct Unit {
        double nanoseconds;
        const char *symbol;
    };
    constexpr std::array<Unit, 4> units{{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}, {1.0, "ns"}}};
    const auto nanoseconds = static_cast<double>(duration.count());
    const Unit *unit = units.data();
    while (unit + 1 != units.data() + units.size() && nanoseconds < unit->nanoseconds)
        ++unit;
    const int digits = 6;
    return locale.toString(nanoseconds / unit->nanoseconds, 'g', digits) + u' ' + QString::fromUtf8(unit->symbol);
}

} // namespace retrylab
