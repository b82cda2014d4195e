// SPDX-License-Identifier: GPL-3.0-or-later
// The document: its history, the fields that move together, refusals, and the keeping of unsaved work.
#include "app/document.h"
#include "core/lab/experiment_file.h"
#include "widgets/policy/field_text.h"
#include "widgets/policy/slider_scale.h"

#include <QFile>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace retrylab;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const QString base = u"chain.client.policy.retry.backoff.base"_qs;
const QString cap = u"chain.client.policy.retry.backoff.cap"_qs;

Experiment sample()
{
    Experiment experiment = defaultExperiment();
    experiment.name = u"Sample"_qs;
    Fault fault;
    fault.name = "burst";
    fault.from = Time(1s);
    fault.to = Time(3s);
    experiment.world.faults = {fault};
    experiment.variants = {{u"no jitter"_qs, {{u"chain.client.policy.retry.jitter"_qs, u"none"_qs}}}};
    return experiment;
}

QString concrete(const Field &field)
{
    QString path = QString::fromUtf8(field.path.data(), static_cast<qsizetype>(field.path.size()));
    path.replace(u"chain.*"_qs, field.role == NodeRole::service ? u"chain.service"_qs : u"chain.client"_qs);
    return path.replace(u"faults.*"_qs, u"faults.burst"_qs);
}

FieldValue randomValue(const Field &field, QRandomGenerator &random)
{
    switch (field.type) {
    case FieldType::choice: {
        const std::string_view choice = field.choices[random.bounded(static_cast<quint32>(field.choices.size()))];
        return QString::fromUtf8(choice.data(), static_cast<qsizetype>(choice.size()));
    }
    case FieldType::flag: return random.bounded(2) == 1;
    case FieldType::outcomes:
        return random.bounded(2) == 1 ? QStringList{u"503"_qs, u"timeout"_qs} : QStringList{u"reset"_qs};
    case FieldType::text: return QString::number(random.bounded(1000));
    case FieldType::durations: return Durations(random.bounded(4U), std::chrono::milliseconds(random.bounded(5000)));
    default: break;
    }
    const SliderScale scale(field);
    return scale.valueAt(random.bounded(scale.maximum() + 1));
}

Duration baseOf(const Document &document)
{
    return document.experiment().world.callers().policy.retry.backoff.base;
}
Duration capOf(const Document &document)
{
    return document.experiment().world.callers().policy.retry.backoff.cap;
}

} // namespace

