// SPDX-License-Identifier: GPL-3.0-or-later
// The AWS SDKs' standard mode: calls whose retries pay for themselves out of a quota, and wait.
#include "core/policy/backoff.h"
#include "core/policy/budget.h"
#include "core/policy/hint_presets.h"
#include "tests/oracle/adapter_list.h"
#include "tests/oracle/waits.h"

using namespace Qt::StringLiterals;

namespace retrylab::oracle {

namespace {

/// What the mode does where a vector does not say.
struct Mode {
    bool revised = false; ///< the values of 2026
    double base = 1.0;    ///< seconds
    double throttleBase = 1.0;
    double cost = 5.0;
    double timeoutCost = 10.0;
    double most = 20.0; ///< seconds
    std::uint32_t maxAttempts = 3;
    double random = 1.0;
};

Mode modeOf(const QString &library, const QJsonObject &given)
{
    Mode mode;
    if (library.contains("2026"_L1) || given.contains(u"shared_quota"))
        mode = {.revised = true, .base = 0.05, .cost = 14.0, .timeoutCost = 14.0};
    if (mode.revised && given[u"service"].toString() == "dynamodb"_L1) {
        mode.base = 0.025;
        mode.maxAttempts = 4;
    }
    mode.most = given[u"max_backoff_s"].toDouble(mode.most);
    mode.maxAttempts = countOf(given[u"max_attempts_total"]).value_or(mode.maxAttempts);
    mode.random = given[u"random"].toDouble(1.0);
    return mode;
}

BudgetOptions quotaOptions(const Mode &mode, double quota)
{
    BudgetOptions options;
    options.kind = BudgetKind::tokenBucket;
    options.capacity = quota;
    options.initial = quota;
    options.cost = mode.cost;
    options.timeoutCost = mode.timeoutCost;
    return options;
}

/// An answer is a status, or an object with a status (a number or a text), an error or an error code, and headers.
Outcome outcomeOf(const QJsonObject &response)
{
    const QString error = response[u"error"].toString() + response[u"error_code"].toString();
    if (error.contains("hrottl"_L1) || error == "TooManyRequestsException"_L1 || error == "SlowDown"_L1)
        return {OutcomeKind::rateLimited, 429};
    if (error.contains("timeout"_L1, Qt::CaseInsensitive))
        return {OutcomeKind::timeout, 0};
    if (!error.isEmpty() && !response.contains(u"status"))
        return {OutcomeKind::reset, 0};
    const QJsonValue status = response[u"status"];
    return outcomeOfStatus(static_cast<std::uint16_t>(status.isString() ? status.toString().toInt() : status.toInt()));
}

QJsonObject responseOf(const QJsonValue &value)
{
    return value.isObject() ? value.toObject() : QJsonObject{{u"status"_qs, value}};
}

bool isRetryable(Outcome outcome)
{
    OutcomeSet set = transientOutcomes();
    for (const int status : {500, 502, 504})
        set.addStatus(status);
    return set.contains(outcome);
}

Duration waitAfter(const Mode &mode, Outcome outcome, const QJsonObject &response, std::uint32_t retry)
{
    Ticks tick(1e9);
    const double base = outcome.kind == OutcomeKind::rateLimited ? mode.throttleBase : mode.base;
    Schedule schedule = uncapped(BackoffKind::exponential, tick.of({base, 1.0}));
    schedule.backoff.cap = tick.of({mode.most, 1.0});
    schedule.jitter.kind = Jitter::full;
    const Duration backoff = waitAt(schedule, retry, mode.random);
    const HintRules *rules = hintPreset("aws2026");
    const std::string text = response[u"headers"].toObject()[u"x-amz-retry-after"].toString().toStdString();
    if (!mode.revised || rules == nullptr || text.empty())
        return backoff;
    const HintField field{HintHeader::awsRetryAfterMs, text};
    const HintDecision hint = serverHint(*rules, outcome.status, {&field, 1}, backoff, 0, mode.random);
    return hint.kind == HintDecision::Kind::wait ? hint.wait : backoff;
}

/// The steps of one call: after each answer, what is done and what is left in the quota.
QJsonArray callSteps(const Mode &mode, Budget &quota, const QJsonArray &responses)
{
    QJsonArray steps;
    Withdrawal last;
    quota.callStarted(Time{});
    for (std::uint32_t attempt = 1; attempt <= static_cast<std::uint32_t>(responses.size()); ++attempt) {
        const QJsonObject response = responseOf(responses[qsizetype{attempt} - 1]);
        const Outcome outcome = outcomeOf(response);
        const bool retryable = isRetryable(outcome);
        quota.attemptStarted(attempt > 1);
        quota.attemptEnded({outcome.kind, retryable, attempt > 1, last.cost}, Time{});
        QJsonObject step;
        if (outcome.kind == OutcomeKind::ok)
            step = {{u"outcome"_qs, u"success"_qs}, {u"success_quota"_qs, quota.balance(Time{})}};
        else if (!retryable)
            step[u"outcome"] = u"not_retryable"_qs;
        else if (attempt >= mode.maxAttempts)
            step[u"outcome"] = u"max_attempts"_qs;
        else if (last = quota.withdraw(outcome.kind, Time{}, 0.0); !last.granted)
            step[u"outcome"] = u"quota_exceeded"_qs;
        else
            step = {{u"outcome"_qs, u"retry"_qs},
                    {u"delay_s"_qs, toSeconds(waitAfter(mode, outcome, response, attempt))}};
        step[u"quota"] = quota.balance(Time{});
        steps += step;
        if (step[u"outcome"].toString() != "retry"_L1)
            break;
    }
    return steps;
}

} // namespace

std::optional<QJsonObject> awsCall(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "aws-sdk"_L1) || !given.contains(u"responses") || !given.contains(u"initial_quota"))
        return {};
    const Mode mode = modeOf(library, given);
    const BudgetOptions options = quotaOptions(mode, given[u"initial_quota"].toDouble());
    Budget quota(options);
    return QJsonObject{{u"steps"_qs, callSteps(mode, quota, given[u"responses"].toArray())}};
}

