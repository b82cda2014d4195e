// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/top_bar.h"

#include "app/gallery.h"
#include "app/icons.h"
#include "app/seed_field.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

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

constexpr double comfortable = 60; ///< a scrub bar so much longer than its least can be aimed at

} // namespace

TopBar::TopBar(const ViewState *state, const Actions &actions, QWidget *transport, QWidget *parent)
    : QWidget(parent)
    , m_state(state)
    , m_gallery(new GalleryButton(state, this))
    , m_history(new QWidget(this))
    , m_seed(new SeedField(state, this))
    , m_menu(new QToolButton(this))
    , m_transport(transport)
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
    // The icon says that it is a menu: no room for an arrow beside it.
    m_menu->setStyleSheet(QStringLiteral("QToolButton { padding-right: %1px; }").arg(qRound(theme.px(8))));

    m_transport->setParent(this);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

int TopBar::widthOf(const std::vector<QWidget *> &row) const
{
    int width = 2 * pad() - gap();
    for (const QWidget *part : row)
        width += part->sizeHint().width() + gap();
    return width;
}

TopBar::Rows TopBar::rowsFor(int width) const
{
    const Theme &theme = m_state->theme();
    const int transport = m_transport->minimumSizeHint().width() + qRound(theme.px(comfortable)) + gap();
    std::vector<QWidget *> parts{m_title, m_gallery, m_history, m_seed, m_menu};
    if (widthOf(parts) + transport <= width)
        return {parts, false};
    const std::vector<QWidget *> untitled(parts.begin() + 1, parts.end());
    if (widthOf(untitled) + transport <= width)
        return {untitled, false};
    for (QWidget *dispensable : {m_title, m_history, static_cast<QWidget *>(m_seed)}) {
        if (widthOf(parts) <= width)
            break;
        parts.erase(std::find(parts.begin(), parts.end(), dispensable));
    }
    return {parts, true};
}

int TopBar::rowHeight() const
{
    int height = m_transport->sizeHint().height();
    for (const QWidget *part : {m_title, static_cast<QWidget *>(m_gallery), m_history, static_cast<QWidget *>(m_seed),
                                static_cast<QWidget *>(m_menu)})
        height = std::max(height, part->sizeHint().height());
    return height;
}

int TopBar::heightForWidth(int width) const
{
    const int row = rowHeight() + air();
    return air() + row * (rowsFor(width).transportBelow ? 2 : 1);
}

QSize TopBar::sizeHint() const
{
    return {qRound(m_state->theme().px(1280)), air() + rowHeight() + air()};
}

QSize TopBar::minimumSizeHint() const
{
    return {2 * pad() + m_gallery->minimumSizeHint().width() + gap() + m_menu->sizeHint().width(),
            air() + rowHeight() + air()};
}

void TopBar::paintEvent(QPaintEvent *)
{
    const Theme &theme = m_state->theme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.panel);
    painter.fillRect(0, height() - 1, width(), 1, theme.line);
}

bool TopBar::event(QEvent *event)
{
    // A part has another size: the length of the run has more digits, for example.
    if (event->type() == QEvent::LayoutRequest) {
        arrange();
        updateGeometry();
    }
    return QWidget::event(event);
}

void TopBar::resizeEvent(QResizeEvent *)
{
    arrange();
}

void TopBar::arrange()
{
    const Rows rows = rowsFor(width());
    const int height = rowHeight();
    const auto place = [height](QWidget *part, int x, int y, int width) {
        const int own = std::min(height, part->sizeHint().height());
        part->setGeometry(x, y + (height - own) / 2, width, own);
    };
    for (QWidget *part : {m_title, m_history, static_cast<QWidget *>(m_seed)})
        part->setVisible(std::find(rows.first.begin(), rows.first.end(), part) != rows.first.end());
    // From both ends towards the middle: the seed and the menu stand on the right.
    int left = pad();
    int right = width() - pad();
    for (auto part = rows.first.rbegin(); *part == m_menu || *part == m_seed; ++part) {
        const int own = (*part)->sizeHint().width();
        place(*part, right - own, air(), own);
        right -= own + gap();
    }
    for (QWidget *part : rows.first) {
        if (part == m_seed || part == m_menu)
            break;
        const int own = std::min(part->sizeHint().width(), right - left);
        place(part, left, air(), own);
        left += own + gap();
    }
    if (rows.transportBelow)
        place(m_transport, pad(), air() + height + air(), width() - 2 * pad());
    else
        place(m_transport, left, air(), right - left);
}

} // namespace retrylab
