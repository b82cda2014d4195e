// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/fields_table.h"

#include <QtGlobal>

// Rows of the field table: what answers a caller in the service's place.

namespace retrylab {

namespace {

constexpr std::string_view fallbackKind = "chain.*.policy.fallback.kind";
constexpr std::string_view anyFallback = "cache|default|backup";

template <auto Member>
FieldRow addFallback(FieldTable &table, std::string_view path)
{
    return table.add<Node, &Node::policy, &Policy::fallback, Member>(path).of(NodeRole::caller);
}

} // namespace

void addFallbackFields(FieldTable &table)
{
    addFallback<&FallbackOptions::kind>(table, fallbackKind)
        .words(QT_TRANSLATE_NOOP("Field", "Fallback"),
               QT_TRANSLATE_NOOP("Field", "What answers in the service's place; its answers count as degraded."));
    addFallback<&FallbackOptions::on>(table, "chain.*.policy.fallback.on")
        .when(fallbackKind, anyFallback)
        .words(QT_TRANSLATE_NOOP("Field", "Fallback answers"),
               QT_TRANSLATE_NOOP("Field", "Which calls the fallback is asked to answer."));
    addFallback<&FallbackOptions::share>(table, "chain.*.policy.fallback.share")
        .as(FieldType::share)
        .range(0, 1)
        .slider(0, 1)
        .when(fallbackKind, anyFallback)
        .words(QT_TRANSLATE_NOOP("Field", "Fallback share"),
               QT_TRANSLATE_NOOP("Field", "The share of those calls that the fallback has an answer for."));
}

} // namespace retrylab
