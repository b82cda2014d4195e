// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/oracle/reading.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace retrylab::oracle {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

struct Unit {
    QLatin1StringView name;
    double perSecond;
};

constexpr Unit units[] = {
    {"ns"_L1, 1e9},         {"us"_L1, 1e6},         {"ms"_L1, 1e3},         {"s"_L1, 1},          {"sec"_L1, 1},
    {"m"_L1, 1. / 60},      {"min"_L1, 1. / 60},    {"h"_L1, 1. / 3600},    {"d"_L1, 1. / 86400}, {"second"_L1, 1},
    {"minute"_L1, 1. / 60}, {"hour"_L1, 1. / 3600}, {"day"_L1, 1. / 86400},
};

const Unit *unitNamed(QString name)
{
    if (name.size() > 2 && name.endsWith(u's')) // days
        name.chop(1);
    const auto *found = std::find_if(std::begin(units), std::end(units), [&](const Unit &u) { return u.name == name; });
    return found == std::end(units) ? nullptr : found;
}

std::uint32_t toCount(double number)
{
    constexpr double most = std::numeric_limits<std::uint32_t>::max();
    return static_cast<std::uint32_t>(std::clamp(number, 0.0, most));
}

} // namespace

bool isLibrary(const QString &library, QLatin1StringView name)
{
    return library.startsWith(name, Qt::CaseInsensitive);
}

std::optional<Span> spanFromText(const QString &text)
{
    if (text.startsWith("inf"_L1) || text == "unlimited"_L1)
        return Span{infinite, 1.0};
    static const QRegularExpression form(u"^\\s*([-+]?\\d+(?:\\.\\d+)?)\\s*([a-z]+)\\s*$"_qs);
    const QRegularExpressionMatch match = form.match(text);
    const Unit *unit = match.hasMatch() ? unitNamed(match.captured(2)) : nullptr;
    return unit == nullptr ? std::nullopt : std::optional(Span{match.captured(1).toDouble(), unit->perSecond});
}

std::optional<Span> spanAt(const QJsonObject &given, const QString &name, double perSecond)
{
    for (const QLatin1StringView unit : {"s"_L1, "ms"_L1, "us"_L1, "ns"_L1}) {
        const QJsonValue value = given[name + u'_' + unit];
        if (value.isDouble())
            return Span{value.toDouble(), unitNamed(unit)->perSecond};
    }
    const QJsonValue value = given[name];
    if (value.isDouble())
        return Span{value.toDouble(), perSecond};
    return value.isString() ? spanFromText(value.toString()) : std::nullopt;
}

Duration Ticks::of(Span span)
{
    // Only one of the two is a fraction: dividing by it is exact where multiplying by its inverse is not.
    const double ticks = span.perSecond < 1.0            ? span.value * m_perSecond * std::round(1.0 / span.perSecond)
                         : m_perSecond >= span.perSecond ? span.value * (m_perSecond / span.perSecond)
                                                         : span.value / (span.perSecond / m_perSecond);
    constexpr double precision = 1e-9;
    const double whole = std::round(ticks);
    m_exact = m_exact && (std::isinf(ticks) || std::abs(whole - ticks) <= precision * std::abs(ticks));
    return toDuration(whole);
}

QJsonArray listOf(const QJsonValue &value)
{
    if (value.isArray())
        return value.toArray();
    return value.isUndefined() || value.isNull() ? QJsonArray() : QJsonArray{value};
}

Retries retriesAt(const QJsonValue &value, int first)
{
    Retries retries;
    for (const auto &number : listOf(value))
        retries.numbers += std::max(1U, toCount(number.toDouble() - first + 1));
    retries.single = !value.isArray() && !retries.numbers.isEmpty();
    return retries;
}

Retries retriesUpTo(std::uint32_t count)
{
    constexpr std::uint32_t most = 10'000;
    Retries retries;
    for (std::uint32_t number = 1; number <= std::min(count, most); ++number)
        retries.numbers += number;
    return retries;
}

std::optional<std::uint32_t> countOf(const QJsonValue &value)
{
    constexpr double most = 10'000'000;
    return value.isDouble() ? std::optional(toCount(std::min(value.toDouble(), most))) : std::nullopt;
}

QList<double> numbersIn(const QString &text)
{
    static const QRegularExpression number(u"\\d+(?:\\.\\d+)?"_qs);
    QList<double> numbers;
    for (auto matches = number.globalMatch(text); matches.hasNext();)
        numbers += matches.next().captured().toDouble();
    return numbers;
}

} // namespace retrylab::oracle
