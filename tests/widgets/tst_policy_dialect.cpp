// SPDX-License-Identifier: GPL-3.0-or-later
// What a dialect does to the policy panel, and the drawers with the fine points that it has rules for.
#include "widgets/policy/choice_controls.h"
#include "widgets/policy/dialect_row.h"
#include "widgets/policy/field_control.h"
#include "widgets/policy/field_slider.h"
#include "widgets/policy/number_field.h"
#include "widgets/policy/policy_panel.h"

#include <QRegularExpression>
#include <QTest>

using namespace retrylab;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

QString client(const char *leaf)
{
    return u"chain.client.policy."_qs + QString::fromLatin1(leaf);
}

} // namespace

class TestPolicyDialect : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!.*propagateSizeHints).*$"_qs)); }

    /// What Polly v8 has stands in its documentation: 3 retries 2 s apart, and no jitters but these three.
    void choosingADialectBringsItsRules()
    {
        ViewState state;
        PolicyPanel panel(&state);
        Experiment experiment = defaultExperiment();
        panel.setExperiment(experiment);
        connectTo(panel, experiment);
        choose(panel, u"polly"_qs);
        QCOMPARE(experiment.world.callers().dialect, std::string("polly"));
        QCOMPARE(panel.control(client("retry.backoff.base"))->slider()->spokenValue(), u"2.0 s"_qs);
        FieldControl *attempts = panel.control(client("retry.maxAttempts"));
        QCOMPARE(attempts->number()->text(), u"4"_qs);
        QVERIFY(attempts->slider()->accessibleName().contains(u"3 retries"_qs));
        QVERIFY(panel.dialect()->about()->text().startsWith(u".NET"_qs));
        QVERIFY(panel.dialect()->about()->toolTip().contains(u"10 %"_qs)); // the last of its five lines

        const FieldControl *order = panel.control(client("retry.backoff.capOrder"));
        QVERIFY(!order->segments()->isEnabled());
        for (const PaintedButton *option : order->segments()->buttons())
            QVERIFY(option->isChecked() || option->toolTip().startsWith(u"Polly v8 has this fixed at "_qs));
        QVERIFY(order->note().isEmpty());
        const FieldControl *jitter = panel.control(client("retry.jitter"));
        QVERIFY(jitter->combo()->isEnabled());
        QCOMPARE(offered(*jitter), (QStringList{u"none"_qs, u"proportional"_qs, u"decorrelatedV2"_qs}));
        const int full = jitter->combo()->findData(u"full"_qs);
        QCOMPARE(jitter->combo()->itemData(full, Qt::ToolTipRole).toString(), u"Polly v8 does not offer this."_qs);
        const auto &kinds = panel.control(client("retry.backoff.kind"))->segments()->buttons();
        QVERIFY(!kinds[0]->isEnabled() && kinds[1]->isEnabled() && kinds[2]->isEnabled() && kinds[3]->isEnabled());
        QCOMPARE(kinds[0]->toolTip(), u"Polly v8 does not offer this."_qs);

        choose(panel, u"custom"_qs);
        QVERIFY(panel.control(client("retry.backoff.capOrder"))->segments()->isEnabled());
        QVERIFY(panel.control(client("retry.backoff.kind"))->segments()->buttons()[0]->isEnabled());
        QCOMPARE(panel.control(client("retry.maxAttempts"))->slider()->accessibleName(), u"Max attempts"_qs);
    }

    void aFixedNumberSaysWhatItIs()
    {
        ViewState state;
        PolicyPanel panel(&state);
        Experiment experiment = defaultExperiment();
        connectTo(panel, experiment);
        panel.setExperiment(experiment);
        choose(panel, u"curl"_qs); // doubles, and nobody can change that
        const FieldControl *multiplier = panel.control(client("retry.backoff.multiplier"));
        QVERIFY(!multiplier->slider()->isEnabled() && !multiplier->number()->isEnabled());
        QVERIFY(multiplier->slider()->toolTip().startsWith(u"curl --retry has this fixed at 2.0."_qs));
        QVERIFY(panel.control(client("retry.maxAttempts"))->slider()->isEnabled());
    }

    void theResetGoesBackToTheLibrarysDefault()
    {
        ViewState state;
        PolicyPanel panel(&state);
        Experiment experiment = defaultExperiment();
        connectTo(panel, experiment);
        panel.setExperiment(experiment);
        choose(panel, u"polly"_qs);
        FieldControl *base = panel.control(client("retry.backoff.base"));
        QVERIFY(base->resetButton()->isHidden());
        QTest::keyClick(base->slider(), Qt::Key_PageDown);
        QVERIFY(!base->resetButton()->isHidden());
        base->resetButton()->click();
        QCOMPARE(experiment.world.callers().policy.retry.backoff.base, Duration(2s));
    }

    void theDrawerShowsAndSetsFinePoints()
    {
        ViewState state;
        PolicyPanel panel(&state);
        Experiment experiment = defaultExperiment();
        connectTo(panel, experiment);
        panel.setExperiment(experiment);
        FieldControl *first = panel.control(client("retry.backoff.firstAtOnce"));
        QVERIFY(first->isHidden());
        drawerOf(first)->click();
        QVERIFY(!first->isHidden());
        // What does not matter stays away even so.
        QVERIFY(panel.control(client("retry.jitterTime"))->isHidden());
        first->toggle()->click();
        QVERIFY(experiment.world.callers().policy.retry.backoff.firstAtOnce);
        QVERIFY(panel.control(client("breaker.late"))->isHidden()); // each tab has a drawer of its own

        PolicyPanel again(&state);
        again.setPlace(panel.place());
        again.setExperiment(experiment);
        QVERIFY(!again.control(client("retry.backoff.firstAtOnce"))->isHidden());
        FieldControl *shown = panel.control(client("retry.backoff.firstAtOnce"));
        drawerOf(shown)->click();
        QVERIFY(shown->isHidden());
    }

    /// Controls are made when they are first shown, in any order.
    void theTabKeyGoesDownThePage()
    {
        ViewState state;
        PolicyPanel panel(&state);
        Experiment experiment = defaultExperiment();
        connectTo(panel, experiment);
        panel.setExperiment(experiment);
        panel.resize(320, 4000);
        panel.show();
        panel.setCurrentTab(PanelTab::breaker);
        drawerOf(panel.control(client("breaker.kind")))->click();
        QVERIFY(setField(experiment, client("breaker.kind"), u"timeWindow"_qs));
        panel.setExperiment(experiment);
        panel.setCurrentTab(PanelTab::retry);
        drawerOf(panel.control(client("retry.maxAttempts")))->click();
        for (const PanelTab tab : {PanelTab::retry, PanelTab::breaker}) {
            panel.setCurrentTab(tab);
            QCoreApplication::processEvents();
            int last = -1;
            int met = 0;
            const QWidget *first = panel.dialect()->control()->combo();
            for (const QWidget *at = first->nextInFocusChain(); at != first; at = at->nextInFocusChain()) {
                const QPoint place = at->mapTo(&panel, QPoint(0, at->height() / 2));
                if (!at->isVisible() || (at->focusPolicy() & Qt::TabFocus) == 0 || !panel.isAncestorOf(at)
                    || panel.dialect()->isAncestorOf(at) || place.y() < first->mapTo(&panel, QPoint()).y())
                    continue;
                QVERIFY2(place.y() >= last - 6, qPrintable(at->accessibleName()));
                last = place.y();
                ++met;
            }
            QVERIFY2(met > 40, qPrintable(QString::number(met)));
        }
    }

    void budgetRowsFollowTheKind()
    {
        ViewState state;
        PolicyPanel panel(&state);
        Experiment experiment = defaultExperiment();
        panel.setExperiment(experiment);
        const auto hidden = [&](const char *leaf) { return panel.control(client(leaf))->isHidden(); };
        QVERIFY(hidden("budget.ratio") && hidden("budget.capacity") && hidden("budget.scope"));
        experiment.world.callers().policy.budget.kind = BudgetKind::ratio;
        panel.setExperiment(experiment);
        QVERIFY(!hidden("budget.ratio") && hidden("budget.capacity") && !hidden("budget.window"));
        experiment.world.callers().policy.budget.kind = BudgetKind::tokenBucket;
        panel.setExperiment(experiment);
        QVERIFY(hidden("budget.ratio") && !hidden("budget.capacity") && !hidden("budget.cost"));
    }

    void theDialectIsThereOnEveryTabThatItRules()
    {
        ViewState state;
        PolicyPanel panel(&state);
        Experiment experiment = defaultExperiment();
        connectTo(panel, experiment);
        panel.setExperiment(experiment);
        choose(panel, u"grpc"_qs);
        panel.setCurrentTab(PanelTab::breaker);
        QComboBox *onBreaker = panel.control(client("dialect"))->combo();
        QCOMPARE(onBreaker->currentData().toString(), u"grpc"_qs);
        QVERIFY(onBreaker->isVisibleTo(&panel));
        panel.setCurrentTab(PanelTab::service);
        for (const DialectRow *row : panel.findChildren<DialectRow *>())
            QVERIFY(!row->isVisibleTo(&panel));
    }

    void choosingADialectKeepsTheFocus()
    {
        ViewState state;
        PolicyPanel panel(&state);
        Experiment experiment = defaultExperiment();
        connectTo(panel, experiment);
        panel.setExperiment(experiment);
        panel.show();
        panel.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        QComboBox *combo = panel.control(client("dialect"))->combo();
        combo->setFocus();
        choose(panel, u"polly"_qs); // its choices need other controls
        QCoreApplication::processEvents();
        QVERIFY(combo->hasFocus());
    }

