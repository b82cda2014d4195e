// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/view_state.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace retrylab {

/// The seed: shown, typed, drawn anew, or locked (a locked seed stays when another experiment is opened).
class SeedField : public QWidget {
    Q_OBJECT

public:
    explicit SeedField(const ViewState *state, QWidget *parent = nullptr);

    void setSeed(std::uint64_t seed);
    void setLocked(bool locked);

Q_SIGNALS:
    void seedEdited(quint64 seed);
    void rollRequested();
    void lockToggled(bool locked);

private:
    void commit();

    std::uint64_t m_seed = 1;
    QLineEdit *m_edit;
    QToolButton *m_roll;
    QToolButton *m_lock;
};

} // namespace retrylab
