// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/policy/hedge.h"

#include <cmath>

namespace retrylab {

namespace {

constexpr std::int64_t oneHedge = 1000;
constexpr std::int64_t mostSaved = 10 * oneHedge;

} // namespace

void Hedger::callStarted()
{
    // Thousandths, so that a share of 0.1 is one hedge in exactly ten calls.
    const auto share = static_cast<std::int64_t>(std::llround(m_options->extraLoad * oneHedge));
    m_credit = std::min(m_credit + share, std::max(mostSaved, share));
}

bool Hedger::withdraw()
{
    if (m_credit < oneHedge)
        return false;
    m_credit -= oneHedge;
    return true;
}

void Hedger::giveBack()
{
    m_credit += oneHedge;
}

void Hedger::answered(Duration latency)
{
    if (m_options->kind != HedgeKind::percentile)
        return;
    if (m_latencies.size() < remembered)
        m_latencies.push_back(latency);
    else
        m_latencies[m_answers % remembered] = latency;
    ++m_answers;
    if (m_answers >= enough && m_answers % renewal == 0)
        renew();
}

void Hedger::renew()
{
    std::vector<Duration> sorted = m_latencies;
    const double rank = std::ceil(m_options->percentile * static_cast<double>(sorted.size()));
    const auto place = std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(rank) - 1, 0,
                                                  static_cast<std::ptrdiff_t>(sorted.size()) - 1);
    std::nth_element(sorted.begin(), sorted.begin() + place, sorted.end());
    m_percentile = sorted[static_cast<std::size_t>(place)];
}

Duration Hedger::delay() const
{
    return m_options->kind == HedgeKind::percentile && m_answers >= enough ? m_percentile : m_options->delay;
}

const AttemptUnderWay *CallHedges::find(std::uint32_t ticket) const
{
    const auto end = m_attempts.begin() + m_count;
    const auto at = std::find_if(m_attempts.begin(), end,
                                 [&](const AttemptUnderWay &attempt) { return attempt.ticket == ticket; });
    return at == end ? nullptr : &*at;
}

AttemptUnderWay::Note *CallHedges::noteOf(std::uint32_t ticket)
{
    const AttemptUnderWay *attempt = find(ticket);
    return attempt ? &m_attempts[static_cast<std::size_t>(attempt - m_attempts.data())].note : nullptr;
}

std::optional<AttemptUnderWay> CallHedges::take(std::uint32_t ticket)
{
    const AttemptUnderWay *at = find(ticket);
    if (!at)
        return {};
    const AttemptUnderWay taken = *at;
    std::copy(at + 1, static_cast<const AttemptUnderWay *>(m_attempts.data()) + m_count,
              m_attempts.begin() + (at - m_attempts.data()));
    --m_count;
    return taken;
}

} // namespace retrylab
