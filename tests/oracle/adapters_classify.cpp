// SPDX-License-Identifier: GPL-3.0-or-later
// What is worth another attempt: Envoy's retry_on, idempotent methods, and the answers to an Idempotency-Key.
#include "core/policy/idempotency.h"
#include "core/policy/outcome.h"
#include "tests/oracle/adapter_list.h"
#include "tests/oracle/reading.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace retrylab::oracle {

namespace {

/// A condition of Envoy's retry_on: its bit in the mask, and the statuses that it stands for.
struct Condition {
    QLatin1StringView name;
    int mask;
    int firstStatus;
    int lastStatus;
};

constexpr Condition conditions[] = {{"5xx"_L1, 0x1, 500, 599},
                                    {"gateway-error"_L1, 0x2, 502, 504},
                                    {"connect-failure"_L1, 0x4, 0, 0},
                                    {"retriable-4xx"_L1, 0x8, 409, 409},
                                    {"refused-stream"_L1, 0x10, 0, 0},
                                    {"cancelled"_L1, 0x20, 0, 0},
                                    {"deadline-exceeded"_L1, 0x40, 0, 0},
                                    {"resource-exhausted"_L1, 0x80, 0, 0},
                                    {"unavailable"_L1, 0x100, 0, 0},
                                    {"internal"_L1, 0x200, 0, 0},
                                    {"retriable-status-codes"_L1, 0x400, 0, 0},
                                    {"reset"_L1, 0x800, 0, 0},
                                    {"retriable-headers"_L1, 0x1000, 0, 0},
                                    {"envoy-ratelimited"_L1, 0x2000, 0, 0},
                                    {"http3-post-connect-failure"_L1, 0x4000, 0, 0},
                                    {"reset-before-request"_L1, 0x8000, 0, 0}};

struct RetryOn {
    int mask = 0;
    bool valid = true;
    OutcomeSet statuses;
};

/// Unknown conditions are dropped, and said to be invalid.
RetryOn parsed(const QString &text)
{
    RetryOn result;
    for (const QString &token : text.split(u',', Qt::SkipEmptyParts)) {
        const auto *found = std::find_if(std::begin(conditions), std::end(conditions),
                                         [&](const Condition &c) { return c.name == token.trimmed(); });
        result.valid = result.valid && found != std::end(conditions);
        if (found == std::end(conditions))
            continue;
        result.mask |= found->mask;
        for (int status = found->firstStatus; status <= found->lastStatus; ++status)
            result.statuses.addStatus(status);
    }
    return result;
}

/// The state that a sentence describes: the key is missing, in flight or finished; or it came with another payload.
KeyAnswer answerTo(const QString &situation)
{
    if (situation.contains("missing"_L1))
        return answerToKey(KeyState::missing, true);
    if (situation.contains("different payload"_L1))
        return answerToKey(KeyState::finished, false);
    if (situation.contains("in flight"_L1))
        return answerToKey(KeyState::inFlight, true);
    return answerToKey(situation.contains("finished"_L1) ? KeyState::finished : KeyState::unseen, true);
}

QJsonValue spelled(const KeyAnswer &answer)
{
    switch (answer.kind) {
    case KeyAnswer::Kind::process: return u"process the request"_qs;
    case KeyAnswer::Kind::replay: return u"replay of the stored result"_qs;
    case KeyAnswer::Kind::refuse: break;
    }
    return answer.status;
}

} // namespace

std::optional<QJsonObject> envoyRetryOn(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "envoy"_L1) || !given.contains(u"retry_on"))
        return {};
    QJsonObject figures;
    figures[u"mask"] = mapped(given[u"retry_on"], [](const auto &text) { return parsed(text.toString()).mask; });
    figures[u"valid"] = mapped(given[u"retry_on"], [](const auto &text) { return parsed(text.toString()).valid; });
    RetryOn on = parsed(given[u"retry_on"].toString());
    for (const auto &status : listOf(given[u"retriable_status_codes"]))
        on.statuses.addStatus(status.toInt());
    if (given.contains(u"status"))
        figures[u"retry"] = mapped(given[u"status"], [&](const auto &s) { return on.statuses.hasStatus(s.toInt()); });
    return figures;
}

std::optional<QJsonObject> idempotentMethods(const QString &, const QJsonObject &given)
{
    if (!given.contains(u"methods"))
        return {};
    QJsonArray idempotent;
    QJsonArray safe;
    for (const auto &method : given[u"methods"].toArray()) {
        const std::string name = method.toString().toStdString();
        idempotent += isIdempotentMethod(name);
        safe += isSafeMethod(name);
    }
    return QJsonObject{{u"idempotent"_qs, idempotent}, {u"safe"_qs, safe}};
}

std::optional<QJsonObject> idempotencyKeys(const QString &library, const QJsonObject &given)
{
    if (!library.contains("idempotency-key"_L1) || !given.contains(u"cases"))
        return {};
    const auto status = [](const QJsonValue &situation) { return spelled(answerTo(situation.toString())); };
    return QJsonObject{{u"status"_qs, mapped(given[u"cases"], status)}};
}

} // namespace retrylab::oracle
