// SPDX-License-Identifier: GPL-3.0-or-later
// The Vietnamese translation, and the English plural forms: complete, in step with the program, whole in its markers, and really in the program.
#include "app/actions.h"
#include "app/language.h"
#include "core/lab/builtin.h"
#include "core/lab/fields.h"

#include <QFile>
#include <QMenu>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>
#include <QXmlStreamReader>

using namespace retrylab;
using namespace Qt::StringLiterals;

namespace {

const QString folder = QStringLiteral(RETRYLAB_SOURCE "/resources/translations/");

struct Message {
    QString context;
    QString source;
    QStringList forms; ///< one for each plural; one for a message without
    bool numerus = false;
    bool finished = false;

    QString key() const { return context + u": "_qs + source; }
};

/// From a <message> to its end.
Message readMessage(const QString &context, QXmlStreamReader &xml)
{
    Message message;
    message.context = context;
    message.numerus = xml.attributes().hasAttribute("numerus"_L1);
    while (xml.readNextStartElement()) {
        if (xml.name() == "source"_L1) {
            message.source = xml.readElementText();
        } else if (xml.name() == "translation"_L1) {
            message.finished = !xml.attributes().hasAttribute("type"_L1);
            if (!message.numerus)
                message.forms += xml.readElementText();
            while (message.numerus && xml.readNextStartElement())
                message.forms += xml.readElementText();
        } else {
            xml.skipCurrentElement();
        }
    }
    return message;
}

QList<Message> readMessages(const QString &fileName)
{
    QFile file(fileName);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QList<Message> messages;
    QString context;
    for (QXmlStreamReader xml(&file); !xml.atEnd(); xml.readNext()) {
        if (xml.isStartElement() && xml.name() == "name"_L1)
            context = xml.readElementText();
        else if (xml.isStartElement() && xml.name() == "message"_L1)
            messages += readMessage(context, xml);
    }
    return messages;
}

QSet<QString> keysOf(const QList<Message> &messages)
{
    QSet<QString> keys;
    for (const Message &message : messages)
        keys += message.key();
    return keys;
}

QStringList sorted(const QSet<QString> &set)
{
    QStringList list(set.begin(), set.end());
    list.sort();
    return list;
}

/// All matches of a pattern, each once.
QStringList found(const QString &text, const QRegularExpression &pattern)
{
    QSet<QString> all;
    for (auto each = pattern.globalMatch(text); each.hasNext();)
        all += each.next().captured();
    return sorted(all);
}

/// Texts of a built-in experiment that the window shows.
QStringList textsOf(const Experiment &experiment)
{
    QStringList texts{experiment.name, experiment.about, experiment.source};
    for (const Variant &variant : experiment.variants)
        texts += variant.name;
    for (const Fault &fault : experiment.world.faults)
        texts += QString::fromStdString(fault.name);
    return texts;
}

/// The letter after "&"; null when there is none. "&&" is a plain "&".
QChar acceleratorOf(const QString &text)
{
    const qsizetype at = QString(text).replace("&&"_L1, "  "_L1).indexOf(u'&');
    return at >= 0 && at + 1 < text.size() ? text[at + 1].toLower() : QChar();
}

void checkAccelerators(const QMenu &menu)
{
    QSet<QChar> taken;
    for (const QAction *action : menu.actions()) {
        if (action->menu() != nullptr)
            checkAccelerators(*action->menu());
        const QChar key = acceleratorOf(action->text());
        if (key.isNull())
            continue;
        // A letter with a mark is typed with several keys, and Alt takes one.
        QVERIFY2(key.unicode() < 128 && key.isLetter(), qPrintable(action->text()));
        QVERIFY2(!taken.contains(key), qPrintable(action->text()));
        taken += key;
    }
}

} // namespace

class TestTranslations : public QObject {
    Q_OBJECT

    QList<Message> m_messages;

private Q_SLOTS:
    void initTestCase()
    {
        m_messages = readMessages(folder + u"retrylab_vi.ts"_qs);
        QVERIFY(m_messages.size() > 500);
    }

    /// Vietnamese has one plural form.
    void everyMessageIsTranslated()
    {
        for (const Message &message : m_messages) {
            QVERIFY2(message.finished, qPrintable(message.key()));
            QVERIFY2(message.forms.size() == 1, qPrintable(message.key()));
            QVERIFY2(!message.forms[0].trimmed().isEmpty(), qPrintable(message.key()));
        }
    }

    /// One thing, and several: neither may miss, nor lose a place for a value.
    void everyCountHasItsEnglishForms()
    {
        static const QRegularExpression markers(u"%L?\\d|%n"_qs);
        const QList<Message> messages = readMessages(folder + u"retrylab_en.ts"_qs);
        QVERIFY(!messages.isEmpty());
        for (const Message &message : messages) {
            QVERIFY2(message.numerus && message.finished && message.forms.size() == 2, qPrintable(message.key()));
            for (const QString &form : message.forms)
                QVERIFY2(found(form, markers) == found(message.source, markers), qPrintable(message.key()));
        }
    }

