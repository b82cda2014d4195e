// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/policy/call.h"
#include "core/policy/hint_presets.h"
#include "tests/differential/peer.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace retrylab::differential {

namespace {

constexpr Outcome unavailable{OutcomeKind::unavailable, 503};

qint64 nanosecondsOf(Duration wait)
{
    return qint64{wait.count()};
}

/// What the client reads from the header of one answer; nothing where there is no header.
HintReading readingOf(const HintRules &rules, const QJsonValue &header, std::int64_t now)
{
    if (!header.isString())
        return {};
    const std::string text = header.toString().toStdString();
    const HintField field{HintHeader::retryAfter, text};
    return readHint(rules, unavailable.status, {&field, 1}, now);
}

/// The call that makeCall() is asked for, under a policy that knows how to read the header.
QJsonObject failingCall(const Policy &policy, const QJsonObject &request)
{
    const std::uint64_t path = request[u"path"].toString().toULongLong();
    const QJsonArray durations = request[u"attempts"].toArray();
    const QJsonArray headers = request[u"retryAfter"].toArray();
    QJsonArray waits;
    QJsonArray draws;
    Breaker breaker(policy.breaker);
    Call call(path);
    Time now{};
    Decision decision = call.start(policy, breaker, now);
    while (decision.kind == Decision::Kind::attempt) {
        const qsizetype index = static_cast<qsizetype>(call.attempts()) - 1;
        now = later(now, Duration(durations.at(index).toInteger()));
        draws += uniform(path, Purpose::jitter, call.attempts());
        const auto passed = std::chrono::duration_cast<std::chrono::seconds>(now.time_since_epoch());
        const HintReading hint = readingOf(policy.retry.hint, headers.at(index),
                                           request[u"now"].toInteger() + passed.count());
        decision = call.attemptEnded(policy, breaker, now, decision.ticket, unavailable, hint);
        if (decision.kind != Decision::Kind::wait)
            break;
        waits += nanosecondsOf(decision.at - now);
        now = decision.at;
        decision = call.resume(policy, breaker, now);
    }
    return {{u"waits"_qs, waits}, {u"attempts"_qs, qint64{call.attempts()}}, {u"u"_qs, draws}};
}

} // namespace

Result<QJsonObject> drawWaits(const Policy &policy, const QJsonObject &request)
{
    QJsonArray waits;
    Duration previous{0};
    double before = 0.0;
    std::uint32_t retry = 0;
    for (const auto &draw : request[u"draws"].toArray()) {
        const double u = draw.toDouble();
        previous = drawWait(policy.retry.backoff, policy.retry.jitter, ++retry, previous, u, before);
        waits += nanosecondsOf(previous);
        before = u;
    }
    return QJsonObject{{u"waits"_qs, waits}};
}

Result<QJsonObject> makeCall(const Policy &policy, const QJsonObject &request)
{
    const QString client = request[u"hint"].toString();
    if (client.isEmpty())
        return failingCall(policy, request);
    const HintRules *rules = hintPreset(client.toStdString());
    if (rules == nullptr)
        return failure(u"hint"_qs, quoted(client) + u" is unknown; allowed: a name of hint_presets.h"_qs);
    Policy withHint = policy;
    withHint.retry.hint = *rules;
    return failingCall(withHint, request);
}

} // namespace retrylab::differential
