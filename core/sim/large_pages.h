// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <new>

namespace retrylab {

/// From this size on a table has a mapping of its own.
inline constexpr std::size_t ownMappingFrom = std::size_t{8} << 20;

/// Memory that begins and ends with a large page, for at least so many bytes; its content is anything. Throws
/// std::bad_alloc when there is none. The last mapping that was given back is kept for the next one of its size: clearing
/// new pages would be a seventh of a run with a million callers. Any thread may call both.
void *takeMapping(std::size_t bytes);
void giveMappingBack(void *memory, std::size_t bytes);

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
        // Memory that the heap hands out again keeps its small pages, whatever is advised.
        return static_cast<T *>(bytes >= ownMappingFrom ? takeMapping(bytes) : ::operator new(bytes, alignment));
    }
    void deallocate(T *memory, std::size_t count)
    {
        if (const std::size_t bytes = count * sizeof(T); bytes >= ownMappingFrom)
            giveMappingBack(memory, bytes);
        else
            ::operator delete(memory, alignment);
    }

    bool operator==(const LargePages & /*other*/) const { return true; }

private:
    static constexpr std::align_val_t alignment{std::max(alignof(T), alignof(std::max_align_t))};
};

} // namespace retrylab
