// SPDX-License-Identifier: GPL-3.0-or-later
// Failsafe's circuit breaker: thresholds as counts or rates, half-open decided as soon as it is forced. Its rates are
// shown in whole percent, rounded half up; judged is the exact share.
#include "core/lab/dialects.h"
#include "tests/oracle/adapter_list.h"
#include "tests/oracle/breaker_trace.h"
#include "tests/oracle/reading.h"

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace retrylab::oracle {

namespace {

void setHalfOpen(BreakerOptions &o, const QJsonObject &config, std::uint32_t failures, std::uint32_t capacity)
{
    const auto count = [&](const QString &key) { return static_cast<std::uint32_t>(config[key].toInt(0)); };
    if (const std::uint32_t successes = count(u"successThreshold"_qs); successes != 0) {
        o.probes = std::max(count(u"successThresholdingCapacity"_qs), successes);
        o.successes = successes;
    } else if (config.contains(u"failureRateThreshold")) {
        o.probes = count(u"failureExecutionThreshold"_qs);
        o.verdict = ProbeVerdict::sample;
    } else {
        o.probes = std::max(count(u"failureExecutionThreshold"_qs), capacity);
        o.successes = o.probes - failures + 1;
    }
}

/// The dialect's preset, and over it what the vector says.
BreakerOptions optionsOf(const QJsonObject &config)
{
    const auto count = [&](const QString &key, std::uint32_t otherwise) {
        return static_cast<std::uint32_t>(config[key].toInt(static_cast<int>(otherwise)));
    };
    BreakerOptions o = findDialect(u"failsafe")->policy().breaker;
    const std::uint32_t failures = count(u"failureThreshold"_qs, o.failureCount);
    const std::uint32_t capacity = count(u"failureThresholdingCapacity"_qs, failures);
    o.kind = config.contains(u"failureThresholdingPeriod_ms") ? BreakerKind::timeWindow : BreakerKind::countWindow;
    o.window = std::chrono::milliseconds(config[u"failureThresholdingPeriod_ms"].toInteger(1));
    o.size = capacity;
    o.minimumCalls = count(u"failureExecutionThreshold"_qs, o.minimumCalls);
    const bool byRate = config.contains(u"failureRateThreshold");
    if (byRate)
        o.failureRatio = config[u"failureRateThreshold"].toDouble() / 100;
    o.failureCount = byRate ? 0 : failures;
    if (config.contains(u"delay_ms"))
        o.openTime = std::chrono::milliseconds(config[u"delay_ms"].toInteger());
    setHalfOpen(o, config, failures, capacity);
    return o;
}

/// In whole percent, half up; 0 of nothing.
int percent(std::uint32_t part, std::uint32_t all)
{
    return all == 0 ? 0 : static_cast<int>((200U * part + all) / (2U * all));
}

class Trace : public BreakerTrace {
public:
    using BreakerTrace::BreakerTrace;

protected:
    void describe(QJsonObject &step) override
    {
        const std::uint32_t all = breaker().outcomes();
        const std::uint32_t failed = breaker().failures();
        step[u"n"] = static_cast<qint64>(all);
        step[u"f"] = static_cast<qint64>(failed);
        step[u"fr"] = percent(failed, all);
        step[u"s"] = static_cast<qint64>(all - failed);
        step[u"sr"] = percent(all - failed, all);
    }
};

/// Counts in time buckets alone: no breaker judges them.
struct Counted {
    explicit Counted(const QJsonObject &given)
    {
        window.resize(std::chrono::milliseconds(given[u"period_ms"].toInteger()),
                      static_cast<std::uint32_t>(given[u"buckets"].toInt()), true);
    }
    void add(Time now, qint64 times, bool failed)
    {
        forget(now);
        for (qint64 i = 0; i < times; ++i) {
            window.push({failed, false}, now, now);
            counts.add(WindowEntry{failed, false});
        }
    }
    void forget(Time now) { counts.remove(window.forget(now)); }

    TimeBuckets window;
    WindowCounts counts;
};

Time at(qint64 milliseconds)
{
    return Time{std::chrono::milliseconds(milliseconds)};
}

QJsonObject statistics(const QJsonObject &given)
{
    Counted counted(given);
    std::map<QString, QJsonArray> figures;
    for (const auto &operation : given[u"ops"].toArray()) {
        const QJsonObject o = operation.toObject();
        counted.forget(at(o[u"t"].toInteger()));
        counted.add(at(o[u"t"].toInteger()), o[u"ok"].toInteger(), false);
        counted.add(at(o[u"t"].toInteger()), o[u"fail"].toInteger(), true);
        const std::uint32_t all = counted.counts.outcomes;
        const std::uint32_t failed = counted.counts.failures;
        figures[u"executions"_qs] += static_cast<qint64>(all);
        figures[u"failures"_qs] += static_cast<qint64>(failed);
        figures[u"successes"_qs] += static_cast<qint64>(all - failed);
        figures[u"failure_rate"_qs] += percent(failed, all);
        figures[u"success_rate"_qs] += percent(all - failed, all);
    }
    QJsonObject result;
    for (const auto &[name, values] : figures)
        result[name] = values;
    return result;
}

} // namespace

std::optional<QJsonObject> failsafeBreaker(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "failsafe"_L1) || !given.contains(u"ops"))
        return {};
    if (given.contains(u"buckets"))
        return statistics(given);
    Trace trace(optionsOf(given[u"config"].toObject()), Time{10h});
    return QJsonObject{{u"steps"_qs, trace.run(given[u"ops"].toArray())}};
}

std::optional<QJsonObject> failsafeExpiry(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "failsafe"_L1) || !given.contains(u"fail_at"))
        return {};
    Counted counted(given);
    for (const auto &moment : listOf(given[u"fail_at"]))
        counted.add(at(moment.toInteger()), 1, true);
    QJsonArray failures;
    for (const auto &moment : listOf(given[u"read_at"])) {
        counted.forget(at(moment.toInteger()));
        failures += static_cast<qint64>(counted.counts.failures);
    }
    return QJsonObject{{u"failures"_qs, failures}};
}

} // namespace retrylab::oracle
