// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace retrylab {

/// Does a request with this method only read? (RFC 9110 §9.2.1.) Methods are case-sensitive; unknown ones are not safe.
constexpr bool isSafeMethod(std::string_view method)
{
    return method == "GET" || method == "HEAD" || method == "OPTIONS" || method == "TRACE";
}

/// Do several identical requests with this method intend no more than one does (RFC 9110 §9.2.2), so that a client may
/// repeat it on its own? The safe ones, PUT and DELETE.
constexpr bool isIdempotentMethod(std::string_view method)
{
    return isSafeMethod(method) || method == "PUT" || method == "DELETE";
}

/// Which Idempotency-Key a client puts on the attempts of a request.
enum class KeyUse : std::uint8_t {
    none,
    attempt, ///< a new one on each attempt: the client believes itself safe, and the service takes each for a new request
    intention, ///< one for all attempts: the service recognises a repetition
};

/// What a client knows of a request when it has to decide about another attempt.
struct RequestTraits {
    bool idempotent = true; ///< by its method (isIdempotentMethod), or by what its author knows
    KeyUse key = KeyUse::none;

    /// May the client send it again though the first attempt may have done its work? It looks at whether there is a key,
    /// not at whether it is the same each time: that is the mistake of KeyUse::attempt.
    constexpr bool repeatable() const { return idempotent || key != KeyUse::none; }

    friend constexpr bool operator==(const RequestTraits &, const RequestTraits &) = default;
};

/// What a service knows about the Idempotency-Key of a request that has come in.
enum class KeyState : std::uint8_t {
    missing,  ///< the request has none
    unseen,   ///< this is the first request with it, or it has been forgotten
    inFlight, ///< an earlier request with it is still being worked on
    finished, ///< an earlier request with it has a result
};

/// How a service answers a request, as far as its key decides.
struct KeyAnswer {
    enum class Kind : std::uint8_t {
        process, ///< do the work
        replay,  ///< give the stored result of the earlier request, success or error
        refuse,  ///< answer `status`, do nothing
    };

    Kind kind = Kind::process;
    std::uint16_t status = 0; ///< refuse only

    friend constexpr bool operator==(const KeyAnswer &, const KeyAnswer &) = default;
};

/// The rules of draft-ietf-httpapi-idempotency-key-header: 400 where the operation requires a key and there is none,
/// 422 for a known key with another payload, 409 while the earlier request is in flight. Of 422 and 409 the former wins:
/// the draft speaks of a repetition only where the payload is the same.
constexpr KeyAnswer answerToKey(KeyState state, bool samePayload, bool required = true)
{
    constexpr std::uint16_t badRequest = 400;
    constexpr std::uint16_t conflict = 409;
    constexpr std::uint16_t unprocessable = 422;
    switch (state) {
    case KeyState::missing: return required ? KeyAnswer{KeyAnswer::Kind::refuse, badRequest} : KeyAnswer{};
    case KeyState::unseen: return {};
    case KeyState::inFlight:
    case KeyState::finished: break;
    }
    if (!samePayload)
        return {KeyAnswer::Kind::refuse, unprocessable};
    if (state == KeyState::inFlight)
        return {KeyAnswer::Kind::refuse, conflict};
    return {KeyAnswer::Kind::replay, 0};
}

} // namespace retrylab
