// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <tl/expected.hpp>

namespace retrylab {

/// What is wrong with an input, in one line: where, what stands there, what is allowed.
struct Error {
    QString path;      ///< "chain.client.policy.retry.maxAttempts"; empty when the fault is not at a key
    QString message;   ///< "0 is out of range; allowed: 1 to 1000"
    int line = 0;      ///< 1-based line of the file, 0 when there is none
    QString file = {}; ///< name of the file, where there is one

    /// "burst.retrylab.json:12: chain.client.policy.retry.maxAttempts: 0 is out of range; allowed: 1 to 1000".
    /// Without a file "line 12: chain…". `shownFile` replaces the error's own file name.
    /// Never more than one line: control characters and over-long values are escaped or cut.
    QString oneLine(const QString &shownFile = {}) const;
};

template <typename T>
using Result = tl::expected<T, Error>;

/// An error as a return value: `return failure(path, message)`.
inline tl::unexpected<Error> failure(QString path, QString message, int line = 0)
{
    return tl::unexpected<Error>(Error{std::move(path), std::move(message), line});
}

/// A piece of input as it may stand in a message: quoted, on one line, cut after about 40 characters.
QString quoted(QStringView input);

} // namespace retrylab
