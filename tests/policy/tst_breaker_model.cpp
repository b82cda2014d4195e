// SPDX-License-Identifier: GPL-3.0-or-later
// Random histories against a second breaker, written from the rules with plain containers.
#include "core/policy/breaker.h"

#include <QTest>

#include <algorithm>
#include <deque>
#include <random>
#include <vector>

using namespace retrylab;
using namespace std::chrono_literals;

namespace {

/// The rules as sentences: every outcome is kept, and every question is answered by looking at all of them.
class PlainBreaker {
public:
    struct Permit {
        bool admitted;
        int era;
        bool probe;
    };

    explicit PlainBreaker(const BreakerOptions &options)
        : m_options(options)
    {
    }

    Permit acquire(std::int64_t now)
    {
        m_clock = std::max(m_clock, now);
        if (m_state == BreakerState::open && m_clock - m_openedAt >= m_options.openTime.count())
            change(BreakerState::halfOpen);
        if (m_state == BreakerState::open)
            return {false, m_era, false};
        const bool probe = m_state == BreakerState::halfOpen;
        if (probe && m_probes == static_cast<int>(m_options.probes))
            return {false, m_era, true};
        m_probes += probe ? 1 : 0;
        m_begun.push_back(m_clock);
        return {true, m_era, probe};
    }

    void record(Permit permit, OutcomeKind outcome, std::int64_t now)
    {
        const bool late = permit.era != m_era;
        if (late && (permit.probe || m_options.late == LateOutcome::dropped))
            return;
        m_clock = std::max(m_clock, now);
        if (outcome == OutcomeKind::clientError && m_options.ignored == IgnoredError::neutral)
            return release(permit);
        if (outcome == OutcomeKind::clientError && m_options.ignored == IgnoredError::probeSuccess && !permit.probe)
            return;
        const bool failed = outcome == OutcomeKind::unavailable;
        if (permit.probe)
            return probed(failed);
        m_history.push_back({m_clock, failed});
        if (failed && m_state != BreakerState::open && unwell())
            change(BreakerState::open);
    }

    void release(Permit permit)
    {
        if (permit.era == m_era && m_state == BreakerState::halfOpen)
            --m_probes;
    }

    BreakerState state() const { return m_state; }
    int era() const { return m_era; }
    int probes() const { return m_probes; }

private:
    struct Entry {
        std::int64_t at;
        bool failed;
    };

    void probed(bool failed)
    {
        --m_probes;
        if (failed)
            change(BreakerState::open);
        else if (++m_good == static_cast<int>(m_options.successes))
            change(BreakerState::closed);
        else
            return;
        if (m_options.countVerdict)
            m_history.push_back({m_clock, failed});
    }

    void change(BreakerState state)
    {
        m_state = state;
        m_openedAt = m_clock;
        if (state == BreakerState::closed) {
            m_history.clear();
            m_begun.clear();
        }
        m_probes = 0;
        m_good = 0;
        ++m_era;
    }

    bool counts(std::size_t i) const
    {
        if (m_options.kind == BreakerKind::countWindow)
            return m_history.size() - i <= m_options.size;
        return isRecent(m_history[i].at);
    }

    bool isRecent(std::int64_t at) const
    {
        const std::int64_t step = m_options.window.count() / 10; // whole steps in these tests
        return at / step > m_clock / step - 10;
    }

    bool unwell() const
    {
        std::size_t outcomes = 0;
        std::size_t failures = 0;
        if (m_options.kind == BreakerKind::consecutive) {
            for (std::size_t i = m_history.size(); i > 0 && m_history[i - 1].failed; --i)
                ++failures;
            return failures >= m_options.size;
        }
        for (std::size_t i = 0; i < m_history.size(); ++i) {
            outcomes += counts(i) ? 1 : 0;
            failures += counts(i) && m_history[i].failed ? 1 : 0;
        }
        if (m_options.kind == BreakerKind::timeWindow && m_options.place == WindowPlace::apart)
            outcomes = static_cast<std::size_t>(
                std::count_if(m_begun.begin(), m_begun.end(), [&](std::int64_t at) { return isRecent(at); }));
        const bool clamped = m_options.kind == BreakerKind::countWindow && m_options.size < m_options.minimumCalls;
        // The ratios of these tests are whole eighths: exact.
        return outcomes >= (clamped ? m_options.size : m_options.minimumCalls)
               && static_cast<double>(8 * failures) >= 8 * m_options.failureRatio * static_cast<double>(outcomes);
    }

