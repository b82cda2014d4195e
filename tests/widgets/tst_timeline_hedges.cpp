// SPDX-License-Identifier: GPL-3.0-or-later
// Attempts that overlap, as the timeline lays them out and tells of them.
#include "core/lab/trace_index.h"
#include "timeline_fixture.h"
#include "widgets/timeline/attempt_story.h"
#include "widgets/timeline/attempts_csv.h"
#include "widgets/timeline/timeline_layout.h"

#include <QTest>

using namespace retrylab;
using fixture::ms;

namespace {

TimelineRecords layoutOf(const RunPointer &run, double height)
{
    const TimelineSettings settings{{900, height}, {0, 1000 * ms}, 0, 0, true};
    const LanePlan plan(*run->trace);
    const Lanes lanes(plan, *run->trace, settings.visible);
    return layoutTimeline(*run, lanes, settings, makeTheme(ThemeKind::dark), QLocale::c());
}

const BarRecord &barOf(const TimelineRecords &records, const Trace &trace, std::uint32_t call, std::uint16_t number)
{
    const auto bar = std::find_if(records.bars.begin(), records.bars.end(), [&](const BarRecord &b) {
        return b.call == call && trace.attempts[b.attempt].number == number;
    });
    return bar != records.bars.end() ? *bar : records.bars.front();
}

} // namespace

class TestTimelineHedges : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hedgesGoBelow()
    {
        const RunPointer run = fixture::hedgedRun();
        const TimelineRecords records = layoutOf(run, 300);
        QCOMPARE(records.bars.size(), 5U);
        for (const std::uint32_t call : {0U, 1U}) {
            const QRectF first = barOf(records, *run->trace, call, 1).rect;
            const QRectF hedge = barOf(records, *run->trace, call, 2).rect;
            QCOMPARE(hedge.left(), records.axis.x(50 * ms));
            QCOMPARE(hedge.bottom(), first.bottom());
            QVERIFY(hedge.top() > first.center().y());
        }
        QVERIFY(barOf(records, *run->trace, 0, 1).cancelled);
        QVERIFY(!barOf(records, *run->trace, 0, 2).cancelled);
        QCOMPARE(barOf(records, *run->trace, 1, 3).rect.top(), barOf(records, *run->trace, 1, 1).rect.top());
    }

    /// A cancelled attempt has no outcome to mark; the wait begins when the last attempt has ended.
    void marksAndWaits()
    {
        const RunPointer run = fixture::hedgedRun();
        const TimelineRecords records = layoutOf(run, 300);
        for (const MarkRecord &mark : records.marks)
            QVERIFY(mark.attempt == MarkRecord::noAttempt || !run->trace->attempts[mark.attempt].cancelled);
        QCOMPARE(records.waits.size(), 1U);
        QCOMPARE_GE(records.waits[0].from, records.axis.x(200 * ms));
        QCOMPARE_LE(records.waits[0].to, records.axis.x(300 * ms));
    }

    void allIsToldInWords()
    {
        const RunPointer run = fixture::hedgedRun();
        const auto told = [&](std::uint32_t call, int n) {
            return attemptStory(*run, run->trace->attemptsOfCall(call).begin()[n], QLocale::c());
        };
        QCOMPARE(told(0, 0), QStringLiteral("attempt 1 of 4: given up after 80.0 ms, as another had decided the call"));
        QCOMPARE(told(0, 1), QStringLiteral("attempt 2 of 4, a hedge: ok after 30.0 ms"));
        QCOMPARE(told(1, 0), QStringLiteral("attempt 1 of 4: 503 unavailable after 120 ms"));
        QCOMPARE(told(1, 1),
                 QStringLiteral("attempt 2 of 4, a hedge: 503 unavailable after 150 ms; then waited 100 ms"));
        QCOMPARE(told(1, 2), QStringLiteral("attempt 3 of 4: ok after 20.0 ms"));
    }

    void theTableTellsThemApart()
    {
        const QByteArray csv = attemptsCsv(*fixture::hedgedRun()->trace);
        QCOMPARE(csv, QByteArray("call,caller,attempt,sent_s,ended_s,outcome,refused,wait_before_s,hedge\r\n"
                                 "1,1,1,0,0.08,cancelled,0,,0\r\n"
                                 "1,1,2,0.05,0.08,ok,0,,1\r\n"
                                 "2,2,1,0,0.12,unavailable,0,,0\r\n"
                                 "2,2,2,0.05,0.2,unavailable,0,,1\r\n"
                                 "2,2,3,0.3,0.32,ok,0,0.1,0\r\n"));
    }

    /// A call waits only when nothing of it is under way.
    void theStateOfACall()
    {
        const RunPointer run = fixture::hedgedRun();
        const TraceIndex index(*run->trace);
        using Phase = CallState::Phase;
        const auto phase = [&](std::int64_t t) { return index.callAt(1, t * ms).phase; };
        QCOMPARE(phase(60), Phase::calling);
        QCOMPARE(phase(150), Phase::calling); // the hedge
        QCOMPARE(index.callAt(1, 150 * ms).until, 200 * ms);
        QCOMPARE(phase(250), Phase::waiting);
        QCOMPARE(index.callAt(1, 250 * ms).since, 200 * ms);
        QCOMPARE(phase(310), Phase::calling);
        QCOMPARE(phase(320), Phase::succeeded);
    }
};

QTEST_MAIN(TestTimelineHedges)
#include "tst_timeline_hedges.moc"
