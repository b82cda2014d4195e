// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/arrivals.h"
#include "core/sim/event_key.h"
#include "core/sim/fault_board.h"
#include "core/sim/job.h"
#include "core/sim/lane.h"
#include "core/sim/load_meter.h"
#include "core/sim/peak_meter.h"
#include "core/sim/recorder.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace retrylab {

/// The event loop: callers under a policy, a wire, one service.
///
/// Events come from several sources. Random delays go through a priority queue; delays that are constant (the wire, the
/// timeout) are lanes, which are sorted by construction; arrivals and fault windows know their next moment themselves.
/// At the same nanosecond the order is: fault boundaries; replies from the wire; the queue (by EventKind, then id);
/// timeouts; new calls; arrivals from the wire. Within a lane, first in, first out. So an answer that arrives at the very
/// moment of its timeout still counts, and the order never depends on which queue is used.
///
/// Plain data throughout: after the first growth of its tables the loop allocates nothing but trace records.
template <typename Key, typename EventQueue>
class Engine {
public:
    Engine(const World &world, Recording recording, Trace &trace)
        : m_world(world)
        , m_policy(world.callers().policy)
        , m_trace(trace)
        , m_recorder(trace, recording)
        , m_meter(trace.bins, trace.binWidth, world.warmup.count())
        , m_faults(world)
        , m_arrivals(world)
        , m_attemptPeak(world.peakWindow.count())
        , m_retryPeak(world.peakWindow.count())
        , m_root(rootPath(world.seed))
        , m_end(world.duration.count())
        , m_warmup(world.warmup.count())
        , m_linkDelay(world.service().linkDelay.count())
        , m_timeout(m_policy.timeout.count())
        , m_open(world.traffic.kind == TrafficKind::open)
        , m_guarded(m_policy.breaker.kind != BreakerKind::none)
        , m_ownBreakers(m_guarded && m_policy.breaker.scope == BreakerScope::caller)
    {
        m_breakers.assign(m_ownBreakers ? world.traffic.callerCount() : 1, Breaker(m_policy.breaker));
    }

    /// Runs to the end. False when it was asked to stop meanwhile: the trace is then incomplete.
    bool run(const std::stop_token &stop)
    {
        seatCallers();
        constexpr std::uint64_t stopInterval = 512;
        while (step()) {
            ++m_events;
            if (m_events % stopInterval == 0 && stop.stop_requested())
                return false;
        }
        finish();
        return true;
    }

private:
    /// A call in the table. Derived from it, because then its fields fit behind the call's: 48 bytes instead of 56.
    struct CallSlot : Call {
        std::uint32_t record = 0;  ///< index into Trace::calls
        std::uint32_t attempt = 0; ///< index into Trace::attempts
        /// Open traffic: whose call it is. Closed traffic: how many calls this caller has made; there, as in a herd,
        /// the slot is the caller.
        std::uint32_t callerOrCount = 0;
    };
    struct ServiceSlot {
        Job job;
        std::int64_t begun = 0;
        std::int64_t endsAt = 0;
        std::uint32_t record = 0;
        bool busy = false;
    };
    struct TimeoutEvent {
        std::int64_t at;
        std::uint32_t call;
        Ticket ticket;
    };
    /// A job on the wire: what it does not need until it arrives is left out, for a million may be on their way.
    struct JobEvent {
        std::int64_t at;
        std::uint64_t path;
        std::uint32_t call;
        Ticket ticket;
        std::uint32_t attempt;
        std::uint16_t number;
    };
    struct ReplyEvent {
        std::int64_t at;
        std::uint32_t call;
        Ticket ticket;
        Outcome outcome;
    };

    // ---- the loop -----------------------------------------------------------------------------------------------

    /// Processes the next event before the end.
    bool step()
    {
        std::int64_t t = m_faults.nextChange();
        int source = 0;
        const auto consider = [&](std::int64_t next, int which) {
            source = next < t ? which : source;
            t = next < t ? next : t;
        };
        consider(m_replies.next(), 1);
        consider(m_queueNext, 2);
        consider(m_timeouts.next(), 3);
        consider(m_arrivals.next(), 4);
        consider(m_wire.next(), 5);
        if (t >= m_end)
            return false;
        m_now = t;
        switch (source) {
        case 0: changeFaults(); break;
        case 1: popReply(); break;
        case 2: popQueue(); break;
        case 3: popTimeout(); break;
        case 4: beginArrival(); break;
        default: popWire(); break;
        }
        return true;
    }

