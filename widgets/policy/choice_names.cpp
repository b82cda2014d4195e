// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/policy/choice_names.h"

#include "core/lab/dialects.h"
#include "widgets/policy/choice_tables.h"
#include "widgets/policy/dialect_text.h"

#include <QCoreApplication>

#include <array>

namespace retrylab {

namespace {

/// The choices of the world around a policy.
constexpr std::array worldChoices = {
    ChoiceName{"", "herd", QT_TRANSLATE_NOOP("Choice", "Herd"),
               QT_TRANSLATE_NOOP("Choice", "Every client calls once, all at the same moment.")},
    ChoiceName{"traffic.kind", "open", QT_TRANSLATE_NOOP("Choice", "Open"),
               QT_TRANSLATE_NOOP("Choice", "Calls arrive at a rate, whatever the service does.")},
    ChoiceName{"traffic.kind", "closed", QT_TRANSLATE_NOOP("Choice", "Closed"),
               QT_TRANSLATE_NOOP("Choice", "Each client calls, waits for the answer, thinks, and calls again.")},
    ChoiceName{"", "poisson", QT_TRANSLATE_NOOP("Choice", "Random"),
               QT_TRANSLATE_NOOP("Choice", "Poisson arrivals: independent of one another.")},
    ChoiceName{"", "even", QT_TRANSLATE_NOOP("Choice", "Even"),
               QT_TRANSLATE_NOOP("Choice", "One call after the other, equally spaced.")},
    ChoiceName{"", "fifo", QT_TRANSLATE_NOOP("Choice", "Oldest first"),
               QT_TRANSLATE_NOOP("Choice", "First in, first out.")},
    ChoiceName{"", "lifo", QT_TRANSLATE_NOOP("Choice", "Newest first"),
               QT_TRANSLATE_NOOP("Choice", "Last in, first out.")},
    ChoiceName{"", "reject", QT_TRANSLATE_NOOP("Choice", "Reject"),
               QT_TRANSLATE_NOOP("Choice", "Answers 503 at once.")},
    ChoiceName{"", "drop", QT_TRANSLATE_NOOP("Choice", "Drop"),
               QT_TRANSLATE_NOOP("Choice", "Says nothing: the caller waits for its timeout.")},
    ChoiceName{"", "fixed", QT_TRANSLATE_NOOP("Choice", "Fixed"), QT_TRANSLATE_NOOP("Choice", "Always the same time.")},
    ChoiceName{"", "uniform", QT_TRANSLATE_NOOP("Choice", "Uniform"),
               QT_TRANSLATE_NOOP("Choice", "Anything between two ends, all equally likely.")},
    ChoiceName{"", "exponential", QT_TRANSLATE_NOOP("Choice", "Exponential"),
               QT_TRANSLATE_NOOP("Choice", "Many short times, few long ones.")},
    ChoiceName{"", "refuse", QT_TRANSLATE_NOOP("Choice", "Refuse"),
               QT_TRANSLATE_NOOP("Choice", "Connections are refused.")},
    ChoiceName{"", "status", QT_TRANSLATE_NOOP("Choice", "Status"),
               QT_TRANSLATE_NOOP("Choice", "Answers with an error status at once, without doing the work.")},
    ChoiceName{"", "latency", QT_TRANSLATE_NOOP("Choice", "Latency"),
               QT_TRANSLATE_NOOP("Choice", "Answers take longer on the way.")},
    ChoiceName{"", "slots", QT_TRANSLATE_NOOP("Choice", "Slots"),
               QT_TRANSLATE_NOOP("Choice", "Only some of the slots work.")},
    ChoiceName{"policy.dialect", "custom", QT_TRANSLATE_NOOP("Choice", "Custom"),
               QT_TRANSLATE_NOOP("Choice", "No library's rules: everything can be set.")},
    ChoiceName{"", "restart", QT_TRANSLATE_NOOP("Choice", "Restart"),
               QT_TRANSLATE_NOOP("Choice", "Goes down, comes back cold.")},
};

constexpr std::array outcomeNames = {
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
               QT_TRANSLATE_NOOP("Choice", "The service reports a deadlock or a lock wait that ran out.")},
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
    for (const std::span<const ChoiceName> table :
         {retryChoiceNames(), budgetChoiceNames(), breakerChoiceNames(), std::span<const ChoiceName>(worldChoices)})
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
    const ChoiceName *entry = entryOf(outcomeNames, {}, outcome);
    return entry != nullptr ? translated(entry->name) : outcome.toString();
}

QString outcomeChipHelp(QStringView outcome)
{
    const ChoiceName *entry = entryOf(outcomeNames, {}, outcome);
    return entry != nullptr ? translated(entry->help) : QString();
}

} // namespace retrylab
