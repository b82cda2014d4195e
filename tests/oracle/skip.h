// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/oracle/vector.h"

#include <optional>

namespace retrylab::oracle {

/// Why a vector cannot be held against the policies, decided from what it says before anything is computed:
/// - it records a defect of its source and no right value;
/// - what is right is prose, without a figure or a state that could be compared;
/// - it needs clients that contend for one row, which is more than a policy.
/// Nothing: it has to pass.
std::optional<QString> reasonToSkip(const Vector &vector);

} // namespace retrylab::oracle
