// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/time.h"

#include <cstdint>

namespace retrylab {

enum class BackoffKind : std::uint8_t { none, fixed, linear, exponential };

/// How long to wait before the next attempt, before chance has its say.
/// One flat value rather than a variant: switching the kind keeps the numbers that the hand has set.
struct Backoff {
    BackoffKind kind = BackoffKind::exponential;
    Duration base = std::chrono::milliseconds(100);      ///< wait before the first retry, ≥ 0
    double multiplier = 2.0;                             ///< exponential: growth per retry, ≥ 1
    Duration increment = std::chrono::milliseconds(100); ///< linear: added per retry, ≥ 0
    Duration cap = std::chrono::seconds(30);             ///< no wait is longer, ≥ base; may be `unlimited`

    friend bool operator==(const Backoff &, const Backoff &) = default;
};

enum class Jitter : std::uint8_t { none, full, equal, decorrelated, proportional };

/// How chance spreads the waits.
struct JitterOptions {
    Jitter kind = Jitter::full;
    double proportion = 0.2; ///< proportional only: ± this share of the wait, in [0, 1]

    friend bool operator==(const JitterOptions &, const JitterOptions &) = default;
};

/// The un-jittered wait before retry number `retry` (1 = first retry): base, base·m, base·m² … held at the cap.
/// Exact for integral multipliers while below 2^53 ns, else rounded to the nearest; never overflows, at any retry number.
Duration backoffCeiling(const Backoff &backoff, std::uint32_t retry);

/// The range from which a wait is drawn; low = high where nothing is left to chance.
struct WaitRange {
    Duration low{0};
    Duration high{0};

    friend bool operator==(const WaitRange &, const WaitRange &) = default;
};

/// The range of the wait before retry `retry`. With v = backoffCeiling:
/// none [v, v]; full [0, v]; equal [v/2, v]; proportional [v(1−f), v(1+f)] (applied after the cap, as gRPC and
/// Failsafe do, so it may exceed the cap by the share f); decorrelated [base, 3·previous] clipped to the cap, which
/// ignores the backoff's growth (AWS 2015: the program's `uniform(base, 3·sleep)`, not the article's text).
/// `previous` is the wait before the retry before this one; it is only read by decorrelated, where the first wait
/// counts `base` as its predecessor.
WaitRange waitRange(const Backoff &backoff, const JitterOptions &jitter, std::uint32_t retry, Duration previous);

/// The wait before retry `retry`, given the uniform draw u in [0, 1).
/// Decorrelated draws in the unclipped range and then clips, so waits pile up at the cap, as in the original.
Duration drawWait(const Backoff &backoff, const JitterOptions &jitter, std::uint32_t retry, Duration previous,
                  double u);

} // namespace retrylab
