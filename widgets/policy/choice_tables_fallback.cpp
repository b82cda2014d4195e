// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/policy/choice_tables.h"

#include <QtGlobal>

#include <array>

// The choices of a fallback.

namespace retrylab {

namespace {

constexpr std::array fallbackChoices = {
    ChoiceName{"fallback.kind", "none", QT_TRANSLATE_NOOP("Choice", "Nobody"),
               QT_TRANSLATE_NOOP("Choice", "The call fails, and fast where the breaker is open.")},
    ChoiceName{"fallback.kind", "cache", QT_TRANSLATE_NOOP("Choice", "Cache"),
               QT_TRANSLATE_NOOP("Choice", "An earlier answer of the service, which may be out of date.")},
    ChoiceName{"fallback.kind", "default", QT_TRANSLATE_NOOP("Choice", "Default"),
               QT_TRANSLATE_NOOP("Choice", "A value that is always the same, such as an empty list.")},
    ChoiceName{"fallback.kind", "backup", QT_TRANSLATE_NOOP("Choice", "Backup"),
               QT_TRANSLATE_NOOP("Choice", "Another service, which can do less or costs more.")},
    ChoiceName{"fallback.on", "failure", QT_TRANSLATE_NOOP("Choice", "Any failure"),
               QT_TRANSLATE_NOOP("Choice", "Every call that ends without success.")},
    ChoiceName{"fallback.on", "open", QT_TRANSLATE_NOOP("Choice", "Open breaker"),
               QT_TRANSLATE_NOOP("Choice", "Only calls that end because the breaker refuses them.")},
};

} // namespace

std::span<const ChoiceName> fallbackChoiceNames()
{
    return fallbackChoices;
}

} // namespace retrylab
