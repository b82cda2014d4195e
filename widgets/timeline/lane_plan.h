// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/trace.h"
#include "widgets/base/time_axis.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace retrylab {

/// Which lane each call of a run is drawn in; calls in one lane never overlap in time. A caller that makes one call at a
/// time (herd, closed traffic) has a lane of its own. Open traffic is stacked: a call takes the lowest lane that is
/// free (a small gap after the call before it), so the height of the picture is the number of calls under way, and trouble shows as a mountain.
class LanePlan {
public:
    LanePlan() = default;
    explicit LanePlan(const Trace &trace);

    std::size_t laneCount() const { return m_laneCount; }
    /// Does lane i belong to caller i?
    bool byCaller() const { return m_byCaller; }
    const std::vector<std::uint32_t> &laneOfCall() const { return m_laneOfCall; }
    /// The calls of a lane, in order of time.
    std::span<const std::uint32_t> calls(std::size_t lane) const
    {
        if (m_starts.empty())
            groupByLane();
        return {m_calls.data() + m_starts[lane], m_calls.data() + m_starts[lane + 1]};
    }

private:
    void stack(const Trace &trace);
    void groupByLane() const;

    std::vector<std::uint32_t> m_laneOfCall;
    std::size_t m_laneCount = 0;
    // Made when first asked for: the density picture of a whole run does without.
    mutable std::vector<std::uint32_t> m_calls;  ///< grouped by lane, by time within
    mutable std::vector<std::uint32_t> m_starts; ///< laneCount + 1 offsets into it
    bool m_byCaller = true;
};

/// The lanes that are shown, as rows from the top. Where there are many, those without a call in the visible range are
/// left out, so that zooming in on a moment also thins out the lanes.
class Lanes {
public:
    static constexpr std::size_t neverThinned = 100;
    static constexpr std::uint32_t noRow = 0xFFFFFFFF;

    Lanes() = default;
    /// `plan` is that of `trace`; both must outlive it.
    Lanes(const LanePlan &plan, const Trace &trace, TimeRange visible);

    std::size_t count() const { return m_whole ? (m_plan ? m_plan->laneCount() : 0) : m_lanes.size(); }
    /// Lane of a row; row < count().
    std::uint32_t lane(std::size_t row) const { return m_whole ? static_cast<std::uint32_t>(row) : m_lanes[row]; }
    std::span<const std::uint32_t> calls(std::size_t row) const { return m_plan->calls(lane(row)); }
    /// Row of each call, `noRow` for those whose lane is not shown.
    const std::vector<std::uint32_t> &rowOfCall() const { return m_whole ? m_plan->laneOfCall() : m_rowOfCall; }
    std::optional<std::size_t> row(std::uint32_t call) const;
    /// Row of a lane or, where it is not shown, of the next one; the last row where none follows.
    std::size_t nearestRow(std::uint32_t lane) const;
    /// The call in a row that lives at t, or else the nearest one; none in an empty row.
    std::optional<std::uint32_t> callNear(const Trace &trace, std::size_t row, std::int64_t t) const;
    bool byCaller() const { return m_plan && m_plan->byCaller(); }

private:
    const LanePlan *m_plan = nullptr;
    bool m_whole = true;
    std::vector<std::uint32_t> m_lanes;
    std::vector<std::uint32_t> m_rowOfCall;
};

} // namespace retrylab
