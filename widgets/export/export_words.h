// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace retrylab {

/// Words of the export in the reader's language; QT_TRANSLATE_NOOP("Export", …) tells translators of them.
inline QString exportWords(const char *text)
{
    return QCoreApplication::translate("Export", text);
}

} // namespace retrylab
