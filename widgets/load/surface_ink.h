// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPainter>
#include <QPolygonF>

namespace retrylab {

/// A surface under a line: its outline, and which of the outline's points are the line. They ascend in x; a step has two
/// points at one x.
struct Surface {
    const QPolygonF &outline;
    qsizetype first = 0, count = 0; ///< the line
    bool onLine = false;            ///< the outline comes back along another line with the same x, last point first;
                                    ///< otherwise the surface stands on the outline's lowest point
};

/// Fills a surface with an opaque colour and a smooth upper edge. In pictures made of pixels each column of pixels is
/// covered from the line's height in it downwards: QPainter takes ten times as long for an antialiased polygon with
/// hundreds of corners. Where the surface lies on another line it reaches a little below it, so that no ground shines
/// through between it and a surface that is then painted under that line. Vector files get the outline.
void fillSurface(QPainter &painter, const Surface &surface, const QColor &colour);

} // namespace retrylab
