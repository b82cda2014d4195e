// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/breaker_options.h"
#include "core/policy/breaker_window.h"
#include "core/policy/outcome.h"
#include "core/policy/time.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace retrylab {

/// Why a breaker changed its state.
enum class BreakerWhy : std::uint8_t {
    threshold,
    openTimeOver,
    probesSucceeded,
    probeFailed,
    halfOpenTooLong, ///< the probes gave no verdict within the time allowed
    byHand,          ///< forced or reset
};

/// What a call that was let in tells the breaker.
enum class BreakerReport : std::uint8_t {
    success,
    failure,
    // What follows does not count, or not always: it is nothing for the fast path of record().
    neutral,      ///< says nothing (an excluded error, a call that was cancelled): the permission is given back
    probeSuccess, ///< success from a probe, neutral from any other call
};

/// What an attempt's or a call's outcome tells a breaker with these rules.
inline BreakerReport reportOf(OutcomeKind outcome, const BreakerOptions &options)
{
    if (isServiceFailure(outcome))
        return BreakerReport::failure;
    if (outcome == OutcomeKind::ok || options.ignored == IgnoredError::success)
        return BreakerReport::success;
    return options.ignored == IgnoredError::probeSuccess ? BreakerReport::probeSuccess : BreakerReport::neutral;
}

/// The right to make one call, with the breaker's generation at the moment it was given: by it the outcome of a call that
/// was let in by an older state is recognised.
struct BreakerPermit {
    bool admitted = false;
    std::uint32_t generation = 0;

    /// Was it given by a half-open breaker?
    bool isProbe() const { return (generation & 1U) != 0; }
    /// What a report comes to for this call: success, failure or neutral.
    BreakerReport meaningOf(BreakerReport report) const
    {
        if (report != BreakerReport::probeSuccess)
            return report;
        return isProbe() ? BreakerReport::success : BreakerReport::neutral;
    }
};

/// A circuit breaker: a small state machine that is told the time. BreakerOptions says by which rules it goes.
/// A clock that goes backwards changes nothing: time before the last seen moment counts as that moment.
/// One cache line: a thousand callers with a breaker each are asked in random order.
class alignas(64) Breaker {
public:
    /// The options must outlive the breaker, as a policy outlives its calls.
    explicit Breaker(const BreakerOptions &options);
    explicit Breaker(BreakerOptions &&options) = delete;

    /// Asks for permission. May move an open breaker to half-open.
    BreakerPermit acquire(Time now)
    {
        if (m_simplyClosed) [[likely]] {
            advance(now);
            return {true, m_generation};
        }
        return acquireWithCare(now);
    }

    /// The permit of a call that goes without asking, where only retries have to (BreakerGates).
    BreakerPermit passBy(Time now);

    /// Reports how a permitted call ended, and how long it took (≥ 0; only read where slow calls count, or where an outcome
    /// belongs to the moment its call began). A permit that was not given counts for nothing; what one counts that an older
    /// state gave, BreakerOptions::late says.
    void record(BreakerPermit permit, BreakerReport outcome, Time now, Duration took = Duration::zero())
    {
        if (m_options->kind == BreakerKind::none || !permit.admitted)
            return;
        if (m_simplyClosed && permit.generation == m_generation && outcome <= BreakerReport::failure) [[likely]]
            recordClosed(outcome == BreakerReport::failure, advance(now), took);
        else
            recordWithCare(permit, outcome, now, took);
    }
    void record(BreakerPermit permit, bool failed, Time now)
    {
        record(permit, failed ? BreakerReport::failure : BreakerReport::success, now);
    }
    /// Gives a permit back that was not used to the end (the run stopped, the call was cancelled).
    void release(BreakerPermit permit) { record(permit, BreakerReport::neutral, m_seen); }

    /// Is the outcome of the call with this permit heard, or too late? Time alone may change the answer: see advanceTo().
    bool heeds(BreakerPermit permit) const;

    /// Carries out the next change of state that time alone brings by now: the end of an open time that a timer watches, or
    /// of the longest wait in half-open; when that was. Nothing when there is none (left). acquire() and record() do so
    /// themselves; call it before them, in a loop, to see each change by itself.
    std::optional<Time> advanceTo(Time now);
    /// Brings what it counts up to now, as reading a library's state or counters does: what is too old is forgotten.
    void refresh(Time now) { forgetOld(advance(now)); }

    /// Would acquire() refuse at this moment because it is open? Changes nothing.
    bool refuses(Time now) const
    {
        return m_options->mode == BreakerMode::forcedOpen
               || (m_state == BreakerState::open && !openTimeOver(now < m_seen ? m_seen : now));
    }

    /// Moves it by hand.
    void force(BreakerState state, Time now);
    /// As new: closed, everything forgotten.
    void reset(Time now);

