// SPDX-License-Identifier: GPL-3.0-or-later
// The three answers of a classification under the hand: yes, no, and "it depends on the contract".
#include "core/lab/fields.h"
#include "widgets/policy/choice_controls.h"
#include "widgets/policy/field_control.h"
#include "widgets/policy/policy_panel.h"

#include <QSignalSpy>
#include <QTest>

using namespace retrylab;
using namespace Qt::StringLiterals;

namespace {

const QString on = u"chain.client.policy.retry.on"_qs;
const QString depends = u"chain.client.policy.retry.depends"_qs;

/// A panel whose edits change its experiment, as the window's do.
struct Bench {
    ViewState state;
    PolicyPanel panel{&state};
    Experiment experiment = defaultExperiment();
    QStringList said;

    Bench()
    {
        QObject::connect(&panel, &PolicyPanel::edited, &panel, [this](const QString &path, const FieldValue &value) {
            said += path.section(u'.', -1) + u'=' + fieldText(*findField(path), value);
            QVERIFY(setField(experiment, path, value));
            settlePartners(experiment, path);
            panel.setExperiment(experiment);
        });
        panel.setExperiment(experiment);
    }

    FieldControl *control() { return panel.control(on); }
    PaintedButton *chip(const QString &outcome) { return control()->chips()->chip(outcome); }
    QString text(const QString &path) { return fieldText(*findField(path), *getField(experiment, path)); }
};

} // namespace

class TestClassificationChips : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!.*propagateSizeHints).*$"_qs)); }

    void defaultsAreShown()
    {
        Bench bench;
        for (const char *outcome : {"unavailable", "timeout", "reset", "refused", "rateLimited", "408", "500", "502",
                                    "504", "deadlock", "lockWait"})
            QVERIFY2(bench.chip(QLatin1String(outcome))->isChecked(), outcome);
        for (const char *outcome : {"serverError", "clientError", "validation", "parseError", "bug"}) {
            QVERIFY2(!bench.chip(QLatin1String(outcome))->isChecked(), outcome);
            QVERIFY2(!bench.chip(QLatin1String(outcome))->isHalfOn(), outcome);
        }
        QVERIFY(bench.chip(u"conflict"_qs)->isHalfOn());
        QCOMPARE(bench.chip(u"conflict"_qs)->text(), u"409 ?"_qs);
        QVERIFY(!bench.control()->resetButton()->isVisibleTo(bench.control()));
    }

    void aClickGoesOnToTheNextAnswer()
    {
        Bench bench;
        bench.chip(u"timeout"_qs)->click();
        QVERIFY(bench.chip(u"timeout"_qs)->isHalfOn() && !bench.chip(u"timeout"_qs)->isChecked());
        QCOMPARE(bench.text(depends), u"timeout,conflict"_qs);
        QVERIFY(!bench.text(on).contains(u"timeout"));
        bench.chip(u"timeout"_qs)->click();
        QVERIFY(!bench.chip(u"timeout"_qs)->isHalfOn() && !bench.chip(u"timeout"_qs)->isChecked());
        QCOMPARE(bench.text(depends), u"conflict"_qs);
        bench.chip(u"timeout"_qs)->click();
        QVERIFY(bench.chip(u"timeout"_qs)->isChecked());
        QVERIFY(bench.experiment == defaultExperiment());
        QCOMPARE(bench.said.size(), 3); // one step each, to undo one by one
    }

    void aStatusGoesWithItsKind()
    {
        Bench bench;
        bench.chip(u"serverError"_qs)->click();
        for (const char *status : {"500", "502", "504"})
            QVERIFY2(bench.chip(QLatin1String(status))->isChecked(), status);
        bench.chip(u"500"_qs)->click(); // its own answer goes away, the kind's stays
        QVERIFY(bench.chip(u"500"_qs)->isChecked() && !bench.chip(u"500"_qs)->isEnabled());
        QVERIFY(bench.chip(u"500"_qs)->toolTip().contains(u"other 5xx"));
        QVERIFY(!bench.chip(u"408"_qs)->toolTip().contains(u"other 4xx"));
    }

    void resetBringsBothAnswersBack()
    {
        Bench bench;
        bench.chip(u"timeout"_qs)->click();
        bench.chip(u"bug"_qs)->click();
        QVERIFY(bench.control()->resetButton()->isVisibleTo(bench.control()));
        bench.control()->resetButton()->click();
        QVERIFY(bench.experiment == defaultExperiment());
        QVERIFY(!bench.control()->resetButton()->isVisibleTo(bench.control()));
    }

    void theRemarkSaysWhatDependsComesTo()
    {
        Bench bench;
        QVERIFY(bench.control()->note().contains(u"retried here"));
        QVERIFY(!bench.control()->note().contains(u"not retried here"));
        QVERIFY(setFieldText(bench.experiment, u"calls.request.method", u"POST"));
        bench.panel.setExperiment(bench.experiment);
        QVERIFY(bench.control()->note().contains(u"not retried here"));
        QVERIFY(setFieldText(bench.experiment, u"calls.request.key", u"intention"));
        bench.panel.setExperiment(bench.experiment);
        QVERIFY(!bench.control()->note().contains(u"not retried here"));
        QVERIFY(setFieldText(bench.experiment, depends, u"none"));
        bench.panel.setExperiment(bench.experiment);
        QCOMPARE(bench.control()->note(), QString());
    }
};

QTEST_MAIN(TestClassificationChips)
#include "tst_classification_chips.moc"
