// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/json_value.h"

namespace retrylab {

/// Checks the version that a file names and brings an older one up to date, one version at a time. Error when it names
/// none, or a newer one than this program reads.
Result<JsonValue> migrateFile(JsonValue root);

} // namespace retrylab
