// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/fields.h"
#include "widgets/base/view_state.h"

#include <QLineEdit>

namespace retrylab {

/// The value of a numeric field as text with its unit. What is typed counts on Enter or when the focus leaves; text that
/// means nothing or lies out of range is marked and explained at once and never changes the value. Escape gives up.
class NumberField : public QLineEdit {
    Q_OBJECT

public:
    NumberField(const ViewState *state, const Field &field, QWidget *parent = nullptr);

    const FieldValue &fieldValue() const { return m_value; }
    /// Shows a value and forgets what was being typed; emits only problemChanged().
    void setFieldValue(const FieldValue &value);
    /// What is wrong with the text, in one sentence with the allowed range; empty when nothing is.
    const QString &problem() const { return m_problem; }

    QSize sizeHint() const override { return m_wanted; }
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void committed(const retrylab::FieldValue &value);
    void problemChanged(const QString &problem);
    /// Up, Down, Page Up, Page Down: so many slider steps (10 = 1 %).
    void stepped(int count);

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    QSize wantedSize() const;
    void check();
    void commit();
    void setProblem(const QString &problem);

    const ViewState *m_state;
    const Field &m_field;
    FieldValue m_value;
    QSize m_wanted; ///< room for the longest usual text
    QString m_problem;
};

} // namespace retrylab
