// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/trace.h"

#include <QByteArray>

namespace retrylab {

/// The attempts as a table (RFC 4180): call, caller, attempt, sent_s, ended_s, outcome, refused, wait_before_s, hedge;
/// calls and callers are numbered from 1 as on the screen. Times are exact seconds; ended_s and outcome are empty while an
/// attempt was running when the run stopped; wait_before_s is empty for a first attempt and for a hedge, which waits for
/// nobody; the outcome of an attempt that was given up because another decided its call is "cancelled".
QByteArray attemptsCsv(const Trace &trace);

} // namespace retrylab
