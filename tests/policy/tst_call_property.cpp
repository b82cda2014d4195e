// SPDX-License-Identifier: GPL-3.0-or-later
// Random policies in front of random services: what must hold whatever the rules and their numbers are. RETRYLAB_POLICIES
// says how many.
#include "tests/policy/random_policies.h"

#include <QTest>

#include <algorithm>

using namespace random_policies;

namespace {

/// Runs a few calls side by side over one breaker and checks every decision.
class Arena {
public:
    Arena(const Policy &policy, Dice &dice)
        : m_policy(policy)
        , m_dice(dice)
        , m_breaker(m_policy.breaker)
        , m_budget(m_policy.budget)
    {
        for (std::uint64_t i = 0; i < 3; ++i)
            m_seats.push_back({Call(dice.below(~0ULL)), {}, false});
    }

    /// The line of the first check that failed; 0 if all held.
    int run()
    {
        for (std::uint32_t step = 0; step < steps && m_check.broken() == 0; ++step)
            act(m_seats[m_dice.below(m_seats.size())]);
        return m_check.broken();
    }

private:
    static constexpr std::uint32_t steps = 60;

    struct Seat {
        Call call;
        Decision next;
        bool running = false;
    };

    void act(Seat &seat)
    {
        if (m_dice.chance(5))
            lookBack();
        if (!seat.running) {
            seat.call.reuse(m_dice.below(~0ULL));
            seat.running = true;
            seat.next = {};
            decided(seat, seat.call.start(m_policy, guards(), m_now));
        } else if (seat.next.kind == Decision::Kind::wait) {
            if (seat.next.at < m_now)
                m_now = std::max(m_now, seat.next.at); // the driver was busy elsewhere: it wakes late
            else
                m_now = seat.next.at;
            decided(seat, seat.call.resume(m_policy, guards(), m_now));
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
        const Outcome outcome = randomOutcome(m_dice, timeout);
        m_check(seat.call.attemptEnded(m_policy, guards(), m_now, seat.next.ticket - 2, outcome).kind
                == Decision::Kind::ignore);
        const HintReading hint = randomHint(m_dice);
        m_throttled = outcome.kind == OutcomeKind::rateLimited;
        m_hinted = m_hinted || hint.kind != HintReading::Kind::absent;
        decided(seat, seat.call.attemptEnded(m_policy, guards(), m_now, seat.next.ticket, outcome, hint));
    }

    Guards guards() { return {m_breaker, &m_budget, isPaced(m_policy.budget) ? &m_rate : nullptr}; }

    /// A clock that goes backwards changes nothing: neither what the breaker nor what the budget counts.
    void lookBack()
    {
        while (m_breaker.advanceTo(m_now)) {
        }
        m_breaker.refresh(m_now);
        const Time past = m_now - std::min(m_dice.duration(), m_now.time_since_epoch());
        const BreakerState state = m_breaker.state();
        const std::uint32_t generation = m_breaker.generation();
        m_breaker.advanceTo(past);
        m_breaker.refresh(past);
        m_check(m_breaker.state() == state && m_breaker.generation() == generation);
    }

    void decided(Seat &seat, const Decision &decision)
    {
        const Call &call = seat.call;
        const Time deadline = call.deadlineAt(m_policy);
        m_check(call.attempts() <= m_policy.retry.maxAttempts);
        const bool apart = m_policy.breaker.place == WindowPlace::apart; // failures may outlive their calls
        m_check(apart || std::max(m_breaker.failures(), m_breaker.slowCalls()) <= m_breaker.outcomes());
        m_check(std::max(m_breaker.failures(), m_breaker.outcomes()) <= steps);
        checkGuards(m_check, m_policy, m_breaker, m_budget, m_now);
        switch (decision.kind) {
        case Decision::Kind::attempt:
            m_check(mayStart(m_policy.deadlineMode, m_now, deadline));
            m_check(decision.at > m_now || decision.at == never);
            m_check(decision.at <= deadline || m_policy.deadlineMode != DeadlineMode::refuse);
            m_check(call.inFlight() && call.expects(decision.ticket));
            break;
        case Decision::Kind::wait: {
            m_check(decision.at >= m_now && mayStart(m_policy.deadlineMode, decision.at, deadline));
            m_check(call.attempts() < m_policy.retry.maxAttempts);
            if (seat.next.kind == Decision::Kind::wait || call.attempts() == 0)
                m_check(isPaced(m_policy.budget)); // a wait after a wait, or before the first attempt: for its turn
            else
                checkWait(call, decision.at - m_now);
            break;
        }
        case Decision::Kind::done: seat.running = false; break;
        case Decision::Kind::ignore: m_check(false); break;
        }
        seat.next = decision;
    }

    void checkWait(const Call &call, Duration wait)
    {
        const Backoff &backoff = m_policy.retry.backoff;
        const Jitter jitter = m_policy.retry.jitter.kind;
        m_check(wait >= 0ns && (wait == call.lastWait() || later(m_now, wait) == never));
        if (m_hinted)
            return; // The server's word goes by rules of its own, and the backoff may have been set back.
        const bool cut = m_policy.deadlineMode == DeadlineMode::clamp
                         && later(m_now, wait) == call.deadlineAt(m_policy);
        // The range needs the wait before it, which the call has already replaced; decorrelated is bounded by the cap.
        if (jitter == Jitter::decorrelated || jitter == Jitter::decorrelatedArticle) {
            m_check(wait <= std::max(backoff.cap, backoff.floor));
            return;
        }
        const bool other = m_throttled && backoff.throttledBase > 0ns;
        const WaitRange range = waitRange(other ? afterThrottling(backoff) : backoff, m_policy.retry.jitter,
                                          call.attempts(), 0ns);
        m_check((range.low <= wait || cut || later(m_now, wait) == never) && wait <= range.high);
        if (backoff.capOrder == CapOrder::afterJitter || jitter == Jitter::full || jitter == Jitter::equal)
            m_check(wait <= std::max(backoff.cap, backoff.floor));
    }

    const Policy &m_policy;
    Dice &m_dice;
    Breaker m_breaker;
    Budget m_budget;
    AdaptiveRate m_rate;
    bool m_hinted = false;
    bool m_throttled = false; ///< the last attempt that ended was
    std::vector<Seat> m_seats;
    Time m_now{};
    Checks m_check;
};

} // namespace

class CallPropertyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void randomPolicies();
};

void CallPropertyTest::randomPolicies()
{
    for (int i = 0; i < policiesWanted(); ++i) {
        Dice dice(static_cast<std::uint64_t>(i));
        const Policy policy = randomPolicy(dice);
        Arena arena(policy, dice);
        const int broken = arena.run();
        QVERIFY2(broken == 0, qPrintable(QStringLiteral("policy %1, line %2").arg(i).arg(broken)));
    }
}

QTEST_APPLESS_MAIN(CallPropertyTest)
#include "tst_call_property.moc"
