// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run_worker.h"

#include "core/sim/simulate.h"

#include <QPointer>

#include <utility>

namespace retrylab {

namespace {

/// A run that has taken longer than this gives way to a newer request.
constexpr qint64 patienceMs = 80;

} // namespace

RunWorker::RunWorker(QObject *parent)
    : QObject(parent)
{
    m_pool.setMaxThreadCount(1);
}

RunWorker::~RunWorker()
{
    m_stop.request_stop();
    m_pool.waitForDone();
}

void RunWorker::request(const Experiment &experiment)
{
    if (!m_running) {
        start(experiment);
        return;
    }
    m_waiting = experiment;
    if (m_since.elapsed() > patienceMs)
        m_stop.request_stop();
}

void RunWorker::start(const Experiment &experiment)
{
    m_running = true;
    m_stop = {};
    m_since.start();
    const std::uint64_t number = ++m_number;
    m_pool.start([this, experiment, number, stop = m_stop.get_token()] {
        // The destructor waits for the pool, so `this` is alive here.
        QMetaObject::invokeMethod(
            this, [this, number, done = run(experiment, stop)] { arrived(number, done); }, Qt::QueuedConnection);
    });
}

RunPointer RunWorker::run(const Experiment &experiment, const std::stop_token &stop)
{
    if (!m_plan || !m_plan->fits(experiment.world))
        m_plan = ArrivalPlan::make(experiment.world);
    std::shared_ptr<const Trace> trace = simulate(experiment.world, Recording::everything, stop, m_plan.get());
    return trace ? std::make_shared<const RunModel>(experiment, std::move(trace)) : nullptr;
}

void RunWorker::arrived(std::uint64_t number, const RunPointer &run)
{
    if (number != m_number)
        return;
    m_running = false;
    const bool newest = !m_waiting.has_value();
    if (std::optional<Experiment> next = std::exchange(m_waiting, std::nullopt))
        start(*next);
    if (run)
        Q_EMIT finished(run, newest);
}

} // namespace retrylab
