// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/fields.h"

#include "core/lab/fields_choices.h"
#include "core/lab/fields_lists.h"

#include <QLocale>
#include <QStringBuilder>

#include <cmath>

namespace retrylab {

namespace {

/// The fewest digits that read back as the same double, without an exponent where that stays readable.
QString numberText(double number)
{
    const bool plain = number == 0 || (std::abs(number) >= 1e-6 && std::abs(number) < 1e15);
    return QString::number(number, plain ? 'f' : 'g', QLocale::FloatingPointShortest);
}

/// The number as an exact range end for people: "1000000", "0.001".
QString rangeText(const Field &field)
{
    const auto end = [&](double natural) {
        switch (field.type) {
        case FieldType::duration:
        case FieldType::durations: return durationText(Duration(static_cast<std::int64_t>(natural)));
        case FieldType::rate: return QString(numberText(natural) % u"/s");
        default: return numberText(natural);
        }
    };
    const QString range = end(field.least) % u" to " % end(field.most);
    return field.mayBeUnlimited ? QString(range % u" or \"unlimited\"") : range;
}

/// "0 is out of range; allowed: 1 to 1000" without a path.
tl::unexpected<Error> refusal(const Field &field, const QString &shown, QStringView complaint)
{
    return failure({}, shown % u' ' % complaint % u"; allowed: " % allowedText(field));
}

bool isPrintable(const QString &text)
{
    if (!text.isValidUtf16())
        return false;
    for (const QChar c : text)
        if (c.category() == QChar::Other_Control || c.category() == QChar::Separator_Line
            || c.category() == QChar::Separator_Paragraph)
            return false;
    return true;
}

bool isSeed(const QString &text)
{
    bool ok = false;
    const qulonglong seed = text.toULongLong(&ok);
    // One spelling for each number: no sign, no leading zeros, no spaces.
    return ok && QString::number(seed) == text;
}

Result<void> checkText(const Field &field, const QString &text)
{
    if (field.rule == TextRule::seed)
        return isSeed(text) ? Result<void>() : refusal(field, quoted(text), u"is not a seed");
    if (!isPrintable(text))
        return refusal(field, quoted(text), u"has characters that cannot be printed");
    const auto length = static_cast<double>(text.size());
    if (length > field.most)
        return refusal(field, quoted(text), u"is too long");
    if (length < field.least)
        return refusal(field, quoted(text), u"is too short");
    if (field.rule == TextRule::name
        && (text.contains(u'.') || text.contains(u',') || text.contains(u'=') || text.contains(u'*')
            || text != text.trimmed()))
        return refusal(field, quoted(text), u"cannot stand in a path");
    return {};
}

Result<void> checkNumber(const Field &field, double natural, bool isUnlimited, const FieldValue &value)
{
    if (isUnlimited && field.mayBeUnlimited)
        return {};
    // Written so that NaN is refused.
    if (natural >= field.least && natural <= field.most)
        return {};
    return refusal(field, fieldText(field, value), u"is out of range");
}

Result<void> checkOutcomes(const Field &field, const QStringList &names)
{
    for (const QString &name : names)
        if (!isOutcomeName(name))
            return refusal(field, quoted(name), u"is not an outcome");
    return {};
}

Result<FieldValue> countFromText(const Field &field, const QString &text)
{
    if (field.mayBeUnlimited && text == u"unlimited")
        return std::int64_t{unlimitedCount};
    bool ok = false;
    qlonglong whole = text.toLongLong(&ok);
    if (!ok) {
        // 1e6 and 4.0 are whole numbers too; beyond 2^53 a double no longer counts one by one.
        const double number = text.toDouble(&ok);
        if (!ok)
            return refusal(field, quoted(text), u"is not a number");
        if (std::abs(number) > 9007199254740992.0)
            return refusal(field, text, u"is out of range");
        if (number != std::floor(number))
            return refusal(field, text, u"is not a whole number");
        whole = static_cast<qlonglong>(number);
    }
    // The number that stands for "unlimited" inside is no number that a person may write.
    if (whole == qlonglong{unlimitedCount})
        return refusal(field, text, u"is out of range");
    return std::int64_t{whole};
}

Result<FieldValue> realFromText(const Field &field, const QString &text)
{
    QString digits = text;
    if (field.type == FieldType::rate) {
        if (!text.endsWith(u"/s"))
            return refusal(field, quoted(text), u"has no unit");
        digits.chop(2);
    }
    bool ok = false;
    const double number = digits.toDouble(&ok);
    return ok ? Result<FieldValue>(number) : refusal(field, quoted(text), u"is not a number");
}

Result<FieldValue> valueFromText(const Field &field, const QString &text)
{
    switch (field.type) {
    case FieldType::duration: {
        const Result<Duration> duration = parseDuration(text);
        if (duration)
            return *duration;
        return failure({}, duration.error().message % u", from " % rangeText(field));
    }
    case FieldType::count: return countFromText(field, text);
    case FieldType::real:
    case FieldType::share:
    case FieldType::rate: return realFromText(field, text);
    case FieldType::flag:
        if (text != u"true" && text != u"false")
            return refusal(field, quoted(text), u"is not a yes or no");
        return text == u"true";
    case FieldType::outcomes: return text.isEmpty() || text == u"none" ? QStringList() : text.split(u',');
    case FieldType::durations: return durationsFromText(field, text);
    case FieldType::choice:
    case FieldType::text: break;
    }
    return text;
}

} // namespace

QString allowedText(const Field &field)
{
    switch (field.type) {
    case FieldType::flag: return QStringLiteral("true, false");
    case FieldType::choice: return joined(field.choices);
    case FieldType::outcomes: return joined(field.choices) + QStringLiteral(", 4xx, 5xx, 400 to 599");
    case FieldType::durations: return u"up to " % QString::number(mostDurations) % u" durations, " % rangeText(field);
    case FieldType::text: break;
    default: return rangeText(field);
    }
    switch (field.rule) {
    case TextRule::seed: return QStringLiteral("0 to 18446744073709551615");
    case TextRule::name: return QStringLiteral("%1 to %2 characters without . , = *").arg(field.least).arg(field.most);
    case TextRule::prose: break;
    }
    return QStringLiteral("one line of %1 to %2 characters").arg(field.least).arg(field.most);
}

Result<void> checkValue(const Field &field, const FieldValue &value)
{
    const auto wrongType = [&] { return refusal(field, QStringLiteral("this value"), u"has the wrong type"); };
    switch (field.type) {
    case FieldType::duration:
        if (const auto *duration = std::get_if<Duration>(&value))
            return checkNumber(field, static_cast<double>(duration->count()), *duration == unlimited, value);
        return wrongType();
    case FieldType::count:
        if (const auto *count = std::get_if<std::int64_t>(&value))
            return checkNumber(field, static_cast<double>(*count), *count == std::int64_t{unlimitedCount}, value);
        return wrongType();
    case FieldType::real:
    case FieldType::share:
    case FieldType::rate:
        if (const auto *number = std::get_if<double>(&value))
            return checkNumber(field, *number, false, value);
        return wrongType();
    case FieldType::flag: return std::holds_alternative<bool>(value) ? Result<void>() : wrongType();
    case FieldType::choice:
        if (const auto *name = std::get_if<QString>(&value))
            return choiceIndex(field.choices, *name) >= 0 ? Result<void>()
                                                          : refusal(field, quoted(*name), u"is not a choice");
        return wrongType();
    case FieldType::text:
        if (const auto *text = std::get_if<QString>(&value))
            return checkText(field, *text);
        return wrongType();
    case FieldType::outcomes:
        if (const auto *names = std::get_if<QStringList>(&value))
            return checkOutcomes(field, *names);
        return wrongType();
    case FieldType::durations:
        if (const auto *durations = std::get_if<Durations>(&value))
            return checkDurations(field, *durations);
        return wrongType();
    }
    return wrongType();
}

QString fieldText(const Field &field, const FieldValue &value)
{
    if (const auto *duration = std::get_if<Duration>(&value))
        return durationText(*duration);
    if (const auto *count = std::get_if<std::int64_t>(&value))
        return field.mayBeUnlimited && *count == std::int64_t{unlimitedCount} ? QStringLiteral("unlimited")
                                                                              : QString::number(*count);
    if (const auto *number = std::get_if<double>(&value))
        return field.type == FieldType::rate ? QString(numberText(*number) % u"/s") : numberText(*number);
    if (const auto *flag = std::get_if<bool>(&value))
        return *flag ? QStringLiteral("true") : QStringLiteral("false");
    if (const auto *names = std::get_if<QStringList>(&value))
        return names->isEmpty() ? QStringLiteral("none") : names->join(u',');
    if (const auto *durations = std::get_if<Durations>(&value))
        return durationsText(*durations);
    return std::get<QString>(value);
}

Result<FieldValue> fieldFromText(const Field &field, QStringView text)
{
    return valueFromText(field, text.toString()).and_then([&](const FieldValue &value) -> Result<FieldValue> {
        const Result<void> good = checkValue(field, value);
        return good ? Result<FieldValue>(value) : tl::unexpected(good.error());
    });
}

} // namespace retrylab
