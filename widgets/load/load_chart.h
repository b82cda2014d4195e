// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/time_axis.h"

#include <QGraphicsScene>
#include <QPolygonF>
#include <QRectF>

QT_BEGIN_NAMESPACE
class QChart;
class QLineSeries;
class QPainter;
class QPen;
class QValueAxis;
QT_END_NAMESPACE

namespace retrylab {

struct LoadLayout;
struct Theme;

/// The Qt Charts part of the load chart: grid and lines, over surfaces that the view fills itself (Qt Charts takes ten
/// times as long for stacked areas). It has no background and no labels, and its plot is exactly the layout's.
class LoadChart {
public:
    LoadChart();

    /// Takes lines, ranges, colours and geometry from the layout; each series gets one replace(), and only when it changed.
    void apply(const LoadLayout &layout, const Theme &theme);
    /// Draws grid and lines at the layout's place. The lines are already cut to the plot.
    void render(QPainter &painter, const LoadLayout &layout);

    const QChart &chart() const { return *m_chart; }
    const QLineSeries &goodput() const { return *m_goodput; }
    const QLineSeries &capacity() const { return *m_capacity; }
    const QLineSeries &ghost() const { return *m_ghost; }
    /// How often a series was replaced so far: moving the playhead must not.
    int replacements() const { return m_replacements; }

private:
    /// What the chart's own layout depends on; while it stays, only points change.
    struct Frame {
        QSizeF size;
        QRectF plot; ///< from the area's top left corner
        TimeRange range;
        double top = 0, step = 0;

        friend bool operator==(const Frame &, const Frame &) = default;
    };

    void fitFrame(const Frame &frame);
    static void setPen(QLineSeries *series, const QPen &pen);
    void replace(QLineSeries *series, const QPolygonF &line);
    void setColours(const Theme &theme);
    QLineSeries *addLine();

    QGraphicsScene m_scene;
    QChart *m_chart;
    QValueAxis *m_x;
    QValueAxis *m_y;
    QLineSeries *m_ghost;
    QLineSeries *m_capacity;
    QLineSeries *m_goodput;
    Frame m_frame;
    int m_replacements = 0;
};

} // namespace retrylab
