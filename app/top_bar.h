// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/actions.h"
#include "widgets/base/view_state.h"

#include <QWidget>

class QToolButton;

namespace retrylab {

class GalleryButton;
class SeedField;

/// The bar along the top: name, gallery, undo, the transport in the middle, seed and menu.
class TopBar : public QWidget {
    Q_OBJECT

public:
    /// Takes the transport in.
    TopBar(const ViewState *state, const Actions &actions, QWidget *transport, QWidget *parent = nullptr);

    GalleryButton *gallery() const { return m_gallery; }
    SeedField *seed() const { return m_seed; }
    QToolButton *menuButton() const { return m_menu; }

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    const ViewState *m_state;
    QWidget *m_title;
    GalleryButton *m_gallery;
    QWidget *m_history; ///< undo and redo
    SeedField *m_seed;
    QToolButton *m_menu;
};

} // namespace retrylab
