// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace retrylab {

/// Thousandths of a token: whole numbers, so that a sum of deposits never drifts (grpc-java counts the same way).
using Millitokens = std::uint32_t;

/// Tokens in thousandths; further digits are cut off (0.5466 → 546), but a decimal that fits comes out as typed
/// (1.001 × 1000 lies a hair below 1001). Held inside [0, 2³² − 1]; NaN gives 0.
constexpr Millitokens millitokens(double tokens)
{
    constexpr double most = std::numeric_limits<Millitokens>::max();
    const double scaled = tokens * 1000.0 + 1e-6;
    if (scaled >= most)
        return std::numeric_limits<Millitokens>::max();
    return scaled > 0 ? static_cast<Millitokens>(scaled) : 0;
}

/// A bucket with a bound: what is put in beyond its capacity is lost, and what is not there cannot be taken.
/// (twitter-util's bounded TokenBucket; the retry quota of the AWS SDKs.)
class TokenBucket {
public:
    /// `initial` is held at the capacity.
    constexpr TokenBucket(Millitokens capacity, Millitokens initial)
        : m_capacity(capacity)
        , m_level(std::min(capacity, initial))
    {
    }

    constexpr void put(Millitokens amount) { m_level += std::min(amount, m_capacity - m_level); }
    /// All or nothing. False: nothing was taken.
    constexpr bool take(Millitokens amount)
    {
        if (amount > m_level)
            return false;
        m_level -= amount;
        return true;
    }
    /// Takes what is there, up to `amount`.
    constexpr void drain(Millitokens amount) { m_level -= std::min(amount, m_level); }

    constexpr Millitokens capacity() const { return m_capacity; }
    constexpr Millitokens level() const { return m_level; }
    /// Fuller than half, strictly: gRPC's condition for a retry.
    constexpr bool moreThanHalfFull() const { return m_level > m_capacity / 2; }

private:
    Millitokens m_capacity;
    Millitokens m_level;
};

} // namespace retrylab
