// SPDX-License-Identifier: GPL-3.0-or-later
// The breakers of Node's libraries: cockatiel (its caller waits for the probe under way) and opossum (timers; a window that
// outlives every state; refusals and capacity among its counters).
#include "core/lab/dialects.h"
#include "tests/oracle/adapter_list.h"
#include "tests/oracle/breaker_trace.h"
#include "tests/oracle/reading.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace retrylab::oracle {

namespace {

std::uint32_t whole(double number)
{
    return static_cast<std::uint32_t>(std::ceil(number));
}

void setWindow(BreakerOptions &o, const QJsonObject &config)
{
    const QString breaker = config[u"breaker"].toString();
    const double threshold = config[u"threshold"].toDouble(0.5);
    o.failureRatio = threshold;
    if (breaker.startsWith("ConsecutiveBreaker"_L1)) {
        const QList<double> numbers = numbersIn(breaker);
        o.kind = BreakerKind::consecutive;
        o.size = numbers.isEmpty() ? 1U : static_cast<std::uint32_t>(numbers[0]);
    } else if (breaker.startsWith("CountBreaker"_L1)) {
        o.kind = BreakerKind::countWindow;
        o.size = static_cast<std::uint32_t>(config[u"size"].toInt());
        o.minimumCalls = static_cast<std::uint32_t>(config[u"minimumNumberOfCalls"].toInt(static_cast<int>(o.size)));
    } else {
        constexpr double perSecond = 1e3;
        const double milliseconds = config[u"duration"].toDouble();
        const double leastRate = config[u"minimumRps"].isDouble() ? config[u"minimumRps"].toDouble() : 5 / threshold;
        o.kind = BreakerKind::timeWindow;
        o.window = std::chrono::milliseconds(config[u"duration"].toInteger());
        o.buckets = std::max(5U, whole(milliseconds / perSecond));
        o.minimumCalls = std::max(1U, whole(milliseconds / perSecond * leastRate));
    }
}

/// The dialect's preset, and over it what the vector says.
BreakerOptions cockatielOptions(const QJsonObject &config)
{
    BreakerOptions o = findDialect(u"cockatiel")->policy().breaker;
    setWindow(o, config);
    if (config[u"halfOpenAfter"].isString()) { // "ExponentialBackoff initial 1000 max 5000 noJitter"
        const QList<double> numbers = numbersIn(config[u"halfOpenAfter"].toString());
        o.openTime = std::chrono::milliseconds(static_cast<std::int64_t>(numbers.value(0)));
        o.openCap = std::chrono::milliseconds(static_cast<std::int64_t>(numbers.value(1)));
        o.openMultiplier = 2;
    } else {
        o.openTime = std::chrono::milliseconds(config[u"halfOpenAfter"].toInteger());
    }
    const QJsonObject sampling = config[u"halfOpenSampling"].toObject();
    if (!sampling.isEmpty()) {
        o.probes = static_cast<std::uint32_t>(sampling[u"calls"].toInt());
        o.verdict = ProbeVerdict::opensEarly;
        o.sampleRatio = sampling[u"threshold"].toDouble();
    }
    return o;
}

class CockatielTrace : public BreakerTrace {
public:
    using BreakerTrace::BreakerTrace;

protected:
    // A caller that finds the probe under way is not refused: it waits for the verdict.
    bool waits() const { return lastAsked() && !lastAdmitted() && breaker().state() == BreakerState::halfOpen; }
    QJsonValue admission() const override { return waits() ? QJsonValue(u"waiting"_qs) : QJsonValue(lastAdmitted()); }
    void describe(QJsonObject &step) override
    {
        if (lastAsked() && !lastAdmitted() && !waits())
            step[u"error"] = u"BrokenCircuitError"_qs;
    }
};

/// A sum over the last so much time.
class Rolling {
public:
    Rolling(Duration window, std::uint32_t buckets) { m_window.resize(window, buckets, true); }
    void add(Time now)
    {
        m_window.push({}, now, now);
        ++m_sum;
    }
    int sum(Time now)
    {
        m_sum -= static_cast<int>(m_window.forget(now).outcomes);
        return m_sum;
    }

private:
    TimeBuckets m_window;
    int m_sum = 0;
};

/// The dialect's preset, and over it what the vector says.
BreakerOptions opossumOptions(const QJsonObject &config)
{
    BreakerOptions o = findDialect(u"opossum")->policy().breaker;
    const auto time = [&](const QString &key, Duration otherwise) {
        return config.contains(key) ? Duration(std::chrono::milliseconds(config[key].toInteger())) : otherwise;
    };
    o.window = time(u"rollingCountTimeout"_qs, o.window);
    o.buckets = static_cast<std::uint32_t>(config[u"rollingCountBuckets"].toInt(static_cast<int>(o.buckets)));
    o.minimumCalls = static_cast<std::uint32_t>(
        std::max(1, config[u"volumeThreshold"].toInt(static_cast<int>(o.minimumCalls))));
    o.failureRatio = config[u"errorThresholdPercentage"].toDouble(100 * o.failureRatio) / 100;
    o.openTime = time(u"resetTimeout"_qs, o.openTime);
    return o;
}

class OpossumTrace : public BreakerTrace {
public:
    OpossumTrace(const BreakerOptions &options, const QJsonObject &config)
        : BreakerTrace(options)
        , m_fires(options.window, options.buckets)
        , m_failures(options.window, options.buckets)
        , m_successes(options.window, options.buckets)
        , m_rejects(options.window, options.buckets)
        , m_capacity(config[u"capacity"].toInt(0))
        , m_timeout(std::chrono::milliseconds(config[u"timeout"].toInteger(10'000)))
    {
    }

protected:
    bool hasRoom() override
    {
        m_full = m_capacity != 0 && static_cast<int>(underWay().size()) >= m_capacity;
        return !m_full;
    }
    void asked(bool admitted) override
    {
        m_full = false;
        m_fires.add(now());
        if (!admitted)
            m_rejects.add(now());
    }
    void ended(const QString &outcome, bool /*counts*/) override
    {
        (outcome == u"fail" ? m_failures : m_successes).add(now());
    }
    void timePassed() override
    {
        for (auto call = underWay().begin(); call != underWay().end();) {
            const Under under = call->second;
            if (now() - under.begun < m_timeout) {
                ++call;
                continue;
            }
            call = underWay().erase(call);
            finish(under, u"fail"_qs, m_timeout);
        }
    }
    void describe(QJsonObject &step) override
    {
        if (lastAsked() && !lastAdmitted() && m_full)
            step[u"code"] = u"ESEMLOCKED"_qs;
        if (breaker().state() == BreakerState::halfOpen && breaker().probesInFlight() == 0)
            step[u"pendingClose"] = true;
        step[u"fires"] = m_fires.sum(now());
        step[u"failures"] = m_failures.sum(now());
        step[u"successes"] = m_successes.sum(now());
        step[u"rejects"] = m_rejects.sum(now());
    }

private:
    Rolling m_fires;
    Rolling m_failures;
    Rolling m_successes;
    Rolling m_rejects;
    int m_capacity;
    Duration m_timeout;
    bool m_full = false;
};

} // namespace

std::optional<QJsonObject> cockatielBreaker(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "cockatiel"_L1) || !given.contains(u"ops"))
        return {};
    CockatielTrace trace(cockatielOptions(given[u"config"].toObject()), Time{10h});
    return QJsonObject{{u"steps"_qs, trace.run(given[u"ops"].toArray())}};
}

std::optional<QJsonObject> opossumBreaker(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "opossum"_L1) || !given.contains(u"ops"))
        return {};
    const QJsonObject config = given[u"config"].toObject();
    OpossumTrace trace(opossumOptions(config), config);
    return QJsonObject{{u"steps"_qs, trace.run(given[u"ops"].toArray())}};
}

} // namespace retrylab::oracle
