// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/load/load_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace retrylab {

namespace {

constexpr double wheelStep = 120.0;     ///< eighths of a degree in one notch
constexpr double zoomPerStep = 0.8;     ///< of the visible time per notch
constexpr double shortestVisible = 1e3; ///< ns

} // namespace

void LoadView::zoom(double factor, double x)
{
    const TimeAxis now = axis();
    const double length = std::max(shortestVisible, static_cast<double>(now.range.length()) * factor);
    const auto fixed = static_cast<double>(now.time(std::clamp(x, now.left, now.right())));
    const double share = (fixed - static_cast<double>(now.range.from)) / static_cast<double>(now.range.length());
    const auto from = static_cast<std::int64_t>(std::llround(fixed - share * length));
    state().setVisible({from, from + static_cast<std::int64_t>(std::llround(length))});
}

void LoadView::pan(double pixels)
{
    const TimeRange range = state().visible();
    const auto shift = static_cast<std::int64_t>(std::llround(pixels * axis().nsPerPixel()));
    state().setVisible({range.from - shift, range.to - shift});
}

void LoadView::setHover(std::optional<double> x)
{
    const TimeAxis now = axis();
    if (x && (*x < now.left || *x > now.right()))
        x.reset();
    if (std::exchange(m_hover, x) != x)
        update();
}

void LoadView::wheelEvent(QWheelEvent *event)
{
    if (!state().run())
        return;
    const QPoint turn = event->angleDelta();
    if (turn.x() != 0 || event->modifiers().testFlag(Qt::ShiftModifier))
        pan((turn.x() != 0 ? turn.x() : turn.y()) / wheelStep * theme().px(40));
    else
        zoom(std::pow(zoomPerStep, turn.y() / wheelStep), event->position().x());
    event->accept();
}

void LoadView::mousePressEvent(QMouseEvent *event)
{
    if (!state().run())
        return;
    const double x = event->position().x();
    const bool pans = event->button() == Qt::MiddleButton
                      || (event->button() == Qt::LeftButton && event->modifiers().testFlag(Qt::ShiftModifier));
    if (!pans && event->button() != Qt::LeftButton)
        return;
    m_drag = pans ? Drag::pan : Drag::playhead;
    m_draggedAt = x;
    if (m_drag == Drag::playhead)
        state().setPlayhead(axis().time(x));
    else
        setCursor(Qt::ClosedHandCursor);
}

void LoadView::mouseMoveEvent(QMouseEvent *event)
{
    const double x = event->position().x();
    if (m_drag == Drag::playhead)
        state().setPlayhead(axis().time(x));
    if (m_drag == Drag::pan)
        pan(x - std::exchange(m_draggedAt, x));
    setHover(x);
}

void LoadView::mouseReleaseEvent(QMouseEvent *)
{
    if (std::exchange(m_drag, Drag::none) == Drag::pan)
        unsetCursor();
}

void LoadView::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton && state().run())
        state().setVisible({0, state().run()->duration()});
}

void LoadView::leaveEvent(QEvent *)
{
    setHover({});
}

void LoadView::keyPressEvent(QKeyEvent *event)
{
    if (!state().run()) {
        View::keyPressEvent(event);
        return;
    }
    const double pixels = event->modifiers().testFlag(Qt::ShiftModifier) ? 10.0 : 1.0;
    const auto step = static_cast<std::int64_t>(std::llround(axis().nsPerPixel() * pixels));
    switch (event->key()) {
    case Qt::Key_Left: state().setPlayhead(state().playhead() - step); break;
    case Qt::Key_Right: state().setPlayhead(state().playhead() + step); break;
    case Qt::Key_Home: state().setPlayhead(0); break;
    case Qt::Key_End: state().setPlayhead(state().run()->duration()); break;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoom(zoomPerStep, axis().x(state().playhead())); break;
    case Qt::Key_Minus: zoom(1.0 / zoomPerStep, axis().x(state().playhead())); break;
    case Qt::Key_0: state().setVisible({0, state().run()->duration()}); break;
    default: View::keyPressEvent(event);
    }
}

} // namespace retrylab
