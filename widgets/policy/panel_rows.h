// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/fields.h"

#include <QLocale>

#include <vector>

namespace retrylab {

enum class PanelTab { retry, breaker, service, traffic };
inline constexpr int panelTabCount = 4;

/// One row of a tab of the policy panel: a heading, or the control of a field.
struct PanelRow {
    QString heading;     ///< not empty: a heading, and nothing else counts but `drawer`
    bool drawer = false; ///< a heading that opens and closes the advanced rows after it
    QString path;        ///< concrete path of the field
    /// The table's row, but for the slider's ends and the choices, which are fitted to the experiment, and the default,
    /// which is what the experiment implies: see impliedValue().
    Field field;
    QString label;           ///< empty = the field's own
    bool visible = true;     ///< false: does not apply at the moment
    QString reason;          ///< not empty: shown but greyed out, and why
    QString fixed;           ///< not empty: greyed out, because the dialect leaves no choice
    QStringList offered;     ///< the choices that the dialect has; empty = all
    QString notOffered;      ///< why the others are greyed out
    bool advanced = false;   ///< shown while the drawer is open
    bool explaining = false; ///< a choice that says what the chosen option does
    QString remark;          ///< a line below the control; empty = none
    /// Of a classification: the path of the outcomes that depend on the contract, and its default.
    QString dependingPath;
    FieldValue dependingInitial;
};

/// The rows of a tab, hidden ones included, so that the same rows serve until a node or a fault comes or goes.
/// A pure function of the experiment; texts are translated.
std::vector<PanelRow> panelRows(PanelTab tab, const Experiment &experiment);

/// Is the tab about the callers' policy, on which a dialect has rules?
bool isPolicyTab(PanelTab tab);

/// The tab's name, translated.
QString panelTabName(PanelTab tab);

} // namespace retrylab
