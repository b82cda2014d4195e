// SPDX-License-Identifier: GPL-3.0-or-later
// Spring Framework 7's ExponentialBackOff and spring-retry's policies: whole milliseconds, truncated at every step. The
// former says STOP after maxAttempts intervals, or as soon as those handed out add up to maxElapsedTime.
#include "tests/oracle/adapter_list.h"
#include "tests/oracle/failing_call.h"
#include "tests/oracle/waits.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace retrylab::oracle {

namespace {

constexpr std::uint32_t enough = 256; ///< of a sequence whose length the vector leaves open

Backoff backOff(const QJsonObject &given, Span initial, double multiplier, Span most, Ticks &tick)
{
    Backoff backoff = uncapped(BackoffKind::exponential, tick.of(spanAt(given, u"initial"_qs, 1e3).value_or(initial)))
                          .backoff;
    backoff.multiplier = given[u"multiplier"].toDouble(multiplier);
    backoff.cap = tick.of(spanAt(given, u"max"_qs, 1e3).value_or(most));
    backoff.steps = BackoffSteps::integer;
    return backoff;
}

/// What an execution hands out, one after the other.
class Execution {
public:
    Execution(const QJsonObject &given, Ticks &tick)
        : m_backoff(backOff(given, {2000, 1e3}, 1.5, {30000, 1e3}, tick))
        , m_maxElapsed(unlimited)
    {
        for (const auto &key : {u"maxElapsed"_qs, u"maxElapsedTime"_qs}) {
            if (const auto most = spanAt(given, key, 1e3))
                m_maxElapsed = tick.of(*most);
        }
        Backoff atOnce;
        atOnce.kind = BackoffKind::none;
        if (const auto attempts = countOf(given[u"maxAttempts"]))
            m_intervals = failEveryAttempt(failingPolicy(atOnce, *attempts + 1)).value_or(FailedCall()).waits.size();
    }

    QJsonValue next()
    {
        if (m_retry >= m_intervals || endsAfter(m_elapsed, Duration(0), m_maxElapsed, DeadlineMode::afterAttempt))
            return u"STOP"_qs;
        const Duration wait = backoffCeiling(m_backoff, static_cast<std::uint32_t>(++m_retry));
        m_elapsed = later(Time(m_elapsed), wait).time_since_epoch();
        return static_cast<qint64>(wait.count());
    }

private:
    Backoff m_backoff;
    Duration m_maxElapsed;
    Duration m_elapsed{0};
    qsizetype m_retry = 0;
    qsizetype m_intervals = forEver;
};

/// The first intervals, up to the first STOP or until there are `count`.
QJsonArray sequence(const QJsonObject &given, std::uint32_t count, Ticks &tick)
{
    Execution execution(given, tick);
    QJsonArray intervals;
    while (static_cast<std::uint32_t>(intervals.size()) < count && !intervals.last().isString())
        intervals += execution.next();
    return intervals;
}

QJsonArray chosen(const QJsonObject &given, const Retries &retries, Ticks &tick)
{
    const std::uint32_t last = *std::max_element(retries.numbers.begin(), retries.numbers.end());
    const QJsonArray all = sequence(given, last, tick);
    QJsonArray intervals;
    for (const std::uint32_t number : retries.numbers)
        intervals += all[std::min<qsizetype>(number, all.size()) - 1];
    return intervals;
}

} // namespace

std::optional<QJsonObject> springBackOff(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "spring-framework"_L1) || !(given.contains(u"initial") || given.contains(u"defaults")))
        return {};
    Ticks tick(1e3);
    if (!given[u"n"].toArray().isEmpty())
        return figuresOf(u"delay"_qs, chosen(given, retriesAt(given[u"n"], 1), tick), tick);
    const auto count = countOf(given[u"n"]);
    QJsonArray intervals = sequence(given, count.value_or(enough), tick);
    while (count && intervals.size() < qsizetype{*count}) // once it has said STOP, it says nothing else
        intervals += u"STOP"_qs;
    if (!count && !intervals.last().isString())
        return QJsonObject{{u"delay_ms"_qs, endless(intervals)}};
    return figuresOf(u"delay"_qs, intervals, tick);
}

/// 100 ms, doubled, up to 30 s; the random variant multiplies by a number in [1, multiplier).
std::optional<QJsonObject> springRetryBackOff(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "spring-retry"_L1) || !given.contains(u"n"))
        return {};
    const auto make = [&](Ticks &tick) {
        Schedule schedule{.backoff = backOff(given, {100, 1e3}, 2.0, {30000, 1e3}, tick)};
        if (given.contains(u"random"))
            schedule.jitter = {.kind = Jitter::added, .proportion = schedule.backoff.multiplier - 1.0};
        return schedule;
    };
    const Retries retries = given[u"n"].isArray() ? retriesAt(given[u"n"], 1)
                                                  : retriesUpTo(countOf(given[u"n"]).value_or(0));
    return waitFigures(u"delay"_qs, millisecondTick, make, retries, given[u"random"]);
}

} // namespace retrylab::oracle
