// SPDX-License-Identifier: GPL-3.0-or-later
// Which requests may be repeated: RFC 9110 §9.2 and the draft of the Idempotency-Key header.
#include "core/policy/idempotency.h"
#include "tests/data/oracles.h"

#include <QTest>

using namespace retrylab;
using namespace Qt::StringLiterals;

namespace {

const Oracles &oracles()
{
    static const Oracles file(u"policy.json"_qs);
    return file;
}

using Kind = KeyAnswer::Kind;

} // namespace

class IdempotencyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void idempotentMethods();
    void safeMethods();
    void methodsAreCaseSensitive();
    void keyStatuses();
    void keyTable_data();
    void keyTable();
};

void IdempotencyTest::idempotentMethods()
{
    const QJsonArray methods = oracles().given(u"http-idempotent-methods"_qs)[u"methods"].toArray();
    const QJsonArray idempotent = oracles().expect(u"http-idempotent-methods"_qs)[u"idempotent"].toArray();
    QCOMPARE(methods.size(), 9);
    for (int i = 0; i < methods.size(); ++i) {
        const QByteArray method = methods[i].toString().toLatin1();
        QVERIFY2(isIdempotentMethod(method.toStdString()) == idempotent[i].toBool(), method.constData());
    }
}

void IdempotencyTest::safeMethods()
{
    for (const char *method : {"GET", "HEAD", "OPTIONS", "TRACE"})
        QVERIFY2(isSafeMethod(method), method);
    for (const char *method : {"PUT", "DELETE", "POST", "PATCH", "CONNECT", "BREW", ""})
        QVERIFY2(!isSafeMethod(method), method);
}

void IdempotencyTest::methodsAreCaseSensitive()
{
    for (const char *method : {"get", "Put", "GET ", " GET", "GETS", "GE"}) {
        QVERIFY2(!isSafeMethod(method), method);
        QVERIFY2(!isIdempotentMethod(method), method);
    }
    QVERIFY(!isIdempotentMethod(std::string_view("GET\0", 4)));
}

void IdempotencyTest::keyStatuses()
{
    const QJsonArray status = oracles().expect(u"idempotency-key-status"_qs)[u"status"].toArray();
    QCOMPARE(status.size(), 4);
    const KeyAnswer answers[] = {answerToKey(KeyState::missing, false), answerToKey(KeyState::finished, false),
                                 answerToKey(KeyState::inFlight, true), answerToKey(KeyState::finished, true)};
    for (int i = 0; i < 3; ++i) {
        QVERIFY(answers[i].kind == Kind::refuse);
        QCOMPARE(int(answers[i].status), status[i].toInt());
    }
    QCOMPARE(status[3].toString(), u"replay of the stored result"_qs);
    QVERIFY(answers[3].kind == Kind::replay);
}

void IdempotencyTest::keyTable_data()
{
    QTest::addColumn<KeyState>("state");
    QTest::addColumn<bool>("samePayload");
    QTest::addColumn<bool>("required");
    QTest::addColumn<KeyAnswer>("expected");
    const KeyAnswer process{Kind::process, 0};
    QTest::newRow("no key needed") << KeyState::missing << false << false << process;
    QTest::newRow("key needed") << KeyState::missing << true << true << KeyAnswer{Kind::refuse, 400};
    QTest::newRow("first request") << KeyState::unseen << true << true << process;
    QTest::newRow("first request has nothing to compare with") << KeyState::unseen << false << true << process;
    QTest::newRow("key given though not needed") << KeyState::finished << true << false << KeyAnswer{Kind::replay, 0};
    QTest::newRow("other payload") << KeyState::finished << false << false << KeyAnswer{Kind::refuse, 422};
    QTest::newRow("other payload in flight") << KeyState::inFlight << false << true << KeyAnswer{Kind::refuse, 422};
    QTest::newRow("repetition in flight") << KeyState::inFlight << true << false << KeyAnswer{Kind::refuse, 409};
}

void IdempotencyTest::keyTable()
{
    QFETCH(KeyState, state);
    QFETCH(bool, samePayload);
    QFETCH(bool, required);
    QFETCH(KeyAnswer, expected);
    const KeyAnswer answer = answerToKey(state, samePayload, required);
    QVERIFY(answer.kind == expected.kind);
    QCOMPARE(int(answer.status), int(expected.status));
}

QTEST_APPLESS_MAIN(IdempotencyTest)
#include "tst_idempotency.moc"
