// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/load/load_layout.h"

#include "widgets/base/text_ink.h"
#include "widgets/load/load_words.h"

#include <algorithm>
#include <cmath>

namespace retrylab {

namespace {

constexpr double pixelsPerPoint = 3.0;   ///< a group of bins is at least so wide: rates need some counts behind them
constexpr double stepsFromPixels = 40.0; ///< wider groups are drawn as steps: a slope would claim what nobody counted
constexpr double capacityMayLift = 3.0;  ///< a capacity higher than so many times the load would flatten the picture

class Builder {
public:
    Builder(const LoadInput &input, const QRectF &area, CalmScale &scale)
        : m_in(input)
        , m_theme(input.theme)
        , m_trace(*input.run->trace)
        , m_scale(scale)
    {
        m_out.area = area;
        m_out.axis = input.axis;
    }

    LoadLayout build()
    {
        placeLegend();
        placeBoxes();
        collectPoints();
        fitScale();
        placeCapacityLabel();
        placeTicks();
        placeAreas();
        placeQueue();
        placeFaults();
        return std::move(m_out);
    }

private:
    double px(double p) const { return m_theme.px(p); }
    bool hasBreaker() const { return m_trace.world.callers().policy.breaker.kind != BreakerKind::none; }

    void placeLegend()
    {
        const QString title = loadWords(QT_TRANSLATE_NOOP("LoadView", "Load"));
        m_out.title = QRectF(m_out.area.left() + px(16), m_out.area.top() + px(5),
                             lineWidth(m_theme.heading, title) + 1, px(20));
        struct Entry {
            const char *text;
            QColor colour;
            bool line, dashed;
        };
        std::vector<Entry> entries{
            {QT_TRANSLATE_NOOP("LoadView", "first attempts"), m_theme.firstAttempt, false, false},
            {m_trace.counters.hedges > 0 ? QT_TRANSLATE_NOOP("LoadView", "retries and hedges")
                                         : QT_TRANSLATE_NOOP("LoadView", "retries"),
             m_theme.retry, false, false},
            {QT_TRANSLATE_NOOP("LoadView", "goodput"), m_theme.goodput, true, false}};
        if (m_in.ghost)
            entries.push_back({QT_TRANSLATE_NOOP("LoadView", "previous run"), m_theme.ghost, true, true});
        const double start = std::max(m_out.axis.left, m_out.title.right() + px(16));
        double x = start;
        double y = m_out.title.top();
        for (const Entry &entry : entries) {
            const QString text = loadWords(entry.text);
            const double width = lineWidth(m_theme.small, text) + 1;
            if (x > start && x + px(18) + width > m_out.axis.right()) {
                x = start;
                y += px(18);
            }
            LoadLegendItem item;
            item.swatch = QRectF(x, y + px(5), px(entry.line ? 16 : 10), px(10));
            item.label = QRectF(item.swatch.right() + px(6), y, width, px(20));
            item.text = text;
            item.colour = entry.colour;
            item.line = entry.line;
            item.dashed = entry.dashed;
            m_out.legend.push_back(item);
            x = item.label.right() + px(18);
        }
    }

    void placeBoxes()
    {
        const double left = m_out.axis.left;
        const double width = m_out.axis.width;
        double top = m_out.legend.back().label.bottom() + px(4);
        if (hasBreaker()) {
            m_out.band = QRectF(left, top, width, px(breakerCount() > 1 ? 9 : 5));
            top = m_out.band.bottom() + px(6);
        }
        top += px(5); // the uppermost label is half a line higher than its grid line
        double bottom = m_out.area.bottom() - px(24);
        if (bottom - top >= px(120)) {
            m_out.queueStrip = QRectF(left, bottom - px(22), width, px(22));
            m_out.queueBox = QRectF(left, m_out.queueStrip.top() - px(15), width, px(14));
            bottom = m_out.queueBox.top() - px(1);
        }
        m_out.plot = QRectF(left, top, width, std::max(1.0, bottom - top));
    }

    std::uint32_t breakerCount() const
    {
        return m_trace.world.callers().policy.breaker.scope == BreakerScope::shared
                   ? 1
                   : std::max(1U, m_trace.world.traffic.callerCount());
    }

