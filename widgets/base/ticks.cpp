// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/ticks.h"

#include <QStringBuilder>

#include <algorithm>
#include <cmath>

namespace retrylab {

namespace {

struct Unit {
    double nanoseconds;
    const char *symbol;
};

/// Minutes where the step is a whole number of them; else the largest unit in which the step is at least one tenth, so
/// that labels have one decimal at most.
Unit unitFor(double step)
{
    constexpr Unit minute{60e9, "min"};
    if (step >= minute.nanoseconds && std::fmod(step, minute.nanoseconds) == 0.0)
        return minute;
    static constexpr Unit units[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}, {1.0, "ns"}};
    for (const Unit &unit : units) {
        if (step >= unit.nanoseconds * 0.1)
            return unit;
    }
    return {1.0, "ns"};
}

/// Beyond a minute, round times are minutes: 1, 2, 5, 10 … of them, not thousands of seconds.
double niceTimeStep(double span, int most)
{
    constexpr double second = 1e9;
    const double step = niceStep(span, most);
    if (step <= 20 * second)
        return step;
    if (span / most <= 30 * second)
        return 30 * second;
    return niceStep(span / (60 * second), most) * 60 * second;
}

int decimalsFor(double step)
{
    return step >= 1.0 ? 0 : static_cast<int>(std::ceil(-std::log10(step) - 1e-9));
}

} // namespace

double niceStep(double span, int most)
{
    const double raw = span / std::max(most, 1);
    const double magnitude = std::pow(10.0, std::floor(std::log10(raw)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * magnitude >= raw * (1.0 - 1e-9))
            return factor * magnitude;
    }
    return 10.0 * magnitude;
}

std::vector<Tick> timeTicks(TimeRange range, int most, const QLocale &locale)
{
    const double step = niceTimeStep(static_cast<double>(range.length()), most);
    const Unit unit = unitFor(step);
    const int decimals = decimalsFor(step / unit.nanoseconds);
    std::vector<Tick> ticks;
    const double last = static_cast<double>(range.to) + step * 1e-6;
    for (double n = std::ceil(static_cast<double>(range.from) / step); n * step <= last; ++n) {
        const QString number = locale.toString(n * step / unit.nanoseconds, 'f', decimals);
        ticks.push_back({n * step, number % u' ' % QString::fromUtf8(unit.symbol)});
    }
    return ticks;
}

std::vector<Tick> valueTicks(double top, int most, const QLocale &locale)
{
    const double step = niceStep(std::max(top, 1e-9), most);
    const int decimals = decimalsFor(step);
    std::vector<Tick> ticks;
    for (int n = 0;; ++n) {
        ticks.push_back({n * step, locale.toString(n * step, 'f', decimals)});
        if (n * step >= top * (1.0 - 1e-9))
            break;
    }
    return ticks;
}

QString humanNumber(double value, const QLocale &locale, int digits)
{
    if (value == 0.0)
        return locale.toString(0);
    const int magnitude = static_cast<int>(std::floor(std::log10(std::abs(value))));
    const int decimals = std::clamp(digits - 1 - magnitude, 0, 6);
    return locale.toString(value, 'f', decimals);
}

QString humanTime(double seconds, const QLocale &locale)
{
    if (seconds >= 120.0) {
        const auto whole = static_cast<qint64>(std::llround(seconds));
        return locale.toString(whole / 60) % QStringLiteral(" min ") % locale.toString(whole % 60)
               % QStringLiteral(" s");
    }
    if (seconds >= 1.0)
        return humanNumber(seconds, locale) % QStringLiteral(" s");
    if (seconds >= 1e-3 || seconds == 0.0)
        return humanNumber(seconds * 1e3, locale) % QStringLiteral(" ms");
    if (seconds >= 1e-6)
        return humanNumber(seconds * 1e6, locale) % QStringLiteral(" µs");
    return humanNumber(seconds * 1e9, locale) % QStringLiteral(" ns");
}

QString humanNanoseconds(std::int64_t nanoseconds, const QLocale &locale)
{
    return humanTime(static_cast<double>(nanoseconds) / 1e9, locale);
}

} // namespace retrylab
