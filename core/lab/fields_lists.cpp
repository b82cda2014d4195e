// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/fields_lists.h"

#include <QStringBuilder>

namespace retrylab {

namespace {

/// "entry 2: …": a line cannot say where in the list it is.
tl::unexpected<Error> inEntry(qsizetype index, const Error &error)
{
    return failure({}, u"entry " % QString::number(index + 1) % u": " % error.message);
}

} // namespace

Field entryOf(const Field &list)
{
    Field entry = list;
    entry.type = FieldType::duration;
    return entry;
}

Result<void> checkDurations(const Field &field, const Durations &durations)
{
    if (durations.size() > mostDurations)
        return failure({},
                       QString::number(durations.size()) % u" entries are too many; allowed: " % allowedText(field));
    const Field entry = entryOf(field);
    for (std::size_t i = 0; i < durations.size(); ++i)
        if (const Result<void> good = checkValue(entry, durations[i]); !good)
            return inEntry(static_cast<qsizetype>(i), good.error());
    return {};
}

Result<FieldValue> durationsFromText(const Field &field, const QString &text)
{
    Durations durations;
    if (text.isEmpty() || text == u"none")
        return durations;
    const QStringList parts = text.split(u',');
    const Field entry = entryOf(field);
    for (qsizetype i = 0; i < parts.size(); ++i) {
        const Result<FieldValue> duration = fieldFromText(entry, parts[i]);
        if (!duration)
            return inEntry(i, duration.error());
        durations.push_back(std::get<Duration>(*duration));
    }
    return durations;
}

QString durationsText(const Durations &durations)
{
    QStringList parts;
    for (const Duration duration : durations)
        parts += durationText(duration);
    return parts.isEmpty() ? QStringLiteral("none") : parts.join(u',');
}

} // namespace retrylab
