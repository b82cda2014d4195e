// SPDX-License-Identifier: GPL-3.0-or-later
// The simulator's speed, as ratios to a loop that anyone can run: pop one, push one on a std::priority_queue of
// 16-byte items with 10,000 pending. All figures are medians of thread CPU time, the yardstick taken in between.
#include "core/lab/memory.h"
#include "core/policy/random.h"
#include "core/sim/simulate.h"
#include "tests/bench/measure.h"
#include "tests/bench/plain_herd.h"
#include "tests/bench/worlds.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <queue>
#include <string>

using namespace retrylab;
using namespace bench;

namespace {

struct Item {
    std::uint64_t at;
    std::uint64_t payload;
    bool operator<(const Item &other) const { return at > other.at; }
};

/// Events per second of the yardstick loop.
double yardstick()
{
    constexpr int pending = 10'000;
    constexpr int rounds = 1'000'000;
    std::priority_queue<Item> queue;
    std::uint64_t bits = 1;
    for (int i = 0; i < pending; ++i) {
        bits = mixBits(bits + 1);
        queue.push({bits >> 40, bits});
    }
    std::uint64_t sum = 0;
    const double seconds = timeOf([&] {
        for (int i = 0; i < rounds; ++i) {
            const Item item = queue.top();
            queue.pop();
            sum += item.payload;
            bits = mixBits(bits + 1);
            queue.push({item.at + (bits >> 40), bits});
        }
    });
    volatile std::uint64_t keep = sum; // so that the loop is not thought away
    static_cast<void>(keep);
    return rounds / seconds;
}

struct Sample {
    double seconds = 0;
    double eventsPerSecond = 0;
};

template <typename Run>
Sample sample(const Run &run)
{
    std::shared_ptr<const Trace> trace;
    const double seconds = timeOf([&] { trace = run(); });
    return {seconds, static_cast<double>(trace->counters.events) / seconds};
}

/// Median events/s of `run` over the yardstick of the same moment; and the median seconds of one run. The yardstick loops
/// for some 70 ms and is warm soon; a run takes a few ms, so there are several in a row, as when a slider is dragged.
template <typename Run>
std::pair<double, double> againstYardstick(const Run &run, int rounds)
{
    constexpr int runsInARow = 10;
    std::vector<double> ratios;
    std::vector<double> seconds;
    for (int i = 0; i < rounds; ++i) {
        const double yard = yardstick();
        for (int j = 0; j < runsInARow; ++j) {
            const Sample s = sample(run);
            ratios.push_back(s.eventsPerSecond / yard);
            seconds.push_back(s.seconds);
        }
    }
    return {median(ratios), median(seconds)};
}

/// Peak resident memory of this process in MB.
double peakMegabytes()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.rfind("VmHWM:", 0) == 0)
            return std::stod(line.substr(6)) / 1024.0;
    }
    return 0;
}

void measureMemory()
{
    const double before = peakMegabytes();
    const auto trace = simulate(herd(1'000'000), Recording::countersOnly);
    report("memory: 1,000,000 callers, counters only", peakMegabytes() - before, Bar::atMost, 150, "MB");
}

void measureHerd()
{
    const World world = herd(10'000);
    const auto counted = againstYardstick([&] { return simulate(world, Recording::countersOnly); }, 15);
    report("herd of 10,000: events/s ÷ yardstick", counted.first, Bar::atLeast, 2.2, "x");
    std::vector<double> extra;
    for (int i = 0; i < 25; ++i) {
        const double bare = sample([&] { return simulate(world, Recording::countersOnly); }).seconds;
        const double recorded = sample([&] { return simulate(world); }).seconds;
        extra.push_back((recorded / bare - 1.0) * 100.0);
    }
    report("recording every attempt: extra time, herd of 10,000", median(extra), Bar::atMost, 15, "%");
}

void measureStandard()
{
    const World world = standard();
    const auto result = againstYardstick([&] { return simulate(world); }, 25);
    const auto trace = simulate(world);
    std::printf("bench-default: %llu events, %llu attempts of %llu calls\n",
                static_cast<unsigned long long>(trace->counters.events),
                static_cast<unsigned long long>(trace->counters.attempts),
                static_cast<unsigned long long>(trace->counters.requests));
    report("full model (outage, timeouts, breaker, trace on): events/s ÷ yardstick", result.first, Bar::atLeast, 1.8,
           "x");
    std::printf("  %.2f ms when nothing is known yet\n", result.second * 1e3);
    World budgeted = world;
    budgeted.callers().policy.budget.kind = BudgetKind::tokenBucket;
    report("the same with a token bucket for each caller",
           againstYardstick([&] { return simulate(budgeted); }, 25).first, Bar::atLeast, 1.8, "x");
    const auto plan = ArrivalPlan::make(world);
    const auto again = againstYardstick([&] { return simulate(world, Recording::everything, {}, plan.get()); }, 25);
    report("bench-default re-simulated, the arrivals being known", again.second * 1e3, Bar::atMost, 5, "ms");
}

void measureMillion()
{
    const World world = herd(1'000'000);
    std::vector<double> ratios;
    for (int i = 0; i < 5; ++i) {
        PlainHerd::Totals totals;
        const double seconds = timeOf([&] { totals = PlainHerd(world).run(); });
        const Sample ours = sample([&] { return simulate(world, Recording::countersOnly); });
        ratios.push_back(ours.eventsPerSecond / (static_cast<double>(totals.events) / seconds));
    }
    report("herd of 1,000,000 ÷ the same model on a 16-byte std::priority_queue", median(ratios), Bar::atLeast, 8, "x");
}

} // namespace

int main(int argc, char **argv)
{
    keepFreedMemory();
    // In a process of its own: the peak of a process never falls, and what a million callers leave behind would slow down
    // what is measured after them.
    if (const pid_t child = fork(); child == 0) {
        measureMemory();
        return 0;
    } else if (child > 0) {
        waitpid(child, nullptr, 0);
    }
    measureHerd();
    measureStandard();
    if (argc < 2 || std::strcmp(argv[1], "--short") != 0)
        measureMillion();
    return 0;
}
