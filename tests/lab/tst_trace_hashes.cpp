// SPDX-License-Identifier: GPL-3.0-or-later
// The traces of the built-in experiments are the same in every build and on every run.
#include "core/sim/simulate.h"
#include "trace_hash.h"

#include <QFile>
#include <QMap>
#include <QTest>

using namespace retrylab;

namespace {

QMap<QString, QByteArray> goldenHashes()
{
    QMap<QString, QByteArray> hashes;
    QFile file(QStringLiteral(RETRYLAB_GOLDEN "/trace_hashes.txt"));
    if (!file.open(QIODevice::ReadOnly))
        return hashes;
    while (!file.atEnd()) {
        const QByteArray line = file.readLine().trimmed();
        hashes[QString::fromUtf8(line.mid(66))] = line.left(64);
    }
    return hashes;
}

} // namespace

class TestTraceHashes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void equalsTheGoldenHash_data();
    void equalsTheGoldenHash();
    void everyGoldenHashHasItsRun();
    void sameSeedSameTrace();
    void hashSeesEveryRecord();

private:
    QMap<QString, QByteArray> m_golden = goldenHashes();
    QMap<QString, World> m_worlds;
};

void TestTraceHashes::equalsTheGoldenHash_data()
{
    QTest::addColumn<QString>("name");
    visitBuiltinRuns([this](const QString &name, const World &world) {
        m_worlds[name] = world;
        QTest::newRow(qPrintable(name)) << name;
    });
}

void TestTraceHashes::equalsTheGoldenHash()
{
    QFETCH(QString, name);
    QCOMPARE(traceHash(*simulate(m_worlds[name])), m_golden.value(name));
}

void TestTraceHashes::everyGoldenHashHasItsRun()
{
    QCOMPARE(m_golden.keys(), m_worlds.keys());
}

void TestTraceHashes::sameSeedSameTrace()
{
    const World &world = m_worlds[QStringLiteral("burst-503")];
    const auto first = simulate(world);
    QVERIFY(*first == *simulate(world));
    World other = world;
    ++other.seed;
    QVERIFY(traceHash(*first) != traceHash(*simulate(other)));
}

void TestTraceHashes::hashSeesEveryRecord()
{
    const auto trace = simulate(m_worlds[QStringLiteral("burst-503")]);
    Trace changed = *trace;
    changed.attempts.back().ended -= 1; // not up: it may be in flight, "ended" at the largest integer
    QVERIFY(traceHash(changed) != traceHash(*trace));
}

QTEST_GUILESS_MAIN(TestTraceHashes)
#include "tst_trace_hashes.moc"
