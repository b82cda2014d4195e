// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/notice.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QTimer>
#include <QToolButton>

namespace retrylab {

namespace {

constexpr int goodNewsMs = 6000;

} // namespace

Notice::Notice(const ViewState *state, QWidget *parent)
    : QWidget(parent)
    , m_state(state)
    , m_label(new QLabel(this))
    , m_close(new QToolButton(this))
    , m_timer(new QTimer(this))
{
    const Theme &theme = state->theme();
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(qRound(theme.px(16)), qRound(theme.px(6)), qRound(theme.px(8)), qRound(theme.px(6)));
    layout->addWidget(m_label, 1);
    layout->addWidget(m_close);
    m_label->setWordWrap(true);
    m_label->setTextFormat(Qt::PlainText);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_close->setText(tr("Close"));
    m_close->setFocusPolicy(Qt::StrongFocus);
    m_timer->setSingleShot(true);
    connect(m_timer, &QTimer::timeout, this, &QWidget::hide);
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    hide();
}

void Notice::inform(const QString &text)
{
    showText(text, false);
    m_timer->start(goodNewsMs);
}

void Notice::warn(const QString &text)
{
    showText(text, true);
    m_timer->stop();
}

void Notice::showText(const QString &text, bool bad)
{
    m_bad = bad;
    m_label->setText(text);
    m_label->setAccessibleName(text);
    show();
    update();
}

void Notice::paintEvent(QPaintEvent *)
{
    const Theme &theme = m_state->theme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.raised);
    painter.fillRect(0, 0, qRound(theme.px(4)), height(), m_bad ? theme.bad : theme.good);
}

} // namespace retrylab
