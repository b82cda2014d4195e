// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_view.h"

#include "widgets/base/drawing_pixels.h"
#include "widgets/timeline/attempt_story.h"
#include "widgets/timeline/attempts_csv.h"
#include "widgets/timeline/timeline_ink.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace retrylab {

TimelineView::TimelineView(ViewState *viewState, QWidget *parent)
    : View(viewState, parent)
{
    setObjectName(QStringLiteral("timeline"));
    setAccessibleName(tr("Timeline"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    const auto repaint = [this] { update(); };
    connect(viewState, &ViewState::runChanged, this, [this] {
        forgetLayout();
        describeSelection();
    });
    connect(viewState, &ViewState::visibleChanged, this, &TimelineView::forgetLayout);
    connect(viewState, &ViewState::themeChanged, this, &TimelineView::forgetLayout);
    connect(viewState, &ViewState::playheadChanged, this, repaint);
    connect(viewState, &ViewState::hoverChanged, this, repaint);
    connect(viewState, &ViewState::selectionChanged, this, [this] {
        describeSelection();
        update();
    });
    describeSelection();
}

void TimelineView::forgetLayout()
{
    m_cache.valid = false;
    update();
}

QSize TimelineView::sizeHint() const
{
    return {static_cast<int>(theme().px(850)), static_cast<int>(theme().px(320))};
}

QSize TimelineView::minimumSizeHint() const
{
    return {static_cast<int>(theme().px(280)), static_cast<int>(theme().px(110))};
}

void TimelineView::setTimeAxisShown(bool shown)
{
    m_axisShown = shown;
    forgetLayout();
}

const Lanes &TimelineView::lanes() const
{
    const RunPointer &run = state().run();
    const bool newRun = m_lanesRun != run;
    if (newRun)
        m_plan = run ? LanePlan(*run->trace) : LanePlan();
    if (newRun || m_lanesRange != state().visible())
        m_lanes = run ? Lanes(m_plan, *run->trace, state().visible()) : Lanes();
    m_lanesRun = run;
    m_lanesRange = state().visible();
    return m_lanes;
}

const TimelineRecords &TimelineView::recordsFor(QSizeF size) const
{
    const TimelineSettings settings{size, state().visible(), m_laneHeight, m_scroll, m_axisShown};
    const RunPointer &run = state().run();
    if (m_cache.valid && m_cache.run == run && m_cache.settings == settings && m_cache.locale == state().locale())
        return m_cache.records;
    m_cache.records = run ? layoutTimeline(*run, lanes(), settings, theme(), state().locale()) : TimelineRecords{};
    m_cache.run = run;
    m_cache.settings = settings;
    m_cache.locale = state().locale();
    m_cache.valid = true;
    ++m_layouts;
    return m_cache.records;
}

void TimelineView::paintView(QPainter &painter, const QRectF &area) const
{
    painter.save();
    painter.translate(area.topLeft());
    paintStill(painter, area.size());
    paintMoment(painter, area.size());
    painter.restore();
}

void TimelineView::paintMoment(QPainter &painter, QSizeF size) const
{
    const RunPointer &run = state().run();
    if (!run)
        return;
    const TimelineRecords &records = recordsFor(size);
    paintRunning(painter, records, *run->trace, theme(), state().playhead());
    painter.fillRect(futureRect(records, state().playhead()), veilColour(theme()));
    paintPlayhead(painter, records, theme(), state().playhead());
}

void TimelineView::paintStill(QPainter &painter, QSizeF size) const
{
    paintGround(painter, size);
    if (!state().run())
        return;
    const TimelineRecords &records = recordsFor(size);
    if (records.dense()) {
        // As many pixels as the device has, so that a print or a dense screen shows more, not larger, pixels.
        const double density = std::clamp(std::abs(painter.deviceTransform().m11()), 1.0, 4.0);
        painter.drawImage(densityArea(records), paintDensity(densityFor(records, density), theme()));
    }
    paintLabels(painter, size);
}

void TimelineView::paintGround(QPainter &painter, QSizeF size) const
{
    painter.fillRect(QRectF({}, size), theme().window);
    if (const RunPointer &run = state().run())
        paintTimelineGround(painter, recordsFor(size), *run->trace, theme(), lit(), lanes());
    else
        paintEmptyTimeline(painter, size, theme());
}

void TimelineView::paintLabels(QPainter &painter, QSizeF size) const
{
    paintTimelineLabels(painter, recordsFor(size), *state().run()->trace, theme(), lit(), lanes());
}

/// The same as paintStill(), but the density picture is written straight into the pixels.
void TimelineView::renewStill(double ratio)
{
    const TimelineRecords &records = recordsFor(size());
    const QSize pixels = (QSizeF(size()) * ratio).toSize();
    const bool samePlace = m_still.layout == m_layouts && m_still.picture.size() == pixels;
    if (samePlace && m_still.lit == lit())
        return;
    if (!samePlace)
        m_still.dense = QImage();
    if (m_still.picture.size() != pixels)
        m_still.picture = QImage(pixels, QImage::Format_RGB32);
    m_still.picture.setDevicePixelRatio(ratio);
    if (m_still.dense.isNull())
        paintStillGround(ratio);
    else
        m_still.picture = m_still.dense.copy();
    // Whoever looks at one call after another under a mouse need not wait until all are counted again.
    if (samePlace && records.dense() && m_still.dense.isNull())
        m_still.dense = m_still.picture.copy();
    if (state().run()) {
        QPainter painter(&m_still.picture);
        paintLabels(painter, size());
    }
    m_still.layout = m_layouts;
    m_still.lit = lit();
}

void TimelineView::paintStillGround(double ratio)
{
    QPainter painter(&m_still.picture);
    paintGround(painter, size());
    painter.end();
    const TimelineRecords &records = recordsFor(size());
    if (!records.dense())
        return;
    const QRectF area = densityArea(records);
    const QRectF there(area.topLeft() * ratio, area.size() * ratio);
    const DensityGrid grid = densityFor(records, ratio);
    paintDensity(grid, theme(), m_still.picture,
                 QRect(qRound(there.left()), qRound(there.top()), grid.columns(), qRound(there.height())));
}

DensityGrid TimelineView::densityFor(const TimelineRecords &records, double density) const
{
    const LaneGrid &grid = records.grid;
    const QRectF area = densityArea(records);
    const QSize pixels(std::max(1, static_cast<int>(std::lround(area.width() * density))),
                       densityRows(grid.end() - grid.first(), static_cast<int>(std::lround(area.height() * density))));
    ++m_densityCounts;
    return {*state().run()->trace,
            lanes(),
            {records.axis.range, grid.first(), grid.end(), pixels.width(), pixels.height()}};
}

QByteArray TimelineView::csv() const
{
    const RunPointer &run = state().run();
    return run ? attemptsCsv(*run->trace) : QByteArray();
}

void TimelineView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    // The kept picture is for the screen; a window that is written as vectors gets vectors.
    if (!drawsPixels(painter)) {
        paintView(painter, rect());
        return;
    }
    renewStill(pixelsPerUnit(painter));
    painter.drawImage(QPointF(), m_still.picture);
    paintMoment(painter, size());
    if (!hasFocus())
        return;
    painter.setPen(QPen(theme().focus, 1.0));
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

void TimelineView::describeSelection()
{
    const RunPointer &run = state().run();
    if (!run) {
        setAccessibleDescription(tr("No run yet"));
    } else if (const auto call = state().selectedCall(); call && *call < run->trace->calls.size()) {
        setAccessibleDescription(callStory(*run, *call, {}, state().locale()).lines.join(QStringLiteral(". ")));
    } else {
        setAccessibleDescription(
            tr("%n calls, a lane each. Up and Down choose one.", nullptr, static_cast<int>(run->trace->calls.size())));
    }
}

} // namespace retrylab
