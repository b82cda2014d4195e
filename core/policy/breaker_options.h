// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/time.h"

#include <cstdint>

namespace retrylab {

/// What a closed breaker looks at.
enum class BreakerKind : std::uint8_t {
    none,
    consecutive, ///< failures in a row
    countWindow, ///< the last `size` outcomes
    timeWindow,  ///< the outcomes of the last `window`
    lifetime,    ///< all outcomes since it closed, or since its counters were last cleared
};
enum class BreakerOrder : std::uint8_t {
    outside, ///< around the whole call: one permission and one outcome per call, however many attempts it took
    inside,  ///< around each attempt
};
enum class BreakerScope : std::uint8_t { caller, shared };
enum class BreakerState : std::uint8_t { closed, open, halfOpen };

/// Is a share reached at its threshold, or only beyond it?
enum class Threshold : std::uint8_t {
    atLeast, ///< resilience4j, Polly, Failsafe
    above,   ///< opossum, cockatiel
};
/// After which outcomes a closed breaker is judged. One that looks at successes too can open on the success that completes
/// its minimum of calls.
enum class BreakerJudges : std::uint8_t {
    failures, ///< Polly, gobreaker, opossum, pybreaker, cockatiel
    outcomes, ///< resilience4j, Failsafe
};
/// How a time window forgets. Both end when an outcome is as old as the window.
enum class WindowRoll : std::uint8_t {
    aligned,      ///< buckets begin at whole multiples of their width (resilience4j, Failsafe, opossum, gobreaker)
    fromActivity, ///< a bucket begins with the first outcome after the one before it (Polly, cockatiel)
};
/// Where a time window counts a call.
enum class WindowPlace : std::uint8_t {
    /// A call and how it went in one bucket: where it ended, or with BreakerOptions::countInFlight where it began (gobreaker).
    together,
    /// A call in the bucket where it began, its failure in the one where it ended, each for as long as its bucket stays. So
    /// calls under way count, and there may be more failures than calls (opossum).
    apart,
};
/// Does the open time end at its last moment, or just after it?
enum class OpenEnds : std::uint8_t {
    atTime,    ///< now ≥ opened + open time: Polly, Failsafe, pybreaker, cockatiel
    afterTime, ///< now > opened + open time: resilience4j, gobreaker
};
/// What makes an open breaker half-open.
enum class HalfOpenBy : std::uint8_t {
    call,  ///< the first call that asks once the open time is over
    timer, ///< the end of the open time itself (opossum; resilience4j's automatic transition)
};
/// How the open time grows when probes fail.
enum class OpenGrowth : std::uint8_t {
    exponential, ///< open time · multiplierⁿ after the n-th failed probing
    linear,      ///< open time · (1 + n): Envoy's ejections
};
/// What the number of probes limits.
enum class ProbeRule : std::uint8_t {
    atOnce, ///< so many in flight: each outcome makes room for another (Failsafe)
    inAll,  ///< so many until the verdict, but as many as that needs (resilience4j, gobreaker)
};
/// How the outcomes of probes are judged.
enum class ProbeVerdict : std::uint8_t {
    streak, ///< any failure opens, `successes` in a row close (gobreaker, pybreaker; with one: Polly, opossum, cockatiel)
    sample,     ///< waits for `sample` outcomes, `minimumCalls` if that is less, then judges their share (resilience4j)
    opensEarly, ///< as soon as failures exceed their share of the whole sample it opens; it closes at its end (cockatiel)
    forced, ///< of `sample` outcomes `successes` are needed: decided as soon as the rest cannot change it (Failsafe)
};
/// What becomes of the outcome of a call that was let in before the breaker last changed its state.
enum class LateOutcome : std::uint8_t {
    dropped, ///< it belongs to an older generation (gobreaker)
    counted, ///< against whatever state there is now (resilience4j, Failsafe, Polly, opossum)
    /// A closed breaker's call counts in the closed state's window whenever it ends, beside the probes, and a failure that
    /// finds the threshold reached there opens a half-open breaker, too. A probe of an older state is dropped (cockatiel).
    intoWindow,
};
/// What an error counts that says nothing against the service, such as a 404: an excluded error.
enum class IgnoredError : std::uint8_t {
    neutral,      ///< the permission is given back (resilience4j, gobreaker)
    success,      ///< pybreaker, opossum; Polly's unhandled errors
    probeSuccess, ///< a probe's is a success, and any other's neutral (cockatiel's unhandled errors)
};
/// What has to ask for permission.
enum class BreakerGates : std::uint8_t {
    all,     ///< every call
    retries, ///< only retries; first attempts always go
};
/// A switch beside the automatic.
enum class BreakerMode : std::uint8_t {
    automatic,
    forcedOpen,   ///< refuses everything until told otherwise
    forcedClosed, ///< lets everything through and looks at nothing
    metricsOnly,  ///< lets everything through and counts
};

/// A circuit breaker's rules. The defaults are a plain textbook breaker; each library is a set of these (see dialects).
struct BreakerOptions {
    BreakerKind kind = BreakerKind::none;
    BreakerOrder order = BreakerOrder::outside;
    BreakerScope scope = BreakerScope::caller;
    std::uint32_t size = 10; ///< consecutive: failures in a row that open it; countWindow: calls looked at; 1–1000
    Duration window = std::chrono::seconds(10); ///< timeWindow: how far back it looks, > 0
    /// No verdict before so many outcomes; a count window clamps it to its size. 0 differs from 1 only where failures may
    /// outlive their calls (WindowPlace::apart).
    std::uint32_t minimumCalls = 10;
    double failureRatio = 0.5;                    ///< opens when failures ÷ outcomes reach this, in (0, 1]
    Duration openTime = std::chrono::seconds(30); ///< how long it refuses everything before it probes, > 0
    std::uint32_t probes = 1;                     ///< half-open: how many calls are let in (see ProbeRule); 1–100
    std::uint32_t successes = 1;                  ///< half-open: successes that close it; 1–100

