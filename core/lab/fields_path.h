// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/fields.h"

#include <QStringList>

#include <cstddef>

namespace retrylab {

/// A concrete path, understood: its row of the table, and which call, node or fault it means.
struct FieldPlace {
    const Field *field = nullptr;
    std::size_t element =
        0; ///< index among the calls, in the chain or among the faults; 0 for fields of the experiment itself
};

/// Where a concrete path leads. Error when there is no such field, call, node or fault; it suggests the nearest one.
Result<FieldPlace> resolvePath(const Experiment &experiment, QStringView path);

/// The pattern of a concrete path: "chain.client.slots" → "chain.*.slots". Others stay as they are.
QString patternOf(QStringView path);

/// The row with this pattern, or null.
const Field *fieldWithPattern(QStringView pattern);

/// Does a field matter for this node or fault? See applies().
bool appliesAt(const Experiment &experiment, const Field &field, std::size_t element);

/// Has the node with this index the field? Always true outside the chain.
bool hasField(const Experiment &experiment, const Field &field, std::size_t element);

/// Is the field anything but a number of a distribution that is of another kind? Those share their storage with the
/// kind's own numbers, so they can neither be set nor are they written or checked.
bool isOfItsKind(const Experiment &experiment, const Field &field, std::size_t element);

/// The candidate that a mistyped word most probably meant; empty when none is near.
QString nearestName(const QString &word, const QStringList &candidates);

} // namespace retrylab
