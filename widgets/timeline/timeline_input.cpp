// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/attempt_story.h"
#include "widgets/timeline/timeline_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace retrylab {

namespace {

constexpr double zoomPerNotch = 1.25;
constexpr double dragThreshold = 4;

QString tooltipOf(const CallStory &story)
{
    QString html;
    for (int i = 0; i < story.lines.size(); ++i) {
        const QString line = story.lines[i].toHtmlEscaped();
        html += QStringLiteral("<div style='white-space:pre'>")
                + (i == 0 || i == story.emphasised ? QStringLiteral("<b>%1</b>").arg(line) : line)
                + QStringLiteral("</div>");
    }
    return html;
}

} // namespace

/// Changes the visible range; the lane at `anchorY` stays where it is although lanes come and go.
void TimelineView::changeRange(TimeRange range, double anchorY)
{
    const LaneGrid before = records().grid;
    const auto row = before.laneAt(anchorY);
    const auto lane = row && *row < lanes().count() ? std::optional(lanes().lane(*row)) : std::nullopt;
    state().setVisible(range);
    if (!lane)
        return;
    const LaneGrid after = records().grid;
    const double top = static_cast<double>(lanes().nearestRow(*lane)) * after.laneHeight;
    setScroll(top - (before.y(*row) - before.top) * after.laneHeight / before.laneHeight);
}

void TimelineView::zoomTime(double factor, double x, double y)
{
    const TimeRange now = state().visible();
    const TimeAxis &axis = records().axis;
    const double share = std::clamp((x - axis.left) / axis.width, 0.0, 1.0);
    const double most = state().run() ? static_cast<double>(state().run()->duration()) : 1e9;
    const double length = std::clamp(static_cast<double>(now.length()) * factor, 1'000.0, most);
    const auto held = now.from + static_cast<std::int64_t>(share * static_cast<double>(now.length()));
    const std::int64_t from = held - static_cast<std::int64_t>(share * length);
    changeRange({from, from + static_cast<std::int64_t>(length)}, y);
}

void TimelineView::panTime(double pixels, double anchorY)
{
    const TimeRange now = state().visible();
    const std::int64_t most = state().run() ? state().run()->duration() : now.to;
    const auto by = static_cast<std::int64_t>(pixels * records().axis.nsPerPixel());
    const std::int64_t from = std::clamp<std::int64_t>(now.from + by, 0,
                                                       std::max<std::int64_t>(0, most - now.length()));
    changeRange({from, from + now.length()}, anchorY);
}

void TimelineView::setScroll(double scroll)
{
    m_scroll = std::clamp(scroll, 0.0, records().grid.mostScroll());
    update();
}

void TimelineView::changeLaneHeight(double factor, double y)
{
    const LaneGrid before = records().grid;
    if (before.count == 0)
        return;
    const double at = (y - before.top + before.scroll) / before.laneHeight;
    const double fit = before.height / static_cast<double>(before.count);
    const double from = m_laneHeight > 0 ? m_laneHeight : before.laneHeight;
    m_laneHeight = std::clamp(from * factor, std::min(fit, theme().px(14)), theme().px(48));
    setScroll(at * records().grid.laneHeight - (y - before.top));
}

void TimelineView::showLane(std::uint32_t call)
{
    if (const auto row = lanes().row(call))
        setScroll(scrollTo(records().grid, *row));
}

void TimelineView::zoomToWholeRun()
{
    m_laneHeight = 0;
    m_scroll = 0;
    if (state().run())
        state().setVisible({0, state().run()->duration()});
    forgetLayout();
    if (const auto call = state().selectedCall())
        showLane(*call);
}

void TimelineView::zoomToCall(std::uint32_t call)
{
    const RunPointer &run = state().run();
    if (!run || call >= run->trace->calls.size())
        return;
    const CallRecord &record = run->trace->calls[call];
    const std::int64_t ended = std::min(record.ended, run->duration());
    const std::int64_t room = std::max<std::int64_t>((ended - record.started) / 10, 500'000);
    state().setVisible({std::max<std::int64_t>(0, record.started - room), std::min(run->duration(), ended + room)});
    showLane(call);
}

void TimelineView::stepSelection(int by)
{
    const auto count = static_cast<std::int64_t>(lanes().count());
    if (count == 0)
        return;
    const Trace &trace = *state().run()->trace;
    const LaneGrid grid = records().grid;
    const auto selected = state().selectedCall();
    // Without a choice the first one in view; then the neighbour at the same moment. Empty lanes are stepped over.
    const auto from = selected ? static_cast<std::int64_t>(lanes().nearestRow(m_plan.laneOfCall()[*selected]))
                               : static_cast<std::int64_t>(by > 0 ? grid.first() : grid.end() - 1) - by;
    const std::int64_t moment = selected ? trace.calls[*selected].started : state().playhead();
    for (std::int64_t row = from + by; row >= 0 && row < count; row += by) {
        if (const auto call = lanes().callNear(trace, static_cast<std::size_t>(row), moment)) {
            state().setSelectedCall(call);
            setScroll(scrollTo(records().grid, static_cast<std::size_t>(row)));
            return;
        }
    }
}

TimelineHit TimelineView::hitAt(QPointF at) const
{
    const RunPointer &run = state().run();
    return run ? hitTimeline(records(), lanes(), *run->trace, at) : TimelineHit{};
}

void TimelineView::wheelEvent(QWheelEvent *event)
{
    if (!state().run())
        return;
    const QPointF at = event->position();
    const QPoint delta = event->angleDelta();
    const double notches = delta.y() / 120.0;
    const bool overGutter = at.x() < records().frame.gutter.right();
    if ((event->modifiers() & Qt::ControlModifier) != 0)
        changeLaneHeight(std::pow(zoomPerNotch, notches), at.y());
    else if (delta.y() == 0 && delta.x() != 0)
        panTime(-delta.x() / 120.0 * records().axis.width * 0.1, at.y());
    else if ((event->modifiers() & Qt::ShiftModifier) != 0)
        panTime(-notches * records().axis.width * 0.1, at.y());
    else if (overGutter || at.x() >= records().frame.lanes.right())
        setScroll(m_scroll - notches * 3 * std::max(records().grid.laneHeight, theme().px(14)));
    else
        zoomTime(std::pow(zoomPerNotch, -notches), at.x(), at.y());
    event->accept();
}

void TimelineView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !state().run())
        return;
    m_pressedAt = m_draggedAt = event->position();
    const TimelineHit hit = hitAt(event->position());
    m_drag = Drag::pressed;
    if (hit.kind == TimelineHit::Kind::header && event->position().x() >= records().axis.left - theme().px(8))
        m_drag = Drag::playhead;
    else if (hit.kind == TimelineHit::Kind::scrollbar)
        m_drag = Drag::scrollbar;
    if (m_drag != Drag::pressed)
        dragTo(event->position());
}

