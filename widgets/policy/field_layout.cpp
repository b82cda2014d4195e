// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/policy/field_layout.h"

#include <QStyle>
#include <QWidget>

#include <algorithm>

namespace retrylab {

namespace {

int heightOf(const QLayoutItem *item, int width)
{
    return item->hasHeightForWidth() ? item->heightForWidth(width) : item->sizeHint().height();
}

} // namespace

FieldLayout::FieldLayout(QWidget *parent)
    : QLayout(parent)
{
    setContentsMargins(0, 0, 0, 0);
}

FieldLayout::~FieldLayout() = default;

void FieldLayout::setPart(Part part, QWidget *widget)
{
    addChildWidget(widget);
    // The kind that remembers sizes: without it each question would shape and break all words anew.
    m_parts[static_cast<std::size_t>(part)] = std::make_unique<QWidgetItemV2>(widget);
}

void FieldLayout::setGaps(int between, int lineGap)
{
    m_between = between;
    m_lineGap = lineGap;
    invalidate();
}

void FieldLayout::addItem(QLayoutItem *item)
{
    // Parts come with a role through setPart(); a nameless item has no place here.
    delete item;
}

int FieldLayout::count() const
{
    return static_cast<int>(
        std::count_if(m_parts.begin(), m_parts.end(), [](const auto &item) { return item != nullptr; }));
}

QLayoutItem *FieldLayout::itemAt(int index) const
{
    for (const auto &item : m_parts) {
        if (item != nullptr && index-- == 0)
            return item.get();
    }
    return nullptr;
}

QLayoutItem *FieldLayout::takeAt(int index)
{
    for (auto &item : m_parts) {
        if (item != nullptr && index-- == 0)
            return item.release();
    }
    return nullptr;
}

bool FieldLayout::shown(Part which) const
{
    return part(which) != nullptr && !part(which)->widget()->isHidden();
}

void FieldLayout::put(Part which, const QRect &area, const QRect &where) const
{
    const Qt::LayoutDirection direction = parentWidget()->layoutDirection();
    part(which)->setGeometry(QStyle::visualRect(direction, area, where));
}

int FieldLayout::arrangeHead(const QRect &area, bool place) const
{
    const QSize reset = part(Part::reset) != nullptr ? part(Part::reset)->sizeHint() : QSize(0, 0);
    const int label = part(Part::label)->sizeHint().width();
    int editorWidth = shown(Part::editor) ? std::min(part(Part::editor)->sizeHint().width(), area.width()) : 0;
    const int editorHeight = editorWidth > 0 ? heightOf(part(Part::editor), editorWidth) : 0;
    const int wanted = label + m_between + reset.width() + (editorWidth > 0 ? m_between + editorWidth : 0);
    const bool oneLine = wanted <= area.width();
    // A list on a line of its own fills it; a number there keeps to the right, where the other numbers are.
    if (!oneLine && editorWidth > 0 && part(Part::editor)->widget()->inherits("QComboBox"))
        editorWidth = area.width();

    const int right = oneLine && editorWidth > 0 ? area.width() - editorWidth - m_between : area.width();
    const int labelWidth = std::max(1, right - reset.width() - (reset.width() > 0 ? m_between : 0));
    const int labelHeight = heightOf(part(Part::label), labelWidth);
    int line = std::max(labelHeight, reset.height());
    if (oneLine)
        line = std::max(line, editorHeight);
    if (place) {
        put(Part::label, area, QRect(area.left(), area.top(), labelWidth, line));
        if (part(Part::reset) != nullptr)
            put(Part::reset, area,
                QRect(area.left() + right - reset.width(), area.top() + (line - reset.height()) / 2, reset.width(),
                      reset.height()));
    }
    const int editorTop = oneLine ? area.top() + (line - editorHeight) / 2 : area.top() + line + m_lineGap;
    if (place && editorWidth > 0)
        put(Part::editor, area, QRect(area.left() + area.width() - editorWidth, editorTop, editorWidth, editorHeight));
    return oneLine || editorWidth == 0 ? line : line + m_lineGap + editorHeight;
}

int FieldLayout::arrange(const QRect &area, bool place) const
{
    if (part(Part::label) == nullptr)
        return 0;
    int height = arrangeHead(area, place);
    for (const Part which : {Part::wide, Part::note}) {
        if (!shown(which))
            continue;
        // A slider has air of its own above its groove.
        height += part(which)->widget()->inherits("QSlider") ? m_lineGap / 2 : m_lineGap;
        const int own = heightOf(part(which), area.width());
        if (place)
            put(which, area, QRect(area.left(), area.top() + height, area.width(), own));
        height += own;
    }
    return height;
}

QSize FieldLayout::sizeHint() const
{
    int width = 0;
    for (const Part which : {Part::label, Part::reset, Part::editor}) {
        if (part(which) != nullptr)
            width += part(which)->sizeHint().width() + m_between;
    }
    if (shown(Part::wide))
        width = std::max(width, part(Part::wide)->sizeHint().width());
    return {width, heightForWidth(width)};
}

QSize FieldLayout::minimumSize() const
{
    int width = 0;
    for (const Part which : {Part::editor, Part::wide}) {
        if (shown(which))
            width = std::max(width, part(which)->minimumSize().width());
    }
    return {width, 0};
}

void FieldLayout::setGeometry(const QRect &rect)
{
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

} // namespace retrylab
