// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/view.h"
#include "widgets/timeline/density.h"
#include "widgets/timeline/timeline_layout.h"
#include "widgets/timeline/timeline_paint.h"

#include <QImage>

namespace retrylab {

/// Calls in lanes (see LanePlan), on the shared time axis: attempts, waits, refusals, how each call ended, the faults
/// behind them.
/// Too many lanes for the height become a density picture in which waves of retries show as fronts.
///
/// Mouse: wheel zooms in time, with Shift (or a horizontal wheel) it pans, with Ctrl it changes the lane height, over the
/// lane numbers it scrolls; dragging pans both ways; dragging in the header moves the playhead; a click selects a call, a
/// double click zooms to it. Keys: Up/Down choose a call, PageUp/PageDown/Home/End scroll, Left/Right pan, + and − zoom,
/// 0 shows the whole run, Enter zooms to the chosen call, Escape lets go of it.
class TimelineView : public View {
    Q_OBJECT

public:
    explicit TimelineView(ViewState *state, QWidget *parent = nullptr);

    QString viewId() const override { return QStringLiteral("timeline"); }
    void paintView(QPainter &painter, const QRectF &area) const override;
    QByteArray csv() const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    /// Time labels under the lanes; off where a chart below shares the axis. On at first.
    void setTimeAxisShown(bool shown);

    /// What is drawn at the widget's present size: for hit-testing and for tests.
    const TimelineRecords &records() const { return recordsFor(size()); }
    const Lanes &lanes() const;
    /// How often the attempts were counted for the density picture; moving the playhead or the mouse must not.
    int densityCounts() const { return m_densityCounts; }

    /// The call's life, with some room on both sides, fills the axis.
    void zoomToCall(std::uint32_t call);
    void zoomToWholeRun();

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
    /// What stands still while the run plays, as a picture. A frame is then a copy, a veil and a line, however much there
    /// is to see.
    struct Still {
        QImage picture;
        QImage dense; ///< the picture without labels; only when other calls were lit on the same layout
        std::uint64_t layout = 0;
        TimelineMoment lit;
    };

    enum class Drag : std::uint8_t { none, pressed, pan, playhead, scrollbar };

    /// Laid-out records are kept while nothing they depend on changes.
    struct Cache {
        RunPointer run;
        TimelineSettings settings;
        QLocale locale;
        TimelineRecords records;
        bool valid = false;
    };

    void forgetLayout();
    const TimelineRecords &recordsFor(QSizeF size) const;
    TimelineMoment lit() const { return {state().selectedCall(), state().hoveredCall()}; }
    void paintStill(QPainter &painter, QSizeF size) const;
    void paintGround(QPainter &painter, QSizeF size) const;
    void paintLabels(QPainter &painter, QSizeF size) const;
    void paintMoment(QPainter &painter, QSizeF size) const;
    DensityGrid densityFor(const TimelineRecords &records, double density) const;
    void renewStill(double ratio);
    void paintStillGround(double ratio);
    void describeSelection();

    void zoomTime(double factor, double x, double y);
    void panTime(double pixels, double anchorY);
    void changeRange(TimeRange range, double anchorY);
    void changeLaneHeight(double factor, double y);
    void setScroll(double scroll);
    void showLane(std::uint32_t call);
    TimelineHit hitAt(QPointF at) const;
    void stepSelection(int lanes);
    bool handleKey(int key);
    void hover(QPointF at, QPoint global);
    void dragTo(QPointF at);

    bool m_axisShown = true;
    double m_laneHeight = 0; ///< 0 = automatic
    double m_scroll = 0;
    Drag m_drag = Drag::none;
    QPointF m_pressedAt, m_draggedAt;

    Still m_still;
    mutable Cache m_cache;
    mutable std::uint64_t m_layouts = 0; ///< how often records were laid out
    mutable LanePlan m_plan;
    mutable Lanes m_lanes;
    mutable RunPointer m_lanesRun;
    mutable TimeRange m_lanesRange;
    mutable int m_densityCounts = 0;
};

} // namespace retrylab
