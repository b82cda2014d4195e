// SPDX-License-Identifier: GPL-3.0-or-later
// resilience4j's circuit breaker: judged after every outcome, probes in all, rates in percent as 32-bit numbers.
#include "core/lab/dialects.h"
#include "tests/oracle/adapter_list.h"
#include "tests/oracle/breaker_trace.h"
#include "tests/oracle/reading.h"

#include <array>
#include <charconv>
#include <cstdlib>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace retrylab::oracle {

namespace {

/// The dialect's preset, and over it what the vector says.
BreakerOptions optionsOf(const QJsonObject &config)
{
    BreakerOptions o = findDialect(u"resilience4j")->policy().breaker;
    const auto count = [&](const QString &key, std::uint32_t otherwise) {
        return static_cast<std::uint32_t>(config[key].toInt(static_cast<int>(otherwise)));
    };
    const auto time = [&](const QString &key, Duration otherwise) {
        return config.contains(key) ? Duration(std::chrono::milliseconds(config[key].toInteger())) : otherwise;
    };
    o.size = count(u"slidingWindowSize"_qs, o.size);
    const bool byTime = config[u"slidingWindowType"].toString() == u"TIME_BASED";
    o.kind = byTime ? BreakerKind::timeWindow : BreakerKind::countWindow;
    o.window = o.size * 1s;
    o.buckets = o.size;
    o.minimumCalls = count(u"minimumNumberOfCalls"_qs, o.minimumCalls);
    o.failureRatio = config[u"failureRateThreshold"].toDouble(100 * o.failureRatio) / 100;
    o.slowCall = time(u"slowCallDurationThreshold_ms"_qs, o.slowCall);
    o.slowRatio = config[u"slowCallRateThreshold"].toDouble(100 * o.slowRatio) / 100;
    o.openTime = time(u"waitDurationInOpenState_ms"_qs, o.openTime);
    if (config[u"automaticTransitionFromOpenToHalfOpenEnabled"].toBool())
        o.halfOpenBy = HalfOpenBy::timer;
    const QList<double> growth = numbersIn(config[u"waitIntervalFunctionInOpenState"].toString());
    if (growth.size() >= 2) {
        o.openTime = std::chrono::milliseconds(static_cast<std::int64_t>(growth[0]));
        o.openMultiplier = growth[1];
    }
    o.probes = count(u"permittedNumberOfCallsInHalfOpenState"_qs, o.probes);
    if (const Duration most = time(u"maxWaitDurationInHalfOpenState_ms"_qs, 0s); most > 0s)
        o.halfOpenMaxWait = most;
    return o;
}

class Trace : public BreakerTrace {
public:
    using BreakerTrace::BreakerTrace;

protected:
    void asked(bool admitted) override { m_refused += admitted ? 0 : 1; }
    // Its counters begin anew in closed and in half-open.
    void moved() override { m_refused = breaker().state() == BreakerState::open ? m_refused : 0; }
    void describe(QJsonObject &step) override
    {
        step[u"buffered"] = static_cast<qint64>(breaker().outcomes());
        step[u"failed"] = static_cast<qint64>(breaker().failures());
        step[u"failure_rate"] = rate(breaker().failures());
        step[u"slow"] = static_cast<qint64>(breaker().slowCalls());
        step[u"slow_rate"] = rate(breaker().slowCalls());
        step[u"not_permitted"] = m_refused;
    }

private:
    double rate(std::uint32_t part) const
    {
        const std::uint32_t all = breaker().outcomes();
        if (all == 0 || all < breaker().minimum())
            return -1;
        // In the fewest digits that name this 32-bit number: 33.333332.
        const float percent = static_cast<float>(part) * 100.0F / static_cast<float>(all);
        std::array<char, 32> digits{};
        std::to_chars(digits.data(), digits.data() + digits.size(), percent);
        return std::strtod(digits.data(), nullptr);
    }

    int m_refused = 0;
};

} // namespace

std::optional<QJsonObject> resilience4jBreaker(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "resilience4j"_L1) || !given.contains(u"ops"))
        return {};
    const Time start{std::chrono::milliseconds(given[u"clock_start_ms"].toInteger())};
    Trace trace(optionsOf(given[u"config"].toObject()), start);
    if (const QString initial = given[u"initial"].toString(u"closed"_qs); initial != u"closed")
        trace.force(initial);
    return QJsonObject{{u"steps"_qs, trace.run(given[u"ops"].toArray())}};
}

std::optional<QJsonObject> halfOpenDecision(const QString & /*library*/, const QJsonObject &given)
{
    if (!given.contains(u"permittedNumberOfCallsInHalfOpenState") || given.contains(u"ops"))
        return {};
    const BreakerOptions options = optionsOf(given);
    Breaker breaker(options);
    const Time now{1s};
    breaker.force(BreakerState::halfOpen, now);
    for (int calls = 1; calls <= static_cast<int>(options.probes); ++calls) {
        breaker.record(breaker.acquire(now), given[u"all_fail"].toBool(), now);
        if (breaker.state() != BreakerState::halfOpen)
            return QJsonObject{{u"decision_after_calls"_qs, calls}};
    }
    return QJsonObject{{u"decision_after_calls"_qs, QJsonValue::Null}};
}

} // namespace retrylab::oracle
