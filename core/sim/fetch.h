// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace retrylab {

/// Asks for the cache line at `address`, which will be written soon. Any address will do, valid or not.
inline void fetchLine(const void *address)
{
    __builtin_prefetch(address, 1);
    // Without this, GCC takes a function that only prefetches for one without effect, and drops its calls.
    asm volatile("" : : "r"(address));
}

} // namespace retrylab
