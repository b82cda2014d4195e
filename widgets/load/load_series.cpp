// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/load/load_series.h"

#include <algorithm>
#include <cmath>

namespace retrylab {

namespace {

/// Bins per group: 1, 2, 5, 10, 20 …
std::int64_t groupSize(double atLeast)
{
    for (std::int64_t decade = 1;; decade *= 10) {
        for (const std::int64_t factor : {1, 2, 5}) {
            if (static_cast<double>(decade * factor) >= atLeast - 1e-9)
                return decade * factor;
        }
    }
}

constexpr double enoughCounts = 12;

/// Σ n and Σ n² over groups.
struct Moments {
    double sum = 0, squares = 0;

    void add(double count)
    {
        sum += count;
        squares += count * count;
    }
    /// How many others one typically shares its group with: Σ n² / Σ n − 1. For steady arrivals that is the mean count
    /// per group; for bursts it is the size of the bursts.
    double behind() const { return sum > 0 ? squares / sum - 1.0 : enoughCounts; }
};

/// First attempts and retries are drawn each for themselves: a herd must not speak for retries that are spread thin.
double countsBehind(const Trace &trace, std::int64_t size)
{
    Moments firsts, retries, all;
    const auto step = static_cast<std::size_t>(size);
    for (std::size_t first = 0; first < trace.bins.size(); first += step) {
        double firstCount = 0, retryCount = 0;
        for (std::size_t i = first; i < std::min(trace.bins.size(), first + step); ++i) {
            firstCount += trace.bins[i].firstAttempts;
            retryCount += trace.bins[i].retries;
        }
        firsts.add(firstCount);
        retries.add(retryCount);
        all.add(firstCount + retryCount);
    }
    double least = all.behind();
    for (const Moments *kind : {&firsts, &retries})
        if (kind->sum >= enoughCounts) // a handful is not worth a coarser picture of the others
            least = std::min(least, kind->behind());
    return least;
}

LoadPoint pointOf(const Trace &trace, std::size_t first, std::size_t last)
{
    Bin sum;
    for (std::size_t i = first; i < last; ++i) {
        const Bin &bin = trace.bins[i];
        sum.firstAttempts += bin.firstAttempts;
        sum.retries += bin.retries;
        sum.succeeded += bin.succeeded;
        sum.degraded += bin.degraded;
        sum.failed += bin.failed;
        sum.queueMax = std::max(sum.queueMax, bin.queueMax);
        sum.queueTime += bin.queueTime;
        sum.busyTime += bin.busyTime;
    }
    LoadPoint point;
    point.from = static_cast<double>(first) * static_cast<double>(trace.binWidth);
    point.to = static_cast<double>(last) * static_cast<double>(trace.binWidth);
    // The run may end inside its last bin. A bin that begins where the run ends keeps its full width.
    const auto end = static_cast<double>(trace.world.duration.count());
    if (end > point.from)
        point.to = std::min(point.to, end);
    const double length = point.to - point.from;
    const double perSecond = 1e9 / length;
    point.firstAttempts = sum.firstAttempts * perSecond;
    point.retries = sum.retries * perSecond;
    point.goodput = sum.succeeded * perSecond;
    point.degraded = sum.degraded * perSecond;
    point.failed = sum.failed * perSecond;
    point.queueMax = sum.queueMax;
    point.queueMean = static_cast<double>(sum.queueTime) / length;
    point.busyMean = static_cast<double>(sum.busyTime) / length;
    return point;
}

/// The same line between two x, its ends interpolated. Vertices ascend in x.
QPolygonF cutTo(const QPolygonF &line, double from, double to)
{
    QPolygonF cut;
    const auto between = [](QPointF a, QPointF b, double x) {
        return QPointF(x, a.y() + (b.y() - a.y()) * (x - a.x()) / (b.x() - a.x()));
    };
    for (qsizetype i = 0; i < line.size(); ++i) {
        const QPointF p = line[i];
        if (i > 0 && line[i - 1].x() < from && p.x() > from)
            cut.append(between(line[i - 1], p, from));
        if (i > 0 && line[i - 1].x() < to && p.x() > to)
            cut.append(between(line[i - 1], p, to));
        if (p.x() >= from && p.x() <= to)
            cut.append(p);
    }
    return cut;
}

/// How much of its healthy capacity the service has at t.
double shareLeft(const World &world, std::int64_t t)
{
    const auto slots = static_cast<double>(std::max(world.service().slots, 1U));
    const SlowStart &cold = world.service().slowStart;
    double share = 1.0;
    for (const Fault &fault : world.faults) {
        const std::int64_t from = fault.from.time_since_epoch().count();
        const std::int64_t to = fault.to.time_since_epoch().count();
        const bool on = t >= from && t < to;
        if (fault.kind == FaultKind::slots && on)
            share = std::min(share, fault.slots / slots);
        if (fault.kind != FaultKind::restart || t < from)
            continue;
        if (on)
            return 0.0;
        const auto warm = static_cast<double>(cold.time.count());
        const auto since = static_cast<double>(t - to);
        if (since < warm)
            share /= 1.0 + (cold.factor - 1.0) * (1.0 - since / warm);
    }
    return share;
}

/// Where the capacity may change: the ends of faults, and sixteen steps through a slow start.
std::vector<std::int64_t> capacityChanges(const World &world, TimeRange range)
{
    constexpr int warmSteps = 16;
    std::vector<std::int64_t> times{range.from, range.to};
    const auto add = [&](std::int64_t t) {
        if (t > range.from && t < range.to)
            times.push_back(t);
    };
    for (const Fault &fault : world.faults) {
        if (fault.kind != FaultKind::slots && fault.kind != FaultKind::restart)
            continue;
        add(fault.from.time_since_epoch().count());
        add(fault.to.time_since_epoch().count());
        const Duration warm = world.service().slowStart.time;
        for (int i = 1; fault.kind == FaultKind::restart && fault.to != never && i <= warmSteps; ++i)
            add(later(fault.to, warm / warmSteps * i).time_since_epoch().count());
    }
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    return times;
}

} // namespace

std::int64_t groupFor(const Trace &trace, TimeRange range, int most)
{
    constexpr double fewestPoints = 40;
    const double binsShown = static_cast<double>(range.length())
                             / static_cast<double>(std::max<std::int64_t>(trace.binWidth, 1));
    const std::int64_t needed = groupSize(binsShown / std::max(most, 1));
    std::int64_t size = needed;
    while (countsBehind(trace, size) < enoughCounts && binsShown / static_cast<double>(size) > fewestPoints * 2)
        size = groupSize(static_cast<double>(size) + 1);
    return size;
}

std::vector<LoadPoint> reduceBins(const Trace &trace, TimeRange range, std::int64_t size)
{
    std::vector<LoadPoint> points;
    if (trace.bins.empty() || trace.binWidth <= 0)
        return points;
    const auto count = static_cast<std::int64_t>(trace.bins.size());
    const std::int64_t groups = (count + size - 1) / size;
    const std::int64_t width = size * trace.binWidth;
    const std::int64_t first = std::clamp<std::int64_t>(range.from / width - 1, 0, groups);
    const std::int64_t last = std::clamp<std::int64_t>(range.to / width + 2, 0, groups);
    points.reserve(static_cast<std::size_t>(std::max<std::int64_t>(last - first, 0)));
    for (std::int64_t g = first; g < last; ++g) {
        points.push_back(pointOf(trace, static_cast<std::size_t>(g * size),
                                 static_cast<std::size_t>(std::min(count, (g + 1) * size))));
    }
    return points;
}

QPolygonF lineThrough(const std::vector<LoadPoint> &points, double (*value)(const LoadPoint &), TimeRange range,
                      bool steps)
{
    QPolygonF line;
    if (points.empty())
        return line;
    line.reserve(qsizetype(points.size()) * (steps ? 2 : 1) + 2);
    if (!steps)
        line.append({points.front().from, value(points.front())});
    for (const LoadPoint &point : points) {
        if (steps) {
            line.append({point.from, value(point)});
            line.append({point.to, value(point)});
        } else {
            line.append({point.middle(), value(point)});
        }
    }
    if (!steps)
        line.append({points.back().to, value(points.back())});
    return cutTo(line, static_cast<double>(range.from), static_cast<double>(range.to));
}

double healthyCapacity(const World &world)
{
    const double serviceTime = toSeconds(mean(world.service().serviceTime));
    return serviceTime > 0 ? world.service().slots / serviceTime : 0.0;
}

QPolygonF capacityLine(const World &world, TimeRange range)
{
    QPolygonF line;
    const double healthy = healthyCapacity(world);
    if (healthy <= 0)
        return line;
    const std::vector<std::int64_t> times = capacityChanges(world, range);
    for (std::size_t i = 0; i + 1 < times.size(); ++i) {
        const double value = healthy * shareLeft(world, times[i]);
        line.append({static_cast<double>(times[i]), value});
        line.append({static_cast<double>(times[i + 1]), value});
    }
    return line;
}

QByteArray seriesCsv(const Trace &trace)
{
    QByteArray csv("time_s,first_attempts_per_s,retries_per_s,goodput_per_s,degraded_per_s,failed_per_s,queue_mean,"
                   "busy_mean\r\n");
    const auto number = [](double value) { return QByteArray::number(value, 'g', 12); };
    for (std::size_t i = 0; i < trace.bins.size(); ++i) {
        const LoadPoint point = pointOf(trace, i, i + 1);
        csv += number(point.from / 1e9) + ',' + number(point.firstAttempts) + ',' + number(point.retries) + ','
               + number(point.goodput) + ',' + number(point.degraded) + ',' + number(point.failed) + ','
               + number(point.queueMean) + ',' + number(point.busyMean) + "\r\n";
    }
    return csv;
}

} // namespace retrylab
