// SPDX-License-Identifier: GPL-3.0-or-later
// The runner itself: what it prints, and how it ends.
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

struct Run {
    int status = -1;
    QStringList lines;
    QString errors;
};

Run run(const QStringList &files)
{
    QProcess process;
    process.start(QStringLiteral(RETRYLAB_ORACLE_RUNNER), files);
    if (!process.waitForFinished())
        return {};
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()).split(u'\n', Qt::SkipEmptyParts),
            QString::fromUtf8(process.readAllStandardError())};
}

QByteArray vector(const char *id, const char *library, const char *given, const char *expect)
{
    return QByteArray("{\"id\":\"") + id + "\",\"library\":\"" + library + "\",\"given\":" + given
           + ",\"expect\":" + expect + '}';
}

const char *const linear = R"({"type":"Linear","base_s":1,"attempt":[0,1]})";
const QByteArray passing = vector("one", "polly v8", linear, R"({"delay_s":[1,2]})");
const QByteArray failing = vector("two", "polly v8", linear, R"({"delay_s":[1,3]})");
const QByteArray unknown = vector("three", "nobody's", R"({"what":1})", R"({"delay_s":[1,2]})");
const QByteArray prose = vector("four", "regression", R"({"n":63})", R"({"right":"cap n first"})");

} // namespace

class OracleRunnerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void passAndSkip();
    void fail();
    void noOperation();
    void severalFiles();
    void badFiles_data();
    void badFiles();

private:
    QString fileWith(const QByteArray &text);

    QTemporaryDir m_folder;
    int m_files = 0;
};

QString OracleRunnerTest::fileWith(const QByteArray &text)
{
    QFile file(m_folder.filePath(u"%1.json"_qs.arg(++m_files)));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("cannot write %s", qPrintable(file.fileName()));
    return file.fileName();
}

void OracleRunnerTest::passAndSkip()
{
    const Run result = run({fileWith(QByteArray("[") + passing + ',' + prose + ']')});
    QCOMPARE(result.lines, (QStringList{u"pass one"_qs, u"skip four: prose only"_qs,
                                        u"2 vectors: 1 passed, 0 failed, 1 skipped"_qs}));
    QCOMPARE(result.status, 0);
}

void OracleRunnerTest::fail()
{
    const Run result = run({fileWith(QByteArray("[") + failing + ',' + passing + ']')});
    QCOMPARE(result.lines, (QStringList{u"FAIL two: delay_s[1]: expected 3, got 2"_qs, u"pass one"_qs,
                                        u"2 vectors: 1 passed, 1 failed, 0 skipped"_qs}));
    QCOMPARE(result.status, 1);
}

void OracleRunnerTest::noOperation()
{
    const Run result = run({fileWith(QByteArray("[") + unknown + ']')});
    QCOMPARE(result.lines.value(0), u"FAIL three: no operation for what nobody's was given: what"_qs);
    QCOMPARE(result.status, 1);
}

void OracleRunnerTest::severalFiles()
{
    const QByteArray one = QByteArray("[") + passing + ']';
    const Run result = run({fileWith(one), fileWith(one)});
    QCOMPARE(result.lines.value(2), u"2 vectors: 2 passed, 0 failed, 0 skipped"_qs);
    QCOMPARE(result.status, 0);
    QCOMPARE(run({fileWith(one), fileWith("[")}).status, 2); // a bad one among good ones
}

void OracleRunnerTest::badFiles_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("no JSON") << QByteArray("[{");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("no vector") << QByteArray("[]");
    QTest::newRow("no list") << QByteArray("{}");
    QTest::newRow("no vectors in it") << QByteArray("[1]");
    QTest::newRow("no id") << QByteArray(R"([{"library":"x","given":{},"expect":{}}])");
    QTest::newRow("nothing given") << QByteArray(R"([{"id":"x","library":"x","expect":{}}])");
    QTest::newRow("nothing expected") << QByteArray(R"([{"id":"x","library":"x","given":{}}])");
}

void OracleRunnerTest::badFiles()
{
    QFETCH(QByteArray, text);
    const Run result = run({fileWith(text)});
    QCOMPARE(result.status, 2);
    QVERIFY(!result.errors.isEmpty());
    QCOMPARE(run({m_folder.filePath(u"missing"_qs)}).status, 2);
    QCOMPARE(run({}).status, 2);
}

QTEST_GUILESS_MAIN(OracleRunnerTest)
#include "tst_oracle_runner.moc"
