// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bitset>
#include <cstdint>

namespace retrylab {

/// How one attempt ended, as its caller sees it.
enum class OutcomeKind : std::uint8_t {
    ok,
    refused,     ///< nobody listened: the connection was refused
    reset,       ///< the connection broke while the service had the request
    timeout,     ///< no answer within the attempt's timeout or the call's deadline
    unavailable, ///< 503
    rateLimited, ///< 429
    serverError, ///< any other 5xx
    clientError, ///< any other 4xx: the request itself is wrong
    conflict,    ///< 409
    deadlock,    ///< the service reports a deadlock or a lock wait that ran out
};
inline constexpr int outcomeKindCount = 10;

/// One attempt's end: its kind, and the HTTP status where there was an answer (0 where there was none).
struct Outcome {
    OutcomeKind kind = OutcomeKind::ok;
    std::uint16_t status = 0;

    friend constexpr bool operator==(const Outcome &, const Outcome &) = default;
};

/// The outcome that an HTTP answer with this status means. 100–399 is ok.
constexpr Outcome outcomeOfStatus(std::uint16_t status)
{
    switch (status) {
    case 409: return {OutcomeKind::conflict, status};
    case 429: return {OutcomeKind::rateLimited, status};
    case 503: return {OutcomeKind::unavailable, status};
    default: break;
    }
    if (status < 400)
        return {OutcomeKind::ok, status};
    return {status < 500 ? OutcomeKind::clientError : OutcomeKind::serverError, status};
}

/// A set of outcomes: whole kinds, single statuses, or both. Used for what is worth another attempt.
class OutcomeSet {
public:
    constexpr OutcomeSet() = default;

    void add(OutcomeKind kind) { m_kinds |= bit(kind); }
    /// status 100–599; others are ignored.
    void addStatus(int status)
    {
        if (status >= 100 && status < 600)
            m_statuses.set(static_cast<std::size_t>(status - 100));
    }
    bool hasKind(OutcomeKind kind) const { return (m_kinds & bit(kind)) != 0; }
    bool hasStatus(int status) const
    {
        return status >= 100 && status < 600 && m_statuses.test(static_cast<std::size_t>(status - 100));
    }
    bool contains(Outcome outcome) const { return hasKind(outcome.kind) || hasStatus(outcome.status); }

    friend bool operator==(const OutcomeSet &, const OutcomeSet &) = default;

private:
    static constexpr std::uint16_t bit(OutcomeKind kind)
    {
        return static_cast<std::uint16_t>(1U << static_cast<unsigned>(kind));
    }

    std::uint16_t m_kinds = 0;
    std::bitset<500> m_statuses;
};

/// What is retried unless the policy says otherwise: the transient kinds (refused, reset, timeout, 503, 429).
/// A plain 500 may be a bug and a 4xx is the caller's own fault; retrying either only adds load.
inline OutcomeSet transientOutcomes()
{
    OutcomeSet set;
    for (const auto kind : {OutcomeKind::refused, OutcomeKind::reset, OutcomeKind::timeout, OutcomeKind::unavailable,
                            OutcomeKind::rateLimited})
        set.add(kind);
    return set;
}

/// Does this outcome say that the service is unwell? A 4xx or a conflict is an answer from a healthy service;
/// everything else that is not ok counts against a breaker.
constexpr bool isServiceFailure(OutcomeKind kind)
{
    return kind != OutcomeKind::ok && kind != OutcomeKind::clientError && kind != OutcomeKind::conflict;
}

} // namespace retrylab