class TestDocument : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_qs)); }

    void undoingEverythingRestoresAnEqualExperiment()
    {
        Document document;
        document.load(sample());
        QRandomGenerator random(20240229);
        std::vector<const Field *> table;
        for (const Field &field : fields()) {
            // Names would change the paths that the following edits use.
            if (field.rule != TextRule::name)
                table.push_back(&field);
        }
        int taken = 0;
        for (int i = 0; i < 500; ++i) {
            const Field &field = *table[random.bounded(static_cast<quint32>(table.size()))];
            taken += document.edit(concrete(field), randomValue(field, random), random.bounded(3) == 0).has_value() ? 1
                                                                                                                    : 0;
            QVERIFY(validate(document.experiment()));
        }
        QVERIFY(taken > 250);
        QVERIFY(document.undoStack()->count() > 150);
        const Experiment last = document.experiment();
        QVERIFY(last != sample());
        document.undoStack()->setIndex(0);
        QVERIFY(document.experiment() == sample());
        QVERIFY(!document.isModified());
        document.undoStack()->setIndex(document.undoStack()->count());
        QVERIFY(document.experiment() == last);
    }

    void aDragIsOneStepWithAName()
    {
        QLocale::setDefault(QLocale::c());
        Document document;
        document.load(sample());
        QSignalSpy changed(&document, &Document::experimentChanged);
        for (const auto value : {120ms, 200ms, 300ms, 400ms})
            QVERIFY(document.edit(base, Duration(value), true));
        QVERIFY(document.edit(base, Duration(400ms), false)); // released
        QCOMPARE(changed.count(), 4);
        QCOMPARE(document.undoStack()->count(), 1);
        QCOMPARE(document.undoStack()->undoText(), u"Base 100 ms → 400 ms"_qs);
        // The next drag of the same slider is another step.
        QVERIFY(document.edit(base, Duration(500ms), true));
        QVERIFY(document.edit(base, Duration(600ms), false));
        QCOMPARE(document.undoStack()->count(), 2);
        document.undoStack()->undo();
        QCOMPARE(baseOf(document), Duration(400ms));
    }

    void clicksAreStepsOfTheirOwn()
    {
        Document document;
        document.load(sample());
        QVERIFY(document.edit(base, Duration(200ms)));
        QVERIFY(document.edit(base, Duration(300ms)));
        QCOMPARE(document.undoStack()->count(), 2);
        QVERIFY(document.edit(base, Duration(300ms))); // no change, no step
        QCOMPARE(document.undoStack()->count(), 2);
    }

    void aDragBackToItsStartLeavesNothing()
    {
        Document document;
        document.load(sample());
        QVERIFY(document.edit(base, Duration(60s), true));
        QVERIFY(document.isModified());
        QVERIFY(document.edit(base, Duration(100ms), true));
        QVERIFY(document.edit(base, Duration(100ms), false));
        QCOMPARE(document.undoStack()->count(), 0);
        QVERIFY(!document.isModified());
        QVERIFY(document.experiment() == sample());
    }

    void baseTakesTheCapAlongAndGivesItBack()
    {
        Document document;
        document.load(sample()); // cap 30 s
        QVERIFY(document.edit(base, Duration(40s), true));
        QCOMPARE(capOf(document), Duration(40s));
        QVERIFY(document.edit(base, Duration(50s), true));
        QCOMPARE(capOf(document), Duration(50s));
        QVERIFY(document.edit(base, Duration(10s), true)); // the hand comes back: so does the cap
        QCOMPARE(capOf(document), Duration(30s));
        QVERIFY(document.edit(base, Duration(45s), false));
        QCOMPARE(capOf(document), Duration(45s));
        QCOMPARE(document.undoStack()->count(), 1);
        document.undoStack()->undo();
        QVERIFY(document.experiment() == sample());

        QVERIFY(document.edit(cap, Duration(50ms)));
        QCOMPARE(baseOf(document), Duration(50ms));
        document.undoStack()->undo();
        QVERIFY(document.experiment() == sample());
    }

    void faultsKeepTheirOrder()
    {
        Document document;
        document.load(sample()); // 1 s to 3 s
        QVERIFY(document.edit(u"faults.burst.from"_qs, Duration(5s)));
        const Fault &fault = document.experiment().world.faults.front();
        QCOMPARE(fault.from, Time(5s));
        QVERIFY(fault.to > fault.from);
        QVERIFY(document.edit(u"faults.burst.to"_qs, Duration(2s)));
        QCOMPARE(document.experiment().world.faults.front().to, Time(2s));
        QVERIFY(document.experiment().world.faults.front().from < Time(2s));
    }

    void anUndoEndsTheDrag()
    {
        Document document;
        document.load(sample());
        QVERIFY(document.edit(base, Duration(200ms), true));
        document.undoStack()->undo();
        QVERIFY(document.edit(base, Duration(300ms), true));
        QVERIFY(document.edit(base, Duration(400ms), false));
        QCOMPARE(document.undoStack()->count(), 1);
        document.undoStack()->undo();
        QVERIFY(document.experiment() == sample());
    }

    void whatIsNotAllowedChangesNothing()
    {
        Document document;
        document.load(sample());
        QSignalSpy refused(&document, &Document::refused);
        QVERIFY(!document.edit(u"chain.client.policy.retry.maxAttempts"_qs, std::int64_t{0}));
        QVERIFY(!document.edit(u"no.such.field"_qs, true));
        QVERIFY(!document.edit(base, u"200ms"_qs)); // a text is no duration
        QVERIFY(document.edit(u"traffic.kind"_qs, u"herd"_qs));
        QVERIFY(!document.edit(u"traffic.at"_qs, Duration(1h))); // after the end of the run
        QCOMPARE(refused.count(), 4);
        QCOMPARE(refused.last().at(0).toString(), u"traffic.at"_qs);
        QVERIFY(!refused.last().at(1).toString().isEmpty());
        QCOMPARE(document.undoStack()->count(), 1);
        Experiment broken = sample();
        broken.world.chain.clear();
        QVERIFY(!document.change(broken, u"Break"_qs));
        QCOMPARE(document.undoStack()->count(), 1);
    }

    void seedsAndVariantsAreSteps()
    {
        Document document;
        document.load(sample());
        document.setSeed(0xFFFFFFFFFFFFFFFFULL);
        QCOMPARE(document.experiment().world.seed, 0xFFFFFFFFFFFFFFFFULL);
        QVERIFY(document.applyVariant(u"no jitter"_qs));
        QCOMPARE(document.experiment().world.callers().policy.retry.jitter.kind, Jitter::none);
        QVERIFY(!document.applyVariant(u"missing"_qs));
        QCOMPARE(document.undoStack()->count(), 2);
        document.undoStack()->setIndex(0);
        QVERIFY(document.experiment() == sample());
    }

    void savingMakesItUnmodified()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(u"mine.retrylab.json"_qs);
        Document document;
        document.load(sample());
        QSignalSpy modified(&document, &Document::modifiedChanged);
        QVERIFY(document.edit(base, Duration(200ms)));
        QVERIFY(document.isModified());
        QVERIFY(document.save(file));
        QVERIFY(!document.isModified());
        QCOMPARE(document.fileName(), file);
        document.undoStack()->undo();
        QVERIFY(document.isModified()); // the file holds 200 ms
        QCOMPARE(modified.count(), 3);
        const auto again = loadExperiment(file);
        QVERIFY(again);
        QCOMPARE(again->world.callers().policy.retry.backoff.base, Duration(200ms));
        QVERIFY(!document.save(folder.filePath(u"missing/mine.retrylab.json"_qs)));
        QVERIFY(document.isModified());
    }

    void unsavedWorkIsKeptAndFoundAgain()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(u"autosave.retrylab.json"_qs);
        Experiment edited;
        {
            Document document;
            document.autosave(file);
            document.load(sample());
            QVERIFY(document.edit(base, Duration(200ms)));
            QVERIFY(!QFile::exists(file)); // not at every change …
            document.flushAutosave();
            QVERIFY(QFile::exists(file));
            edited = document.experiment();
        }
        Document next;
        next.autosave(file);
        const auto recovered = next.recover();
        QVERIFY(recovered && *recovered);
        QVERIFY(next.experiment() == edited);
        QVERIFY(next.isModified());
        QVERIFY(next.save(folder.filePath(u"saved.retrylab.json"_qs)));
        QVERIFY(!next.isModified());
        QVERIFY(!QFile::exists(file)); // nothing unsaved any more
        const auto nothing = next.recover();
        QVERIFY(nothing && !*nothing);
    }

    void manyChangesAreWrittenOnce()
    {
        QTemporaryDir folder;
        Document document;
        document.autosave(folder.filePath(u"autosave.retrylab.json"_qs), 20ms);
        document.load(sample());
        QSignalSpy written(&document, &Document::autosaved);
        for (int ms = 101; ms <= 200; ++ms)
            QVERIFY(document.edit(base, Duration(std::chrono::milliseconds(ms)), true));
        QCOMPARE(written.count(), 0);
        QVERIFY(written.wait());
        QCOMPARE(written.count(), 1);
        const auto kept = loadExperiment(folder.filePath(u"autosave.retrylab.json"_qs));
        QVERIFY(kept && *kept == document.experiment());
    }

    void aDamagedAutosaveIsAnErrorNotALoss()
    {
        QTemporaryDir folder;
        const QString name = folder.filePath(u"autosave.retrylab.json"_qs);
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{\"retrylab\": 1,") > 0);
        file.close();
        Document document;
        document.load(sample());
        document.autosave(name);
        QVERIFY(!document.recover());
        QVERIFY(document.experiment() == sample());
        QVERIFY(QFile::exists(name));
    }
};

QTEST_GUILESS_MAIN(TestDocument)
#include "tst_document.moc"
