// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QString>

#include <cstdint>
#include <optional>

namespace retrylab::oracle {

/// How a key of `expect` is held against the figures.
struct Demand {
    enum class Kind : std::uint8_t {
        ignored, ///< says something about the source (observed…, legend, tolerance, accept), or is prose
        equal,
        atMost,  ///< right…_max
        atLeast, ///< right…_min
    };

    Kind kind = Kind::ignored;
    QString figure; ///< the name of the figure that has to fit
};

/// What the key asks for. `right…` and `ideal…` are what must come out, for the figure of the rest of their name:
/// right_calls for `calls`, ideal_withdrawals for `withdrawals`, right_total_s_max for a `total_s` that is no greater;
/// right_s, in which only a unit is left, for `delay_s`; right or ideal alone for `result`.
/// A key of that very name beside right… is what came out wrong, and ignored.
Demand demandOf(const QString &key, const QJsonObject &expect);

/// Is there a figure that has to fit this key?
bool isCompared(const QString &key, const QJsonObject &expect);

/// The answer that is compared for a key. A `right` that begins with an answer and goes on with a remark is only its
/// beginning: "closed (only 2 inside 5 s)" is "closed". Undefined where it is all prose.
QJsonValue answerOf(const QString &key, const QJsonValue &value);

/// Figures that fit when one of these does, as a whole: where the question has left open which of a library's
/// algorithms is meant.
QJsonObject anyOf(const QJsonArray &figures);

/// An array that goes on like this for ever: what is expected is compared with its beginning.
QJsonObject endless(const QJsonArray &beginning);

/// The first difference between what is expected and the figures that were computed; nothing if they fit. Objects fit
/// when every expected key is there and fits, arrays element by element, integers (of 64 bits) exactly, other numbers
/// to 1e-9 of themselves or of 1, or to expect's `tolerance`; a list with six decimals or more was rounded there, and
/// half of the last place is no difference. `exact…` knows no tolerance.
std::optional<QString> difference(const QJsonObject &expect, const QJsonObject &figures);

} // namespace retrylab::oracle
