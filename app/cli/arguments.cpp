// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"

#include "core/lab/dialects.h"
#include "core/lab/fields.h"
#include "core/lab/fields_choices.h"
#include "core/lab/fields_path.h"
#include "widgets/base/theme.h"

#include <charconv>

namespace retrylab {

namespace {

tl::unexpected<Error> bad(const char *option, const std::string &text, const QString &allowed)
{
    return failure(QString::fromLatin1(option),
                   QStringLiteral("%1 is not allowed; allowed: %2").arg(quoted(QString::fromStdString(text)), allowed));
}

/// The whole text as a decimal number without a sign, or nothing.
template <typename Number>
std::optional<Number> wholeNumber(const std::string &text)
{
    Number number = 0;
    const char *end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || stop != end || text.front() == '-')
        return std::nullopt;
    return number;
}

} // namespace

Result<Setting> settingArgument(const std::string &text)
{
    const QString whole = QString::fromStdString(text);
    const qsizetype equals = whole.indexOf(u'=');
    if (equals <= 0)
        return bad("--set", text, QStringLiteral("PATH=VALUE"));
    return Setting{whole.left(equals).trimmed(), whole.mid(equals + 1).trimmed()};
}

Result<QString> dialectArgument(const std::string &text)
{
    const QString name = QString::fromStdString(text);
    if (choiceIndex(dialectChoices(), name) >= 0)
        return name;
    const QString nearest = nearestName(name, namesOf(dialectChoices()));
    if (nearest.isEmpty())
        return bad("--dialect", text, joined(dialectChoices()));
    return failure(QStringLiteral("--dialect"),
                   QStringLiteral("%1 is not a dialect; did you mean \"%2\"?").arg(quoted(name), nearest));
}

Result<std::uint64_t> seedArgument(const std::string &text)
{
    const auto seed = wholeNumber<std::uint64_t>(text);
    if (!seed)
        return bad("--seed", text, QStringLiteral("0 to 18446744073709551615"));
    return *seed;
}

Result<std::uint32_t> runsArgument(const std::string &text)
{
    const auto runs = wholeNumber<std::uint32_t>(text);
    if (!runs || *runs < 1 || *runs > 1'000'000)
        return bad("--runs", text, QStringLiteral("1 to 1000000"));
    return *runs;
}

Result<OutputFormat> formatArgument(const std::string &text)
{
    if (text == "text")
        return OutputFormat::text;
    if (text == "json")
        return OutputFormat::json;
    if (text == "csv")
        return OutputFormat::csv;
    return bad("--format", text, QStringLiteral("text, json, csv"));
}

QStringList allChartFormats()
{
    return {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("csv")};
}

Result<QStringList> chartsArgument(const std::string &text)
{
    const QStringList formats = QString::fromStdString(text).split(u',');
    for (const QString &format : formats)
        if (!allChartFormats().contains(format))
            return bad("--charts", format.toStdString(), allChartFormats().join(QStringLiteral(", ")));
    return formats;
}

Result<Duration> momentArgument(const std::string &text)
{
    const Result<Duration> at = parseDuration(QString::fromStdString(text));
    if (!at || *at < Duration::zero() || *at == unlimited)
        return bad("--at", text, QStringLiteral("a time within the run, such as 3.2s"));
    return *at;
}

Result<QSize> sizeArgument(const std::string &text)
{
    const std::size_t cross = text.find('x');
    if (cross != std::string::npos) {
        const auto width = wholeNumber<int>(text.substr(0, cross));
        const auto height = wholeNumber<int>(text.substr(cross + 1));
        if (width && height && *width >= 320 && *height >= 240 && *width <= 8192 && *height <= 8192)
            return QSize(*width, *height);
    }
    return bad("--size", text, QStringLiteral("320x240 to 8192x8192"));
}

Result<int> scaleArgument(const std::string &text)
{
    if (text == "1" || text == "2" || text == "4")
        return text.front() - '0';
    return bad("--scale", text, QStringLiteral("1, 2, 4"));
}

Result<double> textScaleArgument(const std::string &text)
{
    static_assert(mostTextScale == 3.0, "the words below and those of --help name it");
    const auto percent = wholeNumber<int>(text);
    if (!percent || *percent < 100 || *percent > mostTextScale * 100)
        return bad("--text-scale", text, QStringLiteral("100 to 300, in percent"));
    return *percent / 100.0;
}

Result<ThemeKind> themeArgument(const std::string &text)
{
    if (text == "dark")
        return ThemeKind::dark;
    if (text == "light")
        return ThemeKind::light;
    if (text == "projector")
        return ThemeKind::projector;
    return bad("--theme", text, QStringLiteral("dark, light, projector"));
}

Result<QString> languageArgument(const std::string &text)
{
    if (text == "en" || text == "vi")
        return QString::fromStdString(text);
    return bad("--lang", text, QStringLiteral("en, vi"));
}

} // namespace retrylab
