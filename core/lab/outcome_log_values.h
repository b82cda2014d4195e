// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/outcome.h"
#include "core/policy/time.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace retrylab {

/// How a log writes its moments.
enum class TimeForm : std::uint8_t {
    seconds,      ///< a number, "12.5"; since any beginning that the log likes
    milliseconds, ///< a whole number from 10¹¹ on: ms since 1970
    iso,          ///< ISO 8601, "2026-03-01T09:30:00.250Z"; without an offset it is UTC
};

struct LogMoment {
    Time at; ///< since the log's beginning of time, or since 1970
    TimeForm form = TimeForm::seconds;

    friend bool operator==(const LogMoment &, const LogMoment &) = default;
};

/// What a cell of a log means; nothing when it is none of what is allowed. What is finer than a nanosecond is cut off.
/// No moment lies before zero or, in ISO 8601, before 1970.
std::optional<LogMoment> readMoment(std::string_view text);
/// "0.25" is seconds, "250ms" names its unit: ns us ms s m h.
std::optional<Duration> readLatency(std::string_view text);
/// ok, fail, a status (100–599) or the name of an outcome kind, in any case. A kind that is one status (unavailable,
/// rateLimited, conflict) has that status, and fail means unavailable: a failure of the service that is worth a retry.
std::optional<Outcome> readOutcome(std::string_view text);

/// Are these the same, were it not for capital letters of ASCII?
bool sameLetters(std::string_view a, std::string_view b);

/// What may stand in a cell, in English, for error messages.
QString allowedMoments();
QString allowedLatencies();
QString allowedOutcomes();
/// "seconds", "milliseconds since 1970", "ISO 8601".
QString nameOf(TimeForm form);

/// Appends a moment as the log writes them, exactly and no longer than needed. A moment before zero is written as zero.
void appendMoment(std::string &text, Time at, TimeForm form);
/// Appends a span ≥ 0 as seconds: "12.5".
void appendSeconds(std::string &text, Duration span);

} // namespace retrylab
