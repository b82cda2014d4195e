// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/policy/field_text.h"

#include "core/sim/world.h"
#include "widgets/policy/choice_names.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QSet>
#include <QStringBuilder>

#include <cmath>
#include <limits>

namespace retrylab {

namespace {

QString word(const char *text)
{
    return QCoreApplication::translate("FieldText", text);
}

struct TimeUnit {
    double nanoseconds;
    const char *symbol;
};

constexpr TimeUnit hour{3600e9, "h"};
constexpr TimeUnit minute{60e9, "min"};
constexpr TimeUnit second{1e9, "s"};
constexpr TimeUnit millisecond{1e6, "ms"};
constexpr TimeUnit microsecond{1e3, "µs"};
constexpr TimeUnit nanosecond{1.0, "ns"};

/// The unit in which people say this duration. Minutes only when whole: "90 s" is easier than "1.5 min".
TimeUnit unitOf(Duration duration)
{
    const std::int64_t ns = duration.count();
    if (ns == 0)
        return millisecond;
    if (ns >= 3'600'000'000'000 && ns % 3'600'000'000'000 == 0)
        return hour;
    if (ns >= 120'000'000'000 && ns % 60'000'000'000 == 0)
        return minute;
    if (ns >= 1'000'000'000)
        return second;
    if (ns >= 1'000'000)
        return millisecond;
    return ns >= 1'000 ? microsecond : nanosecond;
}

/// 0 for what is no unit of time.
double nanosecondsPer(QStringView symbol)
{
    if (symbol == u"ns")
        return nanosecond.nanoseconds;
    // Keyboards give the micro sign, word processors the Greek letter.
    if (symbol == u"us" || symbol == u"\u00B5s" || symbol == u"\u03BCs")
        return microsecond.nanoseconds;
    if (symbol == u"ms")
        return millisecond.nanoseconds;
    if (symbol == u"s" || symbol == u"sec")
        return second.nanoseconds;
    if (symbol == u"m" || symbol == u"min")
        return minute.nanoseconds;
    return symbol == u"h" ? hour.nanoseconds : 0.0;
}

/// The fewest decimals, from `least` on, that write the number exactly.
QString exactNumber(double value, int least, const QLocale &locale)
{
    for (int decimals = least; decimals < 12; ++decimals) {
        const double shown = QString::number(value, 'f', decimals).toDouble();
        if (std::abs(shown - value) <= std::abs(value) * 1e-14)
            return locale.toString(value, 'f', decimals);
    }
    return locale.toString(value, 'g', QLocale::FloatingPointShortest);
}

QString durationForPeople(Duration duration, const QLocale &locale)
{
    const TimeUnit unit = unitOf(duration);
    const double number = static_cast<double>(duration.count()) / unit.nanoseconds;
    const bool shortSeconds = unit.nanoseconds == second.nanoseconds && number < 10.0;
    return exactNumber(number, shortSeconds ? 1 : 0, locale) % u' ' % QString::fromUtf8(unit.symbol);
}

QString durationsForPeople(const Durations &durations, const QLocale &locale)
{
    QStringList parts;
    for (const Duration duration : durations)
        parts += durationForPeople(duration, locale);
    return parts.isEmpty() ? word(QT_TRANSLATE_NOOP("FieldText", "none")) : parts.join(QStringLiteral(" · "));
}

/// Not a number where the text is none.
double parseNumber(const QString &text, const QLocale &locale)
{
    bool ok = false;
    double number = locale.toDouble(text, &ok);
    if (!ok) {
        QString plain = text;
        number = QLocale::c().toDouble(plain.replace(u',', u'.'), &ok);
    }
    return ok ? number : std::numeric_limits<double>::quiet_NaN();
}

bool saysUnlimited(const QString &text)
{
    const QString lower = text.toLower();
    return lower == u"unlimited" || lower == u"\u221E"
           || lower == word(QT_TRANSLATE_NOOP("FieldText", "unlimited")).toLower();
}

tl::unexpected<Error> refusal(const Field &field, const QLocale &locale)
{
    return tl::unexpected(
        Error{{}, word(QT_TRANSLATE_NOOP("FieldText", "Allowed: %1")).arg(allowedText(field, locale)), 0});
}

/// How many natural units one of what was typed is: the unit's, or that of the displayed value for a bare number.
/// 0 where the field knows no such unit.
double unitFactor(const Field &field, const QString &unit, const FieldValue &shown)
{
    switch (field.type) {
    case FieldType::duration: {
        if (unit.isEmpty()) {
            const auto *duration = std::get_if<Duration>(&shown);
            return duration == nullptr || *duration == unlimited ? second.nanoseconds : unitOf(*duration).nanoseconds;
        }
        return nanosecondsPer(unit);
    }
    case FieldType::share: return unit.isEmpty() || unit == u"%" ? 0.01 : 0.0;
    case FieldType::rate: return unit.isEmpty() || unit == u"/s" ? 1.0 : 0.0;
    default: return unit.isEmpty() ? 1.0 : 0.0;
    }
}

} // namespace

QString fieldLabel(const Field &field)
{
    return QCoreApplication::translate("Field", field.label);
}

QString fieldHelp(const Field &field)
{
    return QCoreApplication::translate("Field", field.help);
}

bool isNumeric(FieldType type)
{
    switch (type) {
    case FieldType::duration:
    case FieldType::count:
    case FieldType::real:
    case FieldType::share:
    case FieldType::rate: return true;
    default: return false;
    }
}

bool isUnlimited(const FieldValue &value)
{
    if (const auto *duration = std::get_if<Duration>(&value))
        return *duration == unlimited;
    const auto *count = std::get_if<std::int64_t>(&value);
    return count != nullptr && *count == std::int64_t{unlimitedCount};
}

FieldValue unlimitedValue(FieldType type)
{
    return type == FieldType::duration ? FieldValue(unlimited) : FieldValue(std::int64_t{unlimitedCount});
}

double naturalValue(const FieldValue &value)
{
    if (const auto *duration = std::get_if<Duration>(&value))
        return static_cast<double>(duration->count());
    if (const auto *count = std::get_if<std::int64_t>(&value))
        return static_cast<double>(*count);
    const auto *real = std::get_if<double>(&value);
    return real != nullptr ? *real : 0.0;
}

FieldValue fromNatural(FieldType type, double natural)
{
    switch (type) {
    case FieldType::duration: return toDuration(std::round(natural));
    case FieldType::count: return static_cast<std::int64_t>(std::llround(natural));
    default: return natural;
    }
}

QString humanFieldText(const Field &field, const FieldValue &value, const QLocale &locale)
{
    if (field.mayBeUnlimited && isUnlimited(value))
        return word(QT_TRANSLATE_NOOP("FieldText", "unlimited"));
    switch (field.type) {
    case FieldType::duration: return durationForPeople(std::get<Duration>(value), locale);
    case FieldType::count: return locale.toString(static_cast<qlonglong>(std::get<std::int64_t>(value)));
    case FieldType::real: return exactNumber(std::get<double>(value), 1, locale);
    case FieldType::share:
        // 0.07 · 100 is not 7: rounding to nine digits hides the binary dust and keeps what a person typed.
        return exactNumber(std::round(std::get<double>(value) * 1e11) / 1e9, 0, locale) % QStringLiteral("\u00A0%");
    case FieldType::rate: return exactNumber(std::get<double>(value), 0, locale) % QStringLiteral("/s");
    case FieldType::choice: return choiceName(field, std::get<QString>(value));
    case FieldType::flag:
        return std::get<bool>(value) ? word(QT_TRANSLATE_NOOP("FieldText", "on"))
                                     : word(QT_TRANSLATE_NOOP("FieldText", "off"));
    case FieldType::text: return std::get<QString>(value);
    case FieldType::durations: return durationsForPeople(std::get<Durations>(value), locale);
    case FieldType::outcomes: break;
    }
    QStringList names;
    for (const QString &outcome : std::get<QStringList>(value))
        names += outcomeChipName(outcome);
    return names.join(QStringLiteral(", "));
}

Result<FieldValue> parseFieldText(const Field &field, QStringView text, const FieldValue &shown, const QLocale &locale)
{
    const QString trimmed = text.trimmed().toString();
    if (field.mayBeUnlimited && saysUnlimited(trimmed))
        return unlimitedValue(field.type);

    static const QRegularExpression pattern(QStringLiteral("^([^\\p{L}%/]*)(\\p{L}+|%|/s)?$"),
                                            QRegularExpression::UseUnicodePropertiesOption);
    const QRegularExpressionMatch match = pattern.match(trimmed);
    if (!match.hasMatch())
        return refusal(field, locale);
    const double number = parseNumber(match.captured(1).trimmed(), locale);
    const double factor = unitFactor(field, match.captured(2), shown);
    if (!std::isfinite(number) || factor <= 0.0 || (field.type == FieldType::count && number != std::floor(number)))
        return refusal(field, locale);
    // One division of whole numbers rounds once: "0.7 %" must be the double nearest to 0.007, which 0.7 · 0.01 is not.
    const double natural = factor < 1.0 ? std::round(number * 1e9) / std::round(1e9 / factor) : number * factor;
    if (natural < field.least || natural > field.most)
        return refusal(field, locale);
    return fromNatural(field.type, natural);
}

QString allowedText(const Field &field, const QLocale &locale)
{
    // A bound that only keeps numbers representable tells a person nothing.
    constexpr double nobodyGoesThere = 1e18;
    const QString least = humanFieldText(field, fromNatural(field.type, field.least), locale);
    QString text;
    if (field.most >= nobodyGoesThere) {
        text = word(QT_TRANSLATE_NOOP("FieldText", "at least %1")).arg(least);
    } else {
        const QString most = humanFieldText(field, fromNatural(field.type, field.most), locale);
        text = word(QT_TRANSLATE_NOOP("FieldText", "%1 to %2")).arg(least, most);
    }
    return field.mayBeUnlimited ? word(QT_TRANSLATE_NOOP("FieldText", "%1, or unlimited")).arg(text) : text;
}

bool sameValue(const FieldValue &a, const FieldValue &b)
{
    const auto *left = std::get_if<QStringList>(&a);
    const auto *right = std::get_if<QStringList>(&b);
    if (left == nullptr || right == nullptr)
        return a == b;
    // Outcomes are a set: the order in which they were clicked means nothing.
    return QSet<QString>(left->begin(), left->end()) == QSet<QString>(right->begin(), right->end());
}

} // namespace retrylab
