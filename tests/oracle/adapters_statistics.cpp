// SPDX-License-Identifier: GPL-3.0-or-later
// What follows from the formulas: moments of the jitters, the share of waits that are the cap itself, calls per
// request.
#include "tests/oracle/adapter_list.h"
#include "tests/oracle/failing_call.h"
#include "tests/oracle/quadrature.h"
#include "tests/oracle/waits.h"

#include <cmath>

using namespace Qt::StringLiterals;

namespace retrylab::oracle {

namespace {

constexpr double ticksIn1 = 1e12;

QJsonObject momentsOf(double v, const JitterOptions &jitter)
{
    Ticks tick(ticksIn1);
    Schedule schedule = uncapped(BackoffKind::fixed, tick.of({v, 1.0}));
    schedule.jitter = jitter;
    const Moments moments = momentsOver01(
        [&](double u) { return static_cast<double>(waitAt(schedule, 1, u).count()) / ticksIn1; });
    const WaitRange range = waitRange(schedule.backoff, jitter, 1, Duration(0));
    return {{u"mean"_qs, moments.mean},
            {u"var"_qs, moments.variance},
            {u"min"_qs, static_cast<double>(range.low.count()) / ticksIn1},
            {u"max"_qs, static_cast<double>(range.high.count()) / ticksIn1}};
}

/// The share of draws whose wait, spread by ± f around the cap and clipped there, is the cap. Waits grow with the draw:
/// the first draw that gives the cap is found by halving.
double shareAtCap(double f)
{
    Ticks tick(ticksIn1);
    Schedule schedule = uncapped(BackoffKind::fixed, tick.of({1.0, 1.0}));
    schedule.backoff.cap = schedule.backoff.base;
    schedule.backoff.capOrder = CapOrder::afterJitter;
    schedule.jitter = {.kind = Jitter::proportional, .proportion = f};
    double below = 0.0;
    double at = 1.0;
    for (int halving = 0; halving < 60; ++halving) {
        const double middle = (below + at) / 2;
        (waitAt(schedule, 1, middle) == schedule.backoff.cap ? at : below) = middle;
    }
    return 1.0 - at;
}

} // namespace

/// The families of jitter around a wait v, by the names they have in tables; plus_minus_20 is ± 20 %.
std::optional<QJsonObject> jitterMoments(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "analytic"_L1) || given.keys() != QStringList{u"v"_qs})
        return {};
    const double v = given[u"v"].toDouble();
    QJsonObject figures{{u"none"_qs, momentsOf(v, {.kind = Jitter::none})},
                        {u"full"_qs, momentsOf(v, {.kind = Jitter::full})},
                        {u"equal"_qs, momentsOf(v, {.kind = Jitter::equal})},
                        {u"polly_const"_qs, momentsOf(v, {.kind = Jitter::proportional, .proportion = 0.25})}};
    for (int percent = 1; percent <= 100; ++percent) {
        const QJsonObject around = momentsOf(v, {.kind = Jitter::proportional, .proportion = percent / 100.0});
        figures[u"plus_minus_%1"_qs.arg(percent)] = around;
        figures[u"cenkalti_%1"_qs.arg(percent)] = around;
        figures[u"plus_%1"_qs.arg(percent)] = momentsOf(v, {.kind = Jitter::added, .proportion = percent / 100.0});
    }
    return figures;
}

std::optional<QJsonObject> massAtCap(const QString &, const QJsonObject &given)
{
    const QString jitter = given[u"jitter"].toString();
    if (!given.contains(u"f") || !jitter.contains("clamp to cap"_L1))
        return {};
    return QJsonObject{{u"fraction_exactly_at_cap"_qs,
                        mapped(given[u"f"], [](const QJsonValue &f) { return QJsonValue(shareAtCap(f.toDouble())); })}};
}

/// Mean attempts per request when each attempt fails with probability p: Σ pᵏ over the attempts that a call makes.
std::optional<QJsonObject> amplification(const QString &, const QJsonObject &given)
{
    if (!given.contains(u"p_fail") || !given.contains(u"max_attempts"))
        return {};
    Backoff atOnce;
    atOnce.kind = BackoffKind::none;
    const auto call = failEveryAttempt(failingPolicy(atOnce, countOf(given[u"max_attempts"]).value_or(0)));
    if (!call)
        return {};
    return QJsonObject{{u"mean_calls"_qs, mapped(given[u"p_fail"], [&](const QJsonValue &p) {
                            double mean = 0.0;
                            for (std::uint32_t earlier = 0; earlier < call->attempts; ++earlier)
                                mean += std::pow(p.toDouble(), earlier);
                            return QJsonValue(mean);
                        })}};
}

} // namespace retrylab::oracle
