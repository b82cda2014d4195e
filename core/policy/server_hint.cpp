// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/policy/server_hint.h"

#include <algorithm>

namespace retrylab {

namespace {

using Reading = HintReading::Kind;

constexpr Duration millisecond = std::chrono::milliseconds(1);

/// a + b, both ≥ 0, staying at `unlimited` instead of wrapping round.
Duration plus(Duration a, Duration b)
{
    return a > unlimited - b ? unlimited : a + b;
}

std::optional<Duration> parseHint(HintField field, std::int64_t now, const HintSyntax &syntax)
{
    switch (field.header) {
    case HintHeader::none: break;
    case HintHeader::retryAfter: return parseRetryAfter(field.value, now, syntax);
    case HintHeader::awsRetryAfterMs:
    case HintHeader::grpcPushback: return parseDelay(field.value, millisecond, syntax);
    case HintHeader::resetSeconds: return parseDelay(field.value, std::chrono::seconds(1), syntax);
    case HintHeader::resetUnixTime: return parseResetTime(field.value, now, syntax);
    }
    return std::nullopt;
}

bool looksFor(const HintRules &rules, int status, HintHeader header)
{
    if (header == HintHeader::none
        || std::find(rules.headers.begin(), rules.headers.end(), header) == rules.headers.end())
        return false;
    return header == HintHeader::grpcPushback || rules.statuses.contains(status);
}

HintReading beyond(HintLimit limit, Duration bound, Duration asked)
{
    switch (limit) {
    case HintLimit::clamp: return {Reading::wait, bound};
    case HintLimit::discard: return {Reading::absent, {}};
    case HintLimit::unusable: return {Reading::unusable, {}};
    case HintLimit::obey: break;
    }
    return {Reading::wait, asked};
}

HintReading withinLimits(const HintRules &rules, Duration asked)
{
    const Duration least = std::max(rules.least, Duration::zero());
    const Duration most = std::max(rules.most, least);
    if (asked < least)
        return beyond(rules.belowLeast, least, std::max(asked, Duration::zero()));
    if (asked > most)
        return beyond(rules.aboveMost, most, asked);
    return {Reading::wait, asked};
}

/// What one of the headers says; looked for already.
HintReading readHeader(const HintRules &rules, HintHeader header, std::span<const HintField> fields, std::int64_t now)
{
    const auto isIt = [header](const HintField &field) { return field.header == header; };
    const auto first = std::find_if(fields.begin(), fields.end(), isIt);
    if (first == fields.end())
        return {};
    if (rules.onlyOnce && std::find_if(first + 1, fields.end(), isIt) != fields.end())
        return {Reading::unusable, {}};
    const std::optional<Duration> asked = parseHint(*first, now, rules.syntax);
    return asked ? withinLimits(rules, *asked) : HintReading{Reading::unusable, {}};
}

Duration combined(const HintRules &rules, Duration hint, Duration backoff)
{
    switch (rules.combine) {
    case HintCombine::replace: break;
    case HintCombine::replaceUnlessZero: return hint == Duration::zero() ? backoff : hint;
    case HintCombine::atLeastBackoff: return std::max(hint, backoff);
    case HintCombine::nearBackoff:
        return std::clamp(hint, backoff, plus(backoff, std::max(rules.slack, Duration::zero())));
    }
    return hint;
}

/// The wait times a number from [1, 1 + jitter). The product is truncated, so the upper end stays out of reach.
Duration jittered(Duration wait, double jitter, double u)
{
    return plus(wait, toDuration(static_cast<double>(wait.count()) * jitter * u));
}

} // namespace

HintReading acceptHint(const HintRules &rules, int status, HintHeader header, Duration asked)
{
    return looksFor(rules, status, header) ? withinLimits(rules, asked) : HintReading{};
}

HintReading readHint(const HintRules &rules, int status, std::span<const HintField> fields, std::int64_t now)
{
    HintReading result;
    for (const HintHeader header : rules.headers) {
        if (!looksFor(rules, status, header))
            continue;
        const HintReading reading = readHeader(rules, header, fields, now);
        if (reading.kind == Reading::wait)
            return reading;
        if (reading.kind == Reading::unusable)
            result = reading;
    }
    return result;
}

HintDecision followHint(const HintRules &rules, const HintReading &reading, Duration backoff, double u)
{
    if (reading.kind == Reading::wait) {
        const Duration wait = combined(rules, reading.wait, std::max(backoff, Duration::zero()));
        return {HintDecision::Kind::wait, jittered(wait, rules.jitter, u), rules.backoff};
    }
    if (reading.kind == Reading::unusable && rules.unusable == UnusableHint::doNotRetry)
        return {HintDecision::Kind::doNotRetry, {}, HintedBackoff::advances};
    return {};
}

} // namespace retrylab
