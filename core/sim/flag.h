// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cassert>
#include <type_traits>

namespace retrylab {

// A flag is something that holds for a whole run: bool, or std::true_type or std::false_type where code is made for one
// of the two, so that a loop over millions of events need not ask.

/// Is the code made for one of the two?
template <typename Flag>
inline constexpr bool isSettled = !std::is_same_v<Flag, bool>;

/// The flag with this value.
template <typename Flag>
constexpr Flag flagOf(bool value)
{
    if constexpr (isSettled<Flag>) {
        assert(Flag::value == value); // else the loop was made for another run
        return {};
    } else {
        return value;
    }
}

} // namespace retrylab