private:
    /// As the window does.
    static void connectTo(PolicyPanel &panel, Experiment &experiment)
    {
        connect(&panel, &PolicyPanel::edited, &panel, [&](const QString &path, const FieldValue &value, bool) {
            QVERIFY(setField(experiment, path, value));
            panel.setExperiment(experiment);
        });
    }

    /// With the keyboard; each step on the way is a choice too.
    static void choose(PolicyPanel &panel, const QString &dialect)
    {
        QComboBox *combo = panel.control(client("dialect"))->combo();
        const int index = combo->findData(dialect);
        QVERIFY(index >= 0);
        while (combo->currentIndex() != index)
            QTest::keyClick(combo, combo->currentIndex() < index ? Qt::Key_Down : Qt::Key_Up);
    }

    static QStringList offered(const FieldControl &control)
    {
        QStringList keys;
        const auto *model = control.combo()->model();
        for (int i = 0; i < model->rowCount(); ++i) {
            if (model->flags(model->index(i, 0)).testFlag(Qt::ItemIsEnabled))
                keys += control.combo()->itemData(i).toString();
        }
        return keys;
    }

    /// The drawer in which the control is.
    static PaintedButton *drawerOf(const FieldControl *control)
    {
        for (PaintedButton *button : control->parentWidget()->findChildren<PaintedButton *>(Qt::FindDirectChildrenOnly))
            return button;
        return nullptr;
    }
};

QTEST_MAIN(TestPolicyDialect)
#include "tst_policy_dialect.moc"
