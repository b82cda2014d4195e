// SPDX-License-Identifier: GPL-3.0-or-later
// gobreaker: generations; half-open as soon as its state is read after the timeout; requests count from their begin. Its
// counters are counted here, as nothing but the trip rule asks for them.
#include "core/lab/dialects.h"
#include "tests/oracle/adapter_list.h"
#include "tests/oracle/breaker_trace.h"
#include "tests/oracle/reading.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace retrylab::oracle {

namespace {

/// One comparison of a trip rule: "Requests>=3", "2*TotalFailures>=Requests", "TotalFailures/Requests>=0.6".
void addCondition(BreakerOptions &o, const QString &text)
{
    static const QRegularExpression form(u"^(?:(\\d+)\\*)?(\\w+)(?:/Requests)?(>=|>)([\\d.]+|Requests)$"_qs);
    const QRegularExpressionMatch match = form.match(QString(text).remove(u' '));
    const QString figure = match.captured(2);
    const bool above = match.captured(3) == u">";
    const double number = match.captured(4).toDouble();
    if (figure == u"Requests") {
        o.minimumCalls = static_cast<std::uint32_t>(number) + (above ? 1 : 0);
    } else if (figure == u"ConsecutiveFailures") {
        o.kind = BreakerKind::consecutive;
        o.size = static_cast<std::uint32_t>(number) + (above ? 1 : 0);
    } else if (text.contains(u"Requests"_qs)) {
        o.failureRatio = match.captured(4) == u"Requests" ? 1.0 / std::max(1.0, match.captured(1).toDouble()) : number;
        o.compare = above ? Threshold::above : Threshold::atLeast;
    } else {
        o.failureCount = static_cast<std::uint32_t>(number) + (above ? 1 : 0);
    }
}

/// The dialect's preset, and over it what the vector says. A rule of its own replaces the one on failures in a row.
BreakerOptions optionsOf(const QJsonObject &config)
{
    const auto time = [&](const QString &key, Duration otherwise) {
        return config.contains(key) ? Duration(std::chrono::milliseconds(config[key].toInteger())) : otherwise;
    };
    BreakerOptions o = findDialect(u"gobreaker")->policy().breaker;
    const Duration interval = time(u"Interval_ms"_qs, 0s);
    const Duration period = time(u"BucketPeriod_ms"_qs, 0s);
    const QString trips = config[u"ReadyToTrip"].toString();
    const BreakerKind byDefault = o.kind;
    o.kind = BreakerKind::lifetime;
    if (period > 0s) {
        o.kind = BreakerKind::timeWindow;
        o.buckets = static_cast<std::uint32_t>((interval + period - 1ns) / period);
        o.window = o.buckets * period;
    } else if (interval > 0s) {
        o.clearEvery = interval;
    }
    for (const QString &condition : trips.split(u"&&"_qs, Qt::SkipEmptyParts))
        addCondition(o, condition.trimmed());
    if (trips.isEmpty())
        o.kind = byDefault;
    o.openTime = time(u"Timeout_ms"_qs, o.openTime);
    o.probes = static_cast<std::uint32_t>(config[u"MaxRequests"].toInt(static_cast<int>(o.probes)));
    o.successes = o.probes;
    return o;
}

/// What it counts in one generation; with bucket periods only what the window still holds.
struct Counters {
    TimeBuckets goodWindow;
    TimeBuckets badWindow;
    int successes = 0;
    int failures = 0;
    int exclusions = 0;
    int underWay = 0;
    int goodStreak = 0;
    int badStreak = 0;
};

class Trace : public BreakerTrace {
public:
    explicit Trace(const BreakerOptions &options, Duration period, int buckets)
        : BreakerTrace(options)
        , m_window(period * buckets)
        , m_buckets(buckets)
    {
        moved();
    }

protected:
    void asked(bool admitted) override
    {
        m_error = admitted                                      ? QString()
                  : breaker().state() == BreakerState::halfOpen ? u"too many requests"_qs
                                                                : u"circuit breaker is open"_qs;
        m_counters.underWay += admitted ? 1 : 0;
    }

    void ended(const QString &outcome, bool counts) override
    {
        if (!counts)
            return;
        forget();
        --m_counters.underWay;
        if (outcome == u"ignored") {
            ++m_counters.exclusions;
            return;
        }
        const bool good = outcome == u"ok";
        (good ? m_counters.goodWindow : m_counters.badWindow).push({!good, false}, latest(), latest());
        ++(good ? m_counters.successes : m_counters.failures);
        m_counters.goodStreak = good ? m_counters.goodStreak + 1 : 0;
        m_counters.badStreak = good ? 0 : m_counters.badStreak + 1;
    }

    void moved() override
    {
        m_counters = {};
        if (m_buckets == 0)
            return;
        m_counters.goodWindow.resize(m_window, static_cast<std::uint32_t>(m_buckets), true);
        m_counters.badWindow.resize(m_window, static_cast<std::uint32_t>(m_buckets), true);
    }

    void describe(QJsonObject &step) override
    {
        forget();
        const Counters &c = m_counters;
        if (lastAsked() && !lastAdmitted())
            step[u"error"] = m_error;
        step[u"requests"] = c.successes + c.failures + c.exclusions + c.underWay;
        step[u"successes"] = c.successes;
        step[u"failures"] = c.failures;
        step[u"exclusions"] = c.exclusions;
        step[u"consecutive_successes"] = c.goodStreak;
        step[u"consecutive_failures"] = c.badStreak;
    }

private:
    Time latest()
    {
        m_latest = std::max(m_latest, now());
        return m_latest;
    }

    void forget()
    {
        if (m_buckets == 0)
            return;
        m_counters.successes -= static_cast<int>(m_counters.goodWindow.forget(latest()).outcomes);
        m_counters.failures -= static_cast<int>(m_counters.badWindow.forget(latest()).outcomes);
        // A streak that filled the whole window shrinks with it.
        m_counters.goodStreak = std::min(m_counters.goodStreak, m_counters.successes);
        m_counters.badStreak = std::min(m_counters.badStreak, m_counters.failures);
    }

    Counters m_counters;
    QString m_error;
    Time m_latest{};
    Duration m_window;
    int m_buckets;
};

} // namespace

std::optional<QJsonObject> gobreakerBreaker(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "gobreaker"_L1) || !given.contains(u"ops"))
        return {};
    const BreakerOptions options = optionsOf(given[u"config"].toObject());
    const Duration period = std::chrono::milliseconds(given[u"config"][u"BucketPeriod_ms"].toInteger(0));
    const int buckets = period > 0s ? static_cast<int>(options.window / period) : 0;
    Trace trace(options, period, buckets);
    return QJsonObject{{u"steps"_qs, trace.run(given[u"ops"].toArray())}};
}

} // namespace retrylab::oracle
