// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/theme.h"
#include "widgets/base/time_axis.h"
#include "widgets/transport/markers.h"

#include <QRectF>

#include <optional>
#include <vector>

class QPainter;

namespace retrylab {

struct ScrubMark {
    QRectF rect;            ///< the sign above the track; its tip is at the bottom centre
    std::size_t marker = 0; ///< index into the markers
};

/// What the scrub bar draws, in pixels from its top left corner.
struct ScrubRecords {
    TimeAxis axis; ///< the whole run
    QRectF track;
    QRectF played; ///< the part of the track left of the playhead
    QRectF thumb;
    std::vector<ScrubMark> marks; ///< by time
};

ScrubRecords layoutScrub(QSizeF size, std::int64_t duration, std::int64_t playhead, const std::vector<Marker> &markers,
                         const Theme &theme);

/// The marker whose sign is under the point, the nearest where signs overlap.
std::optional<std::size_t> hitScrubMark(const ScrubRecords &records, QPointF point);

/// `lit`: the marker under the mouse.
void paintScrub(QPainter &painter, const ScrubRecords &records, const std::vector<Marker> &markers, const Theme &theme,
                std::optional<std::size_t> lit, bool focused);

} // namespace retrylab
