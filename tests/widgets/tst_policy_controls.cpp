// SPDX-License-Identifier: GPL-3.0-or-later
// The controls of the policy panel, one by one: what they show, what they say, what the keyboard and the pointer do.
#include "core/sim/world.h"
#include "widgets/policy/choice_controls.h"
#include "widgets/policy/choice_names.h"
#include "widgets/policy/field_control.h"
#include "widgets/policy/field_slider.h"
#include "widgets/policy/field_text.h"
#include "widgets/policy/number_field.h"

#include <QAccessible>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSet>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace retrylab;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const Field &fieldAt(const char *path)
{
    const Field *field = findField(QString::fromLatin1(path));
    if (field == nullptr)
        qFatal("no field %s", path);
    return *field;
}

const Field &base()
{
    return fieldAt("chain.client.policy.retry.backoff.base");
}

struct Edit {
    FieldValue value;
    bool dragging;
};

/// A control that is shown and active, and what it said.
struct Bench {
    ViewState state;
    FieldControl control;
    std::vector<Edit> edits;

    explicit Bench(const Field &field)
        : control(&state, field, u"path"_qs)
    {
        QObject::connect(&control, &FieldControl::edited, &control, [this](const FieldValue &value, bool dragging) {
            edits.push_back({value, dragging});
        });
        control.resize(280, control.heightForWidth(280));
        control.show();
        control.activateWindow();
        if (!QTest::qWaitForWindowActive(&control))
            qFatal("the window did not become active");
    }
};

void replaceText(QLineEdit *line, const QString &text)
{
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, text);
}

} // namespace

