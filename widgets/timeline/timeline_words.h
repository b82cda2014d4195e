// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace retrylab {

/// Words of the timeline in the reader's language; QT_TRANSLATE_NOOP("Timeline", …) tells translators of them.
/// `n` chooses the plural form.
inline QString timelineWords(const char *text, int n = -1)
{
    return QCoreApplication::translate("Timeline", text, nullptr, n);
}

} // namespace retrylab
