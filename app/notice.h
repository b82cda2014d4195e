// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/view_state.h"

#include <QWidget>

class QLabel;
class QTimer;
class QToolButton;

namespace retrylab {

/// A line below the top bar that says what went wrong or what was done, without standing in the way.
class Notice : public QWidget {
    Q_OBJECT

public:
    explicit Notice(const ViewState *state, QWidget *parent = nullptr);

    /// Good news go away by themselves.
    void inform(const QString &text);
    /// Bad news stay until they are closed or the next notice comes.
    void warn(const QString &text);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void showText(const QString &text, bool bad);

    const ViewState *m_state;
    QLabel *m_label;
    QToolButton *m_close;
    QTimer *m_timer;
    bool m_bad = false;
};

} // namespace retrylab
