// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/budget_options.h"
#include "core/policy/sliding_counts.h"

#include <algorithm>

namespace retrylab {

/// max(0, (requests − k × accepts) ÷ (requests + padding)), in [0, 1]. Google's SRE book has k = 2 and padding 1, gRPC's
/// route lookup k = 2 and padding 8, Envoy's old admission control calls k "aggression".
constexpr double refusalProbability(double requests, double accepts, double k, double padding)
{
    const double most = requests + padding;
    const double probability = most > 0 ? (requests - k * accepts) / most : 0.0;
    return probability > 0 ? std::min(probability, 1.0) : 0.0; // NaN is not > 0
}

/// Google SRE's adaptive throttling, as gRPC's route lookup does it: answers are counted when they come, refusals at
/// once and as requests that were not accepted.
class AdaptiveThrottle {
public:
    explicit AdaptiveThrottle(const BudgetOptions &options)
        : m_window(options.window, options.slices, WindowRule::aligned)
    {
    }

    /// Whether to refuse an attempt, given the uniform draw u in [0, 1): when the probability exceeds u. A refusal is
    /// counted.
    bool refuses(Time now, double u, const BudgetOptions &options)
    {
        m_window.slide(now);
        if (!(probabilityOf(m_window.total(), options) > u))
            return false;
        m_window.add(now, {1, 0});
        return true;
    }
    void answered(Time now, bool accepted) { m_window.add(now, {1, accepted ? 1U : 0U}); }

    double probability(Time now, const BudgetOptions &options) const
    {
        return probabilityOf(m_window.totalAt(now), options);
    }
    /// Requests and, of these, accepts in the window.
    Counts counts(Time now) const { return m_window.totalAt(now); }

private:
    static double probabilityOf(Counts counts, const BudgetOptions &options)
    {
        return refusalProbability(counts.first, counts.second, options.k, options.padding);
    }

    SlidingCounts m_window; ///< requests, accepts
};

} // namespace retrylab
