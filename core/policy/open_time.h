// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/breaker_options.h"

namespace retrylab {

/// How long a breaker is open after probing has failed so many times in a row since it was last closed; > 0.
Duration openTimeAfter(const BreakerOptions &options, std::uint32_t reopenings);

} // namespace retrylab
