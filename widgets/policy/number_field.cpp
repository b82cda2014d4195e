// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/policy/number_field.h"

#include "widgets/policy/field_text.h"
#include "widgets/policy/slider_scale.h"

#include <QKeyEvent>
#include <QStyle>

#include <algorithm>

namespace retrylab {

NumberField::NumberField(const ViewState *state, const Field &field, QWidget *parent)
    : QLineEdit(parent)
    , m_state(state)
    , m_field(field)
    , m_value(field.initial)
    , m_wanted(wantedSize())
{
    setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setMaxLength(40);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setFieldValue(field.initial);
    connect(this, &QLineEdit::textEdited, this, &NumberField::check);
    connect(this, &QLineEdit::returnPressed, this, [this] {
        commit();
        if (m_problem.isEmpty())
            selectAll();
    });
}

void NumberField::setFieldValue(const FieldValue &value)
{
    m_value = value;
    const QString shown = humanFieldText(m_field, value, m_state->locale());
    if (shown != text())
        setText(shown);
    setModified(false);
    setProblem({});
}

QSize NumberField::wantedSize() const
{
    const Theme &theme = m_state->theme();
    double textWidth = theme.px(56);
    const QFontMetricsF metrics(theme.body);
    if (m_field.mayBeUnlimited)
        textWidth = std::max(textWidth, metrics.horizontalAdvance(
                                            humanFieldText(m_field, unlimitedValue(m_field.type), m_state->locale())));
    return {qRound(textWidth + theme.px(22)), qRound(metrics.height() + theme.px(10))};
}

QSize NumberField::minimumSizeHint() const
{
    return {qRound(m_state->theme().px(60)), m_wanted.height()};
}

bool NumberField::event(QEvent *event)
{
    // While nothing is being typed, undo and redo belong to the document.
    if (event->type() == QEvent::ShortcutOverride && !isModified()) {
        auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->ignore();
            return true;
        }
    }
    return QLineEdit::event(event);
}

void NumberField::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Up: Q_EMIT stepped(SliderScale::steps / 100); return;
    case Qt::Key_Down: Q_EMIT stepped(-SliderScale::steps / 100); return;
    case Qt::Key_PageUp: Q_EMIT stepped(SliderScale::steps / 10); return;
    case Qt::Key_PageDown: Q_EMIT stepped(-SliderScale::steps / 10); return;
    case Qt::Key_Escape:
        if (isModified()) {
            setFieldValue(m_value);
            selectAll();
            return;
        }
        break;
    default: break;
    }
    QLineEdit::keyPressEvent(event);
}

void NumberField::focusOutEvent(QFocusEvent *event)
{
    QLineEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
        commit();
}

void NumberField::check()
{
    const auto parsed = parseFieldText(m_field, text(), m_value, m_state->locale());
    setProblem(parsed ? QString() : parsed.error().message);
}

void NumberField::commit()
{
    if (!isModified())
        return;
    const auto parsed = parseFieldText(m_field, text(), m_value, m_state->locale());
    setProblem(parsed ? QString() : parsed.error().message);
    if (!parsed)
        return;
    const bool changed = *parsed != m_value;
    setFieldValue(*parsed);
    if (changed)
        Q_EMIT committed(m_value);
}

void NumberField::setProblem(const QString &problem)
{
    if (problem == m_problem)
        return;
    m_problem = problem;
    setProperty("invalid", !problem.isEmpty());
    // The style sheet reads the property only when the widget is polished.
    style()->unpolish(this);
    style()->polish(this);
    Q_EMIT problemChanged(m_problem);
}

} // namespace retrylab
