// SPDX-License-Identifier: GPL-3.0-or-later
// The window that budgets look back through: other libraries' published expectations, then random histories against a
// second window that keeps every event.
#include "core/policy/sliding_counts.h"

#include <QTest>

#include <random>
#include <vector>

using namespace retrylab;
using namespace std::chrono_literals;

namespace {

/// Adds, with a minus as the second counter, and reads with the touch that twitter-util's reading is.
std::int64_t sumAfter(SlidingCounts &counts, Time now, int add)
{
    const auto amount = static_cast<std::uint32_t>(std::abs(add));
    if (add != 0)
        counts.add(now, add > 0 ? Counts{amount, 0} : Counts{0, amount});
    counts.slide(now);
    const Counts total = counts.total();
    return std::int64_t{total.first} - std::int64_t{total.second};
}

struct Step {
    Duration wait;
    int add;
    int sum;
};

/// Every event is kept with the number of its part; parts are numbered on as the rule slides.
class PlainWindow {
public:
    PlainWindow(std::int64_t width, std::int64_t slices, WindowRule rule)
        : m_width(width)
        , m_live(slices + (rule == WindowRule::restartingUp ? 1 : 0))
        , m_rule(rule)
    {
    }

    void add(std::int64_t now, std::uint32_t amount)
    {
        m_events.push_back({slide(now), amount});
        if (m_head - m_events.back().part >= m_live)
            m_events.pop_back();
    }
    /// The part of an event at this moment.
    std::int64_t slide(std::int64_t now)
    {
        if (m_rule == WindowRule::aligned) {
            const auto part = static_cast<std::int64_t>(
                std::floor(static_cast<double>(now) / static_cast<double>(m_width)));
            m_head = std::max(m_head, part);
            return part;
        }
        const std::int64_t over = now - m_begin;
        if (over >= m_width) {
            m_head += m_rule == WindowRule::restarting ? over / m_width : (over + m_width - 1) / m_width;
            m_begin = now;
        }
        return m_head;
    }
    std::uint32_t total() const
    {
        std::uint32_t sum = 0;
        for (const Event &event : m_events)
            sum += m_head - event.part < m_live ? event.amount : 0;
        return sum;
    }

private:
    struct Event {
        std::int64_t part;
        std::uint32_t amount;
    };
    std::int64_t m_width;
    std::int64_t m_live;
    WindowRule m_rule;
    std::int64_t m_head = 0;
    std::int64_t m_begin = 0;
    std::vector<Event> m_events;
};

} // namespace

class SlidingCountsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void windowedAdder_data();
    void windowedAdder();
    void lookback_data();
    void lookback();
    void remainderIsForgotten_data();
    void remainderIsForgotten();
    void likeThePlainWindow_data();
    void likeThePlainWindow();
    void heldAtTheEnds();
};

void SlidingCountsTest::windowedAdder_data()
{
    QTest::addColumn<std::vector<Step>>("steps");
    QTest::newRow("window-adder-slide") << std::vector<Step>{{0s, 1, 1}, {1s, 0, 1}, {0s, 2, 3},
                                                             {1s, 0, 3}, {1s, 0, 2}, {1s, 0, 0}};
    QTest::newRow("window-adder-negative")
        << std::vector<Step>{{0s, -2, -2}, {0s, 4, 2},  {1s, 0, 2},  {0s, -2, 0}, {0s, -2, -2}, {1s, 0, -2},
                             {0s, -2, -4}, {1s, 0, -6}, {1s, 0, -2}, {1s, 0, 0},  {100s, 0, 0}};
}

void SlidingCountsTest::windowedAdder()
{
    QFETCH(std::vector<Step>, steps);
    SlidingCounts counts(3s, 3, WindowRule::restarting);
    Time now{};
    for (const Step &step : steps) {
        now += step.wait;
        QCOMPARE(sumAfter(counts, now, step.add), step.sum);
    }
}

void SlidingCountsTest::lookback_data()
{
    QTest::addColumn<int>("bins");
    QTest::addColumn<std::vector<int>>("ticks");
    QTest::addColumn<std::vector<int>>("sums");
    QTest::newRow("window-lookback-light-time-travel") << 3 << std::vector{1, 0, 2} << std::vector{1, 3, 6};
    QTest::newRow("window-lookback-heavy-time-travel") << 3 << std::vector{8, 0, 9} << std::vector{1, 1, 4};
    QTest::newRow("window-lookback-rollover") << 1 << std::vector{0, 1, 2} << std::vector{1, 2, 3};
}

