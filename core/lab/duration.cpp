// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/fields.h"
#include "core/lab/latin.h"

#include <QStringBuilder>

#include <array>
#include <limits>
#include <optional>

namespace retrylab {

namespace {

constexpr std::int64_t mostNanoseconds = std::numeric_limits<std::int64_t>::max();

struct DurationUnit {
    std::string_view symbol;
    std::int64_t nanoseconds;
};

constexpr std::array<DurationUnit, 6> durationUnits = {{
    {"h", 3'600'000'000'000},
    {"m", 60'000'000'000},
    {"s", 1'000'000'000},
    {"ms", 1'000'000},
    {"us", 1'000},
    {"ns", 1},
}};

/// The number of units, written exactly; nothing where that takes more than nine decimals (a third of an hour).
std::optional<QString> exactIn(std::int64_t nanoseconds, const DurationUnit &unit)
{
    QString text = QString::number(nanoseconds / unit.nanoseconds);
    std::int64_t rest = nanoseconds % unit.nanoseconds;
    if (rest == 0)
        return text;
    text += u'.';
    for (int decimals = 0; rest != 0; ++decimals) {
        if (decimals == 9)
            return {};
        rest *= 10;
        text += QString::number(rest / unit.nanoseconds);
        rest %= unit.nanoseconds;
    }
    return text;
}

/// A decimal number without a sign: digits / 10^decimals.
struct UnsignedDecimal {
    std::int64_t digits = 0;
    int decimals = 0;
    qsizetype length = 0; ///< characters read, 0 = no number
    bool tooLong = false;
};

UnsignedDecimal readUnsignedDecimal(QStringView text)
{
    UnsignedDecimal number;
    bool afterPoint = false;
    bool anyDigit = false;
    for (; number.length < text.size(); ++number.length) {
        const QChar c = text[number.length];
        if (c == u'.' && !afterPoint && anyDigit) {
            afterPoint = true;
            continue;
        }
        if (c < u'0' || c > u'9')
            break;
        const int digit = c.unicode() - u'0';
        anyDigit = true;
        number.tooLong = number.tooLong || number.digits > (mostNanoseconds - digit) / 10;
        if (!number.tooLong)
            number.digits = number.digits * 10 + digit;
        number.decimals += afterPoint ? 1 : 0;
    }
    // "5." is no number.
    if (number.length > 0 && text[number.length - 1] == u'.')
        number.length = 0;
    return number;
}

/// Divides a · b by a prime without a remainder, where that is possible.
bool divide(std::int64_t &a, std::int64_t &b, std::int64_t prime)
{
    std::int64_t &divisible = a % prime == 0 ? a : b;
    if (divisible % prime != 0)
        return false;
    divisible /= prime;
    return true;
}

tl::unexpected<Error> badDuration(QStringView text, QStringView complaint)
{
    return failure({}, quoted(text) % u' ' % complaint
                           % u"; allowed: a number with a unit (ns us ms s m h) such as \"250ms\"");
}

} // namespace

QString durationText(Duration duration)
{
    if (duration == unlimited)
        return QStringLiteral("unlimited");
    if (duration == Duration::zero())
        return QStringLiteral("0s");
    const bool negative = duration < Duration::zero();
    // The most negative count has no positive twin; one nanosecond in 292 years may be lost there.
    const std::int64_t ns = negative ? -std::max(duration.count(), -mostNanoseconds) : duration.count();
    QString best;
    for (const DurationUnit &unit : durationUnits) {
        if (ns < unit.nanoseconds)
            continue;
        const std::optional<QString> number = exactIn(ns, unit);
        if (!number)
            continue;
        const QString text = *number % latin(unit.symbol);
        if (best.isEmpty() || text.size() < best.size())
            best = text;
    }
    return negative ? QString(u'-' % best) : best;
}

Result<Duration> parseDuration(QStringView text)
{
    if (text == u"unlimited")
        return unlimited;
    const bool negative = text.startsWith(u'-');
    const QStringView unsignedText = negative ? text.mid(1) : text;
    const UnsignedDecimal number = readUnsignedDecimal(unsignedText);
    if (number.length == 0)
        return badDuration(text, u"is not a duration");
    const QStringView symbol = unsignedText.mid(number.length);
    if (symbol.isEmpty())
        return badDuration(text, u"has no unit");
    for (const DurationUnit &unit : durationUnits) {
        if (symbol != latin(unit.symbol))
            continue;
        std::int64_t digits = number.digits;
        std::int64_t scale = unit.nanoseconds;
        if (number.tooLong)
            return badDuration(text, u"has too many digits");
        for (int i = 0; digits != 0 && i < number.decimals; ++i)
            if (!divide(digits, scale, 2) || !divide(digits, scale, 5))
                return badDuration(text, u"is finer than a nanosecond");
        // The largest count is taken: it means "unlimited".
        if (digits > (mostNanoseconds - 1) / scale)
            return badDuration(text, u"is too long");
        return Duration(negative ? -digits * scale : digits * scale);
    }
    return badDuration(text, u"has an unknown unit");
}

} // namespace retrylab
