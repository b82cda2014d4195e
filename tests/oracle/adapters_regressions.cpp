// SPDX-License-Identifier: GPL-3.0-or-later
// Public bugs of delays, deadlines and counts: the inputs that showed them.
#include "tests/oracle/adapter_list.h"
#include "tests/oracle/failing_call.h"
#include "tests/oracle/waits.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace retrylab::oracle {

namespace {

/// "exponential 1,2,4", "fixed 2", or a list of seconds whose last goes on.
Backoff backoffFromText(const QString &text, Ticks &tick)
{
    const QList<double> seconds = numbersIn(text);
    if (seconds.size() > 1 && text.startsWith("exponential"_L1) && seconds[0] > 0) {
        Backoff backoff = uncapped(BackoffKind::exponential, tick.of({seconds[0], 1.0})).backoff;
        backoff.multiplier = seconds[1] / seconds[0];
        return backoff;
    }
    Backoff backoff = uncapped(BackoffKind::list, Duration(0)).backoff;
    for (const double wait : seconds)
        backoff.waits.push_back(tick.of({wait, 1.0}));
    return backoff;
}

/// How a setting of that name counts.
struct Counting {
    QLatin1StringView key;
    bool retriesOnly;
};

constexpr Counting countings[] = {{"attempts"_L1, false},        {"maxAttempts"_L1, false}, {"max_attempts"_L1, false},
                                  {"WithMaxAttempts"_L1, false}, {"times"_L1, false},       {"retries"_L1, true},
                                  {"maxRetries"_L1, true},       {"max_retries"_L1, true},  {"num_retries"_L1, true}};

QJsonValue callsOf(const QJsonValue &count, bool retriesOnly)
{
    Backoff atOnce;
    atOnce.kind = BackoffKind::none;
    const std::uint32_t attempts = retriesOnly ? attemptsOfRetries(count.toDouble()) : countOf(count).value_or(0);
    const auto call = failEveryAttempt(failingPolicy(atOnce, attempts));
    return call ? QJsonValue(qint64{call->attempts}) : QJsonValue();
}

} // namespace

/// An interval with jitter added that must stay below the greatest one.
std::optional<QJsonObject> clampedJitter(const QString &, const QJsonObject &given)
{
    const auto interval = spanAt(given, u"interval"_qs);
    const auto most = spanAt(given, u"max"_qs);
    const auto jitter = spanAt(given, u"jitter"_qs);
    if (!interval || !most || !jitter)
        return {};
    const auto make = [&](Ticks &tick) {
        Schedule schedule = uncapped(BackoffKind::fixed, tick.of(*interval));
        schedule.backoff.cap = tick.of(*most);
        schedule.backoff.capOrder = CapOrder::afterJitter;
        schedule.jitter = {.kind = Jitter::addedTime, .amount = tick.of(*jitter)};
        return schedule;
    };
    return rangeFigures(anyTick, make, retriesAt(QJsonValue(1), 1));
}

/// How long a call goes on that has to stop after a delay: its sleeps and attempts.
std::optional<QJsonObject> stopAfterDelay(const QString &, const QJsonObject &given)
{
    const auto most = spanAt(given, u"stop_after_delay"_qs);
    if (!most || !given[u"wait"].isString())
        return {};
    Ticks tick(1e9);
    Policy policy = failingPolicy(backoffFromText(given[u"wait"].toString(), tick), forEver);
    policy.deadline = tick.of(*most);
    const Duration attempt = tick.of(spanAt(given, u"attempt_time"_qs).value_or(Span{0, 1}));
    const auto call = failEveryAttempt(policy, QList<Duration>(1000, attempt));
    if (!call)
        return {};
    QJsonObject figures{{u"calls"_qs, qint64{call->attempts}}};
    const Duration total = std::min(call->slept + attempt * call->attempts, policy.deadline);
    addFigures(figures, figuresOf(u"total"_qs, qint64{total.count()}, tick));
    return figures;
}

/// (1 << n)·base in integers of some bits: where it would wrap round, the core's wait stops at the greatest integer.
std::optional<QJsonObject> shiftOverflow(const QString &, const QJsonObject &given)
{
    static const QRegularExpression form(u"1\\s*<<\\s*n.*in (\\d+)-bit"_qs);
    const QRegularExpressionMatch match = form.match(given[u"formula"].toString());
    const int bits = match.captured(1).toInt();
    const auto base = spanAt(given, u"base"_qs);
    if (!match.hasMatch() || !base || bits < 2 || bits > 63)
        return {};
    Ticks tick(base->perSecond);
    Backoff unclipped = uncapped(BackoffKind::exponential, tick.of(*base)).backoff;
    Backoff clipped = unclipped;
    clipped.cap = Duration((qint64{1} << (bits - 1)) - 1);
    const auto wraps = [&](std::uint32_t n) {
        return backoffCeiling(clipped, n + 1) < backoffCeiling(unclipped, n + 1);
    };
    std::uint32_t first = 0;
    while (first < 64 && !wraps(first))
        ++first;
    const auto atN = [&](const QJsonValue &n) { return QJsonValue(wraps(countOf(n).value_or(0))); };
    return QJsonObject{{u"wraps"_qs, mapped(given[u"n"], atN)}, {u"first_wrapping_n"_qs, qint64{first}}};
}

/// A stamp of another process's monotonic clock, compared with this one's.
std::optional<QJsonObject> foreignStamp(const QString &, const QJsonObject &given)
{
    if (!given.contains(u"stored_monotonic") || !given.contains(u"now_monotonic_other_process"))
        return {};
    Ticks tick(1e9);
    const Time stored(tick.of({given[u"stored_monotonic"].toDouble(), 1.0}));
    const Time now(tick.of({given[u"now_monotonic_other_process"].toDouble(), 1.0}));
    return QJsonObject{{u"elapsed"_qs, toSeconds(now - stored)}};
}

/// How many calls a setting allows when all of them fail.
std::optional<QJsonObject> countedCalls(const QString &, const QJsonObject &given)
{
    for (const Counting &counting : countings) {
        const qsizetype others = given.size() - 1 - (given.contains(u"all_fail") ? 1 : 0);
        if (given.contains(counting.key) && others == 0)
            return QJsonObject{{u"calls"_qs, mapped(given[counting.key], [&](const QJsonValue &count) {
                                    return callsOf(count, counting.retriesOnly);
                                })}};
    }
    return {};
}

} // namespace retrylab::oracle
