// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/view.h"
#include "widgets/load/load_chart.h"
#include "widgets/load/load_layout.h"

#include <QImage>

#include <memory>
#include <optional>

namespace retrylab {

/// The load over time, on the shared time axis: first attempts and retries stacked, goodput, capacity, the queue, the
/// breakers' states, fault windows, and the previous run as a ghost.
///
/// Mouse: the wheel zooms in time, with Shift (or a horizontal wheel) it pans; dragging moves the playhead, dragging
/// with Shift or the middle button pans; a double click shows the whole run. Keys: Left/Right move the playhead by a
/// pixel (with Shift by ten), Home/End to the ends, + and − zoom at the playhead, 0 shows the whole run.
class LoadView : public View {
    Q_OBJECT

public:
    explicit LoadView(ViewState *state, QWidget *parent = nullptr);
    ~LoadView() override;

    QString viewId() const override { return QStringLiteral("load"); }
    void paintView(QPainter &painter, const QRectF &area) const override;
    /// The series: see seriesCsv().
    QByteArray csv() const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    /// What is drawn at the widget's present size; null before the first run. For hit-testing and for tests.
    const LoadLayout *layoutRecords() const;
    const LoadChart &chart() const { return *m_chart; }
    /// How often the still picture was painted: moving the playhead must not add to it.
    int stills() const { return m_stills; }

protected:
    void paintEvent(QPaintEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    enum class Drag : std::uint8_t { none, playhead, pan };

    void forgetLayout();
    LoadLayout layoutFor(const QRectF &area, CalmScale &scale) const;
    void paintStill(QPainter &painter, const LoadLayout &layout) const;
    void renewStill(double ratio);
    void describe();
    TimeAxis axis() const { return state().axis(width()); }
    void zoom(double factor, double x);
    void pan(double pixels);
    void setHover(std::optional<double> x);

    std::unique_ptr<LoadChart> m_chart;
    mutable std::optional<LoadLayout> m_layout;
    mutable CalmScale m_scale;
    QString m_scaleOf; ///< the experiment for which the scale is calm
    QImage m_still;
    bool m_stillValid = false;
    int m_stills = 0;
    Drag m_drag = Drag::none;
    double m_draggedAt = 0;
    std::optional<double> m_hover; ///< x
};

} // namespace retrylab
