// SPDX-License-Identifier: GPL-3.0-or-later
// The back-off formulas of aws-arch-backoff-simulator. Its first wait is base·2^1. A unit of its time is a second here.
// The form with u for several n is one of two formulas, full or equal; it does not say which.
#include "tests/oracle/adapter_list.h"
#include "tests/oracle/quadrature.h"
#include "tests/oracle/waits.h"

#include <cmath>

using namespace Qt::StringLiterals;

namespace retrylab::oracle {

namespace {

Schedule formula(const QJsonObject &given, Jitter jitter, Ticks &tick)
{
    Schedule schedule = uncapped(BackoffKind::exponential, tick.of(spanAt(given, u"base"_qs).value_or(Span{1, 1})));
    schedule.backoff.firstExponent = 1;
    schedule.backoff.cap = tick.of(spanAt(given, u"cap"_qs).value_or(Span{HUGE_VAL, 1}));
    schedule.jitter.kind = jitter;
    return schedule;
}

QJsonObject delays(const QJsonObject &given, Jitter jitter, const Retries &retries, const QJsonValue &draws)
{
    return waitFigures(
        u"delay"_qs, anyTick, [&](Ticks &tick) { return formula(given, jitter, tick); }, retries, draws);
}

/// For each n, the wait at every u; and how they spread, as shares of v.
QJsonObject jitterTable(const QJsonObject &given, Jitter jitter)
{
    QJsonArray rows;
    for (const auto &n : given[u"n"].toArray())
        rows += delays(given, jitter, retriesAt(n, 1), given[u"u"])[u"delay"];
    Ticks tick(1e12);
    const Schedule schedule = formula(given, jitter, tick);
    const auto v = static_cast<double>(backoffCeiling(schedule.backoff, 1).count());
    const Moments moments = momentsOver01(
        [&](double u) { return static_cast<double>(waitAt(schedule, 1, u).count()) / v; });
    return {{u"delay"_qs, rows}, {u"mean_over_v"_qs, moments.mean}, {u"var_over_v2"_qs, moments.variance}};
}

/// The means of decorrelated waits. A wait is linear in the one before while nothing is clipped, and so is its mean;
/// nothing where the cap lies within reach.
std::optional<QJsonArray> decorrelatedMeans(const QJsonObject &given, std::uint32_t count)
{
    Ticks tick(1e12);
    const Schedule schedule = formula(given, Jitter::decorrelated, tick);
    QJsonArray means;
    Duration before{0};
    Duration most{0};
    for (std::uint32_t retry = 1; retry <= count; ++retry) {
        most = waitRange(schedule.backoff, schedule.jitter, retry, most).high;
        if (most == schedule.backoff.cap)
            return {};
        const double mean = integralOver01([&](double u) {
            return static_cast<double>(drawWait(schedule.backoff, schedule.jitter, retry, before, u).count());
        });
        before = toDuration(mean);
        means += mean / tick.perSecond();
    }
    return means;
}

} // namespace

std::optional<QJsonObject> archBackoff(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "aws-arch"_L1) || !given.contains(u"base") || !given.contains(u"n"))
        return {};
    if (given[u"n"].isArray() && given.contains(u"u"))
        return anyOf({jitterTable(given, Jitter::equal), jitterTable(given, Jitter::full)});
    if (given[u"n"].isArray())
        return delays(given, Jitter::none, retriesAt(given[u"n"], 1), QJsonValue::Undefined);
    const std::uint32_t count = countOf(given[u"n"]).value_or(0);
    if (given.contains(u"u"))
        return delays(given, Jitter::decorrelated, retriesUpTo(count), given[u"u"]);
    QJsonObject figures = delays(given, Jitter::none, retriesUpTo(count), QJsonValue::Undefined);
    if (const auto means = decorrelatedMeans(given, count))
        figures[u"mean_delay"] = *means;
    return figures;
}

} // namespace retrylab::oracle
