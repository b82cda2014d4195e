// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/stage/stage_layout.h"

#include <QStringList>

namespace retrylab {

StageService::Mood moodOf(const ServiceMoment &moment);

/// The word on the box: "blip: answers 503", "restarting", "cold: 3.2× slower"; nothing when all is well. Where there is
/// a shorter way to say it, that comes second.
QStringList moodInWords(const ServiceMoment &moment, const QLocale &locale);

struct StageFact {
    QString words;
    StageText::Role role = StageText::Role::muted;
};
/// Capacity, utilisation, work for nobody, and that the fault is over.
std::vector<StageFact> factsInWords(const StageInput &input, const ServiceMoment &moment, std::uint32_t forNobody);

} // namespace retrylab
