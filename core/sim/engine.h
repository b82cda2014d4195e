// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/agenda.h"
#include "core/sim/arrivals.h"
#include "core/sim/attempt_timers.h"
#include "core/sim/call_table.h"
#include "core/sim/call_tally.h"
#include "core/sim/flag.h"
#include "core/sim/guard_table.h"
#include "core/sim/load_meter.h"
#include "core/sim/plain_run.h"
#include "core/sim/recorder.h"
#include "core/sim/service.h"
#include "core/sim/wire.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

// The loop takes in all it calls. Not under a sanitizer, whose checks would make a function of it that takes minutes to
// compile.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define RETRYLAB_FLATTEN
#else
#define RETRYLAB_FLATTEN [[gnu::flatten]]
#endif

namespace retrylab {

/// The event loop: callers under a policy, a wire, one service.
///
/// Events come from several sources. Random delays go through a priority queue (the agenda); delays that are constant
/// (the wire, the timeout) are lanes, which are sorted by construction; arrivals and faults know their next moment
/// themselves. At the same nanosecond the order is: fault boundaries; replies from the wire; the agenda (by EventKind, then
/// id); timeouts; new calls; arrivals from the wire. Within a lane, first in, first out. So an answer that arrives at the
/// very moment of its timeout still counts, and the order never depends on which queue is used.
///
/// Plain data throughout: the loop allocates only where something grows, trace records, tables and blocks of lanes.
template <typename Key, typename EventQueue, typename Recorded, typename Plain, typename Open, typename Budgeted>
class Engine {
public:
    Engine(const World &world, Recording recording, Trace &trace, const ArrivalPlan *plan)
        : m_world(world)
        , m_policy(world.policyInForce())
        , m_trace(trace)
        , m_recorder(trace, recording)
        , m_guards(m_policy, world.traffic.callerCount(), trace.transitions)
        , m_meter(trace.bins, trace.binWidth, world.warmup.count())
        , m_arrivals(world, plan)
        , m_tally(world, trace, m_meter)
        , m_calls(m_policy.hedge.kind != HedgeKind::none)
        , m_agenda(world.duration.count())
        , m_service(world, m_calls, m_agenda, m_meter, m_recorder, trace.node)
        , m_wire(world, m_agenda)
        , m_timers(m_policy, world.duration.count(), m_calls, m_agenda)
        , m_root(rootPath(world.seed))
        , m_end(world.duration.count())
        , m_traffic(world.traffic.kind)
        , m_farApart(!m_open && world.traffic.clients > cachedCalls)
    {
    }

    /// Runs to the end. False when it was asked to stop meanwhile: the trace is then incomplete.
    RETRYLAB_FLATTEN bool run(const std::stop_token &stop)
    {
        seatCallers();
        constexpr std::uint64_t betweenStops = 512;
        std::uint64_t taken = 0;
        do {
            if (stop.stop_requested())
                return false;
            taken = 0;
            while (taken < betweenStops && step())
                ++taken;
            m_events += taken;
        } while (taken == betweenStops);
        finish();
        return true;
    }

private:
    static constexpr std::uint32_t cachedCalls = 30'000; ///< 2 MB of call slots

    using EventAgenda = Agenda<Key, EventQueue>;
    using ServiceNode = Service<EventAgenda, Recorder<Recorded>>;
    using Arrival = typename ServiceNode::Arrival;

    /// Why it is a call's turn to decide; what follows from it may make it that call's turn again at the same moment.
    struct Turn {
        enum class Kind : std::uint8_t {
            nobody,
            start,
            resume,
            hedge,
            answer,
            over, ///< the run is
        } kind = Kind::nobody;
        Outcome outcome;
        std::uint32_t slot = 0;
        Ticket ticket = 0;
    };

    // ---- the loop -----------------------------------------------------------------------------------------------

    /// Processes the next event before the end. False when there is none. All sources lead to one play(): a copy of it for
    /// each would be more code than the processor's first cache holds.
    bool step()
    {
        const Turn turn = takeNext();
        if (turn.kind == Turn::Kind::over)
            return false;
        play(turn);
        return true;
    }

