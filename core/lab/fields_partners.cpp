// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/fields.h"
#include "core/lab/fields_path.h"
#include "core/lab/latin.h"
#include "core/lab/policy_rules.h"

#include <array>

namespace retrylab {

namespace {

/// Two durations of the same element of which the first must not be above the second.
struct Pair {
    std::string_view low;
    std::string_view high;
    bool apart; ///< they may not be equal either
};

constexpr std::array<Pair, 7> pairs{{
    {"chain.*.policy.retry.backoff.base", "chain.*.policy.retry.backoff.cap", false},
    {"chain.*.policy.retry.hint.least", "chain.*.policy.retry.hint.most", false},
    {"chain.*.policy.breaker.open.time", "chain.*.policy.breaker.open.cap", false},
    {"chain.*.serviceTime.min", "chain.*.serviceTime.max", false},
    {"traffic.thinkTime.min", "traffic.thinkTime.max", false},
    {"faults.*.from", "faults.*.to", true},
    {"warmup", "duration", true},
}};

const Field *row(std::string_view pattern)
{
    return fieldWithPattern(latin(pattern));
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

/// An outcome has one answer: what was just called yes depends no more, and the other way round.
void settleAnswers(RetryOptions &retry, std::string_view moved)
{
    if (moved.ends_with(".on"))
        retry.depends = retry.depends - retry.on;
    else if (moved.ends_with(".depends"))
        retry.on = retry.on - retry.depends;
}

/// The capacity follows what a bucket begins with; a kind or a capacity that was chosen brings that down.
void settleTokens(BudgetOptions &budget, std::string_view moved)
{
    if (tokensFit(budget))
        return;
    if (moved.ends_with(".initial"))
        budget.capacity = budget.initial;
    else
        budget.initial = budget.capacity;
}

/// The sample follows the successes, unless it was the sample that moved, or the probes that stand for it.
void settleProbes(BreakerOptions &breaker, std::string_view moved)
{
    if (probesCanSucceed(breaker))
        return;
    if (moved.ends_with(".sample") || moved.ends_with(".probes"))
        breaker.successes = probesJudged(breaker);
    else
        breaker.sample = breaker.successes;
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
    const std::string_view moved = place->field->path;
    if (moved.starts_with("chain.*.policy.retry."))
        settleAnswers(experiment.world.chain[place->element].policy.retry, moved);
    if (moved.starts_with("chain.*.policy.budget."))
        settleTokens(experiment.world.chain[place->element].policy.budget, moved);
    if (moved.starts_with("chain.*.policy.breaker."))
        settleProbes(experiment.world.chain[place->element].policy.breaker, moved);
}

} // namespace retrylab
