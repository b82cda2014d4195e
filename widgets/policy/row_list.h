// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/policy/panel_rows.h"

namespace retrylab {

struct Dialect;

/// Collects the rows of one tab of the policy panel, under the rules of the callers' dialect.
class RowList {
public:
    /// `prefix`: what all paths begin with ("chain.client.").
    RowList(const Experiment &experiment, const QString &prefix);

    void heading(const QString &text);

    /// The row of a field, or null when the table has no such field.
    PanelRow *field(QLatin1String leaf, const QString &label = {});

    /// What is retried: one control for the outcomes that are and those that depend on the contract.
    void classification(const QString &remark);

    /// A choice that says what the chosen option does.
    void explained(QLatin1String leaf, const QString &label = {});

    /// A moment of the run: its slider spans the run.
    void moment(QLatin1String leaf);

    /// A field of the callers' policy by the rest of its pattern below "chain.*.".
    using Filter = bool (*)(QLatin1String leaf);
    /// The plain fields of a policy that the filter lets through, in the table's order.
    void plain(Filter filter);
    /// A drawer with the advanced ones.
    void drawer(Filter filter);

    std::vector<PanelRow> take() { return std::move(m_rows); }

private:
    void rule(PanelRow &row) const;
    void each(Filter filter, bool advanced);

    const Experiment &m_experiment;
    const Dialect *m_dialect; ///< of the callers; null = custom
    QString m_prefix;
    std::vector<PanelRow> m_rows;
};

} // namespace retrylab