    /// Takes the next event off its source and says whose turn it is. At the same moment the order is: fault, reply,
    /// agenda, timeout, arrival, wire. The three busy sources are told apart first, each by a jump of its own: the processor
    /// guesses well which is next, while a minimum of them all would have to be waited for.
    Turn takeNext()
    {
        const std::int64_t fault = m_service.nextFault();
        const std::int64_t timeout = m_timers.next();
        const std::int64_t arrival = m_arrivals.next();
        const std::int64_t reply = m_wire.nextReply();
        const std::int64_t planned = m_agenda.next();
        const std::int64_t sent = m_wire.nextJob();
        if (sent < reply && sent < planned) {
            if (sent < arrival && sent < timeout && sent < fault) {
                m_now = sent;
                return takeJob();
            }
        } else if (reply <= planned) {
            if (reply <= arrival && reply <= timeout && reply < fault) {
                m_now = reply;
                return takeReply();
            }
        } else if (planned <= arrival && planned <= timeout && planned < fault) {
            m_now = planned;
            return takeFromAgenda();
        }
        if (arrival < timeout && arrival < fault) {
            m_now = arrival;
            return takeArrival();
        }
        if (timeout < fault) {
            m_now = timeout;
            return takeTimeout();
        }
        if (fault == m_end) // the last boundary; nothing lies behind it that counts
            return {Turn::Kind::over, {}, 0, 0};
        m_now = fault;
        return changeFaults();
    }

    Turn takeFromAgenda()
    {
        const auto [kind, id] = m_agenda.pop([this](const auto &near) {
            if (m_farApart)
                fetch(near);
        });
        if (m_farApart)
            fetchNext();
        switch (kind) {
        case EventKind::serviceEnds: return endService(id);
        case EventKind::lateReply: return turnOf(m_wire.takeLateReply(id));
        case EventKind::deadline: return strikeDeadline(id);
        case EventKind::resume: return {Turn::Kind::resume, {}, id, 0};
        case EventKind::begin: return beginCall(id, id, nextPath(id));
        case EventKind::hedge: return m_plain ? Turn{} : strikeHedge(id);
        }
        return {};
    }

    void fetch(const typename EventAgenda::Entry &entry) const
    {
        if (entry.kind == EventKind::serviceEnds)
            m_service.fetch(entry.id);
        else if (entry.kind != EventKind::lateReply)
            m_calls.fetch(entry.id);
    }

    /// A service slot is known well ahead, but the call that it works for only once the slot is here.
    void fetchNext() const
    {
        if (const auto soon = m_agenda.glimpse(); soon.kind == EventKind::serviceEnds && m_agenda.next() < m_end)
            m_calls.fetch(m_service.job(soon.id).call);
    }

    /// Lets the call decide and carries the decision out, and those that follow from it at the same moment.
    void play(Turn turn)
    {
        while (turn.kind != Turn::Kind::nobody) {
            CallSlot &s = m_calls[turn.slot];
            turn = carryOut(turn.slot, s, decide(turn, s));
        }
    }

    Decision decide(const Turn &turn, CallSlot &s)
    {
        if (turn.kind == Turn::Kind::answer) {
            if (!isExpected(turn, s))
                return {}; // Too late: nobody waits for it any more.
            m_recorder.attemptEnds(m_plain ? s.attempt : m_calls.recordOf(turn.slot, turn.ticket), m_now,
                                   turn.outcome.kind);
            m_tally.attemptEnds(beganAt(s), turn.outcome.kind);
        }
        Breaker &breaker = m_guards.breakerOf(m_guards.ownBreakers() ? callerOf(turn.slot, s) : 0);
        if (!m_plain) [[unlikely]]
            return isSettled<Plain> ? decideWithCare(turn, s, breaker) : decideOutOfLine(turn, s, breaker);
        if (m_budgeted)
            return decideBehind({breaker, m_guards.budgetOf(callerOf(turn.slot, s))}, turn, s);
        return decideBehind({breaker}, turn, s);
    }

    bool isExpected(const Turn &turn, const CallSlot &s) const
    {
        return m_plain ? s.expects(turn.ticket) : m_calls.expects(turn.slot, turn.ticket);
    }

