// SPDX-License-Identifier: GPL-3.0-or-later
// cockatiel: 128 ms that double up to 30 s. Its generators full and half cut to whole milliseconds; the default one is
// decorrelated V2. A vector that gives random numbers and names no generator may mean any of the three.
#include "tests/oracle/adapter_list.h"
#include "tests/oracle/failing_call.h"
#include "tests/oracle/waits.h"

using namespace Qt::StringLiterals;

namespace retrylab::oracle {

namespace {

Schedule generator(const QJsonObject &given, Jitter jitter, Ticks &tick)
{
    const Span initial = spanAt(given, u"initial"_qs).value_or(Span{128, 1e3});
    Schedule schedule = uncapped(BackoffKind::exponential, tick.of(initial));
    schedule.backoff.cap = tick.of(spanAt(given, u"max"_qs).value_or(Span{30000, 1e3}));
    schedule.jitter.kind = jitter;
    if (jitter == Jitter::full || jitter == Jitter::equal)
        schedule.backoff.unit = tick.of({1, 1e3});
    return schedule;
}

Retries retriesOf(const QJsonObject &given)
{
    if (given.contains(u"attempt"))
        return retriesAt(given[u"attempt"], 0);
    return given[u"n"].isArray() ? retriesAt(given[u"n"], 1) : retriesUpTo(countOf(given[u"n"]).value_or(0));
}

QJsonObject figuresOf(const QJsonObject &given, Jitter jitter)
{
    return waitFigures(
        u"delay"_qs, anyTick, [&](Ticks &tick) { return generator(given, jitter, tick); }, retriesOf(given),
        given[u"r"]);
}

std::optional<Jitter> namedGenerator(const QString &name)
{
    if (name.startsWith("no"_L1))
        return Jitter::none;
    if (name.startsWith("full"_L1))
        return Jitter::full;
    if (name.startsWith("half"_L1))
        return Jitter::equal;
    return name.startsWith("decorrelated"_L1) ? std::optional(Jitter::decorrelatedV2) : std::nullopt;
}

} // namespace

std::optional<QJsonObject> cockatielDelays(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "cockatiel"_L1) || !given.contains(u"initial_ms"))
        return {};
    if (const auto named = namedGenerator(given[u"generator"].toString()))
        return figuresOf(given, *named);
    if (!given.contains(u"r"))
        return figuresOf(given, Jitter::none);
    return anyOf(
        {figuresOf(given, Jitter::full), figuresOf(given, Jitter::equal), figuresOf(given, Jitter::decorrelatedV2)});
}

std::optional<QJsonObject> cockatielIterable(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "cockatiel"_L1) || !given[u"list"].isArray())
        return {};
    const auto make = [&](Ticks &tick) {
        Schedule schedule = uncapped(BackoffKind::list, Duration(0));
        for (const auto &ms : given[u"list"].toArray())
            schedule.backoff.waits.push_back(tick.of({ms.toDouble(), 1e3}));
        return schedule;
    };
    return waitFigures(u"delay"_qs, anyTick, make, retriesOf(given));
}

/// maxAttempts are retries; the context counts attempts from 0.
std::optional<QJsonObject> cockatielRetryCount(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "cockatiel"_L1) || !given.contains(u"maxAttempts"))
        return {};
    Backoff atOnce;
    atOnce.kind = BackoffKind::none;
    const auto attempts = [&](const QJsonValue &retries) {
        const auto call = failEveryAttempt(failingPolicy(atOnce, attemptsOfRetries(retries.toDouble())));
        return qint64{call ? call->attempts : 0};
    };
    const auto contexts = [&](const QJsonValue &retries) {
        QJsonArray seen;
        for (qint64 attempt = 0; attempt < attempts(retries); ++attempt)
            seen += attempt;
        return QJsonValue(seen);
    };
    return QJsonObject{
        {u"calls"_qs, mapped(given[u"maxAttempts"], [&](const auto &n) { return QJsonValue(attempts(n)); })},
        {u"context_attempt"_qs, mapped(given[u"maxAttempts"], contexts)}};
}

} // namespace retrylab::oracle
