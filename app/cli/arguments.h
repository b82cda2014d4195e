// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_line.h"
#include "core/lab/result.h"

#include <string>

namespace retrylab {

// Each turns what stands behind one option into its value. The error's path is the option's name, its message quotes
// what was typed and says what is allowed.

Result<Setting> settingArgument(const std::string &text);     ///< PATH=VALUE; only the shape is checked here
Result<QString> dialectArgument(const std::string &text);     ///< a dialect's name, or "custom"
Result<std::uint64_t> seedArgument(const std::string &text);  ///< decimal
Result<std::uint32_t> runsArgument(const std::string &text);  ///< 1–1,000,000
Result<OutputFormat> formatArgument(const std::string &text); ///< text, json, csv
Result<QStringList> chartsArgument(const std::string &text);  ///< comma-separated
Result<Duration> momentArgument(const std::string &text);     ///< "3.2s"
Result<QSize> sizeArgument(const std::string &text);          ///< "1600x900", each side 240 or 320 to 8,192
Result<int> scaleArgument(const std::string &text);           ///< 1, 2, 4
Result<double> textScaleArgument(const std::string &text);    ///< percent, 100–300; 1 = 100 %
Result<ThemeKind> themeArgument(const std::string &text);     ///< dark, light, projector
Result<QString> languageArgument(const std::string &text);    ///< en, vi

QStringList allChartFormats();

/// Reads an option that may be missing: leaves `value` as it is when `text` is empty.
template <typename Value, typename Parse>
Result<void> readArgument(const std::string &text, Value &value, Parse parse)
{
    if (text.empty())
        return {};
    auto parsed = parse(text);
    if (!parsed)
        return tl::unexpected(parsed.error());
    value = *parsed;
    return {};
}

} // namespace retrylab
