// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/transport/transport_bar.h"

#include <QEvent>
#include <QHBoxLayout>

namespace retrylab {

TransportBar::TransportBar(ViewState *state, Playback *playback, QWidget *parent)
    : QWidget(parent)
    , m_state(state)
    , m_playback(playback)
    , m_previous(new IconButton(state, IconButton::Icon::previous, false, this))
    , m_play(new IconButton(state, IconButton::Icon::play, true, this))
    , m_next(new IconButton(state, IconButton::Icon::next, false, this))
    , m_speedText(new TabularLabel(state, TabularLabel::Look::muted, this))
    , m_speed(new SpeedSlider(state, playback, this))
    , m_scrub(new ScrubBar(state, this))
    , m_time(new TabularLabel(state, TabularLabel::Look::number, this))
    , m_total(new TabularLabel(state, TabularLabel::Look::muted, this))
{
    setObjectName(QStringLiteral("transport"));
    m_previous->setObjectName(QStringLiteral("previousEvent"));
    m_play->setObjectName(QStringLiteral("play"));
    m_next->setObjectName(QStringLiteral("nextEvent"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    for (QWidget *part :
         {static_cast<QWidget *>(m_previous), static_cast<QWidget *>(m_play), static_cast<QWidget *>(m_next),
          static_cast<QWidget *>(m_speedText), static_cast<QWidget *>(m_speed)})
        row->addWidget(part);
    row->addWidget(m_scrub, 1);
    row->addWidget(m_time);
    row->addWidget(m_total);

    connect(m_previous, &QAbstractButton::clicked, this, &TransportBar::previousEvent);
    connect(m_next, &QAbstractButton::clicked, this, &TransportBar::nextEvent);
    connect(m_play, &QAbstractButton::clicked, playback, &Playback::togglePlay);
    connect(playback, &Playback::playingChanged, this, &TransportBar::showPlaying);
    connect(playback, &Playback::speedChanged, this, &TransportBar::showSpeed);
    connect(m_scrub, &ScrubBar::markersChanged, this, [this] { m_events = eventTimes(m_scrub->markers()); });
    connect(state, &ViewState::playheadChanged, this, &TransportBar::showTime);
    connect(state, &ViewState::runChanged, this, &TransportBar::showTime);
    connect(state, &ViewState::themeChanged, this, [this] {
        layOut();
        showTime();
        showSpeed();
    });
    m_events = eventTimes(m_scrub->markers());
    layOut();
    name();
}

void TransportBar::layOut()
{
    layout()->setSpacing(static_cast<int>(m_state->theme().px(8)));
}

void TransportBar::name()
{
    setAccessibleName(tr("Transport"));
    m_previous->setAccessibleName(tr("Previous event"));
    m_previous->setToolTip(tr("Previous event (,)"));
    m_next->setAccessibleName(tr("Next event"));
    m_next->setToolTip(tr("Next event (.)"));
    m_speed->setAccessibleName(tr("Speed"));
    m_time->setAccessibleName(tr("Time"));
    m_total->setAccessibleName(tr("Length of the run"));
    showPlaying(m_playback->playing());
    showSpeed();
    showTime();
}

void TransportBar::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        name();
    QWidget::changeEvent(event);
}

void TransportBar::showTime()
{
    const RunPointer &run = m_state->run();
    const std::int64_t length = run ? run->duration() : 1'000'000'000;
    const QString now = clockText(m_state->playhead(), length, m_state->locale());
    m_time->setLongest(clockText(length, length, m_state->locale()));
    m_time->setText(now);
    m_time->setAccessibleDescription(now);
    const QString total = tr("/ %1").arg(lengthText(length, m_state->locale()));
    m_total->setLongest(total);
    m_total->setText(total);
    m_total->setAccessibleDescription(total);
    m_play->setEnabled(run != nullptr);
}

void TransportBar::showSpeed()
{
    m_speedText->setLongest(tr("%1×").arg(m_state->locale().toString(0.01, 'f', 2)));
    m_speedText->setText(SpeedSlider::speedText(*m_playback, m_state->locale()));
}

void TransportBar::showPlaying(bool playing)
{
    m_play->setIcon(playing ? IconButton::Icon::pause : IconButton::Icon::play);
    m_play->setAccessibleName(playing ? tr("Pause") : tr("Play"));
    m_play->setToolTip(playing ? tr("Pause (Space)") : tr("Play (Space)"));
}

void TransportBar::previousEvent()
{
    const std::int64_t to = retrylab::previousEvent(m_events, m_state->playhead());
    m_state->setPlayhead(to < 0 ? 0 : to);
}

void TransportBar::nextEvent()
{
    const std::int64_t to = retrylab::nextEvent(m_events, m_state->playhead());
    const std::int64_t end = m_state->run() ? m_state->run()->duration() : 0;
    m_state->setPlayhead(to < 0 ? end : to);
}

} // namespace retrylab
