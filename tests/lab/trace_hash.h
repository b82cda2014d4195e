// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/trace.h"

#include <QByteArray>
#include <QString>

#include <functional>

namespace retrylab {

/// SHA-256 of everything in a trace, in hexadecimal: each field by itself as eight little-endian bytes, so that padding,
/// byte order and the sizes of types do not matter.
QByteArray traceHash(const Trace &trace);

/// Runs every built-in experiment, and each of its variants, and calls visit("burst-503", …),
/// visit("three-failures/full jitter", …).
void visitBuiltinRuns(const std::function<void(const QString &name, const World &world)> &visit);

} // namespace retrylab
