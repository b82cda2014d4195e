// SPDX-License-Identifier: GPL-3.0-or-later
// Which outcomes are retried: the three answers, and what is known of the request.
#include "core/policy/call.h"

#include <QTest>

using namespace retrylab;
using namespace std::chrono_literals;

namespace {

enum class Answer { no, yes, depends };

Answer answerOf(const RetryOptions &retry, Outcome outcome)
{
    return retry.on.contains(outcome) ? Answer::yes : retry.depends.contains(outcome) ? Answer::depends : Answer::no;
}

constexpr RequestTraits safe{true, KeyUse::none};
constexpr RequestTraits post{false, KeyUse::none};

bool isRetried(const RetryOptions &retry, RequestTraits request, Outcome outcome)
{
    return retriedOutcomes(retry, request).contains(outcome);
}

/// How a call ends whose only attempt ends with this outcome; a wait means that it is tried again.
Decision afterOne(const Policy &policy, Outcome outcome, const HintReading &hint = {})
{
    Breaker breaker(policy.breaker);
    Call call(1);
    const Decision attempt = call.start(policy, breaker, Time{});
    return call.attemptEnded(policy, breaker, Time(1ms), attempt.ticket, outcome, hint);
}

} // namespace

class ClassificationTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void statusesByDefault_data();
    void statusesByDefault();
    void kindsByDefault_data();
    void kindsByDefault();
    void dependsIsYesForWhatMayBeRepeated();
    void aKeyPerAttemptPassesForOne();
    void onlyIdempotent();
    void bothAnswersAreYes();
    void settledPolicyIsFinal();
    void aHintMakesRetryable();
    void setsJoinMeetAndDiffer();
};

// The table that is taught: 408, 429, 500, 502, 503 and 504 pass, 409 depends on the contract, other 4xx never change.
void ClassificationTest::statusesByDefault_data()
{
    QTest::addColumn<Answer>("answer");
    for (int status = 400; status < 600; ++status) {
        const bool yes = status == 408 || status == 429 || status == 500 || (status >= 502 && status <= 504);
        QTest::addRow("%d", status) << (yes ? Answer::yes : status == 409 ? Answer::depends : Answer::no);
    }
}

void ClassificationTest::statusesByDefault()
{
    QFETCH(Answer, answer);
    const int status = QByteArray(QTest::currentDataTag()).toInt();
    QCOMPARE(answerOf(RetryOptions(), outcomeOfStatus(static_cast<std::uint16_t>(status))), answer);
}

void ClassificationTest::kindsByDefault_data()
{
    QTest::addColumn<OutcomeKind>("kind");
    QTest::addColumn<Answer>("answer");
    QTest::newRow("refused") << OutcomeKind::refused << Answer::yes;
    QTest::newRow("reset") << OutcomeKind::reset << Answer::yes;
    QTest::newRow("timeout") << OutcomeKind::timeout << Answer::yes;
    QTest::newRow("deadlock") << OutcomeKind::deadlock << Answer::yes;
    QTest::newRow("lock wait") << OutcomeKind::lockWait << Answer::yes;
    QTest::newRow("validation") << OutcomeKind::validation << Answer::no;
    QTest::newRow("parse error") << OutcomeKind::parseError << Answer::no;
    QTest::newRow("bug") << OutcomeKind::bug << Answer::no;
}

void ClassificationTest::kindsByDefault()
{
    QFETCH(OutcomeKind, kind);
    QFETCH(Answer, answer);
    QCOMPARE(answerOf(RetryOptions(), Outcome{kind, 0}), answer);
}

void ClassificationTest::dependsIsYesForWhatMayBeRepeated()
{
    const RetryOptions retry;
    const Outcome conflict = outcomeOfStatus(409);
    QVERIFY(isRetried(retry, safe, conflict));
    QVERIFY(!isRetried(retry, post, conflict));
    QVERIFY(isRetried(retry, {false, KeyUse::intention}, conflict));
    // What is yes or no does not ask.
    QVERIFY(isRetried(retry, post, outcomeOfStatus(503)));
    QVERIFY(!isRetried(retry, safe, outcomeOfStatus(404)));
}