    void everyStringOfTheProgramIsThere_data()
    {
        QTest::addColumn<QString>("file");
        QTest::newRow("English") << u"retrylab_en.ts"_qs;
        QTest::newRow("Vietnamese") << u"retrylab_vi.ts"_qs;
    }
    void everyStringOfTheProgramIsThere()
    {
        QFETCH(const QString, file);
        QTemporaryDir dir;
        const QString copy = dir.filePath(file);
        QVERIFY(QFile::copy(folder + file, copy));
        QProcess update;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"LUPDATE"_qs, QStringLiteral(RETRYLAB_LUPDATE));
        update.setProcessEnvironment(environment);
        update.setWorkingDirectory(dir.path());
        update.start(folder + u"update"_qs, {copy});
        QVERIFY(update.waitForFinished(60'000));
        QVERIFY2(update.exitCode() == 0, update.readAllStandardError().constData());

        const QSet<QString> now = keysOf(readMessages(copy));
        const QSet<QString> known = keysOf(readMessages(folder + file));
        QCOMPARE(sorted(now - known), QStringList()); // run resources/translations/update, then translate these
        QCOMPARE(sorted(known - now), QStringList());
    }

    /// What is looked up by a variable, where lupdate sees only the literals that somebody marked.
    void everyFieldAndExperimentIsThere()
    {
        const QSet<QString> known = keysOf(m_messages);
        for (const Field &field : fields()) {
            QVERIFY2(known.contains(u"Field: "_qs + QString::fromUtf8(field.label)), field.label);
            QVERIFY2(known.contains(u"Field: "_qs + QString::fromUtf8(field.help)), field.help);
        }
        QSet<QString> shown;
        for (const QString &name : builtinNames()) {
            const Result<Experiment> experiment = findExperiment(name);
            QVERIFY2(experiment, qPrintable(name));
            for (const QString &text : textsOf(*experiment))
                shown += u"Experiment: "_qs + text;
        }
        QSet<QString> listed;
        for (const Message &message : m_messages) {
            if (message.context == "Experiment"_L1)
                listed += message.key();
        }
        QCOMPARE(sorted(listed), sorted(shown));
    }

    /// Places for values, the mark of unsaved changes and the patterns of file dialogs.
    void markersSurvive()
    {
        static const QRegularExpression markers(u"%L?\\d|%n|\\[\\*\\]|\\(\\*[^)]*\\)"_qs);
        for (const Message &message : m_messages) {
            if (!message.finished)
                continue;
            const QString &translation = message.forms.value(0);
            QVERIFY2(found(translation, markers) == found(message.source, markers), qPrintable(message.key()));
        }
    }

    /// Parts that are put together, and menu entries that ask before they act.
    void endsSurvive()
    {
        static const QRegularExpression outside(u"^[\\s,;:·]*|…?\\s*$"_qs);
        for (const Message &message : m_messages)
            QVERIFY2(found(message.forms.value(0), outside) == found(message.source, outside),
                     qPrintable(message.key()));
    }

    /// The text of an accelerator must not lose its key, and no other text must get one.
    void acceleratorsSurvive()
    {
        for (const Message &message : m_messages)
            QVERIFY2(acceleratorOf(message.forms.value(0)).isNull() == acceleratorOf(message.source).isNull(),
                     qPrintable(message.key()));
    }

    void theProgramSpeaksVietnamese()
    {
        Language language;
        const auto base = [] { return QCoreApplication::translate("Field", "Base"); };
        QCOMPARE(base(), u"Base"_qs);
        language.use(u"vi"_qs);
        QCOMPARE(base(), u"Độ trễ gốc (base)"_qs);
        QCOMPARE(QCoreApplication::translate("Stage", "half-open"), u"nửa mở (half-open)"_qs);
        QCOMPARE(QCoreApplication::translate("KpiPanel", "Back to baseline"), u"Trở về baseline"_qs);
        QCOMPARE(QCoreApplication::translate("retrylab::LoadView", "Load"), u"Tải"_qs);
        QCOMPARE(QCoreApplication::translate("RunReport", "Goodput"), u"Goodput"_qs);
        QCOMPARE(Actions::tr("Undo"), u"Hoàn tác"_qs);
        for (const int n : {1, 3})
            QCOMPARE(QCoreApplication::translate("Transport", "Breakers open %n times", nullptr, n),
                     u"Cầu dao mở %1 lần"_qs.arg(n));
        language.use(u"en"_qs);
        QCOMPARE(base(), u"Base"_qs);
    }

    void englishCounts()
    {
        const auto clients = [](int n) {
            return QCoreApplication::translate("Stage", "%1 clients", nullptr, n).arg(n);
        };
        const auto lanes = [](int n) {
            return QCoreApplication::translate("Timeline", "%1 of %2 lanes · scroll to zoom", nullptr, n).arg(n).arg(n);
        };
        Language language;
        language.use(u"en"_qs);
        QCOMPARE(clients(1), u"1 client"_qs);
        QCOMPARE(clients(0), u"0 clients"_qs);
        QCOMPARE(clients(50), u"50 clients"_qs);
        QCOMPARE(lanes(1), u"1 of 1 lane · scroll to zoom"_qs);
        QCOMPARE(lanes(2), u"2 of 2 lanes · scroll to zoom"_qs);
        language.use(u"vi"_qs);
        QCOMPARE(clients(1), u"1 client"_qs);
        QCOMPARE(clients(50), u"50 client"_qs);
    }

    void acceleratorsOfAMenuDiffer_data()
    {
        QTest::addColumn<QString>("code");
        QTest::newRow("English") << u"en"_qs;
        QTest::newRow("Vietnamese") << u"vi"_qs;
    }

    void acceleratorsOfAMenuDiffer()
    {
        QFETCH(const QString, code);
        Language language;
        language.use(code);
        QWidget window;
        QUndoStack undo;
        const Actions actions = Actions::make(&window, &undo);
        checkAccelerators(*actions.makeMenu(&window));
    }
};

QTEST_MAIN(TestTranslations)
#include "tst_translations.moc"
