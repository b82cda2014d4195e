// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/time.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace retrylab {

/// When an attempt that has no answer yet gets company.
enum class HedgeKind : std::uint8_t {
    none,       ///< never: one attempt at a time
    delay,      ///< after a fixed time (gRPC, Polly, Failsafe)
    percentile, ///< after so long as most answers take (Dean and Barroso, The Tail at Scale; Finagle's backup requests)
};

/// When a hedge goes out if an attempt fails before its time.
enum class HedgeAfterFailure : std::uint8_t {
    atOnce, ///< the failure brings the next hedge forward (gRPC, Polly)
    onTime, ///< hedges keep to their times; a failure with nothing else under way is the retry's business (Finagle)
};

enum class HedgeScope : std::uint8_t { caller, shared };

/// Hedging: a second attempt while the first is still under way, and the answer of whichever is faster. Attempts that lose
/// are cancelled: their caller no longer waits, and what the service does for them is work for nobody. Hedges count as
/// attempts, so RetryOptions::maxAttempts limits them too. They take what a retry takes from the budget, and one that
/// budget, breaker or sending rate do not let go at once is not sent.
struct HedgeOptions {
    HedgeKind kind = HedgeKind::none;
    /// From the last attempt to the next hedge, ≥ 0; with `percentile` while too few answers are known.
    Duration delay = std::chrono::milliseconds(50);
    double percentile = 0.95; ///< of the latencies of good answers, 0–1
    std::uint32_t most = 1;   ///< hedges beside one attempt, 1–8
    HedgeAfterFailure afterFailure = HedgeAfterFailure::atOnce;
    /// Hedges per call at most, in the long run, 0–8 (Finagle's maximal extra load). Up to ten are saved for later.
    double extraLoad = 8.0;
    HedgeScope scope = HedgeScope::caller; ///< whose latencies and extra load are counted together

    friend bool operator==(const HedgeOptions &, const HedgeOptions &) = default;
};

/// More are never beside one attempt.
inline constexpr std::uint32_t mostHedges = 8;

/// Decides about the hedges of one caller, or of a fleet that shares it: knows how long answers take and how much extra
/// load is still allowed. It needs no clock: what has passed is told to it.
class Hedger {
public:
    /// The options must outlive it.
    explicit Hedger(const HedgeOptions &options)
        : m_options(&options)
    {
    }
    explicit Hedger(HedgeOptions &&options) = delete;

    /// A call begins: it brings its share of extra load.
    void callStarted();
    /// May a hedge go? Takes its part of the extra load.
    bool withdraw();
    /// It is not sent after all.
    void giveBack();
    /// An attempt that is no hedge got a good answer after so long, or would have had to wait longer than this, when its
    /// hedge was faster. Without the latter the slow ones would be missing and the percentile too low.
    void answered(Duration latency);
    /// From an attempt to its hedge. A percentile is that of the last 100 answers (nearest rank), renewed with every
    /// tenth; before the twentieth it is the fixed delay.
    Duration delay() const;

private:
    static constexpr std::size_t remembered = 100;
    static constexpr std::size_t enough = 20;
    static constexpr std::size_t renewal = 10;

    void renew();

    const HedgeOptions *m_options;
    std::vector<Duration> m_latencies; ///< a ring of the last ones; empty unless a percentile is asked for
    std::size_t m_answers = 0;
    Duration m_percentile{0};
    std::int64_t m_credit = 0; ///< hedges that may go, in thousandths
};

/// An attempt that has been sent and has not ended.
struct AttemptUnderWay {
    /// What whoever drives the call wants to know of it again.
    struct Note {
        std::uint32_t record = 0;
        std::uint32_t retryAfterMs = 0;
    };

    Time sentAt{};
    std::uint32_t ticket = 0;
    std::uint32_t permit = 0; ///< the breaker's generation when it let the attempt in
    std::uint32_t cost = 0;   ///< what the budget took for it, in thousandths of a token
    std::uint16_t number = 1; ///< 1 = the call's first
    Note note;
};

/// What a call with hedges has under way beside its latest attempt, and when its next hedge is due.
class CallHedges {
public:
    /// When Call::hedge() is to be called; `never` when it is not.
    Time dueAt() const { return m_dueAt; }
    /// The same, once: then `never` until it is set anew. One timer for each.
    Time takeDue()
    {
        const Time due = m_asked ? never : m_dueAt;
        m_asked = true;
        return due;
    }
    /// Hedges beside the attempt in progress so far; the latest attempt is one if there are any.
    std::uint32_t sent() const { return m_sent; }
    /// Is nothing under way beside the latest attempt?
    bool empty() const { return m_count == 0; }
    /// Is this attempt, overtaken by a hedge, still waited for?
    bool expects(std::uint32_t ticket) const { return find(ticket) != nullptr; }
    /// The overtaken attempt with this ticket; null when there is none any more.
    const AttemptUnderWay *find(std::uint32_t ticket) const;
    /// Those that are still under way, oldest first; once the call is done, those that were cancelled, until clear().
    std::span<const AttemptUnderWay> attempts() const { return {m_attempts.data(), m_count}; }
    /// The driver's note on the latest attempt, which goes along when a hedge overtakes it.
    AttemptUnderWay::Note &latest() { return m_latest; }
    /// The driver's note on an overtaken attempt; null when it is no longer waited for.
    AttemptUnderWay::Note *noteOf(std::uint32_t ticket);

    /// Nothing is under way any more. To be called once a call is done.
    void clear() { *this = {}; }
    // For Call:

    /// A new attempt that is no hedge; nothing else is under way.
    void begin()
    {
        m_sent = 0;
        m_stopped = false;
    }
    void setDue(Time at)
    {
        m_dueAt = at;
        m_asked = false;
    }
    /// The latest attempt, still under way, is the latest no more.
    void overtake(AttemptUnderWay attempt)
    {
        attempt.note = m_latest;
        m_attempts[m_count++] = attempt;
    }
    void hedgeSent() { ++m_sent; }
    /// No more hedges beside this attempt.
    void stop()
    {
        m_stopped = true;
        setDue(never);
    }
    bool isStopped() const { return m_stopped; }
    /// Forgets the overtaken attempt with this ticket, which has ended.
    std::optional<AttemptUnderWay> take(std::uint32_t ticket);

private:
    Time m_dueAt = never;
    std::array<AttemptUnderWay, mostHedges + 1> m_attempts; ///< the first m_count are in use, oldest first
    AttemptUnderWay::Note m_latest;
    std::uint8_t m_count = 0;
    std::uint8_t m_sent = 0;
    bool m_stopped = false;
    bool m_asked = false; ///< somebody knows of m_dueAt
};

} // namespace retrylab
