// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/lane_layout.h"

#include <algorithm>
#include <cmath>

namespace retrylab {

namespace {

constexpr double thinnestWithMarks = 8; ///< pixels at scale 1; thinner lanes show colour only

/// Lays one lane out from left to right, remembering how far it is painted.
class LaneWriter {
public:
    LaneWriter(TimelineRecords &records, const RunModel &run, double top, const Theme &theme)
        : m_out(records)
        , m_trace(*run.trace)
        , m_left(records.axis.left)
        , m_right(records.axis.right())
    {
        const double height = records.grid.laneHeight;
        m_marks = height >= theme.px(thinnestWithMarks);
        const double inset = m_marks ? std::round(height * 0.18) : height >= 5 ? 1.0 : 0.0;
        m_top = std::max(top + inset, records.frame.lanes.top());
        m_bottom = std::min(top + height - inset, records.frame.lanes.bottom());
        m_middle = top + height / 2;
        m_markSize = std::min(height * 0.62, theme.px(12));
        m_gap = theme.px(1.5);
        m_sliver = m_marks ? theme.px(3) : 1.0;
        // A mark that the lane's edge would cut is left out.
        m_marks = m_marks && m_middle - m_markSize / 2 >= records.frame.lanes.top() - 1
                  && m_middle + m_markSize / 2 <= records.frame.lanes.bottom() + 1;
        m_cut = m_middle < records.frame.lanes.top() || m_middle > records.frame.lanes.bottom();
        m_painted = m_left - 1e9;
    }

    void write(std::span<const std::uint32_t> calls)
    {
        if (m_bottom - m_top < 1.0)
            return;
        const TimeRange visible = m_out.axis.range;
        auto call = std::partition_point(calls.begin(), calls.end(),
                                         [&](std::uint32_t c) { return m_trace.calls[c].ended < visible.from; });
        for (; call != calls.end() && m_trace.calls[*call].started <= visible.to; ++call)
            writeCall(*call, call + 1 != calls.end() ? m_trace.calls[*(call + 1)].started : notYet);
    }

private:
    /// `free`: when the lane's next call begins.
    void writeCall(std::uint32_t index, std::int64_t free)
    {
        m_call = index;
        const CallRecord &call = m_trace.calls[m_call];
        std::uint32_t previous = MarkRecord::noAttempt; // the one before that ended last
        for (const std::uint32_t a : m_trace.attemptsOfCall(m_call)) {
            if (previous != MarkRecord::noAttempt && !m_trace.attempts[a].hedge)
                wait(previous, m_trace.attempts[a].sent);
            attempt(a,
                    previous != MarkRecord::noAttempt && m_trace.attempts[previous].ended > m_trace.attempts[a].sent);
            if (previous == MarkRecord::noAttempt || m_trace.attempts[previous].ended <= m_trace.attempts[a].ended)
                previous = a;
        }
        if (call.ended == notYet && previous != MarkRecord::noAttempt && m_trace.attempts[previous].ended != notYet)
            wait(previous, m_trace.world.duration.count());
        deadline(call, free);
        ending(call, previous);
    }

    bool visible(std::int64_t t) const { return m_out.axis.range.contains(t); }

    /// `beside`: another is under way when it is sent.
    void attempt(std::uint32_t index, bool beside)
    {
        const AttemptRecord &a = m_trace.attempts[index];
        if (a.refusedByBreaker) {
            mark(MarkRecord::Kind::refusal, a.outcome, a.sent, index, m_markSize / 2);
            return;
        }
        const std::int64_t ended = std::min(a.ended, m_trace.world.duration.count());
        if (!beside || hasHalves() || !a.cancelled) // in a low lane it would hide the one that was faster
            bar(a, index, ended, beside && hasHalves());
        if (a.ended != notYet && !a.cancelled)
            mark(MarkRecord::Kind::outcome, a.outcome, ended, index, m_gap + m_markSize / 2);
    }

    /// `below`: in the lane's lower half.
    void bar(const AttemptRecord &a, std::uint32_t index, std::int64_t ended, bool below)
    {
        if (a.sent > m_out.axis.range.to || ended < m_out.axis.range.from)
            return;
        const double x = m_out.axis.x(a.sent);
        m_barEnd = std::max(m_out.axis.x(ended), x + m_sliver);
        const double from = std::max(x, m_left);
        const double to = std::min(m_barEnd, m_right);
        if (to <= from)
            return;
        BarRecord *last = m_hasBar ? &m_out.bars.back() : nullptr;
        if (last && last->outcome == a.outcome && last->cancelled == a.cancelled && to <= last->rect.right() + 0.5
            && !below) {
            last->attempt = index; // falls into pixels that are painted already
            return;
        }
        const double top = below ? std::round(m_middle) + 1 : m_top;
        m_out.bars.push_back({QRectF(QPointF(from, top), QPointF(to, m_bottom)), index, m_call, a.outcome,
                              a.ended == notYet, a.cancelled});
        m_hasBar = true;
        m_painted = std::max(m_painted, to);
    }

