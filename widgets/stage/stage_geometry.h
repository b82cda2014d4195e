// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/theme.h"
#include "widgets/stage/stage_records.h"

namespace retrylab {

/// How the area is divided. Rects that have no room are null.
struct StageGeometry {
    QRectF title;
    QRectF crowd;   ///< as far as the crowd may spread
    QRectF caption; ///< under crowd and wire; beside the title in a low area
    QRectF box;     ///< the service
    QRectF facts;   ///< beside the box; in a narrow area what the caption leaves of its row
    bool factsBeside = false;
    bool roomy = false;
};
QString stageTitle();
StageGeometry divideStage(const Theme &theme, const QRectF &area);

/// n squares in a rectangle.
struct GridFit {
    int columns = 1;
    int rows = 1;
    double pitch = 1;
};
/// The grid with the largest pitch (at most `largest`) that holds n in width × height; among equals the one whose shape
/// is nearest to the rectangle's.
GridFit fitGrid(std::uint32_t n, double width, double height, double largest);

QFont stageFont(const Theme &theme, StageText::Role role, bool roomy);
double stageLineHeight(const Theme &theme, StageText::Role role, bool roomy);
double stageTextWidth(const Theme &theme, StageText::Role role, bool roomy, const QString &text);

/// Adds a line of text, shortened with an ellipsis where the rectangle is too narrow; nothing when nothing fits.
void addStageText(StageRecords &records, const Theme &theme, const QRectF &rect, const QString &text,
                  StageText::Role role, Qt::Alignment align = Qt::AlignLeft | Qt::AlignVCenter);

} // namespace retrylab
