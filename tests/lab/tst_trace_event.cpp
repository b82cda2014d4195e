// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/trace_event.h"

#include <QBuffer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace retrylab;
using namespace std::chrono_literals;

namespace {

constexpr std::int64_t ms = 1'000'000;

/// One caller, three calls: the first with a retry, the second overlapping it, the third waiting when the run ends.
Trace sampleTrace()
{
    Trace trace;
    trace.world.duration = 100ms;
    trace.world.callers().name = "client";
    trace.world.service().name = "service";
    Fault fault;
    fault.name = "blip";
    fault.from = Time(5ms);
    trace.world.faults = {fault};
    trace.calls = {{0, 50 * ms, 0, 0, 2, EndReason::succeeded},
                   {10 * ms, 20 * ms, 0, 2, 1, EndReason::notRetryable},
                   {60 * ms, notYet, 0, 3, 1, EndReason::succeeded}};
    trace.attempts = {{0, 5 * ms + 1, 0, 1, OutcomeKind::unavailable, false},
                      {10 * ms, 20 * ms, 1, 1, OutcomeKind::clientError, false},
                      {30 * ms, 50 * ms, 0, 2, OutcomeKind::ok, false},
                      {60 * ms, 70 * ms, 2, 1, OutcomeKind::timeout, false}};
    trace.attemptsByCall = {0, 2, 1, 3};
    trace.services = {{31 * ms, 49 * ms, 2, 1}};
    trace.transitions = {{7 * ms, 0, BreakerState::closed, BreakerState::open, BreakerWhy::threshold}};
    trace.binWidth = 50 * ms;
    trace.bins.resize(2);
    trace.bins[1].queueTime = 100 * ms;
    trace.bins[1].busyTime = 25 * ms;
    return trace;
}

QJsonArray eventsOf(const Trace &trace)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    if (!writeTraceEvents(trace, QStringLiteral("Sample"), buffer))
        return {};
    return QJsonDocument::fromJson(buffer.data()).object()[u"traceEvents"].toArray();
}

QList<QJsonObject> withKey(const QJsonArray &events, QStringView key, QStringView value)
{
    QList<QJsonObject> found;
    for (const QJsonValue &event : events)
        if (event[key].toString() == value)
            found += event.toObject();
    return found;
}

} // namespace

class TestTraceEvent : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void attempts();
    void waits();
    void degradedCallsSaySo();
    void hedgesAreAsynchronous();
    void overlappingCallsHaveTracksOfTheirOwn();
    void breakerAndFault();
    void counters();
    void nothingBeyondTheRun();
    void emptyTrace();
    void failedDevice();
};

