// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace retrylab {

/// Words of the rows of the policy panel in the reader's language; QT_TRANSLATE_NOOP("PanelRows", …) tells translators of them.
inline QString panelWords(const char *text)
{
    return QCoreApplication::translate("PanelRows", text);
}

} // namespace retrylab
