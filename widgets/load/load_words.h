// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace retrylab {

/// Words of the load chart in the reader's language; QT_TRANSLATE_NOOP("LoadView", …) tells translators of them.
inline QString loadWords(const char *text)
{
    return QCoreApplication::translate("LoadView", text);
}

} // namespace retrylab
