// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/time.h"

#include <cstdint>

namespace retrylab {

/// What a budget counts, and when it lets a retry go.
enum class BudgetKind : std::uint8_t {
    none,             ///< every retry goes
    ratio,            ///< a share of the requests of the last seconds, and a reserve (Finagle, Linkerd, tower)
    tokenBucket,      ///< retries cost tokens, successes give some back (AWS SDKs)
    grpcThrottle,     ///< failures take a token each; retries go while the bucket is more than half full (gRPC)
    activeShare,      ///< a share of the attempts in flight may be retries (Envoy, Istio)
    adaptiveThrottle, ///< refuses at random, more often the less the service accepts (Google SRE, gRPC RLS)
};

enum class BudgetScope : std::uint8_t { caller, shared };

/// adaptiveThrottle: which attempts must ask. The other kinds never refuse a first attempt.
enum class BudgetAdmit : std::uint8_t {
    retries,
    attempts, ///< first attempts too, as the SRE book has it
};

/// ratio: which event lets later retries go.
enum class BudgetDeposit : std::uint8_t {
    request,      ///< every request, when it begins (Finagle)
    notRetryable, ///< every answer that is not to be retried, success or not (Linkerd, tower)
};

/// ratio: how "a retry costs 1 ÷ ratio requests" becomes whole numbers.
enum class BudgetArithmetic : std::uint8_t {
    exact,      ///< a request earns ratio × 10⁹ parts, rounded up, and a retry costs 10⁹: 0.34 lets 34 of 100 go
    thousandth, ///< a request earns 1000 parts and a retry costs trunc(1000 ÷ ratio), whole seconds count (Finagle)
};

/// ratio: how the window slides on. It has `slices` parts, and what lies in a part is forgotten as one.
enum class WindowRule : std::uint8_t {
    aligned, ///< parts begin at multiples of their width; an event of the past is counted in its own part (gRPC RLS)
    /// A part begins when the window is touched after the last one was over, and the time between is forgotten: an
    /// event may live longer than the window (twitter-util's WindowedAdder, in Finagle).
    restarting,
    /// The same, but a started part counts as a whole one, and the one being written comes on top of `slices` (tower).
    restartingUp,
};

/// tokenBucket: what a success after retries gives back.
enum class BudgetRefund : std::uint8_t {
    none,     ///< no more than a success without retries: depositPerSuccess
    lastCost, ///< what the last retry cost, instead of depositPerSuccess (AWS SDKs)
};

/// How fast attempts are sent, first ones too.
enum class SendRate : std::uint8_t {
    any,
    adaptive, ///< learnt from throttling (429): the AWS SDKs' adaptive mode, see AdaptiveRate
};

/// How retries are kept in check beyond the single call. One flat value, so that switching the kind keeps the numbers
/// that the hand has set. Numbers outside their range are held at its ends, NaN counts as 0.
struct BudgetOptions {
    BudgetKind kind = BudgetKind::none;
    BudgetScope scope = BudgetScope::caller;

    /// ratio: retries per request, 0–1000. activeShare: retries per attempt in flight (Envoy's budget_percent ÷ 100).
    /// grpcThrottle: tokens per success (tokenRatio), digits after the third are cut off.
    double ratio = 0.2;
    Duration window = std::chrono::seconds(10); ///< ratio, adaptiveThrottle: how far back they look, > 0
    std::uint32_t slices = 10;                  ///< ratio, adaptiveThrottle: parts of the window, 1–1000

    double minPerSecond = 10.0; ///< ratio: retries per second of the window that need no request, ≥ 0
    BudgetDeposit deposit = BudgetDeposit::request;
    BudgetArithmetic arithmetic = BudgetArithmetic::exact;
    WindowRule windowRule = WindowRule::restarting;

    /// tokenBucket: tokens it holds at most. grpcThrottle: maxTokens, where it also begins. Tokens are counted in
    /// thousandths, further digits are cut off; at most 4,294,967 tokens.
    double capacity = 500.0;
    double initial = 500.0;         ///< tokenBucket: tokens at the start, held at the capacity
    double cost = 5.0;              ///< tokenBucket: tokens for a retry
    double timeoutCost = 10.0;      ///< tokenBucket: for a retry after a timeout
    double throttleCost = 5.0;      ///< tokenBucket: for a retry after a 429
    double depositPerCall = 0.0;    ///< tokenBucket: tokens that every request brings
    double depositPerSuccess = 1.0; ///< tokenBucket: tokens that a success brings
    BudgetRefund refund = BudgetRefund::lastCost;
    SendRate sendRate = SendRate::any; ///< tokenBucket

    std::uint32_t minConcurrency = 3; ///< activeShare: so many retries may always be under way
    /// activeShare: whether a retry counts as active while it waits, from when it asks. Envoy's does not, so its budget
    /// shrinks while requests fail and wait.
    bool waitingIsActive = false;

    double k = 2.0;       ///< adaptiveThrottle: refuses once requests exceed k × accepts, ≥ 0
    double padding = 1.0; ///< adaptiveThrottle: requests added below the line, for the first few, ≥ 0
    BudgetAdmit admit = BudgetAdmit::attempts;

    friend bool operator==(const BudgetOptions &, const BudgetOptions &) = default;
};

/// Do attempts have to wait for their turn under this budget?
inline bool isPaced(const BudgetOptions &budget)
{
    return budget.kind == BudgetKind::tokenBucket && budget.sendRate == SendRate::adaptive;
}

} // namespace retrylab
