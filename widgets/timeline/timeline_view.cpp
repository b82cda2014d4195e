// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_view.h"

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
    if (const RunPointer &run = state().run()) {
        const TimelineRecords &records = recordsFor(area.size());
        paintRunning(painter, records, *run->trace, theme(), state().playhead());
        painter.fillRect(futureRect(records, state().playhead()), veilColour(theme()));
        paintPlayhead(painter, records, theme(), state().playhead());
    }
    painter.restore();
}

void TimelineView::paintStill(QPainter &painter, QSizeF size) const
{
    painter.fillRect(QRectF({}, size), theme().window);
    const RunPointer &run = state().run();
    if (!run) {
        paintEmptyTimeline(painter, size, theme());
        return;
    }
    const TimelineRecords &records = recordsFor(size);
    const TimelineMoment moment{state().selectedCall(), state().hoveredCall()};
    paintTimelineGround(painter, records, *run->trace, theme(), moment, lanes());
    if (records.grid.dense() && records.grid.count > 0)
        paintDensityPicture(painter, records);
    paintTimelineLabels(painter, records, *run->trace, theme(), moment, lanes());
}

void TimelineView::renewLayers()
{
    const TimelineRecords &records = recordsFor(size());
    const double ratio = devicePixelRatioF();
    const QSize pixels = (QSizeF(size()) * ratio).toSize();
    const bool same = m_layers.layout == m_layouts && m_layers.selected == state().selectedCall()
                      && m_layers.hovered == state().hoveredCall() && m_layers.bright.size() == pixels;
    if (same)
        return;
    m_layers.bright = QImage(pixels, QImage::Format_RGB32);
    m_layers.bright.setDevicePixelRatio(ratio);
    QPainter still(&m_layers.bright);
    paintStill(still, size());
    still.end();
    m_layers.dim = m_layers.bright;
    QPainter veil(&m_layers.dim);
    veil.fillRect(records.frame.lanes, veilColour(theme()));
    m_layers.layout = m_layouts;
    m_layers.selected = state().selectedCall();
    m_layers.hovered = state().hoveredCall();
}

void TimelineView::paintDensityPicture(QPainter &painter, const TimelineRecords &records) const
{
    // As many pixels as the device has, so that a print or a dense screen shows more, not larger, pixels.
    const double density = std::clamp(std::abs(painter.deviceTransform().m11()), 1.0, 4.0);
    const LaneGrid &grid = records.grid;
    const double height = std::min(grid.height, grid.total());
    const QSize pixels(std::max(1, static_cast<int>(std::lround(records.axis.width * density))),
                       densityRows(grid.end() - grid.first(), static_cast<int>(std::lround(height * density))));
    const RunPointer &run = state().run();
    if (m_densityRun != run || m_densitySettings != m_cache.settings || m_densitySize != pixels
        || m_densityTheme != theme().kind) {
        const DensityWindow window{records.axis.range, grid.first(), grid.end(), pixels.width(), pixels.height()};
        m_density.count(*run->trace, lanes(), window);
        m_densityImage = paintDensity(m_density, theme());
        m_densityRun = run;
        m_densitySettings = m_cache.settings;
        m_densitySize = pixels;
        m_densityTheme = theme().kind;
        ++m_densityBuilds;
    }
    painter.drawImage(QRectF(records.axis.left, records.frame.lanes.top(), records.axis.width, height), m_densityImage);
}

QByteArray TimelineView::csv() const
{
    const RunPointer &run = state().run();
    return run ? attemptsCsv(*run->trace) : QByteArray();
}

void TimelineView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    renewLayers();
    painter.drawImage(QPointF(), m_layers.bright);
    if (const RunPointer &run = state().run()) {
        const TimelineRecords &records = recordsFor(size());
        paintRunning(painter, records, *run->trace, theme(), state().playhead());
        const QRectF future = futureRect(records, state().playhead());
        const double ratio = devicePixelRatioF();
        if (!future.isEmpty())
            painter.drawImage(future, m_layers.dim, QRectF(future.topLeft() * ratio, future.size() * ratio));
        paintPlayhead(painter, records, theme(), state().playhead());
    }
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
