// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/fault_board.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace retrylab {

namespace {

constexpr std::uint32_t bit(std::uint32_t fault)
{
    return std::uint32_t{1} << fault;
}

} // namespace

FaultBoard::FaultBoard(const World &world)
    : m_world(world)
    , m_slots(world.service().slots)
{
    for (std::uint32_t i = 0; i < world.faults.size() && i < maxFaults; ++i) {
        const Fault &fault = world.faults[i];
        m_boundaries.push_back({fault.from.time_since_epoch().count(), i, true});
        m_boundaries.push_back({fault.to.time_since_epoch().count(), i, false});
        m_left.push_back(fault.count);
    }
    // At one moment, what ends comes before what begins: two windows that touch do not overlap.
    std::sort(m_boundaries.begin(), m_boundaries.end(), [](const Boundary &a, const Boundary &b) {
        return std::tie(a.at, a.begins, a.fault) < std::tie(b.at, b.begins, b.fault);
    });
    lookAhead();
}

void FaultBoard::lookAhead()
{
    const std::int64_t end = m_world.duration.count();
    m_nextChange = m_nextBoundary < m_boundaries.size() ? std::min(m_boundaries[m_nextBoundary].at, end) : end;
}

FaultBoard::Change FaultBoard::advance()
{
    const Boundary boundary = m_boundaries[m_nextBoundary++];
    const bool restart = m_world.faults[boundary.fault].kind == FaultKind::restart;
    if (boundary.begins) {
        m_active |= bit(boundary.fault);
    } else {
        m_active &= ~bit(boundary.fault);
        if (restart) {
            m_coldSince = boundary.at;
            m_warmAt = boundary.at + m_world.service().slowStart.time.count();
        }
    }
    lookAhead();
    updateSlots();
    return {restart && boundary.begins};
}

void FaultBoard::updateSlots()
{
    m_slots = m_world.service().slots;
    for (std::uint32_t i = 0; i < m_left.size(); ++i) {
        const Fault &fault = m_world.faults[i];
        if ((m_active & bit(i)) == 0)
            continue;
        if (fault.kind == FaultKind::slots)
            m_slots = std::min(m_slots, fault.slots);
        else if (fault.kind == FaultKind::restart)
            m_slots = 0;
    }
}

bool FaultBoard::strikes(std::uint32_t fault, const Job &job)
{
    const Fault &options = m_world.faults[fault];
    if (m_left[fault] == 0)
        return false;
    if (options.share < 1.0) {
        const std::uint64_t draw = std::uint64_t{job.number} * maxFaults + fault;
        if (uniform(job.path, Purpose::faultShare, draw) >= options.share)
            return false;
    }
    if (m_left[fault] != unlimitedCount)
        --m_left[fault];
    return true;
}

std::optional<FaultAnswer> FaultBoard::answer(Job &job)
{
    for (std::uint32_t active = m_active; active != 0; active &= active - 1) {
        const auto i = static_cast<std::uint32_t>(std::countr_zero(active));
        const Fault &fault = m_world.faults[i];
        switch (fault.kind) {
        case FaultKind::refuse:
            if (strikes(i, job))
                return FaultAnswer{{OutcomeKind::refused, 0}};
            break;
        case FaultKind::status:
            if (strikes(i, job))
                return FaultAnswer{outcomeOfStatus(fault.status), fault.retryAfter};
            break;
        case FaultKind::latency:
            if (strikes(i, job))
                job.slowedBy |= bit(i);
            break;
        case FaultKind::restart: return FaultAnswer{{OutcomeKind::refused, 0}};
        case FaultKind::error:
            if (strikes(i, job))
                return FaultAnswer{outcomeOf(fault.error)};
            break;
        case FaultKind::slots: break;
        }
    }
    return std::nullopt;
}

std::int64_t FaultBoard::delayOf(const Job &job) const
{
    std::int64_t delay = 0;
    for (std::uint32_t marks = job.slowedBy; marks != 0; marks &= marks - 1)
        delay += m_world.faults[static_cast<std::size_t>(std::countr_zero(marks))].add.count();
    return delay;
}

double FaultBoard::coldFactor(std::int64_t now) const
{
    const double span = static_cast<double>(m_warmAt - m_coldSince);
    const double left = static_cast<double>(m_warmAt - now) / span;
    return 1.0 + (m_world.service().slowStart.factor - 1.0) * left;
}

} // namespace retrylab
