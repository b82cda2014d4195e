// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/policy/choice_tables.h"

#include <QtGlobal>

#include <array>

// The choices of hedging.

namespace retrylab {

namespace {

constexpr std::array hedgeChoices = {
    ChoiceName{"hedge.kind", "none", QT_TRANSLATE_NOOP("Choice", "Off"),
               QT_TRANSLATE_NOOP("Choice", "One attempt at a time.")},
    ChoiceName{"hedge.kind", "delay", QT_TRANSLATE_NOOP("Choice", "Delay"),
               QT_TRANSLATE_NOOP("Choice", "After a fixed time without an answer.")},
    ChoiceName{"hedge.kind", "percentile", QT_TRANSLATE_NOOP("Choice", "Percentile"),
               QT_TRANSLATE_NOOP("Choice", "After so long as most of the last answers took.")},
    ChoiceName{"hedge.afterFailure", "atOnce", QT_TRANSLATE_NOOP("Choice", "At once"),
               QT_TRANSLATE_NOOP("Choice", "A failure brings the next hedge forward.")},
    ChoiceName{
        "hedge.afterFailure", "onTime", QT_TRANSLATE_NOOP("Choice", "On time"),
        QT_TRANSLATE_NOOP("Choice", "Hedges keep to their times; a failure with nothing else under way is retried.")},
    ChoiceName{"hedge.scope", "caller", QT_TRANSLATE_NOOP("Choice", "Each caller"),
               QT_TRANSLATE_NOOP("Choice", "Each caller learns from its own answers.")},
    ChoiceName{"hedge.scope", "shared", QT_TRANSLATE_NOOP("Choice", "All callers"),
               QT_TRANSLATE_NOOP("Choice", "All callers learn together.")},
};

} // namespace

std::span<const ChoiceName> hedgeChoiceNames()
{
    return hedgeChoices;
}

} // namespace retrylab
