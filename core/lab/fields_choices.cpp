// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/fields_choices.h"

#include "core/lab/latin.h"

namespace retrylab {

namespace {

using Name = std::string_view;

constexpr std::array<Name, 3> trafficKinds{"herd", "open", "closed"};
constexpr std::array<Name, 2> arrivals{"poisson", "even"};
constexpr std::array<Name, 2> queueOrders{"fifo", "lifo"};
constexpr std::array<Name, 2> whenFull{"reject", "drop"};
constexpr std::array<Name, 3> distributionKinds{"fixed", "uniform", "exponential"};
constexpr std::array<Name, 6> faultKinds{"refuse", "status", "latency", "slots", "restart", "error"};
constexpr std::array<Name, 5> serviceErrors{"deadlock", "lockWait", "validation", "parseError", "bug"};
constexpr std::array<Name, 3> keyUses{"none", "attempt", "intention"};
constexpr std::array<Name, 8> methods{"GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE", "POST", "PATCH"};
// In the order of OutcomeKind, without ok.
constexpr std::array<Name, outcomeKindCount - 1> outcomeKinds{
    "refused",  "reset",    "timeout",  "unavailable", "rateLimited", "serverError", "clientError",
    "conflict", "deadlock", "lockWait", "validation",  "parseError",  "bug"};

OutcomeKind kindAt(std::size_t index)
{
    return static_cast<OutcomeKind>(index + 1);
}

/// The first status of a class: 400 for "4xx"; 0 when it is not the name of a class.
int classStart(QStringView name)
{
    return name == u"4xx" ? 400 : name == u"5xx" ? 500 : 0;
}

/// 400–599, or 0 when the text is no such status.
int statusNamed(QStringView name)
{
    bool ok = false;
    const int status = name.size() == 3 ? name.toInt(&ok) : 0;
    return ok && status >= 400 && status < 600 ? status : 0;
}

} // namespace

Choices choicesOf(TrafficKind)
{
    return trafficKinds;
}
Choices choicesOf(Arrivals)
{
    return arrivals;
}
Choices choicesOf(QueueOrder)
{
    return queueOrders;
}
Choices choicesOf(WhenFull)
{
    return whenFull;
}
Choices choicesOf(DistributionKind)
{
    return distributionKinds;
}
Choices choicesOf(FaultKind)
{
    return faultKinds;
}
Choices choicesOf(ServiceError)
{
    return serviceErrors;
}
Choices choicesOf(KeyUse)
{
    return keyUses;
}
Choices httpMethods()
{
    return methods;
}
Choices retryableOutcomes()
{
    return outcomeKinds;
}

int choiceIndex(Choices choices, QStringView name)
{
    for (std::size_t i = 0; i < choices.size(); ++i)
        if (name == QLatin1String(choices[i].data(), static_cast<qsizetype>(choices[i].size())))
            return static_cast<int>(i);
    return -1;
}

QStringList namesOf(Choices choices)
{
    QStringList names;
    for (const std::string_view choice : choices)
        names += latin(choice);
    return names;
}

QString joined(Choices choices)
{
    return namesOf(choices).join(QStringLiteral(", "));
}

QStringList outcomeNames(const OutcomeSet &outcomes)
{
    QStringList names;
    for (std::size_t i = 0; i < outcomeKinds.size(); ++i)
        if (outcomes.hasKind(kindAt(i)))
            names += latin(outcomeKinds[i]);
    QStringList classes;
    QStringList singles;
    for (const int start : {400, 500}) {
        QStringList statuses;
        for (int status = start; status < start + 100; ++status)
            if (outcomes.hasStatus(status))
                statuses += QString::number(status);
        if (statuses.size() == 100)
            classes += QStringLiteral("%1xx").arg(start / 100);
        else
            singles += statuses;
    }
    return names + classes + singles;
}

bool isOutcomeName(const QString &name)
{
    return choiceIndex(outcomeKinds, name) >= 0 || classStart(name) != 0 || statusNamed(name) != 0;
}

OutcomeSet outcomesNamed(const QStringList &names)
{
    OutcomeSet set;
    for (const QString &name : names) {
        if (const int index = choiceIndex(outcomeKinds, name); index >= 0) {
            set.add(kindAt(static_cast<std::size_t>(index)));
        } else if (const int start = classStart(name); start != 0) {
            for (int status = start; status < start + 100; ++status)
                set.addStatus(status);
        } else {
            set.addStatus(statusNamed(name));
        }
    }
    return set;
}

} // namespace retrylab
