// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/transport/playback.h"

#include <algorithm>

namespace retrylab {

namespace {

constexpr int smoothInterval = 16; ///< ms
constexpr int calmInterval = 200;

} // namespace

Playback::Playback(ViewState *state, QObject *parent)
    : QObject(parent)
    , m_state(state)
{
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(smoothInterval);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        advance(m_since.nsecsElapsed());
        m_since.start();
    });
    connect(state, &ViewState::runChanged, this, [this] {
        if (!m_state->run())
            pause();
    });
}

/// Takes over what others have done to the run and to the playhead.
void Playback::follow()
{
    if (m_state->run())
        m_clock.duration = std::max<std::int64_t>(1, m_state->run()->duration());
    if (m_clock.position != m_state->playhead())
        m_clock.seek(m_state->playhead());
}

void Playback::play()
{
    if (playing() || !m_state->run())
        return;
    follow();
    m_clock.play();
    m_state->setPlayhead(m_clock.position);
    m_since.start();
    m_timer.start();
    Q_EMIT playingChanged(true);
}

void Playback::pause()
{
    m_timer.stop();
    if (!playing())
        return;
    m_clock.playing = false;
    Q_EMIT playingChanged(false);
}

void Playback::advance(std::int64_t elapsed)
{
    if (!playing())
        return;
    follow();
    m_clock.advance(elapsed);
    m_state->setPlayhead(m_clock.position);
    if (playing())
        return;
    m_timer.stop();
    Q_EMIT playingChanged(false);
}

void Playback::setSpeed(double speed)
{
    m_clock.speed = std::clamp(speed, PlaybackClock::slowest, PlaybackClock::fastest);
    m_clock.flatOut = false;
    Q_EMIT speedChanged();
}

void Playback::setFlatOut(bool on)
{
    m_clock.flatOut = on;
    Q_EMIT speedChanged();
}

void Playback::setReducedMotion(bool on)
{
    m_reducedMotion = on;
    m_timer.setInterval(on ? calmInterval : smoothInterval);
}

} // namespace retrylab
