// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/policy/http_date.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <tuple>

namespace retrylab {

namespace {

constexpr std::array<std::string_view, 7> shortDays{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
constexpr std::array<std::string_view, 7> longDays{"Monday", "Tuesday",  "Wednesday", "Thursday",
                                                   "Friday", "Saturday", "Sunday"};
constexpr std::array<std::string_view, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                  "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

struct Fields {
    int year = 0;
    int month = 0;
    int day = 0;
    int hour = 0;
    int minute = 0;
    int second = 0;

    auto afterYear() const { return std::tuple(month, day, hour, minute, second); }
};

/// Takes a text apart from the left. The first thing that does not fit fails the whole; what is read after that is 0.
class Reader {
public:
    explicit Reader(std::string_view text)
        : m_rest(text)
    {
    }

    bool atEnd() const { return !m_failed && m_rest.empty(); }

    void literal(std::string_view expected)
    {
        m_failed = m_failed || !m_rest.starts_with(expected);
        if (!m_failed)
            m_rest.remove_prefix(expected.size());
    }

    /// One of these names; which one, from 0.
    template <std::size_t count>
    int name(const std::array<std::string_view, count> &names)
    {
        for (std::size_t i = 0; i < count && !m_failed; ++i) {
            if (m_rest.starts_with(names[i])) {
                m_rest.remove_prefix(names[i].size());
                return static_cast<int>(i);
            }
        }
        m_failed = true;
        return 0;
    }

    /// Exactly so many digits.
    int digits(std::size_t count)
    {
        int value = 0;
        for (std::size_t i = 0; i < count; ++i) {
            m_failed = m_failed || m_rest.empty() || m_rest.front() < '0' || m_rest.front() > '9';
            if (m_failed)
                return 0;
            value = value * 10 + (m_rest.front() - '0');
            m_rest.remove_prefix(1);
        }
        return value;
    }

    /// asctime writes a day below ten with a space in front.
    int paddedDay()
    {
        if (!m_rest.starts_with(' '))
            return digits(2);
        m_rest.remove_prefix(1);
        return digits(1);
    }

    void timeOfDay(Fields &fields)
    {
        fields.hour = digits(2);
        literal(":");
        fields.minute = digits(2);
        literal(":");
        fields.second = digits(2);
    }

private:
    std::string_view m_rest;
    bool m_failed = false;
};

std::optional<Fields> readImfFixdate(std::string_view text)
{
    Reader reader(text);
    Fields fields;
    reader.name(shortDays);
    reader.literal(", ");
    fields.day = reader.digits(2);
    reader.literal(" ");
    fields.month = reader.name(months) + 1;
    reader.literal(" ");
    fields.year = reader.digits(4);
    reader.literal(" ");
    reader.timeOfDay(fields);
    reader.literal(" GMT");
    return reader.atEnd() ? std::optional(fields) : std::nullopt;
}

/// The year that two digits stand for: the latest that is not more than 50 years ahead of now.
int fullYear(const Fields &fields, std::int64_t now)
{
    using namespace std::chrono;
    // Dates with four-digit years; whatever lies outside cannot decide about two digits.
    constexpr std::int64_t firstSecond = -62167219200;
    constexpr std::int64_t lastSecond = 253402300799;
    const sys_seconds moment{seconds(std::clamp(now, firstSecond, lastSecond))};
    const sys_days midnight = floor<days>(moment);
    const year_month_day today(midnight);
    const hh_mm_ss time(moment - midnight);
    Fields present;
    present.year = static_cast<int>(today.year());
    present.month = static_cast<int>(static_cast<unsigned>(today.month()));
    present.day = static_cast<int>(static_cast<unsigned>(today.day()));
    present.hour = static_cast<int>(time.hours().count());
    present.minute = static_cast<int>(time.minutes().count());
    present.second = static_cast<int>(time.seconds().count());

    const int latest = present.year + (fields.afterYear() > present.afterYear() ? 49 : 50);
    const int nextCentury = present.year - present.year % 100 + 100;
    int year = nextCentury + fields.year;
    while (year > latest)
        year -= 100;
    return year;
}

std::optional<Fields> readRfc850Date(std::string_view text, std::int64_t now)
{
    Reader reader(text);
    Fields fields;
    reader.name(longDays);
    reader.literal(", ");
    fields.day = reader.digits(2);
    reader.literal("-");
    fields.month = reader.name(months) + 1;
    reader.literal("-");
    fields.year = reader.digits(2);
    reader.literal(" ");
    reader.timeOfDay(fields);
    reader.literal(" GMT");
    if (!reader.atEnd())
        return std::nullopt;
    fields.year = fullYear(fields, now);
    return fields;
}

std::optional<Fields> readAsctimeDate(std::string_view text)
{
    Reader reader(text);
    Fields fields;
    reader.name(shortDays);
    reader.literal(" ");
    fields.month = reader.name(months) + 1;
    reader.literal(" ");
    fields.day = reader.paddedDay();
    reader.literal(" ");
    reader.timeOfDay(fields);
    reader.literal(" ");
    fields.year = reader.digits(4);
    return reader.atEnd() ? std::optional(fields) : std::nullopt;
}

std::optional<std::int64_t> unixSeconds(const Fields &fields)
{
    using namespace std::chrono;
    const year_month_day date(year(fields.year), month(static_cast<unsigned>(fields.month)),
                              day(static_cast<unsigned>(fields.day)));
    // Leap seconds are put in at the end of a day of GMT, nowhere else.
    const bool leapSecond = fields.hour == 23 && fields.minute == 59 && fields.second == 60;
    if (!date.ok() || fields.hour > 23 || fields.minute > 59 || (fields.second > 59 && !leapSecond))
        return std::nullopt;
    const sys_seconds moment = sys_days(date) + hours(fields.hour) + minutes(fields.minute) + seconds(fields.second);
    return moment.time_since_epoch().count();
}

} // namespace

std::optional<std::int64_t> parseHttpDate(std::string_view text, std::int64_t now, HttpDateForms forms)
{
    if (forms == HttpDateForms::none)
        return std::nullopt;
    std::optional<Fields> fields = readImfFixdate(text);
    if (!fields && forms == HttpDateForms::all)
        fields = readRfc850Date(text, now);
    if (!fields && forms == HttpDateForms::all)
        fields = readAsctimeDate(text);
    return fields ? unixSeconds(*fields) : std::nullopt;
}

} // namespace retrylab
