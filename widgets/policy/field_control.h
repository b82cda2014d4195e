// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/fields.h"
#include "widgets/base/view_state.h"

#include <QWidget>

#include <optional>

class QAbstractButton;
class QLabel;
class QLineEdit;

namespace retrylab {

class ChipSet;
class FieldLayout;
class FieldSlider;
class NumberField;
class PaintedButton;
class QuietComboBox;
class SegmentedControl;

/// One field of the field table as a control: label, reset button (only while the value is not the default), and by type
/// slider and number field, segments (five choices at most) or a combo box, switch, chips, or a line of text (words, and
/// lists of durations as files write them).
/// It shows values and says what a person does; it changes nothing elsewhere. Texts, fonts and sizes are those of the
/// moment it was made: another language or theme needs new controls.
class FieldControl : public QWidget {
    Q_OBJECT

public:
    /// `path`: the concrete path ("chain.client.policy.timeout") of the field. `label`: replaces the field's own.
    /// The field is copied: its slider's ends may have been fitted to the experiment.
    FieldControl(const ViewState *state, const Field &field, const QString &path, const QString &label = {},
                 QWidget *parent = nullptr);

    const QString &path() const { return m_path; }
    const Field &field() const { return m_field; }
    const FieldValue &fieldValue() const { return m_value; }
    /// Shows a value; emits nothing. A pointer that holds the slider keeps it.
    void setFieldValue(const FieldValue &value);
    /// The value that the reset button goes back to, where that depends on other fields.
    void setInitial(const FieldValue &initial);
    /// The label, for a field whose meaning depends on another one; empty = the field's own.
    void setLabel(const QString &label);
    /// Moves the upper end of the slider, in the field's natural unit.
    void setSliderMost(double most);
    /// A choice that says below itself what the chosen option does.
    void setExplaining(bool explaining);
    /// What an option of a segmented choice is called, where that depends on another field ("±20 %").
    void setOptionName(const QString &option, const QString &name);
    /// Says below the control why the value that was set is not allowed; gone with the next value.
    void setProblem(const QString &problem);
    /// Greys the control out and says why; an empty reason makes it usable again.
    void setReason(const QString &reason);
    const QString &reason() const { return m_reason; }
    /// Greys the control out too, but says why only in the tool tip: a dialect fixes many fields.
    void setFixed(const QString &why);
    /// Leaves only these options of a choice usable and says in the tool tips of the others why; empty = all are.
    void setOffered(const QStringList &choices, const QString &why);
    /// Of a classification: the outcomes that depend on the contract, and which do by default. Without it there is no such
    /// answer.
    void setDepending(const FieldValue &depending, const FieldValue &initial);
    /// A line below the control; empty = none.
    void setRemark(const QString &remark);
    /// The line shown below the control: a problem with what was typed, the reason, what the chosen option does, a remark.
    QString note() const;

    /// Gives the focus to the part that a person uses most.
    void focusMain();

    // The parts, null where the type has none; for tests and for the focus order.
    FieldSlider *slider() const { return m_slider; }
    NumberField *number() const { return m_number; }
    SegmentedControl *segments() const { return m_segments; }
    QuietComboBox *combo() const { return m_combo; }
    PaintedButton *toggle() const { return m_toggle; }
    ChipSet *chips() const { return m_chips; }
    QAbstractButton *resetButton() const { return m_reset; }

Q_SIGNALS:
    /// A person set a value. While `dragging`, more is to come; the last edit of a drag always has dragging = false.
    void edited(const retrylab::FieldValue &value, bool dragging);
    /// A person let other outcomes depend on the contract.
    void dependingEdited(const retrylab::FieldValue &depending);

private:
    void buildHead();
    void buildNumber();
    void buildChoice();
    void buildFlag();
    void buildOutcomes();
    void buildText();
    void describe();
    void enableParts();
    QString hint() const;
    QString problem() const;
    void take(const FieldValue &value, bool dragging);
    void takeDepending(const FieldValue &depending);
    void reset();
    bool isInitial() const;
    void showValue();
    void showNote();

    const ViewState *m_state;
    Field m_field;
    QString m_path;
    QString m_labelText;
    QString m_reason;
    QString m_fixed;
    QStringList m_offered;
    QString m_notOffered;
    QString m_problem; ///< of the last value that was refused
    QString m_remark;
    std::optional<FieldValue> m_depending; ///< only of a classification
    FieldValue m_dependingInitial;
    bool m_explaining = false;
    FieldValue m_value;
    FieldLayout *m_parts;
    QLabel *m_label = nullptr;
    QLabel *m_note = nullptr;
    QAbstractButton *m_reset = nullptr;
    FieldSlider *m_slider = nullptr;
    NumberField *m_number = nullptr;
    SegmentedControl *m_segments = nullptr;
    QuietComboBox *m_combo = nullptr;
    PaintedButton *m_toggle = nullptr;
    ChipSet *m_chips = nullptr;
    QLineEdit *m_text = nullptr;
};

} // namespace retrylab
