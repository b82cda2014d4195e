// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/world.h"

#include <QCoreApplication>
#include <QString>

namespace retrylab {

/// The name or a text of a built-in experiment, a variant or a fault in the reader's language; anything that is not
/// from a built-in experiment as it is.
inline QString experimentText(const QString &text)
{
    // Translating nothing would give the translation file's own header.
    return text.isEmpty() ? text : QCoreApplication::translate("Experiment", text.toUtf8().constData());
}

/// A fault's name for people.
inline QString faultName(const Fault &fault)
{
    return experimentText(QString::fromStdString(fault.name));
}

} // namespace retrylab
