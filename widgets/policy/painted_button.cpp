// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/policy/choice_controls.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace retrylab {

PaintedButton::PaintedButton(const ViewState *state, Look look, QWidget *parent)
    : QAbstractButton(parent)
    , m_state(state)
    , m_look(look)
{
    setCheckable(look != Look::reset);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    const bool stretches = look == Look::segment || look == Look::drawer;
    setSizePolicy(stretches ? QSizePolicy::Preferred : QSizePolicy::Fixed, QSizePolicy::Fixed);
    if (look != Look::toggle)
        setCursor(Qt::PointingHandCursor);
}

QSize PaintedButton::sizeHint() const
{
    const Theme &theme = m_state->theme();
    if (m_look == Look::toggle)
        return {qRound(theme.px(34)), qRound(theme.px(22))};
    if (m_look == Look::reset)
        return {qRound(theme.px(20)), qRound(theme.px(20))};
    if (m_look == Look::drawer) {
        const QFontMetricsF metrics(theme.heading);
        return {qRound(metrics.horizontalAdvance(text()) + theme.px(26)), qRound(metrics.height() + theme.px(8))};
    }
    if (m_look == Look::tab) {
        // Measured in the heavier weight, so that choosing a tab does not shift its neighbours.
        const QFontMetricsF heavy(theme.heading);
        return {qRound(heavy.horizontalAdvance(text()) + theme.px(8)), qRound(heavy.height() + theme.px(12))};
    }
    const QFontMetricsF metrics(m_look == Look::segment ? theme.body : theme.small);
    const double padding = m_look == Look::segment ? 7 : 9;
    return {qRound(metrics.horizontalAdvance(text()) + theme.px(2 * padding)), qRound(metrics.height() + theme.px(8))};
}

QSize PaintedButton::minimumSizeHint() const
{
    const QSize hint = sizeHint();
    const bool words = m_look == Look::segment || m_look == Look::chip || m_look == Look::drawer;
    return {words ? std::min(hint.width(), qRound(m_state->theme().px(28))) : hint.width(), hint.height()};
}

void PaintedButton::setHalfOn(bool half)
{
    if (half == m_halfOn)
        return;
    m_halfOn = half;
    update();
}

QString PaintedButton::fittingText(const QFont &font) const
{
    return QFontMetricsF(font).elidedText(text(), Qt::ElideRight, width() - m_state->theme().px(6));
}

void PaintedButton::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        click();
        return;
    }
    QAbstractButton::keyPressEvent(event);
}

void PaintedButton::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    switch (m_look) {
    case Look::segment: paintSegment(painter); break;
    case Look::chip: paintChip(painter); break;
    case Look::toggle: paintToggle(painter); break;
    case Look::reset: paintReset(painter); break;
    case Look::tab: paintTab(painter); break;
    case Look::drawer: paintDrawer(painter); break;
    }
}

void PaintedButton::paintFocus(QPainter &painter, const QRectF &box, double radius) const
{
    if (!hasFocus())
        return;
    const Theme &theme = m_state->theme();
    painter.setBrush(Qt::NoBrush);
    // On the accent itself the focus colour would drown.
    painter.setPen(QPen(isChecked() && (m_look == Look::segment || m_look == Look::toggle) ? theme.text : theme.focus,
                        theme.px(1.75)));
    painter.drawRoundedRect(box, radius, radius);
}

void PaintedButton::paintSegment(QPainter &painter) const
{
    const Theme &theme = m_state->theme();
    const QRectF box = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    const double radius = theme.px(4.5);
    const bool hovered = underMouse() && isEnabled();
    if (isChecked() || hovered) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(isChecked() ? (isEnabled() ? theme.accent : theme.faint) : theme.raised);
        painter.drawRoundedRect(box, radius, radius);
    }
    painter.setFont(theme.body);
    painter.setPen(isChecked() ? theme.onAccent : !isEnabled() ? theme.faint : hovered ? theme.text : theme.muted);
    painter.drawText(rect(), Qt::AlignCenter, fittingText(theme.body));
    const double inset = theme.px(1);
    paintFocus(painter, box.adjusted(inset, inset, -inset, -inset), radius);
}