    void schedule(std::int64_t at, EventKind kind, std::uint32_t id)
    {
        if (at >= m_end)
            return; // It would never be looked at.
        m_queue.push(packEvent<Key>(at, kind, id));
        m_queueNext = std::min(m_queueNext, at);
    }

    void popQueue()
    {
        const auto key = m_queue.pop();
        m_queueNext = m_queue.empty() ? std::numeric_limits<std::int64_t>::max() : eventTime<Key>(m_queue.top());
        const std::uint32_t id = eventId<Key>(key);
        switch (eventKind<Key>(key)) {
        case EventKind::serviceEnds: endService(id); break;
        case EventKind::lateReply: popLateReply(id); break;
        case EventKind::deadline: strikeDeadline(id); break;
        case EventKind::resume: resume(id); break;
        case EventKind::begin: beginCall(id, id, m_slots[id].callerOrCount++); break;
        }
    }

    // ---- callers ------------------------------------------------------------------------------------------------

    void seatCallers()
    {
        const Traffic &traffic = m_world.traffic;
        if (traffic.kind == TrafficKind::open)
            return;
        m_slots.resize(traffic.clients);
        if (traffic.kind == TrafficKind::closed) {
            for (std::uint32_t i = 0; i < traffic.clients; ++i)
                think(i);
        } else if (m_linkDelay > 0) {
            m_wire.reserve(traffic.clients); // All are on their way at once.
        }
    }

    std::uint32_t callerOf(std::uint32_t slot) const { return m_open ? m_slots[slot].callerOrCount : slot; }

    void think(std::uint32_t slot)
    {
        const double u = uniform(extendPath(m_root, slot), Purpose::thinkTime, m_slots[slot].callerOrCount);
        const std::int64_t pause = std::max<std::int64_t>(1, quantile(m_world.traffic.thinkTime, u).count());
        schedule(sum(m_now, pause), EventKind::begin, slot);
    }

    void beginArrival()
    {
        const std::uint64_t number = m_arrivals.number();
        const std::uint32_t caller = m_arrivals.caller();
        m_arrivals.advance();
        if (m_world.traffic.kind == TrafficKind::herd)
            beginCall(caller, caller, 0);
        else
            beginCall(takeSlot(), caller, number);
    }

    std::uint32_t takeSlot()
    {
        if (m_freeSlots.empty()) {
            m_slots.emplace_back();
            return static_cast<std::uint32_t>(m_slots.size() - 1);
        }
        const std::uint32_t slot = m_freeSlots.back();
        m_freeSlots.pop_back();
        return slot;
    }

    void beginCall(std::uint32_t slot, std::uint32_t caller, std::uint64_t ordinal)
    {
        CallSlot &s = m_slots[slot];
        if (m_open)
            s.callerOrCount = caller;
        s.reuse(extendPath(extendPath(m_root, caller), ordinal));
        s.record = m_recorder.callBegins(m_now, caller);
        if (m_now >= m_warmup)
            ++m_trace.counters.requests;
        follow(slot, ask(slot, [&](Breaker &b) { return s.start(m_policy, b, time()); }));
    }

    void resume(std::uint32_t slot)
    {
        CallSlot &s = m_slots[slot];
        follow(slot, ask(slot, [&](Breaker &b) { return s.resume(m_policy, b, time()); }));
    }

    /// Lets the call decide, and notes what that did to its breaker.
    template <typename Question>
    Decision ask(std::uint32_t slot, Question &&question)
    {
        if (!m_guarded)
            return question(m_breakers.front());
        const std::uint32_t index = m_ownBreakers ? callerOf(slot) : 0;
        Breaker &breaker = m_breakers[index];
        const BreakerState from = breaker.state();
        const std::uint32_t generation = breaker.generation();
        const Decision decision = question(breaker);
        if (breaker.generation() != generation)
            m_recorder.breakerMoves({m_now, index, from, breaker.state(), breaker.lastChange()});
        return decision;
    }