    bool stepped(const std::vector<LoadPoint> &points) const
    {
        return points.size() > 1 && (points[1].from - points[0].from) / m_out.axis.nsPerPixel() >= stepsFromPixels;
    }

    void collectPoints()
    {
        const int most = std::max(1, static_cast<int>(m_out.axis.width / px(pixelsPerPoint)));
        const TimeRange range = m_out.axis.range;
        const std::int64_t group = groupFor(m_trace, range, most);
        m_out.points = reduceBins(m_trace, range, group);
        m_out.goodput = lineThrough(
            m_out.points, [](const LoadPoint &p) { return p.goodput; }, range, stepped(m_out.points));
        m_out.capacity = capacityLine(m_trace.world, range);
        if (!m_in.ghost)
            return;
        const Trace &before = *m_in.ghost->trace;
        const std::vector<LoadPoint> ghost = reduceBins(
            before, range, before.binWidth == m_trace.binWidth ? group : groupFor(before, range, most));
        m_out.ghost = lineThrough(
            ghost, [](const LoadPoint &p) { return p.attempts(); }, range, stepped(ghost));
    }

    void fitScale()
    {
        double most = 0;
        for (const LoadPoint &point : m_out.points)
            most = std::max({most, point.attempts(), point.goodput});
        for (const QPointF &point : m_out.ghost)
            most = std::max(most, point.y());
        const double capacity = healthyCapacity(m_trace.world);
        m_out.capacityAbove = capacity > most * capacityMayLift && most > 0;
        if (!m_out.capacityAbove)
            most = std::max(most, capacity);
        m_out.top = m_scale.fit(most);
        m_out.capacityAbove = m_out.capacityAbove && capacity > m_out.top;
        if (m_out.capacityAbove)
            m_out.capacity.clear();
        if (capacity <= 0)
            return;
        const QString number = humanNumber(capacity, m_in.locale);
        m_out.capacityLabel = m_out.capacityAbove
                                  ? loadWords(QT_TRANSLATE_NOOP("LoadView", "capacity %1/s ↑")).arg(number)
                                  : loadWords(QT_TRANSLATE_NOOP("LoadView", "capacity %1/s")).arg(number);
    }

    void placeCapacityLabel()
    {
        if (m_out.capacityLabel.isEmpty())
            return;
        const double height = px(16);
        double y = m_out.plot.top() + px(2);
        if (!m_out.capacity.isEmpty()) {
            const double line = m_out.y(std::min(m_out.capacity.back().y(), m_out.top));
            y = line - height - 1 < m_out.plot.top() ? line + px(2) : line - height - 1;
        }
        const double width = lineWidth(m_theme.small, m_out.capacityLabel) + px(8);
        const double right = m_out.plot.right() - px(2); // beside a playhead at the end
        m_out.capacityBox = QRectF(right - width, y, width, height);
    }

    void placeTicks()
    {
        const int parts = std::clamp(static_cast<int>(m_out.plot.height() / px(22)), 1, CalmScale::parts);
        const double fine = niceStep(m_out.top, CalmScale::parts);
        // Every grid line has its label, so a low chart joins whole fine steps.
        const double fineSteps = std::round(m_out.top / fine);
        double join = 1;
        while (fineSteps / join > parts || std::fmod(fineSteps, join) > 0.5)
            ++join;
        m_out.step = fine * join;
        const int decimals = fine >= 1.0 ? 0 : static_cast<int>(std::ceil(-std::log10(fine) - 1e-9));
        for (int i = 0; i <= std::lround(fineSteps / join); ++i)
            m_out.valueTicks.push_back({i * m_out.step, m_in.locale.toString(i * m_out.step, 'f', decimals)});
        const int most = std::max(1, static_cast<int>(m_out.axis.width / px(96)));
        m_out.timeTicks = timeTicks(m_out.axis.range, most, m_in.locale);
    }

