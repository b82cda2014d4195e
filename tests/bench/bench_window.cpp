// SPDX-License-Identifier: GPL-3.0-or-later
// The window's speed at 1600×1000, all views visible, drawn offscreen. CPU time of the interface thread, on which the
// simulation runs here too: "work" is everything from a changed slider to painted pixels.
#include "app/lab_panes.h"
#include "app/main_window.h"
#include "core/lab/builtin.h"
#include "core/lab/memory.h"
#include "core/sim/simulate.h"
#include "tests/bench/measure.h"
#include "tests/bench/worlds.h"
#include "widgets/base/view.h"

#include <QApplication>
#include <QElapsedTimer>

#include <map>
#include <string>

using namespace retrylab;
using namespace bench;

namespace {

constexpr QSize windowSize(1600, 1000);
constexpr int edits = 40;
constexpr int frames = 300;

void paint()
{
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
}

/// Moves the base by one percent, back and forth, and runs and paints what comes of it, view by view.
void measureEdits(MainWindow &window)
{
    std::vector<double> all, simulating, modelling, painting;
    std::map<std::string, std::vector<double>> byView;
    const QString path = QStringLiteral("chain.%1.policy.retry.backoff.base")
                             .arg(QString::fromStdString(window.document().experiment().world.callers().name));
    const auto plan = ArrivalPlan::make(window.document().experiment().world); // as the window's worker has it at hand
    for (int i = 0; i < edits; ++i) {
        Experiment next = window.document().experiment();
        static_cast<void>(setField(next, path, FieldValue{Duration(100'000'000 + (i % 2) * 1'000'000)}));
        std::shared_ptr<const Trace> trace;
        const double run = timeOf([&] { trace = simulate(next.world, Recording::everything, {}, plan.get()); });
        RunPointer model;
        const double index = timeOf([&] { model = std::make_shared<const RunModel>(next, trace); });
        double draw = timeOf([&] { window.state().setRun(model); });
        byView["(signals)"].push_back(draw * 1e3);
        for (View *view : window.panes()->views()) {
            const double one = timeOf([&] { static_cast<void>(view->grab()); });
            byView[view->viewId().toStdString()].push_back(one * 1e3);
            draw += one;
        }
        static_cast<void>(timeOf(paint)); // the views once more, from what they keep: not part of the work
        simulating.push_back(run * 1e3);
        modelling.push_back(index * 1e3);
        painting.push_back(draw * 1e3);
        all.push_back((run + index + draw) * 1e3);
    }
    std::printf("  of which simulating %.2f ms, indexing and figures %.2f ms, drawing %.2f ms (medians)\n",
                median(simulating), median(modelling), median(painting));
    for (const auto &[view, times] : byView)
        std::printf("    %-10s %.2f ms\n", view.c_str(), median(times));
    report("slider change to painted window, bench-default", median(all), Bar::atMost, 10, "ms");
}

/// Plays `seconds` of the run in steps of a 60 Hz frame.
void measureFrames(MainWindow &window, const char *name, double bar)
{
    std::vector<double> times;
    const std::int64_t length = window.state().run()->duration();
    for (int i = 0; i < frames; ++i) {
        const std::int64_t t = length * i / frames;
        times.push_back(timeOf([&] {
                            window.state().setPlayhead(t);
                            paint();
                        })
                        * 1e3);
    }
    std::printf("  median %.2f ms over %d frames\n", median(times), frames);
    report(name, percentile(times, 0.95), Bar::atMost, bar, "ms");
}

void open(MainWindow &window, const Experiment &experiment)
{
    window.open(experiment, {}, false);
    window.runNow();
    paint();
}

} // namespace

int main(int argc, char **argv)
{
    keepFreedMemory();
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QElapsedTimer sinceStart;
    sinceStart.start();
    const QApplication app(argc, argv);
    MainWindow window(WindowLook{});
    window.resize(windowSize);
    open(window, *findExperiment(QStringLiteral("burst-503")));
    window.show();
    paint();
    report("start to first painted frame, offscreen", static_cast<double>(sinceStart.nsecsElapsed()) * 1e-6,
           Bar::atMost, 150, "ms");

    window.state().setPlayhead(1'000'000'000);
    paint();
    measureFrames(window, "frame while playing burst-503, all views, 95th percentile", 16.6);
    open(window, *findExperiment(QStringLiteral("ten-thousand-clients")));
    measureFrames(window, "frame with 10,000 callers on the stage, 95th percentile", 33);

    Experiment standardExperiment = *findExperiment(QStringLiteral("burst-503"));
    const std::string callers = standardExperiment.world.callers().name;
    const std::string service = standardExperiment.world.service().name;
    standardExperiment.world = standard();
    standardExperiment.world.callers().name = callers;
    standardExperiment.world.service().name = service;
    standardExperiment.variants.clear();
    open(window, standardExperiment);
    window.state().setPlayhead(25'000'000'000);
    paint();
    measureEdits(window);
    measureFrames(window, "frame while playing bench-default, 95th percentile", 16.6);
    return 0;
}
