// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

#include <memory>

namespace retrylab {

/// The one T of the program, made when it is first asked for and gone before the application is: fonts and pictures must
/// not outlive it. Only for the interface thread.
template <typename T>
T &keptByApplication()
{
    static std::unique_ptr<T> kept;
    if (!kept) {
        kept = std::make_unique<T>();
        qAddPostRoutine([] { kept.reset(); });
    }
    return *kept;
}

} // namespace retrylab
