// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace retrylab {

/// Words of the panel of figures in the reader's language; QT_TRANSLATE_NOOP("KpiPanel", …) tells translators of them.
inline QString kpiWords(const char *text)
{
    return QCoreApplication::translate("KpiPanel", text);
}

} // namespace retrylab