    BreakerState state() const { return m_state; }
    /// Grows with every change of state, and when counters are cleared. Odd while half-open, else even.
    std::uint32_t generation() const { return m_generation; }
    /// Why it last changed its state; meaningful once generation() > 0.
    BreakerWhy lastChange() const { return m_lastChange; }
    /// While open: when it will begin to probe. While half-open: when it gives that up; `never` without such a limit.
    Time openUntil() const { return m_until; }
    /// Outcomes, failures and slow calls in the window that is judged (consecutive: the streak of failures). With
    /// WindowPlace::apart the first are calls, begun but not necessarily over.
    std::uint32_t outcomes() const { return m_outcomes; }
    std::uint32_t failures() const { return m_failures; }
    std::uint32_t slowCalls() const { return m_rare ? m_rare->slow : 0; }
    /// Calls under way that count beside the outcomes (only with BreakerOptions::countInFlight).
    std::uint32_t inFlight() const { return m_rare ? m_rare->inFlight : 0; }
    /// So many outcomes are needed before there is a verdict, in this state.
    std::uint32_t minimum() const;
    std::uint32_t probesInFlight() const { return m_probing; }
    std::uint32_t probesSucceeded() const { return m_succeeded; }
    /// How often in a row probing has failed since it was last closed.
    std::uint32_t reopenings() const { return m_reopened; }

private:
    static constexpr std::uint32_t bitsPerWord = 64;
    /// What only some rules need.
    struct Rare {
        CountRing ring;      ///< countWindow of more than a word, or with slow calls
        CountRing probes;    ///< half-open, and open after it
        TimeBuckets buckets; ///< timeWindow
        WindowCounts aside;  ///< while probes are counted: what the closed state's window holds, where that is kept
        std::uint32_t slow = 0;
        std::uint32_t inFlight = 0;
    };

    Time advance(Time now)
    {
        m_seen = m_seen < now ? now : m_seen;
        return m_seen;
    }
    bool openTimeOver(Time now) const
    {
        return m_options->openEnds == OpenEnds::atTime ? now >= m_until : now > m_until;
    }
    /// Do calls count where they begin, and failures where they end?
    bool isApart() const
    {
        return m_options->place == WindowPlace::apart && m_options->kind == BreakerKind::timeWindow;
    }
    /// Where calls count from their begin, those under way are among them already.
    bool countsInFlight() const { return m_options->countInFlight && !isApart(); }
    void recordClosed(bool failed, Time now, Duration took)
    {
        if (m_options->kind == BreakerKind::countWindow && !m_rare)
            pushBit(failed); // push() comes to the same; this is the shortest way of all
        else
            push({failed, took > m_options->slowCall}, now - took, now);
        if ((failed || m_options->judges == BreakerJudges::outcomes) && thresholdReached())
            moveTo(BreakerState::open, BreakerWhy::threshold, now);
    }
    void push(WindowEntry entry, Time at, Time now)
    {
        if (m_options->kind == BreakerKind::consecutive && !m_probeWindow) {
            m_failures = entry.failed ? m_failures + 1 : 0;
            m_outcomes = m_failures;
        } else if (!m_rare) {
            pushBit(entry.failed);
        } else {
            pushRare(entry, at, now);
        }
    }
    void pushBit(bool failed)
    {
        const std::uint32_t size = windowSize();
        const unsigned shift = m_head;
        // Before the ring is full, the bit that is overwritten is 0.
        m_failures += static_cast<std::uint32_t>(failed) - static_cast<std::uint32_t>((m_bits >> shift) & 1U);
        m_bits = (m_bits & ~(std::uint64_t{1} << shift)) | (std::uint64_t{failed} << shift);
        m_outcomes += m_outcomes < size ? 1 : 0;
        m_head = static_cast<std::uint16_t>(m_head + 1U == size ? 0 : m_head + 1U);
    }

    bool needsRare() const;
    bool needsCare() const;
    bool isTimed() const;
    bool keepsWindow() const;
    Time catchUp(Time now);
    std::uint32_t windowSize() const { return m_options->size < 1 ? 1 : m_options->size; }
    std::uint32_t sampleSize() const;

    BreakerPermit acquireWithCare(Time now);
    void recordWithCare(BreakerPermit permit, BreakerReport outcome, Time now, Duration took);
    bool probeMakesRoom() const;
    void recordHalfOpen(bool failed, Time now, Duration took);
    void recordBesideProbes(bool failed, Time now, Duration took);
    void judgeProbes(bool failed, Time now);
    void judgeSample(Time now);
    void giveBack(BreakerPermit permit);
    void countBegin(Time now);
    void pushRare(WindowEntry entry, Time at, Time now);
    void forgetOld(Time now);
    void clearCounters(Time now);
    void clearWindow();
    void beginProbeWindow();
    void swapWindows();
    bool thresholdReached() const;
    bool reached(std::uint32_t part, std::uint32_t all, double share) const;
    Duration openTimeNow() const;
    void moveTo(BreakerState state, BreakerWhy why, Time now);

    const BreakerOptions *m_options;
    std::unique_ptr<Rare> m_rare;
    std::uint64_t m_bits = 0; ///< countWindow: one bit per outcome, 1 = failure
    Time m_until{}; ///< open: of its open time; half-open: of its longest wait; closed: when counters are cleared
    Time m_seen{};
    std::uint32_t m_generation = 0;
    std::uint32_t m_outcomes = 0;
    std::uint32_t m_failures = 0;
    std::uint16_t m_head = 0; ///< countWindow: which bit is next
    std::uint8_t m_probing = 0;
    std::uint8_t m_succeeded = 0;
    std::uint8_t m_reopened = 0;
    BreakerState m_state = BreakerState::closed;
    BreakerWhy m_lastChange = BreakerWhy::threshold;
    bool m_simplyClosed = true; ///< closed, and by rules that need no look at anything else
    bool m_probeWindow = false; ///< the counts are those of the probes
    bool m_timed = false;       ///< time alone may change its state or what it counts
};

static_assert(sizeof(Breaker) == 64);

} // namespace retrylab