    /// Carries a decision out, and those that follow from it at the same moment.
    [[gnu::flatten]] void follow(std::uint32_t slot, Decision decision)
    {
        for (;;) {
            switch (decision.kind) {
            case Decision::Kind::attempt: {
                const std::optional<Outcome> answer = send(slot, decision);
                if (!answer)
                    return;
                decision = attemptEnded(slot, decision.ticket, *answer);
                break;
            }
            case Decision::Kind::wait: {
                const std::int64_t at = decision.at.time_since_epoch().count();
                if (counted(m_slots[slot]))
                    m_backoffTotal += std::min(at, m_end) - m_now;
                if (at != m_now) {
                    schedule(at, EventKind::resume, slot);
                    return;
                }
                CallSlot &s = m_slots[slot];
                decision = ask(slot, [&](Breaker &b) { return s.resume(m_policy, b, time()); });
                break;
            }
            case Decision::Kind::done: endCall(slot, decision.reason); return;
            case Decision::Kind::ignore: return;
            }
        }
    }

    /// Sends an attempt. Returns the answer when there is one at this very moment.
    std::optional<Outcome> send(std::uint32_t slot, const Decision &decision)
    {
        CallSlot &s = m_slots[slot];
        const auto number = static_cast<std::uint16_t>(s.attempts());
        Bin &bin = m_meter.bin(m_now);
        ++(number == 1 ? bin.firstAttempts : bin.retries);
        if (counted(s)) {
            ++m_trace.counters.attempts;
            m_attemptPeak.add(m_now);
            if (number > 1)
                m_retryPeak.add(m_now);
        }
        s.attempt = m_recorder.attemptBegins(m_now, s.record, number);
        startTimer(slot, decision);
        Job job{m_now, s.path(), slot, decision.ticket, s.attempt, 0, number};
        if (m_linkDelay == 0)
            return arrive(job);
        m_wire.push({sum(m_now, m_linkDelay), job.path, slot, job.ticket, job.attempt, number});
        return std::nullopt;
    }

    void startTimer(std::uint32_t slot, const Decision &decision)
    {
        if (decision.at == never)
            return;
        const std::int64_t at = decision.at.time_since_epoch().count();
        if (at - m_now == m_timeout)
            m_timeouts.push({at, slot, decision.ticket});
        else
            schedule(at, EventKind::deadline, slot); // Cut short by the deadline: not in order of the lane.
    }

    Decision attemptEnded(std::uint32_t slot, Ticket ticket, Outcome outcome)
    {
        CallSlot &s = m_slots[slot];
        m_recorder.attemptEnds(s.attempt, m_now, outcome.kind);
        if (counted(s))
            ++m_trace.counters.outcomes[static_cast<std::size_t>(outcome.kind)];
        return ask(slot, [&](Breaker &b) { return s.attemptEnded(m_policy, b, time(), ticket, outcome); });
    }

    void deliver(std::uint32_t slot, Ticket ticket, Outcome outcome)
    {
        if (m_slots[slot].expects(ticket))
            follow(slot, attemptEnded(slot, ticket, outcome));
    }

    void endCall(std::uint32_t slot, EndReason reason)
    {
        CallSlot &s = m_slots[slot];
        m_recorder.callEnds(s.record, m_now, reason);
        Bin &bin = m_meter.bin(m_now);
        ++(reason == EndReason::succeeded ? bin.succeeded : bin.failed);
        if (reason == EndReason::breakerOpen) {
            ++bin.refused;
            m_recorder.refused(m_now, s.record, static_cast<std::uint16_t>(s.attempts() + 1));
        }
        if (counted(s))
            countEnd(s, reason);
        if (m_open)
            m_freeSlots.push_back(slot);
        else if (m_world.traffic.kind == TrafficKind::closed)
            think(slot);
    }

    void countEnd(const CallSlot &s, EndReason reason)
    {
        Counters &counters = m_trace.counters;
        ++counters.endings[static_cast<std::size_t>(reason)];
        if (reason == EndReason::breakerOpen)
            ++counters.breakerRefused;
        if (reason == EndReason::succeeded) {
            ++counters.succeeded;
            m_trace.latencies.push_back((time() - s.startedAt()).count());
        } else {
            ++counters.failed;
        }
    }

