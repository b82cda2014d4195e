// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/time.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QList>
#include <QString>

#include <cstdint>
#include <optional>

namespace retrylab::oracle {

/// Is it this library, in whatever version and mode?
bool isLibrary(const QString &library, QLatin1StringView name);

/// A span of time as a vector states it: so many units, of which `perSecond` make a second. May be infinite.
struct Span {
    double value = 0.0;
    double perSecond = 1.0;
};

/// "2 days", "1 s", "+1.5 ms", "infinite"; nothing if the text is none of these.
std::optional<Span> spanFromText(const QString &text);

/// The span that `given` states as NAME_s, NAME_ms, NAME_us or NAME_ns, or as a text under NAME itself; a bare number
/// under NAME is in units of `perSecond`.
std::optional<Span> spanAt(const QJsonObject &given, const QString &name, double perSecond = 1.0);

/// The core counts ticks and does not ask how long one is: a nanosecond in the program, here whatever holds a vector's
/// numbers exactly.
class Ticks {
public:
    explicit Ticks(double perSecond)
        : m_perSecond(perSecond)
    {
    }

    double perSecond() const { return m_perSecond; }
    /// Rounded to whole ticks; `unlimited` where it is infinite or too long.
    Duration of(Span span);
    /// Was every span so far a whole number of ticks?
    bool exact() const { return m_exact; }

private:
    double m_perSecond;
    bool m_exact = true;
};

/// A list as it is; anything else as a list of one; nothing as an empty list.
QJsonArray listOf(const QJsonValue &value);

/// Applies f to a value, or to each of a list.
template <typename F>
QJsonValue mapped(const QJsonValue &value, F f)
{
    if (!value.isArray())
        return f(value);
    QJsonArray results;
    for (const auto &element : value.toArray())
        results += f(element);
    return results;
}

/// Which retries a vector asks about, 1 = the first.
struct Retries {
    QList<std::uint32_t> numbers;
    bool single = false; ///< it asks about one only: the answer is no list
};

/// A number or a list of numbers; `first` is the one that the library gives the first retry. Earlier ones are the
/// first.
Retries retriesAt(const QJsonValue &value, int first);

/// The first so many retries; ten thousand at most.
Retries retriesUpTo(std::uint32_t count);

/// A count in [0, 10 million], at whose ends what is beyond is held; nothing if it is no number.
std::optional<std::uint32_t> countOf(const QJsonValue &value);

/// The numbers in a text, in their order: "exponential 1,2,4" has 1, 2 and 4.
QList<double> numbersIn(const QString &text);

} // namespace retrylab::oracle
