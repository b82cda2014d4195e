// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/time.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace retrylab {

enum class BreakerKind : std::uint8_t { none, consecutive, countWindow, timeWindow };
enum class BreakerOrder : std::uint8_t {
    outside, ///< around the whole call: one permission and one outcome per call, however many attempts it took
    inside,  ///< around each attempt
};
enum class BreakerScope : std::uint8_t { caller, shared };
enum class BreakerState : std::uint8_t { closed, open, halfOpen };

struct BreakerOptions {
    BreakerKind kind = BreakerKind::none;
    BreakerOrder order = BreakerOrder::outside;
    BreakerScope scope = BreakerScope::caller;
    std::uint32_t size = 10; ///< consecutive: failures in a row that open it; countWindow: calls looked at; 1–1000
    Duration window = std::chrono::seconds(10); ///< timeWindow: how far back it looks, > 0
    std::uint32_t minimumCalls = 10; ///< windows: no verdict before so many outcomes; a count window clamps it
    double failureRatio = 0.5;       ///< windows: opens when failures ÷ outcomes ≥ this, in (0, 1]
    Duration openTime = std::chrono::seconds(30); ///< how long it refuses everything before it probes, > 0
    std::uint32_t probes = 1;                     ///< half-open: attempts in flight at once, at most; 1–100
    std::uint32_t successes = 1;                  ///< half-open: successes in a row that close it; 1–100

    friend bool operator==(const BreakerOptions &, const BreakerOptions &) = default;
};

/// Why a breaker changed its state.
enum class BreakerWhy : std::uint8_t { threshold, openTimeOver, probesSucceeded, probeFailed };

/// The right to make one call, with the breaker's generation at the moment it was given. An outcome that comes back
/// after the breaker has moved on belongs to an older generation and is dropped (as sony/gobreaker does).
struct BreakerPermit {
    bool admitted = false;
    std::uint32_t generation = 0;
};

/// A circuit breaker: a small state machine that is told the time.
/// Closed, it judges on failures only, when `minimumCalls` outcomes are there. Open → half-open happens lazily, in the
/// first acquire() at or after openedAt + openTime. Half-open, any failure reopens it and `successes` in a row close it.
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
        if (m_state == BreakerState::closed) [[likely]] {
            advance(now);
            return {true, m_generation};
        }
        return acquireUnlessClosed(now);
    }
    /// Reports how a permitted call ended. A permit that was not given, or by an older state, counts for nothing.
    void record(BreakerPermit permit, bool failed, Time now)
    {
        if (m_options->kind == BreakerKind::none || !permit.admitted || permit.generation != m_generation)
            return;
        now = advance(now);
        if (m_state == BreakerState::closed) [[likely]]
            recordClosed(failed, now);
        else if (m_state == BreakerState::halfOpen)
            recordHalfOpen(failed, now);
    }
    /// Gives a permit back that was not used to the end (the run stopped, the call was cancelled).
    void release(BreakerPermit permit);

    /// Would acquire() refuse at this moment because it is open? Changes nothing.
    bool refuses(Time now) const
    {
        return m_state == BreakerState::open && (now < m_seen ? m_seen : now) < m_openUntil;
    }

    BreakerState state() const { return m_state; }
    std::uint32_t generation() const { return m_generation; }
    /// Why it last changed its state; meaningful once generation() > 0.
    BreakerWhy lastChange() const { return m_lastChange; }
    /// While open: when it will begin to probe.
    Time openUntil() const { return m_openUntil; }
    /// Outcomes and failures in the window that is judged (consecutive: the streak of failures).
    std::uint32_t outcomes() const { return m_outcomes; }
    std::uint32_t failures() const { return m_failures; }
    std::uint32_t probesInFlight() const { return m_probing; }
    std::uint32_t probesSucceeded() const { return m_succeeded; }

private:
    /// Time windows roll in ten steps: an outcome is forgotten when its bucket is ten buckets old.
    static constexpr std::int64_t bucketCount = 10;
    static constexpr std::uint32_t bitsPerWord = 64;
    struct Bucket {
        std::int64_t index = -1;
        std::uint32_t outcomes = 0;
        std::uint32_t failures = 0;
    };
    /// What only long windows need.
    struct Rare {
        std::vector<std::uint64_t> bits;           ///< countWindow of more than a word
        std::array<Bucket, bucketCount> buckets{}; ///< timeWindow
    };

    std::uint32_t windowSize() const { return m_options->size < 1 ? 1 : m_options->size; }

    Time advance(Time now)
    {
        m_seen = m_seen < now ? now : m_seen;
        return m_seen;
    }
    BreakerPermit acquireUnlessClosed(Time now);
    void moveTo(BreakerState state, BreakerWhy why, Time now);
    void recordClosed(bool failed, Time now)
    {
        if (m_options->kind == BreakerKind::countWindow)
            pushCount(failed);
        else
            pushOther(failed, now);
        if (failed && thresholdReached())
            moveTo(BreakerState::open, BreakerWhy::threshold, now);
    }
    void recordHalfOpen(bool failed, Time now);
    void pushCount(bool failed)
    {
        const std::uint32_t size = windowSize();
        std::uint64_t &word = m_rare ? m_rare->bits[m_head / bitsPerWord] : m_bits;
        const unsigned shift = m_head % bitsPerWord;
        // Before the ring is full, the bit that is overwritten is 0.
        m_failures += static_cast<std::uint32_t>(failed) - static_cast<std::uint32_t>((word >> shift) & 1U);
        word = (word & ~(std::uint64_t{1} << shift)) | (std::uint64_t{failed} << shift);
        m_outcomes += m_outcomes < size ? 1 : 0;
        m_head = static_cast<std::uint16_t>(m_head + 1U == size ? 0 : m_head + 1U);
    }
    void pushOther(bool failed, Time now);
    void pushTime(bool failed, Time now);
    void forgetOldBuckets(std::int64_t newest);
    void clearWindow();
    bool thresholdReached() const;

    const BreakerOptions *m_options;
    std::unique_ptr<Rare> m_rare;
    std::uint64_t m_bits = 0; ///< countWindow: one bit per outcome, 1 = failure
    Time m_openUntil{};
    Time m_seen{};
    std::uint32_t m_generation = 0;
    std::uint32_t m_outcomes = 0;
    std::uint32_t m_failures = 0;
    std::uint16_t m_head = 0; ///< countWindow: which bit is next
    std::uint8_t m_probing = 0;
    std::uint8_t m_succeeded = 0;
    BreakerState m_state = BreakerState::closed;
    BreakerWhy m_lastChange = BreakerWhy::threshold;
};

static_assert(sizeof(Breaker) == 64);

} // namespace retrylab
