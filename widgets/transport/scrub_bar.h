// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/view_state.h"
#include "widgets/transport/scrub_layout.h"
#include "widgets/transport/spoken_value.h"

#include <QWidget>

namespace retrylab {

/// The run from end to end, with its markers and the playhead. Dragging scrubs; a click on a marker jumps to it. Keys:
/// Left and Right step by a hundredth of the run, with Shift by a thousandth; PageUp and PageDown by a tenth; Home, End.
class ScrubBar : public QWidget, public SpokenValue {
    Q_OBJECT

public:
    explicit ScrubBar(ViewState *state, QWidget *parent = nullptr);

    const std::vector<Marker> &markers() const { return m_markers; }
    ScrubRecords records() const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    QString spokenValue() const override;
    double spokenNumber() const override; ///< seconds
    double spokenLeast() const override { return 0; }
    double spokenMost() const override;
    void setSpokenNumber(double seconds) override;

Q_SIGNALS:
    void markersChanged();

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void collectMarkers();
    void playheadMoved();
    void scrubTo(double x);
    void light(std::optional<std::size_t> marker, QPoint global);
    std::int64_t duration() const;

    ViewState *m_state;
    std::vector<Marker> m_markers;
    std::optional<std::size_t> m_lit;
    QPointF m_pressedAt;
    bool m_pressed = false;
    bool m_scrubbing = false;
};

} // namespace retrylab