void PaintedButton::paintChip(QPainter &painter) const
{
    const Theme &theme = m_state->theme();
    const double pen = theme.px(1.25);
    const QRectF box = QRectF(rect()).adjusted(pen, pen, -pen, -pen);
    const double radius = box.height() / 2;
    QColor tint = theme.accent;
    tint.setAlphaF(0.18F);
    painter.setBrush(isChecked() ? QBrush(tint) : underMouse() ? QBrush(theme.raised) : QBrush(Qt::NoBrush));
    // Off is dotted as well as dim, and half on is dashed: the difference must not rest on colour.
    QPen outline((isChecked() || m_halfOn) && isEnabled() ? theme.accent : theme.faint, pen);
    if (!isChecked())
        outline.setStyle(m_halfOn ? Qt::DashLine : Qt::DotLine);
    painter.setPen(outline);
    painter.drawRoundedRect(box, radius, radius);
    painter.setFont(theme.small);
    painter.setPen(!isEnabled() ? theme.faint : isChecked() || m_halfOn ? theme.text : theme.muted);
    painter.drawText(rect(), Qt::AlignCenter, fittingText(theme.small));
    paintFocus(painter, box, radius);
}

void PaintedButton::paintToggle(QPainter &painter) const
{
    const Theme &theme = m_state->theme();
    const double height = theme.px(18);
    const QRectF box((width() - theme.px(32)) / 2, (this->height() - height) / 2, theme.px(32), height);
    painter.setPen(Qt::NoPen);
    painter.setBrush(isChecked() && isEnabled() ? theme.accent : theme.idle);
    painter.drawRoundedRect(box, height / 2, height / 2);
    const double knob = height / 2 - theme.px(2.5);
    const bool right = isChecked() != isRightToLeft();
    const double x = right ? box.right() - height / 2 : box.left() + height / 2;
    painter.setBrush(isChecked() ? theme.onAccent : theme.kind == ThemeKind::dark ? theme.text : theme.panel);
    painter.drawEllipse(QPointF(x, box.center().y()), knob, knob);
    const double inset = theme.px(0.5);
    paintFocus(painter, box.adjusted(-inset, -inset, inset, inset), height / 2);
}

void PaintedButton::paintTab(QPainter &painter) const
{
    const Theme &theme = m_state->theme();
    painter.setFont(isChecked() ? theme.heading : theme.body);
    painter.setPen(isChecked() || underMouse() ? theme.text : theme.muted);
    const double line = theme.px(2);
    painter.drawText(QRectF(rect()).adjusted(0, 0, 0, -line), Qt::AlignCenter, text());
    if (isChecked()) {
        const QRectF bar(theme.px(4), height() - line, width() - theme.px(8), line);
        painter.fillRect(bar, theme.accent);
    }
    const double inset = theme.px(1);
    paintFocus(painter, QRectF(rect()).adjusted(inset, inset, -inset, -inset - line), theme.px(4));
}

void PaintedButton::paintDrawer(QPainter &painter) const
{
    const Theme &theme = m_state->theme();
    const QColor colour = underMouse() ? theme.text : theme.muted;
    // The arrow points at what the click brings: along the line, or down where it is open.
    const double size = theme.px(4);
    const QPointF centre(theme.px(8), height() / 2.0);
    QPolygonF arrow{QPointF(-size / 2, -size), QPointF(size / 2, 0), QPointF(-size / 2, size)};
    if (isChecked())
        arrow = QTransform().rotate(90).map(arrow);
    painter.setPen(QPen(colour, theme.px(1.5), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(arrow.translated(centre));
    painter.setPen(isChecked() || underMouse() ? theme.text : theme.muted);
    painter.setFont(theme.heading);
    painter.drawText(QRectF(rect()).adjusted(theme.px(18), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(theme.heading).elidedText(text(), Qt::ElideRight, width() - theme.px(20)));
    const double inset = theme.px(1);
    paintFocus(painter, QRectF(rect()).adjusted(inset, inset, -inset, -inset), theme.px(4));
}

void PaintedButton::paintReset(QPainter &painter) const
{
    const Theme &theme = m_state->theme();
    const QPointF centre = QRectF(rect()).center();
    const double radius = theme.px(4.75);
    const QColor colour = underMouse() ? theme.text : theme.muted;
    painter.setPen(QPen(colour, theme.px(1.4), Qt::SolidLine, Qt::RoundCap));
    painter.setBrush(Qt::NoBrush);
    // Three quarters of a turn, anticlockwise, ending in an arrow head at the upper left.
    const QRectF circle(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius);
    painter.drawArc(circle, 150 * 16, -285 * 16);
    const QPointF tip(centre.x() - radius * 0.87, centre.y() - radius * 0.5);
    const double arm = theme.px(3.4);
    painter.drawLine(tip, tip + QPointF(arm, arm * 0.1));
    painter.drawLine(tip, tip + QPointF(-arm * 0.05, -arm));
    const double inset = theme.px(1);
    paintFocus(painter, QRectF(rect()).adjusted(inset, inset, -inset, -inset), theme.px(4));
}

} // namespace retrylab
