// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/wait_story.h"

#include "core/lab/fault_hint.h"
#include "widgets/base/ticks.h"
#include "widgets/timeline/timeline_words.h"

#include <algorithm>
#include <optional>

namespace retrylab {

namespace {

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
    const QString low = range.low.count() == 0 ? locale.toString(0) : humanNanoseconds(range.low.count(), locale);
    // A comma would read as a decimal sign where the locale has one.
    const QString separator = locale.decimalPoint() == QLatin1String(",") ? QStringLiteral("; ") : QStringLiteral(", ");
    return QStringLiteral(" = U(%1%2%3)").arg(low, separator, humanNanoseconds(range.high.count(), locale));
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

} // namespace

QString waitStory(const Trace &trace, std::uint32_t attempt, const QLocale &locale)
{
    const AttemptRecord &now = trace.attempts[attempt];
    if (const AttemptRecord *next = retryAfter(trace, attempt)) {
        const QString words = timelineWords(QT_TRANSLATE_NOOP("Timeline", "; then waited %1"));
        return words.arg(humanNanoseconds(next->sent - now.ended, locale)) + originStory(trace, attempt, *next, locale);
    }
    const bool waiting = trace.calls[now.call].ended == notYet && neighbour(trace, attempt, +1) == nullptr
                         && !isUnderWay(trace, now.call);
    return waiting ? timelineWords(QT_TRANSLATE_NOOP("Timeline", "; was waiting when the run ended")) : QString();
}

} // namespace retrylab