    /// With all that is not plain.
    Decision decideWithCare(const Turn &turn, CallSlot &s, Breaker &breaker)
    {
        m_guards.advance(breaker, time());
        const std::uint32_t caller = callerOf(turn.slot, s);
        const Hedging hedging{m_guards.hedgerOf(caller), m_calls.hedgesOf(turn.slot)};
        const Decision decision = decideBehind({breaker, m_guards.budgetOf(caller), m_guards.rateOf(caller), hedging},
                                               turn, s);
        if (hedging)
            followHedges(turn.slot, s, *hedging.call, decision);
        return decision;
    }

    /// Where the loop is for any run, the usual way stays short.
    [[gnu::noinline]] RETRYLAB_FLATTEN Decision decideOutOfLine(const Turn &turn, CallSlot &s, Breaker &breaker)
    {
        return decideWithCare(turn, s, breaker);
    }

    Decision decideBehind(Guards guards, const Turn &turn, CallSlot &s)
    {
        const BreakerState from = guards.breaker.state();
        const std::uint32_t generation = guards.breaker.generation();
        const Decision decision = ask(s, guards, turn);
        if (guards.breaker.generation() != generation) [[unlikely]]
            m_guards.note(guards.breaker, from, m_now);
        return decision;
    }

    Decision ask(CallSlot &s, Guards guards, const Turn &turn)
    {
        switch (turn.kind) {
        case Turn::Kind::nobody:
        case Turn::Kind::over: return {};
        case Turn::Kind::start: return s.start(m_policy, guards, time());
        case Turn::Kind::resume: return s.resume(m_policy, guards, time());
        case Turn::Kind::hedge: return guards.hedging ? s.hedge(m_policy, guards, time()) : Decision{};
        case Turn::Kind::answer:
            return s.attemptEnded(m_policy, guards, time(), turn.ticket, turn.outcome,
                                  m_plain ? HintReading{} : hintFor(turn));
        }
        return {};
    }

    /// What the answer says about when to come back, in the header that this client looks for first.
    HintReading hintFor(const Turn &turn)
    {
        const HintRules &rules = m_policy.retry.hint;
        const std::uint32_t ms = m_calls.heard(turn.slot, turn.ticket);
        if (ms == 0 || turn.outcome.status == 0)
            return {}; // Nothing was said, or not heard in time.
        return acceptHint(rules, turn.outcome.status, rules.headers[0], std::chrono::milliseconds(ms));
    }

    Turn carryOut(std::uint32_t slot, CallSlot &s, const Decision &decision)
    {
        switch (decision.kind) {
        case Decision::Kind::attempt: return send(slot, s, decision);
        case Decision::Kind::wait: return wait(slot, s, decision.at.time_since_epoch().count());
        case Decision::Kind::done: endCall(slot, s, decision.reason); break;
        case Decision::Kind::ignore: break;
        }
        return {};
    }

    // ---- callers ------------------------------------------------------------------------------------------------

    [[gnu::noinline]] void seatCallers()
    {
        const Traffic &traffic = m_world.traffic;
        if (traffic.kind == TrafficKind::open)
            return;
        m_calls.seat(traffic.clients);
        if (traffic.kind == TrafficKind::closed) {
            for (std::uint32_t i = 0; i < traffic.clients; ++i)
                think(i);
        }
    }

    std::uint32_t callerOf(std::uint32_t slot, const CallSlot &s) const { return m_open ? s.callerOrCount : slot; }

    void think(std::uint32_t slot)
    {
        const double u = uniform(extendPath(m_root, slot), Purpose::thinkTime, m_calls[slot].callerOrCount);
        const std::int64_t pause = std::max<std::int64_t>(1, quantile(m_world.traffic.thinkTime, u).count());
        m_agenda.add(safeSum(m_now, pause), EventKind::begin, slot);
    }

    Turn takeArrival()
    {
        const PlannedCall call = m_arrivals.take();
        return beginCall(m_open ? m_calls.take() : call.caller, call.caller, call.path);
    }

    /// The path of the next call of a closed caller.
    std::uint64_t nextPath(std::uint32_t slot)
    {
        return extendPath(extendPath(m_root, slot), m_calls[slot].callerOrCount++);
    }

    Turn beginCall(std::uint32_t slot, std::uint32_t caller, std::uint64_t path)
    {
        CallSlot &s = m_calls[slot];
        if (m_open)
            s.callerOrCount = caller;
        s.reuse(path);
        s.record = m_recorder.callBegins(m_now, caller);
        m_tally.callBegins(m_now);
        return {Turn::Kind::start, {}, slot, 0};
    }

