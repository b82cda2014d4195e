// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experiment_file.h"
#include "core/lab/fields.h"

#include <QRandomGenerator>

#include <cmath>

namespace retrylab {

/// The concrete path of a field in an experiment with the call request, the nodes client and service and the fault `fault`; empty when none
/// of them has it.
inline QString pathOf(const Field &field, const QString &fault = QStringLiteral("f0"))
{
    QString path = QString::fromLatin1(field.path.data(), static_cast<qsizetype>(field.path.size()));
    if (path.startsWith(u"chain."))
        return path.replace(u'*',
                            field.role == NodeRole::caller ? QStringLiteral("client") : QStringLiteral("service"));
    return path.replace(u'*', path.startsWith(u"calls.") ? QStringLiteral("request") : fault);
}

inline Experiment experimentWithFaults(int count)
{
    Experiment experiment = defaultExperiment();
    for (int i = 0; i < count; ++i)
        experiment.world.faults.emplace_back().name = "f" + std::to_string(i);
    return experiment;
}

/// A value that the field allows, drawn so that both ends, small and large values all occur.
inline FieldValue randomValue(const Field &field, QRandomGenerator &random)
{
    const double share = random.generateDouble();
    const bool low = field.least <= 0 || random.bounded(2) == 0;
    const double natural = low ? field.least + share * (field.most - field.least)
                               : field.least * std::pow(field.most / field.least, share);
    if (field.mayBeUnlimited && random.bounded(5) == 0)
        return field.type == FieldType::duration ? FieldValue(unlimited) : FieldValue(std::int64_t{unlimitedCount});
    switch (field.type) {
    case FieldType::duration: return Duration(static_cast<std::int64_t>(natural));
    case FieldType::count: return static_cast<std::int64_t>(natural);
    case FieldType::real:
    case FieldType::share:
    case FieldType::rate: return natural;
    case FieldType::flag: return random.bounded(2) == 0;
    case FieldType::choice: {
        const std::string_view name = field.choices[random.bounded(static_cast<quint32>(field.choices.size()))];
        return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
    }
    case FieldType::outcomes: {
        const QStringList all{QStringLiteral("refused"),  QStringLiteral("timeout"), QStringLiteral("4xx"),
                              QStringLiteral("deadlock"), QStringLiteral("500"),     QStringLiteral("599")};
        QStringList some;
        for (const QString &name : all)
            if (random.bounded(2) == 0)
                some += name;
        return some;
    }
    case FieldType::durations: {
        Durations some(random.bounded(8) == 0 ? mostDurations : random.bounded(4U));
        for (Duration &duration : some)
            duration = std::get<Duration>(randomValue(entryOf(field), random));
        return some;
    }
    case FieldType::text: break;
    }
    if (field.rule == TextRule::seed)
        return QString::number(random.generate64());
    return QStringLiteral("Thử nghiệm \"số\" \\%1 ☂").arg(random.bounded(1000));
}

} // namespace retrylab
