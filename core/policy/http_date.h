// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace retrylab {

/// Which forms of an HTTP-date a client accepts. RFC 9110 §5.6.7 asks for all three; some libraries know only the first.
enum class HttpDateForms : std::uint8_t {
    none,    ///< no dates at all
    imfOnly, ///< "Sun, 06 Nov 1994 08:49:37 GMT"
    all,     ///< also "Sunday, 06-Nov-94 08:49:37 GMT" and "Sun Nov  6 08:49:37 1994"
};

/// The moment that an HTTP-date names, in seconds since the Unix epoch; nothing if the text is not one (RFC 9110 §5.6.7).
/// - Always GMT: the machine's time zone and locale play no part.
/// - Case and spaces count, as the RFC says; the caller removes white space around the value.
/// - Day, month, hour, minute and second must be in range; 23:59:60, a leap second, is the second after 23:59:59.
/// - A day's name must be one, but need not fit the date (as in urllib3): the date counts.
/// - A two-digit year is the latest that does not lie more than 50 years after `now` (Unix seconds, any value).
std::optional<std::int64_t> parseHttpDate(std::string_view text, std::int64_t now,
                                          HttpDateForms forms = HttpDateForms::all);

} // namespace retrylab
