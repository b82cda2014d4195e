// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/attempt_story.h"

#include "widgets/base/outcome_shape.h"
#include "widgets/base/ticks.h"
#include "widgets/timeline/timeline_words.h"
#include "widgets/timeline/wait_story.h"

#include <algorithm>
#include <optional>

namespace retrylab {

namespace {

constexpr std::size_t mostLines = 12;

/// "attempt 2 of 4"
QString headOf(const Trace &trace, const AttemptRecord &attempt, const QLocale &locale)
{
    const QString words = attempt.hedge ? timelineWords(QT_TRANSLATE_NOOP("Timeline", "attempt %1 of %2, a hedge: "))
                                        : timelineWords(QT_TRANSLATE_NOOP("Timeline", "attempt %1 of %2: "));
    return words.arg(locale.toString(attempt.number), locale.toString(trace.world.callers().policy.retry.maxAttempts));
}

QString titleOf(const Trace &trace, std::uint32_t call, const QLocale &locale)
{
    return timelineWords(QT_TRANSLATE_NOOP("Timeline", "Call %1 · caller %2 · started at %3"))
        .arg(locale.toString(call + 1), locale.toString(trace.calls[call].caller + 1),
             humanNanoseconds(trace.calls[call].started, locale));
}

/// How a call ended without the service's own answer; %1 is how long it took, %2 the reason.
QString endWords(FallbackKind answered)
{
    switch (answered) {
    case FallbackKind::none: break;
    case FallbackKind::cache:
        return timelineWords(QT_TRANSLATE_NOOP("Timeline", "answered from the cache after %1: %2"));
    case FallbackKind::value:
        return timelineWords(QT_TRANSLATE_NOOP("Timeline", "answered with the default after %1: %2"));
    case FallbackKind::backup:
        return timelineWords(QT_TRANSLATE_NOOP("Timeline", "answered by the backup service after %1: %2"));
    }
    return timelineWords(QT_TRANSLATE_NOOP("Timeline", "gave up after %1: %2"));
}

QString reasonWords(EndReason reason)
{
    switch (reason) {
    case EndReason::succeeded: break;
    case EndReason::notRetryable: return timelineWords(QT_TRANSLATE_NOOP("Timeline", "not worth another attempt"));
    case EndReason::attemptsExhausted: return timelineWords(QT_TRANSLATE_NOOP("Timeline", "no attempts left"));
    case EndReason::deadlineExceeded: return timelineWords(QT_TRANSLATE_NOOP("Timeline", "the deadline"));
    case EndReason::breakerOpen: return timelineWords(QT_TRANSLATE_NOOP("Timeline", "the breaker was open"));
    case EndReason::budgetDenied: return timelineWords(QT_TRANSLATE_NOOP("Timeline", "the retry budget was spent"));
    case EndReason::toldNotTo:
        return timelineWords(QT_TRANSLATE_NOOP("Timeline", "the service asked not to try again"));
    }
    return {};
}

} // namespace

QString attemptStory(const RunModel &run, std::uint32_t attempt, const QLocale &locale)
{
    const Trace &trace = *run.trace;
    const AttemptRecord &now = trace.attempts[attempt];
    const QString head = headOf(trace, now, locale);
    if (now.refusedByBreaker)
        return head + timelineWords(QT_TRANSLATE_NOOP("Timeline", "refused by the breaker, nothing was sent"));
    if (now.ended == notYet)
        return head
               + timelineWords(QT_TRANSLATE_NOOP("Timeline", "still running after %1, when the run ended"))
                     .arg(humanNanoseconds(run.duration() - now.sent, locale));
    const QString time = humanNanoseconds(now.ended - now.sent, locale);
    if (now.cancelled)
        return head
               + timelineWords(QT_TRANSLATE_NOOP("Timeline", "given up after %1, as another had decided the call"))
                     .arg(time);
    return head + timelineWords(QT_TRANSLATE_NOOP("Timeline", "%1 after %2")).arg(outcomeName(now.outcome), time)
           + waitStory(trace, attempt, locale);
}

QString callEnding(const RunModel &run, std::uint32_t call, const QLocale &locale)
{
    const CallRecord &record = run.trace->calls[call];
    if (record.ended == notYet)
        return timelineWords(QT_TRANSLATE_NOOP("Timeline", "not finished when the run ended"));
    const QString time = humanNanoseconds(record.ended - record.started, locale);
    if (record.reason == EndReason::succeeded)
        return timelineWords(QT_TRANSLATE_NOOP("Timeline", "succeeded after %1")).arg(time);
    const FallbackKind fallback = run.trace->world.callers().policy.fallback.kind;
    return endWords(record.degraded ? fallback : FallbackKind::none).arg(time, reasonWords(record.reason));
}

CallStory callStory(const RunModel &run, std::uint32_t call, std::optional<std::uint32_t> around, const QLocale &locale)
{
    const auto attempts = run.trace->attemptsOfCall(call);
    CallStory story;
    story.lines << titleOf(*run.trace, call, locale);
    std::size_t place = 0;
    while (around && place < attempts.size() && attempts.begin()[place] != *around)
        ++place;
    const bool all = attempts.size() <= mostLines;
    const std::size_t from = all || place < mostLines / 2
                                 ? 0
                                 : std::min(place - mostLines / 2, attempts.size() - mostLines);
    const std::size_t end = std::min(attempts.size(), from + mostLines);
    if (from > 0)
        story.lines << QStringLiteral("…");
    for (std::size_t i = from; i < end; ++i) {
        if (around && attempts.begin()[i] == *around)
            story.emphasised = static_cast<int>(story.lines.size());
        story.lines << attemptStory(run, attempts.begin()[i], locale);
    }
    if (end < attempts.size())
        story.lines << QStringLiteral("…");
    story.lines << callEnding(run, call, locale);
    return story;
}

} // namespace retrylab
