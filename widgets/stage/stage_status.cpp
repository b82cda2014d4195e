// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/stage_status.h"

#include "widgets/base/experiment_text.h"
#include "widgets/base/outcome_shape.h"
#include "widgets/base/ticks.h"
#include "widgets/stage/stage_service.h"

#include <QCoreApplication>

namespace retrylab {

namespace {

QString faultInWords(const Fault &fault, const QLocale &locale)
{
    switch (fault.kind) {
    case FaultKind::refuse: return QCoreApplication::translate("Stage", "refuses connections");
    case FaultKind::status: return QCoreApplication::translate("Stage", "answers %1").arg(fault.status);
    case FaultKind::error:
        return QCoreApplication::translate("Stage", "fails: %1").arg(outcomeName(outcomeOf(fault.error).kind));
    case FaultKind::latency:
        return QCoreApplication::translate("Stage", "answers %1 late").arg(humanTime(toSeconds(fault.add), locale));
    case FaultKind::slots:
        return fault.slots == 0
                   ? QCoreApplication::translate("Stage", "no slot works")
                   : QCoreApplication::translate("Stage", "slots that work: %1").arg(locale.toString(fault.slots));
    case FaultKind::restart: break;
    }
    return QCoreApplication::translate("Stage", "restarting");
}

} // namespace

StageService::Mood moodOf(const ServiceMoment &moment)
{
    if (moment.down)
        return StageService::Mood::down;
    if (moment.fault != nullptr)
        return StageService::Mood::failing;
    return moment.slowness > 1 ? StageService::Mood::cold : StageService::Mood::well;
}

QStringList moodInWords(const ServiceMoment &moment, const QLocale &locale)
{
    if (moment.fault != nullptr) {
        const QString words = faultInWords(*moment.fault, locale);
        return moment.fault->name.empty() ? QStringList{words}
                                          : QStringList{faultName(*moment.fault) + QStringLiteral(": ") + words, words};
    }
    if (moment.slowness > 1)
        return {QCoreApplication::translate("Stage", "cold: %1× slower").arg(locale.toString(moment.slowness, 'f', 1))};
    return {};
}

std::vector<StageFact> factsInWords(const StageInput &input, const ServiceMoment &moment, std::uint32_t forNobody)
{
    const World &world = input.run.trace->world;
    std::vector<StageFact> facts;
    const double working = moment.down ? 0 : moment.slotCount / moment.slowness;
    const bool lessThanUsual = working < world.service().slots;
    const double each = toSeconds(mean(world.service().serviceTime));
    if (each > 0)
        facts.push_back(
            {QCoreApplication::translate("Stage", "capacity %1/s").arg(humanNumber(working / each, input.locale)),
             lessThanUsual ? StageText::Role::bad : StageText::Role::muted});
    facts.push_back(
        {QCoreApplication::translate("Stage", "utilisation %1")
             .arg(input.locale.toString(recentUtilisation(*input.run.trace, input.playhead, input.visible), 'f', 2))});
    if (forNobody > 0)
        facts.push_back({QCoreApplication::translate("Stage", "%1 for nobody").arg(input.locale.toString(forNobody)),
                         StageText::Role::bad});
    if (moment.hadFault && moment.fault == nullptr && moment.slowness <= 1)
        facts.push_back({QCoreApplication::translate("Stage", "fault over"), StageText::Role::good});
    return facts;
}

} // namespace retrylab
