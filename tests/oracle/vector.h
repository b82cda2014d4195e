// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QList>
#include <QString>

#include <tl/expected.hpp>

namespace retrylab::oracle {

/// One question whose answer was found outside this program: what a library was given, and what it gave back.
struct Vector {
    QString id;
    QString dialect; ///< the library, in its version and mode
    QString kind;    ///< how the answer was found (executed, published-test, …)
    QString note;
    QJsonObject given;
    QJsonObject expect;
};

/// The vectors of a file, a JSON array; or why it is none: unreadable, no JSON, empty, an entry that lacks id, library,
/// given or expect.
tl::expected<QList<Vector>, QString> readVectors(const QString &fileName);

} // namespace retrylab::oracle
