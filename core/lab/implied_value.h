// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/fields.h"

#include <cstddef>

namespace retrylab {

/// What a field of this node, call or fault (`element`; see FieldPlace) has where the file is silent, and so what it goes
/// back to: beside a dialect the library's default, whether a call is idempotent what its method says, else the field's
/// own default.
FieldValue impliedValue(const Experiment &experiment, const Field &field, std::size_t element);

} // namespace retrylab
