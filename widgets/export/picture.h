// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/export/export.h"

#include <functional>

class QPainter;

namespace retrylab {

/// Paints a picture whose upper left corner is (0, 0).
using Paint = std::function<void(QPainter &)>;

/// The picture as the bytes of a PNG or SVG file, its provenance inside. Errors: the size is empty or too large.
Result<QByteArray> pngPicture(const Paint &paint, QSizeF size, double scale, const Provenance &provenance);
Result<QByteArray> svgPicture(const Paint &paint, QSizeF size, const Provenance &provenance);

} // namespace retrylab
