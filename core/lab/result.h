// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <tl/expected.hpp>

namespace retrylab {

/// What is wrong with an input, in one line: where, what stands there, what is allowed.
struct Error {
    QString path;    ///< "chain.client.policy.retry.maxAttempts"; empty when the fault is not at a key
    QString message; ///< "0 is out of range; allowed: 1 to 1000"
    int line = 0;    ///< 1-based line of the file, 0 when there is none

    /// "burst.retrylab.json:12: chain.client.policy.retry.maxAttempts: 0 is out of range; allowed: 1 to 1000".
    /// Never more than one line: control characters and over-long values are escaped or cut.
    QString oneLine(const QString &file = {}) const;
};

template <typename T>
using Result = tl::expected<T, Error>;

} // namespace retrylab
