// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/outcome.h"

#include <QPointF>

class QPainter;
class QString;

namespace retrylab {

struct Theme;

/// Draws the mark of an outcome around `centre`, `size` across: ok a dot, refused a bar, reset a zigzag, timeout a clock
/// hand, 503 a cross, 429 a hand-sign-like double bar, other errors a star. Meaning never rests on colour alone.
void drawOutcomeMark(QPainter &painter, const Theme &theme, OutcomeKind kind, QPointF centre, double size);

/// The mark of a refusal by a breaker: an open switch.
void drawRefusalMark(QPainter &painter, const Theme &theme, QPointF centre, double size);

/// The mark of a call that its fallback has answered: a circle filled by half, for neither full success nor failure.
/// `filling`: the opacity of that half, 0–1; less than 1 where another mark stands in the circle.
void drawDegradedMark(QPainter &painter, const Theme &theme, QPointF centre, double size, double filling = 1.0);

/// The outcome in words, translated ("timeout", "503 unavailable").
QString outcomeName(OutcomeKind kind);

} // namespace retrylab
