// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/breaker/breaker_layout.h"

class QPainter;

namespace retrylab {

/// Draws what seldom changes: background, title, arrows and circles. See diagramLook().
void paintBreakerDiagram(QPainter &painter, const BreakerLayout &layout, const Theme &theme);
/// Then what changes as time goes on: the states of all, countdown, probes, and the window of outcomes.
void paintBreakerMoment(QPainter &painter, const BreakerLayout &layout, const Theme &theme);
/// `title` and `hint` over a faint diagram: no breaker is configured, or nothing has run yet.
void paintNoBreaker(QPainter &painter, const QRectF &area, const Theme &theme, const QString &title,
                    const QString &hint);

} // namespace retrylab