    /// The surface between two lines over the same x, as one polygon in pixels.
    QPolygonF between(const QPolygonF &upper, const QPolygonF &lower) const
    {
        QPolygonF surface;
        surface.reserve(upper.size() + lower.size());
        const auto pixel = [this](const QPointF &p) {
            const auto t = static_cast<double>(m_out.axis.range.from);
            return QPointF(m_out.axis.left + (p.x() - t) / m_out.axis.nsPerPixel(),
                           m_out.y(std::min(p.y(), m_out.top)));
        };
        for (const QPointF &p : upper)
            surface.append(pixel(p));
        for (auto p = lower.crbegin(); p != lower.crend(); ++p)
            surface.append(pixel(*p));
        return surface;
    }

    void placeAreas()
    {
        const TimeRange range = m_out.axis.range;
        const bool steps = stepped(m_out.points);
        const QPolygonF first = lineThrough(
            m_out.points, [](const LoadPoint &p) { return p.firstAttempts; }, range, steps);
        const QPolygonF total = lineThrough(
            m_out.points, [](const LoadPoint &p) { return p.attempts(); }, range, steps);
        if (first.isEmpty())
            return;
        const QPolygonF ground({QPointF(first.front().x(), 0), QPointF(first.back().x(), 0)});
        m_out.firstArea = between(first, ground);
        m_out.retryArea = between(total, first);
        if (m_out.band.isNull())
            return;
        m_out.bandPieces = breakerBand(m_trace.transitions, breakerCount(), m_out.axis);
    }

    void placeQueue()
    {
        if (m_out.queueStrip.isNull())
            return;
        const QPolygonF line = lineThrough(
            m_out.points, [](const LoadPoint &p) { return p.queueMax; }, m_out.axis.range, stepped(m_out.points));
        for (const QPointF &p : line)
            m_out.queueMost = std::max(m_out.queueMost, p.y());
        const double most = std::max(1.0, m_out.queueMost);
        m_out.queueLabel = m_out.queueMost > 0 ? loadWords(QT_TRANSLATE_NOOP("LoadView", "max %1"))
                                                     .arg(m_in.locale.toString(m_out.queueMost, 'f', 0))
                                               : loadWords(QT_TRANSLATE_NOOP("LoadView", "always empty"));
        const double wide = lineWidth(m_theme.small, m_out.queueLabel) + px(8);
        m_out.queueBox.setLeft(std::max(m_out.queueBox.left(), m_out.queueBox.right() - wide));
        if (line.isEmpty())
            return;
        const QRectF strip = m_out.queueStrip;
        m_out.queueArea.reserve(line.size() + 2);
        const auto start = static_cast<double>(m_out.axis.range.from);
        m_out.queueArea.append(
            {m_out.axis.left + (line.front().x() - start) / m_out.axis.nsPerPixel(), strip.bottom()});
        for (const QPointF &p : line)
            m_out.queueArea.append({m_out.axis.left + (p.x() - start) / m_out.axis.nsPerPixel(),
                                    strip.bottom() - strip.height() * p.y() / most});
        m_out.queueArea.append({m_out.axis.left + (line.back().x() - start) / m_out.axis.nsPerPixel(), strip.bottom()});
    }

    void placeFaults()
    {
        for (const Fault &fault : m_trace.world.faults) {
            const std::int64_t from = std::max(fault.from.time_since_epoch().count(), m_out.axis.range.from);
            const std::int64_t to = std::min(fault.to.time_since_epoch().count(), m_out.axis.range.to);
            // A fault by count has no end that is known beforehand; it is not a stretch of time.
            if (from < to && fault.count == unlimitedCount)
                m_out.faults.emplace_back(QPointF(m_out.axis.x(from), m_out.plot.top()),
                                          QPointF(m_out.axis.x(to), m_out.plot.bottom()));
        }
    }

    const LoadInput &m_in;
    const Theme &m_theme;
    const Trace &m_trace;
    CalmScale &m_scale;
    LoadLayout m_out;
};

} // namespace

const LoadPoint *LoadLayout::at(std::int64_t t) const
{
    const auto moment = static_cast<double>(t);
    const auto after = std::upper_bound(points.begin(), points.end(), moment,
                                        [](double time, const LoadPoint &point) { return time < point.from; });
    if (after == points.begin() || moment > std::prev(after)->to)
        return nullptr;
    return &*std::prev(after);
}

LoadLayout layoutLoad(const LoadInput &input, const QRectF &area, CalmScale &scale)
{
    return Builder(input, area, scale).build();
}

} // namespace retrylab