    BreakerOptions m_options;
    BreakerState m_state = BreakerState::closed;
    std::int64_t m_clock = 0;
    std::int64_t m_openedAt = 0;
    std::deque<Entry> m_history;       ///< since it was last closed
    std::vector<std::int64_t> m_begun; ///< as well; every call that was let in
    int m_probes = 0;
    int m_good = 0;
    int m_era = 0;
};

class Dice {
public:
    explicit Dice(std::uint64_t seed)
        : m_random(seed)
    {
    }
    int below(int bound) { return static_cast<int>(m_random() % static_cast<std::uint64_t>(bound)); }
    bool chance(int percent) { return below(100) < percent; }

private:
    std::mt19937_64 m_random;
};

BreakerOptions randomOptions(Dice &dice, BreakerKind kind)
{
    BreakerOptions options;
    options.kind = kind;
    options.size = static_cast<std::uint32_t>(1 + dice.below(dice.chance(20) ? 200 : 12));
    options.window = Duration(10 * (1 + dice.below(200)));
    options.minimumCalls = static_cast<std::uint32_t>(dice.below(16));
    options.failureRatio = (1 + dice.below(8)) / 8.0;
    options.openTime = Duration(1 + dice.below(100));
    options.probes = static_cast<std::uint32_t>(1 + dice.below(4));
    options.successes = static_cast<std::uint32_t>(1 + dice.below(4));
    options.late = dice.chance(50) ? LateOutcome::intoWindow : LateOutcome::dropped;
    options.ignored = static_cast<IgnoredError>(dice.below(3));
    options.place = dice.chance(50) ? WindowPlace::apart : WindowPlace::together;
    options.countVerdict = dice.chance(50);
    return options;
}

/// One random history. True when both breakers agreed at every step.
bool agree(Dice &dice, BreakerKind kind, int &opened)
{
    const BreakerOptions options = randomOptions(dice, kind);
    Breaker real(options);
    PlainBreaker plain(options);
    struct InFlight {
        BreakerPermit real;
        PlainBreaker::Permit plain;
    };
    std::vector<InFlight> inFlight;
    std::int64_t now = 0;
    int failing = 50;
    for (int step = 0; step < 300; ++step) {
        now += dice.chance(60) ? dice.below(20) : 0;
        const std::int64_t seen = dice.chance(3) ? now - dice.below(500) : now; // the clock jumps back
        failing = dice.chance(5) ? dice.below(101) : failing;
        if (inFlight.empty() || dice.chance(50)) {
            const InFlight next{real.acquire(Time(Duration(seen))), plain.acquire(seen)};
            if (next.real.admitted != next.plain.admitted)
                return false;
            if (next.real.admitted)
                inFlight.push_back(next);
        } else {
            const auto at = static_cast<std::size_t>(dice.below(static_cast<int>(inFlight.size())));
            const InFlight done = inFlight[at];
            inFlight.erase(inFlight.begin() + static_cast<std::ptrdiff_t>(at));
            if (dice.chance(5)) {
                real.release(done.real);
                plain.release(done.plain);
            } else {
                const OutcomeKind outcome = dice.chance(failing) ? OutcomeKind::unavailable
                                            : dice.chance(10)    ? OutcomeKind::clientError
                                                                 : OutcomeKind::ok;
                real.record(done.real, reportOf(outcome, options), Time(Duration(seen)));
                plain.record(done.plain, outcome, seen);
            }
        }
        if (real.state() != plain.state() || static_cast<int>(real.generation() / 2) != plain.era()
            || static_cast<int>(real.probesInFlight()) != plain.probes())
            return false;
    }
    opened += plain.era() > 0 ? 1 : 0;
    return true;
}

} // namespace

class BreakerModelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void randomHistories_data();
    void randomHistories();
};

void BreakerModelTest::randomHistories_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("consecutive") << static_cast<int>(BreakerKind::consecutive);
    QTest::newRow("count window") << static_cast<int>(BreakerKind::countWindow);
    QTest::newRow("time window") << static_cast<int>(BreakerKind::timeWindow);
}

void BreakerModelTest::randomHistories()
{
    QFETCH(int, kind);
    constexpr int histories = 3000;
    int opened = 0;
    for (int seed = 0; seed < histories; ++seed) {
        Dice dice(static_cast<std::uint64_t>(seed));
        QVERIFY2(agree(dice, static_cast<BreakerKind>(kind), opened), qPrintable(QString::number(seed)));
    }
    QVERIFY(opened > histories / 4); // else the histories would prove little
}

QTEST_APPLESS_MAIN(BreakerModelTest)
#include "tst_breaker_model.moc"
