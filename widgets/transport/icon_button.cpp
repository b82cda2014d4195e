// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/transport/icon_button.h"

#include <QKeyEvent>
#include <QPainter>

namespace retrylab {

namespace {

void triangle(QPainter &painter, QPointF tip, double width, double half)
{
    painter.drawPolygon(QPolygonF{tip, {tip.x() - width, tip.y() - half}, {tip.x() - width, tip.y() + half}});
}

/// The sign, `s` high, round `c`.
void paintIcon(QPainter &painter, IconButton::Icon icon, QPointF c, double s)
{
    const double bar = s * 0.2;
    switch (icon) {
    case IconButton::Icon::play: triangle(painter, c + QPointF(s * 0.48, 0), s * 0.88, s * 0.54); break;
    case IconButton::Icon::pause:
        painter.drawRoundedRect(QRectF(c.x() - s * 0.38, c.y() - s / 2, bar * 1.4, s), 1, 1);
        painter.drawRoundedRect(QRectF(c.x() + s * 0.38 - bar * 1.4, c.y() - s / 2, bar * 1.4, s), 1, 1);
        break;
    case IconButton::Icon::next:
        triangle(painter, c + QPointF(s * 0.25, 0), s * 0.72, s * 0.48);
        painter.drawRect(QRectF(c.x() + s * 0.29, c.y() - s * 0.48, bar, s * 0.96));
        break;
    case IconButton::Icon::previous:
        triangle(painter, c - QPointF(s * 0.25, 0), -s * 0.72, s * 0.48);
        painter.drawRect(QRectF(c.x() - s * 0.29 - bar, c.y() - s * 0.48, bar, s * 0.96));
        break;
    }
}

QColor mixed(const QColor &a, const QColor &b, float share)
{
    return QColor::fromRgbF(a.redF() + (b.redF() - a.redF()) * share, a.greenF() + (b.greenF() - a.greenF()) * share,
                            a.blueF() + (b.blueF() - a.blueF()) * share);
}

} // namespace

IconButton::IconButton(ViewState *state, Icon icon, bool primary, QWidget *parent)
    : QAbstractButton(parent)
    , m_state(state)
    , m_icon(icon)
    , m_primary(primary)
{
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(state, &ViewState::themeChanged, this, [this] {
        updateGeometry();
        update();
    });
}

void IconButton::setIcon(Icon icon)
{
    m_icon = icon;
    update();
}

QSize IconButton::sizeHint() const
{
    const Theme &theme = m_state->theme();
    return {static_cast<int>(theme.px(m_primary ? 42 : 34)), static_cast<int>(theme.px(30))};
}

void IconButton::paintEvent(QPaintEvent *)
{
    const Theme &theme = m_state->theme();
    QColor back = m_primary ? theme.accent : theme.raised;
    QColor ink = m_primary ? theme.onAccent : theme.text;
    if (!isEnabled())
        back = theme.raised, ink = theme.faint;
    else if (isDown())
        back = mixed(back, theme.text, 0.16F);
    else if (underMouse())
        back = mixed(back, theme.text, 0.08F);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double line = hasFocus() ? 2.0 : 1.0;
    const QColor edge = m_primary && isEnabled() ? back : theme.line;
    const QColor focus = m_primary ? theme.text : theme.focus;
    painter.setPen(QPen(hasFocus() ? focus : edge, line));
    painter.setBrush(back);
    painter.drawRoundedRect(QRectF(rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2), theme.px(6),
                            theme.px(6));
    painter.setPen(Qt::NoPen);
    painter.setBrush(ink);
    paintIcon(painter, m_icon, QRectF(rect()).center(), theme.px(12));
}

void IconButton::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else if (event->key() == Qt::Key_Space)
        event->ignore();
    else
        QAbstractButton::keyPressEvent(event);
}

} // namespace retrylab
