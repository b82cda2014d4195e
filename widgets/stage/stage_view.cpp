// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/stage_view.h"

#include "widgets/base/experiment_text.h"
#include "widgets/base/outcome_shape.h"
#include "widgets/base/ticks.h"
#include "widgets/stage/stage_layout.h"
#include "widgets/stage/stage_paint.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace retrylab {

namespace {

QByteArray phaseName(CallState::Phase phase)
{
    switch (phase) {
    case CallState::Phase::notStarted: return "notStarted";
    case CallState::Phase::calling: return "calling";
    case CallState::Phase::waiting: return "waiting";
    case CallState::Phase::succeeded: return "succeeded";
    case CallState::Phase::degraded: return "degraded";
    case CallState::Phase::failed: return "failed";
    }
    return {};
}

QByteArray seconds(std::int64_t t)
{
    return t == notYet ? QByteArray() : QByteArray::number(static_cast<double>(t) / 1e9, 'g', 12);
}

} // namespace

StageView::StageView(ViewState *viewState, QWidget *parent)
    : View(viewState, parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Stage"));
    const auto repaint = [this] { update(); };
    connect(viewState, &ViewState::playheadChanged, this, repaint);
    connect(viewState, &ViewState::visibleChanged, this, repaint);
    connect(viewState, &ViewState::hoverChanged, this, repaint);
    connect(viewState, &ViewState::runChanged, this, repaint);
    connect(viewState, &ViewState::runChanged, this, &StageView::describe);
    connect(viewState, &ViewState::selectionChanged, this, repaint);
    connect(viewState, &ViewState::selectionChanged, this, &StageView::describe);
    describe();
}

const StagePlan &StageView::plan() const
{
    if (m_planned != state().run()) {
        m_planned = state().run();
        m_plan = planStage(*m_planned);
    }
    return m_plan;
}

StageRecords StageView::records(const QRectF &area) const
{
    const RunPointer &run = state().run();
    if (!run)
        return layoutEmptyStage(theme(), tr("No run yet"), tr("Open an experiment to begin."), area);
    if (!run->trace->recorded)
        return layoutEmptyStage(theme(), tr("Too many to show"), tr("This run keeps figures only."), area);
    return layoutStage({*run, plan(), theme(), state().locale(), state().playhead(), state().visible(),
                        state().hoveredCall(), state().selectedCall()},
                       area);
}

void StageView::paintView(QPainter &painter, const QRectF &area) const
{
    paintStage(painter, theme(), records(area));
    if (hasFocus() && area == QRectF(rect())) {
        painter.setPen(QPen(theme().focus, theme().stroke(1)));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(area.adjusted(0.5, 0.5, -1.5, -1.5));
    }
}

QByteArray StageView::csv() const
{
    const RunPointer &run = state().run();
    if (!run || !run->trace->recorded)
        return {};
    QByteArray text = "caller,call,phase,attempt,since,until\r\n";
    const std::int64_t t = state().playhead();
    const std::uint32_t callers = run->trace->world.traffic.callerCount();
    for (std::uint32_t caller = 0; caller < callers; ++caller) {
        const auto call = run->index.lastCallOf(caller, t);
        if (!call)
            continue;
        const CallState now = run->index.callAt(*call, t);
        const int number = now.attempt == noAttempt ? 0 : run->trace->attempts[now.attempt].number;
        text += QByteArray::number(caller) + ',' + QByteArray::number(*call) + ',' + phaseName(now.phase) + ','
                + QByteArray::number(number) + ',' + seconds(now.since) + ',' + seconds(now.until) + "\r\n";
    }
    return text;
}

QSize StageView::sizeHint() const
{
    return QSizeF(theme().px(850), theme().px(240)).toSize();
}

QSize StageView::minimumSizeHint() const
{
    return QSizeF(theme().px(360), theme().px(140)).toSize();
}

void StageView::mouseMoveEvent(QMouseEvent *event)
{
    const auto call = callAtPoint(records(rect()), event->position(), theme().px(5));
    setCursor(call ? Qt::PointingHandCursor : Qt::ArrowCursor);
    state().setHoveredCall(call);
}

void StageView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        state().setSelectedCall(callAtPoint(records(rect()), event->position(), theme().px(5)));
}

void StageView::leaveEvent(QEvent *)
{
    state().setHoveredCall({});
}

void StageView::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Down: walk(1); return;
    case Qt::Key_Left:
    case Qt::Key_Up: walk(-1); return;
    case Qt::Key_Escape: state().setSelectedCall({}); return;
    default: View::keyPressEvent(event);
    }
}

void StageView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Stage"));
        describe();
        update();
    }
    View::changeEvent(event);
}

bool StageView::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const auto call = callAtPoint(records(rect()), help->pos(), theme().px(5));
        QToolTip::showText(help->globalPos(), call ? inWords(*call) : QString(), this);
        return true;
    }
    return View::event(event);
}

/// Selects the next or the previous dot that has a call.
void StageView::walk(int step)
{
    const StageRecords scene = records(rect());
    std::vector<std::uint32_t> calls;
    for (const auto &dot : scene.dots)
        if (dot.call)
            calls.push_back(*dot.call);
    if (calls.empty())
        return;
    const auto selected = state().selectedCall();
    const auto found = selected ? std::find(calls.begin(), calls.end(), *selected) : calls.end();
    const auto count = static_cast<std::ptrdiff_t>(calls.size());
    std::ptrdiff_t next = step > 0 ? 0 : count - 1;
    if (found != calls.end())
        next = (found - calls.begin() + step + count) % count;
    state().setSelectedCall(calls[static_cast<std::size_t>(next)]);
}

QString StageView::inWords(std::uint32_t call) const
{
    const RunModel &run = *state().run();
    const CallState now = run.index.callAt(call, state().playhead());
    const auto number = [&](std::uint32_t n) { return state().locale().toString(n); };
    QString words = tr("Client %1, request %2").arg(number(run.trace->calls[call].caller + 1), number(call + 1));
    if (now.attempt != noAttempt)
        words += tr(", attempt %1").arg(number(run.trace->attempts[now.attempt].number));
    const auto left = [&] { return humanNanoseconds(now.until - state().playhead(), state().locale()); };
    switch (now.phase) {
    case CallState::Phase::notStarted: return words + tr(": not started");
    case CallState::Phase::calling: return words + tr(": calling");
    case CallState::Phase::waiting:
        return now.until == notYet ? words + tr(": waiting") : words + tr(": waiting, %1 left").arg(left());
    case CallState::Phase::succeeded: return words + tr(": done");
    case CallState::Phase::degraded: return words + tr(": degraded, answered by the fallback");
    case CallState::Phase::failed: break;
    }
    if (now.attempt == noAttempt || run.trace->attempts[now.attempt].refusedByBreaker)
        return words + tr(": failed, refused by the breaker");
    return words + tr(": failed, %1").arg(outcomeName(run.trace->attempts[now.attempt].outcome));
}

/// Tells screen readers what a look at the picture tells.
void StageView::describe()
{
    const RunPointer &run = state().run();
    if (!run)
        setAccessibleDescription(tr("No run yet"));
    else if (state().selectedCall())
        setAccessibleDescription(inWords(*state().selectedCall()));
    else
        setAccessibleDescription(experimentText(run->experiment.name));
}

} // namespace retrylab
