// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/dialects.h"

#include <QLocale>

namespace retrylab {

/// The lines in the language of the locale.
inline const QStringList &linesOf(const DialectText &text, const QLocale &locale)
{
    return locale.language() == QLocale::Vietnamese ? text.vietnamese : text.english;
}

} // namespace retrylab
