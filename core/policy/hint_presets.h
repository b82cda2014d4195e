// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/server_hint.h"

namespace retrylab {

/// A client that people know, as a row of data.
struct HintPreset {
    std::string_view name; ///< stable, as in files
    HintRules rules;
};

/// How known clients treat a server's hint. What they do by default where it can be set, and without their defects.
inline constexpr std::array hintPresets{
    // RFC 9110 §10.2.3 and RFC 6585 §4 to the letter: on any answer, any form, and never earlier than asked.
    HintPreset{"rfc9110", {.headers = {HintHeader::retryAfter}, .combine = HintCombine::atLeastBackoff}},
    // util/retry.py: at most six hours; 0 falls back to its back-off; a malformed value raises InvalidHeader. is_retry():
    // the three statuses need not be listed when the header is there.
    HintPreset{"urllib3",
               {.headers = {HintHeader::retryAfter},
                .statuses = {{413, 429, 503}},
                .unusable = UnusableHint::doNotRetry,
                .most = std::chrono::hours(6),
                .combine = HintCombine::replaceUnlessZero,
                .makesRetryable = true}},
    // client.go: Go's ParseInt takes a sign and no spaces, and time.RFC1123 only the first form of dates. Its value
    // wraps round and ignores RetryWaitMax; here it is held at that (5 min).
    HintPreset{"goRetryablehttp",
               {.headers = {HintHeader::retryAfter},
                .statuses = {{429, 503}},
                .syntax = {.trim = false, .sign = true, .dates = HttpDateForms::imfOnly},
                .most = std::chrono::minutes(5)}},
    // linkerd2-proxy, retry_after.rs; Rust's parse takes a sign. The maximum is the one of its tests.
    HintPreset{"linkerd",
               {.headers = {HintHeader::retryAfter, HintHeader::grpcPushback},
                .statuses = {{429, 503}},
                .syntax = {.sign = true},
                .most = std::chrono::minutes(5)}},
    // botocore, retries/standard.py, revision of 2026.
    HintPreset{"aws2026",
               {.headers = {HintHeader::awsRetryAfterMs},
                .syntax = {.sign = true, .dates = HttpDateForms::none},
                .combine = HintCombine::nearBackoff}},
    // smithy-typescript, parseRetryAfterHeader.ts and StandardRetryStrategy.ts.
    HintPreset{"awsJs",
               {.headers = {HintHeader::retryAfter, HintHeader::awsRetryAfterMs}, .combine = HintCombine::nearBackoff}},
    // Proposal A6, a signed 32-bit number; grpc-go takes several values as garbage.
    HintPreset{"grpc",
               {.headers = {HintHeader::grpcPushback},
                .syntax = {.trim = false, .sign = true, .dates = HttpDateForms::none},
                .onlyOnce = true,
                .unusable = UnusableHint::doNotRetry,
                .most = std::chrono::milliseconds(2147483647),
                .aboveMost = HintLimit::unusable,
                .backoff = HintedBackoff::restarts}},
    // rate_limited_retry_back_off with its default max_interval; it has a back-off of its own, so the other one holds.
    HintPreset{"envoy",
               {.headers = {HintHeader::resetSeconds, HintHeader::resetUnixTime},
                .syntax = {.sign = true, .dates = HttpDateForms::none},
                .most = std::chrono::minutes(5),
                .aboveMost = HintLimit::discard,
                .jitter = 0.5,
                .backoff = HintedBackoff::holds}},
    // cenkalti/backoff v5, RetryAfterError: the program reads the header; its maximum elapsed time still rules.
    HintPreset{"cenkaltiV5", {.headers = {HintHeader::retryAfter}, .backoff = HintedBackoff::restarts}},
};

/// The rules of that name; nullptr if there is none.
constexpr const HintRules *hintPreset(std::string_view name)
{
    for (const HintPreset &preset : hintPresets) {
        if (preset.name == name)
            return &preset.rules;
    }
    return nullptr;
}

} // namespace retrylab
