// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/policy/backoff.h"

#include "core/policy/portable_math.h"

#include <algorithm>
#include <cmath>

namespace retrylab {

namespace {

/// 2^53 ns: whole numbers below this are exact as doubles, and stay so when doubled.
constexpr Duration exactInDoubles{std::int64_t{1} << 53};

double nanoseconds(Duration d)
{
    return static_cast<double>(d.count());
}

/// x to a whole power by squaring. std::pow may differ by a bit between C libraries and processors.
double power(double x, std::uint32_t exponent)
{
    double result = 1.0;
    for (; exponent != 0; exponent >>= 1) {
        if ((exponent & 1) != 0)
            result *= x;
        x *= x;
    }
    return result;
}

/// base · 2^steps. With a base below 2^53 this is what the doubles give, without a detour through them.
Duration doubled(Duration base, std::uint32_t steps)
{
    const auto value = static_cast<std::uint64_t>(base.count());
    if (steps >= 63 || value > (static_cast<std::uint64_t>(unlimited.count()) >> steps))
        return unlimited;
    return Duration(static_cast<Duration::rep>(value << steps));
}

Duration fraction(Duration d, double share)
{
    return toDuration(nanoseconds(d) * share);
}

/// Drops what is over a whole multiple of the unit. `unlimited` stays.
Duration inUnits(Duration d, Duration unit)
{
    return unit.count() <= 1 || d == unlimited ? d : d - d % unit;
}

Duration sum(Duration a, Duration b)
{
    return a > unlimited - b ? unlimited : a + b;
}

/// Step by step, each cut to whole units: what integers do in a loop. Ends early where the cap is reached or a step
/// changes nothing (1 ms · 1.5 in whole milliseconds never grows).
Duration integerSteps(const Backoff &backoff, std::uint32_t steps)
{
    const double unit = nanoseconds(std::max(backoff.unit, Duration(1)));
    // Under a cap that comes last the steps go on growing: they still move the ends of a jitter's range.
    const Duration most = backoff.capOrder == CapOrder::beforeJitter ? backoff.cap : unlimited;
    Duration value = inUnits(backoff.base, backoff.unit);
    for (; steps != 0; --steps) {
        const Duration next = inUnits(toDuration(std::floor(nanoseconds(value) / unit * backoff.multiplier) * unit), //
                                      backoff.unit);
        if (next == value || (backoff.multiplier > 1.0 && value >= most))
            break;
        value = next;
    }
    return value;
}

Duration exponential(const Backoff &backoff, std::uint32_t steps)
{
    // 0 stays 0 however often it is doubled; 0 · ∞ would be NaN.
    if (backoff.base == Duration::zero())
        return Duration::zero();
    if (backoff.steps == BackoffSteps::integer)
        return integerSteps(backoff, steps);
    if (backoff.multiplier == 2.0 && backoff.base < exactInDoubles)
        return doubled(backoff.base, steps);
    // To the nearest nanosecond: 1.15 is a little less than 1.15 in binary, and 100 ms · 1.15 should be 115 ms.
    return toDuration(std::round(nanoseconds(backoff.base) * power(backoff.multiplier, steps)));
}

/// The wait before retry `retry` before cap, floor and chance.
Duration growth(const Backoff &backoff, std::uint32_t retry)
{
    const std::uint32_t earlier = retry > 0 ? retry - 1 : 0;
    if (backoff.firstAtOnce && earlier == 0)
        return Duration::zero();
    switch (backoff.kind) {
    case BackoffKind::none: return Duration::zero();
    case BackoffKind::fixed: return backoff.base;
    case BackoffKind::linear:
        return toDuration(nanoseconds(backoff.base)
                          + nanoseconds(backoff.increment)
                                * (static_cast<double>(earlier) + static_cast<double>(backoff.firstExponent)));
    case BackoffKind::exponential: return exponential(backoff, earlier + backoff.firstExponent);
    case BackoffKind::list:
        return backoff.waits.empty() ? Duration::zero()
                                     : backoff.waits[std::min<std::size_t>(earlier, backoff.waits.size() - 1)];
    }
    return Duration::zero();
}

/// The last word on every wait: not beyond the cap, not below the floor, in whole units.
Duration finished(const Backoff &backoff, Duration wait, bool capped)
{
    if (capped)
        wait = std::min(wait, backoff.cap);
    return inUnits(std::max(wait, backoff.floor), backoff.unit);
}

bool capsLast(const Backoff &backoff, Jitter jitter)
{
    return backoff.capOrder == CapOrder::afterJitter || jitter == Jitter::decorrelated
           || jitter == Jitter::decorrelatedArticle || jitter == Jitter::decorrelatedV2;
}

/// 2^t · tanh √(4t): a smooth curve that doubles with every step and starts at 0.
double smoothGrowth(double t)
{
    return t <= 0.0 ? 0.0 : portableExp2(t) * portableTanh(std::sqrt(4.0 * t));
}

/// The distance between two points of that curve, as a wait. The median first wait is then about the base.
double smoothWait(const Backoff &backoff, double from, double to)
{
    constexpr double scale = 1.4;
    const double distance = smoothGrowth(to) - smoothGrowth(from);
    if (backoff.base == Duration::zero())
        return 0.0;
    // Beyond the range of doubles both ends are infinite and their difference is no number: as long as may be.
    return distance >= 0.0 ? distance / scale * nanoseconds(backoff.base) : HUGE_VAL;
}

Duration tripled(Duration d)
{
    return d > unlimited / 3 ? unlimited : 3 * d;
}

/// The range before it is held at cap and floor; `wait` is the backoff's own.
WaitRange jitteredRange(const Backoff &backoff, const JitterOptions &jitter, std::uint32_t retry, Duration wait,
                        Duration previous)
{
    const Duration before = retry <= 1 ? backoff.base : previous;
    const double step = retry > 0 ? retry : 1;
    switch (jitter.kind) {
    case Jitter::none: break;
    case Jitter::full: return {std::min(backoff.floor, wait), wait};
    case Jitter::equal: return {wait / 2, wait};
    case Jitter::proportional:
        return {wait - fraction(wait, jitter.proportion), sum(wait, fraction(wait, jitter.proportion))};
    case Jitter::added: return {wait, sum(wait, fraction(wait, jitter.proportion))};
    case Jitter::aroundTime: return {wait - std::min(wait, jitter.amount), sum(wait, jitter.amount)};
    case Jitter::addedTime: return {wait, sum(wait, jitter.amount)};
    case Jitter::decorrelated: return {backoff.base, std::max(backoff.base, tripled(before))};
    case Jitter::decorrelatedArticle: return {Duration::zero(), tripled(before)};
    case Jitter::decorrelatedV2: return {Duration::zero(), toDuration(smoothWait(backoff, step - 2.0, step))};
    }
    return {wait, wait};
}

/// A random integer around a wait may be both ends: (v − d) + u·(2d + 1), its fraction dropped (resilience4j,
/// cenkalti/backoff).
bool drawsBothEnds(const Backoff &backoff, const JitterOptions &jitter)
{
    return backoff.steps == BackoffSteps::integer && jitter.kind == Jitter::proportional && jitter.proportion > 0.0;
}

WaitRange drawnRange(const Backoff &backoff, const JitterOptions &jitter, std::uint32_t retry, Duration wait,
                     Duration previous)
{
    WaitRange range = jitteredRange(backoff, jitter, retry, wait, previous);
    if (drawsBothEnds(backoff, jitter) && range.high > range.low)
        range.high = sum(range.high, backoff.unit - Duration(1));
    return range;
}

/// The wait that is left to chance, or that is not: held at the cap where the cap comes first.
Duration beforeChance(const Backoff &backoff, std::uint32_t retry)
{
    const Duration wait = growth(backoff, retry);
    return backoff.capOrder == CapOrder::beforeJitter ? std::min(wait, backoff.cap) : wait;
}

bool leavesToChance(const Backoff &backoff, const JitterOptions &jitter, std::uint32_t retry)
{
    return backoff.kind != BackoffKind::none && jitter.kind != Jitter::none && !(backoff.firstAtOnce && retry <= 1);
}

} // namespace

Duration backoffCeiling(const Backoff &backoff, std::uint32_t retry)
{
    return finished(backoff, growth(backoff, retry), true);
}

WaitRange waitRange(const Backoff &backoff, const JitterOptions &jitter, std::uint32_t retry, Duration previous)
{
    if (backoff.kind == BackoffKind::none)
        return {};
    const Duration wait = beforeChance(backoff, retry);
    const bool last = capsLast(backoff, jitter.kind);
    if (!leavesToChance(backoff, jitter, retry))
        return {finished(backoff, wait, last), finished(backoff, wait, last)};
    const WaitRange range = drawnRange(backoff, jitter, retry, wait, previous);
    return {finished(backoff, range.low, last), finished(backoff, range.high, last)};
}

Duration drawWait(const Backoff &backoff, const JitterOptions &jitter, std::uint32_t retry, Duration previous, double u,
                  double uBefore)
{
    if (backoff.kind == BackoffKind::none)
        return Duration::zero();
    const Duration wait = beforeChance(backoff, retry);
    const bool last = capsLast(backoff, jitter.kind);
    if (!leavesToChance(backoff, jitter, retry))
        return finished(backoff, wait, last);
    if (jitter.kind == Jitter::full && backoff.floor == Duration::zero()) // the usual one, without the detour
        return finished(backoff, fraction(wait, u), last);
    if (jitter.kind == Jitter::decorrelatedV2) {
        const double step = retry > 0 ? retry - 1.0 : 0.0;
        return finished(backoff, toDuration(smoothWait(backoff, step - 1.0 + uBefore, step + u)), last);
    }
    const WaitRange range = drawnRange(backoff, jitter, retry, wait, previous);
    const Duration lastTick = drawsBothEnds(backoff, jitter) ? Duration(1) : Duration(0);
    const Duration drawn = sum(range.low, fraction(sum(range.high - range.low, lastTick), u));
    return finished(backoff, std::min(drawn, range.high), last);
}

} // namespace retrylab
