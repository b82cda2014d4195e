// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/policy/retry_after.h"

#include <algorithm>
#include <limits>

namespace retrylab {

namespace {

constexpr Duration oneSecond = std::chrono::seconds(1);

std::string_view trimmed(std::string_view text, bool trim)
{
    constexpr std::string_view optionalWhitespace = " \t";
    if (!trim)
        return text;
    const std::size_t first = text.find_first_not_of(optionalWhitespace);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(optionalWhitespace) - first + 1);
}

/// value · 10 + digit, staying at the greatest number instead of wrapping round.
std::uint64_t appendDigit(std::uint64_t value, unsigned digit)
{
    constexpr std::uint64_t greatest = std::numeric_limits<std::uint64_t>::max();
    return value > (greatest - digit) / 10 ? greatest : value * 10 + digit;
}

std::optional<std::uint64_t> wholeNumber(std::string_view text, bool sign)
{
    bool negative = false;
    if (sign && (text.starts_with('+') || text.starts_with('-'))) {
        negative = text.front() == '-';
        text.remove_prefix(1);
    }
    if (text.empty())
        return std::nullopt;
    std::uint64_t value = 0;
    for (const char c : text) {
        if (c < '0' || c > '9')
            return std::nullopt;
        value = appendDigit(value, static_cast<unsigned>(c - '0'));
    }
    if (negative && value != 0)
        return std::nullopt;
    return value;
}

Duration times(std::uint64_t count, Duration unit)
{
    const auto most = static_cast<std::uint64_t>(unlimited / unit);
    return count > most ? unlimited : Duration(static_cast<Duration::rep>(count) * unit.count());
}

/// to − from, both in seconds, to ≥ from. The distance of any two fits an unsigned number.
Duration between(std::int64_t from, std::int64_t to)
{
    return times(static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from), oneSecond);
}

} // namespace

std::optional<Duration> parseDelay(std::string_view value, Duration unit, const HintSyntax &syntax)
{
    const std::optional<std::uint64_t> count = wholeNumber(trimmed(value, syntax.trim), syntax.sign);
    return count ? std::optional(times(*count, unit)) : std::nullopt;
}

std::optional<Duration> parseRetryAfter(std::string_view value, std::int64_t now, const HintSyntax &syntax)
{
    if (const std::optional<Duration> delay = parseDelay(value, oneSecond, syntax))
        return delay;
    const std::optional<std::int64_t> date = parseHttpDate(trimmed(value, syntax.trim), now, syntax.dates);
    if (!date)
        return std::nullopt;
    return *date > now ? between(now, *date) : Duration::zero();
}

std::optional<Duration> parseResetTime(std::string_view value, std::int64_t now, const HintSyntax &syntax)
{
    const std::optional<std::uint64_t> seconds = wholeNumber(trimmed(value, syntax.trim), syntax.sign);
    if (!seconds)
        return std::nullopt;
    constexpr std::uint64_t lastMoment = std::numeric_limits<std::int64_t>::max();
    const auto moment = static_cast<std::int64_t>(std::min(*seconds, lastMoment));
    return moment >= now ? std::optional(between(now, moment)) : std::nullopt;
}

} // namespace retrylab
