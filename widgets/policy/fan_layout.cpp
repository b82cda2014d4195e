// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/policy/fan_layout.h"

#include "core/policy/random.h"
#include "widgets/base/text_ink.h"
#include "widgets/base/ticks.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QStringBuilder>

#include <algorithm>
#include <cmath>

namespace retrylab {

namespace {

constexpr double lineHeight = 16;
constexpr double headHeight = 24;
constexpr double bottomGap = 4;
/// Few rows are given more room, up to this.
constexpr double tallestRow = 24;

QString words(const char *text)
{
    return QCoreApplication::translate("BackoffFan", text);
}

QString counted(const char *text, int n)
{
    return QCoreApplication::translate("BackoffFan", text, nullptr, n);
}

Duration sum(Duration a, Duration b)
{
    return b > unlimited - a ? unlimited : a + b;
}

/// At most three significant digits, but "2.0" for small whole numbers of seconds, as in the number fields.
QString number(double value, bool seconds, const QLocale &locale)
{
    if (value == 0.0)
        return locale.toString(0);
    const int magnitude = static_cast<int>(std::floor(std::log10(value)));
    const int most = std::clamp(2 - magnitude, 0, 6);
    for (int decimals = seconds && value < 9.95 ? 1 : 0; decimals < most; ++decimals) {
        const double shown = QString::number(value, 'f', decimals).toDouble();
        if (std::abs(shown - value) < 0.5 * std::pow(10.0, -most))
            return locale.toString(value, 'f', decimals);
    }
    return locale.toString(value, 'f', most);
}

struct Unit {
    double nanoseconds;
    const char *symbol;
};

Unit unitFor(Duration wait)
{
    if (wait >= std::chrono::seconds(1))
        return {1e9, "s"};
    return wait >= std::chrono::milliseconds(1) || wait == Duration::zero() ? Unit{1e6, "ms"} : Unit{1e3, "µs"};
}

QString inUnit(Duration wait, const Unit &unit, const QLocale &locale)
{
    return number(static_cast<double>(wait.count()) / unit.nanoseconds, unit.nanoseconds == 1e9, locale);
}

/// Width of a time on the scale; anything longer than nothing is at least a hair.
double scaledWidth(Duration wait, Duration longest, double width)
{
    if (longest <= Duration::zero())
        return 0.0;
    return width * (static_cast<double>(wait.count()) / static_cast<double>(longest.count()));
}

/// Number, bar and range side by side; where that leaves the bar too short (large text), the bar lies below the words.
void placeParts(FanRow &row, double numberWidth, double textWidth, const Theme &theme)
{
    const QRectF &area = row.area;
    const double gap = theme.px(6);
    const double left = area.left() + numberWidth + gap;
    const double beside = area.width() - numberWidth - textWidth - 2 * gap;
    row.number = QRectF(area.left(), area.top(), numberWidth, area.height());
    row.text = QRectF(area.right() - textWidth, area.top(), textWidth, area.height());
    const double height = std::min(area.height() - theme.px(4), theme.px(14));
    row.track = QRectF(left, area.center().y() - height / 2, beside, height);
    if (beside >= area.width() * 0.3)
        return;
    const double words = std::min(QFontMetricsF(theme.small).height(), area.height() - theme.px(3));
    row.number.setHeight(words);
    row.text.setHeight(words);
    row.track = QRectF(left, area.top() + words, area.right() - left, std::min(area.height() - words, theme.px(6)));
}

FanRow layoutRow(const FanRetry &retry, const QRectF &area, double numberWidth, double textWidth, Duration longest,
                 const Theme &theme)
{
    FanRow row;
    row.retry = retry;
    row.area = area;
    placeParts(row, numberWidth, textWidth, theme);
    const double barHeight = row.track.height();
    const double low = scaledWidth(retry.range.low, longest, row.track.width());
    const double high = scaledWidth(retry.range.high, longest, row.track.width());
    row.fixed = QRectF(row.track.left(), row.track.top(), low, barHeight);
    row.chance = QRectF(row.track.left() + low, row.track.top(), high - low, barHeight);
    row.tick = row.track.left() + scaledWidth(retry.drawn, longest, row.track.width());
    return row;
}

void layoutRows(FanRecords &records, const std::vector<FanRetry> &retries, const QRectF &area, const Theme &theme,
                const QLocale &locale)
{
    Duration longest{0};
    double textWidth = 0;
    for (const FanRetry &retry : retries) {
        longest = std::max(longest, retry.range.high);
        textWidth = std::max(textWidth, lineWidth(theme.small, waitRangeText(retry.range, locale)));
    }
    const double numberWidth = lineWidth(theme.small, QStringLiteral("8"));
    const double rest = records.restText.isEmpty() ? 0.0 : theme.px(lineHeight);
    const double height = std::min((area.height() - rest) / static_cast<double>(retries.size()), theme.px(tallestRow));
    double y = area.top();
    for (const FanRetry &retry : retries) {
        FanRow row = layoutRow(retry, QRectF(area.left(), y, area.width(), height), numberWidth, textWidth, longest,
                               theme);
        row.range = waitRangeText(retry.range, locale);
        records.rows.push_back(row);
        y += height;
    }
    records.rest = QRectF(area.left() + numberWidth + theme.px(6), y, area.width() - numberWidth - theme.px(6), rest);
}

} // namespace

namespace {

void layoutHead(FanRecords &records, const Theme &theme)
{
    const double width = records.head.width();
    records.smallHead = lineWidth(theme.body, records.worst) > width;
    const double taken = lineWidth(records.smallHead ? theme.small : theme.body, records.worst);
    if (taken + theme.px(8) + lineWidth(theme.body, records.title) > width)
        records.title.clear();
}

} // namespace

std::vector<FanRetry> fanRetries(const Policy &policy, std::uint64_t seed, std::uint32_t most)
{
    // The path of the first call that caller 0 makes.
    const std::uint64_t path = extendPath(extendPath(rootPath(seed), 0), 0);
    std::vector<FanRetry> retries;
    Duration previous{0};
    for (std::uint32_t retry = 1; retry < policy.retry.maxAttempts && retry <= most; ++retry) {
        const WaitRange range = waitRange(policy.retry.backoff, policy.retry.jitter, retry, previous);
        previous = drawWait(policy.retry.backoff, policy.retry.jitter, retry, previous,
                            uniform(path, Purpose::jitter, retry));
        retries.push_back({retry, range, previous});
    }
    return retries;
}

Duration worstCase(const Policy &policy)
{
    const RetryOptions &retry = policy.retry;
    // When the attempt under consideration may begin: at any moment of [earliest, latest].
    Duration earliest{0};
    Duration latest{0};
    Duration previous{0};
    Duration worst{0};
    for (std::uint32_t attempt = 1;; ++attempt) {
        worst = std::max(worst, std::min(sum(latest, policy.timeout), policy.deadline));
        if (attempt >= retry.maxAttempts)
            return worst;
        const WaitRange wait = waitRange(retry.backoff, retry.jitter, attempt, previous);
        previous = wait.high;
        earliest = sum(earliest, wait.low);
        // A wait that would reach the deadline ends the call instead.
        if (earliest >= policy.deadline)
            return worst;
        latest = std::min(sum(sum(latest, policy.timeout), wait.high), policy.deadline);
    }
}

QString waitRangeText(const WaitRange &range, const QLocale &locale)
{
    if (range.low == range.high)
        return waitText(range.low, locale);
    if (range.high >= std::chrono::minutes(2))
        return waitText(range.low, locale) % u'–' % waitText(range.high, locale);
    const Unit unit = unitFor(range.high);
    return inUnit(range.low, unit, locale) % u'–' % inUnit(range.high, unit, locale) % u'\u00A0'
           % QString::fromUtf8(unit.symbol);
}

QString waitText(Duration wait, const QLocale &locale)
{
    if (wait == unlimited)
        return words(QT_TRANSLATE_NOOP("BackoffFan", "unlimited"));
    if (wait >= std::chrono::minutes(2))
        return humanTime(toSeconds(wait), locale);
    const Unit unit = unitFor(wait);
    return inUnit(wait, unit, locale) % u'\u00A0' % QString::fromUtf8(unit.symbol);
}

double fanHeight(const Theme &theme)
{
    return theme.px(headHeight + fanLines * lineHeight + bottomGap);
}

FanRecords layoutFan(const Policy &policy, std::uint64_t seed, const QRectF &area, const Theme &theme,
                     const QLocale &locale)
{
    FanRecords records;
    const double margin = 16 + 4 * (theme.scale - 1); // as the panel's
    const QRectF inner = area.adjusted(margin, 0, -margin, 0);
    records.head = QRectF(inner.left(), inner.top(), inner.width(), theme.px(headHeight));
    records.title = words(QT_TRANSLATE_NOOP("BackoffFan", "Backoff"));
    records.worst = words(QT_TRANSLATE_NOOP("BackoffFan", "worst case %1")).arg(waitText(worstCase(policy), locale));
    layoutHead(records, theme);
    const QRectF body(inner.left(), records.head.bottom(), inner.width(), theme.px(fanLines * lineHeight));

    const std::uint32_t total = policy.retry.maxAttempts - 1;
    const bool all = total <= fanLines;
    const std::uint32_t shown = all ? total : fanLines - 1;
    if (!all)
        records.restText = counted(QT_TRANSLATE_N_NOOP("BackoffFan", "… %n more"), static_cast<int>(total - shown));
    const auto retries = fanRetries(policy, seed, shown);
    if (retries.empty()) {
        records.restText = words(QT_TRANSLATE_NOOP("BackoffFan", "One attempt, no retry"));
        records.rest = QRectF(body.left(), body.top(), body.width(), theme.px(lineHeight));
        return records;
    }
    layoutRows(records, retries, body, theme, locale);
    return records;
}

} // namespace retrylab
