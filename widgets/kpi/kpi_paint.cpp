// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/kpi/kpi_paint.h"

#include "widgets/base/text_ink.h"
#include "widgets/kpi/kpi_words.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace retrylab {

namespace {

void paintTitle(QPainter &painter, const KpiLayout &layout, const Theme &theme, bool compared)
{
    painter.setFont(theme.heading);
    painter.setPen(theme.text);
    const QString title = kpiWords(QT_TRANSLATE_NOOP("KpiPanel", "Now and in total"));
    drawLine(painter, layout.title, Qt::AlignLeft | Qt::AlignVCenter, title);
    if (!compared)
        return;
    const double taken = lineWidth(theme.heading, title) + theme.px(10);
    painter.setFont(theme.small);
    painter.setPen(theme.muted);
    drawLine(painter, layout.title, Qt::AlignRight | Qt::AlignVCenter,
             elidedLine(theme.small, kpiWords(QT_TRANSLATE_NOOP("KpiPanel", "Δ to previous")),
                        std::max(0.0, layout.title.width() - taken)));
}

void paintRow(QPainter &painter, const KpiPlace &place, const KpiRow &row, const Theme &theme)
{
    painter.setFont(theme.number);
    painter.setPen(theme.text);
    const double left = drawTabular(painter, place.value, row.value);
    painter.setFont(theme.body);
    painter.setPen(theme.muted);
    drawLine(painter, place.name, Qt::AlignLeft | Qt::AlignVCenter,
             elidedLine(theme.body, row.name, std::max(0.0, left - place.name.left() - theme.px(8))));
    painter.setFont(theme.small);
    if (!row.note.isEmpty()) {
        painter.setPen(theme.muted);
        drawLine(painter, place.note, Qt::AlignLeft | Qt::AlignVCenter,
                 elidedLine(theme.small, row.note, place.note.width()));
    }
    if (row.delta.isEmpty())
        return;
    painter.setPen(row.change == KpiChange::better  ? theme.good
                   : row.change == KpiChange::worse ? theme.bad
                                                    : theme.muted);
    drawTabular(painter, place.delta, row.delta);
}

} // namespace

double drawTabular(QPainter &painter, const QRectF &box, const QString &text)
{
    const QFont font = painter.font();
    double digit = 0;
    for (char16_t c = u'0'; c <= u'9'; ++c)
        digit = std::max(digit, lineWidth(font, QChar(c)));
    double x = box.right();
    for (auto end = text.size(); end > 0;) {
        // A run of other characters is drawn as one, so that its letters keep their spacing.
        auto start = end - 1;
        const bool isDigit = text[start].isDigit();
        while (!isDigit && start > 0 && !text[start - 1].isDigit())
            --start;
        const QString part = text.mid(start, end - start);
        const double width = isDigit ? digit : lineWidth(font, part);
        x -= width;
        drawLine(painter, QRectF(x, box.top(), width + 1, box.height()),
                 (isDigit ? Qt::AlignHCenter : Qt::AlignLeft) | Qt::AlignVCenter, part);
        end = start;
    }
    return x;
}

void paintKpis(QPainter &painter, const KpiLayout &layout, const Theme &theme, const QString &now, bool compared)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(layout.area, theme.panel);
    paintTitle(painter, layout, theme, compared);
    painter.setFont(theme.small);
    painter.setPen(theme.muted);
    drawLine(painter, layout.now, Qt::AlignLeft | Qt::AlignVCenter, elidedLine(theme.small, now, layout.now.width()));
    for (const KpiPlace &place : layout.places)
        paintRow(painter, place, layout.rows[place.row], theme);
    painter.restore();
}

void paintEmptyKpis(QPainter &painter, const KpiLayout &layout, const Theme &theme)
{
    painter.save();
    painter.fillRect(layout.area, theme.panel);
    paintTitle(painter, layout, theme, false);
    painter.setFont(theme.body);
    painter.setPen(theme.muted);
    const QRectF box(layout.now.left(), layout.now.top() + theme.px(8), layout.now.width(), theme.px(60));
    painter.drawText(box, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                     kpiWords(QT_TRANSLATE_NOOP("KpiPanel", "The figures of the run appear here.")));
    painter.restore();
}

void paintKpiScroll(QPainter &painter, const QRectF &area, const Theme &theme, int first, int last, int count)
{
    const double track = area.height() - theme.px(20);
    const double length = std::max(theme.px(16), track * (count - last) / std::max(count, 1));
    const double top = area.top() + theme.px(10) + (track - length) * first / std::max(last, 1);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.idle);
    painter.drawRoundedRect(QRectF(area.right() - theme.px(7), top, theme.px(4), length), theme.px(2), theme.px(2));
    painter.restore();
}

} // namespace retrylab