    Threshold compare = Threshold::atLeast;
    BreakerJudges judges = BreakerJudges::failures;
    std::uint32_t failureCount = 0; ///< windows: opens at so many failures, whatever their share; 0 = by ratio
    Duration slowCall = unlimited;  ///< windows: what takes longer is slow, success or not; `unlimited` = nothing is
    double slowRatio = 1.0;         ///< opens when slow calls ÷ outcomes reach this, in (0, 1]
    std::uint32_t buckets = 10;     ///< timeWindow: in so many steps it forgets; 1–3600
    WindowRoll roll = WindowRoll::aligned;
    Duration clearEvery =
        unlimited; ///< consecutive, lifetime: while closed the counters start anew so often (gobreaker)
    WindowPlace place = WindowPlace::together; ///< timeWindow
    bool countInFlight = false;                ///< calls under way count among the outcomes (gobreaker's requests)
    bool clearOnClose = true;                  ///< closing empties the window; opossum's goes on
    double openMultiplier = 1.0;               ///< growth of the open time for each probing that failed, ≥ 1
    Duration openCap = unlimited;              ///< the open time grows no further, ≥ openTime
    OpenGrowth openGrowth = OpenGrowth::exponential;
    OpenEnds openEnds = OpenEnds::atTime;
    HalfOpenBy halfOpenBy = HalfOpenBy::call;
    ProbeRule probeRule = ProbeRule::atOnce;
    ProbeVerdict verdict = ProbeVerdict::streak;
    std::uint32_t sample = 0; ///< half-open: outcomes the verdict looks at; 0 = as many as `probes`
    double sampleRatio = 0.0; ///< half-open: share of failures that opens it; 0 = failureRatio
    /// The verdict on the probes counts as one outcome in the closed state's window: closing is the first success in the
    /// new window, whatever the last probe came to, and reopening a failure in the old one (cockatiel). Without effect
    /// where the probes themselves count there.
    bool countVerdict = false;
    /// Half-open, so long after the first probe without a verdict, it gives up: see afterMaxWait; > 0.
    Duration halfOpenMaxWait = unlimited;
    BreakerState afterMaxWait = BreakerState::open; ///< open or closed
    LateOutcome late = LateOutcome::dropped;
    IgnoredError ignored = IgnoredError::success;
    BreakerGates gates = BreakerGates::all;
    BreakerMode mode = BreakerMode::automatic;

    friend bool operator==(const BreakerOptions &, const BreakerOptions &) = default;
};

/// The same rules in force: a breaker that only gates retries stands around each attempt, wherever it was put. Around the
/// whole call it would never be asked again, and never close.
inline BreakerOptions inForce(BreakerOptions options)
{
    if (options.gates == BreakerGates::retries)
        options.order = BreakerOrder::inside;
    return options;
}

/// Is the verdict about the share of failures among the probes?
constexpr bool judgesShare(ProbeVerdict verdict)
{
    return verdict == ProbeVerdict::sample || verdict == ProbeVerdict::opensEarly;
}

/// How many probes the verdict looks at, if it is not about a streak.
constexpr std::uint32_t probesJudged(const BreakerOptions &options)
{
    const std::uint32_t most = options.sample != 0 ? options.sample : options.probes;
    const bool early = options.verdict == ProbeVerdict::sample && options.kind != BreakerKind::consecutive
                       && options.minimumCalls < most;
    const std::uint32_t judged = early ? options.minimumCalls : most;
    return judged > 1 ? judged : 1;
}

} // namespace retrylab
