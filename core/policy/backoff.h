// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/time.h"

#include <cstdint>
#include <vector>

namespace retrylab {

enum class BackoffKind : std::uint8_t { none, fixed, linear, exponential, list };

/// How the steps of an exponential backoff are computed.
enum class BackoffSteps : std::uint8_t {
    floating, ///< each from the base: base·mⁿ (tenacity, AWS, Polly)
    integer,  ///< each from the one before, its fraction of a `unit` dropped (resilience4j, Spring, cenkalti/backoff)
};

/// On which side of the jitter the cap lies.
enum class CapOrder : std::uint8_t {
    beforeJitter, ///< the cap holds the wait that is then spread: ± jitter may exceed it (gRPC, Failsafe, cenkalti/backoff)
    afterJitter, ///< the cap holds what was drawn: many waits are the cap itself (resilience4j, Polly, tenacity, urllib3)
};

/// How long to wait before the next attempt, before chance has its say.
/// One flat value rather than a variant: switching the kind keeps the numbers that the hand has set.
struct Backoff {
    BackoffKind kind = BackoffKind::exponential;
    Duration base = std::chrono::milliseconds(100);      ///< wait before the first retry, ≥ 0
    double multiplier = 2.0;                             ///< exponential: growth per retry, > 0
    Duration increment = std::chrono::milliseconds(100); ///< linear: added per retry; negative ones end at no wait
    Duration cap = std::chrono::seconds(30);             ///< no wait is longer, ≥ base; may be `unlimited`
    Duration floor{0};                                   ///< no wait is shorter; stronger than the cap (as in tenacity)
    /// How many steps the first retry has behind it: 0; or 1 where a library begins with base·m (AWS 2015's program).
    std::uint32_t firstExponent = 0;
    bool firstAtOnce = false; ///< the first retry does not wait at all (urllib3)
    CapOrder capOrder = CapOrder::beforeJitter;
    BackoffSteps steps = BackoffSteps::floating;
    Duration unit{1};                 ///< waits are whole multiples of this, what is over is dropped; ≥ 1 ns
    std::vector<Duration> waits = {}; ///< list: the wait before each retry; the last one goes on. None: no wait
    Duration throttledBase{0};        ///< stands for the base after a 429 (AWS SDKs, 2026); 0 = the base does

    friend bool operator==(const Backoff &, const Backoff &) = default;
};

enum class Jitter : std::uint8_t {
    none,
    full,
    equal,
    decorrelated,        ///< AWS 2015, the program: U(base, 3·previous)
    proportional,        ///< ± a share of the wait
    added,               ///< up to a share of the wait on top
    aroundTime,          ///< ± a fixed time
    addedTime,           ///< up to a fixed time on top
    decorrelatedArticle, ///< AWS 2015, the article's text: U(0, 3·previous)
    decorrelatedV2,      ///< Polly and cockatiel: smooth exponential growth whose waits overlap little
};

/// How chance spreads the waits.
struct JitterOptions {
    Jitter kind = Jitter::full;
    double proportion = 0.2;                          ///< proportional, added: the share of the wait, in [0, 1]
    Duration amount = std::chrono::milliseconds(100); ///< aroundTime, addedTime: ≥ 0

    friend bool operator==(const JitterOptions &, const JitterOptions &) = default;
};

/// The same backoff after a 429.
inline Backoff afterThrottling(Backoff backoff)
{
    backoff.base = backoff.throttledBase;
    return backoff;
}

/// The un-jittered wait before retry number `retry` (1 = first retry): base, base·m, base·m² … held at the cap, and not
/// below the floor. Exact for integral multipliers while below 2^53 ns, else rounded to the nearest nanosecond; never
/// overflows, at any retry number.
Duration backoffCeiling(const Backoff &backoff, std::uint32_t retry);

/// The range from which a wait is drawn; low = high where nothing is left to chance.
struct WaitRange {
    Duration low{0};
    Duration high{0};

    friend bool operator==(const WaitRange &, const WaitRange &) = default;
};

/// The range of the wait before retry `retry`. With v the backoff's wait, held at the cap first or last (CapOrder):
/// none [v, v]; full [floor, v]; equal [v/2, v]; proportional [v(1−f), v(1+f)]; added [v, v(1+f)]; aroundTime [v−t, v+t];
/// addedTime [v, v+t]. The decorrelated ones ignore the backoff's growth and are always held at the cap last:
/// decorrelated [base, 3·previous] and its article's form [0, 3·previous]; decorrelatedV2, with g(t) = 2^t·tanh √(4t), in
/// [0, (g(n) − g(n−2))/1.4·base].
/// `previous` is the wait before the retry before this one; it is only read by the first two, where the first wait counts
/// `base` as its predecessor.
WaitRange waitRange(const Backoff &backoff, const JitterOptions &jitter, std::uint32_t retry, Duration previous);

/// The wait before retry `retry`, given the uniform draw u in [0, 1).
/// Decorrelated draws in the unclipped range and then clips, so waits pile up at the cap, as in the original.
/// decorrelatedV2 is the difference of two points of g, (g(n−1+u) − g(n−2+uBefore))/1.4·base, and so needs the draw of the
/// retry before, too.
Duration drawWait(const Backoff &backoff, const JitterOptions &jitter, std::uint32_t retry, Duration previous, double u,
                  double uBefore = 0.0);

} // namespace retrylab
