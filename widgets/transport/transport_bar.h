// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/transport/clock_text.h"
#include "widgets/transport/icon_button.h"
#include "widgets/transport/playback.h"
#include "widgets/transport/scrub_bar.h"
#include "widgets/transport/speed_slider.h"

#include <QWidget>

namespace retrylab {

/// Previous event, play or pause, next event, speed, the run with its markers, the time. It draws no background: it
/// stands in the window's top bar.
class TransportBar : public QWidget {
    Q_OBJECT

public:
    TransportBar(ViewState *state, Playback *playback, QWidget *parent = nullptr);

    ScrubBar *scrubBar() const { return m_scrub; }
    SpeedSlider *speedSlider() const { return m_speed; }
    const std::vector<std::int64_t> &events() const { return m_events; }

    /// Jumps to the marker before or after the playhead; to the run's start or end where there is none.
    void previousEvent();
    void nextEvent();

protected:
    void changeEvent(QEvent *event) override;

private:
    void name();
    void layOut();
    void showTime();
    void showSpeed();
    void showPlaying(bool playing);

    ViewState *m_state;
    Playback *m_playback;
    IconButton *m_previous;
    IconButton *m_play;
    IconButton *m_next;
    TabularLabel *m_speedText;
    SpeedSlider *m_speed;
    ScrubBar *m_scrub;
    TabularLabel *m_time;
    TabularLabel *m_total;
    std::vector<std::int64_t> m_events;
};

} // namespace retrylab
