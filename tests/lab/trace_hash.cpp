// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace_hash.h"

#include "core/lab/builtin.h"

#include <QCryptographicHash>
#include <QtEndian>

#include <array>

namespace retrylab {

namespace {

class Hasher {
public:
    template <typename... Values>
    void add(Values... values)
    {
        (addOne(values), ...);
    }
    QByteArray result()
    {
        flush();
        return m_hash.result().toHex();
    }

private:
    template <typename Value>
    void addOne(Value value)
    {
        qToLittleEndian(static_cast<quint64>(value), m_block.data() + m_used);
        m_used += 8;
        if (m_used == m_block.size())
            flush();
    }
    void flush()
    {
        m_hash.addData(QByteArrayView(m_block.data(), static_cast<qsizetype>(m_used)));
        m_used = 0;
    }

    QCryptographicHash m_hash{QCryptographicHash::Sha256};
    std::array<char, 8192> m_block{};
    std::size_t m_used = 0;
};

void addRecords(Hasher &hash, const Trace &trace)
{
    hash.add(trace.calls.size(), trace.attempts.size(), trace.services.size(), trace.transitions.size());
    for (const CallRecord &r : trace.calls)
        hash.add(r.started, r.ended, r.caller, r.firstAttempt, r.attempts, r.reason);
    for (const AttemptRecord &r : trace.attempts)
        hash.add(r.sent, r.ended, r.call, r.number, r.outcome, r.refusedByBreaker);
    for (const ServiceRecord &r : trace.services)
        hash.add(r.begun, r.ended, r.attempt, r.slot);
    for (const BreakerTransition &r : trace.transitions)
        hash.add(r.at, r.breaker, r.from, r.to, r.why);
    for (const std::uint32_t index : trace.attemptsByCall)
        hash.add(index);
    for (const std::int64_t latency : trace.latencies)
        hash.add(latency);
    // Fallbacks and hedges came later: traces without any keep their hash.
    for (std::size_t attempt = 0; attempt < trace.attempts.size(); ++attempt)
        if (trace.attempts[attempt].hedge || trace.attempts[attempt].cancelled)
            hash.add(attempt, trace.attempts[attempt].hedge, trace.attempts[attempt].cancelled);
    for (std::size_t call = 0; call < trace.calls.size(); ++call)
        if (trace.calls[call].degraded)
            hash.add(call);
}

void addBins(Hasher &hash, const Trace &trace)
{
    hash.add(trace.bins.size(), trace.binWidth);
    for (const Bin &b : trace.bins)
        hash.add(b.firstAttempts, b.retries, b.succeeded, b.failed, b.refused, b.queueMax, b.queueTime, b.busyTime);
    for (std::size_t bin = 0; bin < trace.bins.size(); ++bin)
        if (trace.bins[bin].degraded != 0)
            hash.add(bin, trace.bins[bin].degraded);
}

void addCounters(Hasher &hash, const Trace &trace)
{
    const Counters &c = trace.counters;
    hash.add(c.requests, c.attempts, c.succeeded, c.failed, c.unfinished, c.breakerRefused, c.backoffTotal,
             c.attemptPeak.fixed, c.attemptPeak.sliding, c.retryPeak.fixed, c.retryPeak.sliding, c.events);
    // Kinds that came later only where there are any: traces without them keep their hash.
    constexpr std::size_t firstKinds = 10;
    for (std::size_t kind = 0; kind < c.outcomes.size(); ++kind)
        if (kind < firstKinds)
            hash.add(c.outcomes[kind]);
        else if (c.outcomes[kind] != 0)
            hash.add(kind, c.outcomes[kind]);
    for (const std::uint64_t count : c.endings)
        hash.add(count);
    if (c.degraded != 0)
        hash.add(c.degraded);
    const NodeCounters &n = trace.node;
    hash.add(n.arrivals, n.started, n.completed, n.rejected, n.faulted, n.expired, n.wasted, n.queueMax, n.busyMax,
             n.queueTime, n.busyTime, n.wastedTime, n.sojournTime, n.serviceTime, n.waitTime, n.waits);
}

} // namespace

QByteArray traceHash(const Trace &trace)
{
    Hasher hash;
    addRecords(hash, trace);
    addBins(hash, trace);
    addCounters(hash, trace);
    return hash.result();
}

void visitBuiltinRuns(const std::function<void(const QString &name, const World &world)> &visit)
{
    for (const QString &name : builtinNames()) {
        const Result<Experiment> experiment = findExperiment(name);
        if (!experiment)
            qFatal("%s", qPrintable(experiment.error().oneLine()));
        visit(name, experiment->world);
        for (const Variant &variant : experiment->variants) {
            const Result<Experiment> varied = withVariant(*experiment, variant.name);
            if (!varied)
                qFatal("%s", qPrintable(varied.error().oneLine()));
            visit(name + u'/' + variant.name, varied->world);
        }
    }
}

} // namespace retrylab