    void popTimeout()
    {
        const TimeoutEvent event = m_timeouts.pop();
        deliver(event.call, event.ticket, {OutcomeKind::timeout, 0});
    }

    void strikeDeadline(std::uint32_t slot)
    {
        const Call &call = m_slots[slot];
        if (call.inFlight() && call.deadlineAt(m_policy) == time())
            deliver(slot, call.ticket(), {OutcomeKind::timeout, 0});
    }

    // ---- the wire -----------------------------------------------------------------------------------------------

    void popWire()
    {
        const JobEvent event = m_wire.pop();
        Job job{m_now, event.path, event.call, event.ticket, event.attempt, 0, event.number};
        if (const std::optional<Outcome> answer = arrive(job))
            deliver(job.call, job.ticket, *answer);
    }

    /// Sends an answer back. Returns it when it needs no time.
    std::optional<Outcome> answer(const Job &job, Outcome outcome)
    {
        const std::int64_t extra = job.slowedBy == 0 ? 0 : m_faults.delayOf(job);
        if (m_linkDelay + extra == 0)
            return outcome;
        const ReplyEvent reply{sum(m_now, sum(m_linkDelay, extra)), job.call, job.ticket, outcome};
        if (extra == 0)
            m_replies.push(reply);
        else
            scheduleLateReply(reply);
        return std::nullopt;
    }

    void answerAndDeliver(const Job &job, Outcome outcome)
    {
        if (const std::optional<Outcome> now = answer(job, outcome))
            deliver(job.call, job.ticket, *now);
    }

    void popReply()
    {
        const ReplyEvent reply = m_replies.pop();
        deliver(reply.call, reply.ticket, reply.outcome);
    }

    void scheduleLateReply(const ReplyEvent &reply)
    {
        if (m_freeReplies.empty()) {
            m_freeReplies.push_back(static_cast<std::uint32_t>(m_lateReplies.size()));
            m_lateReplies.emplace_back();
        }
        if (reply.at >= m_end)
            return;
        const std::uint32_t id = m_freeReplies.back();
        m_freeReplies.pop_back();
        m_lateReplies[id] = reply;
        schedule(reply.at, EventKind::lateReply, id);
    }

    void popLateReply(std::uint32_t id)
    {
        const ReplyEvent reply = m_lateReplies[id];
        m_freeReplies.push_back(id);
        deliver(reply.call, reply.ticket, reply.outcome);
    }

    // ---- the service --------------------------------------------------------------------------------------------

    /// An attempt reaches the service. Returns the answer when there is one at this very moment.
    std::optional<Outcome> arrive(Job &job)
    {
        NodeCounters &node = m_trace.node;
        const bool late = m_now >= m_warmup;
        node.arrivals += late;
        if (m_faults.anyActive()) {
            if (const std::optional<Outcome> fault = m_faults.answer(job)) {
                node.faulted += late;
                return answer(job, *fault);
            }
        }
        if (m_meter.busy < m_faults.slots() && m_waiting.empty()) {
            beginService(job);
            return std::nullopt;
        }
        const Queue &options = m_world.service().queue;
        if (m_waiting.size() < options.limit) {
            enqueue(job);
            return std::nullopt;
        }
        node.rejected += late;
        if (options.whenFull == WhenFull::drop)
            return std::nullopt;
        return answer(job, {OutcomeKind::unavailable, 503});
    }

    void enqueue(const Job &job)
    {
        m_meter.moveTo(m_now);
        m_waiting.push(job);
        m_meter.queue = static_cast<std::uint32_t>(m_waiting.size());
        m_meter.noteQueue();
        if (m_now >= m_warmup)
            m_trace.node.queueMax = std::max(m_trace.node.queueMax, m_meter.queue);
    }

