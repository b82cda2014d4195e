// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/simulate.h"
#include "widgets/base/run_model.h"

#include <QImage>
#include <QSet>
#include <QStringList>

#include <memory>

namespace retrylab::chartruns {

/// Six seconds of 120 calls per second on ten slots; every answer is a 503 from 0.5 s to 2.3 s.
inline Experiment burst()
{
    using namespace std::chrono_literals;
    Experiment experiment;
    experiment.name = QStringLiteral("Burst <of> 503 & more");
    World &world = experiment.world;
    world.seed = 7;
    world.duration = 6s;
    world.traffic.kind = TrafficKind::open;
    world.traffic.rate = 120;
    world.traffic.callers = 50;
    world.chain[0].name = "client";
    world.chain[1].name = "service";
    world.service().slots = 10;
    world.service().serviceTime = {DistributionKind::exponential, 20ms, {}};
    world.service().linkDelay = 1ms;
    Fault fault;
    fault.name = "burst";
    fault.from = Time(500ms);
    fault.to = Time(2300ms);
    world.faults = {fault};
    Policy &policy = world.callers().policy;
    policy.retry.maxAttempts = 5;
    policy.retry.backoff.base = 200ms;
    policy.retry.backoff.cap = 2s;
    return experiment;
}

/// The same with one breaker for all, around each attempt: 50 % of 20, open for 700 ms, three probes.
inline Experiment guarded()
{
    using namespace std::chrono_literals;
    Experiment experiment = burst();
    BreakerOptions &breaker = experiment.world.callers().policy.breaker;
    breaker.kind = BreakerKind::countWindow;
    breaker.scope = BreakerScope::shared;
    breaker.order = BreakerOrder::inside;
    breaker.size = 20;
    breaker.minimumCalls = 10;
    breaker.openTime = 700ms;
    breaker.probes = 3;
    breaker.successes = 3;
    return experiment;
}

inline RunPointer runOf(const Experiment &experiment)
{
    return std::make_shared<RunModel>(experiment, simulate(experiment.world));
}

/// How many different colours are in the picture (counting stops at `enough`): a blank one has one.
inline qsizetype coloursIn(const QImage &image, qsizetype enough = 50)
{
    QSet<QRgb> seen;
    for (int y = 0; y < image.height() && seen.size() < enough; ++y) {
        for (int x = 0; x < image.width(); ++x)
            seen.insert(image.pixel(x, y));
    }
    return seen.size();
}

/// Collects Qt's warnings while it lives. The offscreen platform's remark on size hints does not count.
class Warnings {
public:
    Warnings() { s_texts.clear(), m_before = qInstallMessageHandler(note); }
    ~Warnings() { qInstallMessageHandler(m_before); }
    Warnings(const Warnings &) = delete;
    Warnings &operator=(const Warnings &) = delete;

    static const QStringList &texts() { return s_texts; }

private:
    static void note(QtMsgType type, const QMessageLogContext &, const QString &text)
    {
        if (type != QtDebugMsg && type != QtInfoMsg && !text.contains(QLatin1String("propagateSizeHints")))
            s_texts << text;
    }

    static inline QStringList s_texts;
    QtMessageHandler m_before;
};

} // namespace retrylab::chartruns
