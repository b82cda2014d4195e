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

void LoadChart::setPen(QLineSeries *series, const QPen &pen)
{
    if (series->pen() != pen)
        series->setPen(pen);
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
    const QPen gridPen(grid, theme.px(1));
    if (m_y->gridLinePen() != gridPen)
        m_y->setGridLinePen(gridPen);
    QPen goodput(theme.goodput, theme.stroke(1.6));
    goodput.setJoinStyle(Qt::BevelJoin);
    setPen(m_goodput, goodput);
    QPen capacity(theme.capacity, theme.stroke(1.2));
    capacity.setDashPattern({6, 5});
    capacity.setCapStyle(Qt::FlatCap);
    setPen(m_capacity, capacity);
    QPen ghost(theme.ghost, theme.stroke(1.0)); // a wider dashed line takes Qt ten times as long
    ghost.setDashPattern({4, 3});
    ghost.setCapStyle(Qt::FlatCap);
    ghost.setJoinStyle(Qt::BevelJoin);
    setPen(m_ghost, ghost);
}

void LoadChart::apply(const LoadLayout &layout, const Theme &theme)
{
    setColours(theme);
    const Frame frame{layout.area.size(), layout.plot.translated(-layout.area.topLeft()), layout.axis.range, layout.top,
                      layout.step};
    if (frame != m_frame)
        fitFrame(frame);
    replace(m_ghost, layout.ghost);
    replace(m_capacity, layout.capacity);
    replace(m_goodput, layout.goodput);
}

void LoadChart::fitFrame(const Frame &frame)
{
    m_chart->resize(frame.size);
    m_chart->setPlotArea(frame.plot);
    m_scene.setSceneRect(QRectF(QPointF(), frame.size));
    // Short lists first: with the old lines in place each change of range would lay them out again.
    if (frame.top != m_frame.top || frame.range != m_frame.range) {
        for (QLineSeries *series : {m_ghost, m_capacity, m_goodput})
            series->replace(QList<QPointF>());
        m_x->setRange(static_cast<double>(frame.range.from) / 1e9, static_cast<double>(frame.range.to) / 1e9);
        m_y->setRange(0, frame.top);
    }
    m_y->setTickCount(static_cast<int>(std::lround(frame.top / frame.step)) + 1);
    // Axes follow a new size only when the layout runs, which would be after this painting.
    m_chart->layout()->invalidate();
    m_chart->layout()->activate();
    m_frame = frame;
}

void LoadChart::render(QPainter &painter, const LoadLayout &layout)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    m_scene.render(&painter, layout.area, m_scene.sceneRect());
    painter.restore();
}

} // namespace retrylab
