// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/policy/field_slider.h"

#include "widgets/policy/field_accessible.h"
#include "widgets/policy/field_text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace retrylab {

namespace {

constexpr int onePercent = SliderScale::steps / 100;
constexpr int tenPercent = SliderScale::steps / 10;

} // namespace

FieldSlider::FieldSlider(const ViewState *state, const Field &field, QWidget *parent)
    : QSlider(Qt::Horizontal, parent)
    , m_state(state)
    , m_field(field)
    , m_scale(field)
    , m_value(field.initial)
{
    installFieldAccessibility();
    setRange(0, m_scale.maximum());
    setSingleStep(onePercent);
    setPageStep(tenPercent);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setFieldValue(field.initial);
    // Positions that come from elsewhere (a screen reader's "increase") are edits as well.
    connect(this, &QSlider::valueChanged, this, [this](int position) { moveTo(m_scale.valueAt(position), false); });
}

void FieldSlider::setFieldValue(const FieldValue &value)
{
    m_value = value;
    const QSignalBlocker quiet(this);
    setValue(m_scale.positionOf(value));
    update();
}

void FieldSlider::rescale()
{
    m_scale = SliderScale(m_field);
    setFieldValue(m_value);
}

void FieldSlider::step(int count, bool dragging)
{
    moveTo(m_scale.stepped(m_value, count), dragging);
}

QString FieldSlider::spokenValue() const
{
    return humanFieldText(m_field, m_value, m_state->locale());
}

void FieldSlider::moveTo(const FieldValue &value, bool dragging)
{
    const bool changed = value != m_value;
    setFieldValue(value);
    if (!changed)
        return;
    m_unfinished = dragging;
    Q_EMIT edited(m_value, dragging);
}

void FieldSlider::finish()
{
    if (std::exchange(m_unfinished, false))
        Q_EMIT edited(m_value, false);
}

double FieldSlider::handleRadius() const
{
    return m_state->theme().px(7);
}

double FieldSlider::xOf(int position) const
{
    const double radius = handleRadius();
    const double fraction = static_cast<double>(position) / std::max(1, maximum());
    const double x = radius + (width() - 2.0 * radius) * fraction;
    return isRightToLeft() ? width() - x : x;
}

int FieldSlider::positionAt(double x) const
{
    const double radius = handleRadius();
    const double along = isRightToLeft() ? width() - x : x;
    const double fraction = (along - radius) / std::max(1.0, width() - 2.0 * radius);
    return static_cast<int>(std::lround(std::clamp(fraction, 0.0, 1.0) * maximum()));
}

QSize FieldSlider::sizeHint() const
{
    const Theme &theme = m_state->theme();
    return {qRound(theme.px(160)), qRound(theme.px(20))};
}

QSize FieldSlider::minimumSizeHint() const
{
    return {qRound(m_state->theme().px(60)), sizeHint().height()};
}

void FieldSlider::paintEvent(QPaintEvent *)
{
    const Theme &theme = m_state->theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const double y = height() / 2.0;
    const double groove = theme.px(4);
    const double x = xOf(value());
    const QRectF whole(0, y - groove / 2, width(), groove);
    painter.setBrush(theme.kind == ThemeKind::dark ? theme.line : theme.idle);
    painter.drawRoundedRect(whole, groove / 2, groove / 2);
    QRectF filled = whole;
    isRightToLeft() ? filled.setLeft(x) : filled.setRight(x);
    painter.setBrush(isEnabled() ? theme.accent : theme.faint);
    painter.drawRoundedRect(filled, groove / 2, groove / 2);

    const double radius = isSliderDown() || underMouse() ? handleRadius() : theme.px(6.5);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.focus, theme.px(1.5)));
        painter.drawEllipse(QPointF(x, y), radius + theme.px(1.75), radius + theme.px(1.75));
    }
    // On a light panel a white handle would vanish: there it takes the accent, ringed in white.
    const bool dark = theme.kind == ThemeKind::dark;
    painter.setPen(dark ? QPen(theme.panel, theme.px(1)) : QPen(theme.panel, theme.px(1.5)));
    painter.setBrush(!isEnabled() ? theme.faint : dark ? theme.text : theme.accent);
    painter.drawEllipse(QPointF(x, y), radius, radius);
}

void FieldSlider::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    const double x = event->position().x();
    const double offset = x - xOf(value());
    const bool onHandle = std::abs(offset) <= handleRadius() + m_state->theme().px(2);
    m_grab = onHandle ? offset : 0.0;
    setSliderDown(true);
    if (!onHandle)
        moveTo(m_scale.valueAt(positionAt(x)), true);
    event->accept();
}

void FieldSlider::mouseMoveEvent(QMouseEvent *event)
{
    if (isSliderDown())
        moveTo(m_scale.valueAt(positionAt(event->position().x() - m_grab)), true);
}

void FieldSlider::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    setSliderDown(false);
    finish();
    update();
}

void FieldSlider::keyPressEvent(QKeyEvent *event)
{
    const int ahead = isRightToLeft() ? -1 : 1;
    switch (event->key()) {
    case Qt::Key_Right: return step(ahead * onePercent, true);
    case Qt::Key_Left: return step(-ahead * onePercent, true);
    case Qt::Key_Up: return step(onePercent, true);
    case Qt::Key_Down: return step(-onePercent, true);
    case Qt::Key_PageUp: return step(tenPercent, true);
    case Qt::Key_PageDown: return step(-tenPercent, true);
    case Qt::Key_Home: return moveTo(m_scale.valueAt(0), true);
    case Qt::Key_End: return moveTo(m_scale.valueAt(m_scale.maximum()), true);
    default: event->ignore();
    }
}

void FieldSlider::keyReleaseEvent(QKeyEvent *event)
{
    // A key that is held repeats: all its steps are one edit.
    if (!event->isAutoRepeat())
        finish();
    event->ignore();
}

void FieldSlider::focusOutEvent(QFocusEvent *event)
{
    if (!isSliderDown())
        finish();
    QSlider::focusOutEvent(event);
}

void FieldSlider::wheelEvent(QWheelEvent *event)
{
    if (!hasFocus() || event->angleDelta().y() == 0) {
        event->ignore();
        return;
    }
    step(event->angleDelta().y() > 0 ? onePercent : -onePercent, false);
    event->accept();
}

} // namespace retrylab
