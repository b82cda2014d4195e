// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/retry_after.h"

#include <array>
#include <span>

namespace retrylab {

/// The headers (and the one trailer) in which a server tells a client when to come back.
enum class HintHeader : std::uint8_t {
    none,
    retryAfter,      ///< seconds or a date (RFC 9110 §10.2.3)
    awsRetryAfterMs, ///< "x-amz-retry-after", milliseconds
    grpcPushback,    ///< "grpc-retry-pushback-ms", milliseconds
    resetSeconds,    ///< Envoy's reset header of format SECONDS; its name is the operator's choice
    resetUnixTime,   ///< Envoy's reset header of format UNIX_TIMESTAMP; likewise
};

/// The name of a header in lower case; for the two whose name is a choice, what Envoy's documentation takes.
constexpr std::string_view headerName(HintHeader header)
{
    switch (header) {
    case HintHeader::none: break;
    case HintHeader::retryAfter:
    case HintHeader::resetSeconds: return "retry-after";
    case HintHeader::awsRetryAfterMs: return "x-amz-retry-after";
    case HintHeader::grpcPushback: return "grpc-retry-pushback-ms";
    case HintHeader::resetUnixTime: return "x-ratelimit-reset";
    }
    return {};
}

/// One header of an answer. The text must live as long as the field.
struct HintField {
    HintHeader header = HintHeader::none;
    std::string_view value;
};

/// A wait as a header says it: no header is finer than milliseconds. Rounded up, for 0 would say nothing.
constexpr std::chrono::milliseconds inHeader(Duration wait)
{
    return std::chrono::ceil<std::chrono::milliseconds>(wait);
}

/// The HTTP statuses on which a hint counts; none listed = on every answer.
struct HintStatuses {
    std::array<std::uint16_t, 8> listed{}; ///< 100–599; 0 = free place

    constexpr bool contains(int status) const
    {
        bool everyStatus = true;
        for (const std::uint16_t one : listed) {
            if (one != 0 && one == status)
                return true;
            everyStatus = everyStatus && one == 0;
        }
        return everyStatus;
    }

    friend bool operator==(const HintStatuses &, const HintStatuses &) = default;
};

/// What happens to a wait beyond a limit.
enum class HintLimit : std::uint8_t {
    clamp,    ///< the limit is waited instead
    discard,  ///< as if the header were not there
    unusable, ///< as if its value were garbage
    obey,     ///< the limit is not applied
};

/// What a value that is no wait (negative, garbage) does.
enum class UnusableHint : std::uint8_t {
    ignored,    ///< as if the header were not there
    doNotRetry, ///< there is no further attempt
};

/// How a hint and the back-off that was computed anyway become one wait.
enum class HintCombine : std::uint8_t {
    replace,           ///< the hint
    replaceUnlessZero, ///< the hint, but the back-off where the hint is 0
    atLeastBackoff,    ///< the longer of the two
    nearBackoff,       ///< the hint, held between the back-off and the back-off + `slack`
};

/// What a wait by hint does to the growth of the back-off.
enum class HintedBackoff : std::uint8_t {
    advances, ///< it grows as if it had been waited
    holds,    ///< it stays where it was: the hinted wait is not counted
    restarts, ///< it starts again at its first interval
};

/// How a client treats what a server says about when to retry; every field is one axis in which libraries differ.
/// Without a header it never follows any hint.
struct HintRules {
    std::array<HintHeader, 2> headers{}; ///< which it looks for; the first that yields a wait counts
    HintStatuses statuses = {};          ///< of the answers; a gRPC trailer comes with a 200 and counts on any
    HintSyntax syntax = {};
    bool onlyOnce = false; ///< a header that comes twice is unusable (gRPC); else the first counts
    UnusableHint unusable = UnusableHint::ignored;
    Duration least{0}; ///< the shortest wait accepted, ≥ 0
    HintLimit belowLeast = HintLimit::clamp;
    Duration most = unlimited; ///< the longest wait accepted, itself included, ≥ least
    HintLimit aboveMost = HintLimit::clamp;
    HintCombine combine = HintCombine::replace;
    Duration slack = std::chrono::seconds(5); ///< nearBackoff only, ≥ 0
    double jitter = 0; ///< the wait is drawn from [1, 1 + jitter) times itself, after every limit; ≥ 0
    HintedBackoff backoff = HintedBackoff::advances;
    bool makesRetryable = false; ///< an answer with a hint is retried though its outcome is none of those that are

    friend bool operator==(const HintRules &, const HintRules &) = default;
};

/// What an answer says, once it has been read and held against the limits.
struct HintReading {
    enum class Kind : std::uint8_t { absent, unusable, wait };

    Kind kind = Kind::absent;
    Duration wait{0}; ///< kind wait only; ≥ 0

    friend bool operator==(const HintReading &, const HintReading &) = default;
};

/// What a client does about it.
struct HintDecision {
    enum class Kind : std::uint8_t {
        none,       ///< there is no hint: wait the computed back-off
        wait,       ///< wait `wait`
        doNotRetry, ///< the server forbids another attempt
    };

    Kind kind = Kind::none;
    Duration wait{0}; ///< kind wait only; ≥ 0
    HintedBackoff backoff = HintedBackoff::advances;

    friend bool operator==(const HintDecision &, const HintDecision &) = default;
};

/// A wait that is already a number, as a simulated server asks for it: does the client look for this header on this
/// status, and is the wait within its limits?
HintReading acceptHint(const HintRules &rules, int status, HintHeader header, Duration asked);

/// The same from the headers of an answer, as they came. `now` is the wall clock in Unix seconds, `status` the HTTP
/// status (0 where there was no answer). No text is too long, too strange or too great.
HintReading readHint(const HintRules &rules, int status, std::span<const HintField> fields, std::int64_t now);

/// From what was read to what is done. `backoff` is the wait that was computed without the hint, ≥ 0; u in [0, 1) draws
/// the jitter.
HintDecision followHint(const HintRules &rules, const HintReading &reading, Duration backoff, double u);

/// Both in one: what a client does after an answer with these headers.
inline HintDecision serverHint(const HintRules &rules, int status, std::span<const HintField> fields, Duration backoff,
                               std::int64_t now, double u)
{
    return followHint(rules, readHint(rules, status, fields, now), backoff, u);
}

} // namespace retrylab
