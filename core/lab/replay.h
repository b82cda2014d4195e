// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/outcome_log.h"
#include "core/policy/breaker.h"
#include "core/policy/budget.h"
#include "core/policy/policy.h"

#include <array>
#include <cstdint>
#include <functional>

namespace retrylab {

/// The breaker changed its state.
struct ReplayTransition {
    Time at; ///< when that was due; for a change by a call, when the call began or ended
    BreakerState from = BreakerState::closed;
    BreakerState to = BreakerState::closed;
    BreakerWhy why = BreakerWhy::threshold;
    // What had been counted when the threshold opened it (consecutive: the streak); 0 for every other change.
    std::uint32_t outcomes = 0;
    std::uint32_t failures = 0;
    std::uint32_t slow = 0;

    friend bool operator==(const ReplayTransition &, const ReplayTransition &) = default;
};

/// What came of a whole log. In calls, where nothing else is said.
struct ReplayTotals {
    std::uint64_t calls = 0;
    std::uint64_t failed = 0; ///< whose outcome is not ok, let in or not
    // Refused by the breaker:
    std::uint64_t wouldHaveSucceeded = 0; ///< the log says ok
    std::uint64_t wouldHaveFailed = 0;
    // The budget:
    std::uint64_t retriesGranted = 0;
    std::uint64_t retriesDenied = 0;
    std::uint64_t callsDenied = 0; ///< first attempts that it did not let go (only adaptiveThrottle does so)
    std::uint64_t outOfOrder = 0;  ///< that end before a call of an earlier line
    std::uint64_t transitions = 0;
    std::array<Duration, 3> timeIn{}; ///< by BreakerState, from the first begin to the last end

    std::uint64_t refused() const { return wouldHaveSucceeded + wouldHaveFailed; }

    friend bool operator==(const ReplayTotals &, const ReplayTotals &) = default;
};

/// Takes the calls of a log, one after the other, through the breaker and the budget of a policy: what would they have
/// done? It cannot know how the service would have fared without the calls that they refuse.
///
/// What it assumes:
/// - One breaker and one budget see all the calls, whatever their scope.
/// - A line is a whole call with one attempt. It asks for permission when it began, at its end less its latency, and
///   reports when it ended. A log is written at the ends, so calls overlap: one that began before the last moment seen
///   asks at that moment. A call that ends before that moment reports at it. Time never goes back.
/// - A refused call does not report.
/// - A call that failed and that the policy would retry asks the budget for one retry when it ends. There is no such
///   retry in the log: it never starts, what it costs stays spent, and no outcome of it is counted. As each line ends
///   before the next one begins, an activeShare sees no attempts side by side.
/// - The adaptiveThrottle's draws come from seed 0 and the number of the line.
/// In which order breaker and budget are asked and told is Call's rule.
class Replay {
public:
    using OnTransition = std::function<void(const ReplayTransition &)>;

    /// `onTransition` is told of each change as it happens, in the order of time.
    Replay(const Policy &policy, OnTransition onTransition);
    // The breaker and the budget point to the policy.
    Replay(const Replay &) = delete;
    Replay &operator=(const Replay &) = delete;

    /// The next line.
    void take(const OutcomeRow &row);
    /// The log ends: time goes on to the last end in it. Call it once, after the last line.
    ReplayTotals finish();

private:
    void moveTo(Time at);
    bool isLetIn(BreakerPermit &permit, const OutcomeRow &row);
    void record(BreakerPermit permit, const OutcomeRow &row);
    void askForRetry(Outcome outcome, std::uint64_t path);
    void askBreakerForRetry();
    void note(BreakerState from, Time at);
    void countTime(BreakerState state, Time until);
    bool isRetryable(Outcome outcome) const;

    Policy m_policy;
    Breaker m_breaker;
    Budget m_budget;
    OnTransition m_onTransition;
    ReplayTotals m_totals;
    Time m_now{};     ///< the last moment that breaker and budget have seen
    Time m_lastEnd{}; ///< the latest in the log
    Time m_since{};   ///< the beginning, then the last change of state
};

} // namespace retrylab
