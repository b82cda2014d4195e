// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/fields.h"
#include "widgets/base/view_state.h"

#include <QWidget>

class QVBoxLayout;

namespace retrylab {

class FieldControl;

/// One line of small text, cut with an ellipsis where it does not fit.
class ElidedLine : public QWidget {
    Q_OBJECT

public:
    explicit ElidedLine(const ViewState *state, QWidget *parent = nullptr);

    const QString &text() const { return m_text; }
    void setText(const QString &text);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const ViewState *m_state;
    QString m_text;
};

/// The library whose rules the callers' policy follows: a choice, and below it what that library does in a line; all
/// that is known of it in the tool tip.
class DialectRow : public QWidget {
    Q_OBJECT

public:
    explicit DialectRow(const ViewState *state, QWidget *parent = nullptr);

    void setExperiment(const Experiment &experiment);
    FieldControl *control() const { return m_control; }
    const ElidedLine *about() const { return m_about; }

Q_SIGNALS:
    void edited(const QString &path, const retrylab::FieldValue &value, bool dragging);

private:
    void makeControl(const QString &path);

    const ViewState *m_state;
    QVBoxLayout *m_column;
    FieldControl *m_control = nullptr;
    ElidedLine *m_about;
};

} // namespace retrylab
