// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPointF>
#include <QSizeF>

#include <functional>

class QPainter;

namespace retrylab {

// Views draw the same few small shapes again and again: a square for each slot, a dot for each request on its way. Filling
// a smooth outline takes far longer than copying its pixels, so the pictures of shapes that were drawn lately are kept.
// Only for the interface thread.

/// What tells one picture from another.
struct Stamp {
    int shape = 0; ///< the caller's number for it, from a range of the caller's own
    QColor fill;
    QColor line;
    QSizeF size;        ///< in units
    double measure = 0; ///< whatever else the shape depends on, such as the theme's scale
    int places = 4;     ///< the picture is put to the nearest 1/places of a pixel: few where things move

    friend bool operator==(const Stamp &, const Stamp &) = default;
};

/// Draws a shape with its middle at `centre`. `paint` draws it around the origin, within `stamp.size`; it is asked only
/// when the picture is not at hand, or when the painter draws no pixels: vector files get the outline.
void drawStamp(QPainter &painter, const Stamp &stamp, QPointF centre, const std::function<void(QPainter &)> &paint);

} // namespace retrylab
