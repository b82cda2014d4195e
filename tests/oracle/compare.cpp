// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/oracle/compare.h"

#include <QJsonDocument>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace retrylab::oracle {

namespace {

const QString anyOfKey = u"$anyOf"_qs;
const QString endlessKey = u"$endless"_qs;

QString textOf(const QJsonValue &value)
{
    if (value.isUndefined())
        return u"nothing"_qs;
    QByteArray text = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return QString::fromUtf8(text.mid(1, text.size() - 2));
}

QString unequal(const QString &path, const QJsonValue &expected, const QJsonValue &got,
                const QString &relation = QString())
{
    return u"%1: expected %2%3, got %4"_qs.arg(path, relation, textOf(expected), textOf(got));
}

bool isInteger(const QJsonValue &value)
{
    return value.isDouble() && value.toInteger(0) == value.toInteger(1);
}

/// The decimals that are written after the point of a number, or of that of a list's which has most.
qsizetype decimalsOf(const QJsonValue &value)
{
    qsizetype most = 0;
    for (const auto &element : value.toArray())
        most = std::max(most, decimalsOf(element));
    const QString text = QString::number(value.toDouble(), 'f', QLocale::FloatingPointShortest);
    const qsizetype point = text.indexOf(u'.');
    return std::max(most, point < 0 ? 0 : text.size() - point - 1);
}

/// What rounding has cost the numbers of a figure: half of the last place, where that is the sixth decimal or a later
/// one.
double roundingOf(const QJsonValue &figure)
{
    constexpr qsizetype leastDecimals = 6;
    const qsizetype decimals = decimalsOf(figure);
    return decimals < leastDecimals ? 0.0 : 0.5000001 * std::pow(10.0, -static_cast<double>(decimals));
}

/// How far two numbers may differ.
struct Margin {
    double tolerance = -1.0; ///< as stated; < 0: nothing is
    double rounding = 0.0;   ///< of what is expected
};

bool sameNumber(const QJsonValue &expected, const QJsonValue &got, Margin margin)
{
    constexpr double precision = 1e-9;
    constexpr double ofDoubles = 1e-14;
    const double wanted = expected.toDouble();
    const double error = std::abs(wanted - got.toDouble());
    if (margin.tolerance >= 0.0)
        return error <= margin.tolerance + ofDoubles * std::abs(wanted);
    if (isInteger(expected) && isInteger(got))
        return expected.toInteger() == got.toInteger();
    return error <= std::max(precision * std::max(1.0, std::abs(wanted)), margin.rounding);
}

std::optional<QString> differs(const QString &path, const QJsonValue &expected, const QJsonValue &got, Margin margin);

std::optional<QString> arraysDiffer(const QString &path, const QJsonArray &expected, const QJsonArray &got,
                                    bool endless, Margin margin)
{
    if (endless ? got.size() < expected.size() : got.size() != expected.size())
        return unequal(path, expected, got);
    for (qsizetype i = 0; i < expected.size(); ++i) {
        if (auto found = differs(u"%1[%2]"_qs.arg(path).arg(i), expected[i], got[i], margin))
            return found;
    }
    return {};
}

std::optional<QString> objectsDiffer(const QString &path, const QJsonObject &expected, const QJsonObject &got,
                                     Margin margin)
{
    for (auto it = expected.begin(); it != expected.end(); ++it) {
        const QString place = path + u'.' + it.key();
        if (!got.contains(it.key()))
            return u"%1: expected %2, but it was not computed"_qs.arg(place, textOf(it.value()));
        if (auto found = differs(place, it.value(), got[it.key()], margin))
            return found;
    }
    return {};
}

/// The difference to the first of the alternatives, unless one of them fits.
template <typename Fits>
std::optional<QString> allDiffer(const QJsonArray &alternatives, Fits differenceTo)
{
    std::optional<QString> first;
    for (const auto &alternative : alternatives) {
        std::optional<QString> found = differenceTo(alternative);
        if (!found)
            return {};
        if (!first)
            first = std::move(found);
    }
    return first ? *first + u" (nor does another reading of the question fit)"_qs : u"there is no figure"_qs;
}

std::optional<QString> differs(const QString &path, const QJsonValue &expected, const QJsonValue &got, Margin margin)
{
    const QJsonObject object = got.toObject();
    if (object.contains(anyOfKey))
        return allDiffer(object[anyOfKey].toArray(),
                         [&](const QJsonValue &alternative) { return differs(path, expected, alternative, margin); });
    const bool goesOn = object.contains(endlessKey);
    if (expected.isArray() && (got.isArray() || goesOn))
        return arraysDiffer(path, expected.toArray(), (goesOn ? object[endlessKey] : got).toArray(), goesOn, margin);
    if (expected.isObject() && got.isObject())
        return objectsDiffer(path, expected.toObject(), object, margin);
    const bool same = expected.isDouble() && got.isDouble() ? sameNumber(expected, got, margin) : expected == got;
    return same ? std::nullopt : std::optional(unequal(path, expected, got));
}

std::optional<QString> beyond(const Demand &demand, const QJsonValue &bound, const QJsonValue &got)
{
    const bool most = demand.kind == Demand::Kind::atMost;
    const bool holds = got.isDouble() && bound.isDouble()
                       && (most ? got.toDouble() <= bound.toDouble() : got.toDouble() >= bound.toDouble());
    return holds ? std::nullopt
                 : std::optional(unequal(demand.figure, bound, got, most ? u"at most "_qs : u"at least "_qs));
}

QString withoutPrefix(const QString &key)
{
    for (const QLatin1StringView prefix : {"right"_L1, "ideal"_L1}) {
        if (key == prefix || key.startsWith(prefix + u'_'))
            return key.mid(prefix.size() + 1);
    }
    return key;
}

bool saysWhatIsRight(const QString &key)
{
    return key == "right"_L1 || key == "ideal"_L1 || withoutPrefix(key) != key;
}

Demand rightDemand(QString figure)
{
    Demand::Kind kind = Demand::Kind::equal;
    if (figure.endsWith("_max"_L1) || figure.endsWith("_min"_L1)) {
        kind = figure.endsWith("_max"_L1) ? Demand::Kind::atMost : Demand::Kind::atLeast;
        figure.chop(4);
    }
    if (figure.isEmpty())
        return {kind, u"result"_qs};
    static const QStringList units{u"s"_qs, u"ms"_qs, u"us"_qs, u"ns"_qs};
    return {kind, units.contains(figure) ? u"delay_"_qs + figure : figure};
}

std::optional<QString> keyDiffers(const QString &key, const QJsonObject &expect, const QJsonObject &figures)
{
    const Demand demand = demandOf(key, expect);
    if (demand.kind == Demand::Kind::ignored)
        return {};
    const QJsonValue answer = answerOf(key, expect[key]);
    if (!figures.contains(demand.figure))
        return u"%1: expected %2, but it was not computed"_qs.arg(demand.figure, textOf(answer));
    if (demand.kind != Demand::Kind::equal)
        return beyond(demand, answer, figures[demand.figure]);
    const double tolerance = key.startsWith("exact"_L1) ? -1.0 : expect[u"tolerance"].toDouble(-1.0);
    return differs(demand.figure, answer, figures[demand.figure], {tolerance, roundingOf(answer)});
}

} // namespace

