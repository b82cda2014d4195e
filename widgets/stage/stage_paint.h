// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/stage/stage_records.h"

class QPainter;

namespace retrylab {

struct Theme;

/// Paints the records, background included.
void paintStage(QPainter &painter, const Theme &theme, const StageRecords &records);

/// One dot of the crowd, also used as the sign in the caption.
void paintStageDot(QPainter &painter, const Theme &theme, const StageDot &dot);

} // namespace retrylab
