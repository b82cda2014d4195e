// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/http_date.h"
#include "core/policy/time.h"

namespace retrylab {

/// How strictly the values of hint headers are read. Libraries differ here, although the RFC does not.
struct HintSyntax {
    bool trim = true;  ///< spaces and tabs around the value do not count (RFC 9110 §5.5)
    bool sign = false; ///< a number may carry + or −, as in most integer parsers; below zero it still means nothing
    HttpDateForms dates = HttpDateForms::all; ///< Retry-After only: which dates count

    friend bool operator==(const HintSyntax &, const HintSyntax &) = default;
};

/// A whole number of units (a second, a millisecond; > 0) as a wait; nothing if the text is not a whole number ≥ 0.
/// However many digits there are, the wait is right or `unlimited`.
std::optional<Duration> parseDelay(std::string_view value, Duration unit, const HintSyntax &syntax = {});

/// The wait that a Retry-After value asks for (RFC 9110 §10.2.3): seconds, or a date, of which the past means 0.
/// `now` is the wall clock in Unix seconds. Nothing if the value is neither.
std::optional<Duration> parseRetryAfter(std::string_view value, std::int64_t now, const HintSyntax &syntax = {});

/// The wait until a moment given in Unix seconds. Unlike a date in Retry-After, a moment in the past is no hint at all
/// (Envoy's UNIX_TIMESTAMP).
std::optional<Duration> parseResetTime(std::string_view value, std::int64_t now, const HintSyntax &syntax = {});

} // namespace retrylab
