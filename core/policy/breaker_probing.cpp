// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/policy/breaker.h"

#include <algorithm>

// The half-open state of the breaker.

namespace retrylab {

/// Does the closed state's window stay as it is while probes are counted in one of their own?
bool Breaker::keepsWindow() const
{
    return m_options->late == LateOutcome::intoWindow && m_options->verdict != ProbeVerdict::streak;
}

std::uint32_t Breaker::sampleSize() const
{
    return std::max(m_options->sample != 0 ? m_options->sample : m_options->probes, 1U);
}

/// Does the outcome of a probe make room for another? In all, only while the verdict needs more than are left: it would
/// stay half-open for ever.
bool Breaker::probeMakesRoom() const
{
    const BreakerOptions &o = *m_options;
    if (o.probeRule == ProbeRule::atOnce)
        return true;
    const bool streak = o.verdict == ProbeVerdict::streak;
    return (streak ? m_succeeded : m_outcomes) + o.probes < (streak ? o.successes : sampleSize());
}

void Breaker::beginProbeWindow()
{
    if (keepsWindow()) {
        m_rare->aside = {};
        swapWindows();
    } else {
        clearWindow();
        m_probeWindow = true;
    }
    m_rare->probes.resize(sampleSize());
}

/// The counts of the probes and those of the closed state's window change places.
void Breaker::swapWindows()
{
    const WindowCounts shown{m_outcomes, m_failures, m_rare->slow};
    m_outcomes = m_rare->aside.outcomes;
    m_failures = m_rare->aside.failures;
    m_rare->slow = m_rare->aside.slow;
    m_rare->aside = shown;
    m_probeWindow = !m_probeWindow;
}

void Breaker::recordHalfOpen(bool failed, Time now, Duration took)
{
    const BreakerOptions &o = *m_options;
    if (m_probing > 0 && probeMakesRoom())
        --m_probing;
    // A streak takes probes in, too, unless late outcomes are to find it as it was.
    const bool inWindow = !m_probeWindow
                          && (!o.clearOnClose
                              || (o.kind == BreakerKind::consecutive && o.late != LateOutcome::intoWindow));
    if (m_probeWindow || inWindow)
        push({failed, took > o.slowCall}, now - took, now);
    judgeProbes(failed, now);
    // Where the window of the probes is still looked at, the verdict has nowhere to go.
    if (o.countVerdict && m_state != BreakerState::halfOpen && !inWindow && !m_probeWindow)
        push({m_state == BreakerState::open, false}, now, now);
}

/// The outcome of a call of the closed state while others probe.
void Breaker::recordBesideProbes(bool failed, Time now, Duration took)
{
    const bool swaps = m_probeWindow;
    if (swaps)
        swapWindows();
    push({failed, took > m_options->slowCall}, now - took, now);
    const bool opens = (failed || m_options->judges == BreakerJudges::outcomes) && thresholdReached();
    if (swaps)
        swapWindows();
    if (opens)
        moveTo(BreakerState::open, BreakerWhy::threshold, now);
}

void Breaker::judgeProbes(bool failed, Time now)
{
    if (m_options->verdict != ProbeVerdict::streak)
        judgeSample(now);
    else if (failed)
        moveTo(BreakerState::open, BreakerWhy::probeFailed, now);
    else if (++m_succeeded >= m_options->successes)
        moveTo(BreakerState::closed, BreakerWhy::probesSucceeded, now);
}

void Breaker::judgeSample(Time now)
{
    const std::uint32_t sample = sampleSize();
    const double share = m_options->sampleRatio > 0.0 ? m_options->sampleRatio : m_options->failureRatio;
    m_succeeded = static_cast<std::uint8_t>(std::min(m_outcomes - m_failures, 255U));
    bool opens = false;
    bool closes = false;
    switch (m_options->verdict) {
    case ProbeVerdict::streak: break;
    case ProbeVerdict::sample:
        closes = m_outcomes >= minimum();
        opens = closes
                && (reached(m_failures, m_outcomes, share)
                    || (m_options->slowCall != unlimited && reached(m_rare->slow, m_outcomes, m_options->slowRatio)));
        break;
    case ProbeVerdict::opensEarly:
        opens = m_failures > 0 && reached(m_failures, sample, share);
        closes = m_outcomes >= sample;
        break;
    case ProbeVerdict::forced:
        opens = m_failures + m_options->successes > sample;
        closes = m_outcomes - m_failures >= m_options->successes;
        break;
    }
    if (opens)
        moveTo(BreakerState::open, BreakerWhy::probeFailed, now);
    else if (closes)
        moveTo(BreakerState::closed, BreakerWhy::probesSucceeded, now);
}

} // namespace retrylab
