// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/trace.h"

#include <QLocale>
#include <QString>

namespace retrylab {

/// What is told of the wait that follows an attempt (an index into Trace::attempts): how long it was, and, where that can
/// be told, where it came from: the deadline, the server, the wait for a turn, or the range that chance chose it from.
/// Begins with a semicolon; empty where no wait follows.
QString waitStory(const Trace &trace, std::uint32_t attempt, const QLocale &locale);

} // namespace retrylab