    void beginService(const Job &job)
    {
        m_meter.moveTo(m_now);
        std::uint32_t slot = 0;
        if (m_freeServiceSlots.empty()) {
            slot = static_cast<std::uint32_t>(m_serviceSlots.size());
            m_serviceSlots.emplace_back();
        } else {
            slot = m_freeServiceSlots.back();
            m_freeServiceSlots.pop_back();
        }
        ++m_meter.busy;
        const std::int64_t endsAt = sum(m_now, workOf(job));
        m_serviceSlots[slot] = {job, m_now, endsAt, m_recorder.serviceBegins(m_now, job.attempt, slot), true};
        countStart(job);
        schedule(endsAt, EventKind::serviceEnds, slot);
    }

    /// How long the service works on this attempt: a draw of its own for every attempt of every call.
    /// At least a nanosecond, since the queue takes only events that lie ahead.
    std::int64_t workOf(const Job &job) const
    {
        const Distribution &distribution = m_world.service().serviceTime;
        const double u = distribution.kind == DistributionKind::fixed
                             ? 0.0
                             : uniform(job.path, Purpose::serviceTime, job.number);
        Duration work = quantile(distribution, u);
        const double slowdown = m_faults.slowdown(m_now);
        if (slowdown != 1.0)
            work = toDuration(static_cast<double>(work.count()) * slowdown);
        return std::max<std::int64_t>(1, work.count());
    }

    void countStart(const Job &job)
    {
        NodeCounters &node = m_trace.node;
        if (m_now >= m_warmup) {
            ++node.started;
            node.busyMax = std::max(node.busyMax, m_meter.busy);
        }
        if (job.arrived >= m_warmup) {
            ++node.waits;
            m_waitTime += m_now - job.arrived;
        }
    }

    void endService(std::uint32_t slot)
    {
        if (!m_serviceSlots[slot].busy || m_serviceSlots[slot].endsAt != m_now)
            return; // A restart reset the request that this event was made for.
        const Job job = m_serviceSlots[slot].job;
        NodeCounters &node = m_trace.node;
        if (m_now >= m_warmup)
            ++node.completed;
        if (!m_slots[job.call].expects(job.ticket) && m_now >= m_warmup) {
            ++node.wasted;
            m_wastedTime += m_now - m_serviceSlots[slot].begun;
        }
        leaveSlot(slot);
        startWaiting();
        answerAndDeliver(job, {OutcomeKind::ok, 200});
    }

    /// Frees the slot and books the request's time in service and in the node.
    void leaveSlot(std::uint32_t slot)
    {
        ServiceSlot &s = m_serviceSlots[slot];
        m_meter.moveTo(m_now);
        --m_meter.busy;
        s.busy = false;
        m_freeServiceSlots.push_back(slot);
        m_recorder.serviceEnds(s.record, m_now);
        bookService(s);
        bookSojourn(s.job);
    }

    void bookSojourn(const Job &job)
    {
        if (m_now > m_warmup)
            m_sojournTime += m_now - std::max(job.arrived, m_warmup);
    }

    void bookService(const ServiceSlot &s)
    {
        if (m_now > m_warmup)
            m_serviceTime += m_now - std::max(s.begun, m_warmup);
    }

    /// Starts what waits, as far as slots are free.
    void startWaiting()
    {
        const Node &service = m_world.service();
        while (!m_waiting.empty() && m_meter.busy < m_faults.slots()) {
            m_meter.moveTo(m_now);
            const Job job = service.queue.order == QueueOrder::fifo ? m_waiting.popFront() : m_waiting.popBack();
            m_meter.queue = static_cast<std::uint32_t>(m_waiting.size());
            if (service.dropExpired && !m_slots[job.call].expects(job.ticket)) {
                m_trace.node.expired += m_now >= m_warmup;
                bookSojourn(job);
                continue;
            }
            beginService(job);
        }
    }

    void changeFaults()
    {
        const FaultBoard::Change change = m_faults.advance();
        if (change.wentDown)
            loseEverything();
        startWaiting();
    }

    /// A restart: what is in service and what waits is reset.
    void loseEverything()
    {
        m_lost.clear();
        for (std::uint32_t slot = 0; slot < m_serviceSlots.size(); ++slot) {
            if (!m_serviceSlots[slot].busy)
                continue;
            m_lost.push_back(m_serviceSlots[slot].job);
            leaveSlot(slot);
        }
        m_meter.moveTo(m_now);
        while (!m_waiting.empty()) {
            m_lost.push_back(m_waiting.popFront());
            bookSojourn(m_lost.back());
        }
        m_meter.queue = 0;
        m_trace.node.faulted += m_now >= m_warmup ? m_lost.size() : 0;
        for (const Job &job : m_lost)
            answerAndDeliver(job, {OutcomeKind::reset, 0});
    }

