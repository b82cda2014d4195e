// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/policy/ratio_budget.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace retrylab {

namespace {

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
constexpr double highestRatio = 1000.0;
constexpr double partsPerRetry = 1e9;
constexpr double partsPerRequest = 1000.0;

/// Truncated, and held inside [0, 2⁶³]; NaN gives 0.
std::uint64_t toParts(double x)
{
    constexpr double largest = 9223372036854775808.0;
    return x > 0 ? static_cast<std::uint64_t>(std::min(x, largest)) : 0;
}

std::uint64_t heldSum(std::uint64_t a, std::uint64_t b)
{
    return b > most - a ? most : a + b;
}

std::uint64_t heldProduct(std::uint64_t a, std::uint64_t b)
{
    return a != 0 && b > most / a ? most : a * b;
}

std::uint64_t earned(Counts counts, const RatioPrices &prices)
{
    return heldSum(heldProduct(counts.first, prices.deposit), prices.reserve);
}

std::uint64_t left(Counts counts, const RatioPrices &prices)
{
    const std::uint64_t all = earned(counts, prices);
    return all - std::min(all, heldProduct(counts.second, prices.withdrawal));
}

double retriesFor(std::uint64_t parts, const RatioPrices &prices)
{
    return static_cast<double>(parts) / static_cast<double>(prices.withdrawal);
}

} // namespace

RatioPrices ratioPrices(const BudgetOptions &options)
{
    const double ratio = std::min(options.ratio, highestRatio);
    const double seconds = toSeconds(options.window);
    RatioPrices prices;
    if (options.arithmetic == BudgetArithmetic::exact) {
        // Rounded up, so that three thirds pay for a retry; decimals that fit come out as typed.
        constexpr double hair = 1e-6;
        prices.deposit = ratio > 0 ? toParts(std::ceil(ratio * partsPerRetry - hair)) : 0;
        prices.withdrawal = toParts(partsPerRetry);
        prices.reserve = toParts(options.minPerSecond * seconds * partsPerRetry + hair);
        return prices;
    }
    if (ratio > 0) {
        prices.deposit = toParts(partsPerRequest);
        prices.withdrawal = std::max<std::uint64_t>(1, toParts(partsPerRequest / ratio));
    }
    const std::uint64_t retries = toParts(options.minPerSecond * std::floor(seconds));
    prices.reserve = heldProduct(retries, prices.withdrawal);
    return prices;
}

bool fitsFinagle(const BudgetOptions &options)
{
    using namespace std::chrono_literals;
    return options.window >= 1s && options.window < 61s && options.ratio >= 0.0 && options.ratio <= highestRatio
           && options.minPerSecond >= 0.0;
}

bool RatioBudget::withdraw(Time now, const BudgetOptions &options, std::uint32_t retries)
{
    now = m_window.notBefore(now);
    m_window.slide(now);
    const RatioPrices prices = ratioPrices(options);
    if (left(m_window.total(), prices) < heldProduct(retries, prices.withdrawal))
        return false;
    m_window.add(now, {0, retries});
    return true;
}

double RatioBudget::balance(Time now, const BudgetOptions &options) const
{
    const RatioPrices prices = ratioPrices(options);
    return retriesFor(left(m_window.totalAt(now), prices), prices);
}

double RatioBudget::capacity(Time now, const BudgetOptions &options) const
{
    const RatioPrices prices = ratioPrices(options);
    return retriesFor(earned(m_window.totalAt(now), prices), prices);
}

} // namespace retrylab
