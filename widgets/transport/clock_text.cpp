// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/transport/clock_text.h"

#include "widgets/base/ticks.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace retrylab {

namespace {

double digitWidth(const QFontMetricsF &metrics)
{
    double widest = 0;
    for (char16_t c = u'0'; c <= u'9'; ++c)
        widest = std::max(widest, metrics.horizontalAdvance(QChar(c)));
    return widest;
}

double advance(const QFontMetricsF &metrics, double digit, QChar c)
{
    return c.isDigit() ? digit : metrics.horizontalAdvance(c);
}

double widthOf(const QFontMetricsF &metrics, const QString &text)
{
    const double digit = digitWidth(metrics);
    double width = 0;
    for (const QChar c : text)
        width += advance(metrics, digit, c);
    return width;
}

} // namespace

QString clockText(std::int64_t t, std::int64_t duration, const QLocale &locale)
{
    const auto time = static_cast<double>(t);
    if (duration < 1'000'000'000) {
        const int decimals = duration < 10'000'000 ? 3 : 1;
        return QStringLiteral("%1 ms").arg(locale.toString(time / 1e6, 'f', decimals));
    }
    const int decimals = duration <= 100'000'000'000 ? 2 : 1;
    return QStringLiteral("%1 s").arg(locale.toString(time / 1e9, 'f', decimals));
}

QString lengthText(std::int64_t duration, const QLocale &locale)
{
    const auto length = static_cast<double>(duration);
    if (duration >= 120'000'000'000)
        return humanTime(length / 1e9, locale);
    const bool seconds = duration >= 1'000'000'000;
    const QString number = locale.toString(length / (seconds ? 1e9 : 1e6), 'g', 4);
    return number + (seconds ? QStringLiteral(" s") : QStringLiteral(" ms"));
}

TabularLabel::TabularLabel(ViewState *state, Look look, QWidget *parent)
    : QWidget(parent)
    , m_state(state)
    , m_look(look)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(state, &ViewState::themeChanged, this, [this] {
        updateGeometry();
        update();
    });
}

const QFont &TabularLabel::textFont() const
{
    return m_look == Look::number ? m_state->theme().number : m_state->theme().body;
}

void TabularLabel::setText(const QString &text)
{
    if (text == m_text)
        return;
    m_text = text;
    update();
}

void TabularLabel::setLongest(const QString &text)
{
    if (text == m_longest)
        return;
    m_longest = text;
    updateGeometry();
}

QSize TabularLabel::sizeHint() const
{
    const QFontMetricsF metrics(textFont());
    return {static_cast<int>(std::ceil(widthOf(metrics, m_longest))) + 2,
            static_cast<int>(std::ceil(metrics.height()))};
}

void TabularLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QFontMetricsF metrics(textFont());
    const double digit = digitWidth(metrics);
    painter.setFont(textFont());
    painter.setPen(m_look == Look::number ? m_state->theme().text : m_state->theme().muted);
    // Right-aligned: the unit stands still and the digits in front of it come and go.
    double x = width() - 1 - widthOf(metrics, m_text);
    const double baseline = (height() + metrics.ascent() - metrics.descent()) / 2;
    for (const QChar c : m_text) {
        const double room = advance(metrics, digit, c);
        painter.drawText(QPointF(x + (room - metrics.horizontalAdvance(c)) / 2, baseline), QString(c));
        x += room;
    }
}

} // namespace retrylab