Demand demandOf(const QString &key, const QJsonObject &expect)
{
    static const QStringList remarks{u"legend"_qs, u"tolerance"_qs, u"accept"_qs, u"invariant"_qs};
    if (remarks.contains(key) || key == "observed"_L1 || key.startsWith("observed_"_L1))
        return {};
    if (answerOf(key, expect[key]).isUndefined())
        return {};
    if (saysWhatIsRight(key))
        return rightDemand(withoutPrefix(key));
    if (expect.contains(u"right_"_qs + key) || expect.contains(u"ideal_"_qs + key))
        return {};
    return {Demand::Kind::equal, key};
}

QJsonValue answerOf(const QString &key, const QJsonValue &value)
{
    if (!value.isString() || !saysWhatIsRight(key))
        return value;
    static const QRegularExpression form(u"^(?:(closed|open|half[-_ ]open|accepted|rejected|admitted|refused|stop)"
                                         "|(-?\\d+(?:\\.\\d+)?))(?=$|\\s*[(,;:])"_qs);
    const QRegularExpressionMatch match = form.match(value.toString());
    if (!match.hasMatch())
        return QJsonValue::Undefined;
    return match.captured(1).isEmpty() ? QJsonValue(match.captured(2).toDouble()) : QJsonValue(match.captured(1));
}

QJsonObject anyOf(const QJsonArray &figures)
{
    return {{anyOfKey, figures}};
}

QJsonObject endless(const QJsonArray &beginning)
{
    return {{endlessKey, beginning}};
}

bool isCompared(const QString &key, const QJsonObject &expect)
{
    return demandOf(key, expect).kind != Demand::Kind::ignored;
}

std::optional<QString> difference(const QJsonObject &expect, const QJsonObject &figures)
{
    if (figures.contains(anyOfKey))
        return allDiffer(figures[anyOfKey].toArray(),
                         [&](const QJsonValue &alternative) { return difference(expect, alternative.toObject()); });
    const QStringList keys = expect.keys();
    if (std::none_of(keys.begin(), keys.end(), [&](const QString &key) { return isCompared(key, expect); }))
        return u"there is nothing to compare"_qs;
    for (const QString &key : keys) {
        if (auto found = keyDiffers(key, expect, figures))
            return found;
    }
    return {};
}

} // namespace retrylab::oracle
