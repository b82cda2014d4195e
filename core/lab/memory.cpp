// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/memory.h"

#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace retrylab {

void keepFreedMemory()
{
#ifdef __GLIBC__
    constexpr int megabyte = 1 << 20;
    // NOLINTBEGIN(concurrency-mt-unsafe): called before there is a second thread
    mallopt(M_MMAP_THRESHOLD, 32 * megabyte); // the largest that is allowed: beyond it, blocks still come and go
    mallopt(M_TRIM_THRESHOLD, 128 * megabyte);
    // NOLINTEND(concurrency-mt-unsafe)
#endif
}

} // namespace retrylab
