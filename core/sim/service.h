// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/call_table.h"
#include "core/sim/fault_board.h"
#include "core/sim/fetch.h"
#include "core/sim/job.h"
#include "core/sim/load_meter.h"
#include "core/sim/recorder.h"
#include "core/sim/ring.h"
#include "core/sim/safe_sum.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace retrylab {

/// The service node: slots, a queue before them, and the faults that befall it. It never looks at a caller's policy; of the
/// calls it only knows whether somebody still waits. `Agenda` takes the ends of service.
template <typename Agenda, typename Recorder>
class Service {
public:
    Service(const World &world, const CallTable &calls, Agenda &agenda, LoadMeter &meter, Recorder &recorder,
            NodeCounters &counters)
        : m_node(world.service())
        , m_calls(calls)
        , m_agenda(agenda)
        , m_meter(meter)
        , m_recorder(recorder)
        , m_counters(counters)
        , m_faults(world)
        , m_warmup(world.warmup.count())
    {
    }

    /// What becomes of an attempt that arrives.
    enum class Arrival : std::uint8_t {
        taken,    ///< it is in service, waits, or was dropped without a word
        rejected, ///< the queue is full, and the service says so
        faulted,  ///< a fault answers in its place: faultAnswer()
    };

    Arrival arrive(Job &job, std::int64_t now)
    {
        const bool late = now >= m_warmup;
        m_counters.arrivals += late;
        if (m_faults.anyActive()) {
            if (const std::optional<FaultAnswer> fault = m_faults.answer(job)) {
                m_counters.faulted += late;
                m_faultAnswer = *fault;
                return Arrival::faulted;
            }
        }
        if (m_meter.busy < m_faults.slots() && m_waiting.empty()) {
            m_meter.moveTo(now);
            begin(job, now);
            return Arrival::taken;
        }
        if (m_waiting.size() < m_node.queue.limit) {
            enqueue(job, now);
            return Arrival::taken;
        }
        m_counters.rejected += late;
        return m_node.queue.whenFull == WhenFull::drop ? Arrival::taken : Arrival::rejected;
    }

    /// How the last `faulted` attempt is answered.
    const FaultAnswer &faultAnswer() const { return m_faultAnswer; }

    /// Does the work in this slot end now? Not when a restart has reset the request that this end was planned for.
    bool ends(std::uint32_t slot, std::int64_t now) const { return m_slots[slot].busy && m_slots[slot].endsAt == now; }
    const Job &job(std::uint32_t slot) const { return m_slots[slot].job; }
    /// Asks for a slot to be brought into the cache.
    void fetch(std::uint32_t slot) const
    {
        fetchLine(m_slots.data() + slot);
        fetchLine(reinterpret_cast<const char *>(m_slots.data() + slot + 1) - 1);
    }

    /// The work in this slot is done, and its place goes to the next.
    void end(std::uint32_t slot, std::int64_t now)
    {
        const Slot &s = m_slots[slot];
        if (now >= m_warmup) {
            ++m_counters.completed;
            if (!m_calls.expects(s.job.call, s.job.ticket)) {
                ++m_counters.wasted;
                m_wastedTime += now - s.begun;
            }
        }
        m_meter.moveTo(now);
        leave(slot, now);
        if (!m_waiting.empty())
            startWaiting(now);
    }

    /// How much longer than usual the answer to this job takes on the way.
    std::int64_t delayOf(const Job &job) const { return job.slowedBy == 0 ? 0 : m_faults.delayOf(job); }

    /// When the next fault begins or ends; the end of the run after the last.
    std::int64_t nextFault() const { return m_faults.nextChange(); }

    /// Carries out the fault that is due now. A restart that begins resets everything inside: those jobs are to be
    /// answered before startWaiting().
    const std::vector<Job> &changeFaults(std::int64_t now)
    {
        m_lost.clear();
        if (m_faults.advance().wentDown)
            loseEverything(now);
        return m_lost;
    }

    /// Starts what waits, as far as slots are free.
    void startWaiting(std::int64_t now)
    {
        m_meter.moveTo(now);
        while (!m_waiting.empty() && m_meter.busy < m_faults.slots()) {
            const Job job = m_node.queue.order == QueueOrder::fifo ? m_waiting.popFront() : m_waiting.popBack();
            m_meter.queue = static_cast<std::uint32_t>(m_waiting.size());
            if (m_node.dropExpired && !m_calls.expects(job.call, job.ticket)) {
                m_counters.expired += now >= m_warmup;
                bookQueueing(job, now);
                continue;
            }
            begin(job, now);
        }
    }

