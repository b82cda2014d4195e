// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/simulate.h"
#include "widgets/load/load_view.h"

#include <QImage>
#include <QTest>

using namespace retrylab;
using namespace std::chrono_literals;

/// The load chart of bench-default (60 s, 800 calls per second, away from 20 s to 30 s): what a change of the run costs
/// until it is painted, and what a frame costs while only the playhead moves. The bar for the whole window is 10 ms.
class BenchLoad : public QObject {
    Q_OBJECT

    static RunPointer run(Jitter jitter)
    {
        Experiment experiment;
        World &world = experiment.world;
        world.duration = 60s;
        world.traffic.rate = 800;
        world.traffic.callers = 1000;
        Fault fault;
        fault.kind = FaultKind::restart;
        fault.from = Time(20s);
        fault.to = Time(30s);
        world.faults = {fault};
        world.callers().policy.retry.jitter.kind = jitter;
        return std::make_shared<RunModel>(experiment, simulate(world));
    }

private Q_SLOTS:
    void runChangeToPainted_data()
    {
        QTest::addColumn<bool>("ghost");
        QTest::newRow("alone") << false;
        QTest::newRow("with the previous run") << true;
    }
    void runChangeToPainted()
    {
        QFETCH(bool, ghost);
        const RunPointer runs[] = {run(Jitter::full), run(Jitter::none)};
        ViewState state;
        LoadView view(&state);
        view.resize(1080, 340);
        QImage screen(view.size(), QImage::Format_ARGB32_Premultiplied);
        std::size_t turn = 0;
        state.setRun(runs[turn]);
        view.render(&screen); // fonts and the chart's own start do not count
        QBENCHMARK
        {
            state.setGhost(ghost ? runs[turn % 2] : nullptr);
            state.setRun(runs[++turn % 2]);
            view.render(&screen);
        }
    }

    void playheadFrame()
    {
        ViewState state;
        state.setRun(run(Jitter::full));
        LoadView view(&state);
        view.resize(1080, 340);
        QImage screen(view.size(), QImage::Format_ARGB32_Premultiplied);
        std::int64_t t = 0;
        view.render(&screen);
        QBENCHMARK
        {
            state.setPlayhead(t += 10'000'000);
            view.render(&screen);
        }
    }
};

QTEST_MAIN(BenchLoad)
#include "bench_load.moc"
