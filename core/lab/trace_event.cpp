// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/trace_event.h"

#include "core/lab/run_figures.h"
#include "core/lab/run_report.h"
#include "core/lab/trace_tracks.h"

#include <QIODevice>

#include <rapidjson/writer.h>

#include <algorithm>

namespace retrylab {

namespace {

/// RapidJSON's output in blocks to a device. After a failed write everything else is dropped.
class DeviceStream {
public:
    using Ch = char;

    explicit DeviceStream(QIODevice &device)
        : m_device(device)
    {
        m_block.reserve(blockSize);
    }

    void Put(char c)
    {
        m_block.push_back(c);
        if (m_block.size() >= blockSize)
            Flush();
    }
    void Flush()
    {
        const auto size = static_cast<qint64>(m_block.size());
        m_failed = m_failed || m_device.write(m_block.data(), size) != size;
        m_block.clear();
    }
    bool failed() const { return m_failed; }

private:
    static constexpr std::size_t blockSize = 65536;
    QIODevice &m_device;
    std::string m_block;
    bool m_failed = false;
};

using StreamWriter = rapidjson::Writer<DeviceStream>;

constexpr int callersProcess = 1;
constexpr int serviceProcess = 2;
constexpr std::uint32_t faultTrack = 0; ///< slots follow, from 1

class TraceEventWriter {
public:
    TraceEventWriter(const Trace &trace, QIODevice &device)
        : m_trace(trace)
        , m_stream(device)
        , m_json(m_stream)
        , m_tracks(tracksOf(trace))
        , m_runEnd(trace.world.duration.count())
    {
    }

    bool write(const QString &experiment)
    {
        m_json.StartObject();
        key("displayTimeUnit");
        text("ms");
        writeOrigin(experiment);
        key("traceEvents");
        m_json.StartArray();
        nameTracks();
        for (std::uint32_t call = 0; call < m_trace.calls.size() && !m_stream.failed(); ++call)
            writeCall(call);
        writeTransitions();
        writeServices();
        writeFaults();
        writeCounters();
        m_json.EndArray();
        m_json.EndObject();
        m_stream.Put('\n');
        m_stream.Flush();
        return !m_stream.failed();
    }

private:
    void key(std::string_view name) { m_json.Key(name.data(), static_cast<rapidjson::SizeType>(name.size())); }
    void text(std::string_view value) { m_json.String(value.data(), static_cast<rapidjson::SizeType>(value.size())); }
    void textAt(std::string_view name, std::string_view value)
    {
        key(name);
        text(value);
    }
    void countAt(std::string_view name, std::uint64_t value)
    {
        key(name);
        m_json.Uint64(value);
    }
    void numberAt(std::string_view name, double value)
    {
        key(name);
        const std::string number = shortestNumber(value);
        m_json.RawValue(number.data(), number.size(), rapidjson::kNumberType);
    }
    void microsecondsAt(std::string_view name, std::int64_t nanoseconds)
    {
        numberAt(name, static_cast<double>(nanoseconds) / 1000.0);
    }

    /// Opens an event and its args; the caller writes the args and ends with endEvent().
    void beginEvent(std::string_view phase, std::string_view category, std::string_view name, int process,
                    std::uint32_t track, std::int64_t at, std::int64_t length = -1)
    {
        m_json.StartObject();
        textAt("ph", phase);
        if (!category.empty())
            textAt("cat", category);
        textAt("name", name);
        countAt("pid", static_cast<std::uint64_t>(process));
        countAt("tid", track);
        microsecondsAt("ts", at);
        if (length >= 0)
            microsecondsAt("dur", length);
        if (phase == "i")
            textAt("s", "t");
        if (phase == "b" || phase == "e")
            textAt("id", name); // what joins the two
        key("args");
        m_json.StartObject();
    }
    void endEvent()
    {
        m_json.EndObject();
        m_json.EndObject();
    }

    void writeOrigin(const QString &experiment)
    {
        key("otherData");
        m_json.StartObject();
        textAt("experiment", experiment.toStdString());
        textAt("seed", std::to_string(m_trace.world.seed)); // text: readers take numbers for doubles
        textAt("version", labVersion().toStdString());
        m_json.EndObject();
    }

    void nameProcess(int process, std::string_view name)
    {
        beginEvent("M", {}, "process_name", process, 0, 0);
        textAt("name", name);
        endEvent();
    }
    void nameTrack(int process, std::uint32_t track, std::string_view name)
    {
        beginEvent("M", {}, "thread_name", process, track, 0);
        textAt("name", name);
        endEvent();
    }
    void nameTracks()
    {
        nameProcess(callersProcess, m_trace.world.callers().name);
        for (std::uint32_t i = 0; i < m_tracks.all.size(); ++i) {
            const Tracks::Track &track = m_tracks.all[i];
            std::string name = "caller " + std::to_string(track.caller + 1);
            if (track.lane > 0)
                name += " (" + std::to_string(track.lane + 1) + ")";
            nameTrack(callersProcess, i, name);
        }
        nameProcess(serviceProcess, m_trace.world.service().name);
        nameTrack(serviceProcess, faultTrack, "faults");
    }

    std::int64_t within(std::int64_t t) const { return std::min(t, m_runEnd); }

