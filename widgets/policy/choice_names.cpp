// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/policy/choice_names.h"

#include <QCoreApplication>

#include <array>

namespace retrylab {

namespace {

struct ChoiceName {
    const char *ending; ///< of the field's path: the same word may mean two things in two fields; "" = any field
    const char *choice;
    const char *name;
    const char *help;
};

constexpr std::array choiceNames = {
    ChoiceName{"backoff.kind", "none", QT_TRANSLATE_NOOP("Choice", "None"),
               QT_TRANSLATE_NOOP("Choice", "Try again at once.")},
    ChoiceName{"backoff.kind", "fixed", QT_TRANSLATE_NOOP("Choice", "Fixed"),
               QT_TRANSLATE_NOOP("Choice", "The same wait every time.")},
    ChoiceName{"", "linear", QT_TRANSLATE_NOOP("Choice", "Linear"),
               QT_TRANSLATE_NOOP("Choice", "Each wait is longer by the same amount.")},
    ChoiceName{"backoff.kind", "exponential", QT_TRANSLATE_NOOP("Choice", "Expon."),
               QT_TRANSLATE_NOOP("Choice", "Exponential: each wait is a multiple of the one before, up to the cap.")},
    ChoiceName{"jitter", "none", QT_TRANSLATE_NOOP("Choice", "None"),
               QT_TRANSLATE_NOOP("Choice", "Everyone waits exactly as long.")},
    ChoiceName{"", "full", QT_TRANSLATE_NOOP("Choice", "Full"),
               QT_TRANSLATE_NOOP("Choice", "Anything from nothing to the whole wait.")},
    ChoiceName{"", "equal", QT_TRANSLATE_NOOP("Choice", "Equal"),
               QT_TRANSLATE_NOOP("Choice", "Half the wait is certain, the other half is left to chance.")},
    ChoiceName{
        "", "decorrelated", QT_TRANSLATE_NOOP("Choice", "Decorr."),
        QT_TRANSLATE_NOOP("Choice", "Decorrelated: from the base to three times the wait before, up to the cap.")},
    ChoiceName{"", "proportional", QT_TRANSLATE_NOOP("Choice", "± %"),
               QT_TRANSLATE_NOOP("Choice", "Proportional: the wait, plus or minus a share of it.")},
    ChoiceName{"breaker.kind", "none", QT_TRANSLATE_NOOP("Choice", "Off"),
               QT_TRANSLATE_NOOP("Choice", "Every call goes through.")},
    ChoiceName{"", "consecutive", QT_TRANSLATE_NOOP("Choice", "In a row"),
               QT_TRANSLATE_NOOP("Choice", "Opens after so many failures in a row.")},
    ChoiceName{"", "countWindow", QT_TRANSLATE_NOOP("Choice", "Last calls"),
               QT_TRANSLATE_NOOP("Choice", "Opens on the share of failures among the last calls.")},
    ChoiceName{"", "timeWindow", QT_TRANSLATE_NOOP("Choice", "Time window"),
               QT_TRANSLATE_NOOP("Choice", "Opens on the share of failures within a stretch of time.")},
    ChoiceName{"", "outside", QT_TRANSLATE_NOOP("Choice", "Outside"),
               QT_TRANSLATE_NOOP("Choice", "Around the whole call: it counts a call once, after its last retry.")},
    ChoiceName{"", "inside", QT_TRANSLATE_NOOP("Choice", "Inside"),
               QT_TRANSLATE_NOOP("Choice", "Around each attempt: retries count too, and an open breaker ends them.")},
    ChoiceName{"", "caller", QT_TRANSLATE_NOOP("Choice", "Each caller"),
               QT_TRANSLATE_NOOP("Choice", "Every caller has a breaker of its own.")},
    ChoiceName{"", "shared", QT_TRANSLATE_NOOP("Choice", "Shared"),
               QT_TRANSLATE_NOOP("Choice", "One breaker for all callers.")},
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

template <typename Table>
const ChoiceName *entryOf(const Table &table, const QString &path, QStringView choice)
{
    for (const ChoiceName &entry : table) {
        const QLatin1String ending(entry.ending);
        if (choice == QLatin1String(entry.choice) && (ending.isEmpty() || path.endsWith(ending)))
            return &entry;
    }
    return nullptr;
}

QString pathOf(const Field &field)
{
    return QString::fromUtf8(field.path.data(), static_cast<qsizetype>(field.path.size()));
}

QString translated(const char *text)
{
    return QCoreApplication::translate("Choice", text);
}

} // namespace

QString choiceName(const Field &field, QStringView choice)
{
    const ChoiceName *entry = entryOf(choiceNames, pathOf(field), choice);
    return entry != nullptr ? translated(entry->name) : choice.toString();
}

QString choiceHelp(const Field &field, QStringView choice)
{
    const ChoiceName *entry = entryOf(choiceNames, pathOf(field), choice);
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
