// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QPainter>
#include <QRectF>
#include <QString>

namespace retrylab {

// Views draw the same few hundred short texts again and again: labels, names, digits. Shaping one takes far longer than
// drawing its glyphs, so the shaped lines that were used lately are kept. Only for the interface thread.

/// Draws one line in the painter's font and colour, aligned as QPainter::drawText() does (no line breaks, no tabs), and
/// just as exactly; never clipped to the box.
void drawLine(QPainter &painter, const QRectF &box, int alignment, const QString &text);

/// How wide the line is, in pixels.
double lineWidth(const QFont &font, const QString &text);

/// The line, or as much of its beginning as fits with an ellipsis.
QString elidedLine(const QFont &font, const QString &text, double width);

} // namespace retrylab
