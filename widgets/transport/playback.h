// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/view_state.h"
#include "widgets/transport/playback_clock.h"

#include <QElapsedTimer>
#include <QTimer>

namespace retrylab {

/// Plays the run by moving the playhead of the ViewState, about sixty times a second and only while it plays. The
/// playhead is where the ViewState says: whoever moves it meanwhile (a scrub, a jump) is followed.
class Playback : public QObject {
    Q_OBJECT

public:
    explicit Playback(ViewState *state, QObject *parent = nullptr);

    bool playing() const { return m_clock.playing; }
    double speed() const { return m_clock.speed; }
    bool flatOut() const { return m_clock.flatOut; }
    bool loop() const { return m_clock.loop; }
    bool reducedMotion() const { return m_reducedMotion; }

    void play();
    void pause();
    void togglePlay() { playing() ? pause() : play(); }
    /// Run time per real time, 0.01–100; also ends flatOut.
    void setSpeed(double speed);
    /// As fast as possible.
    void setFlatOut(bool on);
    void setLoop(bool on) { m_clock.loop = on; }
    /// Five steps a second instead of smooth motion.
    void setReducedMotion(bool on);

    /// One step, `elapsed` ns of real time after the last one. The timer calls it; so do tests.
    void advance(std::int64_t elapsed);

Q_SIGNALS:
    void playingChanged(bool playing);
    void speedChanged(); ///< speed or flatOut

private:
    void follow();

    ViewState *m_state;
    PlaybackClock m_clock;
    QTimer m_timer;
    QElapsedTimer m_since;
    bool m_reducedMotion = false;
};

} // namespace retrylab
