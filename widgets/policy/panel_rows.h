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
    QString heading;         ///< not empty: a heading, and nothing else counts
    QString path;            ///< concrete path of the field
    Field field;             ///< the table's row, the slider's ends and the choices fitted to the experiment
    QString label;           ///< empty = the field's own
    bool visible = true;     ///< false: does not apply at the moment
    QString reason;          ///< not empty: shown but greyed out, and why
    bool explaining = false; ///< a choice that says what the chosen option does
};

/// The rows of a tab, hidden ones included, so that the same rows serve until a node or a fault comes or goes.
/// A pure function of the experiment; texts are translated.
std::vector<PanelRow> panelRows(PanelTab tab, const Experiment &experiment);

/// The tab's name, translated.
QString panelTabName(PanelTab tab);

} // namespace retrylab
