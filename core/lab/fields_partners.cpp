// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/fields.h"
#include "core/lab/fields_path.h"

#include <array>

namespace retrylab {

namespace {

/// Two durations of the same element of which the first must not be above the second.
struct Pair {
    std::string_view low;
    std::string_view high;
    bool apart; ///< they may not be equal either
};

constexpr std::array<Pair, 5> pairs{{
    {"chain.*.policy.retry.backoff.base", "chain.*.policy.retry.backoff.cap", false},
    {"chain.*.serviceTime.min", "chain.*.serviceTime.max", false},
    {"traffic.thinkTime.min", "traffic.thinkTime.max", false},
    {"faults.*.from", "faults.*.to", true},
    {"warmup", "duration", true},
}};

const Field *row(std::string_view pattern)
{
    return fieldWithPattern(QString::fromLatin1(pattern.data(), static_cast<qsizetype>(pattern.size())));
}

/// Moves `partner` as little as possible so that the pair is in order again.
void settle(Experiment &experiment, const Pair &pair, bool lowMoved, std::size_t element)
{
    const Field &low = *row(pair.low);
    const Field &high = *row(pair.high);
    if (!isOfItsKind(experiment, low, element))
        return;
    const auto below = std::get<Duration>(low.read(experiment, element));
    const auto above = std::get<Duration>(high.read(experiment, element));
    // A gap that a person can see and undo; a nanosecond would be valid too.
    const Duration gap = pair.apart ? Duration(std::chrono::milliseconds(1)) : Duration::zero();
    if (above != unlimited && below > above - gap) {
        if (lowMoved)
            high.write(experiment, element, std::min(below + gap, Duration(static_cast<std::int64_t>(high.most))));
        else
            low.write(experiment, element, std::max(above - gap, Duration::zero()));
    }
}

} // namespace

void settlePartners(Experiment &experiment, QStringView changedPath)
{
    const Result<FieldPlace> place = resolvePath(experiment, changedPath);
    if (!place)
        return;
    for (const Pair &pair : pairs)
        if (place->field->path == pair.low || place->field->path == pair.high)
            settle(experiment, pair, place->field->path == pair.low, place->element);
}

} // namespace retrylab
