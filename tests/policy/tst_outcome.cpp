// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/policy/outcome.h"
#include "core/policy/time.h"

#include <QTest>

#include <limits>

using namespace retrylab;

class OutcomeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyStatusHasAKind();
    void setsOfKindsAndStatuses();
    void oddStatusesAreIgnored();
    void whatCountsAgainstABreaker();
    void timesSaturate();
};

void OutcomeTest::everyStatusHasAKind()
{
    for (int status = 100; status < 600; ++status) {
        const Outcome outcome = outcomeOfStatus(static_cast<std::uint16_t>(status));
        QCOMPARE(outcome.status, status);
        OutcomeKind expected = OutcomeKind::ok;
        if (status >= 500)
            expected = status == 503 ? OutcomeKind::unavailable : OutcomeKind::serverError;
        else if (status >= 400)
            expected = status == 429 ? OutcomeKind::rateLimited
                                     : (status == 409 ? OutcomeKind::conflict : OutcomeKind::clientError);
        QCOMPARE(static_cast<int>(outcome.kind), static_cast<int>(expected));
    }
}

void OutcomeTest::setsOfKindsAndStatuses()
{
    OutcomeSet set;
    QVERIFY(!set.contains({OutcomeKind::timeout, 0}));
    set.add(OutcomeKind::serverError);
    set.addStatus(404);
    QVERIFY(set.contains(outcomeOfStatus(500)));
    QVERIFY(set.contains(outcomeOfStatus(502)));
    QVERIFY(set.contains(outcomeOfStatus(404)));
    QVERIFY(!set.contains(outcomeOfStatus(400)));
    QVERIFY(!set.contains(outcomeOfStatus(503))); // a kind of its own
    QVERIFY(!set.contains(outcomeOfStatus(200)));
    QVERIFY(set.hasKind(OutcomeKind::serverError) && !set.hasKind(OutcomeKind::clientError));
    QVERIFY(set.hasStatus(404) && !set.hasStatus(500));
    OutcomeSet same;
    same.addStatus(404);
    QVERIFY(!(same == set));
    same.add(OutcomeKind::serverError);
    QVERIFY(same == set);
}

void OutcomeTest::oddStatusesAreIgnored()
{
    OutcomeSet set;
    for (const int status : {0, 99, 600, 1000, -1, std::numeric_limits<int>::max(), std::numeric_limits<int>::min()}) {
        set.addStatus(status);
        QVERIFY(!set.hasStatus(status));
    }
    QVERIFY(set == OutcomeSet());
    set.addStatus(100);
    set.addStatus(599);
    QVERIFY(set.hasStatus(100) && set.hasStatus(599));
    // An outcome with no answer has status 0, which no set of statuses contains.
    QVERIFY(!set.contains({OutcomeKind::refused, 0}));
}

void OutcomeTest::whatCountsAgainstABreaker()
{
    const bool expected[outcomeKindCount] = {false, true,  true, true, true,  true,  true,
                                             false, false, true, true, false, false, true};
    for (int kind = 0; kind < outcomeKindCount; ++kind)
        QCOMPARE(isServiceFailure(static_cast<OutcomeKind>(kind)), expected[kind]);
}

void OutcomeTest::timesSaturate()
{
    const Time soon{Duration(5)};
    QCOMPARE(later(soon, Duration(7)).time_since_epoch().count(), 12);
    QVERIFY(later(soon, unlimited) == never);
    QVERIFY(later(never, Duration(1)) == never);
    QVERIFY(later(never, Duration(0)) == never);
    QVERIFY(later(Time{}, unlimited) == never);
    QVERIFY(later(soon, unlimited - Duration(5)) == never);
    QCOMPARE(later(soon, unlimited - Duration(6)).time_since_epoch().count(),
             std::numeric_limits<std::int64_t>::max() - 1);

    QCOMPARE(toDuration(1.999).count(), 1);
    QCOMPARE(toDuration(-3.0).count(), 0);
    QCOMPARE(toDuration(std::numeric_limits<double>::quiet_NaN()).count(), 0);
    QVERIFY(toDuration(std::numeric_limits<double>::infinity()) == unlimited);
    QVERIFY(toDuration(9223372036854775808.0) == unlimited);
    QCOMPARE(toDuration(9223372036854774784.0).count(), 9223372036854774784LL); // the double before 2^63
    QCOMPARE(toSeconds(Duration(1'500'000'000)), 1.5);
}

QTEST_APPLESS_MAIN(OutcomeTest)
#include "tst_outcome.moc"
