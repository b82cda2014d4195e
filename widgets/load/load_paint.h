// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/load/load_layout.h"

class QPainter;

namespace retrylab {

/// What lies under grid and lines: background, fault shades, stacked surfaces.
void paintLoadBack(QPainter &painter, const LoadLayout &layout, const Theme &theme);
/// What lies over them: legend, labels, the breakers' band, the queue.
void paintLoadFront(QPainter &painter, const LoadLayout &layout, const Theme &theme);
/// The playhead, and a veil over what has not been played yet (at the very start nothing is veiled).
void paintLoadPlayhead(QPainter &painter, const LoadLayout &layout, const Theme &theme, std::int64_t playhead);
/// The labels of capacity and queue: over the veil, they belong to the whole run.
void paintLoadLabels(QPainter &painter, const LoadLayout &layout, const Theme &theme);
/// The values at a moment, in a small box beside it.
void paintLoadReadout(QPainter &painter, const LoadLayout &layout, const Theme &theme, const QLocale &locale,
                      std::int64_t t);
/// The chart before the first run.
void paintEmptyLoad(QPainter &painter, const QRectF &area, const Theme &theme);

/// What the readout says: one line per value. Empty where nothing is shown at t.
QStringList loadReadout(const LoadLayout &layout, const QLocale &locale, std::int64_t t);

} // namespace retrylab
