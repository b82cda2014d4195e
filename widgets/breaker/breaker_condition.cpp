// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/breaker/breaker_condition.h"

#include "widgets/breaker/breaker_words.h"
#include "widgets/breaker/option_time.h"

#include <cmath>

namespace retrylab {

namespace {

QString percent(double share, const QLocale &locale)
{
    const double value = share * 100.0;
    const bool whole = std::abs(value - std::round(value)) < 0.05;
    return locale.toString(value, 'f', whole ? 0 : 1);
}

/// The sign before a share that opens the breaker, or before one that leaves it closed.
QString withSign(QString share, Threshold compare, bool opens)
{
    const bool atLeast = compare == Threshold::atLeast;
    return share.replace(u'≥', opens ? (atLeast ? u'≥' : u'>') : (atLeast ? u'<' : u'≤'));
}

QString shareOf(double share, std::uint32_t count, const QLocale &locale)
{
    return breakerWords(QT_TRANSLATE_NOOP("BreakerView", "≥ %1 % of %2"))
        .arg(percent(share, locale), locale.toString(count));
}

/// What opens a closed breaker that looks at a window.
QString windowCondition(const BreakerOptions &options, const QLocale &locale)
{
    if (options.failureCount != 0)
        return breakerWords(QT_TRANSLATE_NOOP("BreakerView", "%1 failed")).arg(locale.toString(options.failureCount));
    QString text;
    if (options.kind == BreakerKind::countWindow)
        text = shareOf(options.failureRatio, options.size, locale);
    else if (options.kind == BreakerKind::timeWindow)
        text = breakerWords(QT_TRANSLATE_NOOP("BreakerView", "≥ %1 % in %2"))
                   .arg(percent(options.failureRatio, locale), optionTime(options.window, locale));
    else
        text = breakerWords(QT_TRANSLATE_NOOP("BreakerView", "≥ %1 % of all"))
                   .arg(percent(options.failureRatio, locale));
    return withSign(text, options.compare, true);
}

/// What the probes must come to.
QString verdictCondition(const BreakerOptions &options, bool opens, const QLocale &locale)
{
    if (judgesShare(options.verdict)) {
        const double share = options.sampleRatio > 0 ? options.sampleRatio : options.failureRatio;
        return withSign(shareOf(share, probesJudged(options), locale), options.compare, opens);
    }
    if (options.verdict == ProbeVerdict::streak)
        return opens ? breakerWords(QT_TRANSLATE_NOOP("BreakerView", "a probe fails"))
                     : breakerWords(QT_TRANSLATE_NOOP("BreakerView", "%1 ok")).arg(locale.toString(options.successes));
    const std::uint32_t judged = probesJudged(options);
    if (!opens)
        return breakerWords(QT_TRANSLATE_NOOP("BreakerView", "%1 of %2 ok"))
            .arg(locale.toString(options.successes), locale.toString(judged));
    // So many that the successes which it needs are out of reach.
    const std::uint32_t failures = judged >= options.successes ? judged - options.successes + 1 : 1;
    return breakerWords(QT_TRANSLATE_NOOP("BreakerView", "%1 failed")).arg(locale.toString(failures));
}

bool openTimeGrows(const BreakerOptions &options)
{
    return options.openCap > options.openTime
           && (options.openGrowth == OpenGrowth::linear || options.openMultiplier > 1.0);
}

} // namespace

QString breakerCondition(const BreakerOptions &options, BreakerState from, BreakerState to,
                         std::optional<Duration> openTime, const QLocale &locale)
{
    if (from == BreakerState::open) {
        const QString text = !openTime && openTimeGrows(options)
                                 ? breakerWords(QT_TRANSLATE_NOOP("BreakerView", "after ≥ %1"))
                                 : breakerWords(QT_TRANSLATE_NOOP("BreakerView", "after %1"));
        return text.arg(optionTime(openTime.value_or(options.openTime), locale));
    }
    if (from == BreakerState::halfOpen)
        return verdictCondition(options, to == BreakerState::open, locale);
    if (options.kind == BreakerKind::consecutive || options.kind == BreakerKind::none)
        return breakerWords(QT_TRANSLATE_NOOP("BreakerView", "%1 in a row")).arg(locale.toString(options.size));
    return windowCondition(options, locale);
}

} // namespace retrylab