    Turn wait(std::uint32_t slot, const CallSlot &s, std::int64_t until)
    {
        if (s.attempts() > 0) // else it waits for its turn, not between attempts
            m_tally.waits(m_now, beganAt(s), until);
        if (until == m_now)
            return {Turn::Kind::resume, {}, slot, 0};
        m_agenda.add(until, EventKind::resume, slot);
        return {};
    }

    /// Sends an attempt.
    Turn send(std::uint32_t slot, CallSlot &s, const Decision &decision)
    {
        const auto number = static_cast<std::uint16_t>(s.attempts());
        m_tally.attemptBegins(m_now, beganAt(s), number > 1);
        s.attempt = m_recorder.attemptBegins(m_now, s.record, number);
        if (!m_plain)
            noteAttempt(slot, s, decision.ticket);
        m_timers.start(slot, decision.ticket, decision.at.time_since_epoch().count(), m_now);
        Job job{m_now, s.path(), slot, decision.ticket, s.attempt, 0, number};
        if (m_wire.isInstant())
            return arrive(job);
        m_wire.send(job, m_now);
        return {};
    }

    void endCall(std::uint32_t slot, const CallSlot &s, EndReason reason)
    {
        const bool degraded = !m_plain && fallsBack(m_policy.fallback, reason, s.path());
        m_recorder.callEnds(s.record, m_now, reason, degraded);
        m_tally.callEnds(m_now, beganAt(s), reason, degraded);
        if (reason == EndReason::breakerOpen)
            m_recorder.refused(m_now, s.record, static_cast<std::uint16_t>(s.attempts() + 1));
        if (m_open)
            m_calls.release(slot);
        else if (m_traffic == TrafficKind::closed)
            think(slot);
    }

    Turn takeTimeout()
    {
        const auto attempt = m_timers.take(m_events);
        return attempt ? timeout(attempt->slot, attempt->ticket) : Turn{};
    }

    Turn strikeDeadline(std::uint32_t slot)
    {
        const auto ticket = m_timers.cutShort(slot, time());
        return ticket ? timeout(slot, *ticket) : Turn{};
    }

    static Turn timeout(std::uint32_t slot, Ticket ticket)
    {
        return {Turn::Kind::answer, {OutcomeKind::timeout, 0}, slot, ticket};
    }

    // ---- hedges -------------------------------------------------------------------------------------------------

    Turn strikeHedge(std::uint32_t slot)
    {
        if (m_calls.hedgesOf(slot)->dueAt() != time())
            return {}; // Its attempt has ended since.
        return {Turn::Kind::hedge, {}, slot, 0};
    }

    /// What the call has decided about its hedges, beside its decision.
    void followHedges(std::uint32_t slot, const CallSlot &s, CallHedges &hedges, const Decision &decision)
    {
        if (const Time due = hedges.takeDue(); due != never)
            m_agenda.add(due.time_since_epoch().count(), EventKind::hedge, slot);
        if (decision.kind != Decision::Kind::done)
            return;
        for (const AttemptUnderWay &attempt : hedges.attempts()) {
            m_recorder.cancelled(attempt.note.record, m_now);
            m_tally.attemptCancelled(beganAt(s));
        }
        hedges.clear();
    }

    /// Keeps what is to be known of an attempt when it ends.
    void noteAttempt(std::uint32_t slot, CallSlot &s, Ticket ticket)
    {
        if (CallHedges *hedges = m_calls.hedgesOf(slot)) {
            hedges->latest().record = s.attempt;
            if (hedges->sent() > 0) {
                m_recorder.markHedge();
                m_tally.hedgeBegins(beganAt(s));
            }
        }
        m_calls.hear(slot, ticket, Duration::zero());
    }

    // ---- the wire -----------------------------------------------------------------------------------------------

    /// An attempt reaches the service.
    Turn arrive(Job &job)
    {
        switch (m_service.arrive(job, m_now)) {
        case Arrival::taken: return {};
        case Arrival::rejected: return answer(job, {OutcomeKind::unavailable, 503});
        case Arrival::faulted: return answerFault(job);
        }
        return {};
    }

