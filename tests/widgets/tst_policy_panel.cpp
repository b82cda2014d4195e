// SPDX-License-Identifier: GPL-3.0-or-later
// The policy panel as a whole: what it shows for which experiment, what it says, and whether everything fits.
#include "widgets/policy/backoff_fan.h"
#include "widgets/policy/choice_controls.h"
#include "widgets/policy/field_control.h"
#include "widgets/policy/field_slider.h"
#include "widgets/policy/number_field.h"
#include "widgets/policy/policy_panel.h"

#include <QAccessible>
#include <QApplication>
#include <QLabel>
#include <QRegularExpression>
#include <QScrollArea>
#include <QTest>
#include <QTranslator>

using namespace retrylab;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

Experiment sample()
{
    Experiment experiment = defaultExperiment();
    experiment.world.duration = 6s;
    experiment.world.callers().policy.breaker.kind = BreakerKind::countWindow;
    Fault fault;
    fault.name = "burst";
    fault.from = Time(500ms);
    fault.to = Time(2300ms);
    experiment.world.faults = {fault};
    return experiment;
}

/// Every text a third longer, as a translation may be.
class LongWords : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char *, const char *source, const char *, int) const override
    {
        QString text = QString::fromUtf8(source);
        const qsizetype extra = (text.size() * 3 + 9) / 10;
        for (qsizetype i = 0; i < extra; ++i)
            text += i % 7 == 6 ? u' ' : u'\u1EDB';
        return text;
    }
};

constexpr std::array tabs{PanelTab::retry, PanelTab::breaker, PanelTab::service, PanelTab::traffic};

QString client(const char *leaf)
{
    return u"chain.client.policy."_qs + QString::fromLatin1(leaf);
}

} // namespace

class TestPolicyPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!.*propagateSizeHints).*$"_qs)); }

    void everyRowIsAFieldOfTheTable()
    {
        const Experiment experiment = sample();
        QSet<QString> seen;
        for (const PanelTab tab : tabs) {
            for (const PanelRow &row : panelRows(tab, experiment)) {
                if (!row.heading.isEmpty())
                    continue;
                QVERIFY2(getField(experiment, row.path), qPrintable(row.path));
                QVERIFY2(!seen.contains(row.path), qPrintable(row.path));
                seen.insert(row.path);
                if (!row.dependingPath.isEmpty())
                    seen.insert(row.dependingPath);
            }
        }
        // What the tabs leave out on purpose: words, names, the seed and the dialect (they have places of their own), and
        // the verdict's rule.
        for (const Field &field : fields()) {
            const QString pattern = QString::fromUtf8(field.path.data(), static_cast<qsizetype>(field.path.size()));
            if (field.type == FieldType::text || pattern.startsWith(u"recovery.")
                || pattern.endsWith(u".policy.dialect"))
                continue;
            QString path = pattern;
            path.replace(u"chain.*"_qs, field.role == NodeRole::service ? u"chain.service"_qs : u"chain.client"_qs);
            path.replace(u"faults.*"_qs, u"faults.burst"_qs);
            path.replace(u"calls.*"_qs, u"calls.request"_qs);
            QVERIFY2(seen.contains(path), qPrintable(path));
        }
    }

    void fieldsForTheFirstSightAreOutsideTheDrawer()
    {
        const Experiment experiment = sample();
        for (const PanelTab tab : tabs) {
            bool inDrawer = false;
            for (const PanelRow &row : panelRows(tab, experiment)) {
                inDrawer = inDrawer || row.drawer;
                if (row.heading.isEmpty())
                    QVERIFY2(findField(row.path)->advanced == inDrawer && row.advanced == inDrawer,
                             qPrintable(row.path));
            }
            QCOMPARE(inDrawer, isPolicyTab(tab));
        }
    }

    void whatIsImpliedByTheMethodIsTheDefault()
    {
        ViewState state;
        PolicyPanel panel(&state);
        Experiment experiment = sample();
        connect(&panel, &PolicyPanel::edited, &panel, [&](const QString &path, const FieldValue &value, bool) {
            QVERIFY(setField(experiment, path, value));
            panel.setExperiment(experiment);
        });
        panel.setExperiment(experiment);
        panel.setCurrentTab(PanelTab::traffic);
        QComboBox *method = panel.control(u"calls.request.method"_qs)->combo();
        FieldControl *idempotent = panel.control(u"calls.request.idempotent"_qs);
        QVERIFY(idempotent->resetButton()->isHidden());
        method->setFocus();
        QTest::keyClicks(method, u"POST"_qs);
        QCOMPARE(experiment.world.calls.front().method, std::string("POST"));
        // Neither was made anew, or the arrow keys could go no further.
        QCOMPARE(panel.control(u"calls.request.method"_qs)->combo(), method);
        QCOMPARE(panel.control(u"calls.request.idempotent"_qs), idempotent);
        QVERIFY(!std::get<bool>(idempotent->fieldValue()) && idempotent->resetButton()->isHidden());
        idempotent->toggle()->click();
        QVERIFY(experiment.world.calls.front().idempotent && !idempotent->resetButton()->isHidden());
        idempotent->resetButton()->click();
        QVERIFY(!experiment.world.calls.front().idempotent && idempotent->resetButton()->isHidden());
    }

    void theFallbackIsAmongTheBreakersRows()
    {
        Experiment experiment = sample();
        const auto row = [&](const char *leaf) {
            const auto rows = panelRows(PanelTab::breaker, experiment);
            return *std::find_if(rows.begin(), rows.end(), [&](const PanelRow &r) { return r.path == client(leaf); });
        };
        Policy &policy = experiment.world.callers().policy;
        policy.fallback = {};
        QVERIFY(row("fallback.kind").visible && !row("fallback.on").visible && !row("fallback.share").visible);
        policy.fallback = {FallbackKind::cache, FallbackOn::open};
        policy.breaker.kind = BreakerKind::none;
        QVERIFY(row("fallback.on").visible && row("fallback.share").visible);
        QVERIFY(row("fallback.on").remark.contains(u"never asked"_qs));
        policy.breaker.kind = BreakerKind::consecutive;
        QVERIFY(row("fallback.on").remark.isEmpty());
        policy.breaker.kind = BreakerKind::none;
        policy.fallback.on = FallbackOn::failure;
        QVERIFY(row("fallback.on").remark.isEmpty());
    }

    void aRareChoiceIsOfferedOnlyWhereItIsChosen()
    {
        ViewState state;
        PolicyPanel panel(&state);
        Experiment experiment = sample();
        panel.setExperiment(experiment);
        const auto offered = [&](const char *leaf) { return panel.control(client(leaf))->field().choices.size(); };
        QCOMPARE(offered("retry.jitter"), 5U);
        QCOMPARE(offered("retry.backoff.kind"), 4U);
        QCOMPARE(offered("breaker.kind"), 4U);
        Policy &policy = experiment.world.callers().policy;
        policy.retry.jitter.kind = Jitter::addedTime;
        policy.retry.backoff.kind = BackoffKind::list;
        policy.breaker.kind = BreakerKind::lifetime;
        panel.setExperiment(experiment);
        QCOMPARE(panel.control(client("retry.jitter"))->combo()->currentData().toString(), u"addedTime"_qs);
        QCOMPARE(panel.control(client("retry.backoff.kind"))->segments()->current(), u"list"_qs);
        QCOMPARE(panel.control(client("breaker.kind"))->segments()->current(), u"lifetime"_qs);
        QVERIFY(panel.control(client("retry.backoff.base"))->isHidden());
        policy.retry.jitter.kind = Jitter::equal;
        panel.setExperiment(experiment);
        QCOMPARE(panel.control(client("retry.jitter"))->segments()->current(), u"equal"_qs);
        QCOMPARE(offered("retry.jitter"), 5U);
    }

    void showingAnExperimentSaysNothing()
    {
        ViewState state;
        PolicyPanel panel(&state);
        int said = 0;
        connect(&panel, &PolicyPanel::edited, this, [&](const QString &, const FieldValue &, bool) { ++said; });
        Experiment experiment = sample();
        panel.setExperiment(experiment);
        experiment.world.callers().policy.retry.backoff.base = 700ms;
        experiment.world.callers().policy.retry.jitter.kind = Jitter::equal;
        experiment.world.service().dropExpired = true;
        panel.setExperiment(experiment);
        QCOMPARE(said, 0);
        QCOMPARE(panel.control(client("retry.backoff.base"))->slider()->spokenValue(), u"700 ms"_qs);
        QCOMPARE(panel.control(client("retry.jitter"))->segments()->current(), u"equal"_qs);
        QVERIFY(panel.control(u"chain.service.dropExpired"_qs)->toggle()->isChecked());
    }

    void editsCarryTheirPath()
    {
        ViewState state;
        PolicyPanel panel(&state);
        panel.setExperiment(sample());
        QStringList said;
        connect(&panel, &PolicyPanel::edited, this, [&](const QString &path, const FieldValue &value, bool dragging) {
            said += path + u'=' + fieldText(*findField(path), value) + (dragging ? u'+' : u'.');
        });
        QTest::keyPress(panel.control(client("retry.maxAttempts"))->slider(), Qt::Key_Up);
        QTest::keyRelease(panel.control(client("retry.maxAttempts"))->slider(), Qt::Key_Up);
        panel.control(u"traffic.kind"_qs)->segments()->buttons()[0]->click();
        QCOMPARE(said, (QStringList{client("retry.maxAttempts=5+"), client("retry.maxAttempts=5."),
                                    u"traffic.kind=herd."_qs}));
    }

    void rowsFollowTheKind()
    {
        ViewState state;
        PolicyPanel panel(&state);
        Experiment experiment = sample();
        Policy &policy = experiment.world.callers().policy;
        const auto hidden = [&](const char *leaf) { return panel.control(client(leaf))->isHidden(); };

        policy.retry.backoff.kind = BackoffKind::linear;
        panel.setExperiment(experiment);
        QVERIFY(hidden("retry.backoff.multiplier") && !hidden("retry.backoff.increment") && hidden("retry.proportion"));
        policy.retry.backoff.kind = BackoffKind::exponential;
        policy.retry.jitter.kind = Jitter::proportional;
        panel.setExperiment(experiment);
        QVERIFY(!hidden("retry.backoff.multiplier") && hidden("retry.backoff.increment")
                && !hidden("retry.proportion"));
        QCOMPARE(panel.control(client("retry.jitter"))->segments()->buttons()[4]->text(), u"±20\u202F%"_qs);

        policy.breaker.kind = BreakerKind::none;
        panel.setExperiment(experiment);
        QVERIFY(hidden("breaker.size") && hidden("breaker.window") && hidden("breaker.open.time"));
        policy.breaker.kind = BreakerKind::timeWindow;
        panel.setExperiment(experiment);
        QVERIFY(hidden("breaker.size") && !hidden("breaker.window") && !hidden("breaker.open.time"));
        const auto label = [&] { return panel.control(client("breaker.size"))->slider()->accessibleName(); };
        policy.breaker.kind = BreakerKind::consecutive;
        panel.setExperiment(experiment);
        QCOMPARE(label(), u"Failures in a row"_qs);
        policy.breaker.kind = BreakerKind::countWindow;
        panel.setExperiment(experiment);
        QCOMPARE(label(), u"Window, in calls"_qs);
    }

    void decorrelatedJitterGreysTheMultiplierOut()
    {
        ViewState state;
        PolicyPanel panel(&state);
        Experiment experiment = sample();
        experiment.world.callers().policy.retry.jitter.kind = Jitter::decorrelated;
        panel.setExperiment(experiment);
        const FieldControl *multiplier = panel.control(client("retry.backoff.multiplier"));
        QVERIFY(!multiplier->isHidden());
        QVERIFY(!multiplier->slider()->isEnabled());
        QVERIFY(multiplier->note().contains(u"Decorrelated"_qs));
        experiment.world.callers().policy.retry.jitter.kind = Jitter::full;
        panel.setExperiment(experiment);
        QVERIFY(multiplier->slider()->isEnabled());
    }

    void faultsComeAndGo()
    {
        ViewState state;
        PolicyPanel panel(&state);
        Experiment experiment = sample();
        panel.setExperiment(experiment);
        // A fault's moments span the run.
        QCOMPARE(panel.control(u"faults.burst.from"_qs)->field().sliderMost, 6e9);
        QVERIFY(panel.control(u"faults.burst.add"_qs)->isHidden());
        experiment.world.faults.front().kind = FaultKind::latency;
        experiment.world.faults.push_back(experiment.world.faults.front());
        experiment.world.faults.back().name = "second";
        panel.setExperiment(experiment);
        QVERIFY(!panel.control(u"faults.burst.add"_qs)->isHidden());
        QVERIFY(panel.control(u"faults.second.to"_qs) != nullptr);
        experiment.world.faults.clear();
        panel.setExperiment(experiment);
        QVERIFY(panel.control(u"faults.burst.from"_qs) == nullptr);
    }

    void draggingTheDurationKeepsTheSliderInHand()
    {
        ViewState state;
        PolicyPanel panel(&state);
        Experiment experiment = sample();
        experiment.world.traffic.kind = TrafficKind::herd;
        panel.setExperiment(experiment);
        FieldSlider *slider = panel.control(u"duration"_qs)->slider();
        connect(&panel, &PolicyPanel::edited, this, [&](const QString &path, const FieldValue &value, bool) {
            QVERIFY(setField(experiment, path, value));
            panel.setExperiment(experiment);
        });
        panel.setCurrentTab(PanelTab::traffic);
        QTest::keyClick(slider, Qt::Key_PageUp);
        QCOMPARE(panel.control(u"duration"_qs)->slider(), slider);
        QCOMPARE(slider->fieldValue(), FieldValue(experiment.world.duration));
        QCOMPARE(panel.control(u"traffic.at"_qs)->field().sliderMost,
                 static_cast<double>(experiment.world.duration.count()));
    }

    void aRefusalIsExplainedWhereItHappened()
    {
        ViewState state;
        PolicyPanel panel(&state);
        panel.setExperiment(sample());
        FieldControl *duration = panel.control(u"duration"_qs);
        duration->number()->selectAll();
        QTest::keyClicks(duration->number(), u"2 min"_qs);
        QTest::keyClick(duration->number(), Qt::Key_Return);
        panel.showRefusal(u"duration"_qs, u"Too long."_qs);
        QCOMPARE(duration->fieldValue(), FieldValue(Duration(6s)));
        QCOMPARE(duration->number()->text(), u"6.0 s"_qs);
        QCOMPARE(duration->note(), u"Too long."_qs);
    }

    void everythingThatTakesTheFocusHasANameAndAValue()
    {
        ViewState state;
        PolicyPanel panel(&state);
        panel.setExperiment(sample());
        for (const PanelTab tab : tabs)
            panel.setCurrentTab(tab);
        int seen = 0;
        for (QWidget *widget : panel.findChildren<QWidget *>()) {
            if (widget->focusPolicy() == Qt::NoFocus || widget->inherits("QLabel"))
                continue;
            ++seen;
            QAccessibleInterface *spoken = QAccessible::queryAccessibleInterface(widget);
            QVERIFY2(!spoken->text(QAccessible::Name).isEmpty(), widget->metaObject()->className());
            if (qobject_cast<FieldSlider *>(widget) != nullptr || qobject_cast<NumberField *>(widget) != nullptr)
                QVERIFY(!spoken->text(QAccessible::Value).isEmpty());
        }
        QVERIFY(seen > 100);
    }

    void themesAndLanguagesRebuildWithoutLosingThePlace()
    {
        ViewState state;
        PolicyPanel panel(&state);
        panel.setExperiment(sample());
        panel.setCurrentTab(PanelTab::breaker);
        panel.show();
        panel.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        panel.control(client("breaker.open.time"))->slider()->setFocus();
        state.setTheme(makeTheme(ThemeKind::light, 1.5));
        QCOMPARE(panel.currentTab(), PanelTab::breaker);
        QTRY_VERIFY(panel.control(client("breaker.open.time"))->slider()->hasFocus());
        LongWords words;
        qApp->installTranslator(&words);
        QTRY_VERIFY(
            panel.control(client("breaker.open.time"))->slider()->accessibleName().startsWith(u"Open time\u1EDB"_qs));
        qApp->removeTranslator(&words);
    }

    void everythingFits_data()
    {
        QTest::addColumn<int>("width");
        QTest::addColumn<double>("scale");
        QTest::addColumn<bool>("longWords");
        for (const int width : {260, 340}) {
            for (const double scale : {1.0, 2.0}) {
                for (const bool longWords : {false, true})
                    QTest::addRow("%d, scale %g%s", width, scale, longWords ? ", long words" : "")
                        << width << scale << longWords;
            }
        }
    }
    void everythingFits()
    {
        QFETCH(int, width);
        QFETCH(double, scale);
        QFETCH(bool, longWords);
        LongWords words;
        if (longWords)
            qApp->installTranslator(&words);
        ViewState state;
        state.setTheme(makeTheme(ThemeKind::dark, scale));
        qApp->setStyleSheet(state.theme().styleSheet());
        PolicyPanel panel(&state);
        // The longest name, and a drawer that is full.
        Experiment experiment = sample();
        QVERIFY(setField(experiment, client("dialect"), u"aws2026"_qs));
        panel.setPlace({PanelTab::retry, {true, true}});
        panel.setExperiment(experiment);
        panel.resize(width, 900);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        for (const PanelTab tab : tabs) {
            panel.setCurrentTab(tab);
            QCoreApplication::processEvents();
            checkFit(panel);
        }
        qApp->setStyleSheet({});
        qApp->removeTranslator(&words);
    }

private:
    static void checkFit(const PolicyPanel &panel)
    {
        for (const QScrollArea *area : panel.findChildren<QScrollArea *>()) {
            if (area->isVisible())
                QCOMPARE(area->widget()->width(), area->viewport()->width());
        }
        for (const FieldControl *control : panel.findChildren<FieldControl *>()) {
            if (!control->isVisible())
                continue;
            QVERIFY2(control->height() >= control->heightForWidth(control->width()), qPrintable(control->path()));
            std::vector<QRect> taken;
            for (const QWidget *part : control->findChildren<QWidget *>(Qt::FindDirectChildrenOnly)) {
                if (!part->isVisible())
                    continue;
                QVERIFY2(control->rect().contains(part->geometry()), qPrintable(control->path()));
                for (const QRect &other : taken)
                    QVERIFY2(!other.intersects(part->geometry()), qPrintable(control->path()));
                taken.push_back(part->geometry());
                for (const QWidget *inner : part->findChildren<PaintedButton *>())
                    QVERIFY2(part->rect().contains(inner->geometry()), qPrintable(control->path()));
            }
        }
    }
};

QTEST_MAIN(TestPolicyPanel)
#include "tst_policy_panel.moc"
