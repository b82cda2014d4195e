// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/fields.h"
#include "core/lab/json_value.h"

#include <QHash>

namespace retrylab {

/// Turns the tree of a file into an experiment, by the field table. Use once.
class ExperimentReader {
public:
    /// The root must be of the current format (see migrateFile()).
    Result<Experiment> read(const JsonValue &root);

private:
    Result<void> readTop(const JsonValue &root);
    Result<void> readNames(const JsonValue &root);
    Result<void> readTopMember(const JsonValue &member);
    Result<void> readElements(const JsonValue &list);
    /// Everything below `path` ("" = the top, "chain.client", "chain.client.policy.retry").
    Result<void> readGroup(const JsonValue &object, const QString &path);
    Result<void> readMember(const JsonValue &member, const QString &path);
    Result<void> readField(const JsonValue &value, const QString &path);
    Result<void> readOutcomes(const JsonValue &list, const Field &field, const QString &path);
    Result<void> readDurations(const JsonValue &list, const Field &field, const QString &path);
    Result<void> readVariants(const JsonValue &variants);
    Result<void> readVariant(const JsonValue &variant, const QString &path);
    /// The error with its line, and its path as the file has it.
    tl::unexpected<Error> located(Error error) const;

    Experiment m_experiment;
    bool m_policyOnly = false;
    QHash<QString, int> m_lines; ///< of each path that was read
};

} // namespace retrylab