    /// The end of the run: books what is still inside. The meter has been finished.
    void finish(std::int64_t end)
    {
        for (const Slot &s : m_slots) {
            if (!s.busy)
                continue;
            bookService(s, end);
        }
        for (std::size_t i = 0; i < m_waiting.size(); ++i)
            bookQueueing(m_waiting[i], end);
        m_counters.queueTime = heldSum(m_meter.queueTotal());
        m_counters.busyTime = heldSum(m_meter.busyTotal());
        m_counters.sojournTime = heldSum(m_waitTime + m_otherQueueTime + m_serviceTime);
        m_counters.serviceTime = heldSum(m_serviceTime);
        m_counters.waitTime = heldSum(m_waitTime);
        m_counters.wastedTime = heldSum(m_wastedTime);
    }

private:
    struct Slot {
        Job job;
        std::int64_t begun = 0;
        std::int64_t endsAt = 0;
        std::uint32_t record = 0;
        bool busy = false;
    };

    void enqueue(const Job &job, std::int64_t now)
    {
        m_meter.moveTo(now);
        m_waiting.push(job);
        m_meter.queue = static_cast<std::uint32_t>(m_waiting.size());
        m_meter.noteQueue();
        if (now >= m_warmup)
            m_counters.queueMax = std::max(m_counters.queueMax, m_meter.queue);
    }

    /// Gives the job a slot. The meter has been moved to now.
    [[gnu::noinline]] void begin(const Job &job, std::int64_t now)
    {
        std::uint32_t slot = 0;
        if (m_freeSlots.empty()) {
            slot = static_cast<std::uint32_t>(m_slots.size());
            m_slots.emplace_back();
        } else {
            slot = m_freeSlots.back();
            m_freeSlots.pop_back();
        }
        ++m_meter.busy;
        const std::int64_t endsAt = safeSum(now, workOf(job, now));
        Slot &s = m_slots[slot];
        s.job = job;
        s.begun = now;
        s.endsAt = endsAt;
        s.record = m_recorder.serviceBegins(now, job.attempt, slot);
        s.busy = true;
        m_agenda.add(endsAt, EventKind::serviceEnds, slot);
        countStart(job, now);
    }

    /// How long the service works on this attempt: a draw of its own for every attempt of every call.
    /// At least a nanosecond, since the agenda takes only events that lie ahead.
    std::int64_t workOf(const Job &job, std::int64_t now) const
    {
        const Distribution &distribution = m_node.serviceTime;
        const double u = distribution.kind == DistributionKind::fixed
                             ? 0.0
                             : uniform(job.path, Purpose::serviceTime, job.number);
        Duration work = quantile(distribution, u);
        const double slowdown = m_faults.slowdown(now);
        if (slowdown != 1.0)
            work = toDuration(static_cast<double>(work.count()) * slowdown);
        return std::max<std::int64_t>(1, work.count());
    }

    void countStart(const Job &job, std::int64_t now)
    {
        if (now >= m_warmup) {
            ++m_counters.started;
            if (m_meter.busy > m_counters.busyMax)
                m_counters.busyMax = m_meter.busy;
        }
        if (job.arrived >= m_warmup) {
            ++m_counters.waits;
            m_waitTime += now - job.arrived;
        } else {
            bookQueueing(job, now);
        }
    }

    /// Frees the slot and books the request's time in service and in the node. The meter has been moved to now.
    void leave(std::uint32_t slot, std::int64_t now)
    {
        Slot &s = m_slots[slot];
        --m_meter.busy;
        s.busy = false;
        m_freeSlots.push_back(slot);
        m_recorder.serviceEnds(s.record, now);
        bookService(s, now);
    }

    /// A stay in the queue that is not among the waits.
    void bookQueueing(const Job &job, std::int64_t now)
    {
        if (now > m_warmup)
            m_otherQueueTime += now - std::max(job.arrived, m_warmup);
    }

    void bookService(const Slot &s, std::int64_t now)
    {
        if (now > m_warmup)
            m_serviceTime += now - std::max(s.begun, m_warmup);
    }

    /// A restart: what is in service and what waits is reset.
    void loseEverything(std::int64_t now)
    {
        m_meter.moveTo(now);
        for (std::uint32_t slot = 0; slot < m_slots.size(); ++slot) {
            if (!m_slots[slot].busy)
                continue;
            m_lost.push_back(m_slots[slot].job);
            leave(slot, now);
        }
        while (!m_waiting.empty()) {
            m_lost.push_back(m_waiting.popFront());
            bookQueueing(m_lost.back(), now);
        }
        m_meter.queue = 0;
        m_counters.faulted += now >= m_warmup ? m_lost.size() : 0;
    }

    const Node &m_node;
    const CallTable &m_calls;
    Agenda &m_agenda;
    LoadMeter &m_meter;
    Recorder &m_recorder;
    NodeCounters &m_counters;
    FaultBoard m_faults;
    std::int64_t m_warmup;
    FaultAnswer m_faultAnswer;

    std::vector<Slot> m_slots;
    std::vector<std::uint32_t> m_freeSlots;
    Ring<Job> m_waiting;
    std::vector<Job> m_lost;

    WideSum m_serviceTime = 0;
    WideSum m_waitTime = 0;
    WideSum m_otherQueueTime = 0;
    WideSum m_wastedTime = 0;
};

} // namespace retrylab