void TimelineView::dragTo(QPointF at)
{
    const TimelineRecords &shown = records();
    if (m_drag == Drag::playhead) {
        state().setPlayhead(shown.axis.time(std::clamp(at.x(), shown.axis.left, shown.axis.right())));
    } else if (m_drag == Drag::scrollbar) {
        const QRectF handle = scrollHandle(shown);
        const double room = std::max(1.0, shown.frame.scrollbar.height() - handle.height());
        const double top = at.y() - shown.frame.scrollbar.top() - handle.height() / 2;
        setScroll(top / room * shown.grid.mostScroll());
    } else if (m_drag == Drag::pan) {
        setScroll(m_scroll - (at.y() - m_draggedAt.y()));
        panTime(m_draggedAt.x() - at.x(), at.y());
    }
    m_draggedAt = at;
}

void TimelineView::mouseMoveEvent(QMouseEvent *event)
{
    const QPointF at = event->position();
    if (m_drag == Drag::pressed && (at - m_pressedAt).manhattanLength() > theme().px(dragThreshold)) {
        m_drag = Drag::pan;
        QToolTip::hideText();
        setCursor(Qt::ClosedHandCursor);
    }
    if (m_drag == Drag::none)
        hover(at, event->globalPosition().toPoint());
    else
        dragTo(at);
}

void TimelineView::hover(QPointF at, QPoint global)
{
    const TimelineHit hit = hitAt(at);
    state().setHoveredCall(hit.call);
    const bool grip = hit.kind == TimelineHit::Kind::header && at.x() >= records().axis.left;
    setCursor(grip ? Qt::SizeHorCursor : Qt::ArrowCursor);
    if (!hit.call) {
        QToolTip::hideText();
        return;
    }
    const auto attempt = hit.attempt == MarkRecord::noAttempt ? std::nullopt : std::optional(hit.attempt);
    QToolTip::showText(global, tooltipOf(callStory(*state().run(), *hit.call, attempt, state().locale())), this);
}

void TimelineView::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (m_drag == Drag::pressed)
        state().setSelectedCall(hitAt(event->position()).call);
    m_drag = Drag::none;
    setCursor(Qt::ArrowCursor);
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !state().run())
        return;
    const TimelineHit hit = hitAt(event->position());
    if (hit.kind == TimelineHit::Kind::header || hit.kind == TimelineHit::Kind::nothing) {
        zoomToWholeRun();
    } else if (hit.call) {
        state().setSelectedCall(hit.call);
        zoomToCall(*hit.call);
    }
}

void TimelineView::leaveEvent(QEvent *)
{
    state().setHoveredCall({});
}

bool TimelineView::handleKey(int key)
{
    const LaneGrid &grid = records().grid;
    const TimeAxis &axis = records().axis;
    const double middle = grid.top + grid.height / 2;
    // With the keys one zooms around the playhead where it can be seen.
    const double x = axis.range.contains(state().playhead()) ? axis.x(state().playhead()) : axis.left + axis.width / 2;
    switch (key) {
    case Qt::Key_Up: stepSelection(-1); return true;
    case Qt::Key_Down: stepSelection(+1); return true;
    case Qt::Key_PageUp: setScroll(m_scroll - grid.height * 0.9); return true;
    case Qt::Key_PageDown: setScroll(m_scroll + grid.height * 0.9); return true;
    case Qt::Key_Home: setScroll(0); return true;
    case Qt::Key_End: setScroll(grid.mostScroll()); return true;
    case Qt::Key_Left: panTime(-axis.width * 0.1, middle); return true;
    case Qt::Key_Right: panTime(axis.width * 0.1, middle); return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomTime(1 / zoomPerNotch, x, middle); return true;
    case Qt::Key_Minus: zoomTime(zoomPerNotch, x, middle); return true;
    case Qt::Key_0: zoomToWholeRun(); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (state().selectedCall())
            zoomToCall(*state().selectedCall());
        return state().selectedCall().has_value();
    case Qt::Key_Escape: {
        const bool had = state().selectedCall().has_value();
        state().setSelectedCall({});
        return had;
    }
    default: return false;
    }
}

void TimelineView::keyPressEvent(QKeyEvent *event)
{
    const bool zoomKey = event->key() == Qt::Key_Plus || event->key() == Qt::Key_Equal || event->key() == Qt::Key_Minus;
    const auto modifiers = event->modifiers() & ~(Qt::KeypadModifier | (zoomKey ? Qt::ShiftModifier : Qt::NoModifier));
    if (!state().run() || modifiers != Qt::NoModifier || !handleKey(event->key()))
        View::keyPressEvent(event);
}

} // namespace retrylab
