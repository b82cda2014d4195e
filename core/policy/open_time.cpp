// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/policy/open_time.h"

#include "core/policy/backoff.h"

#include <algorithm>

namespace retrylab {

Duration openTimeAfter(const BreakerOptions &options, std::uint32_t reopenings)
{
    if (reopenings == 0)
        return std::min(options.openTime, options.openCap);
    Backoff growth;
    growth.kind = options.openGrowth == OpenGrowth::linear ? BackoffKind::linear : BackoffKind::exponential;
    growth.base = options.openTime;
    growth.increment = options.openTime;
    growth.multiplier = options.openMultiplier;
    growth.cap = options.openCap;
    return backoffCeiling(growth, reopenings + 1U);
}

} // namespace retrylab
