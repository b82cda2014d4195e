// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/event_key.h"
#include "core/sim/job.h"
#include "core/sim/lane.h"
#include "core/sim/safe_sum.h"
#include "core/sim/world.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace retrylab {

/// An answer on its way back to a call.
struct Reply {
    std::int64_t at = 0;
    std::uint32_t call = 0;
    Ticket ticket = 0;
    Outcome outcome;
};

/// The wire between the callers and the service: jobs one way, replies the other, each `linkDelay` long, so that both are
/// lanes. Replies that a fault delays overtake each other; they go through the agenda.
template <typename Agenda>
class Wire {
public:
    Wire(const World &world, Agenda &agenda)
        : m_agenda(agenda)
        , m_end(world.duration.count())
        // Held so that a moment of the run and a delay always add up to an integer.
        , m_delay(std::min(world.service().linkDelay.count(), std::numeric_limits<std::int64_t>::max() - m_end))
    {
    }

    /// Nothing is ever on it: who sends is heard at the same moment.
    bool isInstant() const { return m_delay == 0; }

    /// When the next job or reply arrives; the largest integer when there is none.
    std::int64_t nextJob() const { return m_jobs.next(); }
    std::int64_t nextReply() const { return m_replies.next(); }

    void send(const Job &job, std::int64_t now)
    {
        JobEvent &event = m_jobs.add(now + m_delay);
        event.path = job.path;
        event.call = job.call;
        event.ticket = job.ticket;
        event.attempt = job.attempt;
        event.number = job.number;
    }
    Job takeJob(std::int64_t now)
    {
        const JobEvent &event = m_jobs.front();
        const Job job{now, event.path, event.call, event.ticket, event.attempt, 0, event.number};
        m_jobs.drop();
        return job;
    }

    void answer(const Job &job, Outcome outcome, std::int64_t now)
    {
        Reply &reply = m_replies.add(now + m_delay);
        reply.call = job.call;
        reply.ticket = job.ticket;
        reply.outcome = outcome;
    }
    Reply takeReply()
    {
        const Reply reply = m_replies.front();
        m_replies.drop();
        return reply;
    }
    /// The call that a reply is for which arrives a little later.
    std::uint32_t glimpseCall() const { return m_replies.glimpse().call; }

    /// An answer that takes `extra` > 0 longer than usual.
    [[gnu::noinline]] void answerLate(const Job &job, Outcome outcome, std::int64_t now, std::int64_t extra)
    {
        const std::int64_t at = safeSum(now, safeSum(m_delay, extra));
        if (at >= m_end)
            return;
        if (m_free.empty()) {
            m_free.push_back(static_cast<std::uint32_t>(m_late.size()));
            m_late.emplace_back();
        }
        const std::uint32_t id = m_free.back();
        m_free.pop_back();
        m_late[id] = {at, job.call, job.ticket, outcome};
        m_agenda.add(at, EventKind::lateReply, id);
    }
    Reply takeLateReply(std::uint32_t id)
    {
        m_free.push_back(id);
        return m_late[id];
    }

private:
    /// What a job does not need until it arrives is left out, for a million may be on their way.
    struct JobEvent {
        std::int64_t at;
        std::uint64_t path;
        std::uint32_t call;
        Ticket ticket;
        std::uint32_t attempt;
        std::uint16_t number;
    };

    Agenda &m_agenda;
    std::int64_t m_end;
    std::int64_t m_delay;
    Lane<JobEvent> m_jobs;
    Lane<Reply> m_replies;
    std::vector<Reply> m_late;         ///< by the id that the agenda has
    std::vector<std::uint32_t> m_free; ///< ids that may be used again
};

} // namespace retrylab
