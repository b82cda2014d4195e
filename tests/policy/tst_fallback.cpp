// SPDX-License-Identifier: GPL-3.0-or-later
// Which ended calls a fallback answers.
#include "core/policy/fallback.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace retrylab;

namespace {

constexpr FallbackKind answering[] = {FallbackKind::cache, FallbackKind::value, FallbackKind::backup};

/// Of the calls of one run, how many it answers.
int answered(const FallbackOptions &fallback, int calls)
{
    int count = 0;
    for (int i = 0; i < calls; ++i)
        count += fallsBack(fallback, EndReason::attemptsExhausted,
                           extendPath(rootPath(7), static_cast<std::uint64_t>(i)));
    return count;
}

} // namespace

class FallbackTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void thereIsNoneByDefault();
    void everyReason_data();
    void everyReason();
    void noneAnswersNothing();
    void answersTheCallsThatWereDrawn();
    void kindAndOccasionDoNotChangeTheDraw();
    void moreShareLosesNoAnswer();
    void sharesBeyondTheirEnds();
};

void FallbackTest::thereIsNoneByDefault()
{
    const FallbackOptions none;
    QVERIFY(none.kind == FallbackKind::none);
    QVERIFY(none.on == FallbackOn::failure);
    QCOMPARE(none.share, 1.0);
}

void FallbackTest::everyReason_data()
{
    QTest::addColumn<EndReason>("reason");
    QTest::addColumn<bool>("onFailure");
    QTest::addColumn<bool>("onOpen");
    QTest::newRow("succeeded") << EndReason::succeeded << false << false;
    QTest::newRow("not retryable") << EndReason::notRetryable << true << false;
    QTest::newRow("attempts exhausted") << EndReason::attemptsExhausted << true << false;
    QTest::newRow("deadline exceeded") << EndReason::deadlineExceeded << true << false;
    QTest::newRow("breaker open") << EndReason::breakerOpen << true << true;
    QTest::newRow("budget denied") << EndReason::budgetDenied << true << false;
    QTest::newRow("told not to") << EndReason::toldNotTo << true << false;
}

void FallbackTest::everyReason()
{
    QFETCH(EndReason, reason);
    QFETCH(bool, onFailure);
    QFETCH(bool, onOpen);
    for (const FallbackKind kind : answering) {
        for (std::uint64_t path = 0; path < 100; ++path) {
            QCOMPARE(fallsBack({kind, FallbackOn::failure}, reason, path), onFailure);
            QCOMPARE(fallsBack({kind, FallbackOn::open}, reason, path), onOpen);
            QVERIFY(!fallsBack({kind, FallbackOn::failure, 0.0}, reason, path));
        }
    }
}

void FallbackTest::noneAnswersNothing()
{
    for (int reason = 0; reason < endReasonCount; ++reason) {
        QVERIFY(!fallsBack({FallbackKind::none, FallbackOn::failure}, static_cast<EndReason>(reason), 1));
        QVERIFY(!fallsBack({FallbackKind::none, FallbackOn::open}, static_cast<EndReason>(reason), 1));
    }
}

void FallbackTest::answersTheCallsThatWereDrawn()
{
    // A call is answered exactly where its draw lies below the share.
    for (std::uint64_t path = 1; path <= 1000; ++path) {
        const double u = uniform(path, Purpose::fallback, 0);
        const double above = std::nextafter(u, 2.0);
        QVERIFY(!fallsBack({FallbackKind::cache, FallbackOn::failure, u}, EndReason::attemptsExhausted, path));
        QVERIFY(fallsBack({FallbackKind::cache, FallbackOn::failure, above}, EndReason::attemptsExhausted, path));
    }
    // Of the run with the seed 7: a promise, as every draw is.
    QCOMPARE(answered({FallbackKind::cache, FallbackOn::failure, 0.25}, 1000), 263);
    QCOMPARE(answered({FallbackKind::cache, FallbackOn::failure, 0.9}, 1000), 915);
    QCOMPARE(answered({FallbackKind::cache, FallbackOn::failure, 1.0}, 1000), 1000);
    QCOMPARE(answered({FallbackKind::cache, FallbackOn::failure, 0.0}, 1000), 0);
}

void FallbackTest::kindAndOccasionDoNotChangeTheDraw()
{
    for (std::uint64_t path = 1; path <= 1000; ++path) {
        const bool cached = fallsBack({FallbackKind::cache, FallbackOn::failure, 0.5}, EndReason::breakerOpen, path);
        for (const FallbackKind kind : answering) {
            QCOMPARE(fallsBack({kind, FallbackOn::open, 0.5}, EndReason::breakerOpen, path), cached);
            QCOMPARE(fallsBack({kind, FallbackOn::failure, 0.5}, EndReason::deadlineExceeded, path), cached);
        }
    }
}

void FallbackTest::moreShareLosesNoAnswer()
{
    for (std::uint64_t path = 1; path <= 1000; ++path) {
        const auto at = [&](double share) {
            return fallsBack({FallbackKind::backup, FallbackOn::failure, share}, EndReason::notRetryable, path);
        };
        QVERIFY(!at(0.3) || at(0.4));
    }
}

void FallbackTest::sharesBeyondTheirEnds()
{
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    QCOMPARE(answered({FallbackKind::value, FallbackOn::failure, 7.0}, 1000), 1000);
    QCOMPARE(answered({FallbackKind::value, FallbackOn::failure, -1.0}, 1000), 0);
    QCOMPARE(answered({FallbackKind::value, FallbackOn::failure, nan}, 1000), 0);
}

QTEST_APPLESS_MAIN(FallbackTest)
#include "tst_fallback.moc"
