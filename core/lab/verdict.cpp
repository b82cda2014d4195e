// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/verdict.h"

#include <algorithm>
#include <cmath>

namespace retrylab {

namespace {

/// Sums over stretches of whole bins in constant time each.
class Totals {
public:
    template <typename Count>
    Totals(const std::vector<Bin> &bins, Count count)
    {
        m_upTo.reserve(bins.size() + 1);
        m_upTo.push_back(0);
        for (const Bin &bin : bins)
            m_upTo.push_back(m_upTo.back() + count(bin));
    }

    double sum(std::size_t from, std::size_t to) const { return static_cast<double>(m_upTo[to] - m_upTo[from]); }

private:
    std::vector<std::uint64_t> m_upTo;
};

/// The bins of the baseline and of the time after the faults.
struct Stretches {
    std::size_t baselineFrom = 0, baselineTo = 0;
    std::size_t after = 0; ///< first bin wholly after the last fault
    std::size_t end = 0;   ///< bins wholly within the run
    std::size_t hold = 1;  ///< bins
    std::int64_t faultEnd = 0;
};

/// A baseline rate per bin, and how far a rate measured over `bins` bins may stray from it.
struct Band {
    double rate = 0;
    double tolerance = 0;
    double baselineBins = 1;

    double halfWidth(double bins, double deviations) const
    {
        const double noise = std::sqrt(rate / bins + rate / baselineBins);
        return std::max(tolerance * rate, deviations * noise);
    }
    bool holds(double total, double bins, double deviations) const
    {
        return std::abs(total / bins - rate) <= halfWidth(bins, deviations);
    }
};

constexpr double wholeDeviations = 2;
constexpr double partDeviations = 3;

struct FaultSpan {
    bool strikes = false;
    bool endKnown = true;
    Time from = never;
    Time to{};
};

FaultSpan faultSpan(const World &world)
{
    FaultSpan span;
    const Time runEnd = Time(world.duration);
    for (const Fault &fault : world.faults) {
        if (fault.from >= runEnd || fault.from >= fault.to)
            continue;
        span.strikes = true;
        span.from = std::min(span.from, fault.from);
        span.to = std::max(span.to, fault.to);
        if (fault.to == never && fault.count != unlimitedCount)
            span.endKnown = false;
    }
    return span;
}

std::size_t binsUpTo(std::int64_t t, std::int64_t width)
{
    return static_cast<std::size_t>(std::max<std::int64_t>(t, 0) / width);
}

/// First bin that begins at or after t. `t` is within the run, so the sum cannot overflow.
std::size_t binFrom(std::int64_t t, std::int64_t width)
{
    return binsUpTo(t + width - 1, width);
}

Stretches stretchesOf(const Trace &trace, const FaultSpan &span)
{
    const World &world = trace.world;
    const std::int64_t width = trace.binWidth;
    const std::int64_t runEnd = world.duration.count();
    Stretches s;
    s.faultEnd = std::min(span.to.time_since_epoch().count(), runEnd);
    s.baselineFrom = binFrom(std::min(world.warmup.count(), runEnd), width);
    s.baselineTo = binsUpTo(span.from.time_since_epoch().count(), width);
    s.after = binFrom(s.faultEnd, width);
    // The last bin may reach past the end of the run; a part of a bin has no rate to compare.
    s.end = std::min(trace.bins.size(), binsUpTo(runEnd, width));
    s.hold = std::max<std::size_t>(binFrom(std::min(world.recovery.hold.count(), runEnd), width), 1);
    return s;
}

/// Is goodput steady over the `hold` bins from `from` on?
bool steady(const Totals &goodput, const Band &band, std::size_t from, std::size_t hold)
{
    if (!band.holds(goodput.sum(from, from + hold), static_cast<double>(hold), wholeDeviations))
        return false;
    const std::size_t parts = std::min<std::size_t>(hold, 5);
    for (std::size_t part = 0; part < parts; ++part) {
        const std::size_t a = from + hold * part / parts;
        const std::size_t b = from + hold * (part + 1) / parts;
        if (!band.holds(goodput.sum(a, b), static_cast<double>(b - a), partDeviations))
            return false;
    }
    return true;
}

Band bandOf(const Totals &totals, const Stretches &s, double tolerance)
{
    const auto bins = static_cast<double>(s.baselineTo - s.baselineFrom);
    return {totals.sum(s.baselineFrom, s.baselineTo) / bins, tolerance, bins};
}

/// What to call a run that did not recover, from its last `hold`.
Verdict withoutRecovery(const Trace &trace, const Stretches &s, const Totals &goodput, const Band &band)
{
    const auto bins = static_cast<double>(s.hold);
    const std::size_t from = s.end - s.hold;
    if (goodput.sum(from, s.end) / bins > band.rate + band.halfWidth(bins, wholeDeviations))
        return Verdict::tooShort;

    const Totals first(trace.bins, [](const Bin &bin) { return bin.firstAttempts; });
    const Totals offered(trace.bins, [](const Bin &bin) { return bin.firstAttempts + bin.refused; });
    const Band offeredBand = bandOf(offered, s, trace.world.recovery.tolerance);
    // A refusal may be a call's first or (inside the retry) a later one: the offered load lies between the two counts.
    const double margin = offeredBand.halfWidth(bins, wholeDeviations);
    const double least = first.sum(from, s.end) / bins;
    const double most = offered.sum(from, s.end) / bins;
    const bool back = least <= offeredBand.rate + margin && most >= offeredBand.rate - margin;
    return back ? Verdict::metastable : Verdict::unrecovered;
}

} // namespace

const char *verdictName(Verdict verdict)
{
    switch (verdict) {
    case Verdict::none: return "none";
    case Verdict::recovered: return "recovered";
    case Verdict::slow: return "slow";
    case Verdict::metastable: return "metastable";
    case Verdict::tooShort: return "tooShort";
    case Verdict::unrecovered: return "unrecovered";
    }
    return "none";
}

Recovery judgeRecovery(const Trace &trace)
{
    const FaultSpan span = faultSpan(trace.world);
    if (!span.strikes || trace.bins.empty() || trace.binWidth <= 0)
        return {};
    const Stretches s = stretchesOf(trace, span);
    if (s.baselineFrom >= s.baselineTo || s.baselineTo > trace.bins.size())
        return {};
    const Totals goodput(trace.bins, [](const Bin &bin) { return bin.succeeded; });
    const Band band = bandOf(goodput, s, trace.world.recovery.tolerance);
    if (band.rate <= 0 || !span.endKnown)
        return {};
    if (s.after + s.hold > s.end)
        return {Verdict::tooShort, {}};

    for (std::size_t from = s.after; from + s.hold <= s.end; ++from) {
        if (!steady(goodput, band, from, s.hold))
            continue;
        const auto at = static_cast<std::int64_t>(from) * trace.binWidth;
        const Duration time(at - s.faultEnd);
        return {time > trace.world.recovery.slowAfter ? Verdict::slow : Verdict::recovered, time};
    }
    return {withoutRecovery(trace, s, goodput, band), {}};
}

} // namespace retrylab
