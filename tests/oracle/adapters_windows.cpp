// SPDX-License-Identifier: GPL-3.0-or-later
// The windows and buckets below budgets, driven by hand: twitter-util's WindowedAdder and TokenBucket, grpc-go's
// lookback.
#include "core/policy/ratio_budget.h"
#include "core/policy/token_bucket.h"
#include "tests/oracle/adapter_list.h"
#include "tests/oracle/reading.h"

#include <cmath>

using namespace Qt::StringLiterals;

namespace retrylab::oracle {

namespace {

/// "put 5", "get 3", "add -2", "+1s".
struct Op {
    QString verb; ///< empty: time passes
    qint64 amount = 0;
    Duration wait{0};
};

Op parsed(const QString &text)
{
    if (const auto span = text.startsWith(u'+') ? spanFromText(text) : std::nullopt)
        return {{}, 0, Ticks(1e9).of(*span)};
    const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    return {words.value(0), words.value(1).toLongLong(), Duration(0)};
}

std::uint32_t toCount(qint64 amount)
{
    return countOf(static_cast<double>(std::abs(amount))).value_or(0);
}

/// Adds, with a minus as the second counter, and reads with the touch that reading is.
qint64 sumAfter(SlidingCounts &counts, Time now, qint64 add)
{
    if (add != 0)
        counts.add(now, add > 0 ? Counts{toCount(add), 0} : Counts{0, toCount(add)});
    counts.slide(now);
    const Counts total = counts.total();
    return qint64{total.first} - qint64{total.second};
}

QJsonValue granted(bool isGet, bool ok)
{
    return isGet ? QJsonValue(ok) : QJsonValue(QJsonValue::Null);
}

/// A bucket whose deposits live for a while: a ratio budget of 1 with a reserve.
QJsonObject leakyBucket(const QJsonObject &given, Span life)
{
    BudgetOptions options;
    options.ratio = 1.0;
    options.window = Ticks(1e9).of(life);
    options.minPerSecond = given[u"reserve"].toDouble() / toSeconds(options.window);
    RatioBudget bucket(options);
    Time now{};
    return {{u"ok"_qs, mapped(given[u"ops"], [&](const QJsonValue &text) {
                 const Op op = parsed(text.toString());
                 now = later(now, op.wait);
                 if (op.verb == "put"_L1)
                     bucket.deposit(now, toCount(op.amount));
                 const bool isGet = op.verb == "get"_L1;
                 return granted(isGet, isGet && bucket.withdraw(now, options, toCount(op.amount)));
             })}};
}

QJsonObject boundedBucket(const QJsonObject &given)
{
    TokenBucket bucket(toCount(given[u"limit"].toInteger()), 0);
    QJsonArray counts;
    QJsonArray oks;
    for (const auto &text : given[u"ops"].toArray()) {
        const Op op = parsed(text.toString());
        if (op.verb == "put"_L1)
            bucket.put(toCount(op.amount));
        const bool isGet = op.verb == "get"_L1;
        oks += granted(isGet, isGet && bucket.take(toCount(op.amount)));
        counts += qint64{bucket.level()};
    }
    return {{u"count"_qs, counts}, {u"ok"_qs, oks}};
}

} // namespace

std::optional<QJsonObject> windowedAdder(const QString &library, const QJsonObject &given)
{
    const auto window = spanAt(given, u"window"_qs);
    if (!isLibrary(library, "twitter util"_L1) || !window || !given.contains(u"slices"))
        return {};
    SlidingCounts counts(Ticks(1e9).of(*window), countOf(given[u"slices"]).value_or(1), WindowRule::restarting);
    Time now{};
    return QJsonObject{{u"sum"_qs, mapped(given[u"ops"], [&](const QJsonValue &text) {
                            const Op op = parsed(text.toString());
                            now = later(now, op.wait);
                            return sumAfter(counts, now, op.amount);
                        })}};
}

std::optional<QJsonObject> twitterTokenBucket(const QString &library, const QJsonObject &given)
{
    if (!isLibrary(library, "twitter util"_L1) || !given.contains(u"ops"))
        return {};
    if (given.contains(u"limit"))
        return boundedBucket(given);
    const auto life = spanAt(given, u"ttl"_qs);
    return life ? std::optional(leakyBucket(given, *life)) : std::nullopt;
}

/// Events at ticks that may go back, in bins.
std::optional<QJsonObject> lookbackWindow(const QString &library, const QJsonObject &given)
{
    if (!library.contains("lookback"_L1) || !given.contains(u"bins") || !given.contains(u"ticks"))
        return {};
    const std::uint32_t bins = countOf(given[u"bins"]).value_or(1);
    SlidingCounts counts(Duration(bins * given[u"bin_width"].toInteger(1)), bins, WindowRule::aligned);
    const QJsonArray ticks = given[u"ticks"].toArray();
    const QJsonArray amounts = given[u"add"].toArray();
    QJsonArray sums;
    for (qsizetype i = 0; i < ticks.size(); ++i)
        sums += sumAfter(counts, Time(Duration(ticks[i].toInteger())), amounts.at(i).toInteger());
    return QJsonObject{{u"sum"_qs, sums}};
}

} // namespace retrylab::oracle
