// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace retrylab {

/// What a choice is called and does, in English; both are translated in context "Choice".
struct ChoiceName {
    const char *ending; ///< of the field's path: the same word may mean two things in two fields; "" = any field
    const char *choice;
    const char *name;
    const char *help;
};

std::span<const ChoiceName> retryChoiceNames();
std::span<const ChoiceName> budgetChoiceNames();
std::span<const ChoiceName> breakerChoiceNames();
std::span<const ChoiceName> hedgeChoiceNames();
std::span<const ChoiceName> fallbackChoiceNames();
std::span<const ChoiceName> worldChoiceNames();

} // namespace retrylab
