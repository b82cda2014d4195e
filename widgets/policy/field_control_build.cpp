// SPDX-License-Identifier: GPL-3.0-or-later
// How a field's control is put together, by the field's type.
#include "widgets/policy/field_control.h"

#include "widgets/policy/choice_controls.h"
#include "widgets/policy/choice_names.h"
#include "widgets/policy/field_layout.h"
#include "widgets/policy/field_slider.h"
#include "widgets/policy/number_field.h"

#include <QLabel>
#include <QLineEdit>

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
        reset();
    });

    m_note = new QLabel(this);
    m_note->setWordWrap(true);
    m_note->setProperty("role", QStringLiteral("faint"));
    m_note->setTextFormat(Qt::PlainText);
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
    connect(m_chips, &ChipSet::dependingChanged, this,
            [this](const QStringList &outcomes) { takeDepending(outcomes); });
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

} // namespace retrylab
