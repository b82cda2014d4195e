// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace retrylab {

/// Words of the breaker view in the reader's language; QT_TRANSLATE_NOOP("BreakerView", …) tells translators of them.
/// `n` chooses the plural form.
inline QString breakerWords(const char *text, int n = -1)
{
    return QCoreApplication::translate("BreakerView", text, nullptr, n);
}

} // namespace retrylab
