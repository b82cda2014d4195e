// SPDX-License-Identifier: GPL-3.0-or-later
// Budgets of Finagle and tower: deposits, and withdrawals as long as they are granted.
#include "core/policy/budget.h"
#include "tests/oracle/adapter_list.h"
#include "tests/oracle/reading.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace retrylab::oracle {

namespace {

BudgetOptions ratioOptions(double ratio, Duration window, double minPerSecond)
{
    BudgetOptions options;
    options.kind = BudgetKind::ratio;
    options.ratio = ratio;
    options.window = window;
    options.minPerSecond = minPerSecond;
    return options;
}

Duration windowOf(const QJsonObject &given)
{
    return Ticks(1e9).of(spanAt(given, u"ttl"_qs).value_or(Span{10, 1}));
}

bool retryGoes(Budget &budget, Time now)
{
    return budget.withdraw(OutcomeKind::unavailable, now, 0.0).granted;
}

qint64 retriesUntilRefused(Budget &budget, Time now)
{
    constexpr qint64 enough = 10'000'000;
    qint64 retries = 0;
    while (retries < enough && retryGoes(budget, now))
        ++retries;
    return retries;
}

/// One step of a pattern, repeated: deposits, withdrawals and waits.
struct Round {
    int times = 1;
    QStringList ops;
};

/// "10000 x (deposit, tryWithdraw), time frozen", "5 x deposit, +1s, tryWithdraw". Words that are no operation are
/// remarks.
QList<Round> roundsOf(const QString &pattern)
{
    static const QRegularExpression form(u"(?:(\\d+)\\s*[x*×]\\s*)?(?:\\(([^)]*)\\)|([^,()]+))"_qs);
    static const QRegularExpression comma(u"\\s*,\\s*"_qs);
    QList<Round> rounds;
    for (auto matches = form.globalMatch(pattern); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        Round round;
        round.times = match.captured(1).isEmpty() ? 1 : match.captured(1).toInt();
        round.ops = (match.captured(2) + match.captured(3)).trimmed().split(comma, Qt::SkipEmptyParts);
        rounds += round;
    }
    return rounds;
}

/// How many withdrawals of the pattern are granted.
qint64 played(const QList<Round> &rounds, const BudgetOptions &options)
{
    Budget budget(options);
    Time now{};
    qint64 retries = 0;
    const auto step = [&](const QString &op) {
        if (op.startsWith("deposit"_L1))
            budget.callStarted(now);
        else if (op.startsWith("tryWithdraw"_L1) || op.startsWith("withdraw"_L1))
            retries += retryGoes(budget, now) ? 1 : 0;
        else if (const auto span = op.startsWith(u'+') ? spanFromText(op) : std::nullopt)
            now = later(now, Ticks(1e9).of(*span));
    };
    for (const Round &round : rounds) {
        for (int i = 0; i < round.times; ++i) {
            for (const QString &op : round.ops)
                step(op);
        }
    }
    return retries;
}

void deposit(Budget &budget, std::uint32_t requests)
{
    for (std::uint32_t i = 0; i < requests; ++i)
        budget.callStarted(Time{});
}

} // namespace

std::optional<QJsonObject> finagleBudget(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "finagle"_L1) || !given.contains(u"percentCanRetry"))
        return {};
    BudgetOptions options = ratioOptions(given[u"percentCanRetry"].toDouble(), windowOf(given),
                                         given[u"minRetriesPerSec"].toDouble());
    QJsonObject figures;
    if (const auto requests = countOf(given[u"deposits"])) {
        Budget budget(options);
        deposit(budget, *requests);
        figures[u"balance"] = budget.balance(Time{});
    }
    const QList<Round> rounds = roundsOf(given[u"pattern"].toString());
    if (!rounds.isEmpty()) {
        figures[u"retries"] = played(rounds, options);
        options.arithmetic = BudgetArithmetic::thousandth;
        figures[u"exact_by_scaled_integers"] = played(rounds, options);
    }
    return figures;
}

/// tower: so many deposits, then as many withdrawals as go; or at several moments.
std::optional<QJsonObject> towerBudget(const QString &, const QJsonObject &given)
{
    if (!given.contains(u"retry_percent"))
        return {};
    BudgetOptions options = ratioOptions(given[u"retry_percent"].toDouble(), windowOf(given),
                                         given[u"min_per_sec"].toDouble());
    options.windowRule = WindowRule::restartingUp;
    Budget budget(options);
    deposit(budget, countOf(given[u"deposits"]).value_or(0));
    if (given.contains(u"drain_at_ms"))
        return QJsonObject{{u"withdrawals"_qs, mapped(given[u"drain_at_ms"], [&](const QJsonValue &ms) {
                                return retriesUntilRefused(budget, Time(Ticks(1e9).of({ms.toDouble(), 1e3})));
                            })}};
    const qint64 withdrawals = retriesUntilRefused(budget, Time{});
    return QJsonObject{{u"withdrawals"_qs, withdrawals}, {u"result"_qs, withdrawals}};
}

} // namespace retrylab::oracle
