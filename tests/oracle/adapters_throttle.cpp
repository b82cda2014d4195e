// SPDX-License-Identifier: GPL-3.0-or-later
// gRPC's retry throttling, adaptive throttling, and Envoy's share of active requests.
#include "core/policy/budget.h"
#include "tests/oracle/adapter_list.h"
#include "tests/oracle/reading.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace retrylab::oracle {

namespace {

BudgetOptions adaptive(const QJsonObject &given, Duration window, std::uint32_t slices)
{
    BudgetOptions options;
    options.kind = BudgetKind::adaptiveThrottle;
    options.k = given[u"ratioForAccepts"].toDouble(2.0);
    options.padding = given[u"padding"].toDouble(8.0);
    options.window = window;
    options.slices = slices;
    return options;
}

/// Envoy's budget, with so many attempts in flight and retries under way, reached through its front door.
Budget busyBudget(const BudgetOptions &options, std::uint32_t active, std::uint32_t retries)
{
    Budget budget(options);
    const std::uint32_t room = 100 * (retries + 1); // enough for the retries, whatever the share; ends again
    const std::uint32_t extra = options.ratio > 0 ? static_cast<std::uint32_t>(room / std::min(1.0, options.ratio)) : 0;
    for (std::uint32_t i = 0; i < active + extra; ++i)
        budget.attemptStarted(false);
    for (std::uint32_t i = 0; i < retries; ++i)
        budget.withdraw(OutcomeKind::reset, Time{}, 0.0);
    for (std::uint32_t i = 0; i < extra; ++i)
        budget.attemptEnded({OutcomeKind::ok, false, false, 0}, Time{});
    return budget;
}

BudgetOptions activeShare(double percent, const QJsonValue &least)
{
    BudgetOptions options;
    options.kind = BudgetKind::activeShare;
    options.ratio = percent / 100.0;
    options.minConcurrency = countOf(least).value_or(3);
    return options;
}

QJsonArray mostRetries(const QJsonObject &given)
{
    QJsonArray limits;
    for (const auto &value : given[u"cases"].toArray()) {
        const QJsonObject c = value.toObject();
        const auto active = countOf(c[u"active"].toDouble() + c[u"pending"].toDouble()).value_or(0);
        const BudgetOptions options = activeShare(c[u"percent"].toDouble(20.0), c[u"min"]);
        limits += qint64{retriesBeside(active, options.ratio, options.minConcurrency)};
    }
    return limits;
}

} // namespace

/// F is a failure that may be retried, S a success; after each, what is left and whether a retry would go.
std::optional<QJsonObject> grpcThrottle(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "grpc"_L1) || !given.contains(u"maxTokens"))
        return {};
    BudgetOptions options;
    options.kind = BudgetKind::grpcThrottle;
    options.capacity = given[u"maxTokens"].toDouble();
    options.ratio = given[u"tokenRatio"].toDouble();
    Budget budget(options);
    QJsonArray tokens;
    QJsonArray allowed;
    for (const auto &event : given[u"events"].toArray()) {
        const bool failed = event.toString().startsWith(u'F');
        budget.attemptEnded({failed ? OutcomeKind::unavailable : OutcomeKind::ok, failed, false, 0}, Time{});
        tokens += budget.balance(Time{});
        allowed += budget.withdraw(OutcomeKind::unavailable, Time{}, 0.0).granted;
    }
    return QJsonObject{{u"tokens"_qs, tokens}, {u"retry_allowed"_qs, allowed}};
}

/// grpc-go's throttler at a moment that stands still: T is a throttled answer, A an accepted one. After each it is
/// asked, and its refusals count.
std::optional<QJsonObject> adaptiveThrottleAnswers(const QString &library, const QJsonObject &given)
{
    if (!library.contains("adaptive thrott"_L1) || !given.contains(u"responses"))
        return {};
    const BudgetOptions options = adaptive(given, std::chrono::seconds(30), 100);
    AdaptiveThrottle throttle(options);
    QJsonArray refused;
    for (const auto &response : given[u"responses"].toArray()) {
        throttle.answered(Time{}, response.toString().startsWith(u'A'));
        refused += throttle.refuses(Time{}, given[u"random"].toDouble(), options);
    }
    return QJsonObject{{u"should_throttle"_qs, refused}};
}