void SlidingCountsTest::lookback()
{
    QFETCH(int, bins);
    QFETCH(std::vector<int>, ticks);
    QFETCH(std::vector<int>, sums);
    SlidingCounts counts(Duration(bins), static_cast<std::uint32_t>(bins), WindowRule::aligned);
    for (std::size_t i = 0; i < ticks.size(); ++i)
        QCOMPARE(sumAfter(counts, Time(Duration(ticks[i])), static_cast<int>(i) + 1), sums[i]);
}

void SlidingCountsTest::remainderIsForgotten_data()
{
    QTest::addColumn<WindowRule>("rule");
    QTest::addColumn<int>("livesFor");
    // Three seconds in ten parts, touched each second: twitter-util forgets 0.1 s each time.
    QTest::newRow("aligned") << WindowRule::aligned << 3;
    QTest::newRow("restarting") << WindowRule::restarting << 4;
    QTest::newRow("restartingUp") << WindowRule::restartingUp << 3;
}

void SlidingCountsTest::remainderIsForgotten()
{
    QFETCH(WindowRule, rule);
    QFETCH(int, livesFor);
    SlidingCounts counts(3s, 10, rule);
    counts.add(Time{}, {1, 0});
    for (int second = 1; second < livesFor; ++second)
        QCOMPARE(sumAfter(counts, Time(second * 1s), 0), 1);
    QCOMPARE(sumAfter(counts, Time(livesFor * 1s), 0), 0);
}

void SlidingCountsTest::likeThePlainWindow_data()
{
    QTest::addColumn<WindowRule>("rule");
    QTest::newRow("aligned") << WindowRule::aligned;
    QTest::newRow("restarting") << WindowRule::restarting;
    QTest::newRow("restartingUp") << WindowRule::restartingUp;
}

void SlidingCountsTest::likeThePlainWindow()
{
    QFETCH(WindowRule, rule);
    std::mt19937_64 random(20'240'611);
    const auto below = [&](std::uint64_t n) { return static_cast<std::int64_t>(random() % n); };
    for (int history = 0; history < 2000; ++history) {
        const std::int64_t slices = 1 + below(12);
        const std::int64_t width = 1 + below(9);
        SlidingCounts counts(Duration(slices * width), static_cast<std::uint32_t>(slices), rule);
        PlainWindow plain(width, slices, rule);
        std::int64_t now = 0;
        for (int event = 0; event < 60; ++event) {
            const std::int64_t jump = below(8);
            now += jump == 0 ? -below(40) : jump == 1 ? below(200) : below(12);
            // Who looks ahead, or back, changes nothing.
            const Counts ahead = counts.totalAt(Time(Duration(now)));
            const auto amount = static_cast<std::uint32_t>(below(3));
            plain.slide(now);
            QCOMPARE(ahead.second, plain.total());
            counts.add(Time(Duration(now)), {0, amount});
            plain.add(now, amount);
            QCOMPARE(counts.total(), (Counts{0, plain.total()}));
        }
    }
}

void SlidingCountsTest::heldAtTheEnds()
{
    constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
    for (const WindowRule rule : {WindowRule::aligned, WindowRule::restarting, WindowRule::restartingUp}) {
        SlidingCounts counts(2ns, 2, rule);
        counts.add(Time{}, {most, 1});
        counts.add(Time{}, {1, 1});
        counts.add(Time(1ns), {5, 1});
        QCOMPARE(counts.total(), (Counts{most, 3}));
        counts.slide(never); // everything is long ago
        QCOMPARE(counts.total(), Counts{});
        counts.add(Time::min(), {1, 0});
        // The aligned rule drops what is older than its window; the others count it now.
        QCOMPARE(counts.total(), (Counts{rule == WindowRule::aligned ? 0U : 1U, 0}));

        SlidingCounts eternal(unlimited, 0, rule); // no parts: held at one
        eternal.add(Time{}, {1, 2});
        eternal.add(Time(24h), {1, 0});
        QCOMPARE(eternal.total(), (Counts{2, 2}));

        SlidingCounts empty(Duration::min(), most, rule); // held at 1 ns
        empty.add(Time{}, {1, 0});
        empty.slide(Time(2000ns));
        QCOMPARE(empty.total(), Counts{});
    }
}

QTEST_APPLESS_MAIN(SlidingCountsTest)
#include "tst_sliding_counts.moc"