void TestTraceEvent::attempts()
{
    const QList<QJsonObject> attempts = withKey(eventsOf(sampleTrace()), u"cat", u"attempt");
    QCOMPARE(attempts.size(), 4);
    const QJsonObject &second = attempts[1]; // of the first call
    QCOMPARE(second[u"ph"].toString(), QStringLiteral("X"));
    QCOMPARE(second[u"name"].toString(), QStringLiteral("attempt 2"));
    QCOMPARE(second[u"ts"].toDouble(), 30'000.0);
    QCOMPARE(second[u"dur"].toDouble(), 20'000.0);
    QCOMPARE(second[u"args"][u"outcome"].toString(), QStringLiteral("ok"));
    QCOMPARE(second[u"args"][u"wait"].toDouble(), 0.024999999);
    // To the nanosecond.
    QCOMPARE(attempts[0][u"dur"].toDouble(), 5000.001);
}

/// A hedge overlaps another attempt of its call, which a track of nested events cannot show.
void TestTraceEvent::hedgesAreAsynchronous()
{
    Trace trace = sampleTrace();
    const auto at = trace.attemptsOfCall(0).begin()[1];
    trace.attempts[at].hedge = true;
    trace.attempts[at].cancelled = true;
    const QJsonArray events = eventsOf(trace);
    QCOMPARE(withKey(events, u"cat", u"attempt").size(), 3);
    const QList<QJsonObject> hedges = withKey(events, u"cat", u"hedge");
    QCOMPARE(hedges.size(), 2);
    QCOMPARE(hedges[0][u"ph"].toString() + hedges[1][u"ph"].toString(), QStringLiteral("be"));
    QVERIFY(!hedges[0][u"id"].toString().isEmpty() && hedges[0][u"id"] == hedges[1][u"id"]);
    QCOMPARE(hedges[0][u"ts"].toDouble(), 30'000.0);
    QCOMPARE(hedges[1][u"ts"].toDouble(), 50'000.0);
    QCOMPARE(hedges[0][u"args"][u"outcome"].toString(), QStringLiteral("cancelled"));
}

void TestTraceEvent::waits()
{
    const QList<QJsonObject> waits = withKey(eventsOf(sampleTrace()), u"cat", u"wait");
    QCOMPARE(waits.size(), 2);
    QCOMPARE(waits[0][u"ts"].toDouble(), 5000.001);
    QCOMPARE(waits[0][u"dur"].toDouble(), 24'999.999);
    // The last is cut by the end of the run.
    QCOMPARE(waits[1][u"ts"].toDouble(), 70'000.0);
    QCOMPARE(waits[1][u"dur"].toDouble(), 30'000.0);
}

void TestTraceEvent::degradedCallsSaySo()
{
    Trace trace = sampleTrace();
    trace.calls[1].degraded = true;
    const QList<QJsonObject> calls = withKey(eventsOf(trace), u"cat", u"call");
    QVERIFY(calls[1][u"args"][u"degraded"].toBool());
    QCOMPARE(calls[1][u"args"][u"reason"].toString(), QStringLiteral("notRetryable")); // why there was need of it
    QVERIFY(!calls[0][u"args"].toObject().contains(u"degraded"));
    QVERIFY(!calls[2][u"args"].toObject().contains(u"degraded"));
}

void TestTraceEvent::overlappingCallsHaveTracksOfTheirOwn()
{
    const QJsonArray events = eventsOf(sampleTrace());
    const QList<QJsonObject> calls = withKey(events, u"cat", u"call");
    QCOMPARE(calls.size(), 3);
    QVERIFY(calls[0][u"tid"].toInt() != calls[1][u"tid"].toInt());
    QCOMPARE(calls[2][u"tid"].toInt(), calls[0][u"tid"].toInt()); // free again
    QCOMPARE(calls[1][u"args"][u"reason"].toString(), QStringLiteral("notRetryable"));
    QCOMPARE(calls[2][u"args"][u"reason"].toString(), QStringLiteral("unfinished"));
    QStringList names;
    for (const QJsonObject &name : withKey(events, u"name", u"thread_name"))
        names += name[u"args"][u"name"].toString();
    QCOMPARE(names,
             (QStringList{QStringLiteral("caller 1"), QStringLiteral("caller 1 (2)"), QStringLiteral("faults")}));
}

void TestTraceEvent::breakerAndFault()
{
    const QJsonArray events = eventsOf(sampleTrace());
    const QJsonObject opened = withKey(events, u"cat", u"breaker").value(0);
    QCOMPARE(opened[u"ph"].toString(), QStringLiteral("i"));
    QCOMPARE(opened[u"name"].toString(), QStringLiteral("breaker open"));
    QCOMPARE(opened[u"ts"].toDouble(), 7000.0);
    QCOMPARE(opened[u"args"][u"why"].toString(), QStringLiteral("threshold"));
    const QJsonObject fault = withKey(events, u"cat", u"fault").value(0);
    QCOMPARE(fault[u"name"].toString(), QStringLiteral("blip"));
    QCOMPARE(fault[u"dur"].toDouble(), 95'000.0); // it has no end: to the end of the run
    const QJsonObject service = withKey(events, u"cat", u"service").value(0);
    QCOMPARE(service[u"name"].toString(), QStringLiteral("call 1"));
}

void TestTraceEvent::counters()
{
    const QJsonArray events = eventsOf(sampleTrace());
    const QList<QJsonObject> queue = withKey(events, u"name", u"queue");
    QCOMPARE(queue.size(), 2);
    QCOMPARE(queue[1][u"ph"].toString(), QStringLiteral("C"));
    QCOMPARE(queue[1][u"ts"].toDouble(), 50'000.0);
    QCOMPARE(queue[1][u"args"][u"queue"].toDouble(), 2.0);
    QCOMPARE(withKey(events, u"name", u"busy")[1][u"args"][u"busy"].toDouble(), 0.5);
}

void TestTraceEvent::nothingBeyondTheRun()
{
    for (const QJsonValue &event : eventsOf(sampleTrace())) {
        QVERIFY(event[u"ts"].toDouble() + event[u"dur"].toDouble() <= 100'000.0);
        QVERIFY(event[u"dur"].toDouble() >= 0);
    }
}

void TestTraceEvent::emptyTrace()
{
    for (const QJsonValue &event : eventsOf(Trace()))
        QCOMPARE(event[u"ph"].toString(), QStringLiteral("M"));
}

void TestTraceEvent::failedDevice()
{
    QBuffer closed;
    closed.open(QIODevice::ReadOnly);
    QTest::ignoreMessage(QtWarningMsg, "QIODevice::write (QBuffer): ReadOnly device");
    QVERIFY(!writeTraceEvents(sampleTrace(), QStringLiteral("Sample"), closed));
}

QTEST_GUILESS_MAIN(TestTraceEvent)
#include "tst_trace_event.moc"