/// grpc-java's throttler: a history of 50 slots, events at moments; "throttled by client" is a refusal of its own.
std::optional<QJsonObject> adaptiveThrottleHistory(const QString &library, const QJsonObject &given)
{
    const auto history = spanAt(given, u"history"_qs);
    if (!library.contains("adaptive thrott"_L1) || !history || !given.contains(u"events"))
        return {};
    const BudgetOptions options = adaptive(given, Ticks(1e9).of(*history), 50);
    AdaptiveThrottle throttle(options);
    QJsonArray requests;
    QJsonArray throttled;
    QJsonArray probabilities;
    for (const auto &value : given[u"events"].toArray()) {
        const QJsonObject event = value.toObject();
        const Time now(Ticks(1e9).of({event[u"t_ms"].toDouble(), 1e3}));
        const QString response = event[u"response"].toString();
        if (response.endsWith("by client"_L1))
            throttle.refuses(now, given[u"random"].toDouble(), options);
        else if (!response.isEmpty())
            throttle.answered(now, response == "accepted"_L1);
        const Counts counts = throttle.counts(now);
        requests += qint64{counts.first};
        throttled += qint64{counts.first} - qint64{counts.second};
        probabilities += throttle.probability(now, options);
    }
    return QJsonObject{{u"requests"_qs, requests}, {u"throttled"_qs, throttled}, {u"probability"_qs, probabilities}};
}

/// The formula for cases of requests and accepts, or for several K; Envoy calls K "aggression".
std::optional<QJsonObject> refusalFormula(const QString &, const QJsonObject &given)
{
    const double padding = given[u"padding"].toDouble(1.0);
    QJsonArray results;
    const auto add = [&](const QJsonValue &requests, const QJsonValue &accepts, const QJsonValue &k) {
        results += refusalProbability(requests.toDouble(), accepts.toDouble(), k.toDouble(2.0), padding);
    };
    if (given.contains(u"K") && given.contains(u"cases")) {
        for (const auto &c : given[u"cases"].toArray())
            add(c.toArray()[0], c.toArray()[1], given[u"K"]);
    } else if (given.contains(u"K") && given.contains(u"requests")) {
        for (const auto &k : listOf(given[u"K"]))
            add(given[u"requests"], given[u"accepts"], k);
    } else if (given.contains(u"aggression")) {
        const QJsonArray totals = listOf(given[u"total"]);
        const QJsonArray successes = listOf(given[u"success"]);
        for (qsizetype i = 0; i < totals.size(); ++i)
            add(totals[i], successes.at(i), given[u"aggression"]);
    } else {
        return {};
    }
    return QJsonObject{{u"reject_probability"_qs, results}};
}

std::optional<QJsonObject> envoyBudget(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "envoy"_L1))
        return {};
    if (given[u"cases"].toArray().at(0).toObject().contains(u"percent"))
        return QJsonObject{{u"max_concurrent_retries"_qs, mostRetries(given)}};
    if (!given.contains(u"budget_percent") || !given.contains(u"outstanding_retries"))
        return {};
    const BudgetOptions options = activeShare(given[u"budget_percent"].toDouble(), given[u"min_retry_concurrency"]);
    const auto active = countOf(given[u"active"].toDouble() + given[u"pending"].toDouble()).value_or(0);
    return QJsonObject{{u"allow"_qs, mapped(given[u"outstanding_retries"], [&](const QJsonValue &retries) {
                            Budget budget = busyBudget(options, active, countOf(retries).value_or(0));
                            return budget.withdraw(OutcomeKind::reset, Time{}, 0.0).granted;
                        })}};
}

/// All of some concurrent requests are reset, one after the other; one that was reset is no longer active.
std::optional<QJsonObject> envoyResets(const QString &, const QJsonObject &given)
{
    const auto requests = countOf(given[u"concurrent_requests"]);
    if (!requests || !given.contains(u"budget_percent") || !given[u"event"].toString().contains("reset"_L1))
        return {};
    const BudgetOptions options = activeShare(given[u"budget_percent"].toDouble(), given[u"min_retry_concurrency"]);
    ActiveShare share;
    for (std::uint32_t i = 0; i < *requests; ++i)
        share.attemptStarted(false, options);
    QJsonArray active;
    QJsonArray allowed;
    for (std::uint32_t i = 0; i < *requests; ++i) {
        share.attemptEnded(false);
        active += qint64{share.active()};
        allowed += share.withdraw(options);
    }
    return QJsonObject{
        {u"active_seen"_qs, active}, {u"retry_allowed"_qs, allowed}, {u"retries"_qs, qint64{share.retries()}}};
}

} // namespace retrylab::oracle
