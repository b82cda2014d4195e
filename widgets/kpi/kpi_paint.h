// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/kpi/kpi_panel.h"

class QPainter;

namespace retrylab {

void paintKpis(QPainter &painter, const KpiLayout &layout, const Theme &theme, const QString &now, bool compared);
void paintEmptyKpis(QPainter &painter, const KpiLayout &layout, const Theme &theme);
/// A thin handle at the right edge: `first` of at most `last` rows scrolled away, of `count`.
void paintKpiScroll(QPainter &painter, const QRectF &area, const Theme &theme, int first, int last, int count);

/// Draws right-aligned text whose digits all take the width of the widest, so that a figure that changes does not
/// jump; returns its left edge. (Qt 6.4 cannot ask a font for its tabular digits.)
double drawTabular(QPainter &painter, const QRectF &box, const QString &text);

} // namespace retrylab
