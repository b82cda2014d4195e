// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/outcome_log_values.h"

#include "core/lab/decimal_text.h"
#include "core/lab/run_figures.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>

namespace retrylab {

namespace {

constexpr std::int64_t nanosPerSecond = 1'000'000'000;
constexpr std::int64_t nanosPerMilli = 1'000'000;
/// Those that are a kind of their own.
constexpr std::array<std::uint16_t, 3> singleStatuses = {503, 429, 409};
constexpr std::uint64_t leastEpochMillis = 100'000'000'000;

std::optional<LogMoment> readNumber(std::string_view text)
{
    const std::optional<Decimal> number = takeNumber(text);
    if (!number || !text.empty())
        return {};
    const bool millis = number->whole && number->digits >= leastEpochMillis;
    const std::optional<std::int64_t> nanos = number->scaled(1, millis ? 6 : 9);
    if (!nanos)
        return {};
    return LogMoment{Time(Duration(*nanos)), millis ? TimeForm::milliseconds : TimeForm::seconds};
}

/// Takes a number of two digits that stands after `before`, if that is not 0.
bool takeTwo(std::string_view &text, char before, int most, int &value)
{
    const std::size_t skip = before != 0 ? 1 : 0;
    if (text.size() < skip + 2 || (skip != 0 && text.front() != before) || !isDigit(text[skip])
        || !isDigit(text[skip + 1]))
        return false;
    value = (text[skip] - '0') * 10 + (text[skip + 1] - '0');
    text.remove_prefix(skip + 2);
    return value <= most;
}

/// The seconds by which local time is ahead of UTC: "Z", "+07:00", "-0330", "+07" or nothing.
std::optional<int> readOffset(std::string_view text)
{
    if (text.empty() || text == "Z" || text == "z")
        return 0;
    const int sign = text.front() == '-' ? -1 : 1;
    int hours = 0;
    int minutes = 0;
    if (!takeTwo(text, sign < 0 ? '-' : '+', 23, hours))
        return {};
    if (!text.empty() && !takeTwo(text, text.front() == ':' ? ':' : '\0', 59, minutes))
        return {};
    return text.empty() ? std::optional(sign * (hours * 3600 + minutes * 60)) : std::nullopt;
}

/// Takes "2026-03-01": days since 1970.
std::optional<std::int64_t> takeDate(std::string_view &text)
{
    int century = 0;
    int year = 0;
    int month = 0;
    int day = 0;
    if (!takeTwo(text, 0, 22, century) || !takeTwo(text, 0, 99, year) || !takeTwo(text, '-', 12, month)
        || !takeTwo(text, '-', 31, day))
        return {};
    const std::chrono::year_month_day date{std::chrono::year(century * 100 + year),
                                           std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(day))};
    if (!date.ok())
        return {};
    return std::chrono::sys_days(date).time_since_epoch().count();
}

/// Takes the digits behind a point or comma, if there is one.
std::optional<std::int64_t> takeFraction(std::string_view &text)
{
    if (text.empty() || (text.front() != '.' && text.front() != ','))
        return 0;
    text.remove_prefix(1);
    if (text.empty() || !isDigit(text.front()))
        return {};
    Decimal fraction;
    fraction.takeDigits(text, true);
    return fraction.scaled(1, 9);
}

std::optional<LogMoment> readIso(std::string_view text)
{
    const std::optional<std::int64_t> days = takeDate(text);
    if (!days || text.empty() || (text.front() != 'T' && text.front() != 't' && text.front() != ' '))
        return {};
    text.remove_prefix(1);
    int hour = 0;
    int minute = 0;
    int second = 0; // 60 in a leap second: POSIX clocks count it as the next minute's first
    if (!takeTwo(text, 0, 23, hour) || !takeTwo(text, ':', 59, minute))
        return {};
    std::optional<std::int64_t> fraction = 0;
    if (!text.empty() && text.front() == ':') {
        if (!takeTwo(text, ':', 60, second) || !(fraction = takeFraction(text)))
            return {};
    }
    const std::optional<int> offset = readOffset(text);
    if (!offset)
        return {};
    const std::int64_t minutes = (*days * 24 + hour) * 60 + minute;
    const std::int64_t seconds = minutes * 60 + second - *offset;
    if (seconds < 0 || seconds >= Decimal::most / nanosPerSecond)
        return {};
    return LogMoment{Time(Duration(seconds * nanosPerSecond + *fraction)), TimeForm::iso};
}

struct LatencyUnit {
    std::string_view symbol;
    std::uint64_t factor; ///< nanoseconds = factor · 10^shift
    int shift;
};
constexpr std::array<LatencyUnit, 7> latencyUnits = {
    {{"", 1, 9}, {"s", 1, 9}, {"ms", 1, 6}, {"us", 1, 3}, {"ns", 1, 0}, {"m", 6, 10}, {"h", 36, 11}}};

void appendNumber(std::string &text, std::int64_t number, int digits = 1)
{
    std::array<char, 20> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
    const std::string_view written(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    text.append(
        written.size() < static_cast<std::size_t>(digits) ? static_cast<std::size_t>(digits) - written.size() : 0, '0');
    text += written;
}

/// ".25" for 250,000,000 of 9 digits; nothing for zero.
void appendFraction(std::string &text, std::int64_t part, int digits)
{
    if (part == 0)
        return;
    for (; part % 10 == 0; part /= 10)
        --digits;
    text += '.';
    appendNumber(text, part, digits);
}

void appendIso(std::string &text, std::int64_t nanos)
{
    const std::chrono::sys_seconds moment{std::chrono::seconds(nanos / nanosPerSecond)};
    const auto midnight = std::chrono::floor<std::chrono::days>(moment);
    const std::chrono::year_month_day date(midnight);
    const std::int64_t second = (moment - midnight).count();
    appendNumber(text, static_cast<int>(date.year()), 4);
    appendNumber(text += '-', static_cast<unsigned>(date.month()), 2);
    appendNumber(text += '-', static_cast<unsigned>(date.day()), 2);
    appendNumber(text += 'T', second / 3600, 2);
    appendNumber(text += ':', second / 60 % 60, 2);
    appendNumber(text += ':', second % 60, 2);
    appendFraction(text, nanos % nanosPerSecond, 9);
    text += 'Z';
}

} // namespace

bool sameLetters(std::string_view a, std::string_view b)
{
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [lower](char x, char y) { return lower(x) == lower(y); });
}

