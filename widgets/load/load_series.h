// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/trace.h"
#include "widgets/base/time_axis.h"

#include <QByteArray>
#include <QPointF>
#include <QPolygonF>

#include <vector>

namespace retrylab {

/// What went on in one stretch of the time axis, as rates per second and means.
struct LoadPoint {
    double from = 0; ///< ns
    double to = 0;   ///< ns, > from
    double firstAttempts = 0;
    double retries = 0;
    double goodput = 0;  ///< successes only
    double degraded = 0; ///< calls that their fallback answered
    double failed = 0;
    double queueMax = 0; ///< requests
    double queueMean = 0;
    double busyMean = 0; ///< slots

    double attempts() const { return firstAttempts + retries; }
    double middle() const { return (from + to) / 2; }
};

/// How many bins to join into one point of the picture: 1, 2, 5, 10 … At most `most` points (≥ 1) should cover the range,
/// and each should rest on enough counts that the line shows the load and not the luck of a handful of arrivals (a herd
/// needs no joining, its bins are full); but never fewer than about forty points.
std::int64_t groupFor(const Trace &trace, TimeRange range, int most);

/// The bins that touch `range` and one neighbour on either side, joined into groups of `size` (≥ 1). A group begins at a
/// multiple of its size, so that panning never regroups. Sums are kept: Σ rate · length over all groups of the whole run
/// is the exact count.
std::vector<LoadPoint> reduceBins(const Trace &trace, TimeRange range, std::int64_t size);

/// One quantity of the points as a line from left to right within the range: through the middles, or as steps. The ends
/// are cut to the range by interpolation. x in nanoseconds.
QPolygonF lineThrough(const std::vector<LoadPoint> &points, double (*value)(const LoadPoint &), TimeRange range,
                      bool steps);

/// Requests per second that the service can finish: slots ÷ mean service time, at each change caused by faults that
/// take slots away or restart the service. As a step line over the range, x in nanoseconds.
/// Empty when the mean service time is zero.
QPolygonF capacityLine(const World &world, TimeRange range);
/// The same without faults; 0 when the mean service time is zero.
double healthyCapacity(const World &world);

/// The bins as CSV: time_s, first_attempts_per_s, retries_per_s, goodput_per_s, degraded_per_s, failed_per_s, queue_mean,
/// busy_mean. A row's time is the bin's beginning; the last bin may be shorter than the others, its rates know that.
QByteArray seriesCsv(const Trace &trace);

} // namespace retrylab
