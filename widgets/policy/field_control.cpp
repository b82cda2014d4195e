// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/policy/field_control.h"

#include "widgets/policy/choice_controls.h"
#include "widgets/policy/choice_names.h"
#include "widgets/policy/field_layout.h"
#include "widgets/policy/field_slider.h"
#include "widgets/policy/field_text.h"
#include "widgets/policy/number_field.h"

#include <QLabel>
#include <QLineEdit>
#include <QStandardItemModel>
#include <QStringBuilder>
#include <QStyle>

namespace retrylab {

namespace {

void setRole(QWidget *widget, const QString &role)
{
    if (widget->property("role").toString() == role)
        return;
    widget->setProperty("role", role);
    // The style sheet reads the property only when the widget is polished.
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
}

} // namespace

FieldControl::FieldControl(const ViewState *state, const Field &field, const QString &path, const QString &label,
                           QWidget *parent)
    : QWidget(parent)
    , m_state(state)
    , m_field(field)
    , m_path(path)
    , m_labelText(label.isEmpty() ? fieldLabel(field) : label)
    , m_value(field.initial)
    , m_parts(new FieldLayout(this))
{
    setObjectName(path);
    const Theme &theme = state->theme();
    m_parts->setGaps(qRound(theme.px(5)), qRound(theme.px(4)));
    buildHead();
    switch (field.type) {
    case FieldType::choice: buildChoice(); break;
    case FieldType::flag: buildFlag(); break;
    case FieldType::outcomes: buildOutcomes(); break;
    case FieldType::text:
    case FieldType::durations: buildText(); break;
    default: buildNumber(); break;
    }
    describe();
    showValue();
}

QString FieldControl::hint() const
{
    QString text = m_fixed.isEmpty() ? fieldHelp(m_field) : m_fixed % u'\n' % fieldHelp(m_field);
    const QString initial = humanFieldText(m_field, m_field.initial, m_state->locale());
    const QString defaultText = tr("Default: %1").arg(initial);
    if (isNumeric(m_field.type))
        text += u'\n' % tr("Allowed: %1").arg(allowedText(m_field, m_state->locale())) % QStringLiteral(" · ")
                % defaultText;
    else if (!initial.isEmpty())
        text += u'\n' % defaultText;
    return text;
}

void FieldControl::describe()
{
    m_label->setText(m_labelText);
    const QString text = hint();
    m_label->setToolTip(text);
    m_reset->setToolTip(tr("Back to the default: %1").arg(humanFieldText(m_field, m_field.initial, m_state->locale())));
    m_reset->setAccessibleName(tr("Reset %1").arg(m_labelText));
    m_reset->setAccessibleDescription(m_reset->toolTip());
    for (QWidget *part :
         std::initializer_list<QWidget *>{m_number, m_slider, m_segments, m_combo, m_toggle, m_chips, m_text}) {
        if (part == nullptr)
            continue;
        part->setAccessibleName(m_labelText);
        part->setAccessibleDescription(text);
        if (part != m_segments && part != m_chips)
            part->setToolTip(text);
    }
}

void FieldControl::take(const FieldValue &value, bool dragging)
{
    m_value = value;
    m_problem.clear();
    showNote();
    showValue();
    Q_EMIT edited(m_value, dragging);
}

void FieldControl::takeDepending(const FieldValue &depending)
{
    m_depending = depending;
    showValue();
    Q_EMIT dependingEdited(depending);
}

void FieldControl::setInitial(const FieldValue &initial)
{
    if (sameValue(initial, m_field.initial))
        return;
    m_field.initial = initial;
    describe();
    m_reset->setVisible(!isInitial());
}

void FieldControl::setDepending(const FieldValue &depending, const FieldValue &initial)
{
    const bool shown = m_depending && sameValue(depending, *m_depending) && sameValue(initial, m_dependingInitial);
    m_dependingInitial = initial;
    m_depending = depending;
    if (!shown)
        showValue();
}

bool FieldControl::isInitial() const
{
    return sameValue(m_value, m_field.initial) && (!m_depending || sameValue(*m_depending, m_dependingInitial));
}

void FieldControl::reset()
{
    const bool dependingToo = m_depending && !sameValue(*m_depending, m_dependingInitial);
    if (!sameValue(m_value, m_field.initial))
        take(m_field.initial, false);
    if (dependingToo)
        takeDepending(m_dependingInitial);
}

void FieldControl::setFieldValue(const FieldValue &value)
{
    // What is being typed elsewhere in the window must not wipe what is being typed here.
    if (sameValue(value, m_value))
        return;
    m_value = value;
    showValue();
}

void FieldControl::showValue()
{
    if (m_number != nullptr) {
        m_number->setFieldValue(m_value);
        m_slider->setFieldValue(m_value);
    } else if (m_segments != nullptr) {
        m_segments->setCurrent(std::get<QString>(m_value));
    } else if (m_combo != nullptr) {
        m_combo->setCurrentIndex(m_combo->findData(std::get<QString>(m_value)));
    } else if (m_toggle != nullptr) {
        m_toggle->setChecked(std::get<bool>(m_value));
    } else if (m_chips != nullptr) {
        m_chips->setCurrent(std::get<QStringList>(m_value));
        if (m_depending)
            m_chips->setDepending(std::get<QStringList>(*m_depending));
    } else if (m_text != nullptr) {
        m_text->setText(fieldText(m_field, m_value));
    }
    m_reset->setVisible(!isInitial());
    if (m_explaining)
        showNote();
}

void FieldControl::setLabel(const QString &label)
{
    const QString text = label.isEmpty() ? fieldLabel(m_field) : label;
    if (text == m_labelText)
        return;
    m_labelText = text;
    describe();
}

void FieldControl::setReason(const QString &reason)
{
    if (reason == m_reason)
        return;
    m_reason = reason;
    enableParts();
    showNote();
}

void FieldControl::setFixed(const QString &why)
{
    if (why == m_fixed)
        return;
    m_fixed = why;
    enableParts();
    describe();
    if (m_chips != nullptr)
        m_chips->setReason(why);
}

void FieldControl::enableParts()
{
    const bool enabled = m_reason.isEmpty() && m_fixed.isEmpty();
    for (QWidget *part : std::initializer_list<QWidget *>{m_label, m_reset, m_number, m_slider, m_segments, m_combo,
                                                          m_toggle, m_chips, m_text}) {
        if (part != nullptr)
            part->setEnabled(enabled);
    }
}

void FieldControl::setOffered(const QStringList &choices, const QString &why)
{
    if (choices == m_offered && why == m_notOffered)
        return;
    m_offered = choices;
    m_notOffered = why;
    if (m_segments != nullptr)
        m_segments->setOffered(choices, why);
    if (m_combo == nullptr)
        return;
    auto *model = qobject_cast<QStandardItemModel *>(m_combo->model());
    for (int i = 0; i < m_combo->count(); ++i) {
        const QString key = m_combo->itemData(i).toString();
        const bool offered = choices.isEmpty() || choices.contains(key);
        model->item(i)->setEnabled(offered);
        m_combo->setItemData(i, offered ? choiceHelp(m_field, key) : why, Qt::ToolTipRole);
        // The style sheet would paint it like the others.
        m_combo->setItemData(i, offered ? QVariant() : QBrush(m_state->theme().faint), Qt::ForegroundRole);
    }
}

void FieldControl::focusMain()
{
    for (QWidget *part : std::initializer_list<QWidget *>{m_slider, m_combo, m_toggle, m_text}) {
        if (part != nullptr)
            part->setFocus(Qt::OtherFocusReason);
    }
    const auto &buttons = m_segments != nullptr ? m_segments->buttons()
                          : m_chips != nullptr  ? m_chips->chips()
                                                : std::vector<PaintedButton *>();
    for (PaintedButton *button : buttons) {
        if (button->isChecked() || m_chips != nullptr)
            return button->setFocus(Qt::OtherFocusReason);
    }
}

void FieldControl::setSliderMost(double most)
{
    if (m_slider == nullptr || most == m_field.sliderMost)
        return;
    m_field.sliderMost = most;
    m_slider->rescale();
}

void FieldControl::setExplaining(bool explaining)
{
    m_explaining = explaining;
    showNote();
}

void FieldControl::setOptionName(const QString &option, const QString &name)
{
    if (m_segments != nullptr)
        m_segments->setName(option, name);
}

void FieldControl::setRemark(const QString &remark)
{
    if (remark == m_remark)
        return;
    m_remark = remark;
    showNote();
}

void FieldControl::setProblem(const QString &problem)
{
    m_problem = problem;
    showNote();
}

QString FieldControl::problem() const
{
    return m_number != nullptr && !m_number->problem().isEmpty() ? m_number->problem() : m_problem;
}

QString FieldControl::note() const
{
    if (QString text = problem(); !text.isEmpty())
        return text;
    if (!m_reason.isEmpty())
        return m_reason;
    if (!m_explaining || m_field.type != FieldType::choice)
        return m_remark;
    return choiceHelp(m_field, std::get<QString>(m_value));
}

void FieldControl::showNote()
{
    const QString text = note();
    if (text == m_note->text())
        return;
    const bool wrong = !problem().isEmpty();
    setRole(m_note, wrong ? QStringLiteral("problem") : QStringLiteral("faint"));
    m_note->setText(text);
    m_note->setVisible(!text.isEmpty());
    if (m_number != nullptr)
        m_number->setAccessibleDescription(wrong ? text : hint());
}

} // namespace retrylab
