// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/result.h"
#include "core/sim/trace.h"

#include <QString>

class QIODevice;

namespace retrylab {

/// Writes a recorded trace in the Trace Event format (JSON object form), which Perfetto and chrome://tracing open.
/// Streams: memory does not grow with the text. Times are microseconds with three decimals, so no nanosecond is lost.
///
/// Process 1 is the callers, a track for each; a caller that has several calls in flight gets as many tracks as it
/// needs (complete events of one track must nest). Categories: "call" (the whole request, args caller, reason,
/// attempts, and degraded where a fallback has answered), "attempt" ("attempt 2", args outcome, wait = seconds waited
/// before it), "wait", "hedge" (pairs of asynchronous events: a hedge overlaps the attempt it is sent beside; args
/// call, outcome), "breaker" (instants, args from, to, why). What was still going on at the end of the run ends there,
/// with outcome or reason "unfinished".
/// Process 2 is the service: a track per slot ("service"), a track for the faults ("fault"), counters "queue" and "busy"
/// (means per time bin).
///
/// Error when the device cannot be written to.
Result<void> writeTraceEvents(const Trace &trace, const QString &experiment, QIODevice &device);

} // namespace retrylab
