// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace retrylab {

/// The arithmetic of playing: a plain value without a clock. Times in nanoseconds.
struct PlaybackClock {
    static constexpr double slowest = 0.01; ///< run time per real time
    static constexpr double fastest = 100.0;

    std::int64_t duration = 1'000'000'000; ///< > 0
    std::int64_t position = 0;             ///< in [0, duration]
    double speed = 1.0;                    ///< in [slowest, fastest]
    /// As fast as possible: the whole run passes in a quarter of a second, few frames but not none, and never slower
    /// than `fastest`.
    bool flatOut = false;
    bool loop = false;
    bool playing = false;

    /// Run time per real time, at the present setting.
    double rate() const;
    /// Starts; from the beginning where the end has been reached.
    void play();
    /// `elapsed` of real time went by. Time that a late frame has lost is skipped, not made up for. At the end it goes
    /// on from the beginning (loop) or stops there.
    void advance(std::int64_t elapsed);
    /// Jumps; held inside the run.
    void seek(std::int64_t to);

private:
    double m_rest = 0; ///< the fraction of a nanosecond that `position` could not take
};

} // namespace retrylab
