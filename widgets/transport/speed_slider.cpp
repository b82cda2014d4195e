// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/transport/speed_slider.h"

#include <QSignalBlocker>

#include <algorithm>
#include <cmath>

namespace retrylab {

SpeedSlider::SpeedSlider(ViewState *state, Playback *playback, QWidget *parent)
    : QSlider(Qt::Horizontal, parent)
    , m_state(state)
    , m_playback(playback)
{
    installSpokenValues();
    setObjectName(QStringLiteral("speedSlider"));
    setRange(0, most);
    setSingleStep(5);
    setPageStep(perDecade / 2);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(this, &QSlider::valueChanged, this, &SpeedSlider::moved);
    connect(playback, &Playback::speedChanged, this, &SpeedSlider::follow);
    connect(state, &ViewState::themeChanged, this, [this] { updateGeometry(); });
    follow();
}

double SpeedSlider::speedAt(int position)
{
    if (std::abs(position - realTime) <= 3)
        return 1.0;
    return PlaybackClock::slowest * std::pow(10.0, static_cast<double>(std::min(position, fastest)) / perDecade);
}

int SpeedSlider::positionOf(double speed)
{
    return static_cast<int>(std::lround(perDecade * std::log10(speed / PlaybackClock::slowest)));
}

QString SpeedSlider::speedText(const Playback &playback, const QLocale &locale)
{
    if (playback.flatOut())
        return tr("max");
    const double speed = playback.speed();
    const int decimals = speed >= 9.95 ? 0 : speed >= 0.995 ? 1 : 2;
    return tr("%1×").arg(locale.toString(speed, 'f', decimals));
}

QSize SpeedSlider::sizeHint() const
{
    return {static_cast<int>(m_state->theme().px(96)), QSlider::sizeHint().height()};
}

QString SpeedSlider::spokenValue() const
{
    if (m_playback->flatOut())
        return tr("as fast as possible");
    return tr("%1 times real time").arg(m_state->locale().toString(m_playback->speed(), 'g', 3));
}

double SpeedSlider::spokenNumber() const
{
    return m_playback->flatOut() ? spokenMost() : m_playback->speed();
}

void SpeedSlider::moved(int position)
{
    // The hand moves the slider: the playback follows, and must not push the slider back while it is dragged.
    const QSignalBlocker quiet(this);
    if (position > fastest)
        m_playback->setFlatOut(true);
    else
        m_playback->setSpeed(speedAt(position));
}

void SpeedSlider::follow()
{
    const int position = m_playback->flatOut() ? most : positionOf(m_playback->speed());
    const bool mine = m_playback->flatOut() ? value() > fastest : speedAt(value()) == m_playback->speed();
    if (!mine) {
        const QSignalBlocker quiet(this);
        setValue(position);
    }
    setToolTip(tr("Speed: %1. Double click for real time.").arg(spokenValue()));
}

void SpeedSlider::mouseDoubleClickEvent(QMouseEvent *)
{
    m_playback->setSpeed(1.0);
}

} // namespace retrylab
