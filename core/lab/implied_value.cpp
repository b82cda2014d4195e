// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/implied_value.h"

#include "core/lab/dialects.h"

namespace retrylab {

FieldValue impliedValue(const Experiment &experiment, const Field &field, std::size_t element)
{
    const std::vector<CallKind> &calls = experiment.world.calls;
    if (field.path == "calls.*.idempotent" && element < calls.size())
        return isIdempotentMethod(calls[element].method);
    const Dialect *dialect = isRuledByDialect(field) ? dialectOf(experiment, element) : nullptr;
    return dialect != nullptr ? presetValue(*dialect, field) : field.initial;
}

} // namespace retrylab
