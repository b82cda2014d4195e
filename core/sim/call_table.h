// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/call.h"
#include "core/sim/fetch.h"
#include "core/sim/large_pages.h"

#include <cstdint>
#include <vector>

namespace retrylab {

/// A call in the table: one cache line, for among a million each one is a way to memory.
struct alignas(64) CallSlot : Call {
    std::uint32_t record = 0;  ///< index into Trace::calls
    std::uint32_t attempt = 0; ///< index into Trace::attempts
    /// Open traffic: whose call it is. Closed traffic: how many calls this caller has made; there, as in a herd, the slot
    /// is the caller.
    std::uint32_t callerOrCount = 0;
    /// After how many milliseconds the answer to the attempt under way says to come back; 0 = it says nothing. Where
    /// several are under way, their notes know.
    std::uint32_t retryAfterMs = 0;
};

static_assert(sizeof(CallSlot) == 64);

/// The calls under way. A slot is used again once its call is over; its tickets go on counting, so that a late reply to an
/// older call is recognised.
class CallTable {
public:
    /// `hedged`: a call may have several attempts under way.
    explicit CallTable(bool hedged)
        : m_hedged(hedged)
    {
    }

    /// Herd and closed traffic: one slot for each caller, for the whole run.
    void seat(std::uint32_t callers)
    {
        m_slots.resize(callers);
        if (m_hedged)
            m_hedges.resize(callers);
    }

    CallSlot &operator[](std::uint32_t slot) { return m_slots[slot]; }
    const CallSlot &operator[](std::uint32_t slot) const { return m_slots[slot]; }

    /// Open traffic: a free slot.
    std::uint32_t take()
    {
        if (m_free.empty()) {
            m_slots.emplace_back();
            if (m_hedged)
                m_hedges.emplace_back();
            return static_cast<std::uint32_t>(m_slots.size() - 1);
        }
        const std::uint32_t slot = m_free.back();
        m_free.pop_back();
        return slot;
    }
    void release(std::uint32_t slot) { m_free.push_back(slot); }

    /// Does the call in this slot still wait for the attempt with this ticket?
    bool expects(std::uint32_t slot, Ticket ticket) const
    {
        return m_slots[slot].expects(ticket) || (m_hedged && m_hedges[slot].expects(ticket));
    }

    /// What the call in this slot has under way beside its latest attempt; null in a run without hedges. Until the table
    /// grows.
    CallHedges *hedgesOf(std::uint32_t slot) { return m_hedged ? &m_hedges[slot] : nullptr; }

    /// The answer to this attempt, which is waited for, will say when to come back; 0 = it will not.
    void hear(std::uint32_t slot, Ticket ticket, Duration retryAfter)
    {
        const auto ms = static_cast<std::uint32_t>(inHeader(retryAfter).count());
        if (!m_hedged)
            m_slots[slot].retryAfterMs = ms;
        else
            noteOf(slot, ticket).retryAfterMs = ms;
    }
    /// What it says, for an attempt that is waited for.
    std::uint32_t heard(std::uint32_t slot, Ticket ticket)
    {
        return m_hedged ? noteOf(slot, ticket).retryAfterMs : m_slots[slot].retryAfterMs;
    }
    /// The record of an attempt that is waited for.
    std::uint32_t recordOf(std::uint32_t slot, Ticket ticket)
    {
        return m_hedged ? noteOf(slot, ticket).record : m_slots[slot].attempt;
    }

    /// Asks for a slot to be brought into the cache; a number that is no slot does no harm.
    void fetch(std::uint32_t slot) const { fetchLine(m_slots.data() + slot); }

private:
    AttemptUnderWay::Note &noteOf(std::uint32_t slot, Ticket ticket)
    {
        CallHedges &hedges = m_hedges[slot];
        return m_slots[slot].expects(ticket) ? hedges.latest() : *hedges.noteOf(ticket);
    }

    bool m_hedged;
    std::vector<CallHedges> m_hedges; ///< as the slots, where calls are hedged
    std::vector<CallSlot, LargePages<CallSlot>> m_slots;
    std::vector<std::uint32_t> m_free;
};

} // namespace retrylab
