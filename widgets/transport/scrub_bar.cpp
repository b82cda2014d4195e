// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/transport/scrub_bar.h"

#include "widgets/transport/clock_text.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace retrylab {

ScrubBar::ScrubBar(ViewState *state, QWidget *parent)
    : QWidget(parent)
    , m_state(state)
{
    installSpokenValues();
    setObjectName(QStringLiteral("scrubBar"));
    setAccessibleName(tr("Playhead"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(state, &ViewState::runChanged, this, &ScrubBar::collectMarkers);
    connect(state, &ViewState::playheadChanged, this, &ScrubBar::playheadMoved);
    connect(state, &ViewState::themeChanged, this, [this] {
        updateGeometry();
        collectMarkers(); // their words depend on the locale
    });
    collectMarkers();
}

std::int64_t ScrubBar::duration() const
{
    return m_state->run() ? m_state->run()->duration() : 1'000'000'000;
}

ScrubRecords ScrubBar::records() const
{
    return layoutScrub(size(), duration(), m_state->playhead(), m_markers, m_state->theme());
}

void ScrubBar::collectMarkers()
{
    m_markers = m_state->run() ? markersOf(*m_state->run(), m_state->locale()) : std::vector<Marker>();
    m_lit.reset();
    update();
    Q_EMIT markersChanged();
}

void ScrubBar::playheadMoved()
{
    update();
    // While it plays a reader would never come to rest.
    if (hasFocus() && QAccessible::isActive()) {
        QAccessibleValueChangeEvent changed(this, spokenNumber());
        QAccessible::updateAccessibility(&changed);
    }
}

QSize ScrubBar::sizeHint() const
{
    return {static_cast<int>(m_state->theme().px(360)), static_cast<int>(m_state->theme().px(34))};
}

QSize ScrubBar::minimumSizeHint() const
{
    return {static_cast<int>(m_state->theme().px(120)), static_cast<int>(m_state->theme().px(34))};
}

QString ScrubBar::spokenValue() const
{
    const QString now = clockText(m_state->playhead(), duration(), m_state->locale());
    return tr("%1 of %2").arg(now, lengthText(duration(), m_state->locale()));
}

double ScrubBar::spokenNumber() const
{
    return static_cast<double>(m_state->playhead()) / 1e9;
}

double ScrubBar::spokenMost() const
{
    return static_cast<double>(duration()) / 1e9;
}

void ScrubBar::setSpokenNumber(double seconds)
{
    m_state->setPlayhead(std::llround(std::clamp(seconds, 0.0, spokenMost()) * 1e9));
}

bool ScrubBar::event(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Playhead"));
        collectMarkers();
    }
    return QWidget::event(event);
}

void ScrubBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintScrub(painter, records(), m_markers, m_state->theme(), m_lit, hasFocus());
}

void ScrubBar::scrubTo(double x)
{
    const TimeAxis axis = records().axis;
    m_state->setPlayhead(axis.time(std::clamp(x, axis.left, axis.right())));
}

void ScrubBar::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = true;
    m_pressedAt = event->position();
    const auto marker = hitScrubMark(records(), event->position());
    m_scrubbing = !marker;
    if (marker)
        m_state->setPlayhead(m_markers[*marker].at);
    else
        scrubTo(event->position().x());
}

void ScrubBar::mouseMoveEvent(QMouseEvent *event)
{
    // A click on a marker jumps exactly; it turns into scrubbing only when the hand really moves.
    if (m_pressed && std::abs(event->position().x() - m_pressedAt.x()) > m_state->theme().px(4))
        m_scrubbing = true;
    if (m_pressed && m_scrubbing)
        scrubTo(event->position().x());
    else if (!m_pressed)
        light(hitScrubMark(records(), event->position()), event->globalPosition().toPoint());
}

void ScrubBar::mouseReleaseEvent(QMouseEvent *)
{
    m_pressed = m_scrubbing = false;
}

void ScrubBar::leaveEvent(QEvent *)
{
    light({}, {});
}

void ScrubBar::light(std::optional<std::size_t> marker, QPoint global)
{
    if (marker == m_lit)
        return;
    m_lit = marker;
    update();
    if (!marker) {
        QToolTip::hideText();
        return;
    }
    const QString time = clockText(m_markers[*marker].at, duration(), m_state->locale());
    QToolTip::showText(global, tr("%1 · %2").arg(time, m_markers[*marker].text), this);
}

void ScrubBar::keyPressEvent(QKeyEvent *event)
{
    const std::int64_t now = m_state->playhead();
    const std::int64_t parts = (event->modifiers() & Qt::ShiftModifier) != 0 ? 1000 : 100;
    const std::int64_t step = std::max<std::int64_t>(1, duration() / parts);
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Down: m_state->setPlayhead(now - step); break;
    case Qt::Key_Right:
    case Qt::Key_Up: m_state->setPlayhead(now + step); break;
    case Qt::Key_PageDown: m_state->setPlayhead(now - duration() / 10); break;
    case Qt::Key_PageUp: m_state->setPlayhead(now + duration() / 10); break;
    case Qt::Key_Home: m_state->setPlayhead(0); break;
    case Qt::Key_End: m_state->setPlayhead(duration()); break;
    default: QWidget::keyPressEvent(event);
    }
}

} // namespace retrylab
