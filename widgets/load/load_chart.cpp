// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/load/load_chart.h"

#include "widgets/base/theme.h"
#include "widgets/load/load_layout.h"

#include <QChart>
#include <QGraphicsLayout>
#include <QLegend>
#include <QLineSeries>
#include <QPainter>
#include <QValueAxis>

#include <cmath>

namespace retrylab {

LoadChart::LoadChart()
    : m_chart(new QChart)
    , m_x(new QValueAxis)
    , m_y(new QValueAxis)
{
    m_chart->legend()->hide();
    m_chart->setAnimationOptions(QChart::NoAnimation);
    m_chart->setBackgroundVisible(false);
    m_chart->setPlotAreaBackgroundVisible(false);
    m_chart->setMargins(QMargins());
    m_chart->layout()->setContentsMargins(0, 0, 0, 0);
    for (QValueAxis *axis : {m_x, m_y}) {
        axis->setLabelsVisible(false);
        axis->setLineVisible(false);
        axis->setMinorGridLineVisible(false);
        axis->setTitleVisible(false);
    }
    m_x->setGridLineVisible(false);
    m_chart->addAxis(m_x, Qt::AlignBottom);
    m_chart->addAxis(m_y, Qt::AlignLeft);
    m_ghost = addLine();
    m_capacity = addLine();
    m_goodput = addLine();
    m_scene.addItem(m_chart);
}

QLineSeries *LoadChart::addLine()
{
    auto *series = new QLineSeries;
    m_chart->addSeries(series);
    series->attachAxis(m_x);
    series->attachAxis(m_y);
    return series;
}

void LoadChart::replace(QLineSeries *series, const QPolygonF &line)
{
    QList<QPointF> points;
    points.reserve(line.size());
    for (const QPointF &point : line)
        points.append({point.x() / 1e9, point.y()});
    if (series->points() == points)
        return;
    series->replace(points);
    ++m_replacements;
}

void LoadChart::setColours(const Theme &theme)
{
    // Over the surfaces as well as over the background: a veil of the text's colour suits both.
    QColor grid = theme.muted;
    grid.setAlphaF(0.16F);
    m_y->setGridLinePen(QPen(grid, theme.px(1)));
    QPen goodput(theme.goodput, theme.stroke(1.6));
    goodput.setJoinStyle(Qt::BevelJoin);
    m_goodput->setPen(goodput);
    QPen capacity(theme.capacity, theme.stroke(1.2));
    capacity.setDashPattern({6, 5});
    capacity.setCapStyle(Qt::FlatCap);
    m_capacity->setPen(capacity);
    QPen ghost(theme.ghost, theme.stroke(1.0)); // a wider dashed line takes Qt ten times as long
    ghost.setDashPattern({4, 3});
    ghost.setCapStyle(Qt::FlatCap);
    ghost.setJoinStyle(Qt::BevelJoin);
    m_ghost->setPen(ghost);
}

void LoadChart::apply(const LoadLayout &layout, const Theme &theme)
{
    setColours(theme);
    m_chart->resize(layout.area.size());
    m_chart->setPlotArea(layout.plot.translated(-layout.area.topLeft()));
    m_scene.setSceneRect(QRectF(QPointF(), layout.area.size()));
    // Short lists first: with the old lines in place each change of range would lay them out again.
    const bool ranged = m_y->max() != layout.top || m_x->min() != static_cast<double>(layout.axis.range.from) / 1e9
                        || m_x->max() != static_cast<double>(layout.axis.range.to) / 1e9;
    if (ranged) {
        for (QLineSeries *series : {m_ghost, m_capacity, m_goodput})
            series->replace(QList<QPointF>());
        m_x->setRange(static_cast<double>(layout.axis.range.from) / 1e9,
                      static_cast<double>(layout.axis.range.to) / 1e9);
        m_y->setRange(0, layout.top);
    }
    m_y->setTickCount(static_cast<int>(std::lround(layout.top / layout.step)) + 1);
    replace(m_ghost, layout.ghost);
    replace(m_capacity, layout.capacity);
    replace(m_goodput, layout.goodput);
    // Axes follow a new size only when the layout runs, which would be after this painting.
    m_chart->layout()->invalidate();
    m_chart->layout()->activate();
}

void LoadChart::render(QPainter &painter, const LoadLayout &layout)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    m_scene.render(&painter, layout.area, m_scene.sceneRect());
    painter.restore();
}

} // namespace retrylab
