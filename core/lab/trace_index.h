// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/trace.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace retrylab {

/// Finds the intervals that contain a moment, among records sorted by their beginning, which the member `Begin` points to;
/// `ended` is where they end, `notYet` = never. Blocks of records remember their latest end, so that a query skips what is
/// over. The records themselves are not kept: each question brings along those that the blocks were made from.
template <typename Record, std::int64_t Record::*Begin>
class IntervalBlocks {
public:
    IntervalBlocks() = default;
    explicit IntervalBlocks(const std::vector<Record> &records);

    /// Indices i with begin[i] ≤ t < end[i], ascending, at most `most`.
    std::vector<std::uint32_t> at(const std::vector<Record> &records, std::int64_t t, std::size_t most) const;
    /// How many there are.
    std::size_t countAt(const std::vector<Record> &records, std::int64_t t) const;

private:
    static constexpr std::size_t blockSize = 64;

    template <typename Visit>
    void forEachAt(const std::vector<Record> &records, std::int64_t t, Visit visit) const;

    std::vector<std::int64_t> m_ends; ///< latest end per block
};

/// The same for intervals of its own.
class IntervalIndex {
public:
    IntervalIndex() = default;
    /// Both as long as each other; starts ascending; `notYet` = never ends.
    IntervalIndex(const std::vector<std::int64_t> &starts, const std::vector<std::int64_t> &ends);

    /// Indices i with start[i] ≤ t < end[i], ascending, at most `most`.
    std::vector<std::uint32_t> at(std::int64_t t, std::size_t most = ~std::size_t{0}) const
    {
        return m_blocks.at(m_intervals, t, most);
    }
    /// How many there are.
    std::size_t countAt(std::int64_t t) const { return m_blocks.countAt(m_intervals, t); }

private:
    struct Interval {
        std::int64_t begun;
        std::int64_t ended;
    };

    std::vector<Interval> m_intervals;
    IntervalBlocks<Interval, &Interval::begun> m_blocks;
};

/// CallState::attempt of a call that has sent nothing yet (or was refused before it could).
inline constexpr std::uint32_t noAttempt = 0xFFFFFFFF;

/// What a call is doing at a moment. A moment at which something ends belongs to what comes next.
struct CallState {
    enum class Phase : std::uint8_t { notStarted, calling, waiting, succeeded, degraded, failed };
    Phase phase = Phase::notStarted;
    std::uint32_t attempt = noAttempt; ///< index of the attempt in flight, or of the last one sent
    std::int64_t since = 0;            ///< when the phase began
    std::int64_t until = notYet;       ///< when it ends; notYet = not within the run
};

/// One breaker's state at a moment.
struct BreakerMoment {
    BreakerState state = BreakerState::closed;
    std::int64_t since = 0;
    std::int64_t until = notYet; ///< the next transition
};

/// Reads a trace at any moment. Holds a reference: the trace must outlive it.
class TraceIndex {
public:
    explicit TraceIndex(const Trace &trace);

    CallState callAt(std::uint32_t call, std::int64_t t) const;
    /// Calls that have begun and not ended at t, in order of their start.
    std::vector<std::uint32_t> activeCalls(std::int64_t t, std::size_t most = ~std::size_t{0}) const;
    /// All that `caller` made, in order of their start.
    std::span<const std::uint32_t> callsOf(std::uint32_t caller) const;
    /// The call that `caller` is making at t, or the last one it made before t.
    std::optional<std::uint32_t> lastCallOf(std::uint32_t caller, std::int64_t t) const;
    std::vector<std::uint32_t> attemptsInFlight(std::int64_t t, std::size_t most = ~std::size_t{0}) const;
    /// Service records that hold a slot at t.
    std::vector<std::uint32_t> inService(std::int64_t t, std::size_t most = ~std::size_t{0}) const;
    std::size_t busySlots(std::int64_t t) const;
    /// Requests waiting in the service's queue at t: from the bin t falls in (its mean, rounded to the nearest).
    std::uint32_t queueLength(std::int64_t t) const;
    BreakerMoment breakerAt(std::uint32_t breaker, std::int64_t t) const;
    /// How many breakers there are: none, one (shared), or one for each caller.
    std::uint32_t breakerCount() const { return m_breakerCount; }
    /// How many of them are in this state at t. Costs a binary search, however many breakers there are.
    std::uint32_t breakersIn(BreakerState state, std::int64_t t) const;

private:
    void groupCalls();
    void groupTransitions();

    const Trace *m_trace;
    IntervalBlocks<CallRecord, &CallRecord::started> m_calls;
    IntervalBlocks<AttemptRecord, &AttemptRecord::sent> m_attempts;
    IntervalBlocks<ServiceRecord, &ServiceRecord::begun> m_services;
    std::uint32_t m_breakerCount = 0;
    std::vector<std::uint32_t> m_callsByCaller;        ///< call indices, grouped by caller, ascending
    std::vector<std::uint32_t> m_callerStart;          ///< callerCount + 1 offsets into it
    std::vector<std::uint32_t> m_transitionsByBreaker; ///< likewise
    std::vector<std::uint32_t> m_breakerStart;
    std::vector<std::array<std::uint32_t, 3>> m_breakersIn; ///< per state, after each transition
};

} // namespace retrylab