    /// Is the lane high enough for one attempt above another?
    bool hasHalves() const { return m_bottom - m_top >= 6; }

    /// `offset`: from the moment's pixel to the mark's centre.
    void mark(MarkRecord::Kind kind, OutcomeKind outcome, std::int64_t at, std::uint32_t index, double offset)
    {
        const bool small = !m_marks && kind == MarkRecord::Kind::refusal && !m_cut;
        if ((!m_marks && !small) || !visible(at))
            return;
        const double edge = kind == MarkRecord::Kind::outcome ? std::max(m_out.axis.x(at), m_barEnd) : m_out.axis.x(at);
        const QPointF centre(edge + offset, m_middle);
        if (centre.x() - m_lastMark < m_markSize * 0.9)
            return; // would only smudge the one before
        m_out.marks.push_back({kind, outcome, centre, m_markSize, m_call, index});
        m_lastMark = centre.x();
        m_marked = m_call;
        m_painted = std::max(m_painted, centre.x() + m_markSize / 2);
    }

    void wait(std::uint32_t before, std::int64_t until)
    {
        const double from = std::max({m_out.axis.x(m_trace.attempts[before].ended), m_painted + m_gap, m_left});
        const double to = std::min(m_out.axis.x(until) - (m_marks ? m_gap : 0.0), m_right);
        if (to - from >= 1.0 && !m_cut)
            m_out.waits.push_back({from, to, m_middle, before, m_call});
    }

    void deadline(const CallRecord &call, std::int64_t free)
    {
        const Duration limit = m_trace.world.callers().policy.deadline;
        if (limit == unlimited || !m_marks)
            return;
        const std::int64_t at = later(Time(Duration(call.started)), limit).time_since_epoch().count();
        if (visible(at) && at < free) // not on top of the caller's next call
            m_out.marks.push_back({MarkRecord::Kind::deadline,
                                   OutcomeKind::ok,
                                   {m_out.axis.x(at), m_middle},
                                   m_markSize,
                                   m_call,
                                   MarkRecord::noAttempt});
    }

    void ending(const CallRecord &call, std::uint32_t last)
    {
        if (!m_marks || call.ended == notYet || call.reason == EndReason::succeeded || !visible(call.ended))
            return;
        if (call.attempts == 0 && last == MarkRecord::noAttempt)
            mark(MarkRecord::Kind::refusal, OutcomeKind::refused, call.ended, last, m_markSize / 2);
        // Turned away by a breaker before anything was sent: the switch says it all.
        if (call.attempts == 0 && !call.degraded)
            return;
        // Round the last mark, which says why; where there was no room for one, it stands alone.
        const double endX = m_out.axis.x(call.ended);
        const bool around = m_lastMark >= endX - m_markSize;
        if (call.degraded && around && m_marked != m_call)
            return; // it would speak for the call before, and pile up upon its mark
        const QPointF centre(around ? m_lastMark : endX + m_markSize / 2, m_middle);
        const auto kind = call.degraded ? MarkRecord::Kind::degraded : MarkRecord::Kind::giveUp;
        m_out.marks.push_back({kind, OutcomeKind::ok, centre, m_markSize * 1.45, m_call, last});
    }

    TimelineRecords &m_out;
    const Trace &m_trace;
    std::uint32_t m_call = 0;
    double m_left, m_right;
    double m_top = 0, m_bottom = 0, m_middle = 0;
    double m_markSize = 0, m_gap = 0, m_sliver = 1;
    double m_barEnd = 0;  ///< where the last bar really ends, trimmed or not
    double m_painted = 0; ///< right edge of what the lane shows so far
    double m_lastMark = -1e9;
    std::uint32_t m_marked = MarkRecord::noAttempt; ///< the call that the last mark belongs to
    bool m_marks = false;
    bool m_cut = false; ///< the lane's middle is out of view
    bool m_hasBar = false;
};

} // namespace

void layoutLane(TimelineRecords &records, const RunModel &run, std::span<const std::uint32_t> calls, double top,
                const Theme &theme)
{
    LaneWriter(records, run, top, theme).write(calls);
}

} // namespace retrylab
