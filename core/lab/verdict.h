// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/trace.h"

#include <optional>

namespace retrylab {

enum class Verdict {
    none, ///< no fault strikes within the run, or there is no goodput before it to compare with (a herd)
    recovered,
    slow,        ///< recovered, but later than RecoveryRule::slowAfter
    metastable,  ///< not recovered within the run, although the offered load is back at its baseline
    tooShort,    ///< the run ends before anything can be said
    unrecovered, ///< not recovered within the run, but the offered load is not back either: nothing to blame it on
};
inline constexpr int verdictCount = 6;

/// "recovered", "tooShort" …: how files and JSON write it.
const char *verdictName(Verdict verdict);

struct Recovery {
    Verdict verdict = Verdict::none;
    std::optional<Duration> time; ///< from the end of the last fault to the beginning of the steady stretch

    friend bool operator==(const Recovery &, const Recovery &) = default;
};

/// Is the service well again after the last fault?
///
/// *Baseline*: mean rates from warmup to the beginning of the first fault. Without a goodput there is no verdict (none).
/// *Recovered* at the first moment t ≥ the end of the last fault for which goodput over [t, t + hold) is within
/// `tolerance` of the baseline, and so is each fifth of it: a stretch that is half silence and half the crowd let loose
/// has the right mean, but nothing about it is steady. Where the noise of counting is more than the tolerance it counts
/// instead: two standard deviations of the difference between two Poisson rates, three for a fifth.
/// *Slow* when that takes longer than `slowAfter`.
/// When no such moment comes, the last `hold` of the run decides: goodput above the band is a backlog being worked
/// off (tooShort); the offered load back in its own band makes it *metastable*; otherwise it is unrecovered (clients
/// that wait for their answers call less often, so a slow service brings its load down). Offered load is first attempts;
/// calls that a breaker refused were offered too, so they fill the gap where they can.
/// *Too short*: a fault or the `hold` after it goes on past the end of the run.
///
/// A fault that begins after the run does not count. One without an end in time lasts to the end of the run; when it
/// ends by count instead, only the trace knows when, so there is no verdict unless `to` bounds it.
/// Reads Trace::bins, so times are multiples of their width (the fault's end is rounded up); none without bins.
Recovery judgeRecovery(const Trace &trace);

} // namespace retrylab