    void writeCall(std::uint32_t index)
    {
        const CallRecord &call = m_trace.calls[index];
        const std::uint32_t track = m_tracks.ofCall[index];
        beginEvent("X", "call", "call " + std::to_string(index + 1), callersProcess, track, call.started,
                   within(call.ended) - call.started);
        countAt("caller", call.caller + 1);
        textAt("reason", call.ended == notYet ? "unfinished" : endReasonKey(call.reason));
        countAt("attempts", call.attempts);
        if (call.degraded) {
            key("degraded");
            m_json.Bool(true);
        }
        endEvent();

        std::int64_t free = call.started; // when the attempt before was over
        for (const std::uint32_t at : m_trace.attemptsOfCall(index)) {
            const AttemptRecord &attempt = m_trace.attempts[at];
            if (attempt.hedge) {
                writeHedge(at);
            } else {
                if (attempt.number > 1)
                    writeWait(track, free, attempt.sent);
                writeAttempt(attempt, track, attempt.sent - free);
            }
            free = std::max(free, within(attempt.ended));
        }
        if (call.ended == notYet && free < m_runEnd)
            writeWait(track, free, m_runEnd);
    }

    void writeAttempt(const AttemptRecord &attempt, std::uint32_t track, std::int64_t waited)
    {
        beginEvent("X", "attempt", "attempt " + std::to_string(attempt.number), callersProcess, track, attempt.sent,
                   within(attempt.ended) - attempt.sent);
        textAt("outcome", outcomeOf(attempt));
        numberAt("wait", toSeconds(Duration(waited)));
        endEvent();
    }

    static const char *outcomeOf(const AttemptRecord &attempt)
    {
        if (attempt.refusedByBreaker)
            return "refusedByBreaker";
        if (attempt.ended == notYet)
            return "unfinished";
        return attempt.cancelled ? "cancelled" : outcomeKey(attempt.outcome);
    }

    /// A hedge overlaps the attempt that it is sent beside, and what overlaps on one track would have to nest: so it is a
    /// pair of asynchronous events, which get a track of their own.
    void writeHedge(std::uint32_t index)
    {
        const AttemptRecord &attempt = m_trace.attempts[index];
        const std::string name = "hedge, attempt " + std::to_string(attempt.number) + " of call "
                                 + std::to_string(attempt.call + 1);
        for (const bool begins : {true, false}) {
            beginEvent(begins ? "b" : "e", "hedge", name, callersProcess, 0,
                       begins ? attempt.sent : within(attempt.ended));
            countAt("call", attempt.call + 1);
            textAt("outcome", outcomeOf(attempt));
            endEvent();
        }
    }

    void writeWait(std::uint32_t track, std::int64_t from, std::int64_t to)
    {
        beginEvent("X", "wait", "wait", callersProcess, track, from, to - from);
        endEvent();
    }

    void writeTransitions()
    {
        for (const BreakerTransition &transition : m_trace.transitions) {
            const auto track = m_tracks.firstOfCaller.find(transition.breaker);
            const std::string name = std::string("breaker ") + breakerStateKey(transition.to);
            beginEvent("i", "breaker", name, callersProcess, track == m_tracks.firstOfCaller.end() ? 0 : track->second,
                       transition.at);
            textAt("from", breakerStateKey(transition.from));
            textAt("to", breakerStateKey(transition.to));
            textAt("why", breakerWhyKey(transition.why));
            endEvent();
        }
    }

    void writeServices()
    {
        for (const ServiceRecord &service : m_trace.services) {
            const AttemptRecord &attempt = m_trace.attempts[service.attempt];
            const std::string name = "call " + std::to_string(attempt.call + 1);
            beginEvent("X", "service", name, serviceProcess, faultTrack + 1 + service.slot, service.begun,
                       within(service.ended) - service.begun);
            countAt("attempt", attempt.number);
            endEvent();
        }
    }

    void writeFaults()
    {
        for (const Fault &fault : m_trace.world.faults) {
            const std::int64_t from = fault.from.time_since_epoch().count();
            if (from >= m_runEnd)
                continue;
            beginEvent("X", "fault", fault.name, serviceProcess, faultTrack, from,
                       within(fault.to.time_since_epoch().count()) - from);
            endEvent();
        }
    }

    void writeCounters()
    {
        for (std::size_t i = 0; i < m_trace.bins.size() && !m_stream.failed(); ++i) {
            const auto at = static_cast<std::int64_t>(i) * m_trace.binWidth;
            writeCounter("queue", at, m_trace.bins[i].queueTime);
            writeCounter("busy", at, m_trace.bins[i].busyTime);
        }
    }
    void writeCounter(std::string_view name, std::int64_t at, std::int64_t integral)
    {
        // The last bin may reach past the end of the run.
        const std::int64_t width = std::min(m_trace.binWidth, m_runEnd - at);
        if (width <= 0)
            return;
        beginEvent("C", {}, name, serviceProcess, 0, at);
        numberAt(name, static_cast<double>(integral) / static_cast<double>(width));
        endEvent();
    }

    const Trace &m_trace;
    DeviceStream m_stream;
    StreamWriter m_json;
    Tracks m_tracks;
    std::int64_t m_runEnd;
};

} // namespace

Result<void> writeTraceEvents(const Trace &trace, const QString &experiment, QIODevice &device)
{
    if (!TraceEventWriter(trace, device).write(experiment))
        return tl::unexpected(Error{{}, device.errorString(), 0});
    return {};
}

} // namespace retrylab
