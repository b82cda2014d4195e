// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/breaker_options.h"

#include <QLocale>
#include <QString>

#include <optional>

namespace retrylab {

/// What makes a breaker go from one state to another: "≥ 50 % of 20", "after 1 s", "3 ok", "a probe fails". `openTime`:
/// how long it is open this time, where that is known; a time that grows with each failed probing is "≥ 1 s" otherwise.
QString breakerCondition(const BreakerOptions &options, BreakerState from, BreakerState to,
                         std::optional<Duration> openTime, const QLocale &locale);

} // namespace retrylab
