// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/oracle/breaker_trace.h"

namespace retrylab::oracle {

using namespace Qt::StringLiterals;

BreakerTrace::BreakerTrace(const BreakerOptions &options, Time start)
    : m_options(options)
    , m_breaker(m_options)
    , m_now(start)
{
}

QJsonArray BreakerTrace::run(const QJsonArray &operations)
{
    QJsonArray steps;
    for (const auto &operation : operations) {
        m_asked = false;
        m_admitted = false;
        m_tripped = false;
        step(operation.toObject());
        settle();
        QJsonObject found;
        if (m_asked)
            found[u"admitted"] = admission();
        found[u"state"] = stateName();
        describe(found);
        steps += found;
    }
    return steps;
}

void BreakerTrace::step(const QJsonObject &operation)
{
    const QString kind = operation[u"op"].toString();
    const std::chrono::milliseconds took(operation[u"dur_ms"].toInteger());
    if (kind == u"adv") {
        m_now += std::chrono::milliseconds(operation[u"ms"].toInteger());
        settle();
        timePassed();
    } else if (kind == u"call") {
        call(operation);
    } else if (kind == u"acquire") {
        ask();
    } else if (kind == u"record") {
        finish({{true, m_breaker.generation()}, m_now}, operation[u"outcome"].toString(), took);
    } else if (kind == u"begin") {
        begin(operation[u"id"].toInt());
    } else if (kind == u"end") {
        const auto found = m_underWay.find(operation[u"id"].toInt());
        if (found != m_underWay.end()) {
            const Under under = found->second;
            m_underWay.erase(found);
            finish(under, operation[u"outcome"].toString(), m_now - under.begun);
        }
    } else if (kind == u"release") {
        m_breaker.release({true, m_breaker.generation()});
    } else if (kind == u"force") {
        force(operation[u"state"].toString());
    } else if (kind == u"reset") {
        m_options.mode = BreakerMode::automatic;
        m_breaker.reset(m_now);
    }
}

void BreakerTrace::call(const QJsonObject &operation)
{
    for (int i = 0; i < operation[u"repeat"].toInt(1); ++i) {
        const Under under = ask();
        if (under.permit.admitted)
            finish(under, operation[u"outcome"].toString(),
                   std::chrono::milliseconds(operation[u"dur_ms"].toInteger()));
    }
}

void BreakerTrace::begin(int id)
{
    const Under under = ask();
    if (under.permit.admitted)
        m_underWay[id] = under;
}

BreakerTrace::Under BreakerTrace::ask()
{
    settle();
    m_asked = true;
    const BreakerPermit permit = m_breaker.acquire(m_now);
    settle();
    m_admitted = permit.admitted;
    asked(permit.admitted);
    if (permit.admitted && !hasRoom()) {
        finish({permit, m_now}, u"fail"_qs, Duration::zero());
        m_admitted = false;
        return {};
    }
    return {permit, m_now};
}

BreakerReport BreakerTrace::meaning(const QString &outcome) const
{
    if (outcome == u"fail" || outcome == u"panic")
        return BreakerReport::failure;
    return outcome == u"ignored" ? reportOf(OutcomeKind::clientError, m_options) : BreakerReport::success;
}

void BreakerTrace::finish(const Under &call, const QString &outcome, Duration took)
{
    ended(outcome, m_breaker.heeds(call.permit));
    const BreakerState before = m_breaker.state();
    m_breaker.record(call.permit, meaning(outcome), m_now, took);
    m_tripped = before != BreakerState::open && m_breaker.state() == BreakerState::open;
    settle();
}

void BreakerTrace::settle()
{
    while (m_breaker.advanceTo(m_now)) {
    }
    m_breaker.refresh(m_now);
    if (m_breaker.generation() == m_generation)
        return;
    m_generation = m_breaker.generation();
    moved();
}

void BreakerTrace::force(const QString &state)
{
    const std::map<QString, BreakerMode> modes{{u"forced_open"_qs, BreakerMode::forcedOpen},
                                               {u"disabled"_qs, BreakerMode::forcedClosed},
                                               {u"metrics_only"_qs, BreakerMode::metricsOnly}};
    const auto mode = modes.find(state);
    m_options.mode = mode == modes.end() ? BreakerMode::automatic : mode->second;
    if (state == u"open")
        m_breaker.force(BreakerState::open, m_now);
    else if (state == u"half_open")
        m_breaker.force(BreakerState::halfOpen, m_now);
    else if (mode == modes.end())
        m_breaker.force(BreakerState::closed, m_now);
    else
        m_breaker.reset(m_now);
}

QString BreakerTrace::stateName() const
{
    switch (m_options.mode) {
    case BreakerMode::automatic: break;
    case BreakerMode::forcedOpen: return u"forced_open"_qs;
    case BreakerMode::forcedClosed: return u"disabled"_qs;
    case BreakerMode::metricsOnly: return u"metrics_only"_qs;
    }
    switch (m_breaker.state()) {
    case BreakerState::closed: return u"closed"_qs;
    case BreakerState::open: return u"open"_qs;
    case BreakerState::halfOpen: return u"half_open"_qs;
    }
    return {};
}

} // namespace retrylab::oracle
