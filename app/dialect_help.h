// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/view_state.h"

#include <QDialog>

class QTextBrowser;

namespace retrylab {

/// All dialects as a page to read: what each library does, where the lab does otherwise, and where its rules stand.
/// Follows the language, the theme and the text size of the window.
class DialectHelp : public QDialog {
    Q_OBJECT

public:
    explicit DialectHelp(const ViewState *state, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void fill();

    const ViewState *m_state;
    QTextBrowser *m_page;
};

} // namespace retrylab
