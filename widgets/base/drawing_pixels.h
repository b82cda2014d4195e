// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPaintEngine>
#include <QPainter>

#include <cmath>

namespace retrylab {

/// Does the painter draw pixels? Only then may a picture that was kept be drawn; vector files get vectors.
inline bool drawsPixels(const QPainter &painter)
{
    return painter.paintEngine()->type() == QPaintEngine::Raster;
}

/// The device's pixels per unit: of the screen, or of the picture into which the window is drawn. A kept picture needs as
/// many.
inline double pixelsPerUnit(const QPainter &painter)
{
    return std::abs(painter.deviceTransform().m11());
}

} // namespace retrylab
