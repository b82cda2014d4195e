// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace retrylab {

__extension__ typedef __int128 WideSum;

/// A sum that may be wider than the trace's field: held at the largest value instead of wrapping.
inline std::int64_t heldSum(WideSum sum)
{
    return static_cast<std::int64_t>(std::min<WideSum>(sum, std::numeric_limits<std::int64_t>::max()));
}

/// a + b for b ≥ 0, held at the largest value instead of wrapping.
inline std::int64_t safeSum(std::int64_t a, std::int64_t b)
{
    return b > std::numeric_limits<std::int64_t>::max() - a ? std::numeric_limits<std::int64_t>::max() : a + b;
}

} // namespace retrylab
