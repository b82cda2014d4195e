// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/outcome_log.h"

#include <QTest>

#include <cstring>
#include <vector>

using namespace retrylab;
using namespace std::chrono_literals;

namespace {

/// The bytes in pieces of `piece`, as a pipe might give them.
CsvRecords::Source pieces(const QByteArray &bytes, std::size_t piece)
{
    return [bytes, piece, at = std::size_t{0}](char *into, std::size_t size) mutable -> Result<std::size_t> {
        const std::size_t count = std::min({piece, size, static_cast<std::size_t>(bytes.size()) - at});
        std::memcpy(into, bytes.constData() + at, count);
        at += count;
        return count;
    };
}

struct Read {
    std::vector<OutcomeRow> rows;
    QString error;
    TimeForm form = TimeForm::seconds;
};

Read readLog(const QByteArray &bytes, std::size_t piece = 1'000'000)
{
    OutcomeLog log(pieces(bytes, piece));
    Read read;
    OutcomeRow row;
    Result<bool> found = log.next(row);
    for (; found && *found; found = log.next(row))
        read.rows.push_back(row);
    if (!found)
        read.error = found.error().oneLine();
    read.form = log.timeForm();
    return read;
}

OutcomeRow rowOf(Duration ended, OutcomeKind kind, std::uint16_t status, Duration took)
{
    return {Time(ended), took, {kind, status}};
}

} // namespace

class TestOutcomeLog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void columns_data();
    void columns();
    void moments_data();
    void moments();
    void momentsReadBack();
    void latencies_data();
    void latencies();
    void outcomes_data();
    void outcomes();
    void errors_data();
    void errors();
    void piecesMakeNoDifference();
    void longLines();
    void readErrors();
};

void TestOutcomeLog::columns_data()
{
    // Every log says: a success of 0.25 s at 1 s, a 503 at 2 s.
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("hasLatency");
    const auto row = [](const char *name, const QByteArray &bytes, bool hasLatency = true) {
        QTest::newRow(name) << bytes << hasLatency;
    };
    row("named", "time,outcome,latency\n1,ok,0.25\n2,503,\n");
    row("no head", "1,ok,0.25\n2,503\n");
    row("no latency", "time,outcome\n1,ok\n2,503\n", false);
    row("no latency, no head", "1,ok\n2,503\n", false);
    row("another order, others between, any case", "host,LATENCY,Outcome,x,Time\na,0.25,ok,,1\nb,,503,,2,more\n");
    row("CR LF", "time,outcome,latency\r\n1,ok,0.25\r\n2,503,\r\n");
    row("no line feed at the end", "time,outcome,latency\n1,ok,0.25\n2,503,");
    row("byte order mark", "\xEF\xBB\xBFtime,outcome,latency\n1,ok,0.25\n2,503,\n");
    row("byte order mark before quotes", "\xEF\xBB\xBF\"time\",\"outcome\",\"latency\"\n1,ok,0.25\n2,503,\n");
    row("blank lines", "\n\r\n time,outcome,latency\n\n1,ok,0.25\n  \n2,503,\n\n");
    row("blanks", "time , outcome,\tlatency\n 1 ,ok , \"0.25\" \n2, 503 , \n");
    row("quotes", "\"time\",\"outcome\",\"latency\"\n\"1\",\"ok\",\"0.25\"\n\"2\",\"503\",\"\"\n");
    row("commas and line feeds in quotes",
        "note,time,outcome,latency\n\"a, \"\"b\"\", d\r\nc\n\",1,ok,0.25\n\"\",2,503,\n");
    row("a quotation mark within a cell", "note,time,outcome,latency\n5\" disk,1,ok,0.25\nx,2,503,\n");
    row("only a carriage return is blank", "time,outcome,latency\n1,ok,0.25\n\r\n2,503,\r");
}

