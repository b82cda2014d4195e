// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/load/load_paint.h"

#include "widgets/load/load_words.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace retrylab {

QStringList loadReadout(const LoadLayout &layout, const QLocale &locale, std::int64_t t)
{
    const LoadPoint *point = layout.at(t);
    if (!point)
        return {};
    const auto rate = [&](double value) { return humanNumber(value, locale); };
    QStringList lines{
        humanNanoseconds(t, locale),
        loadWords(QT_TRANSLATE_NOOP("LoadView", "first attempts %1/s")).arg(rate(point->firstAttempts)),
        loadWords(QT_TRANSLATE_NOOP("LoadView", "retries %1/s")).arg(rate(point->retries)),
        loadWords(QT_TRANSLATE_NOOP("LoadView", "goodput %1/s")).arg(rate(point->goodput)),
        loadWords(QT_TRANSLATE_NOOP("LoadView", "queue up to %1")).arg(locale.toString(point->queueMax, 'f', 0))};
    const double x = layout.axis.x(t);
    for (const BandPiece &piece : layout.bandPieces) {
        if (x < piece.left || x > piece.right)
            continue;
        const double most = std::max({piece.open, piece.halfOpen, piece.closed()});
        if (most > 0.995) {
            lines << (piece.open == most       ? loadWords(QT_TRANSLATE_NOOP("LoadView", "breaker open"))
                      : piece.halfOpen == most ? loadWords(QT_TRANSLATE_NOOP("LoadView", "breaker half-open"))
                                               : loadWords(QT_TRANSLATE_NOOP("LoadView", "breaker closed")));
        } else {
            lines << loadWords(QT_TRANSLATE_NOOP("LoadView", "breakers open %1 %"))
                         .arg(locale.toString(100.0 * piece.open, 'f', 0));
        }
        break;
    }
    return lines;
}

void paintLoadReadout(QPainter &painter, const LoadLayout &layout, const Theme &theme, const QLocale &locale,
                      std::int64_t t)
{
    const QStringList lines = loadReadout(layout, locale, t);
    if (lines.isEmpty() || !layout.axis.range.contains(t))
        return;
    const QFontMetricsF metrics(theme.small);
    double width = 0;
    for (const QString &line : lines)
        width = std::max(width, metrics.horizontalAdvance(line));
    const double lineHeight = theme.px(16);
    const QSizeF size(width + theme.px(20), lineHeight * static_cast<double>(lines.size()) + theme.px(10));
    const double x = layout.axis.x(t);
    const double gap = theme.px(10);
    const double left = x + gap + size.width() <= layout.area.right() ? x + gap : x - gap - size.width();
    const double top = std::clamp(layout.plot.top() + theme.px(6), layout.area.top(),
                                  std::max(layout.area.top(), layout.area.bottom() - size.height()));
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(x - theme.px(0.5), layout.plot.top(), theme.px(1), layout.plot.height()), theme.muted);
    painter.setPen(QPen(theme.line, theme.px(1)));
    painter.setBrush(theme.raised);
    painter.drawRoundedRect(QRectF(QPointF(left, top), size), theme.px(6), theme.px(6));
    painter.setFont(theme.small);
    for (qsizetype i = 0; i < lines.size(); ++i) {
        painter.setPen(i == 0 ? theme.text : theme.muted);
        painter.drawText(QRectF(left + theme.px(10), top + theme.px(5) + lineHeight * static_cast<double>(i),
                                width + theme.px(2), lineHeight),
                         Qt::AlignLeft | Qt::AlignVCenter, lines[i]);
    }
    painter.restore();
}

} // namespace retrylab
