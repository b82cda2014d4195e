// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace retrylab {

/// An allocator for a table that is read all over the place: asks the system for large pages where the table is large. The
/// calls of a million callers take 64 MB; touching them for the first time, a small page at a time, was a quarter of the
/// run. Where the system has no large pages, or none left, it is an ordinary allocator.
template <typename T>
struct LargePages {
    using value_type = T;

    LargePages() = default;
    template <typename Other>
    LargePages(const LargePages<Other> & /*other*/)
    {
    }

    T *allocate(std::size_t count)
    {
        const std::size_t bytes = count * sizeof(T);
        void *const memory = ::operator new(bytes, alignment(bytes));
#ifdef __linux__
        if (bytes >= page)
            madvise(memory, bytes / page * page, MADV_HUGEPAGE); // only advice: it may fail without harm
#endif
        return static_cast<T *>(memory);
    }
    void deallocate(T *memory, std::size_t count)
    {
        ::operator delete(memory, alignment(count * sizeof(T)));
    }

    bool operator==(const LargePages & /*other*/) const
    {
        return true;
    }

private:
    static constexpr std::size_t page = std::size_t{2} << 20; ///< of x86-64; elsewhere the advice is for nothing

    static std::align_val_t alignment(std::size_t bytes)
    {
        return std::align_val_t{bytes >= page ? page : std::max(alignof(T), alignof(std::max_align_t))};
    }
};

} // namespace retrylab
