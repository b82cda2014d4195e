// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of the house that no compiler checks: which folder may include what, the licence line of every source
// file, what may lie at the top of the tree, and that the list of public bugs names tests that there are.
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

const QString sourceRoot = QStringLiteral(RETRYLAB_SOURCE);

/// What the files of one folder may include. Folders are paths from the root; the longest that fits a file counts.
struct Room {
    QString folder;
    QStringList ownFolders; ///< beginnings of paths as in "core/policy/"
    bool qtCore = false;    ///< headers of Qt Core, and of the libraries that need no screen
    bool qtScreen = false;  ///< every header of Qt
};

const QList<Room> &house()
{
    static const QList<Room> rooms{
        {u"core/policy/"_qs, {u"core/policy/"_qs}, false, false},
        {u"core/sim/"_qs, {u"core/policy/"_qs, u"core/sim/"_qs}, false, false},
        {u"core/"_qs, {u"core/"_qs}, true, false},
        {u"widgets/"_qs, {u"core/"_qs, u"widgets/"_qs}, true, true},
        {u"app/"_qs, {u"core/"_qs, u"widgets/"_qs, u"app/"_qs}, true, true},
    };
    return rooms;
}

const Room *roomOf(const QString &file)
{
    for (const Room &room : house()) {
        if (file.startsWith(room.folder))
            return &room;
    }
    return nullptr;
}

/// Whether <header> is Qt Core's, in the form <QString> or <QtCore/QString>. Qt's own folder is asked, so that no list
/// of Qt Gui's, Qt Widgets' and Qt Charts' classes has to be kept here.
bool isQtCore(const QString &header)
{
    if (header.contains(u'/'))
        return header.startsWith("QtCore/"_L1);
    const QStringList folders = QStringLiteral(RETRYLAB_QTCORE_INCLUDE).split(u'|');
    return std::any_of(folders.begin(), folders.end(),
                       [&](const QString &folder) { return QFileInfo(folder + u'/' + header).isFile(); });
}

bool isQt(const QString &header)
{
    static const QRegularExpression form(u"^(Q[A-Z]|Qt[A-Z]|q[a-z0-9]+\\.h$)"_qs);
    return form.match(header).hasMatch();
}

/// Why `file` must not contain `line`; empty when it may.
QString includeFault(const QString &file, const QString &line)
{
    static const QRegularExpression form(u"^\\s*#\\s*include\\s*([\"<])([^\">]+)[\">]"_qs);
    const QRegularExpressionMatch match = form.match(line);
    const Room *room = roomOf(file);
    if (!match.hasMatch() || room == nullptr)
        return {};
    const QString header = match.captured(2);
    if (isQt(header)) {
        if (room->qtScreen || (room->qtCore && isQtCore(header)))
            return {};
        return room->qtCore ? u"only Qt Core is allowed in "_qs + room->folder
                            : u"no Qt is allowed in "_qs + room->folder;
    }
    if (match.captured(1) == "<"_L1 || header.endsWith(".moc"_L1) || header.startsWith("moc_"_L1))
        return {};
    for (const QString &folder : room->ownFolders) {
        if (header.startsWith(folder))
            return {};
    }
    return room->folder + u" may include only "_qs + room->ownFolders.join(u", "_qs) + u" by its path from the root"_qs;
}

/// Every file below the folders of the house, as a path from the root.
QStringList filesOfHouse()
{
    QStringList files;
    for (const QString &folder : {u"app"_qs, u"core"_qs, u"widgets"_qs, u"resources"_qs, u"tests"_qs, u".ci"_qs}) {
        QDirIterator entries(sourceRoot + u'/' + folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (entries.hasNext())
            files += entries.next().mid(sourceRoot.size() + 1);
    }
    files += u"CMakeLists.txt"_qs;
    files.sort();
    return files;
}

QStringList linesOf(const QString &file)
{
    QFile source(sourceRoot + u'/' + file);
    if (!source.open(QIODevice::ReadOnly))
        return {};
    return QString::fromUtf8(source.readAll()).split(u'\n');
}

bool isCode(const QString &file)
{
    return file.endsWith(".h"_L1) || file.endsWith(".cpp"_L1);
}

/// A script is a file that begins with the name of its interpreter.
bool needsLicenceLine(const QString &file, const QStringList &lines)
{
    return isCode(file) || file.endsWith("CMakeLists.txt"_L1) || file.endsWith(".cmake"_L1)
           || lines.value(0).startsWith("#!"_L1);
}

bool hasLicenceLine(const QStringList &lines)
{
    const QString &line = lines.value(lines.value(0).startsWith("#!"_L1) ? 1 : 0);
    return line == "// SPDX-License-Identifier: GPL-3.0-or-later"_L1
           || line == "# SPDX-License-Identifier: GPL-3.0-or-later"_L1;
}

} // namespace

class HouseTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theIncludeRule_data();
    void theIncludeRule();
    void foldersIncludeOnlyWhatTheyMay();
    void sourcesNameTheirLicence();
    void nothingStrayAtTheTop();
    void publicBugsHaveTests();
};

