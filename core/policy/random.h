// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace retrylab {

/// What a random number is for. Every purpose is a stream of its own: adding a draw for one purpose
/// never shifts the draws of another. The numbers are part of the reproducibility promise: append only.
enum class Purpose : std::uint8_t {
    arrival = 1,
    caller = 2,
    serviceTime = 3,
    jitter = 4,
    faultShare = 5,
    thinkTime = 6,
    path = 7,
    budget = 8,
    hint = 9,
    fallback = 10,
};

/// Spreads the bits of x over all 64 bits. A bijection (the finaliser constants are Pelle Evensen's
/// "moremur", which passes PractRand on a plain counter).
constexpr std::uint64_t mixBits(std::uint64_t x)
{
    x ^= x >> 27;
    x *= 0x3C79AC492BA7B653ULL;
    x ^= x >> 33;
    x *= 0x1C69B3F74AC4AE35ULL;
    x ^= x >> 27;
    return x;
}

/// Identity of a logical call: the run's seed, then everything that leads to the call (caller, request,
/// node and parent attempt in chains). Two different routes give different paths, so draws never collide.
constexpr std::uint64_t extendPath(std::uint64_t path, std::uint64_t step)
{
    return mixBits(path + 0x9E3779B97F4A7C15ULL * (step + 1));
}

constexpr std::uint64_t rootPath(std::uint64_t seed)
{
    return extendPath(mixBits(seed ^ 0xD1B54A32D192ED03ULL), static_cast<std::uint64_t>(Purpose::path));
}

/// 64 random bits for (path, purpose, attempt). Pure: the same arguments always give the same bits.
/// The path is well mixed already, so this is a counter-based generator in the manner of SplitMix64: one mix per draw.
constexpr std::uint64_t randomBits(std::uint64_t path, Purpose purpose, std::uint64_t attempt)
{
    const std::uint64_t stream = static_cast<std::uint64_t>(purpose) * 0xA0761D6478BD642FULL;
    return mixBits((path ^ stream) + attempt * 0x9E3779B97F4A7C15ULL);
}

/// A number in [0, 1), from the upper 53 bits.
constexpr double toUnit(std::uint64_t bits)
{
    return static_cast<double>(bits >> 11) * 0x1.0p-53;
}

/// A uniform draw in [0, 1) for (path, purpose, attempt).
constexpr double uniform(std::uint64_t path, Purpose purpose, std::uint64_t attempt)
{
    return toUnit(randomBits(path, purpose, attempt));
}

} // namespace retrylab
