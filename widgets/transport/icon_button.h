// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/view_state.h"

#include <QAbstractButton>

namespace retrylab {

/// A button with a painted sign. Enter presses it; Space is left to the window, where it plays and pauses.
class IconButton : public QAbstractButton {
    Q_OBJECT

public:
    enum class Icon : std::uint8_t { previous, play, pause, next };
    IconButton(ViewState *state, Icon icon, bool primary, QWidget *parent = nullptr);

    Icon icon() const { return m_icon; }
    void setIcon(Icon icon);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    ViewState *m_state;
    Icon m_icon;
    bool m_primary;
};

} // namespace retrylab