void TestOutcomeLog::columns()
{
    QFETCH(QByteArray, bytes);
    QFETCH(bool, hasLatency);
    for (const std::size_t piece : {1, 1'000'000}) {
        const Read read = readLog(bytes, piece);
        QCOMPARE(read.error, QString());
        QCOMPARE(read.rows.size(), std::size_t{2});
        QVERIFY(read.rows[0] == rowOf(1s, OutcomeKind::ok, 0, hasLatency ? 250ms : 0ms));
        QVERIFY(read.rows[1] == rowOf(2s, OutcomeKind::unavailable, 503, 0s));
    }
}

void TestOutcomeLog::moments_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qint64>("nanoseconds"); // -1 = not allowed
    QTest::addColumn<int>("form");
    const auto row = [](const char *text, qint64 nanoseconds, TimeForm form = TimeForm::seconds) {
        QTest::newRow(text) << QByteArray(text) << nanoseconds << static_cast<int>(form);
    };
    row("0", 0);
    row("12", 12'000'000'000);
    row("0.1", 100'000'000);
    row("0.0000000019", 1); // cut off
    row("1.5e-05", 15'000);
    row("1.25E+2", 125'000'000'000);
    row("1772357400.123456789", 1'772'357'400'123'456'789);
    row("9223372036.854775806", 9'223'372'036'854'775'806);
    row("9223372036.854775807", -1); // means "never"
    row("99999999999", -1);          // 3168 years of seconds
    row("100000000000", 100'000'000'000'000'000, TimeForm::milliseconds);
    row("1772357400250", 1'772'357'400'250'000'000, TimeForm::milliseconds);
    row("1772357400250.5", -1);
    row("9223372036855", -1);
    row("1772357400250000000", -1);
    row("100000000000000000000000000000", -1);
    row("1e999999999999", -1);
    for (const char *text : {"", "-1", "+1", "nan", "inf", "1,5", ".5", "5.", "1e", "1e+-5", "0x10", "1 2", "1s"})
        row(text, -1);

    // Seconds since 1970 by `date -u +%s`.
    const auto iso = [&row](const char *text, qint64 seconds, qint64 nanoseconds = 0) {
        row(text, seconds * 1'000'000'000 + nanoseconds, TimeForm::iso);
    };
    iso("1970-01-01T00:00:00Z", 0);
    iso("2026-03-01T09:30:00Z", 1772357400);
    iso("2026-03-01T09:30:00", 1772357400);
    iso("2026-03-01t09:30z", 1772357400);
    iso("2026-03-01 09:30:00.25", 1772357400, 250'000'000);
    iso("2026-03-01T09:30:00,123456789123Z", 1772357400, 123'456'789);
    iso("2026-03-01T00:00:00+07:00", 1772298000);
    iso("2026-03-01T09:30:00-0330", 1772370000);
    iso("2026-03-01T09:30:00+07", 1772332200);
    iso("2024-02-29T23:59:59Z", 1709251199);
    iso("2016-12-31T23:59:60Z", 1483228800); // a leap second
    iso("2262-04-11T23:47:15Z", 9223372035);
    for (const char *text :
         {"2262-04-11T23:47:16Z", "2025-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-03-00T00:00:00Z",
          "2026-03-01T24:00:00Z", "2026-03-01T09:60:00Z", "2026-03-01T09:30:61Z", "2026-03-01T09:30:00.Z",
          "2026-03-01T09:30:00+24:00", "2026-03-01T09:30:00+07:", "2026-03-01T09:30:00Zx", "2026-03-01",
          "2026-3-1T9:30", "1969-12-31T23:59:59Z", "1970-01-01T00:00:00+00:01", "2026-03-01T"})
        row(text, -1);
}

void TestOutcomeLog::moments()
{
    QFETCH(QByteArray, text);
    QFETCH(qint64, nanoseconds);
    QFETCH(int, form);
    const std::optional<LogMoment> moment = readMoment({text.constData(), static_cast<std::size_t>(text.size())});
    QCOMPARE(moment.has_value(), nanoseconds >= 0);
    if (moment) {
        QCOMPARE(moment->at.time_since_epoch().count(), nanoseconds);
        QCOMPARE(static_cast<int>(moment->form), form);
    }
}

void TestOutcomeLog::momentsReadBack()
{
    const auto written = [](std::int64_t nanoseconds, TimeForm form) {
        std::string text;
        appendMoment(text, Time(Duration(nanoseconds)), form);
        return text;
    };
    QCOMPARE(written(0, TimeForm::seconds), std::string("0"));
    QCOMPARE(written(12'500'000'000, TimeForm::seconds), std::string("12.5"));
    QCOMPARE(written(1'000'000'050, TimeForm::seconds), std::string("1.00000005"));
    QCOMPARE(written(1'772'357'400'250'000'000, TimeForm::milliseconds), std::string("1772357400250"));
    QCOMPARE(written(1'772'357'400'250'000'500, TimeForm::milliseconds), std::string("1772357400250.0005"));
    QCOMPARE(written(1'772'357'400'000'000'000, TimeForm::iso), std::string("2026-03-01T09:30:00Z"));
    QCOMPARE(written(1'709'251'199'050'000'000, TimeForm::iso), std::string("2024-02-29T23:59:59.05Z"));
}

void TestOutcomeLog::latencies_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qint64>("nanoseconds"); // -1 = not allowed
    const auto row = [](const char *text, qint64 nanoseconds) {
        QTest::newRow(text) << QByteArray(text) << nanoseconds;
    };
    row("0", 0);
    row("0.25", 250'000'000);
    row("5e-05", 50'000);
    row("250ms", 250'000'000);
    row("1.5s", 1'500'000'000);
    row("12us", 12'000);
    row("7ns", 7);
    row("2m", 120'000'000'000);
    row("0.5h", 1'800'000'000'000);
    for (const char *text : {"-1", "ms", "250 ms", "1d", "1e20", "3000000h", "1mss", "unlimited"})
        row(text, -1);
}

void TestOutcomeLog::latencies()
{
    QFETCH(QByteArray, text);
    QFETCH(qint64, nanoseconds);
    const std::optional<Duration> took = readLatency({text.constData(), static_cast<std::size_t>(text.size())});
    QCOMPARE(took.has_value(), nanoseconds >= 0);
    if (took)
        QCOMPARE(took->count(), nanoseconds);
}

void TestOutcomeLog::outcomes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("kind"); // -1 = not allowed
    QTest::addColumn<int>("status");
    const auto row = [](const char *text, OutcomeKind kind, int status) {
        QTest::newRow(text) << QByteArray(text) << static_cast<int>(kind) << status;
    };
    row("ok", OutcomeKind::ok, 0);
    row("OK", OutcomeKind::ok, 0);
    row("fail", OutcomeKind::unavailable, 503);
    row("Fail", OutcomeKind::unavailable, 503);
    row("200", OutcomeKind::ok, 200);
    row("302", OutcomeKind::ok, 302);
    row("404", OutcomeKind::clientError, 404);
    row("409", OutcomeKind::conflict, 409);
    row("429", OutcomeKind::rateLimited, 429);
    row("500", OutcomeKind::serverError, 500);
    row("599", OutcomeKind::serverError, 599);
    row("refused", OutcomeKind::refused, 0);
    row("reset", OutcomeKind::reset, 0);
    row("TIMEOUT", OutcomeKind::timeout, 0);
    row("unavailable", OutcomeKind::unavailable, 503);
    row("rateLimited", OutcomeKind::rateLimited, 429);
    row("ratelimited", OutcomeKind::rateLimited, 429);
    row("serverError", OutcomeKind::serverError, 0);
    row("clientError", OutcomeKind::clientError, 0);
    row("conflict", OutcomeKind::conflict, 409);
    row("deadlock", OutcomeKind::deadlock, 0);
    for (const char *text : {"", "99", "099", "600", "2000", "5xx", "success", "okay", "-503", "503.0", "fai"})
        QTest::newRow(text) << QByteArray(text) << -1 << 0;
}

void TestOutcomeLog::outcomes()
{
    QFETCH(QByteArray, text);
    QFETCH(int, kind);
    QFETCH(int, status);
    const std::optional<Outcome> outcome = readOutcome({text.constData(), static_cast<std::size_t>(text.size())});
    QCOMPARE(outcome.has_value(), kind >= 0);
    if (outcome) {
        QCOMPARE(static_cast<int>(outcome->kind), kind);
        QCOMPARE(static_cast<int>(outcome->status), status);
    }
}

void TestOutcomeLog::errors_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("beginning");
    QTest::addColumn<QString>("allowed");
    QTest::addColumn<int>("rowsBefore");
    const auto row = [](const char *name, const QByteArray &bytes, const char *beginning, const char *allowed,
                        int rowsBefore = 0) {
        QTest::newRow(name) << bytes << QString::fromUtf8(beginning) << QString::fromUtf8(allowed) << rowsBefore;
    };
    row("empty", "", "the log is empty", "");
    row("blank", "\n \r\n", "the log is empty", "");
    row("only a head", "time,outcome\n", "the log is empty", "");
    row("no head and no call", "when,what\n1,ok\n", "line 1: \"when,what\" cannot begin a log", "time, outcome");
    row("head without an outcome", "time,result\n1,ok\n", "line 1: \"time,result\" names no column \"outcome\"", "");
    row("head without a time", "\nwhen,outcome\n1,ok\n", "line 2: \"when,outcome\" names no column \"time\"", "");
    row("a column twice", "time,outcome,TIME\n1,ok\n", "line 1: \"TIME\" names two columns", "one of each");
    row("bad time", "time,outcome\n1,ok\n\nsoon,ok\n", "line 4: time: \"soon\" is not allowed", "ISO 8601", 1);
    row("missing time", "time,outcome\n,ok\n", "line 2: time: \"\" is not allowed", "ISO 8601");
    row("bad outcome", "time,outcome\n1,ok\n2,maybe\n", "line 3: outcome: \"maybe\" is not allowed",
        "ok, fail, an HTTP status (100 to 599), refused, reset, timeout, unavailable, rateLimited, serverError, "
        "clientError, conflict, deadlock",
        1);
    row("bad outcome of the first line", "1,maybe\n", "line 1: outcome: \"maybe\"", "ok, fail");
    row("bad latency", "1,ok,fast\n", "line 1: latency: \"fast\" is not allowed", "ns us ms s m h");
    row("too few columns", "latency,time,outcome\n1,1,ok\n1,2\n", "line 3: \"1,2\" has too few columns",
        "at least 3, the last one for the outcome", 1);
    row("seconds, then ISO", "1,ok\n2026-03-01T09:30Z,ok\n",
        "line 2: time: \"2026-03-01T09:30Z\" is not written as the times before it", "here seconds", 1);
    row("milliseconds, then seconds", "1772357400250,ok\n5,ok\n", "line 2: time: \"5\"", "milliseconds since 1970", 1);
    row("line feeds in quotes count as lines", "time,outcome,note\n1,ok,\"a\n\nb\"\nsoon,ok,\n",
        "line 5: time: \"soon\"", "", 1);
    row("behind quotes", "time,outcome\n\"1\"2,ok\n",
        "line 2: \"\"1\"2,ok\" has something behind closing quotation marks", "a comma");
    row("quotes, blank, quotes", "time,outcome,x\n1,ok,\"a\" \"b\"\n", "line 2:", "a comma");
    row("quotes do not close", "time,outcome\n1,ok\n2,\"ok\n3,ok\n",
        "line 3: \"2,\"ok\\u000a3,ok\\u000a\" has quotation", "a pair", 1);
    row("zero bytes", QByteArray("\0\0\0\n", 4), "line 1: \"\\u0000\\u0000\\u0000\" cannot begin a log", "");
}

void TestOutcomeLog::errors()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, beginning);
    QFETCH(QString, allowed);
    QFETCH(int, rowsBefore);
    for (const std::size_t piece : {1, 1'000'000}) {
        const Read read = readLog(bytes, piece);
        QVERIFY2(read.error.startsWith(beginning), qPrintable(read.error));
        QVERIFY2(read.error.contains(allowed), qPrintable(read.error));
        QCOMPARE(static_cast<int>(read.rows.size()), rowsBefore);
    }
}

void TestOutcomeLog::piecesMakeNoDifference()
{
    QByteArray bytes("note,time,outcome,latency\r\n");
    for (int i = 0; i < 2000; ++i)
        bytes += (i % 3 == 0 ? "\"a, \"\"b\"\"\r\nc\"," : "plain,") + QByteArray::number(i) + ".5,"
                 + (i % 7 == 0 ? "fail" : "\"200\"") + ",10ms\r\n";
    for (const std::size_t piece : {1, 2, 3, 7, 1000, 1'000'000}) {
        const Read read = readLog(bytes, piece);
        QCOMPARE(read.error, QString());
        QCOMPARE(read.rows.size(), std::size_t{2000});
        for (std::size_t i = 0; i < 2000; ++i)
            QVERIFY(read.rows[i]
                    == rowOf(i * 1s + 500ms, i % 7 == 0 ? OutcomeKind::unavailable : OutcomeKind::ok,
                             i % 7 == 0 ? 503 : 200, 10ms));
    }
}

void TestOutcomeLog::longLines()
{
    const QByteArray head("time,outcome,note\n");
    const auto line = [](qsizetype length) { return "1,ok," + QByteArray(length - 5, 'x') + '\n'; };
    for (const std::size_t piece : {4096, 300'000, 10'000'000}) {
        const Read fits = readLog(head + line(1'000'000) + line(1'000'000), piece);
        QCOMPARE(fits.error, QString());
        QCOMPARE(fits.rows.size(), std::size_t{2});
        const Read tooLong = readLog(head + line(1'000'000) + line(1'000'001), piece);
        QVERIFY2(tooLong.error.startsWith(QStringLiteral("line 3: \"1,ok,xxx")), qPrintable(tooLong.error));
        QVERIFY(tooLong.error.endsWith(QStringLiteral("allowed: lines of 1 MB")));
        QCOMPARE(tooLong.rows.size(), std::size_t{1});
        // Nothing but the limit stops quotation marks that stay open, or a stream of zeros.
        const Read open = readLog(head + "1,ok,\"" + QByteArray(2'000'000, '\n'), piece);
        QVERIFY2(open.error.startsWith(QStringLiteral("line 2: ")), qPrintable(open.error));
        QVERIFY(readLog(QByteArray(2'000'000, '\0'), piece).error.startsWith(QStringLiteral("line 1: ")));
    }
}

void TestOutcomeLog::readErrors()
{
    bool first = true;
    OutcomeLog log([&first](char *into, std::size_t) -> Result<std::size_t> {
        if (!std::exchange(first, false))
            return failure({}, QStringLiteral("cannot read: the disk is gone"));
        std::memcpy(into, "1,ok\n2,", 7);
        return 7;
    });
    OutcomeRow row;
    QVERIFY(log.next(row).value_or(false));
    const Result<bool> found = log.next(row);
    QVERIFY(!found);
    QCOMPARE(found.error().oneLine(), QStringLiteral("cannot read: the disk is gone"));
}

QTEST_APPLESS_MAIN(TestOutcomeLog)
#include "tst_outcome_log.moc"
