// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/breaker.h"

#include <QTest>

/// What the tests of breakers have in common: rules as plain as can be, and calls that end at once.
namespace breakers {

inline retrylab::Time at(retrylab::Duration d)
{
    return retrylab::Time(d);
}

inline retrylab::BreakerOptions consecutive(std::uint32_t size, retrylab::Duration openTime = std::chrono::seconds(1))
{
    retrylab::BreakerOptions options;
    options.kind = retrylab::BreakerKind::consecutive;
    options.size = size;
    options.openTime = openTime;
    return options;
}

inline retrylab::BreakerOptions countWindow(std::uint32_t size, std::uint32_t minimum, double ratio)
{
    retrylab::BreakerOptions options = consecutive(size);
    options.kind = retrylab::BreakerKind::countWindow;
    options.minimumCalls = minimum;
    options.failureRatio = ratio;
    return options;
}

inline retrylab::BreakerOptions timeWindow(retrylab::Duration window, std::uint32_t minimum, double ratio)
{
    retrylab::BreakerOptions options = countWindow(10, minimum, ratio);
    options.kind = retrylab::BreakerKind::timeWindow;
    options.window = window;
    return options;
}

/// opossum's rules; its `volumeThreshold` is the minimum.
inline retrylab::BreakerOptions opossum(std::uint32_t minimum, retrylab::Duration openTime)
{
    retrylab::BreakerOptions options = timeWindow(std::chrono::seconds(10), minimum, 0.5);
    options.compare = retrylab::Threshold::above;
    options.countInFlight = true;
    options.clearOnClose = false;
    options.late = retrylab::LateOutcome::counted;
    options.openTime = openTime;
    options.halfOpenBy = retrylab::HalfOpenBy::timer;
    return options;
}

/// One call that ends at once. False when it was refused.
inline bool call(retrylab::Breaker &breaker, bool failed, retrylab::Time now)
{
    const retrylab::BreakerPermit permit = breaker.acquire(now);
    if (permit.admitted)
        breaker.record(permit, failed, now);
    return permit.admitted;
}

/// 'F' failure, 'S' success, all at one moment.
inline void calls(retrylab::Breaker &breaker, const char *outcomes, retrylab::Time now = retrylab::Time{})
{
    for (; *outcomes != '\0'; ++outcomes)
        QVERIFY(call(breaker, *outcomes == 'F', now));
}

inline bool isIn(const retrylab::Breaker &breaker, retrylab::BreakerState state)
{
    return breaker.state() == state;
}

} // namespace breakers
