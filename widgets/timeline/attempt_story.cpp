// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/attempt_story.h"

#include "core/lab/fault_hint.h"
#include "widgets/base/outcome_shape.h"
#include "widgets/base/ticks.h"
#include "widgets/timeline/timeline_words.h"

#include <algorithm>
#include <optional>

namespace retrylab {

namespace {

constexpr std::size_t mostLines = 12;

QString timeOf(std::int64_t ns, const QLocale &locale)
{
    return humanTime(static_cast<double>(ns) / 1e9, locale);
}

/// The attempt before or after in the same call; null where there is none.
const AttemptRecord *neighbour(const Trace &trace, std::uint32_t attempt, int step)
{
    const auto attempts = trace.attemptsOfCall(trace.attempts[attempt].call);
    const auto *at = std::find(attempts.begin(), attempts.end(), attempt);
    const auto place = at - attempts.begin() + step;
    if (at == attempts.end() || place < 0 || place >= attempts.end() - attempts.begin())
        return nullptr;
    return &trace.attempts[attempts.begin()[place]];
}

/// Could the attempt have met this fault, and does the fault end attempts as this one ended?
bool mayHaveAnswered(const Fault &fault, const AttemptRecord &attempt)
{
    return fault.kind == FaultKind::status && outcomeOfStatus(fault.status).kind == attempt.outcome
           && fault.from <= Time(Duration(attempt.ended)) && fault.to > Time(Duration(attempt.sent));
}

/// What the answer to an attempt may have said about when to come back, as the caller understands it.
HintReading hintAfter(const Trace &trace, const AttemptRecord &attempt)
{
    const HintRules &rules = trace.world.callers().policy.retry.hint;
    for (const Fault &fault : trace.world.faults)
        if (const HintReading hint = hintOf(fault, rules);
            hint.kind == HintReading::Kind::wait && mayHaveAnswered(fault, attempt))
            return hint;
    return {};
}

/// Did the server's word hold or restart the backoff of this call before, so that the attempt's number does not tell how
/// far it has grown?
bool isBackoffMoved(const Trace &trace, std::uint32_t attempt)
{
    if (trace.world.callers().policy.retry.hint.backoff == HintedBackoff::advances)
        return false;
    for (int step = -1; const AttemptRecord *before = neighbour(trace, attempt, step); --step)
        if (hintAfter(trace, *before).kind == HintReading::Kind::wait)
            return true;
    return false;
}

bool hasHedges(const Trace &trace, std::uint32_t call)
{
    const auto attempts = trace.attemptsOfCall(call);
    return std::any_of(attempts.begin(), attempts.end(), [&](std::uint32_t a) { return trace.attempts[a].hedge; });
}

/// What chance could choose the backoff after this attempt from; nothing where that cannot be told.
std::optional<WaitRange> rangeAfter(const Trace &trace, std::uint32_t attempt)
{
    if (isBackoffMoved(trace, attempt) || hasHedges(trace, trace.attempts[attempt].call))
        return {}; // Nor does it where hedges are counted among the attempts.
    const AttemptRecord &now = trace.attempts[attempt];
    const AttemptRecord *before = neighbour(trace, attempt, -1);
    const Duration previous(before ? now.sent - before->ended : 0);
    const RetryOptions &retry = trace.world.callers().policy.retry;
    const bool throttled = now.outcome == OutcomeKind::rateLimited && retry.backoff.throttledBase > Duration::zero();
    const Backoff backoff = throttled ? afterThrottling(retry.backoff) : retry.backoff;
    return waitRange(backoff, retry.jitter, now.number, previous);
}

QString drawStory(const WaitRange &range, const QLocale &locale)
{
    const QString low = range.low.count() == 0 ? locale.toString(0) : timeOf(range.low.count(), locale);
    // A comma would read as a decimal sign where the locale has one.
    const QString separator = locale.decimalPoint() == QLatin1String(",") ? QStringLiteral("; ") : QStringLiteral(", ");
    return QStringLiteral(" = U(%1%2%3)").arg(low, separator, timeOf(range.high.count(), locale));
}

bool cutByDeadline(const Trace &trace, const AttemptRecord &next)
{
    const Policy &policy = trace.world.callers().policy;
    return policy.deadlineMode == DeadlineMode::clamp
           && Duration(next.sent - trace.calls[next.call].started) == policy.deadline;
}

/// Is the wait what this word of the server leads to, under rules that may spread it?
bool follows(Duration waited, const HintReading &hint, const HintRules &rules)
{
    const double most = static_cast<double>(hint.wait.count()) * (1 + rules.jitter);
    return hint.kind == HintReading::Kind::wait && waited >= hint.wait && static_cast<double>(waited.count()) <= most;
}

/// Where the wait before `next` came from: the deadline, the server, the wait for a turn, or what chance chose it from.
/// Nothing where that cannot be told.
QString originStory(const Trace &trace, std::uint32_t attempt, const AttemptRecord &next, const QLocale &locale)
{
    if (cutByDeadline(trace, next))
        return timelineWords(QT_TRANSLATE_NOOP("Timeline", ", cut by the deadline"));
    const Policy &policy = trace.world.callers().policy;
    const Duration waited(next.sent - trace.attempts[attempt].ended);
    const std::optional<WaitRange> range = rangeAfter(trace, attempt);
    const bool within = range && range->low <= waited && waited <= range->high;
    const HintReading hint = hintAfter(trace, trace.attempts[attempt]);
    const bool mustBeAsked = hint.kind == HintReading::Kind::wait && range && !within && !isPaced(policy.budget);
    if (mustBeAsked || follows(waited, hint, policy.retry.hint))
        return timelineWords(QT_TRANSLATE_NOOP("Timeline", ", as the server asked"));
    // Of a wait within the range, too, some may have been for its turn: then nothing is said.
    if (isPaced(policy.budget))
        return range && waited > range->high ? timelineWords(QT_TRANSLATE_NOOP("Timeline", ", some of it for its turn"))
                                             : QString();
    return within && range->low != range->high ? drawStory(*range, locale) : QString();
}

/// The retry that waited for the end of this attempt, the last to end of those sent before it; null when there is none.
const AttemptRecord *retryAfter(const Trace &trace, std::uint32_t attempt)
{
    const AttemptRecord &now = trace.attempts[attempt];
    for (const std::uint32_t a : trace.attemptsOfCall(now.call)) {
        const AttemptRecord &other = trace.attempts[a];
        if (other.number > now.number && !other.hedge)
            return &other;
        if (other.number > now.number ? other.ended >= now.ended : other.ended > now.ended)
            return nullptr; // it was another that ended last
    }
    return nullptr;
}

bool isUnderWay(const Trace &trace, std::uint32_t call)
{
    const auto attempts = trace.attemptsOfCall(call);
    return std::any_of(attempts.begin(), attempts.end(),
                       [&](std::uint32_t a) { return trace.attempts[a].ended == notYet; });
}

QString waitStory(const Trace &trace, std::uint32_t attempt, const QLocale &locale)
{
    const AttemptRecord &now = trace.attempts[attempt];
    if (const AttemptRecord *next = retryAfter(trace, attempt)) {
        const QString words = timelineWords(QT_TRANSLATE_NOOP("Timeline", "; then waited %1"));
        return words.arg(timeOf(next->sent - now.ended, locale)) + originStory(trace, attempt, *next, locale);
    }
    const bool waiting = trace.calls[now.call].ended == notYet && neighbour(trace, attempt, +1) == nullptr
                         && !isUnderWay(trace, now.call);
    return waiting ? timelineWords(QT_TRANSLATE_NOOP("Timeline", "; was waiting when the run ended")) : QString();
}

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
             timeOf(trace.calls[call].started, locale));
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
                     .arg(timeOf(run.duration() - now.sent, locale));
    const QString time = timeOf(now.ended - now.sent, locale);
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
    const QString time = timeOf(record.ended - record.started, locale);
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
