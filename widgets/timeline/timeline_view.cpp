// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_view.h"

#include "widgets/timeline/attempt_story.h"
#include "widgets/timeline/attempts_csv.h"

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
    return m_cache.records;
}

void TimelineView::paintView(QPainter &painter, const QRectF &area) const
{
    painter.save();
    painter.translate(area.topLeft());
    painter.fillRect(QRectF({}, area.size()), theme().window);
    if (const RunPointer &run = state().run()) {
        const TimelineRecords &records = recordsFor(area.size());
        const TimelineMoment moment{state().playhead(), state().selectedCall(), state().hoveredCall()};
        paintTimelineBack(painter, records, *run, theme(), moment, lanes());
        if (records.grid.dense() && records.grid.count > 0)
            paintDensityPicture(painter, records);
        paintTimelineFront(painter, records, *run, theme(), moment, lanes());
    } else {
        paintEmptyTimeline(painter, area.size(), theme());
    }
    painter.restore();
}

void TimelineView::paintDensityPicture(QPainter &painter, const TimelineRecords &records) const
{
    // As many pixels as the device has, so that a print or a dense screen shows more, not larger, pixels.
    const double density = std::clamp(std::abs(painter.deviceTransform().m11()), 1.0, 4.0);
    const LaneGrid &grid = records.grid;
    const double height = std::min(grid.height, grid.total());
    const QSize pixels(std::max(1, static_cast<int>(std::lround(records.axis.width * density))),
                       std::max(1, static_cast<int>(std::lround(height * density))));
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

void TimelineView::paintEvent(QPaintEvent *event)
{
    View::paintEvent(event);
    if (!hasFocus())
        return;
    QPainter painter(this);
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
