// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/breaker/breaker_view.h"

#include "widgets/base/drawing_pixels.h"
#include "widgets/base/plural.h"
#include "widgets/breaker/breaker_paint.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace retrylab {

namespace {

const BreakerOptions &optionsOf(const RunModel &run)
{
    return run.trace->world.callers().policy.breaker;
}

QByteArray stateText(BreakerState state)
{
    switch (state) {
    case BreakerState::open: return "open";
    case BreakerState::halfOpen: return "half-open";
    case BreakerState::closed: break;
    }
    return "closed";
}

QByteArray whyText(BreakerWhy why)
{
    switch (why) {
    case BreakerWhy::threshold: return "threshold";
    case BreakerWhy::openTimeOver: return "open time over";
    case BreakerWhy::probesSucceeded: return "probes succeeded";
    case BreakerWhy::probeFailed: return "probe failed";
    case BreakerWhy::halfOpenTooLong: return "half-open too long";
    case BreakerWhy::byHand: break;
    }
    return "by hand";
}

} // namespace

BreakerView::BreakerView(ViewState *viewState, QWidget *parent)
    : View(viewState, parent)
{
    setObjectName(QStringLiteral("breaker"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    const auto refresh = [this] {
        describe();
        update();
    };
    connect(viewState, &ViewState::runChanged, this, [this, refresh] {
        // One line more when every caller has a breaker; a new layout at every run would be felt while dragging.
        const bool many = hasBreaker() && state().run()->index.breakerCount() > 1;
        if (std::exchange(m_many, many) != many)
            updateGeometry();
        refresh();
    });
    connect(viewState, &ViewState::playheadChanged, this, refresh);
    connect(viewState, &ViewState::selectionChanged, this, refresh);
    connect(viewState, &ViewState::themeChanged, this, [this, refresh] {
        m_diagramLook.reset();
        refresh();
    });
    describe();
}

bool BreakerView::hasBreaker() const
{
    return state().run() && optionsOf(*state().run()).kind != BreakerKind::none;
}

QSize BreakerView::sizeHint() const
{
    const bool many = hasBreaker() && state().run()->index.breakerCount() > 1;
    return {static_cast<int>(theme().px(276)), static_cast<int>(std::ceil(breakerHeight(theme(), many)))};
}

QSize BreakerView::minimumSizeHint() const
{
    return {static_cast<int>(theme().px(230)), sizeHint().height()};
}

std::uint32_t BreakerView::busiestBreaker() const
{
    const RunPointer &run = state().run();
    if (m_busiestRun == run)
        return m_busiest;
    std::vector<std::uint32_t> moves(std::max(1U, run->index.breakerCount()));
    for (const BreakerTransition &change : run->trace->transitions) {
        if (change.breaker < moves.size())
            ++moves[change.breaker];
    }
    m_busiest = static_cast<std::uint32_t>(std::max_element(moves.begin(), moves.end()) - moves.begin());
    m_busiestRun = run;
    return m_busiest;
}

std::uint32_t BreakerView::shownBreaker() const
{
    const RunPointer &run = state().run();
    if (!run || optionsOf(*run).scope == BreakerScope::shared)
        return 0;
    if (const auto call = state().selectedCall(); call && *call < run->trace->calls.size())
        return run->trace->calls[*call].caller;
    return busiestBreaker();
}

const BreakerHistory &BreakerView::history() const
{
    const std::uint32_t shown = shownBreaker();
    if (!m_history || m_historyRun != state().run() || m_historyOf != shown) {
        const RunModel &run = *state().run();
        if (optionsOf(run).scope == BreakerScope::shared)
            m_history.emplace(*run.trace, shown);
        else
            m_history.emplace(*run.trace, shown, run.index.callsOf(shown));
        m_historyRun = state().run();
        m_historyOf = shown;
    }
    return *m_history;
}

std::optional<BreakerLayout> BreakerView::layoutRecords(const QRectF &area) const
{
    if (!hasBreaker())
        return {};
    const RunModel &run = *state().run();
    BreakerInput input;
    input.options = optionsOf(run);
    input.now = state().playhead();
    input.picture = history().at(input.now);
    input.shown = shownBreaker();
    input.breakers = std::max(1U, run.index.breakerCount());
    if (input.breakers > 1) {
        input.open = run.index.breakersIn(BreakerState::open, input.now);
        input.halfOpen = run.index.breakersIn(BreakerState::halfOpen, input.now);
    }
    input.theme = theme();
    input.locale = state().locale();
    return layoutBreaker(input, area);
}

void BreakerView::paintView(QPainter &painter, const QRectF &area) const
{
    if (const auto layout = layoutRecords(area)) {
        paintBreakerDiagram(painter, *layout, theme());
        paintBreakerMoment(painter, *layout, theme());
    } else if (state().run())
        paintNoBreaker(painter, area, theme(), tr("No breaker"),
                       tr("Every call goes through, however often the service fails. Choose a breaker in the policy to "
                          "stop that."));
    else
        paintNoBreaker(painter, area, theme(), tr("No run yet"), tr("The breaker's state appears here."));
}

void BreakerView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const auto layout = layoutRecords(rect());
    // The kept diagram is for the screen; a window that is written as vectors gets vectors.
    if (!layout || !drawsPixels(painter)) {
        paintView(painter, rect());
        return;
    }
    const double ratio = pixelsPerUnit(painter);
    const QSize pixels = (QSizeF(size()) * ratio).toSize();
    BreakerDiagramLook look = diagramLook(*layout);
    if (m_diagram.size() != pixels || m_diagramLook != look) {
        m_diagram = QImage(pixels, QImage::Format_RGB32);
        m_diagram.setDevicePixelRatio(ratio);
        QPainter diagram(&m_diagram);
        paintBreakerDiagram(diagram, *layout, theme());
        m_diagramLook = std::move(look);
    }
    painter.drawImage(QPointF(), m_diagram);
    paintBreakerMoment(painter, *layout, theme());
}

QByteArray BreakerView::csv() const
{
    if (!state().run())
        return {};
    QByteArray csv("time_s,breaker,from,to,why\r\n");
    for (const BreakerTransition &change : state().run()->trace->transitions)
        csv += QByteArray::number(static_cast<double>(change.at) / 1e9, 'f', 9) + ','
               + QByteArray::number(change.breaker) + ',' + stateText(change.from) + ',' + stateText(change.to) + ','
               + whyText(change.why) + "\r\n";
    return csv;
}

QString BreakerView::tipAt(QPointF position) const
{
    const auto layout = layoutRecords(rect());
    if (!layout)
        return {};
    for (const BreakerNode &node : layout->nodes) {
        if (std::hypot(position.x() - node.centre.x(), position.y() - node.centre.y()) > node.radius)
            continue;
        switch (node.state) {
        case BreakerState::closed: return tr("Closed: calls go through, and their outcomes are counted.");
        case BreakerState::open: return tr("Open: calls are refused at once; the service is left alone.");
        case BreakerState::halfOpen: return tr("Half-open: a few calls go through as probes; the others are refused.");
        }
    }
    for (const BreakerSquare &square : layout->squares) {
        if (!square.rect.contains(position) || square.kind == BreakerSquare::Kind::empty)
            continue;
        const QString number = state().locale().toString(square.call + 1);
        return square.kind == BreakerSquare::Kind::failed ? tr("Call %1: failed").arg(number)
                                                          : tr("Call %1: ok").arg(number);
    }
    const BreakerOptions &options = optionsOf(*state().run());
    if (layout->windowTitleBox.contains(position) && options.kind != BreakerKind::consecutive)
        return tr("It opens when the share of failures reaches the limit, on a failure, with at least %1 outcomes.",
                  nullptr, pluralOf(options.minimumCalls))
            .arg(state().locale().toString(options.minimumCalls));
    return {};
}

bool BreakerView::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return View::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const QString tip = tipAt(help->pos());
    if (tip.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), tip, this);
    return true;
}

void BreakerView::mousePressEvent(QMouseEvent *event)
{
    const auto layout = layoutRecords(rect());
    if (!layout || event->button() != Qt::LeftButton)
        return;
    for (const BreakerSquare &square : layout->squares) {
        if (square.kind != BreakerSquare::Kind::empty && square.rect.contains(event->position())) {
            state().setSelectedCall(square.call);
            return;
        }
    }
}

void BreakerView::describe()
{
    const QString name = tr("Circuit breaker");
    if (accessibleName() != name)
        setAccessibleName(name);
    QString text = state().run() ? tr("No breaker") : tr("No run yet");
    // Only what changes rarely: a screen reader is not to read every frame.
    if (hasBreaker())
        text = breakerStateName(state().run()->index.breakerAt(shownBreaker(), state().playhead()).state);
    if (accessibleDescription() != text)
        setAccessibleDescription(text);
}

} // namespace retrylab
