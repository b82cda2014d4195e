// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <concepts>
#include <limits>

namespace retrylab {

/// A count as the argument that chooses a plural form (tr(text, nullptr, n)). The words show the count itself through
/// "%1" and QLocale, which groups its digits; "%n" would not. Beyond int it is many in every language.
template <std::integral Count>
int pluralOf(Count count)
{
    return static_cast<int>(
        std::min<unsigned long long>(static_cast<unsigned long long>(count), std::numeric_limits<int>::max()));
}

} // namespace retrylab