std::optional<LogMoment> readMoment(std::string_view text)
{
    // 1.5e-05 has that hyphen too.
    return text.size() > 4 && text[4] == '-' && isDigit(text[3]) ? readIso(text) : readNumber(text);
}

std::optional<Duration> readLatency(std::string_view text)
{
    const std::optional<Decimal> number = takeNumber(text);
    if (!number)
        return {};
    for (const LatencyUnit &unit : latencyUnits) {
        if (text != unit.symbol)
            continue;
        const std::optional<std::int64_t> nanos = number->scaled(unit.factor, unit.shift);
        return nanos ? std::optional(Duration(*nanos)) : std::nullopt;
    }
    return {};
}

std::optional<Outcome> readOutcome(std::string_view text)
{
    if (text.size() == 3 && std::all_of(text.begin(), text.end(), isDigit)) {
        const int status = (text[0] - '0') * 100 + (text[1] - '0') * 10 + (text[2] - '0');
        return status >= 100 && status < 600 ? std::optional(outcomeOfStatus(static_cast<std::uint16_t>(status)))
                                             : std::nullopt;
    }
    if (sameLetters(text, "fail"))
        return outcomeOfStatus(503);
    for (int i = 0; i < outcomeKindCount; ++i) {
        const auto kind = static_cast<OutcomeKind>(i);
        if (!sameLetters(text, outcomeKey(kind)))
            continue;
        for (const std::uint16_t status : singleStatuses)
            if (outcomeOfStatus(status).kind == kind)
                return outcomeOfStatus(status);
        return Outcome{kind, 0};
    }
    return {};
}

QString allowedMoments()
{
    return QStringLiteral("seconds, whole milliseconds since 1970, or ISO 8601 such as 2026-03-01T09:30:00.25Z");
}

QString allowedLatencies()
{
    return QStringLiteral("seconds such as 0.25, or a number with a unit (ns us ms s m h)");
}

QString allowedOutcomes()
{
    QString text = QStringLiteral("ok, fail, an HTTP status (100 to 599)");
    for (int i = 1; i < outcomeKindCount; ++i)
        text += QStringLiteral(", ") + QLatin1String(outcomeKey(static_cast<OutcomeKind>(i)));
    return text;
}

QString nameOf(TimeForm form)
{
    switch (form) {
    case TimeForm::seconds: return QStringLiteral("seconds");
    case TimeForm::milliseconds: return QStringLiteral("milliseconds since 1970");
    case TimeForm::iso: break;
    }
    return QStringLiteral("ISO 8601");
}

void appendMoment(std::string &text, Time at, TimeForm form)
{
    const std::int64_t nanos = std::max<std::int64_t>(at.time_since_epoch().count(), 0);
    switch (form) {
    case TimeForm::seconds: appendSeconds(text, Duration(nanos)); break;
    case TimeForm::milliseconds:
        appendNumber(text, nanos / nanosPerMilli);
        appendFraction(text, nanos % nanosPerMilli, 6);
        break;
    case TimeForm::iso: appendIso(text, nanos); break;
    }
}

void appendSeconds(std::string &text, Duration span)
{
    appendNumber(text, span.count() / nanosPerSecond);
    appendFraction(text, span.count() % nanosPerSecond, 9);
}

} // namespace retrylab
