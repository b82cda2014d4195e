// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/run_many.h"

#include "core/sim/simulate.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

namespace retrylab {

namespace {

/// The work that all threads share. Each run writes its own row, so nothing is locked and the order of the results is
/// the order of the seeds.
class Batch {
public:
    Batch(const World &world, std::uint32_t runs, std::size_t figures, std::stop_token stop)
        : m_world(world)
        , m_figures(figures)
        , m_stop(std::move(stop))
        , m_values(runs * figures)
        , m_verdicts(runs)
    {
    }

    /// Takes runs until there are none left. `afterEach` is called with how many have been done by all threads.
    template <typename AfterEach>
    void work(AfterEach &&afterEach)
    {
        World world = m_world;
        while (!m_stop.stop_requested()) {
            const std::uint32_t run = m_next.fetch_add(1, std::memory_order_relaxed);
            if (run >= m_verdicts.size())
                return;
            world.seed = m_world.seed + run;
            if (!runOne(world, run))
                return;
            afterEach(m_done.fetch_add(1, std::memory_order_relaxed) + 1);
        }
    }

    bool complete() const { return m_done.load() == m_verdicts.size(); }
    const std::vector<Verdict> &verdicts() const { return m_verdicts; }
    std::vector<double> column(std::size_t figure) const
    {
        std::vector<double> values;
        values.reserve(m_verdicts.size());
        for (std::size_t at = figure; at < m_values.size(); at += m_figures)
            values.push_back(m_values[at]);
        return values;
    }

private:
    bool runOne(const World &world, std::uint32_t run)
    {
        const auto begun = std::chrono::steady_clock::now();
        // Some figures are counted from the records, and those cost little beside the run itself.
        const auto trace = simulate(world, Recording::everything, m_stop);
        if (!trace)
            return false;
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
        const Kpis kpis = kpisOf(*trace);
        const std::vector<double> row = reportValues(*trace, kpis, took.count());
        std::copy(row.begin(), row.end(), m_values.begin() + static_cast<std::ptrdiff_t>(run * m_figures));
        m_verdicts[run] = kpis.recovery.verdict;
        return true;
    }

    World m_world;
    std::size_t m_figures;
    std::stop_token m_stop;
    std::atomic<std::uint32_t> m_next{0};
    std::atomic<std::uint32_t> m_done{0};
    std::vector<double> m_values; ///< a row per run
    std::vector<Verdict> m_verdicts;
};

/// Neumaier's sum: carries along what rounding took from the total.
double mean(const std::vector<double> &values)
{
    double sum = 0;
    double lost = 0;
    for (const double value : values) {
        const double next = sum + value;
        lost += std::abs(sum) >= std::abs(value) ? (sum - next) + value : (value - next) + sum;
        sum = next;
    }
    return (sum + lost) / static_cast<double>(values.size());
}

double nearestRank(std::vector<double> &values, std::size_t percent)
{
    const std::size_t rank = (values.size() * percent + 99) / 100 - 1;
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

void runAll(Batch &batch, const RunManyOptions &options)
{
    unsigned jobs = options.jobs != 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
    jobs = std::min<unsigned>(jobs, options.runs);
    std::vector<std::jthread> helpers;
    for (unsigned i = 1; i < jobs; ++i)
        helpers.emplace_back([&batch] { batch.work([](std::uint32_t) {}); });
    batch.work([&options](std::uint32_t done) {
        if (options.progress)
            options.progress(done);
    });
}

} // namespace

Spread spreadOf(std::vector<double> values)
{
    std::erase_if(values, [](double value) { return std::isnan(value); });
    if (values.empty()) {
        constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
        return {nothing, nothing, nothing};
    }
    Spread spread;
    spread.mean = mean(values);
    spread.p5 = nearestRank(values, 5);
    spread.p95 = nearestRank(values, 95);
    return spread;
}

const Spread *RunSummary::find(std::string_view dotted) const
{
    for (std::size_t i = 0; i < entries.size(); ++i)
        if (entries[i].dotted() == dotted)
            return &spreads[i];
    return nullptr;
}

std::optional<RunSummary> runMany(const World &world, const RunManyOptions &options)
{
    RunSummary summary;
    summary.world = world;
    summary.runs = options.runs;
    summary.entries = reportEntries(world);
    Batch batch(world, options.runs, summary.entries.size(), options.stop);
    runAll(batch, options);
    if (!batch.complete())
        return std::nullopt;
    for (std::size_t i = 0; i < summary.entries.size(); ++i)
        summary.spreads.push_back(spreadOf(batch.column(i)));
    for (const Verdict verdict : batch.verdicts())
        ++summary.verdicts[static_cast<std::size_t>(verdict)];
    return summary;
}

} // namespace retrylab
