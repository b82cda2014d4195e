// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/policy/backoff.h"

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
Duration doubled(Duration base, std::uint32_t steps, Duration cap)
{
    const auto most = static_cast<std::uint64_t>(cap.count());
    const auto value = static_cast<std::uint64_t>(base.count());
    if (steps >= 63 || value > (most >> steps))
        return cap;
    return Duration(static_cast<Duration::rep>(value << steps));
}

/// value held at the cap. An exact integer path keeps caps beyond 2^53 ns intact.
Duration capped(double value, Duration cap)
{
    return std::min(toDuration(value), cap);
}

Duration fraction(Duration d, double share)
{
    return toDuration(nanoseconds(d) * share);
}

struct DecorrelatedRange {
    double low;
    double high;
};

DecorrelatedRange decorrelatedRange(const Backoff &backoff, std::uint32_t retry, Duration previous)
{
    const double low = nanoseconds(backoff.base);
    const double before = retry <= 1 ? low : nanoseconds(previous);
    return {low, std::max(low, 3.0 * before)};
}

} // namespace

Duration backoffCeiling(const Backoff &backoff, std::uint32_t retry)
{
    const std::uint32_t steps = retry > 0 ? retry - 1 : 0;
    switch (backoff.kind) {
    case BackoffKind::none: return Duration::zero();
    case BackoffKind::fixed: return std::min(backoff.base, backoff.cap);
    case BackoffKind::linear:
        return capped(nanoseconds(backoff.base) + nanoseconds(backoff.increment) * steps, backoff.cap);
    case BackoffKind::exponential:
        // 0 stays 0 however often it is doubled; 0 · ∞ would be NaN.
        if (backoff.base == Duration::zero())
            return Duration::zero();
        if (backoff.multiplier == 2.0 && backoff.base < exactInDoubles)
            return doubled(backoff.base, steps, backoff.cap);
        // To the nearest nanosecond: 1.15 is a little less than 1.15 in binary, and 100 ms · 1.15 should be 115 ms.
        return capped(std::round(nanoseconds(backoff.base) * power(backoff.multiplier, steps)), backoff.cap);
    }
    return Duration::zero();
}

WaitRange waitRange(const Backoff &backoff, const JitterOptions &jitter, std::uint32_t retry, Duration previous)
{
    if (backoff.kind == BackoffKind::none)
        return {};
    const Duration ceiling = backoffCeiling(backoff, retry);
    switch (jitter.kind) {
    case Jitter::none: return {ceiling, ceiling};
    case Jitter::full: return {Duration::zero(), ceiling};
    case Jitter::equal: return {ceiling / 2, ceiling};
    case Jitter::proportional:
        return {fraction(ceiling, 1.0 - jitter.proportion), fraction(ceiling, 1.0 + jitter.proportion)};
    case Jitter::decorrelated: {
        const DecorrelatedRange range = decorrelatedRange(backoff, retry, previous);
        return {capped(range.low, backoff.cap), capped(range.high, backoff.cap)};
    }
    }
    return {};
}

Duration drawWait(const Backoff &backoff, const JitterOptions &jitter, std::uint32_t retry, Duration previous, double u)
{
    if (backoff.kind == BackoffKind::none)
        return Duration::zero();
    if (jitter.kind == Jitter::full) // the usual one, without the detour through a range
        return fraction(backoffCeiling(backoff, retry), u);
    if (jitter.kind == Jitter::decorrelated) {
        const DecorrelatedRange range = decorrelatedRange(backoff, retry, previous);
        return capped(range.low + (range.high - range.low) * u, backoff.cap);
    }
    const WaitRange range = waitRange(backoff, jitter, retry, previous);
    return range.low + fraction(range.high - range.low, u);
}

} // namespace retrylab
