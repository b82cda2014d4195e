// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/policy/breaker.h"
#include "tests/differential/peer.h"

#include <QStringList>

#include <map>

using namespace Qt::StringLiterals;

namespace retrylab::differential {

namespace {

/// A breaker, its clock, and the calls under way.
class Session {
public:
    explicit Session(const BreakerOptions &options)
        : m_options(options)
        , m_breaker(m_options)
    {
    }

    /// Carries out one operation and says what came of it.
    Result<QString> carryOut(const QString &operation)
    {
        const QStringList words = operation.split(u' ');
        const QString kind = words.value(0);
        if (kind == u"adv") {
            m_now = later(m_now, std::chrono::milliseconds(words.value(1).toLongLong()));
            return shown();
        }
        const bool ends = kind == u"end";
        const auto report = reportNamed(words.value(ends ? 2 : 1));
        if (kind == u"begin")
            return begun(words.value(1).toInt());
        if (!report || (!ends && kind != u"call"))
            return failure(u"ops"_qs, quoted(operation) + u" is unknown; allowed: adv, call, begin and end"_qs);
        if (ends) {
            end(words.value(1).toInt(), *report);
            return shown();
        }
        const BreakerPermit permit = ask();
        m_breaker.record(permit, *report, m_now);
        return admission(permit) + shown();
    }

private:
    struct UnderWay {
        BreakerPermit permit;
        Time begun;
    };

    std::optional<BreakerReport> reportNamed(const QString &outcome) const
    {
        if (outcome == u"ok")
            return BreakerReport::success;
        if (outcome == u"fail")
            return BreakerReport::failure;
        return outcome == u"ignored" ? std::optional(reportOf(OutcomeKind::clientError, m_options)) : std::nullopt;
    }

    BreakerPermit ask()
    {
        settle();
        return m_breaker.acquire(m_now);
    }

    QString begun(int id)
    {
        const BreakerPermit permit = ask();
        if (permit.admitted)
            m_underWay[id] = {permit, m_now};
        return admission(permit) + shown();
    }

    void end(int id, BreakerReport report)
    {
        const auto found = m_underWay.find(id);
        if (found == m_underWay.end())
            return;
        settle();
        m_breaker.record(found->second.permit, report, m_now, m_now - found->second.begun);
        m_underWay.erase(found);
    }

    static QString admission(BreakerPermit permit) { return permit.admitted ? u"+"_qs : u"-"_qs; }

    /// Lets the breaker do what time alone brings.
    void settle()
    {
        while (m_breaker.advanceTo(m_now)) {
        }
        m_breaker.refresh(m_now);
    }

    QString shown()
    {
        settle();
        switch (m_breaker.state()) {
        case BreakerState::closed: return u"c"_qs;
        case BreakerState::open: return u"o"_qs;
        case BreakerState::halfOpen: return u"h"_qs;
        }
        return {};
    }

    BreakerOptions m_options;
    Breaker m_breaker;
    Time m_now{};
    std::map<int, UnderWay> m_underWay;
};

} // namespace

Result<QJsonObject> replayBreaker(const Policy &policy, const QJsonObject &request)
{
    Session session(policy.breaker);
    QStringList steps;
    for (const QString &operation : request[u"ops"].toString().split(u"; "_qs)) {
        const Result<QString> step = session.carryOut(operation);
        if (!step)
            return tl::unexpected(step.error());
        steps += *step;
    }
    return QJsonObject{{u"steps"_qs, steps.join(u"; "_qs)}};
}

} // namespace retrylab::differential
