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
    deadlock,    ///< the service reports a deadlock
    lockWait,    ///< the service waited too long for a lock that somebody else holds
    validation,  ///< the input breaks a rule of the business: a negative amount
    parseError,  ///< what was sent or answered cannot be read
    bug,         ///< a mistake in the program: the same request meets it every time
};
inline constexpr int outcomeKindCount = 14;

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

    /// Both together, and what is in both.
    friend OutcomeSet operator|(OutcomeSet a, const OutcomeSet &b)
    {
        a.m_kinds |= b.m_kinds;
        a.m_statuses |= b.m_statuses;
        return a;
    }
    friend OutcomeSet operator&(OutcomeSet a, const OutcomeSet &b)
    {
        a.m_kinds &= b.m_kinds;
        a.m_statuses &= b.m_statuses;
        return a;
    }
    /// The first without what is in the second.
    friend OutcomeSet operator-(OutcomeSet a, const OutcomeSet &b)
    {
        a.m_kinds &= static_cast<std::uint16_t>(~b.m_kinds);
        a.m_statuses &= ~b.m_statuses;
        return a;
    }
    friend bool operator==(const OutcomeSet &, const OutcomeSet &) = default;

private:
    static constexpr std::uint16_t bit(OutcomeKind kind)
    {
        return static_cast<std::uint16_t>(1U << static_cast<unsigned>(kind));
    }

    std::uint16_t m_kinds = 0;
    std::bitset<500> m_statuses;
};

/// What is retried unless the policy says otherwise: what passes by itself. Nobody there, no answer, 408, 429, 500, 502,
/// 503, 504, a deadlock, a lock that somebody holds. Other statuses, a rule of the business, garbage and a bug would come
/// again: retrying them only adds load.
inline OutcomeSet transientOutcomes()
{
    OutcomeSet set;
    for (const auto kind : {OutcomeKind::refused, OutcomeKind::reset, OutcomeKind::timeout, OutcomeKind::unavailable,
                            OutcomeKind::rateLimited, OutcomeKind::deadlock, OutcomeKind::lockWait})
        set.add(kind);
    for (const int status : {408, 500, 502, 504})
        set.addStatus(status);
    return set;
}

/// What depends on the contract unless the policy says otherwise: a 409 may be the caller's own earlier attempt, still
/// under way.
inline OutcomeSet contractOutcomes()
{
    OutcomeSet set;
    set.add(OutcomeKind::conflict);
    return set;
}

/// Does this outcome say that the service is unwell? A 4xx, a conflict, a broken rule or unreadable input is what a healthy
/// service answers to a bad request; everything else that is not ok counts against a breaker.
constexpr bool isServiceFailure(OutcomeKind kind)
{
    switch (kind) {
    case OutcomeKind::ok:
    case OutcomeKind::clientError:
    case OutcomeKind::conflict:
    case OutcomeKind::validation:
    case OutcomeKind::parseError: return false;
    default: return true;
    }
}

} // namespace retrylab
