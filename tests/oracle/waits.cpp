// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/oracle/waits.h"

#include <cmath>

using namespace Qt::StringLiterals;

namespace retrylab::oracle {

namespace {

/// Waits that hang on the one before have to be drawn from the first.
bool needsPrevious(Jitter jitter)
{
    return jitter == Jitter::decorrelated || jitter == Jitter::decorrelatedArticle;
}

QJsonValue converted(const QJsonValue &ticks, double perSecond, double unitsPerSecond)
{
    if (ticks.isDouble())
        return inUnits({Duration(ticks.toInteger()), perSecond}, unitsPerSecond);
    if (!ticks.isArray())
        return ticks;
    return mapped(ticks, [&](const QJsonValue &each) { return converted(each, perSecond, unitsPerSecond); });
}

} // namespace

Schedule uncapped(BackoffKind kind, Duration base)
{
    Schedule schedule;
    schedule.backoff.kind = kind;
    schedule.backoff.base = base;
    schedule.backoff.increment = base;
    schedule.backoff.cap = unlimited;
    return schedule;
}

Duration waitAt(const Schedule &schedule, std::uint32_t retry, double u)
{
    Duration previous{0};
    for (std::uint32_t earlier = 1; earlier < retry && needsPrevious(schedule.jitter.kind); ++earlier)
        previous = drawWait(schedule.backoff, schedule.jitter, earlier, previous, u, u);
    return drawWait(schedule.backoff, schedule.jitter, retry, previous, u, u);
}

QJsonValue inUnits(Wait wait, double unitsPerSecond)
{
    const qint64 ticks = wait.ticks.count();
    if (wait.perSecond == unitsPerSecond)
        return ticks;
    if (wait.perSecond < unitsPerSecond)
        return static_cast<double>(ticks) * std::round(unitsPerSecond / wait.perSecond);
    const double ticksPerUnit = wait.perSecond / unitsPerSecond;
    const auto divisor = static_cast<qint64>(ticksPerUnit);
    return ticks % divisor == 0 ? QJsonValue(ticks / divisor) : QJsonValue(static_cast<double>(ticks) / ticksPerUnit);
}

QJsonObject figuresOf(const QString &name, const QJsonValue &ticks, const Ticks &tick, double perSecond)
{
    QJsonObject figures;
    forEachUnit(name, perSecond, [&](const QString &key, double unitsPerSecond) {
        figures[key] = converted(ticks, tick.perSecond(), unitsPerSecond);
    });
    return figures;
}

void addFigures(QJsonObject &figures, const QJsonObject &more)
{
    for (auto it = more.begin(); it != more.end(); ++it)
        figures.insert(it.key(), it.value());
}

} // namespace retrylab::oracle