void HouseTest::theIncludeRule_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("line");
    QTest::addColumn<bool>("allowed");

    const auto row = [](const char *file, const char *line, bool allowed) {
        QTest::addRow("%s: %s", file, line) << QString::fromLatin1(file) << QString::fromLatin1(line) << allowed;
    };
    row("core/lab/a.h", "#include <QString>", true);
    row("core/lab/a.h", "#include <QtCore/QString>", true);
    row("core/lab/a.h", "#include <qglobal.h>", true);
    row("core/lab/a.h", "#include <tl/expected.hpp>", true);
    row("core/lab/a.h", "#include \"core/sim/trace.h\"", true);
    row("core/lab/a.h", "#include <QWidget>", false);
    row("core/lab/a.h", "#include <QtWidgets/QWidget>", false);
    row("core/lab/a.h", "#include <QtWidgets>", false);
    row("core/lab/a.h", "#include <qwidget.h>", false);
    row("core/lab/a.h", "#include <QColor>", false);
    row("core/lab/a.h", "#  include <QtGui/QColor>", false);
    row("core/lab/a.h", "#include <QLineSeries>", false);
    row("core/lab/a.h", "#include <QtCharts/QLineSeries>", false);
    row("core/lab/a.h", "#include \"widgets/base/theme.h\"", false);
    row("core/lab/a.h", "#include \"../../widgets/base/theme.h\"", false);
    row("core/lab/a.h", "#include \"app/actions.h\"", false);
    row("core/policy/a.h", "#include <chrono>", true);
    row("core/policy/a.h", "#include <QString>", false);
    row("core/policy/a.h", "#include \"core/sim/trace.h\"", false);
    row("core/sim/a.h", "#include \"core/policy/call.h\"", true);
    row("core/sim/a.h", "#include \"core/lab/kpis.h\"", false);
    row("widgets/base/a.cpp", "#include <QtCharts/QLineSeries>", true);
    row("widgets/base/a.cpp", "#include \"a.moc\"", true);
    row("widgets/base/a.cpp", "#include \"app/actions.h\"", false);
    row("app/a.cpp", "#include \"widgets/base/theme.h\"", true);
    row("app/a.cpp", "#include \"tests/widgets/fixture.h\"", false);
}

void HouseTest::theIncludeRule()
{
    QFETCH(QString, file);
    QFETCH(QString, line);
    QTEST(includeFault(file, line).isEmpty(), "allowed");
}

void HouseTest::foldersIncludeOnlyWhatTheyMay()
{
    QStringList faults;
    int headers = 0;
    for (const QString &file : filesOfHouse()) {
        if (!isCode(file))
            continue;
        const QStringList lines = linesOf(file);
        for (qsizetype i = 0; i < lines.size(); ++i) {
            headers += lines[i].startsWith("#include"_L1) ? 1 : 0;
            const QString fault = includeFault(file, lines[i]);
            if (!fault.isEmpty())
                faults += u"%1:%2: %3: %4"_qs.arg(file).arg(i + 1).arg(lines[i], fault);
        }
    }
    QVERIFY2(headers > 100, "the sources were not found");
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
}

void HouseTest::sourcesNameTheirLicence()
{
    QStringList faults;
    for (const QString &file : filesOfHouse()) {
        const QStringList lines = linesOf(file);
        if (needsLicenceLine(file, lines) && !hasLicenceLine(lines))
            faults += file;
    }
    QVERIFY2(faults.isEmpty(), qPrintable(u"without the licence line first: "_qs + faults.join(u", "_qs)));
}

void HouseTest::nothingStrayAtTheTop()
{
    QStringList allowed{u"app"_qs,
                        u"core"_qs,
                        u"widgets"_qs,
                        u"resources"_qs,
                        u"tests"_qs,
                        u"CMakeLists.txt"_qs,
                        u"README.md"_qs,
                        u"LICENSE"_qs,
                        u"CHANGELOG.md"_qs,
                        u".clang-format"_qs,
                        u"CMakePresets.json"_qs,
                        u".clang-tidy"_qs,
                        u".gitignore"_qs,
                        u".ci"_qs,
                        u".git"_qs};
    // What git ignores (build folders, editors' files) is nobody's business.
    for (const QString &pattern : linesOf(u".gitignore"_qs))
        allowed += QString(pattern).remove(u'/');
    QStringList stray;
    for (const QString &entry : QDir(sourceRoot).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot)) {
        if (!QDir::match(allowed, entry))
            stray += entry;
    }
    QVERIFY2(stray.isEmpty(), qPrintable(u"these belong in a folder: "_qs + stray.join(u", "_qs)));
}

void HouseTest::publicBugsHaveTests()
{
    // The list has a heading for each source file, and below it rows "| bugs | what is right | function; also … |".
    const QString folder = u"tests/policy/"_qs;
    QStringList faults;
    QString source;
    int rows = 0;
    for (const QString &line : linesOf(folder + u"PUBLIC_BUGS.md"_qs)) {
        if (line.startsWith("## "_L1))
            source = linesOf(folder + line.mid(3)).join(u'\n');
        const QStringList cells = line.split(u'|');
        if (cells.size() != 5 || !cells[1].contains(u'#'))
            continue;
        ++rows;
        const QString function = cells[3].section(u';', 0, 0).trimmed();
        if (!source.contains(u"::"_qs + function + u"()"_qs))
            faults += u"no function "_qs + function;
        for (const QString &bug : cells[1].trimmed().split(u", "_qs)) {
            if (!source.contains(QRegularExpression(QRegularExpression::escape(bug) + u"(?!\\d)"_qs)))
                faults += u"nothing is said of "_qs + bug + u" near "_qs + function;
        }
    }
    QVERIFY2(rows > 50, "the list was not found");
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
}

QTEST_APPLESS_MAIN(HouseTest)
#include "tst_house.moc"
