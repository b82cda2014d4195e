// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/fields_table.h"

#include <QtGlobal>

// Rows of the field table: attempts beside one that has no answer yet.

namespace retrylab {

namespace {

constexpr std::string_view hedgeKind = "chain.*.policy.hedge.kind";
constexpr std::string_view anyHedge = "delay|percentile";

template <auto Member>
FieldRow addHedge(FieldTable &table, std::string_view path)
{
    return table.add<Node, &Node::policy, &Policy::hedge, Member>(path).of(NodeRole::caller);
}

} // namespace

void addHedgeFields(FieldTable &table)
{
    addHedge<&HedgeOptions::kind>(table, hedgeKind)
        .words(QT_TRANSLATE_NOOP("Field", "Hedging"),
               QT_TRANSLATE_NOOP("Field", "When another attempt goes out beside one that has no answer yet."));
    addHedge<&HedgeOptions::delay>(table, "chain.*.policy.hedge.delay")
        .range(0, longest)
        .logSlider(millisecond, 10 * second)
        .when(hedgeKind, anyHedge)
        .words(QT_TRANSLATE_NOOP("Field", "Hedge after"),
               QT_TRANSLATE_NOOP("Field", "How long after the last attempt a hedge goes; with a percentile, until "
                                          "twenty answers are known."));
    addHedge<&HedgeOptions::percentile>(table, "chain.*.policy.hedge.percentile")
        .as(FieldType::share)
        .range(0, 1)
        .slider(0.5, 1)
        .when(hedgeKind, "percentile")
        .words(QT_TRANSLATE_NOOP("Field", "Percentile"),
               QT_TRANSLATE_NOOP("Field", "A hedge goes once this share of the last hundred answers would have come."));
    addHedge<&HedgeOptions::most>(table, "chain.*.policy.hedge.most")
        .range(1, mostHedges)
        .slider(1, mostHedges)
        .when(hedgeKind, anyHedge)
        .words(QT_TRANSLATE_NOOP("Field", "Most hedges"),
               QT_TRANSLATE_NOOP("Field", "Hedges beside one attempt; they count among the call's attempts."));
    addHedge<&HedgeOptions::afterFailure>(table, "chain.*.policy.hedge.afterFailure")
        .when(hedgeKind, anyHedge)
        .advanced()
        .words(QT_TRANSLATE_NOOP("Field", "Hedge after a failure"),
               QT_TRANSLATE_NOOP("Field", "Whether a failure brings the next hedge forward."));
    addHedge<&HedgeOptions::extraLoad>(table, "chain.*.policy.hedge.extraLoad")
        .range(0, mostHedges)
        .slider(0, 1)
        .when(hedgeKind, anyHedge)
        .advanced()
        .words(QT_TRANSLATE_NOOP("Field", "Extra load"),
               QT_TRANSLATE_NOOP("Field", "Hedges per call at most, in the long run; up to ten are saved for later."));
    addHedge<&HedgeOptions::scope>(table, "chain.*.policy.hedge.scope")
        .when(hedgeKind, anyHedge)
        .advanced()
        .words(QT_TRANSLATE_NOOP("Field", "Hedging learns"),
               QT_TRANSLATE_NOOP("Field", "Whose answers and whose extra load are counted together."));
}

} // namespace retrylab
