// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <ctime>

/// Puts the machine into another time zone for as long as it lives. POSIX counts westwards: "XYZ-2" is UTC+2.
class TimeZone {
public:
    explicit TimeZone(const char *zone)
        : m_before(qgetenv("TZ"))
    {
        set(zone);
    }
    ~TimeZone() { set(m_before); }
    TimeZone(const TimeZone &) = delete;
    TimeZone &operator=(const TimeZone &) = delete;

private:
    static void set(const QByteArray &zone)
    {
        zone.isNull() ? qunsetenv("TZ") : qputenv("TZ", zone);
        tzset();
    }

    QByteArray m_before; ///< null: the machine's own
};