class TestPolicyControls : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        // The offscreen platform cannot pass size hints to a window manager and says so.
        QTest::failOnWarning(QRegularExpression(u"^(?!.*propagateSizeHints).*$"_qs));
    }

    void typingAValueSetsIt()
    {
        Bench bench(base());
        replaceText(bench.control.number(), u"250ms"_qs);
        QVERIFY(bench.edits.empty());
        QTest::keyClick(bench.control.number(), Qt::Key_Return);
        QCOMPARE(bench.edits.size(), 1U);
        QCOMPARE(bench.edits[0].value, FieldValue(Duration(250ms)));
        QVERIFY(!bench.edits[0].dragging);
        QCOMPARE(bench.control.number()->text(), u"250 ms"_qs);
        QCOMPARE(bench.control.slider()->fieldValue(), FieldValue(Duration(250ms)));
    }

    void wrongTextChangesNothingAndSaysWhatIsAllowed()
    {
        Bench bench(base());
        NumberField *number = bench.control.number();
        replaceText(number, u"-3 s"_qs);
        QCOMPARE(bench.control.note(), u"Allowed: 0 ms to 24 h"_qs);
        QVERIFY(number->property("invalid").toBool());
        QTest::keyClick(number, Qt::Key_Return);
        bench.control.slider()->setFocus();
        QVERIFY(bench.edits.empty());
        QCOMPARE(bench.control.fieldValue(), FieldValue(Duration(100ms)));
        QCOMPARE(number->text(), u"-3 s"_qs); // still there to be mended
        QCOMPARE(QAccessible::queryAccessibleInterface(number)->text(QAccessible::Description),
                 u"Allowed: 0 ms to 24 h"_qs);

        // Another field's change must not wipe it; its own does.
        bench.control.setFieldValue(Duration(100ms));
        QCOMPARE(number->text(), u"-3 s"_qs);
        number->setFocus();
        QTest::keyClick(number, Qt::Key_Escape);
        QCOMPARE(number->text(), u"100 ms"_qs);
        QVERIFY(bench.control.note().isEmpty());
        QVERIFY(!number->property("invalid").toBool());
    }

    void keysStepTheSlider()
    {
        Bench bench(base());
        FieldSlider *slider = bench.control.slider();
        slider->setFocus();
        bench.control.setFieldValue(Duration(100ms)); // position 500 of 1000, four decades
        QTest::keyPress(slider, Qt::Key_Right);
        QCOMPARE(bench.edits.size(), 1U);
        QVERIFY(bench.edits[0].dragging);                            // a key that is held goes on
        QCOMPARE(bench.edits[0].value, FieldValue(Duration(110ms))); // 10^0.04 = 1.0965, in steps of 1 %
        QTest::keyRelease(slider, Qt::Key_Right);
        QCOMPARE(bench.edits.size(), 2U);
        QVERIFY(!bench.edits[1].dragging);
        QCOMPARE(bench.edits[1].value, bench.edits[0].value);
        bench.control.setFieldValue(Duration(100ms));
        QTest::keyClick(slider, Qt::Key_PageDown); // a tenth of four decades
        QCOMPARE(bench.control.fieldValue(), FieldValue(Duration(39'800us)));
        QTest::keyClick(slider, Qt::Key_Home);
        QCOMPARE(bench.control.fieldValue(), FieldValue(Duration(1ms)));
        QTest::keyClick(slider, Qt::Key_Left);
        QCOMPARE(bench.control.fieldValue(), FieldValue(Duration(1ms)));
        QTest::keyClick(slider, Qt::Key_End);
        QCOMPARE(bench.control.fieldValue(), FieldValue(Duration(10s)));
        QTest::keyClick(bench.control.number(), Qt::Key_Down);
        QVERIFY(bench.control.fieldValue() < FieldValue(Duration(10s)));
    }

    void countsStepByOneAtLeast()
    {
        Bench bench(fieldAt("chain.client.policy.retry.maxAttempts")); // 1 to 12: one percent is less than one attempt
        QTest::keyClick(bench.control.slider(), Qt::Key_Up);
        QCOMPARE(bench.control.fieldValue(), FieldValue(std::int64_t{5}));
        QTest::keyClick(bench.control.slider(), Qt::Key_Down);
        QTest::keyClick(bench.control.slider(), Qt::Key_Down);
        QCOMPARE(bench.control.fieldValue(), FieldValue(std::int64_t{3}));
    }

    void unlimitedLiesBeyondTheEnd()
    {
        Bench bench(fieldAt("chain.client.policy.deadline")); // up to 5 min, or none
        FieldSlider *slider = bench.control.slider();
        QCOMPARE(slider->spokenValue(), u"unlimited"_qs);
        QTest::keyClick(slider, Qt::Key_Left);
        QCOMPARE(bench.control.fieldValue(), FieldValue(Duration(300s)));
        QTest::keyClick(slider, Qt::Key_Right);
        QCOMPARE(bench.control.fieldValue(), FieldValue(unlimited));
    }

    void theWheelCountsOnlyWithTheFocus()
    {
        Bench bench(base());
        FieldSlider *slider = bench.control.slider();
        bench.control.number()->setFocus();
        const auto turn = [slider] {
            QWheelEvent event(QPointF(20, 10), slider->mapToGlobal(QPointF(20, 10)), {}, {0, 120}, Qt::NoButton,
                              Qt::NoModifier, Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(slider, &event);
        };
        turn();
        QVERIFY(bench.edits.empty());
        slider->setFocus();
        turn();
        QCOMPARE(bench.edits.size(), 1U);
        QVERIFY(!bench.edits[0].dragging);
    }

    void aDragSaysEveryChangeAndItsEnd()
    {
        Bench bench(base());
        FieldSlider *slider = bench.control.slider();
        const int y = slider->height() / 2;
        const QPoint start(slider->width() / 2, y); // 100 ms is the middle
        QTest::mousePress(slider, Qt::LeftButton, {}, start);
        QVERIFY(bench.edits.empty()); // grabbing the handle moves nothing
        for (int dx = 1; dx <= 40; ++dx)
            QTest::mouseMove(slider, start + QPoint(dx, 0));
        QTest::mouseRelease(slider, Qt::LeftButton, {}, start + QPoint(40, 0));
        QVERIFY(bench.edits.size() > 30);
        for (std::size_t i = 0; i + 1 < bench.edits.size(); ++i) {
            QVERIFY(bench.edits[i].dragging);
            QVERIFY(i == 0 || bench.edits[i].value > bench.edits[i - 1].value);
        }
        QVERIFY(!bench.edits.back().dragging);
        QCOMPARE(bench.edits.back().value, bench.edits[bench.edits.size() - 2].value);
        bench.edits.clear();
        QTest::mouseMove(slider, start);
        QVERIFY(bench.edits.empty());
    }

    void everyFieldGoesThroughItsControl()
    {
        ViewState state;
        for (const Field &field : fields()) {
            FieldControl control(&state, field, u"path"_qs);
            FieldValue said;
            connect(&control, &FieldControl::edited, &control, [&](const FieldValue &value, bool) { said = value; });
            if (field.type == FieldType::choice && field.choices.size() > 5) {
                QuietComboBox *combo = control.combo();
                QVERIFY(combo != nullptr && control.segments() == nullptr);
                QCOMPARE(combo->count(), static_cast<int>(field.choices.size()));
                for (int i = 0; i < combo->count(); ++i) {
                    combo->setCurrentIndex(i);
                    Q_EMIT combo->activated(i);
                    QVERIFY(checkValue(field, said));
                    QCOMPARE(combo->currentText(), choiceName(field, std::get<QString>(said)));
                }
                for (const std::string_view choice : field.choices) {
                    const auto key = QString::fromUtf8(choice.data(), static_cast<qsizetype>(choice.size()));
                    control.setFieldValue(key);
                    QCOMPARE(combo->currentData().toString(), key);
                }
            } else if (field.type == FieldType::choice) {
                QVERIFY(control.segments() != nullptr);
                for (PaintedButton *button : control.segments()->buttons()) {
                    button->click();
                    QVERIFY(checkValue(field, said));
                    QCOMPARE(FieldValue(control.segments()->current()), said);
                }
                for (const std::string_view choice : field.choices) {
                    const auto key = QString::fromUtf8(choice.data(), static_cast<qsizetype>(choice.size()));
                    control.setFieldValue(key);
                    QCOMPARE(control.segments()->current(), key);
                }
            } else if (field.type == FieldType::flag) {
                QTest::keyClick(control.toggle(), Qt::Key_Return);
                QCOMPARE(said, FieldValue(!std::get<bool>(field.initial)));
            } else if (field.type == FieldType::outcomes) {
                control.setFieldValue(QStringList{u"timeout"_qs, u"502"_qs});
                QCOMPARE(FieldValue(control.chips()->current()), FieldValue(QStringList{u"timeout"_qs, u"502"_qs}));
                control.chips()->chips().front()->click();
                QCOMPARE(said, FieldValue(QStringList{u"unavailable"_qs, u"timeout"_qs, u"502"_qs}));
                QVERIFY(checkValue(field, said));
            } else if (field.type == FieldType::durations) {
                auto *line = control.findChild<QLineEdit *>();
                QVERIFY(line != nullptr);
                control.setFieldValue(Durations{100ms, 1500ms});
                QCOMPARE(line->text(), u"100ms,1.5s"_qs);
                replaceText(line, u"2s,1m"_qs);
                QTest::keyClick(line, Qt::Key_Return);
                QCOMPARE(said, FieldValue(Durations{2s, 1min}));
                replaceText(line, u"2s,1"_qs); // is no list of durations: the line shows again what there is
                QTest::keyClick(line, Qt::Key_Return);
                QCOMPARE(said, FieldValue(Durations{2s, 1min}));
                QCOMPARE(line->text(), u"2s,1m"_qs);
            } else if (isNumeric(field.type)) {
                const FieldValue wanted = SliderScale(field).valueAt(400);
                QTest::keyClick(control.slider(), Qt::Key_Home); // away from it, wherever it was
                replaceText(control.number(), humanFieldText(field, wanted, state.locale()));
                QTest::keyClick(control.number(), Qt::Key_Return);
                QCOMPARE(control.fieldValue(), wanted);
            }
        }
    }

    void everyChoiceHasANameAndAnExplanation()
    {
        for (const Field &field : fields()) {
            QSet<QString> names;
            QSet<QString> helps;
            for (const std::string_view choice : field.choices) {
                if (field.type != FieldType::choice)
                    continue;
                const auto key = QString::fromUtf8(choice.data(), static_cast<qsizetype>(choice.size()));
                const QByteArray what = QByteArray(field.path.data()) + "=" + key.toUtf8();
                names.insert(choiceName(field, key));
                helps.insert(choiceHelp(field, key));
                // What has no name is shown as the file has it. Methods and libraries are called what they are.
                const bool properName = field.path == "calls.*.method" || key == u"urllib3";
                QVERIFY2(choiceName(field, key) != key || properName, what.constData());
                QVERIFY2(choiceHelp(field, key).endsWith(u'.'), what.constData());
            }
            if (field.type != FieldType::choice)
                continue;
            QCOMPARE(names.size(), static_cast<qsizetype>(field.choices.size()));
            QCOMPARE(helps.size(), static_cast<qsizetype>(field.choices.size()));
        }
    }

    void arrowKeysChooseSegments()
    {
        Bench bench(fieldAt("chain.client.policy.deadlineMode"));
        SegmentedControl *segments = bench.control.segments();
        QCOMPARE(segments->current(), u"refuse"_qs);
        segments->buttons()[0]->setFocus();
        QTest::keyClick(segments->buttons()[0], Qt::Key_Right);
        QCOMPARE(segments->current(), u"refuseBeyond"_qs);
        QCOMPARE(bench.edits.size(), 1U);
        QCOMPARE(bench.edits[0].value, FieldValue(u"refuseBeyond"_qs));
    }

    void resetIsThereOnlyWhenItDoesSomething()
    {
        Bench bench(base());
        QVERIFY(!bench.control.resetButton()->isVisible());
        bench.control.setFieldValue(Duration(2s));
        QVERIFY(bench.control.resetButton()->isVisible());
        QCOMPARE(bench.control.resetButton()->accessibleName(), u"Reset Base"_qs);
        bench.control.resetButton()->click();
        QVERIFY(!bench.control.resetButton()->isVisible());
        QCOMPARE(bench.edits.size(), 1U);
        QCOMPARE(bench.edits[0].value, base().initial);
        QVERIFY(bench.control.slider()->toolTip().contains(u"Allowed: 0 ms to 24 h · Default: 100 ms"_qs));
    }

    void slidersSpeakInUnits()
    {
        Bench bench(base());
        bench.control.setFieldValue(Duration(250ms));
        QAccessibleInterface *spoken = QAccessible::queryAccessibleInterface(bench.control.slider());
        QVERIFY(spoken != nullptr);
        QCOMPARE(spoken->role(), QAccessible::Slider);
        QCOMPARE(spoken->text(QAccessible::Name), u"Base"_qs);
        QCOMPARE(spoken->text(QAccessible::Value), u"250 ms"_qs);
        QAccessibleValueInterface *value = spoken->valueInterface();
        QVERIFY(value != nullptr);
        QCOMPARE(value->currentValue().toDouble(), 250.0); // milliseconds
        value->setCurrentValue(400.0);
        QCOMPARE(bench.edits.size(), 1U);
        QCOMPARE(bench.edits[0].value, FieldValue(Duration(400ms)));
        QCOMPARE(bench.control.number()->text(), u"400 ms"_qs);
    }

    void aReasonGreysOut()
    {
        Bench bench(base());
        bench.control.setReason(u"Not now."_qs);
        QVERIFY(!bench.control.slider()->isEnabled());
        QVERIFY(!bench.control.number()->isEnabled());
        QCOMPARE(bench.control.note(), u"Not now."_qs);
        bench.control.setReason({});
        QVERIFY(bench.control.slider()->isEnabled());
        QVERIFY(bench.control.note().isEmpty());
    }
};

QTEST_MAIN(TestPolicyControls)
#include "tst_policy_controls.moc"
