// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/run_model.h"
#include "widgets/base/theme.h"
#include "widgets/base/ticks.h"
#include "widgets/load/breaker_band.h"
#include "widgets/load/calm_scale.h"
#include "widgets/load/load_series.h"

#include <QColor>
#include <QPolygonF>
#include <QRectF>
#include <QString>

#include <vector>

namespace retrylab {

/// What the load chart is laid out from.
struct LoadInput {
    RunPointer run;   ///< not null
    RunPointer ghost; ///< may be null
    TimeAxis axis;    ///< as ViewState::axis(area width), moved by the area's left edge
    Theme theme;
    QLocale locale;
};

struct LoadLegendItem {
    QRectF swatch;
    QRectF label;
    QString text;
    QColor colour;
    bool dashed = false;
    bool line = false; ///< a line, not an area
};

/// Everything the load chart draws. Polygons are in pixels; lines for Qt Charts in (ns, per second).
/// All of it lies inside the plot: nothing needs clipping.
struct LoadLayout {
    QRectF area;
    QRectF title;
    QRectF plot;
    QRectF band;       ///< null without a breaker
    QRectF queueStrip; ///< null where there is no room
    TimeAxis axis;
    double top = 1;       ///< value at the plot's upper edge, per second
    double step = 1;      ///< between grid lines
    double queueMost = 0; ///< requests at the strip's upper edge
    std::vector<LoadLegendItem> legend;
    std::vector<Tick> timeTicks;
    std::vector<Tick> valueTicks;
    std::vector<QRectF> faults;
    std::vector<BandPiece> bandPieces;
    std::vector<LoadPoint> points;
    QPolygonF firstArea;
    QPolygonF retryArea;
    QPolygonF queueArea;
    QPolygonF goodput;
    QPolygonF capacity; ///< cut at the top
    QPolygonF ghost;
    QString capacityLabel;
    QRectF capacityBox;         ///< of the label, at the line's right end; null without a label
    bool capacityAbove = false; ///< it is far above the load and not on the scale; the label says so
    QString queueLabel;         ///< the most that ever waited
    QRectF queueBox;            ///< of that label, above the strip; null without a strip

    double y(double perSecond) const { return plot.bottom() - plot.height() * perSecond / top; }
    /// The point shown at t, or null.
    const LoadPoint *at(std::int64_t t) const;
};

/// Lays the chart out in `area`; `scale` keeps the value axis calm between calls.
LoadLayout layoutLoad(const LoadInput &input, const QRectF &area, CalmScale &scale);

} // namespace retrylab
