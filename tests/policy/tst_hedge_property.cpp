// SPDX-License-Identifier: GPL-3.0-or-later
// Random policies with hedges in front of random services: what must hold whatever the rules and their numbers are.
#include "tests/policy/random_policies.h"

#include <QTest>

using namespace random_policies;

namespace {

HedgeOptions randomHedge(Dice &dice)
{
    HedgeOptions hedge;
    hedge.kind = dice.chance(50) ? HedgeKind::delay : HedgeKind::percentile;
    hedge.delay = dice.chance(10) ? 0ns : dice.duration();
    hedge.percentile = dice.unit();
    hedge.most = static_cast<std::uint32_t>(1 + dice.below(mostHedges));
    hedge.afterFailure = static_cast<HedgeAfterFailure>(dice.below(2));
    hedge.extraLoad = dice.chance(50) ? 8.0 : dice.unit();
    return hedge;
}

/// Runs a few calls side by side over one breaker, budget and hedger, and checks every decision.
class Arena {
public:
    Arena(const Policy &policy, Dice &dice)
        : m_policy(policy)
        , m_dice(dice)
        , m_breaker(m_policy.breaker)
        , m_budget(m_policy.budget)
        , m_hedger(m_policy.hedge)
    {
        m_seats.resize(3);
    }

    /// The line of the first check that failed; 0 if all held.
    int run()
    {
        for (std::uint32_t step = 0; step < steps && m_check.broken() == 0; ++step)
            act(m_seats[m_dice.below(m_seats.size())]);
        finish();
        return m_check.broken();
    }
    std::uint32_t hedges() const { return m_hedges; }

private:
    static constexpr std::uint32_t steps = 60;

    struct Flight {
        Ticket ticket;
        Time until; ///< when it times out
    };
    struct Seat {
        Call call;
        CallHedges hedges;
        std::vector<Flight> flights;
        Time resumeAt = never;
        bool waits = false;
        bool running = false;
        std::uint32_t beside = 0; ///< attempts since the last that is no hedge
    };

    Guards guards(Seat &seat)
    {
        return {m_breaker, &m_budget, isPaced(m_policy.budget) ? &m_rate : nullptr, {&m_hedger, &seat.hedges}};
    }

    void act(Seat &seat)
    {
        if (!seat.running)
            start(seat);
        else if (seat.waits)
            resume(seat);
        else if (seat.hedges.dueAt() != never && (seat.flights.empty() || m_dice.chance(40)))
            hedge(seat);
        else
            end(seat);
    }

    void start(Seat &seat)
    {
        seat.call.reuse(m_dice.below(~0ULL));
        seat.running = true;
        seat.beside = 0;
        decided(seat, seat.call.start(m_policy, guards(seat), m_now));
    }

    void resume(Seat &seat)
    {
        m_now = std::max(m_now, seat.resumeAt);
        seat.waits = false;
        seat.beside = 0;
        decided(seat, seat.call.resume(m_policy, guards(seat), m_now));
    }

    void hedge(Seat &seat)
    {
        m_now = std::max(m_now, seat.hedges.dueAt());
        const Decision decision = seat.call.hedge(m_policy, guards(seat), m_now);
        m_hedges += decision.kind == Decision::Kind::attempt;
        decided(seat, decision);
    }

    void end(Seat &seat)
    {
        m_check(!seat.flights.empty()); // else nothing would ever happen to this call
        if (m_check.broken() != 0)
            return;
        const auto flight = seat.flights.begin() + static_cast<std::ptrdiff_t>(m_dice.below(seat.flights.size()));
        const bool timeout = flight->until != never && m_dice.chance(30);
        if (timeout)
            m_now = std::max(m_now, flight->until);
        else if (m_dice.chance(50))
            m_now = std::max(m_now, std::min(later(m_now, m_dice.duration()), flight->until));
        const Outcome outcome = randomOutcome(m_dice, timeout);
        const HintReading hint = randomHint(m_dice);
        const Ticket ticket = flight->ticket;
        seat.flights.erase(flight);
        decided(seat, seat.call.attemptEnded(m_policy, guards(seat), m_now, ticket, outcome, hint));
        // Nobody waits for it a second time.
        m_check(seat.call.attemptEnded(m_policy, guards(seat), m_now, ticket, outcome).kind == Decision::Kind::ignore);
    }

    void decided(Seat &seat, const Decision &decision)
    {
        m_check(seat.call.attempts() <= m_policy.retry.maxAttempts);
        checkGuards(m_check, m_policy, m_breaker, m_budget, m_now);
        switch (decision.kind) {
        case Decision::Kind::attempt:
            m_check(mayStart(m_policy.deadlineMode, m_now, seat.call.deadlineAt(m_policy)));
            m_check(++seat.beside <= m_policy.hedge.most + 1);
            m_check(seat.call.expects(decision.ticket));
            seat.flights.push_back({decision.ticket, decision.at});
            break;
        case Decision::Kind::wait:
            m_check(seat.flights.empty() && decision.at >= m_now);
            m_check(mayStart(m_policy.deadlineMode, decision.at, seat.call.deadlineAt(m_policy)));
            seat.waits = true;
            seat.resumeAt = decision.at;
            break;
        case Decision::Kind::done: over(seat); break;
        case Decision::Kind::ignore: m_check(!seat.flights.empty() || seat.hedges.dueAt() != never); break;
        }
        if (seat.running)
            for (const Flight &flight : seat.flights)
                m_check(seat.call.expects(flight.ticket) || seat.hedges.expects(flight.ticket));
    }

    /// The driver is told of every attempt that is given up.
    void over(Seat &seat)
    {
        m_check(seat.hedges.attempts().size() == seat.flights.size() && seat.hedges.dueAt() == never);
        seat.hedges.clear();
        seat.flights.clear();
        seat.running = seat.waits = false;
    }

    /// When nothing is under way any more, nothing is counted as under way.
    void finish()
    {
        for (int step = 0; step < 10'000 && m_check.broken() == 0; ++step) {
            const auto busy = std::find_if(m_seats.begin(), m_seats.end(), [](const Seat &s) { return s.running; });
            if (busy == m_seats.end())
                break;
            act(*busy);
        }
        if (m_policy.budget.kind == BudgetKind::activeShare)
            m_check(m_budget.balance(m_now) == m_budget.capacity(m_now));
        m_check(m_breaker.probesInFlight() == 0 || m_policy.breaker.probeRule == ProbeRule::inAll);
    }

    const Policy &m_policy;
    Dice &m_dice;
    Breaker m_breaker;
    Budget m_budget;
    Hedger m_hedger;
    AdaptiveRate m_rate;
    std::vector<Seat> m_seats;
    Time m_now{};
    std::uint32_t m_hedges = 0;
    Checks m_check;
};

} // namespace

class HedgePropertyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void randomPolicies();
};

void HedgePropertyTest::randomPolicies()
{
    std::uint64_t hedges = 0;
    const int wanted = policiesWanted();
    for (int i = 0; i < wanted; ++i) {
        Dice dice(static_cast<std::uint64_t>(i));
        Policy policy = randomPolicy(dice);
        policy.hedge = randomHedge(dice);
        Arena arena(policy, dice);
        const int broken = arena.run();
        QVERIFY2(broken == 0, qPrintable(QStringLiteral("policy %1, line %2").arg(i).arg(broken)));
        hedges += arena.hedges();
    }
    QVERIFY(hedges > static_cast<std::uint64_t>(wanted)); // more than one each
}

QTEST_APPLESS_MAIN(HedgePropertyTest)
#include "tst_hedge_property.moc"
