// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/actions.h"
#include "widgets/base/view_state.h"

#include <QWidget>

#include <vector>

class QToolButton;

namespace retrylab {

class GalleryButton;
class SeedField;

/// The bar along the top: name, gallery, undo, the transport in the middle, seed and menu. Where one row would squeeze
/// the transport, it gets a second row to itself; what matters least leaves where even that is too narrow.
class TopBar : public QWidget {
    Q_OBJECT

public:
    /// Takes the transport in.
    TopBar(const ViewState *state, const Actions &actions, QWidget *transport, QWidget *parent = nullptr);

    GalleryButton *gallery() const { return m_gallery; }
    SeedField *seed() const { return m_seed; }
    QToolButton *menuButton() const { return m_menu; }

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    /// What stands in the first row, and whether the transport is in it.
    struct Rows {
        std::vector<QWidget *> first;
        bool transportBelow = false;
    };
    Rows rowsFor(int width) const;
    void arrange();
    int widthOf(const std::vector<QWidget *> &row) const;
    int rowHeight() const;
    int pad() const { return qRound(m_state->theme().px(16)); }
    int gap() const { return qRound(m_state->theme().px(12)); }
    int air() const { return qRound(m_state->theme().px(8)); }

    const ViewState *m_state;
    QWidget *m_title;
    GalleryButton *m_gallery;
    QWidget *m_history; ///< undo and redo
    SeedField *m_seed;
    QToolButton *m_menu;
    QWidget *m_transport;
};

} // namespace retrylab
