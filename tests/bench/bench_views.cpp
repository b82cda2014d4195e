// SPDX-License-Identifier: GPL-3.0-or-later
// What each view costs alone, at about its size in a window of 1600×1000, after a change of bench-default's run and
// while its playhead moves; and what the index of such a run costs. Arguments: a view's name, and how many changes.
#include "core/sim/simulate.h"
#include "tests/bench/measure.h"
#include "tests/bench/worlds.h"
#include "widgets/breaker/breaker_view.h"
#include "widgets/kpi/kpi_panel.h"
#include "widgets/load/load_view.h"
#include "widgets/stage/stage_view.h"
#include "widgets/timeline/timeline_view.h"

#include <QApplication>
#include <QImage>

#include <array>
#include <string>

using namespace retrylab;
using namespace bench;

namespace {

struct Wanted {
    std::string view; ///< empty = all
    int changes = 60;

    bool includes(const char *name) const { return view.empty() || view == name; }
};

std::shared_ptr<const Trace> traceWithBase(Duration base)
{
    World world = standard();
    world.callers().policy.retry.backoff.base = base;
    return simulate(world);
}

RunPointer modelOf(const std::shared_ptr<const Trace> &trace)
{
    Experiment experiment;
    experiment.world = trace->world;
    return std::make_shared<const RunModel>(experiment, trace);
}

void measureIndex(const Wanted &wanted)
{
    if (!wanted.includes("index"))
        return;
    const auto trace = traceWithBase(100ms);
    std::vector<double> whole, index, figures;
    for (int i = 0; i < wanted.changes; ++i) {
        whole.push_back(timeOf([&] { modelOf(trace); }) * 1e3);
        index.push_back(timeOf([&] { TraceIndex{*trace}; }) * 1e3);
        figures.push_back(timeOf([&] { kpisOf(*trace); }) * 1e3);
    }
    std::printf("  of which the index %.2f ms, the figures %.2f ms\n", median(index), median(figures));
    report("make the model of a run", median(whole), Bar::atMost, 0.8, "ms");
}

template <typename Shown>
void measure(const Wanted &wanted, const std::array<RunPointer, 2> &runs, QSize size, double bar)
{
    ViewState state;
    Shown view(&state);
    if (!wanted.includes(view.viewId().toLatin1().constData()))
        return;
    view.resize(size);
    QImage screen(size, QImage::Format_RGB32);
    std::vector<double> changes, frames;
    for (int i = 0; i < wanted.changes; ++i) {
        state.setPlayhead(25'000'000'000);
        changes.push_back(timeOf([&] {
                              state.setRun(runs[static_cast<std::size_t>(i) % 2]);
                              view.render(&screen);
                          })
                          * 1e3);
        view.render(&screen);
        state.setPlayhead(25'000'000'000 + i * 16'000'000);
        frames.push_back(timeOf([&] { view.render(&screen); }) * 1e3);
    }
    std::printf("  a frame while it plays %.2f ms\n", median(frames));
    const std::string name = view.viewId().toStdString() + ": another run to painted";
    report(name.c_str(), median(changes), Bar::atMost, bar, "ms");
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication app(argc, argv);
    const Wanted wanted{argc > 1 ? argv[1] : "", argc > 2 ? std::atoi(argv[2]) : 60};
    measureIndex(wanted);
    const std::array<RunPointer, 2> runs{modelOf(traceWithBase(100ms)), modelOf(traceWithBase(101ms))};
    measure<TimelineView>(wanted, runs, {1026, 433}, 2);
    measure<LoadView>(wanted, runs, {1026, 326}, 1);
    measure<StageView>(wanted, runs, {1026, 187}, 0.6);
    measure<BreakerView>(wanted, runs, {276, 320}, 0.6);
    measure<KpiPanel>(wanted, runs, {276, 560}, 0.3);
    return 0;
}
