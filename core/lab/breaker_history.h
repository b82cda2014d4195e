// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/trace.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace retrylab {

struct BreakerAsk;

/// One outcome that a closed breaker took into its window.
struct BreakerOutcome {
    std::int64_t at = 0;    ///< ns
    std::uint32_t call = 0; ///< index into Trace::calls
    bool failed = false;

    friend bool operator==(const BreakerOutcome &, const BreakerOutcome &) = default;
};

/// One tenth of a time window.
struct BreakerBucket {
    std::uint32_t outcomes = 0;
    std::uint32_t failures = 0;

    friend bool operator==(const BreakerBucket &, const BreakerBucket &) = default;
};

/// Everything one breaker knew at a moment.
struct BreakerPicture {
    BreakerState state = BreakerState::closed;
    std::int64_t since = 0;                ///< when it came into this state, ns
    std::int64_t probesFrom = notYet;      ///< while open: when it will let the first probe through
    std::optional<BreakerTransition> last; ///< how it came into this state; empty before the first transition
    std::uint32_t outcomes = 0;            ///< in the window that is judged (consecutive: the streak of failures)
    std::uint32_t failures = 0;
    std::uint32_t probesInFlight = 0;  ///< half-open only
    std::uint32_t probesSucceeded = 0; ///< half-open only
    std::uint32_t probesEnded = 0;     ///< half-open only, and only where the verdict is about more than a streak
    /// The outcomes in the window, oldest first; a time window's are in `buckets` instead. Consecutive: the streak.
    /// While the breaker is open or half-open this is the window that opened it.
    std::vector<BreakerOutcome> window;
    std::array<BreakerBucket, 10> buckets; ///< time window: tenths, oldest first
};

/// What one breaker was asked and told in a run, rebuilt from the trace by a Breaker of the same options: asked when
/// an attempt (inside) or a call (outside) began, told when it ended. The trace holds transitions but not the windows
/// behind them; this gives both, at any moment.
/// Building costs a few dozen nanoseconds per attempt; at() is a binary search plus the size of the window.
class BreakerHistory {
public:
    /// `breaker` = index of the caller, or 0 when the breaker is shared. Copies what it needs from the trace.
    BreakerHistory(const Trace &trace, std::uint32_t breaker);
    /// For whoever knows already which calls this breaker guarded (indices into Trace::calls, ascending): where each caller
    /// has its own breaker they are few, and looking for them among all takes the longest.
    BreakerHistory(const Trace &trace, std::uint32_t breaker, std::span<const std::uint32_t> calls);

    /// The breaker at t (ns), everything that happened at t included.
    BreakerPicture at(std::int64_t t) const;
    /// The transitions of the replay; equal to those of this breaker in the trace.
    const std::vector<BreakerTransition> &transitions() const { return m_transitions; }
    /// How many it had refused up to t (ns).
    std::uint32_t refusedUntil(std::int64_t t) const;

private:
    struct Step {
        std::int64_t at;
        std::uint32_t probing;
        std::uint32_t succeeded;
        std::uint32_t ended;
    };

    static bool reportFirst(const BreakerAsk &reporting, const BreakerAsk &asking,
                            const std::vector<BreakerPermit> &told);
    void replay(const std::vector<BreakerAsk> &asks, std::uint32_t index, std::int64_t end);
    void advance(Breaker &breaker, std::int64_t now, std::uint32_t index);
    void note(const Breaker &breaker, BreakerState from, std::int64_t at, std::uint32_t index);
    void fillWindow(BreakerPicture &picture, std::int64_t t) const;
    void fillBuckets(BreakerPicture &picture, std::size_t first, std::size_t last, std::int64_t now) const;

    BreakerOptions m_options;
    std::vector<Step> m_steps;              ///< while half-open: after every ask and every report, by time
    std::vector<BreakerOutcome> m_outcomes; ///< those that a closed breaker counted, by time
    std::vector<std::int64_t> m_refusals;   ///< when it refused, ascending
    std::vector<BreakerTransition> m_transitions;
    std::vector<std::size_t> m_outcomesBefore; ///< per transition: how many outcomes had been counted by then
    std::vector<std::int64_t> m_untils;        ///< per transition: Breaker::openUntil() after it
};

} // namespace retrylab
