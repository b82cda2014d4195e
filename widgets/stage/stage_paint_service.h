// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/stage/stage_records.h"

class QPainter;

namespace retrylab {

/// The stage's numbers of Stamp::shape.
inline constexpr int stageSlotStamp = 100;   ///< and the look
inline constexpr int stageFlightStamp = 200; ///< and the form; marks follow

struct Theme;

/// Paints the service's box, its slots, its queue and the pill for its mood.
void paintStageService(QPainter &painter, const Theme &theme, const StageRecords &records);

/// The colour of the mood's word and of the pill's rim.
QColor stageMoodInk(const Theme &theme, StageService::Mood mood);

/// The border's colour by load: green, amber from all slots busy, vermillion with a full queue.
QColor stageHeatColour(const Theme &theme, double heat);

} // namespace retrylab
