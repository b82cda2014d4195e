// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/trace.h"

#include <cstdint>
#include <span>
#include <vector>

namespace retrylab {

/// When, within one nanosecond, the engine gets to something. A restart resets before anything else happens, work is
/// finished before new requests are looked at (so a rejection takes to the wire after an answer); then come deadlines,
/// calls that resume or begin by a timer, hedges, timeouts, arrivals. See engine.h.
enum class BreakerTurn : std::uint8_t { reset, answer, rejection, deadline, resume, hedge, timeout, arrival };

/// A permission asked for, and what became of it.
struct BreakerAsk {
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    std::int64_t at = 0;
    std::int64_t ended = notYet;
    std::uint32_t call = 0;
    BreakerReport report = BreakerReport::success;
    BreakerTurn turn = BreakerTurn::arrival;   ///< of the ask
    BreakerTurn endTurn = BreakerTurn::answer; ///< of the report
    bool gated = true;                         ///< the breaker was asked; otherwise the call just went
    std::uint32_t after = none;  ///< the ask whose report led to this one at the same moment: a retry without a wait
    std::uint32_t behind = none; ///< cancelled: the ask whose report decided the call, after which this one comes
};

/// What a breaker with these rules (in force) was asked in a run, in the order of asking, told from the records of the
/// calls it guarded (indices into Trace::calls, ascending): of each call or, inside the retry, of each attempt.
std::vector<BreakerAsk> breakerAsks(const Trace &trace, std::span<const std::uint32_t> calls,
                                    const BreakerOptions &options);

} // namespace retrylab