// The classic mistake: the client looks at whether there is a key, not at whether it is the same each time.
void ClassificationTest::aKeyPerAttemptPassesForOne()
{
    QVERIFY((RequestTraits{false, KeyUse::attempt}.repeatable()));
    QVERIFY(isRetried(RetryOptions(), {false, KeyUse::attempt}, outcomeOfStatus(409)));
}

// RFC 9110 §9.2.2: what is not idempotent may be repeated only where it was surely never applied.
void ClassificationTest::onlyIdempotent()
{
    RetryOptions retry;
    retry.onlyIdempotent = true;
    QVERIFY(isRetried(retry, post, {OutcomeKind::refused, 0}));
    for (const Outcome outcome :
         {Outcome{OutcomeKind::reset, 0}, Outcome{OutcomeKind::timeout, 0}, outcomeOfStatus(503), outcomeOfStatus(429),
          outcomeOfStatus(500), outcomeOfStatus(409)}) {
        QVERIFY(!isRetried(retry, post, outcome));
        QVERIFY(isRetried(retry, safe, outcome));
        QVERIFY(isRetried(retry, {false, KeyUse::intention}, outcome));
    }
    // It takes away and never adds.
    retry.on = {};
    QVERIFY(!isRetried(retry, post, {OutcomeKind::refused, 0}));
}

void ClassificationTest::bothAnswersAreYes()
{
    RetryOptions retry;
    retry.on.add(OutcomeKind::conflict);
    QVERIFY(isRetried(retry, post, outcomeOfStatus(409)));
}

void ClassificationTest::settledPolicyIsFinal()
{
    Policy policy;
    policy.retry.onlyIdempotent = true;
    for (const RequestTraits request : {safe, post}) {
        const Policy settled = settledFor(policy, request);
        QVERIFY(settled.retry.on == retriedOutcomes(policy.retry, request));
        QVERIFY(settledFor(settled, safe) == settled);
        QVERIFY(settledFor(settled, post) == settled);
    }
    QVERIFY(afterOne(settledFor(policy, safe), outcomeOfStatus(409)).kind == Decision::Kind::wait);
    QVERIFY(afterOne(settledFor(policy, post), outcomeOfStatus(409)).reason == EndReason::notRetryable);
}

// urllib3: a 413, 429 or 503 with Retry-After is tried again though no status is listed, unless the method forbids it.
void ClassificationTest::aHintMakesRetryable()
{
    Policy policy;
    policy.retry.on = {};
    policy.retry.hint.headers = {HintHeader::retryAfter};
    const Outcome unavailable = outcomeOfStatus(503);
    const HintReading inTwoSeconds{HintReading::Kind::wait, 2s};
    QVERIFY(afterOne(policy, unavailable, inTwoSeconds).reason == EndReason::notRetryable);
    policy.retry.hint.makesRetryable = true;
    const Decision decision = afterOne(policy, unavailable, inTwoSeconds);
    QVERIFY(decision.kind == Decision::Kind::wait);
    QCOMPARE(decision.at, Time(1ms + 2s));
    QVERIFY(afterOne(policy, unavailable).reason == EndReason::notRetryable);
    policy.retry.onlyIdempotent = true;
    QVERIFY(afterOne(settledFor(policy, post), unavailable, inTwoSeconds).reason == EndReason::notRetryable);
    QVERIFY(afterOne(settledFor(policy, safe), unavailable, inTwoSeconds).kind == Decision::Kind::wait);
}

void ClassificationTest::setsJoinMeetAndDiffer()
{
    OutcomeSet a;
    a.add(OutcomeKind::refused);
    a.addStatus(500);
    OutcomeSet b;
    b.add(OutcomeKind::reset);
    b.addStatus(500);
    QVERIFY((a | b).hasKind(OutcomeKind::refused) && (a | b).hasKind(OutcomeKind::reset) && (a | b).hasStatus(500));
    QVERIFY(!(a & b).hasKind(OutcomeKind::refused) && !(a & b).hasKind(OutcomeKind::reset) && (a & b).hasStatus(500));
    QVERIFY((a - b).hasKind(OutcomeKind::refused) && !(a - b).hasStatus(500));
    QVERIFY((a - a) == OutcomeSet() && (a | a) == a && (a & a) == a);
}

QTEST_APPLESS_MAIN(ClassificationTest)
#include "tst_classification.moc"
