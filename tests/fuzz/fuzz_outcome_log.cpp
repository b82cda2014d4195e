// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/outcome_log.h"
#include "core/lab/replay.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>

using namespace retrylab;
using namespace std::chrono_literals;

namespace {

/// What a log comes to when it arrives in pieces of this size.
struct Reading {
    std::uint64_t rows = 0;
    QString error;
    ReplayTotals totals;
    Time last{};
};

Reading readInPieces(const std::uint8_t *data, std::size_t size, std::size_t piece, const Policy &policy)
{
    std::size_t at = 0;
    OutcomeLog log([&](char *into, std::size_t room) -> Result<std::size_t> {
        const std::size_t count = std::min({piece, room, size - at});
        if (count > 0)
            std::memcpy(into, data + at, count);
        at += count;
        return count;
    });
    Reading reading;
    Replay replay(policy, [&](const ReplayTransition &transition) {
        if (transition.from == transition.to || transition.at < reading.last)
            std::abort();
        reading.last = transition.at;
    });
    OutcomeRow row;
    Result<bool> found = log.next(row);
    for (; found && *found; found = log.next(row)) {
        ++reading.rows;
        replay.take(row);
    }
    if (!found)
        reading.error = found.error().oneLine();
    else
        reading.totals = replay.finish();
    return reading;
}

Policy strictPolicy()
{
    Policy policy;
    policy.breaker.kind = BreakerKind::timeWindow;
    policy.breaker.minimumCalls = 2;
    policy.breaker.slowCall = 1s;
    policy.breaker.halfOpenBy = HalfOpenBy::timer;
    policy.breaker.halfOpenMaxWait = 10s;
    policy.budget.kind = BudgetKind::adaptiveThrottle;
    return policy;
}

} // namespace

/// Any bytes are either a log, whose replay adds up, or an error on one short line; and it makes no difference in which
/// pieces they arrive.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static const Policy policy = strictPolicy();
    const Reading whole = readInPieces(data, size, size + 1, policy);
    const Reading inPieces = readInPieces(data, size, 3, policy);
    if (whole.rows != inPieces.rows || whole.error != inPieces.error || !(whole.totals == inPieces.totals))
        std::abort();
    if (whole.error.size() > 1000 || whole.error.contains(u'\n') || !whole.error.isValidUtf16())
        std::abort();
    if (whole.error.isEmpty() && (whole.totals.calls != whole.rows || whole.rows == 0))
        std::abort();
    const ReplayTotals &totals = whole.totals;
    if (totals.failed > totals.calls || totals.refused() + totals.callsDenied > totals.calls
        || totals.wouldHaveFailed > totals.failed || totals.retriesGranted + totals.retriesDenied > totals.failed)
        std::abort();
    for (const Duration time : totals.timeIn)
        if (time < Duration::zero())
            std::abort();
    return 0;
}
