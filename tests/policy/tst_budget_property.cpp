// SPDX-License-Identifier: GPL-3.0-or-later
// What holds for every budget, whatever its numbers and whatever happens: the balance lies between nothing and the
// capacity, looking at it changes nothing, and time going backwards never brings a spent retry back.
#include "core/policy/budget.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace retrylab;
using namespace std::chrono_literals;

namespace {

class Dice {
public:
    explicit Dice(std::uint64_t seed)
        : m_random(seed)
    {
    }

    std::uint64_t below(std::uint64_t n) { return m_random() % n; }
    double unit() { return static_cast<double>(m_random() >> 11) * 0x1.0p-53; }
    /// Mostly numbers that people type, sometimes what nobody should.
    double number(double usual)
    {
        switch (below(12)) {
        case 0: return 0.0;
        case 1: return -usual;
        case 2: return std::nan("");
        case 3: return HUGE_VAL;
        case 4: return -HUGE_VAL;
        case 5: return std::numeric_limits<double>::max();
        case 6: return std::numeric_limits<double>::denorm_min();
        case 7: return 1e9 * unit();
        default: return usual * unit();
        }
    }
    Duration duration()
    {
        switch (below(8)) {
        case 0: return Duration(below(3));
        case 1: return unlimited;
        case 2: return -Duration(below(100));
        case 3: return Duration::min();
        default: return Duration(below(20'000'000'000));
        }
    }
    Time moment(Time now)
    {
        switch (below(40)) {
        case 0: return Time::min();
        case 1: return never;
        case 2: return Time(Duration(static_cast<std::int64_t>(m_random())));
        case 3: return Time{};
        case 4: return near(now) - Duration(below(30'000'000'000));
        default: return near(now) + Duration(below(2'000'000'000));
        }
    }
    OutcomeKind outcome() { return static_cast<OutcomeKind>(below(outcomeKindCount)); }
    std::uint32_t word() { return below(3) == 0 ? static_cast<std::uint32_t>(m_random()) : std::uint32_t(below(20)); }
    template <typename Choice>
    Choice one(int count)
    {
        return static_cast<Choice>(below(static_cast<std::uint64_t>(count)));
    }

private:
    /// Where there is room for a step to both sides.
    static Time near(Time now)
    {
        constexpr Time far(Duration(std::int64_t{1} << 62));
        return std::clamp(now, Time{} - far.time_since_epoch(), far);
    }

    std::mt19937_64 m_random;
};

BudgetOptions randomOptions(Dice &dice)
{
    BudgetOptions options;
    options.kind = dice.one<BudgetKind>(6);
    options.ratio = dice.number(1.5);
    options.window = dice.duration();
    options.slices = dice.word();
    options.minPerSecond = dice.number(20);
    options.deposit = dice.one<BudgetDeposit>(2);
    options.arithmetic = dice.one<BudgetArithmetic>(2);
    options.windowRule = dice.one<WindowRule>(3);
    options.capacity = dice.number(50);
    options.initial = dice.number(50);
    options.cost = dice.number(10);
    options.timeoutCost = dice.number(10);
    options.throttleCost = dice.number(10);
    options.depositPerCall = dice.number(1);
    options.depositPerSuccess = dice.number(2);
    options.refund = dice.one<BudgetRefund>(2);
    options.minConcurrency = dice.word();
    options.waitingIsActive = dice.below(2) == 0;
    options.k = dice.number(3);
    options.padding = dice.number(9);
    options.admit = dice.one<BudgetAdmit>(2);
    return options;
}

/// One event, in no sensible order. Whether it was a retry that was let go.
bool happen(Budget &budget, Dice &dice, Time now)
{
    switch (dice.below(6)) {
    case 0: budget.callStarted(now); return false;
    case 1: budget.admit(now, dice.unit()); return false;
    case 2: budget.attemptStarted(dice.below(2) == 0); return false;
    case 3:
        budget.attemptEnded({dice.outcome(), dice.below(2) == 0, dice.below(2) == 0, dice.word()}, now);
        return false;
    case 4: budget.retryDropped(); return false;
    default: return budget.withdraw(dice.outcome(), now, dice.unit()).granted;
    }
}

bool gaugeHolds(const Budget &budget, Time now)
{
    const double balance = budget.balance(now);
    const double capacity = budget.capacity(now);
    return std::isfinite(capacity) && balance >= 0.0 && balance <= capacity && balance == budget.balance(now);
}

} // namespace

class BudgetPropertyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void balanceStaysWithinCapacity();
    void lookingChangesNothing();
    void timeGoingBackwardsChangesNothing();
};

void BudgetPropertyTest::balanceStaysWithinCapacity()
{
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        Dice dice(seed);
        const BudgetOptions options = randomOptions(dice);
        Budget budget(options);
        Time now{};
        for (int event = 0; event < 100; ++event) {
            now = dice.moment(now);
            happen(budget, dice, now);
            QVERIFY2(gaugeHolds(budget, now), qPrintable(QString::number(seed)));
            QVERIFY2(gaugeHolds(budget, dice.moment(now)), qPrintable(QString::number(seed)));
        }
    }
}

void BudgetPropertyTest::lookingChangesNothing()
{
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        Dice dice(seed);
        const BudgetOptions options = randomOptions(dice);
        Budget seen(options);
        Budget unseen(options);
        Dice one(seed);
        Dice other(seed);
        Time now{};
        for (int event = 0; event < 100; ++event) {
            const Time before = now;
            now = one.moment(before);
            QCOMPARE(other.moment(before), now);
            QCOMPARE(happen(seen, one, now), happen(unseen, other, now));
            seen.balance(dice.moment(now));
            seen.capacity(dice.moment(now));
        }
        QCOMPARE(seen.balance(now), unseen.balance(now));
    }
}

void BudgetPropertyTest::timeGoingBackwardsChangesNothing()
{
    // The only kinds that mind the time are the ratio and the adaptive throttle, and that one's window takes an answer
    // of the past for what it is (as gRPC's does).
    int granted = 0;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        Dice dice(seed);
        BudgetOptions options = randomOptions(dice);
        options.kind = BudgetKind::ratio;
        options.deposit = BudgetDeposit::request;
        Budget jumping(options);
        Budget steady(options);
        Time now{};
        Time latest{};
        for (int event = 0; event < 100; ++event) {
            now = dice.moment(now);
            latest = std::max(latest, now);
            if (dice.below(2) == 0) {
                jumping.callStarted(now);
                steady.callStarted(latest);
            } else {
                const Withdrawal withdrawal = jumping.withdraw(OutcomeKind::reset, now, 0.0);
                QCOMPARE(withdrawal, steady.withdraw(OutcomeKind::reset, latest, 0.0));
                granted += withdrawal.granted ? 1 : 0;
            }
        }
        QCOMPARE(jumping.balance(now), steady.balance(latest));
    }
    QVERIFY(granted > 10'000 && granted < 45'000); // of about 50,000: neither answer is rare
}

QTEST_APPLESS_MAIN(BudgetPropertyTest)
#include "tst_budget_property.moc"
