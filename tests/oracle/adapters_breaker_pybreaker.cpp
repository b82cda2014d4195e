// SPDX-License-Identifier: GPL-3.0-or-later
// pybreaker: failures in a row; an excluded error is a success; the call that trips it raises the breaker's own error.
#include "core/lab/dialects.h"
#include "tests/oracle/adapter_list.h"
#include "tests/oracle/breaker_trace.h"
#include "tests/oracle/reading.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace retrylab::oracle {

namespace {

class Trace : public BreakerTrace {
public:
    Trace(const BreakerOptions &options, bool raisesOnTrip)
        : BreakerTrace(options, Time{10h})
        , m_raisesOnTrip(raisesOnTrip)
    {
    }

protected:
    void describe(QJsonObject &step) override
    {
        if (lastAsked() && (!lastAdmitted() || (lastTripped() && m_raisesOnTrip)))
            step[u"error"] = u"CircuitBreakerError"_qs;
        step[u"fail_counter"] = static_cast<qint64>(breaker().failures());
        step[u"succ"] = static_cast<qint64>(breaker().probesSucceeded());
    }

private:
    bool m_raisesOnTrip;
};

} // namespace

std::optional<QJsonObject> pybreakerBreaker(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "pybreaker"_L1) || !given.contains(u"ops"))
        return {};
    const QJsonObject config = given[u"config"].toObject();
    // The dialect's preset, and over it what the vector says.
    BreakerOptions o = findDialect(u"pybreaker")->policy().breaker;
    o.size = static_cast<std::uint32_t>(config[u"fail_max"].toInt(static_cast<int>(o.size)));
    if (config.contains(u"reset_timeout_s"))
        o.openTime = std::chrono::seconds(config[u"reset_timeout_s"].toInteger());
    o.successes = static_cast<std::uint32_t>(config[u"success_threshold"].toInt(static_cast<int>(o.successes)));
    Trace trace(o, config[u"throw_new_error_on_trip"].toBool(true));
    return QJsonObject{{u"steps"_qs, trace.run(given[u"ops"].toArray())}};
}

} // namespace retrylab::oracle
