// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/policy/flow_layout.h"

#include <QStyle>
#include <QWidget>

#include <algorithm>

namespace retrylab {

FlowLayout::FlowLayout(bool justified, QWidget *parent)
    : QLayout(parent)
    , m_justified(justified)
{
    setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout() = default;

void FlowLayout::setGaps(int between, int lineGap)
{
    m_between = between;
    m_lineGap = lineGap;
    invalidate();
}

void FlowLayout::addItem(QLayoutItem *item)
{
    m_items.emplace_back(item);
}

QLayoutItem *FlowLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)].get() : nullptr;
}

QLayoutItem *FlowLayout::takeAt(int index)
{
    if (index < 0 || index >= count())
        return nullptr;
    QLayoutItem *item = m_items[static_cast<std::size_t>(index)].release();
    m_items.erase(m_items.begin() + index);
    return item;
}

std::vector<FlowLayout::Line> FlowLayout::linesOf(int perLine) const
{
    std::vector<Line> result;
    for (int first = 0; first < count(); first += perLine) {
        Line line{first, std::min(first + perLine, count()), 0, 0};
        for (int i = line.first; i < line.last; ++i) {
            const QSize hint = itemAt(i)->sizeHint();
            line.width += hint.width() + (i > line.first ? m_between : 0);
            line.height = std::max(line.height, hint.height());
        }
        result.push_back(line);
    }
    return result;
}

std::vector<FlowLayout::Line> FlowLayout::lines(int width) const
{
    if (m_justified) {
        // Lines of about equal length look like one control: the fewest lines whose items all fit.
        for (int rows = 1; rows <= count(); ++rows) {
            auto result = linesOf((count() + rows - 1) / rows);
            if (rows == count()
                || std::all_of(result.begin(), result.end(), [width](const Line &line) { return line.width <= width; }))
                return result;
        }
        return {};
    }
    std::vector<Line> result;
    for (int i = 0; i < count(); ++i) {
        const QSize hint = itemAt(i)->sizeHint();
        if (result.empty() || result.back().width + m_between + hint.width() > width)
            result.push_back({i, i, -m_between, 0});
        Line &line = result.back();
        line.last = i + 1;
        line.width += m_between + hint.width();
        line.height = std::max(line.height, hint.height());
    }
    return result;
}

int FlowLayout::heightForWidth(int width) const
{
    const QMargins margins = contentsMargins();
    int height = margins.top() + margins.bottom();
    const auto placed = lines(width - margins.left() - margins.right());
    for (const Line &line : placed)
        height += line.height;
    return height + std::max(0, static_cast<int>(placed.size()) - 1) * m_lineGap;
}

QSize FlowLayout::sizeHint() const
{
    const QMargins margins = contentsMargins();
    const auto single = linesOf(std::max(1, count()));
    const QSize inner = single.empty() ? QSize() : QSize(single.front().width, single.front().height);
    return inner.expandedTo({0, 0}).grownBy(margins);
}

QSize FlowLayout::minimumSize() const
{
    QSize size(0, 0);
    for (const auto &item : m_items)
        size = size.expandedTo(item->minimumSize());
    return size.grownBy(contentsMargins());
}

void FlowLayout::placeLine(const Line &line, const QRect &area, int y)
{
    const int spare = m_justified ? std::max(0, area.width() - line.width) : 0;
    const int items = line.last - line.first;
    int x = area.left();
    for (int i = line.first; i < line.last; ++i) {
        // Handing the spare pixels out by running totals leaves no gap at the end.
        const int index = i - line.first;
        const int extra = spare * (index + 1) / items - spare * index / items;
        const int width = std::min(itemAt(i)->sizeHint().width() + extra, area.width());
        const QRect place(x, y, width, line.height);
        const auto direction = parentWidget() != nullptr ? parentWidget()->layoutDirection() : Qt::LeftToRight;
        itemAt(i)->setGeometry(QStyle::visualRect(direction, area, place));
        x += width + m_between;
    }
}

void FlowLayout::setGeometry(const QRect &rect)
{
    QLayout::setGeometry(rect);
    const QRect area = rect.marginsRemoved(contentsMargins());
    int y = area.top();
    for (const Line &line : lines(area.width())) {
        placeLine(line, area, y);
        y += line.height + m_lineGap;
    }
}

} // namespace retrylab
