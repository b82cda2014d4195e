// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/load/load_view.h"

#include "widgets/base/drawing_pixels.h"
#include "widgets/load/load_paint.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace retrylab {

LoadView::LoadView(ViewState *viewState, QWidget *parent)
    : View(viewState, parent)
    , m_chart(std::make_unique<LoadChart>())
{
    setObjectName(QStringLiteral("load"));
    setAccessibleName(tr("Load"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    connect(viewState, &ViewState::runChanged, this, [this] {
        const RunPointer &run = state().run();
        const QString name = run ? run->experiment.name : QString();
        if (name != m_scaleOf)
            m_scale.reset();
        m_scaleOf = name;
        forgetLayout();
        describe();
    });
    connect(viewState, &ViewState::ghostChanged, this, &LoadView::forgetLayout);
    connect(viewState, &ViewState::visibleChanged, this, &LoadView::forgetLayout);
    connect(viewState, &ViewState::themeChanged, this, [this] {
        setAccessibleName(tr("Load"));
        forgetLayout();
        describe();
    });
    connect(viewState, &ViewState::playheadChanged, this, [this] { update(); });
    describe();
}

LoadView::~LoadView() = default;

void LoadView::forgetLayout()
{
    m_layout.reset();
    m_stillValid = false;
    update();
}

QSize LoadView::sizeHint() const
{
    return {static_cast<int>(theme().px(850)), static_cast<int>(theme().px(260))};
}

QSize LoadView::minimumSizeHint() const
{
    return {static_cast<int>(theme().px(280)), static_cast<int>(theme().px(130))};
}

LoadLayout LoadView::layoutFor(const QRectF &area, CalmScale &scale) const
{
    TimeAxis axis = state().axis(area.width());
    axis.left += area.left();
    return layoutLoad({state().run(), state().ghost(), axis, theme(), state().locale()}, area, scale);
}

const LoadLayout *LoadView::layoutRecords() const
{
    if (!state().run())
        return nullptr;
    if (!m_layout || m_layout->area != QRectF(rect()))
        m_layout = layoutFor(rect(), m_scale);
    return &*m_layout;
}

void LoadView::paintStill(QPainter &painter, const LoadLayout &layout) const
{
    m_chart->apply(layout, theme());
    paintLoadBack(painter, layout, theme());
    m_chart->render(painter, layout);
    paintLoadFront(painter, layout, theme());
}

void LoadView::paintView(QPainter &painter, const QRectF &area) const
{
    if (!state().run()) {
        paintEmptyLoad(painter, area, theme());
        return;
    }
    CalmScale scale = m_scale;
    const LoadLayout layout = layoutFor(area, scale);
    paintStill(painter, layout);
    paintLoadPlayhead(painter, layout, theme(), state().playhead());
    paintLoadLabels(painter, layout, theme());
}

void LoadView::renewStill(double ratio)
{
    const QSize pixels = (QSizeF(size()) * ratio).toSize();
    if (m_stillValid && m_still.size() == pixels)
        return;
    if (m_still.size() != pixels)
        m_still = QImage(pixels, QImage::Format_RGB32);
    m_still.setDevicePixelRatio(ratio);
    QPainter painter(&m_still);
    paintStill(painter, *layoutRecords());
    m_stillValid = true;
    ++m_stills;
}

void LoadView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    // The still picture is for the screen; a window that is written as vectors gets vectors here too.
    if (!drawsPixels(painter)) {
        paintView(painter, rect());
        return;
    }
    if (const LoadLayout *layout = layoutRecords()) {
        renewStill(pixelsPerUnit(painter));
        painter.drawImage(QPointF(), m_still);
        paintLoadPlayhead(painter, *layout, theme(), state().playhead());
        paintLoadLabels(painter, *layout, theme());
        if (m_hover)
            paintLoadReadout(painter, *layout, theme(), state().locale(), axis().time(*m_hover));
    } else {
        paintEmptyLoad(painter, rect(), theme());
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme().focus, 1.0));
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

QByteArray LoadView::csv() const
{
    const RunPointer &run = state().run();
    return run ? seriesCsv(*run->trace) : QByteArray();
}

void LoadView::describe()
{
    const RunPointer &run = state().run();
    if (!run) {
        setAccessibleDescription(tr("No run yet"));
        return;
    }
    const QLocale &locale = state().locale();
    setAccessibleDescription(tr("Requests: %1; attempts: %2; goodput: %3 per second; queue: up to %4")
                                 .arg(humanNumber(run->kpis.requests, locale), humanNumber(run->kpis.attempts, locale),
                                      humanNumber(run->kpis.goodput, locale), humanNumber(run->kpis.queueMax, locale)));
}

} // namespace retrylab
