// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/transport/playback_clock.h"

#include <algorithm>
#include <cmath>

namespace retrylab {

namespace {

constexpr double quarterSecond = 0.25e9;

}

double PlaybackClock::rate() const
{
    if (flatOut)
        return std::max(fastest, static_cast<double>(duration) / quarterSecond);
    return std::clamp(speed, slowest, fastest);
}

void PlaybackClock::play()
{
    if (position >= duration)
        seek(0);
    playing = true;
}

void PlaybackClock::advance(std::int64_t elapsed)
{
    if (!playing || elapsed <= 0)
        return;
    const double step = static_cast<double>(elapsed) * rate() + m_rest;
    const double left = static_cast<double>(duration - position);
    if (step < left) {
        const double whole = std::floor(step);
        position += static_cast<std::int64_t>(whole);
        m_rest = step - whole;
        return;
    }
    m_rest = 0;
    if (loop) {
        position = static_cast<std::int64_t>(std::fmod(step - left, static_cast<double>(duration)));
    } else {
        position = duration;
        playing = false;
    }
}

void PlaybackClock::seek(std::int64_t to)
{
    position = std::clamp<std::int64_t>(to, 0, duration);
    m_rest = 0;
}

} // namespace retrylab
