// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace retrylab {

/// Tells the allocator to keep what is freed instead of giving it back to the system. While a slider moves, one trace of
/// some megabytes replaces another many times a second, and asking the system for fresh pages each time is a sixth of the
/// cost of a run. Call it once, first thing in main(). Does nothing where the C library has no such setting.
void keepFreedMemory();

} // namespace retrylab
