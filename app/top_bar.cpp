// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/top_bar.h"

#include "app/gallery.h"
#include "app/icons.h"
#include "app/seed_field.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

namespace retrylab {

namespace {

QToolButton *iconButton(QAction *action, LineIcon icon, const Theme &theme, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    action->setIcon(lineIcon(icon, theme));
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setIconSize(QSize(qRound(theme.px(18)), qRound(theme.px(18))));
    button->setAccessibleName(action->text());
    return button;
}

} // namespace

TopBar::TopBar(const ViewState *state, const Actions &actions, QWidget *transport, QWidget *parent)
    : QWidget(parent)
    , m_state(state)
    , m_gallery(new GalleryButton(state, this))
    , m_history(new QWidget(this))
    , m_seed(new SeedField(state, this))
    , m_menu(new QToolButton(this))
{
    const Theme &theme = state->theme();
    auto *title = new QLabel(QStringLiteral("Retry Lab"), this);
    title->setFont(theme.title);
    m_title = title;

    auto *history = new QHBoxLayout(m_history);
    history->setContentsMargins(0, 0, 0, 0);
    history->setSpacing(0);
    history->addWidget(iconButton(actions.undo, LineIcon::undo, theme, m_history));
    history->addWidget(iconButton(actions.redo, LineIcon::redo, theme, m_history));

    m_menu->setIcon(lineIcon(LineIcon::menu, theme));
    m_menu->setIconSize(QSize(qRound(theme.px(20)), qRound(theme.px(20))));
    m_menu->setAutoRaise(true);
    m_menu->setFocusPolicy(Qt::StrongFocus);
    m_menu->setAccessibleName(tr("Menu"));
    m_menu->setToolTip(tr("Menu (F10)"));
    m_menu->setMenu(actions.makeMenu(m_menu));
    m_menu->setPopupMode(QToolButton::InstantPopup);
    m_menu->setShortcut(QKeySequence(Qt::Key_F10));
    m_menu->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));

    auto *layout = new QHBoxLayout(this);
    const int pad = qRound(theme.px(16));
    layout->setContentsMargins(pad, qRound(theme.px(8)), pad, qRound(theme.px(8)));
    layout->setSpacing(qRound(theme.px(12)));
    layout->addWidget(m_title);
    layout->addWidget(m_gallery);
    layout->addWidget(m_history);
    layout->addWidget(transport, 1);
    layout->addWidget(m_seed);
    layout->addWidget(m_menu);
}

void TopBar::paintEvent(QPaintEvent *)
{
    const Theme &theme = m_state->theme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.panel);
    painter.fillRect(0, height() - 1, width(), 1, theme.line);
}

void TopBar::resizeEvent(QResizeEvent *)
{
    // What matters least goes first where there is little room for the text size.
    const Theme &theme = m_state->theme();
    m_title->setVisible(width() >= theme.px(1100));
    m_history->setVisible(width() >= theme.px(860));
    m_seed->setVisible(width() >= theme.px(760));
}

} // namespace retrylab