    // ---- the end ------------------------------------------------------------------------------------------------

    void finish()
    {
        m_now = m_end;
        m_meter.finish(m_end);
        for (const ServiceSlot &s : m_serviceSlots) {
            if (!s.busy)
                continue;
            bookService(s);
            bookSojourn(s.job);
        }
        for (std::size_t i = 0; i < m_waiting.size(); ++i)
            bookSojourn(m_waiting[i]);

        Counters &counters = m_trace.counters;
        counters.unfinished = counters.requests - counters.succeeded - counters.failed;
        counters.backoffTotal = heldSum(m_backoffTotal);
        counters.attemptPeak = m_attemptPeak.peak();
        counters.retryPeak = m_retryPeak.peak();
        counters.events = m_events;
        NodeCounters &node = m_trace.node;
        node.queueTime = heldSum(m_meter.queueTotal());
        node.busyTime = heldSum(m_meter.busyTotal());
        node.sojournTime = heldSum(m_sojournTime);
        node.serviceTime = heldSum(m_serviceTime);
        node.waitTime = heldSum(m_waitTime);
        node.wastedTime = heldSum(m_wastedTime);
        m_recorder.finish();
    }

    // ---- small things -------------------------------------------------------------------------------------------

    Time time() const { return Time(Duration(m_now)); }
    bool counted(const CallSlot &s) const { return s.startedAt().time_since_epoch().count() >= m_warmup; }
    static std::int64_t sum(std::int64_t a, std::int64_t b)
    {
        return b > std::numeric_limits<std::int64_t>::max() - a ? std::numeric_limits<std::int64_t>::max() : a + b;
    }

    const World &m_world;
    const Policy &m_policy;
    Trace &m_trace;
    Recorder m_recorder;
    LoadMeter m_meter;
    FaultBoard m_faults;
    ArrivalSource m_arrivals;
    PeakMeter m_attemptPeak;
    PeakMeter m_retryPeak;
    std::uint64_t m_root;
    std::int64_t m_end;
    std::int64_t m_warmup;
    std::int64_t m_linkDelay;
    std::int64_t m_timeout;
    bool m_open;
    bool m_guarded;
    bool m_ownBreakers;

    std::int64_t m_now = 0;
    std::uint64_t m_events = 0;
    EventQueue m_queue;
    std::int64_t m_queueNext = std::numeric_limits<std::int64_t>::max();
    Lane<TimeoutEvent> m_timeouts;
    Lane<JobEvent> m_wire;
    Lane<ReplyEvent> m_replies;
    std::vector<ReplyEvent> m_lateReplies;
    std::vector<std::uint32_t> m_freeReplies;

    std::vector<Breaker> m_breakers;
    std::vector<CallSlot> m_slots;
    std::vector<std::uint32_t> m_freeSlots;

    std::vector<ServiceSlot> m_serviceSlots;
    std::vector<std::uint32_t> m_freeServiceSlots;
    Ring<Job> m_waiting;
    std::vector<Job> m_lost;

    WideSum m_backoffTotal = 0;
    WideSum m_sojournTime = 0;
    WideSum m_serviceTime = 0;
    WideSum m_waitTime = 0;
    WideSum m_wastedTime = 0;
};

/// simulate() on a given queue. Every choice gives the same trace; simulate() picks the fastest that the run fits in.
template <typename Key, typename EventQueue>
std::shared_ptr<const Trace> simulateWith(const World &world, Recording recording, const std::stop_token &stop)
{
    auto trace = std::make_shared<Trace>();
    trace->world = world;
    trace->binWidth = binWidthFor(world.duration);
    trace->bins.resize(static_cast<std::size_t>((world.duration.count() + trace->binWidth - 1) / trace->binWidth));
    Engine<Key, EventQueue> engine(trace->world, recording, *trace);
    if (!engine.run(stop))
        return nullptr;
    return trace;
}

} // namespace retrylab
