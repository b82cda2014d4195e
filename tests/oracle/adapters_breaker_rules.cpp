// SPDX-License-Identifier: GPL-3.0-or-later
// Single rules of breakers, given as tables or in words: Polly's trip table and health window, growing open times, and the
// windows of reported bugs.
#include "core/lab/dialects.h"
#include "core/policy/breaker.h"
#include "tests/oracle/adapter_list.h"
#include "tests/oracle/reading.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace retrylab::oracle {

namespace {

constexpr Time start{10h};

QString nameOf(BreakerState state)
{
    return state == BreakerState::closed ? u"closed"_qs : state == BreakerState::open ? u"open"_qs : u"half_open"_qs;
}

BreakerOptions pollyBreaker()
{
    BreakerOptions o = findDialect(u"polly")->policy().breaker;
    o.kind = BreakerKind::timeWindow;
    return o;
}

BreakerOptions pollyWindow(Duration window, std::uint32_t buckets)
{
    BreakerOptions o = pollyBreaker();
    o.window = window;
    o.buckets = buckets;
    o.minimumCalls = std::numeric_limits<std::uint32_t>::max(); // only counts
    return o;
}

void tell(Breaker &breaker, bool failed, Time now)
{
    breaker.record(breaker.acquire(now), failed, now);
}

void read(Breaker &breaker, Time now)
{
    breaker.refresh(now);
}

QJsonObject health(const Breaker &breaker)
{
    const double rate = breaker.outcomes() != 0 ? double(breaker.failures()) / double(breaker.outcomes()) : 0.0;
    return {{u"throughput"_qs, static_cast<qint64>(breaker.outcomes())},
            {u"failures"_qs, static_cast<qint64>(breaker.failures())},
            {u"rate"_qs, rate},
            {u"failure_rate"_qs, rate}};
}

bool trips(const QJsonObject &c)
{
    const auto throughput = static_cast<std::uint32_t>(c[u"throughput"].toInt());
    const auto failures = static_cast<std::uint32_t>(std::lround(throughput * c[u"rate"].toDouble()));
    BreakerOptions o = pollyBreaker();
    o.minimumCalls = static_cast<std::uint32_t>(c[u"min"].toInt());
    o.failureRatio = c[u"threshold"].toDouble();
    Breaker breaker(o);
    for (std::uint32_t i = 0; i < throughput; ++i)
        tell(breaker, i >= throughput - failures, start);
    return breaker.state() == BreakerState::open;
}

/// "1 failure + 4 successes": all at once.
QJsonObject healthAtOnce(Breaker &breaker, const QString &events)
{
    static const QRegularExpression part(u"(\\d+) (failure|success)"_qs);
    for (auto match = part.globalMatch(events); match.hasNext();) {
        const QRegularExpressionMatch m = match.next();
        for (int i = 0; i < m.captured(1).toInt(); ++i)
            tell(breaker, m.captured(2) == u"failure", start);
    }
    return health(breaker);
}

/// "10 successes, 1 s advance after each; read; +1 s; read".
QJsonObject healthOverTime(Breaker &breaker, const QString &events)
{
    Time now = start;
    QJsonArray throughput;
    for (const QString &part : events.split(u';')) {
        const QList<double> numbers = numbersIn(part);
        if (part.contains(u"advance"_qs)) {
            for (int i = 0; i < static_cast<int>(numbers.value(0)); ++i) {
                tell(breaker, part.contains(u"failure"_qs), now);
                now += std::chrono::milliseconds(static_cast<std::int64_t>(numbers.value(1) * 1e3));
            }
        } else if (part.contains(u"read"_qs)) {
            read(breaker, now);
            throughput += static_cast<qint64>(breaker.outcomes());
        } else {
            now += std::chrono::milliseconds(static_cast<std::int64_t>(numbers.value(0) * 1e3));
        }
    }
    return {{u"throughput"_qs, throughput}};
}

/// "2 outcomes; the first of steps 0 and 1 is a failure": in as many steps as fill the window, each read at its end; then
/// only time goes on.
QJsonObject healthBySteps(Breaker &breaker, const QString &perStep, Duration step, Duration window)
{
    const QStringList parts = perStep.split(u';');
    const int outcomes = static_cast<int>(numbersIn(parts.value(0)).value(0));
    const QList<double> failing = numbersIn(parts.value(1));
    const auto busy = static_cast<int>(window / step);
    QJsonObject info;
    Time now = start;
    for (int i = 0; i < 2 * busy; ++i) {
        for (int k = 0; i < busy && k < outcomes; ++k)
            tell(breaker, k == 0 && failing.contains(i), now);
        now += step;
        read(breaker, now);
        info[QString::number(i)] = health(breaker);
    }
    return {{u"info"_qs, info}};
}

} // namespace

std::optional<QJsonObject> pollyTripTable(const QString & /*library*/, const QJsonObject &given)
{
    const QJsonArray cases = given[u"cases"].toArray();
    if (cases.isEmpty() || !cases[0].toObject().contains(u"throughput"))
        return {};
    QJsonArray breaks;
    for (const auto &c : cases)
        breaks += trips(c.toObject());
    return QJsonObject{{u"breaks"_qs, breaks}};
}

