// SPDX-License-Identifier: GPL-3.0-or-later
// Random policies in front of random services: what must hold whatever the numbers are.
#include "core/policy/call.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace retrylab;
using namespace std::chrono_literals;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int policies = 10'000;
#else
constexpr int policies = 100'000;
#endif

class Dice {
public:
    explicit Dice(std::uint64_t seed)
        : m_random(seed)
    {
    }
    std::uint64_t below(std::uint64_t bound) { return m_random() % bound; }
    bool chance(unsigned percent) { return below(100) < percent; }
    double unit() { return toUnit(m_random()); }
    /// Anything from 0 to 2^62 ns, all magnitudes alike.
    Duration duration() { return Duration(static_cast<std::int64_t>(m_random() >> (2 + below(62)))); }

private:
    std::mt19937_64 m_random;
};

Policy randomPolicy(Dice &dice)
{
    Policy policy;
    policy.timeout = dice.chance(10) ? unlimited : dice.duration() + 1ns;
    policy.deadline = dice.chance(40) ? unlimited : dice.duration() + 1ns;
    policy.retry.maxAttempts = static_cast<std::uint32_t>(1 + dice.below(dice.chance(5) ? 200 : 8));
    Backoff &backoff = policy.retry.backoff;
    backoff.kind = static_cast<BackoffKind>(dice.below(4));
    backoff.base = dice.duration();
    backoff.multiplier = 1 + dice.unit() * 4;
    backoff.increment = dice.duration();
    backoff.cap = dice.chance(20) ? unlimited : backoff.base + dice.duration();
    policy.retry.jitter = {static_cast<Jitter>(dice.below(5)), dice.unit()};
    BreakerOptions &breaker = policy.breaker;
    breaker.kind = static_cast<BreakerKind>(dice.below(4));
    breaker.order = dice.chance(50) ? BreakerOrder::inside : BreakerOrder::outside;
    breaker.size = static_cast<std::uint32_t>(1 + dice.below(6));
    breaker.minimumCalls = static_cast<std::uint32_t>(1 + dice.below(6));
    breaker.failureRatio = std::max(0.05, dice.unit());
    breaker.window = dice.duration() + 10ns;
    breaker.openTime = dice.duration() + 1ns;
    breaker.probes = static_cast<std::uint32_t>(1 + dice.below(3));
    breaker.successes = static_cast<std::uint32_t>(1 + dice.below(3));
    return policy;
}

/// Runs a few calls side by side over one breaker and checks every decision.
class Arena {
public:
    Arena(const Policy &policy, Dice &dice)
        : m_policy(policy)
        , m_dice(dice)
        , m_breaker(m_policy.breaker)
    {
        for (std::uint64_t i = 0; i < 3; ++i)
            m_seats.push_back({Call(dice.below(~0ULL)), {}, false});
    }

    bool run()
    {
        for (int step = 0; step < 60 && m_good; ++step)
            act(m_seats[m_dice.below(m_seats.size())]);
        return m_good;
    }

private:
    struct Seat {
        Call call;
        Decision next;
        bool running = false;
    };

    void act(Seat &seat)
    {
        if (!seat.running) {
            seat.call.reuse(m_dice.below(~0ULL));
            seat.running = true;
            decided(seat, seat.call.start(m_policy, m_breaker, m_now));
        } else if (seat.next.kind == Decision::Kind::wait) {
            if (seat.next.at < m_now)
                m_now = std::max(m_now, seat.next.at); // the driver was busy elsewhere: it wakes late
            else
                m_now = seat.next.at;
            if (m_policy.deadline != unlimited && m_now >= seat.call.deadlineAt(m_policy))
                seat.running = false; // too late for a driver that keeps its promises; abandon the seat
            else
                decided(seat, seat.call.resume(m_policy, m_breaker, m_now));
        } else {
            end(seat);
        }
    }

    void end(Seat &seat)
    {
        const bool timeout = seat.next.at != never && m_dice.chance(30);
        if (timeout)
            m_now = std::max(m_now, seat.next.at);
        else if (m_dice.chance(50))
            m_now = std::max(m_now, std::min(later(m_now, m_dice.duration()), seat.next.at));
        Outcome outcome = timeout ? Outcome{OutcomeKind::timeout, 0}
                                  : Outcome{static_cast<OutcomeKind>(m_dice.below(outcomeKindCount)), 0};
        if (m_dice.chance(40))
            outcome = {OutcomeKind::unavailable, 503};
        check(seat.call.attemptEnded(m_policy, m_breaker, m_now, seat.next.ticket - 2, outcome).kind
              == Decision::Kind::ignore);
        decided(seat, seat.call.attemptEnded(m_policy, m_breaker, m_now, seat.next.ticket, outcome));
    }

    void decided(Seat &seat, const Decision &decision)
    {
        const Call &call = seat.call;
        const Time deadline = call.deadlineAt(m_policy);
        check(call.attempts() <= m_policy.retry.maxAttempts);
        check(m_breaker.probesInFlight() <= m_policy.breaker.probes);
        switch (decision.kind) {
        case Decision::Kind::attempt:
            check(m_now < deadline || deadline == never);
            check(decision.at > m_now || decision.at == never);
            check(decision.at <= deadline);
            check(call.inFlight() && call.expects(decision.ticket));
            break;
        case Decision::Kind::wait: {
            check(decision.at >= m_now && (decision.at < deadline || deadline == never));
            check(call.attempts() < m_policy.retry.maxAttempts);
            checkWait(call, decision.at - m_now);
            break;
        }
        case Decision::Kind::done: seat.running = false; break;
        case Decision::Kind::ignore: check(false); break;
        }
        seat.next = decision;
    }

    void checkWait(const Call &call, Duration wait)
    {
        // The range needs the wait before it, which the call has already replaced; decorrelated is bounded by the cap.
        const Backoff &backoff = m_policy.retry.backoff;
        if (m_policy.retry.jitter.kind == Jitter::decorrelated) {
            const bool none = backoff.kind == BackoffKind::none;
            check(wait >= (none ? 0ns : std::min(backoff.base, backoff.cap)) && wait <= backoff.cap);
            return;
        }
        const WaitRange range = waitRange(backoff, m_policy.retry.jitter, call.attempts(), 0ns);
        check(wait == call.lastWait() && range.low <= wait && wait <= range.high);
    }

    void check(bool holds) { m_good = m_good && holds; }

    const Policy &m_policy;
    Dice &m_dice;
    Breaker m_breaker;
    std::vector<Seat> m_seats;
    Time m_now{};
    bool m_good = true;
};

} // namespace

class CallPropertyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void randomPolicies();
};

void CallPropertyTest::randomPolicies()
{
    for (int i = 0; i < policies; ++i) {
        Dice dice(static_cast<std::uint64_t>(i));
        const Policy policy = randomPolicy(dice);
        Arena arena(policy, dice);
        QVERIFY2(arena.run(), qPrintable(QString::number(i)));
    }
}

QTEST_APPLESS_MAIN(CallPropertyTest)
#include "tst_call_property.moc"
