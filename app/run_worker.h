// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/arrival_plan.h"
#include "widgets/base/run_model.h"

#include <QElapsedTimer>
#include <QObject>
#include <QThreadPool>

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>

namespace retrylab {

/// Runs experiments away from the window's thread; the newest request wins.
/// While one run is on its way, later requests wait in one place and overwrite each other. A short run is let finish
/// (it is newer than what is on the screen, so the picture keeps up with the hand); a long one is stopped at once.
class RunWorker : public QObject {
    Q_OBJECT

public:
    explicit RunWorker(QObject *parent = nullptr);
    ~RunWorker() override;

    /// Asks for a run of a valid experiment. finished() comes later, on this object's thread.
    void request(const Experiment &experiment);
    /// Is a run on its way?
    bool busy() const { return m_running; }

Q_SIGNALS:
    /// A run that is newer than the one before. `newest`: nothing newer is waiting.
    void finished(const retrylab::RunPointer &run, bool newest);

private:
    void start(const Experiment &experiment);
    void arrived(std::uint64_t number, const RunPointer &run);

    RunPointer run(const Experiment &experiment, const std::stop_token &stop);

    QThreadPool m_pool;                        ///< one thread
    std::shared_ptr<const ArrivalPlan> m_plan; ///< of the last run; that thread's
    std::stop_source m_stop;
    std::uint64_t m_number = 0; ///< of the newest run started; results of older ones are dropped
    bool m_running = false;
    std::optional<Experiment> m_waiting;
    QElapsedTimer m_since;
};

} // namespace retrylab
