// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"
#include "core/sim/distribution.h"

#include <cstdint>
#include <string>
#include <vector>

namespace retrylab {

enum class TrafficKind : std::uint8_t {
    herd,   ///< every client calls once, all at the same moment
    open,   ///< calls arrive at a rate, whatever the service does
    closed, ///< each client calls, waits for the end, thinks, calls again
};
enum class Arrivals : std::uint8_t { poisson, even };

struct Traffic {
    TrafficKind kind = TrafficKind::open;
    std::uint32_t clients = 50; ///< herd, closed: how many callers, 1–1,000,000
    Time at{};                  ///< herd: when they call
    double rate = 100.0;        ///< open: calls per second, > 0
    Arrivals arrivals = Arrivals::poisson;
    std::uint32_t callers = 1; ///< open: how many callers share the arrivals; each has its own breaker
    Distribution thinkTime{DistributionKind::exponential, std::chrono::seconds(1), {}}; ///< closed

    /// How many callers there are, whichever kind.
    std::uint32_t callerCount() const { return kind == TrafficKind::open ? callers : clients; }

    /// How many calls it makes in so long a run, about; 0 where that depends on how they go.
    double expectedCalls(Duration duration) const
    {
        switch (kind) {
        case TrafficKind::herd: return clients;
        case TrafficKind::open: return rate * toSeconds(duration);
        case TrafficKind::closed: return 0;
        }
        return 0;
    }

    friend bool operator==(const Traffic &, const Traffic &) = default;
};

/// What is called: one kind of request. All requests of a run are of one kind.
struct CallKind {
    std::string name = "request";
    std::string method = "GET"; ///< of HTTP
    bool idempotent = true;     ///< follows from the method, unless its author knows better
    KeyUse key = KeyUse::none;  ///< its Idempotency-Key

    RequestTraits traits() const { return {idempotent, key}; }

    friend bool operator==(const CallKind &, const CallKind &) = default;
};

enum class QueueOrder : std::uint8_t { fifo, lifo };
enum class WhenFull : std::uint8_t {
    reject, ///< answers 503 at once
    drop,   ///< says nothing; the caller waits for its timeout
};

inline constexpr std::uint32_t unlimitedCount = 0xFFFFFFFF;

struct Queue {
    std::uint32_t limit = 100; ///< waiting requests, those in service not counted; `unlimitedCount` = no limit
    QueueOrder order = QueueOrder::fifo;
    WhenFull whenFull = WhenFull::reject;

    friend bool operator==(const Queue &, const Queue &) = default;
};

/// After a restart a service is cold: work takes `factor` times as long, easing linearly to 1 over `time`.
struct SlowStart {
    Duration time{0};
    double factor = 1.0; ///< ≥ 1

    friend bool operator==(const SlowStart &, const SlowStart &) = default;
};

/// One node of the chain. The first is the callers (only `name` and `policy` count there), the last is a service.
struct Node {
    std::string name;
    Policy policy; ///< governs this node's calls to the next one
    /// The library whose rules `policy` follows, by its name in files; "custom" = none. Nothing in a run asks for it.
    std::string dialect = "custom";
    std::uint32_t slots = 10; ///< requests in service at once, 0–100,000
    Queue queue;
    bool dropExpired = false; ///< drop a queued request whose caller has given up, instead of working for nobody
    Distribution serviceTime{DistributionKind::exponential, std::chrono::milliseconds(10), {}};
    SlowStart slowStart;
    Duration linkDelay{0}; ///< one way, on the wire to this node; the answer takes as long again

    friend bool operator==(const Node &, const Node &) = default;
};

enum class FaultKind : std::uint8_t {
    refuse,  ///< connections are refused
    status,  ///< answers `status` at once, without doing the work
    latency, ///< answers take `add` longer on the way; holds no slot
    slots,   ///< only `slots` slots work; what is in service is finished
    restart, ///< goes down at `from` (what it holds is reset), is away until `to`, comes back cold (slowStart)
    error,   ///< answers at once that something went wrong inside: `error`
};

/// What may go wrong inside a service, of which the code of its client makes errors of its own.
enum class ServiceError : std::uint8_t { deadlock, lockWait, validation, parseError, bug };

/// How a client classifies it.
constexpr Outcome outcomeOf(ServiceError error)
{
    switch (error) {
    case ServiceError::deadlock: return {OutcomeKind::deadlock, 0};
    case ServiceError::lockWait: return {OutcomeKind::lockWait, 0};
    case ServiceError::validation: return {OutcomeKind::validation, 0};
    case ServiceError::parseError: return {OutcomeKind::parseError, 0};
    case ServiceError::bug: break;
    }
    return {OutcomeKind::bug, 0};
}

struct Fault {
    std::string name;
    FaultKind kind = FaultKind::status;
    Time from{};
    Time to = never;
    std::uint32_t count = unlimitedCount; ///< refuse, status, latency, error: over after so many affected attempts
    double share = 1.0;                   ///< refuse, status, latency, error: this share of attempts, in (0, 1]
    std::uint16_t status = 503;
    ServiceError error = ServiceError::deadlock;
    Duration retryAfter{0}; ///< status: its answers say to come back after so long; 0 = they say nothing
    Duration add{0};
    std::uint32_t slots = 0;

    friend bool operator==(const Fault &, const Fault &) = default;
};

/// When is the service well again? See lab/verdict.h.
struct RecoveryRule {
    double tolerance = 0.05;                       ///< goodput within this share of its mean before the fault
    Duration hold = std::chrono::seconds(5);       ///< for this long
    Duration slowAfter = std::chrono::seconds(60); ///< later than this it counts as slow

    friend bool operator==(const RecoveryRule &, const RecoveryRule &) = default;
};

/// Everything that decides how a run goes: a plain value. Two equal worlds give byte-identical traces.
struct World {
    std::uint64_t seed = 1;
    Duration duration = std::chrono::seconds(10);
    Duration warmup{0}; ///< calls that start earlier are left out of the figures
    Traffic traffic;
    std::vector<CallKind> calls = std::vector<CallKind>(1); ///< exactly one
    std::vector<Node> chain = std::vector<Node>(2);         ///< callers, service
    std::vector<Fault> faults;                              ///< on the service
    Duration peakWindow = std::chrono::milliseconds(20);
    RecoveryRule recovery;

    Node &callers() { return chain.front(); }
    const Node &callers() const { return chain.front(); }
    Node &service() { return chain.back(); }
    const Node &service() const { return chain.back(); }
    /// The callers' policy as it meets the requests of this run.
    Policy policyInForce() const { return settledFor(callers().policy, calls.front().traits()); }

    friend bool operator==(const World &, const World &) = default;
};

} // namespace retrylab
