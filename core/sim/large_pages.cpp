// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/large_pages.h"

#include <cstdint>
#include <mutex>
#include <utility>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace retrylab {

namespace {

constexpr std::size_t largePage = std::size_t{2} << 20; // of x86-64; elsewhere the advice is for nothing

std::size_t wholePages(std::size_t bytes)
{
    return (bytes + largePage - 1) / largePage * largePage;
}

#ifdef __linux__
void *mapPages(std::size_t bytes)
{
    // One page more, so that there is room to begin at a whole one; what is too much goes back.
    void *const mapped = mmap(nullptr, bytes + largePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED)
        throw std::bad_alloc();
    char *const begin = static_cast<char *>(mapped);
    const std::size_t before = (largePage - reinterpret_cast<std::uintptr_t>(begin) % largePage) % largePage;
    if (before > 0)
        munmap(begin, before);
    munmap(begin + before + bytes, largePage - before);
    madvise(begin + before, bytes, MADV_HUGEPAGE); // only advice: it may fail without harm
    return begin + before;
}

void unmapPages(void *memory, std::size_t bytes)
{
    munmap(memory, bytes);
}
#else
void *mapPages(std::size_t bytes)
{
    return ::operator new (bytes, std::align_val_t{largePage});
}

void unmapPages(void *memory, std::size_t /*bytes*/)
{
    ::operator delete (memory, std::align_val_t{largePage});
}
#endif

struct Mapping {
    void *memory = nullptr;
    std::size_t bytes = 0;
};

/// The one that is kept.
class Keeper {
public:
    /// What was kept, if it has this size.
    void *take(std::size_t bytes)
    {
        const std::lock_guard lock(m_mutex);
        return m_kept.bytes == bytes ? std::exchange(m_kept, {}).memory : nullptr;
    }
    /// Keeps this one; returns the one before.
    Mapping keep(Mapping mapping)
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_kept, mapping);
    }

private:
    std::mutex m_mutex;
    Mapping m_kept;
};

Keeper &keeper()
{
    static Keeper keeper;
    return keeper;
}

} // namespace

void *takeMapping(std::size_t bytes)
{
    const std::size_t whole = wholePages(bytes);
    void *const kept = keeper().take(whole);
    return kept != nullptr ? kept : mapPages(whole);
}

void giveMappingBack(void *memory, std::size_t bytes)
{
    const Mapping before = keeper().keep({memory, wholePages(bytes)});
    if (before.memory != nullptr)
        unmapPages(before.memory, before.bytes);
}

} // namespace retrylab