    Turn answerFault(const Job &job)
    {
        const FaultAnswer &fault = m_service.faultAnswer();
        if (!m_plain && m_calls.expects(job.call, job.ticket))
            m_calls.hear(job.call, job.ticket, fault.retryAfter);
        return answer(job, fault.outcome);
    }

    Turn takeJob()
    {
        Job job = m_wire.takeJob(m_now);
        return arrive(job);
    }

    Turn endService(std::uint32_t slot)
    {
        if (!m_service.ends(slot, m_now))
            return {};
        const Turn turn = answer(m_service.job(slot), {OutcomeKind::ok, 200});
        m_service.end(slot, m_now);
        return turn;
    }

    [[gnu::noinline]] Turn changeFaults()
    {
        for (const Job &job : m_service.changeFaults(m_now))
            play(answer(job, {OutcomeKind::reset, 0}));
        m_service.startWaiting(m_now);
        return {};
    }

    /// Sends an answer back. It is the call's turn when that needs no time.
    Turn answer(const Job &job, Outcome outcome)
    {
        if (const std::int64_t extra = m_service.delayOf(job); extra != 0) [[unlikely]] {
            m_wire.answerLate(job, outcome, m_now, extra);
            return {};
        }
        if (m_wire.isInstant())
            return {Turn::Kind::answer, outcome, job.call, job.ticket};
        m_wire.answer(job, outcome, m_now);
        return {};
    }

    static Turn turnOf(const Reply &reply) { return {Turn::Kind::answer, reply.outcome, reply.call, reply.ticket}; }

    Turn takeReply()
    {
        if (m_farApart)
            m_calls.fetch(m_wire.glimpseCall());
        return turnOf(m_wire.takeReply());
    }

    // ---- the end ------------------------------------------------------------------------------------------------

    [[gnu::noinline]] void finish()
    {
        m_guards.finish(Time(Duration(m_end - 1)));
        m_meter.finish(m_end);
        m_service.finish(m_end);
        m_tally.finish();
        m_trace.counters.events = m_events;
        m_recorder.finish();
    }

    // ---- small things -------------------------------------------------------------------------------------------

    Time time() const { return Time(Duration(m_now)); }
    static std::int64_t beganAt(const CallSlot &s) { return s.startedAt().time_since_epoch().count(); }

    const World &m_world;
    const Policy m_policy; ///< in force for the requests of this run
    Trace &m_trace;
    Recorder<Recorded> m_recorder;
    GuardTable m_guards;
    LoadMeter m_meter;
    ArrivalSource m_arrivals;
    CallTally m_tally;
    CallTable m_calls;
    EventAgenda m_agenda;
    ServiceNode m_service;
    Wire<EventAgenda> m_wire;
    AttemptTimers<EventAgenda> m_timers;
    std::uint64_t m_root;
    std::int64_t m_end;
    TrafficKind m_traffic;
    [[no_unique_address]] Open m_open = flagOf<Open>(m_traffic == TrafficKind::open);
    bool m_farApart; ///< the calls do not fit the caches: they are fetched before their turn
    [[no_unique_address]] Plain m_plain = flagOf<Plain>(isPlain(m_world));
    [[no_unique_address]] Budgeted m_budgeted = flagOf<Budgeted>(m_policy.budget.kind != BudgetKind::none);

    std::int64_t m_now = 0;
    std::uint64_t m_events = 0;
};

/// simulate() on a given queue. Every choice gives the same trace; simulate() picks the fastest that the run fits in.
template <typename Key, typename EventQueue, typename Recorded = bool, typename Plain = bool, typename Open = bool,
          typename Budgeted = bool>
std::shared_ptr<const Trace> simulateWith(const World &world, Recording recording, const std::stop_token &stop,
                                          const ArrivalPlan *plan = nullptr)
{
    auto trace = std::make_shared<Trace>();
    trace->world = world;
    trace->binWidth = binWidthFor(world.duration);
    trace->bins.resize(static_cast<std::size_t>((world.duration.count() + trace->binWidth - 1) / trace->binWidth));
    Engine<Key, EventQueue, Recorded, Plain, Open, Budgeted> engine(trace->world, recording, *trace, plan);
    if (!engine.run(stop))
        return nullptr;
    return trace;
}

} // namespace retrylab
