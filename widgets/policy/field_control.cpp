// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/policy/field_control.h"

#include "widgets/policy/choice_controls.h"
#include "widgets/policy/choice_names.h"
#include "widgets/policy/field_layout.h"
#include "widgets/policy/field_slider.h"
#include "widgets/policy/field_text.h"
#include "widgets/policy/flow_layout.h"
#include "widgets/policy/number_field.h"

#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QStringBuilder>

namespace retrylab {

namespace {

/// More choices than this make a combo box.
constexpr std::size_t mostSegments = 5;

std::vector<SegmentedControl::Option> optionsOf(const Field &field)
{
    std::vector<SegmentedControl::Option> options;
    for (const std::string_view choice : field.choices) {
        const QString key = QString::fromUtf8(choice.data(), static_cast<qsizetype>(choice.size()));
        options.push_back({key, choiceName(field, key), choiceHelp(field, key)});
    }
    return options;
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

void FieldControl::buildHead()
{
    m_label = new QLabel(this);
    m_label->setWordWrap(true);
    m_label->setFont(m_state->theme().body);
    m_parts->setPart(FieldLayout::Part::label, m_label);

    m_reset = new PaintedButton(m_state, PaintedButton::Look::reset, this);
    m_parts->setPart(FieldLayout::Part::reset, m_reset);
    connect(m_reset, &QAbstractButton::clicked, this, [this] {
        // The button hides itself: the focus must not fall out of the control.
        if (m_reset->hasFocus())
            focusNextChild();
        take(m_field.initial, false);
    });

    m_note = new QLabel(this);
    m_note->setWordWrap(true);
    m_note->setTextFormat(Qt::RichText);
    m_note->setFont(m_state->theme().small);
    m_note->hide();
    m_parts->setPart(FieldLayout::Part::note, m_note);
}

void FieldControl::buildNumber()
{
    m_number = new NumberField(m_state, m_field, this);
    m_slider = new FieldSlider(m_state, m_field, this);
    m_parts->setPart(FieldLayout::Part::editor, m_number);
    m_parts->setPart(FieldLayout::Part::wide, m_slider);
    m_label->setBuddy(m_number);
    setTabOrder(m_number, m_slider);
    connect(m_slider, &FieldSlider::edited, this, &FieldControl::take);
    connect(m_number, &NumberField::committed, this, [this](const FieldValue &value) { take(value, false); });
    connect(m_number, &NumberField::stepped, this, [this](int count) { m_slider->step(count, false); });
    connect(m_number, &NumberField::problemChanged, this, &FieldControl::showNote);
}

void FieldControl::buildChoice()
{
    const auto options = optionsOf(m_field);
    if (options.size() <= mostSegments) {
        m_segments = new SegmentedControl(m_state, options, this);
        // Two words fit behind the label; more get a line of their own.
        m_parts->setPart(options.size() <= 2 ? FieldLayout::Part::editor : FieldLayout::Part::wide, m_segments);
        connect(m_segments, &SegmentedControl::chosen, this, [this](const QString &key) { take(key, false); });
        return;
    }
    m_combo = new QuietComboBox(this);
    for (const auto &option : options) {
        m_combo->addItem(option.name, option.key);
        m_combo->setItemData(m_combo->count() - 1, option.help, Qt::ToolTipRole);
    }
    m_label->setBuddy(m_combo);
    m_parts->setPart(FieldLayout::Part::editor, m_combo);
    connect(m_combo, &QComboBox::activated, this,
            [this](int index) { take(m_combo->itemData(index).toString(), false); });
}

void FieldControl::buildFlag()
{
    m_toggle = new PaintedButton(m_state, PaintedButton::Look::toggle, this);
    m_label->setBuddy(m_toggle);
    m_parts->setPart(FieldLayout::Part::editor, m_toggle);
    connect(m_toggle, &QAbstractButton::clicked, this, [this](bool on) { take(on, false); });
}

void FieldControl::buildOutcomes()
{
    m_chips = new ChipSet(m_state, m_field.choices, this);
    m_parts->setPart(FieldLayout::Part::wide, m_chips);
    connect(m_chips, &ChipSet::changed, this, [this](const QStringList &outcomes) { take(outcomes, false); });
}

void FieldControl::buildText()
{
    m_text = new QLineEdit(this);
    m_label->setBuddy(m_text);
    m_parts->setPart(FieldLayout::Part::wide, m_text);
    connect(m_text, &QLineEdit::editingFinished, this, [this] {
        const Result<FieldValue> typed = fieldFromText(m_field, m_text->text());
        if (!typed)
            m_text->setText(fieldText(m_field, m_value));
        else if (*typed != m_value)
            take(*typed, false);
    });
}

QString FieldControl::hint() const
{
    QString text = fieldHelp(m_field);
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
    } else if (m_text != nullptr) {
        m_text->setText(fieldText(m_field, m_value));
    }
    m_reset->setVisible(!sameValue(m_value, m_field.initial));
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
    for (QWidget *part : std::initializer_list<QWidget *>{m_label, m_reset, m_number, m_slider, m_segments, m_combo,
                                                          m_toggle, m_chips, m_text}) {
        if (part != nullptr)
            part->setEnabled(reason.isEmpty());
    }
    showNote();
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
    if (!m_reason.isEmpty() || !m_explaining || m_field.type != FieldType::choice)
        return m_reason;
    return choiceHelp(m_field, std::get<QString>(m_value));
}

void FieldControl::showNote()
{
    const QString text = note();
    const Theme &theme = m_state->theme();
    const bool wrong = !problem().isEmpty();
    const QColor colour = wrong ? theme.bad : theme.faint;
    m_note->setText(QStringLiteral("<span style=\"color:%1; font-size:%2px\">%3</span>")
                        .arg(colour.name())
                        .arg(theme.small.pixelSize())
                        .arg(text.toHtmlEscaped()));
    m_note->setVisible(!text.isEmpty());
    if (m_number != nullptr)
        m_number->setAccessibleDescription(wrong ? text : hint());
}

} // namespace retrylab
