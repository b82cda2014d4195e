// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/result.h"

#include <QByteArray>

#include <cstddef>
#include <vector>

namespace retrylab {

/// The kinds of values in JSON.
enum class JsonKind { null, boolean, number, string, array, object };

/// A JSON value that remembers its line and the exact spelling of its numbers.
struct JsonValue {
    JsonKind kind = JsonKind::null;
    int line = 0;                 ///< 1-based
    QString key;                  ///< of a member of an object
    QString text;                 ///< string: its content; number, boolean: as written
    std::vector<JsonValue> items; ///< of an array or an object, in file order

    /// The member with this key, or null.
    const JsonValue *find(QStringView name) const;
    /// As a message shows it: `"200"`, `0`, `an object`.
    QString shown() const;
};

/// The error for a value of the wrong kind: "200 stands where a text belongs; allowed: 0s to 24h".
tl::unexpected<Error> misplaced(const JsonValue &value, JsonKind wanted, const QString &path,
                                const QString &allowed = {});

/// Fine when the value is of the wanted kind, otherwise misplaced().
Result<void> expectKind(const JsonValue &value, JsonKind wanted, const QString &path);

/// What a document may be. Larger ones are refused before anything is built; deeper ones and ones with more values while
/// they are read.
struct JsonLimits {
    qsizetype bytes = 0;
    int depth = 0;
    std::size_t values = 0;
};

/// Parses strict JSON (UTF-8, no comments, no NaN, no trailing commas, no duplicate keys). A byte-order mark is skipped.
/// The error names the line. Never recurses, so no document can exhaust the stack.
Result<JsonValue> parseJson(const QByteArray &json, const JsonLimits &limits);

} // namespace retrylab
