// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/timeline_layout.h"

#include <QColor>

class QPainter;

namespace retrylab {

/// A colour with the given opacity in [0, 1].
inline QColor withAlpha(QColor colour, double alpha)
{
    colour.setAlphaF(static_cast<float>(alpha));
    return colour;
}

/// Waits as dotted lines; in thin lanes as plain ones.
void paintWaits(QPainter &painter, const TimelineRecords &records, const Theme &theme);

/// Bars in the colour of their outcome; those of attempts that nobody saw the end of fade out.
void paintBars(QPainter &painter, const TimelineRecords &records, const Theme &theme);

/// Bars of the attempts that are running at the playhead: they do not know their outcome yet and have the colour of
/// requests on their way.
void paintRunning(QPainter &painter, const TimelineRecords &records, const Trace &trace, const Theme &theme,
                  std::int64_t playhead);

void paintMarks(QPainter &painter, const TimelineRecords &records, const Theme &theme);

} // namespace retrylab
