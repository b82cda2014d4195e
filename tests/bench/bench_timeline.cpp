// SPDX-License-Identifier: GPL-3.0-or-later
// What the timeline costs, in CPU time of its thread.
#include "measure.h"
#include "widgets/timeline/density_pass.h"
#include "widgets/timeline/timeline_view.h"

#include <QApplication>

using namespace retrylab;

namespace {

constexpr std::int64_t second = 1'000'000'000;

/// `calls` calls at once, `attempts` attempts each, spread over ten seconds like a storm with jitter.
RunPointer storm(std::uint32_t calls, std::uint32_t attempts)
{
    Trace trace;
    trace.world.duration = std::chrono::seconds(10);
    trace.world.traffic.kind = TrafficKind::herd;
    trace.world.traffic.clients = calls;
    const std::uint32_t total = calls * attempts;
    trace.attempts.reserve(total);
    trace.attemptsByCall.resize(total);
    std::vector<std::uint32_t> order(calls);
    for (std::uint32_t c = 0; c < calls; ++c) {
        trace.calls.push_back(
            {0, 10 * second, c, c * attempts, static_cast<std::uint16_t>(attempts), EndReason::attemptsExhausted});
        order[c] = (c * 7919U) % calls; // attempts in order of time hit the callers in no order
    }
    for (std::uint32_t i = 0; i < total; ++i) {
        const std::uint32_t number = i / calls;
        const std::uint32_t call = order[i % calls];
        const std::int64_t sent = 10 * second / total * i;
        const auto outcome = number % 3 == 2 ? OutcomeKind::ok : OutcomeKind::unavailable;
        trace.attempts.push_back(
            {sent, sent + second / 50, call, static_cast<std::uint16_t>(number + 1), outcome, false});
        trace.attemptsByCall[std::size_t{call} * attempts + number] = i;
    }
    trace.bins.resize(1);
    trace.binWidth = 10 * second;
    return std::make_shared<RunModel>(Experiment{}, std::make_shared<const Trace>(std::move(trace)));
}

RunPointer openTraffic(std::uint32_t calls)
{
    Trace trace;
    trace.world.duration = std::chrono::seconds(60);
    trace.world.traffic.kind = TrafficKind::open;
    for (std::uint32_t c = 0; c < calls; ++c) {
        const std::int64_t sent = 60 * second / calls * c;
        const std::int64_t length = c % 5 == 0 ? 2 * second : second / 100;
        trace.calls.push_back({sent, sent + length, 0, c, 1, EndReason::succeeded});
        trace.attempts.push_back({sent, sent + length, c, 1, OutcomeKind::ok, false});
        trace.attemptsByCall.push_back(c);
    }
    trace.bins.resize(1);
    trace.binWidth = 60 * second;
    return std::make_shared<RunModel>(Experiment{}, std::make_shared<const Trace>(std::move(trace)));
}

} // namespace

namespace {

template <typename Work>
double milliseconds(int repeats, Work work)
{
    std::vector<double> samples;
    for (int i = 0; i < repeats; ++i)
        samples.push_back(bench::timeOf(work) * 1e3);
    return bench::median(samples);
}

void countAndPaint(const char *name, std::uint32_t calls, std::uint32_t attempts, double bar)
{
    const RunPointer run = storm(calls, attempts);
    const LanePlan plan(*run->trace);
    const Lanes lanes(plan, *run->trace, {0, 10 * second});
    const Theme theme = makeTheme(ThemeKind::dark);
    const DensityGrid grid(*run->trace, lanes, {{0, 10 * second}, 0, calls, 1524, densityRows(calls, 856)});
    QImage screen(1524, 856, QImage::Format_RGB32);
    const double counting = milliseconds(15, [&] {
        DensityPass pass(grid);
        while (pass.next()) {
        }
    });
    const double cost = milliseconds(15, [&] {
        screen.fill(theme.window);
        paintDensity(grid, theme, screen, screen.rect());
    });
    std::printf("  of which counting %.2f ms\n", counting);
    bench::report(name, cost, bench::Bar::atMost, bar, "ms");
}

void repaint(const char *name, const RunPointer &run, QSize size, double bar)
{
    ViewState state;
    TimelineView view(&state);
    view.resize(size);
    state.setRun(run);
    QImage image(size, QImage::Format_RGB32);
    view.render(&image);
    std::int64_t t = 0;
    const double cost = milliseconds(31, [&] {
        state.setPlayhead(t += second / 6);
        view.render(&image);
    });
    bench::report(name, cost, bench::Bar::atMost, bar, "ms");
}

void layOut(const RunPointer &run)
{
    const LanePlan plan(*run->trace);
    const Lanes lanes(plan, *run->trace, {0, 10 * second});
    const Theme theme = makeTheme(ThemeKind::dark);
    const TimelineSettings settings{{1600, 760}, {0, 10 * second}, 0, 0, true};
    const double cost = milliseconds(31, [&] { layoutTimeline(*run, lanes, settings, theme, QLocale::c()); });
    bench::report("lay out 50 lanes, 1,000 bars", cost, bench::Bar::atMost, 1, "ms");
}

void planOpenTraffic()
{
    const RunPointer run = openTraffic(48'000);
    const double cost = milliseconds(15, [&] { LanePlan{*run->trace}; });
    bench::report("put 48,000 open calls into lanes", cost, bench::Bar::atMost, 5, "ms");
}

} // namespace

int main(int argc, char **argv)
{
    const QApplication app(argc, argv);
    countAndPaint("count and colour 900 lanes, 36,000 bars", 900, 40, 5);
    countAndPaint("count and colour 250,000 lanes, 1,000,000 attempts", 250'000, 4, 5);
    repaint("repaint 900 lanes, 36,000 bars, 1600 x 960", storm(900, 40), {1600, 960}, 1);
    repaint("repaint 50 lanes, 1,000 bars, 1600 x 760", storm(50, 20), {1600, 760}, 3);
    layOut(storm(50, 20));
    planOpenTraffic();
    return 0;
}