/// Several calls, with one quota or one each.
std::optional<QJsonObject> awsInvocations(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "aws-sdk"_L1) || !given.contains(u"invocations"))
        return {};
    const Mode mode = modeOf(library, given);
    const BudgetOptions options = quotaOptions(mode, given[u"initial_quota"].toDouble(500.0));
    Budget shared(options);
    QJsonObject figures;
    int number = 0;
    for (const auto &responses : given[u"invocations"].toArray()) {
        Budget own(options);
        Budget &quota = given[u"shared_quota"].toBool(true) ? shared : own;
        figures[u"invocation_%1"_qs.arg(++number)] = callSteps(mode, quota, responses.toArray());
    }
    return figures;
}

std::optional<QJsonObject> awsQuotaDrain(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "aws-sdk"_L1) || !given.contains(u"acquire") || !given.contains(u"times"))
        return {};
    Mode mode;
    mode.cost = given[u"acquire"].toDouble();
    const BudgetOptions options = quotaOptions(mode, given[u"initial"].toDouble(500.0));
    Budget quota(options);
    qint64 granted = 0;
    const auto times = countOf(given[u"times"]).value_or(0);
    for (std::uint32_t i = 0; i < times; ++i)
        granted += quota.withdraw(OutcomeKind::serverError, Time{}, 0.0).granted ? 1 : 0;
    return QJsonObject{
        {u"granted"_qs, granted}, {u"denied"_qs, qint64{times} - granted}, {u"available"_qs, quota.balance(Time{})}};
}

/// "acquire 5" and "release 3" on a quota of 500.
std::optional<QJsonObject> awsQuotaOps(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "aws-sdk"_L1) || !given.contains(u"available") || !given.contains(u"ops"))
        return {};
    TokenBucket quota(millitokens(given[u"capacity"].toDouble(500.0)), millitokens(given[u"available"].toDouble()));
    QJsonArray available;
    QJsonArray granted;
    for (const auto &value : given[u"ops"].toArray()) {
        const QStringList words = value.toString().split(u' ', Qt::SkipEmptyParts);
        const Millitokens amount = millitokens(words.value(1).toDouble());
        const bool acquires = words.value(0) == "acquire"_L1;
        granted += acquires ? QJsonValue(quota.take(amount)) : QJsonValue(QJsonValue::Null);
        if (!acquires)
            quota.put(amount);
        available += quota.level() / 1000.0;
    }
    return QJsonObject{{u"available"_qs, available}, {u"granted"_qs, granted}};
}

/// What a success gives back that no retry preceded.
std::optional<QJsonObject> refundOfSuccess(const QString &, const QJsonObject &given)
{
    if (given[u"event"].toString() != "success without retry"_L1)
        return {};
    BudgetOptions options = quotaOptions(Mode(), 500.0);
    options.initial = 100.0;
    Budget quota(options);
    quota.callStarted(Time{});
    quota.attemptStarted(false);
    quota.attemptEnded({OutcomeKind::ok, false, false, 0}, Time{});
    return QJsonObject{{u"refund"_qs, quota.balance(Time{}) - options.initial}};
}

} // namespace retrylab::oracle
