// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/switch.h"

#include <QApplication>
#include <QPainter>

#include <cmath>

namespace retrylab {

Switch::Switch(const QString &text, QWidget *parent)
    : QCheckBox(text, parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QRectF Switch::track() const
{
    const double height = std::round(fontMetrics().height() * 1.1);
    const double width = std::round(height * 1.8);
    const double x = isLeftToRight() ? this->width() - width - 2.0 : 2.0;
    return {x, std::round((this->height() - height) / 2), width, height};
}

QSize Switch::sizeHint() const
{
    const QFontMetrics metrics = fontMetrics();
    const int words = metrics.horizontalAdvance(text()) + (text().isEmpty() ? 0 : metrics.height());
    return {words + static_cast<int>(std::ceil(track().width())) + 4, static_cast<int>(metrics.height() * 1.1) + 6};
}

void Switch::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    // The style sheet rewrites the widget's own palette; the application's holds the theme.
    const QPalette colours = QApplication::palette();
    const auto group = isEnabled() ? QPalette::Active : QPalette::Disabled;
    const QRectF pill = track();
    const QColor off = colours.color(QPalette::Mid);
    painter.setPen(hasFocus() ? QPen(colours.color(QPalette::WindowText), 2) : QPen(Qt::NoPen));
    painter.setBrush(isChecked() && isEnabled() ? colours.color(QPalette::Highlight) : off);
    painter.drawRoundedRect(pill.adjusted(1, 1, -1, -1), pill.height() / 2, pill.height() / 2);
    const double radius = pill.height() / 2 - pill.height() * 0.17;
    const bool right = isChecked() == isLeftToRight();
    const double x = right ? pill.right() - pill.height() / 2 : pill.left() + pill.height() / 2;
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.color(group, isChecked() ? QPalette::HighlightedText : QPalette::WindowText));
    painter.drawEllipse(QPointF(x, pill.center().y()), radius, radius);
    painter.setPen(colours.color(group, QPalette::WindowText));
    painter.setFont(font());
    painter.drawText(
        rect(), Qt::AlignVCenter | (isLeftToRight() ? Qt::AlignLeft : Qt::AlignRight) | Qt::TextShowMnemonic, text());
}

} // namespace retrylab