std::optional<QJsonObject> pollyHealth(const QString & /*library*/, const QJsonObject &given)
{
    if (!given.contains(u"sampling_s") || !given.contains(u"windows"))
        return {};
    const BreakerOptions o = pollyWindow(
        std::chrono::milliseconds(static_cast<std::int64_t>(given[u"sampling_s"].toDouble() * 1e3)),
        static_cast<std::uint32_t>(given[u"windows"].toInt()));
    Breaker breaker(o);
    if (given.contains(u"per_step"))
        return healthBySteps(breaker, given[u"per_step"].toString(),
                             std::chrono::milliseconds(static_cast<std::int64_t>(given[u"step_s"].toDouble() * 1e3)),
                             o.window);
    const QString events = given[u"events"].toString();
    return events.contains(u';') ? healthOverTime(breaker, events) : healthAtOnce(breaker, events);
}

std::optional<QJsonObject> reopenings(const QString & /*library*/, const QJsonObject &given)
{
    static const QRegularExpression form(u"break x(\\d+)"_qs);
    if (!form.match(given[u"events"].toString()).hasMatch())
        return {};
    BreakerOptions o;
    o.kind = BreakerKind::consecutive;
    o.size = 1;
    o.openTime = 1s;
    Breaker breaker(o);
    Time now = start;
    QJsonArray attempts;
    const QStringList parts = given[u"events"].toString().split(u"close"_qs);
    for (const QString &part : parts) {
        for (int i = 0; i < form.match(part).captured(1).toInt(); ++i, now += 1s) {
            tell(breaker, true, now);
            attempts += static_cast<qint64>(breaker.reopenings());
        }
        tell(breaker, false, now);
    }
    return QJsonObject{{u"half_open_attempts"_qs, attempts}};
}

std::optional<QJsonObject> sparseErrors(const QString & /*library*/, const QJsonObject &given)
{
    if (!given.contains(u"error_times_before_now_s") || !given.contains(u"window_s"))
        return {};
    BreakerOptions o;
    o.kind = BreakerKind::timeWindow;
    o.window = std::chrono::seconds(given[u"window_s"].toInteger());
    o.minimumCalls = 1;
    o.failureCount = static_cast<std::uint32_t>(given[u"threshold"].toInt());
    Breaker breaker(o);
    for (const auto &before : given[u"error_times_before_now_s"].toArray())
        tell(breaker, true, start - std::chrono::seconds(before.toInteger()));
    return QJsonObject{{u"result"_qs, nameOf(breaker.state())}};
}

std::optional<QJsonObject> failuresAfterIdling(const QString & /*library*/, const QJsonObject &given)
{
    if (!given.contains(u"failures_at_s") || !given.contains(u"idle_s"))
        return {};
    const QJsonArray early = given[u"failures_at_s"].toArray();
    BreakerOptions o;
    o.kind = BreakerKind::timeWindow;
    o.window = std::chrono::seconds(given[u"window_s"].toInteger());
    o.minimumCalls = static_cast<std::uint32_t>(early.size()) + 1; // one more would have opened it
    Breaker breaker(o);
    for (const auto &moment : early)
        tell(breaker, true, start + std::chrono::seconds(moment.toInteger()));
    for (int i = 0; i < given[u"then_failures"].toInt(); ++i)
        tell(breaker, true, start + std::chrono::seconds(given[u"idle_s"].toInteger()));
    return QJsonObject{{u"result"_qs, nameOf(breaker.state())}};
}

/// A stamp of whole seconds would shorten the open time; the core keeps the moment itself.
std::optional<QJsonObject> openTimeKept(const QString & /*library*/, const QJsonObject &given)
{
    if (!given.contains(u"opened_at_resolution_s") || !given.contains(u"reset_timeout_s"))
        return {};
    BreakerOptions o;
    o.kind = BreakerKind::consecutive;
    o.size = 1;
    o.openTime = std::chrono::milliseconds(static_cast<std::int64_t>(given[u"reset_timeout_s"].toDouble() * 1e3));
    Breaker breaker(o);
    const Time opened = start + 789ms;
    tell(breaker, true, opened);
    return QJsonObject{{u"open_s"_qs, static_cast<double>((breaker.openUntil() - opened).count()) / 1e9}};
}

/// Shares before they are rounded to whole percent, and what a breaker makes of them.
std::optional<QJsonObject> exactRates(const QString & /*library*/, const QJsonObject &given)
{
    if (!given.contains(u"failureRateThreshold") || !given.contains(u"executionThreshold"))
        return {};
    QJsonArray rates;
    QJsonArray states;
    for (const auto &c : given[u"cases"].toArray()) {
        const auto failures = static_cast<std::uint32_t>(c.toObject()[u"failures"].toInt());
        const auto all = static_cast<std::uint32_t>(c.toObject()[u"n"].toInt());
        BreakerOptions o;
        o.kind = BreakerKind::countWindow;
        o.size = all;
        o.minimumCalls = static_cast<std::uint32_t>(given[u"executionThreshold"].toInt());
        o.failureRatio = given[u"failureRateThreshold"].toDouble() / 100;
        o.judges = BreakerJudges::outcomes;
        Breaker breaker(o);
        for (std::uint32_t i = 0; i < all; ++i)
            tell(breaker, i < failures, start);
        rates += 100.0 * double(breaker.failures()) / double(breaker.outcomes());
        states += nameOf(breaker.state());
    }
    return QJsonObject{{u"exact_rate"_qs, rates}, {u"state"_qs, states}};
}

} // namespace retrylab::oracle
