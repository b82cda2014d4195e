// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/policy/choice_names.h"

#include "core/lab/dialects.h"
#include "widgets/policy/choice_tables.h"
#include "widgets/policy/dialect_text.h"

#include <QCoreApplication>

#include <array>

namespace retrylab {

namespace {

constexpr std::array outcomeChips = {
    ChoiceName{"", "refused", QT_TRANSLATE_NOOP("Choice", "refused"),
               QT_TRANSLATE_NOOP("Choice", "The connection was refused.")},
    ChoiceName{"", "reset", QT_TRANSLATE_NOOP("Choice", "reset"),
               QT_TRANSLATE_NOOP("Choice", "The connection broke while the service had the request.")},
    ChoiceName{"", "timeout", QT_TRANSLATE_NOOP("Choice", "timeout"),
               QT_TRANSLATE_NOOP("Choice", "No answer within the attempt's timeout.")},
    ChoiceName{"", "unavailable", "503", QT_TRANSLATE_NOOP("Choice", "503: the service is not available.")},
    ChoiceName{"", "rateLimited", "429", QT_TRANSLATE_NOOP("Choice", "429: too many requests.")},
    ChoiceName{"", "serverError", QT_TRANSLATE_NOOP("Choice", "other 5xx"),
               QT_TRANSLATE_NOOP("Choice", "Any other 5xx: may be a bug that every retry meets again.")},
    ChoiceName{"", "clientError", QT_TRANSLATE_NOOP("Choice", "other 4xx"),
               QT_TRANSLATE_NOOP("Choice", "Any other 4xx: the request itself is wrong; a retry changes nothing.")},
    ChoiceName{"", "conflict", "409", QT_TRANSLATE_NOOP("Choice", "409: another request is in the way.")},
    ChoiceName{"", "deadlock", QT_TRANSLATE_NOOP("Choice", "deadlock"),
               QT_TRANSLATE_NOOP("Choice", "The service reports a deadlock.")},
    ChoiceName{"", "lockWait", QT_TRANSLATE_NOOP("Choice", "lock wait"),
               QT_TRANSLATE_NOOP("Choice", "A lock that somebody else holds did not come free in time.")},
    ChoiceName{"", "validation", QT_TRANSLATE_NOOP("Choice", "validation"),
               QT_TRANSLATE_NOOP("Choice", "The input breaks a rule: it will break it again.")},
    ChoiceName{"", "parseError", QT_TRANSLATE_NOOP("Choice", "parse error"),
               QT_TRANSLATE_NOOP("Choice", "What was sent or answered cannot be read.")},
    ChoiceName{"", "bug", QT_TRANSLATE_NOOP("Choice", "bug"),
               QT_TRANSLATE_NOOP("Choice", "A mistake in the program: the same request meets it every time.")},
    ChoiceName{"", "408", "408", QT_TRANSLATE_NOOP("Choice", "408: the service waited too long for the request.")},
    ChoiceName{"", "500", "500", QT_TRANSLATE_NOOP("Choice", "500: something broke; it may be a bug.")},
    ChoiceName{"", "502", "502", QT_TRANSLATE_NOOP("Choice", "502: whoever is behind the gateway answered nonsense.")},
    ChoiceName{"", "504", "504", QT_TRANSLATE_NOOP("Choice", "504: whoever is behind the gateway did not answer.")},
};

const ChoiceName *entryOf(std::span<const ChoiceName> table, const QString &path, QStringView choice)
{
    for (const ChoiceName &entry : table) {
        const QLatin1String ending(entry.ending);
        if (choice == QLatin1String(entry.choice) && (ending.isEmpty() || path.endsWith(ending)))
            return &entry;
    }
    return nullptr;
}

const ChoiceName *entryOf(const Field &field, QStringView choice)
{
    const QString path = QString::fromUtf8(field.path.data(), static_cast<qsizetype>(field.path.size()));
    // The words of the world are for any field: they come last.
    for (const std::span<const ChoiceName> table : {retryChoiceNames(), budgetChoiceNames(), breakerChoiceNames(),
                                                    hedgeChoiceNames(), fallbackChoiceNames(), worldChoiceNames()})
        if (const ChoiceName *entry = entryOf(table, path, choice); entry != nullptr)
            return entry;
    return nullptr;
}

/// A library is named and told of by its own file; null for every other choice.
const Dialect *dialectNamed(const Field &field, QStringView choice)
{
    return field.path.ends_with(".policy.dialect") ? findDialect(choice) : nullptr;
}

QString translated(const char *text)
{
    return QCoreApplication::translate("Choice", text);
}

} // namespace

QString choiceName(const Field &field, QStringView choice)
{
    if (const Dialect *dialect = dialectNamed(field, choice); dialect != nullptr)
        return dialect->title;
    const ChoiceName *entry = entryOf(field, choice);
    return entry != nullptr ? translated(entry->name) : choice.toString();
}

QString choiceHelp(const Field &field, QStringView choice)
{
    if (const Dialect *dialect = dialectNamed(field, choice); dialect != nullptr)
        return linesOf(dialect->about, QLocale()).front();
    const ChoiceName *entry = entryOf(field, choice);
    return entry != nullptr ? translated(entry->help) : QString();
}

QString outcomeChipName(QStringView outcome)
{
    const ChoiceName *entry = entryOf(outcomeChips, {}, outcome);
    return entry != nullptr ? translated(entry->name) : outcome.toString();
}

QString outcomeChipHelp(QStringView outcome)
{
    const ChoiceName *entry = entryOf(outcomeChips, {}, outcome);
    return entry != nullptr ? translated(entry->help) : QString();
}

} // namespace retrylab
