// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/run_model.h"

#include <QLocale>
#include <QString>
#include <QStringList>

namespace retrylab {

/// One attempt in words: "attempt 2 of 4: 503 unavailable after 3 ms; then waited 412 ms = U(0, 800 ms)". The range is
/// the one the wait was drawn from, by the run's policy (core/policy/backoff.h).
QString attemptStory(const RunModel &run, std::uint32_t attempt, const QLocale &locale);

/// How a call stands at the end of the run: "succeeded after 2.1 s", "gave up after 1.9 s: no attempts left",
/// "answered from the cache after 120 ms: the breaker was open".
QString callEnding(const RunModel &run, std::uint32_t call, const QLocale &locale);

/// A call's whole history: its title, a line for each attempt, its end. A long history keeps its first lines, the lines
/// around `around` and the last ones.
struct CallStory {
    QStringList lines;
    int emphasised = -1; ///< the line of `around`; -1 when there is none
};
CallStory callStory(const RunModel &run, std::uint32_t call, std::optional<std::uint32_t> around,
                    const QLocale &locale);

} // namespace retrylab
