// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <chrono>
#include <cstdint>

namespace retrylab {

inline constexpr int statusFine = 0;
inline constexpr int statusBadInput = 2;

/// Makes the standard streams safe to use: a closed one is connected to nowhere (a file opened later must not take its
/// number), and writing to a pipe that nobody reads fails instead of killing the program. Call it first in main().
void prepareTerminal();

/// Writes results to standard output. Returns the exit status: fine also when the reader has gone away, as `head` does;
/// bad when the text could not be written, after saying so.
int writeOutput(const QByteArray &text);

/// Says what is wrong, as one line on standard error: "retrylab: …". Returns the exit status.
int complain(const QString &oneLine);

/// "120 of 1000 runs" on standard error, at most ten times a second and only where a person watches.
class ProgressLine {
public:
    explicit ProgressLine(std::uint32_t total);
    ~ProgressLine();
    ProgressLine(const ProgressLine &) = delete;
    ProgressLine &operator=(const ProgressLine &) = delete;

    void show(std::uint32_t done);

private:
    std::uint32_t m_total;
    bool m_watched;
    bool m_shown = false;
    std::chrono::steady_clock::time_point m_last{};
};

} // namespace retrylab
