// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/end_reason.h"
#include "core/policy/random.h"

#include <cstdint>

namespace retrylab {

/// What answers a call in the service's place.
enum class FallbackKind : std::uint8_t {
    none,   ///< nothing: the call fails
    cache,  ///< an earlier answer of the service
    value,  ///< a default that is always the same: an empty list, no recommendations; "default" in files
    backup, ///< another service
};

/// Which calls it is asked to answer.
enum class FallbackOn : std::uint8_t {
    failure, ///< every call that ends without success, whatever the reason
    open,    ///< only those that end because the breaker refuses them
};

/// The last resort of a call. What it answers is *degraded*: neither succeeded nor failed. Its answer takes no time, and
/// breaker and budget do not hear of it: to them the call has failed.
struct FallbackOptions {
    FallbackKind kind = FallbackKind::none;
    FallbackOn on = FallbackOn::failure;
    /// The share of those calls that it can answer, 0–1: a cache knows only so much, and a backup fails too.
    double share = 1.0;

    friend bool operator==(const FallbackOptions &, const FallbackOptions &) = default;
};

/// Does the fallback answer a call that has ended for `reason`? For whoever drives calls to ask once, when one is done.
/// `path` is the call's and decides by chance: the same call is answered, or not, in every run.
inline bool fallsBack(const FallbackOptions &fallback, EndReason reason, std::uint64_t path)
{
    if (fallback.kind == FallbackKind::none || reason == EndReason::succeeded)
        return false;
    if (fallback.on == FallbackOn::open && reason != EndReason::breakerOpen)
        return false;
    return uniform(path, Purpose::fallback, 0) < fallback.share;
}

} // namespace retrylab
