// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace retrylab {

inline constexpr auto powersOfTen = [] {
    std::array<std::uint64_t, 20> powers{1};
    for (std::size_t i = 1; i < powers.size(); ++i)
        powers[i] = powers[i - 1] * 10;
    return powers;
}();

inline constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// A number ≥ 0 as it was typed: digits · 10^exponent. Decimal, so that 0.1 s is 100 ms exactly.
struct Decimal {
    /// The largest that scaled() gives: one more means "never" and "unlimited".
    static constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() - 1;

    std::uint64_t digits = 0;
    int exponent = 0;
    bool whole = true; ///< written without a point and without an exponent

    /// Takes the digits up to what is none. Those that 64 bits do not hold are cut off.
    void takeDigits(std::string_view &text, bool afterPoint)
    {
        for (; !text.empty() && isDigit(text.front()); text.remove_prefix(1)) {
            const bool fits = digits < powersOfTen[18];
            if (fits)
                digits = digits * 10 + static_cast<std::uint64_t>(text.front() - '0');
            exponent += static_cast<int>(!fits) - static_cast<int>(afterPoint);
        }
    }

    /// The number times `factor` · 10^`shift`, rounded down; nothing when it is larger than `most`.
    std::optional<std::int64_t> scaled(std::uint64_t factor, int shift) const
    {
        constexpr auto limit = static_cast<std::uint64_t>(most);
        if (digits > std::numeric_limits<std::uint64_t>::max() / factor)
            return {};
        std::uint64_t value = digits * factor;
        const int power = exponent + shift;
        if (value == 0 || power <= -20)
            return 0;
        if (power < 0)
            value /= powersOfTen[static_cast<std::size_t>(-power)];
        else if (power >= 20 || value > limit / powersOfTen[static_cast<std::size_t>(power)])
            return {};
        else
            value *= powersOfTen[static_cast<std::size_t>(power)];
        return value <= limit ? std::optional(static_cast<std::int64_t>(value)) : std::nullopt;
    }
};

/// Takes a number without a sign off the beginning of the text: "12", "12.5", "5e-05".
inline std::optional<Decimal> takeNumber(std::string_view &text)
{
    Decimal number;
    if (text.empty() || !isDigit(text.front()))
        return {};
    number.takeDigits(text, false);
    if (text.size() > 1 && text.front() == '.' && isDigit(text[1])) {
        number.whole = false;
        text.remove_prefix(1);
        number.takeDigits(text, true);
    }
    if (!text.empty() && (text.front() == 'e' || text.front() == 'E')) {
        number.whole = false;
        text.remove_prefix(text.size() > 2 && text[1] == '+' && isDigit(text[2]) ? 2 : 1);
        int exponent = 0;
        const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
        if (error != std::errc() || exponent < -1000 || exponent > 1000)
            return {};
        text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
        number.exponent += exponent;
    }
    return number;
}

} // namespace retrylab
