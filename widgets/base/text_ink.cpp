// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/text_ink.h"

#include "widgets/base/kept_by_application.h"

#include <QCache>
#include <QFontMetricsF>
#include <QTextLayout>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace retrylab {

namespace {

constexpr qsizetype mostLines = 1000;
constexpr std::size_t mostFonts = 40;

/// One shaped line.
struct Line {
    QTextLayout layout;
    double advance = 0, height = 0;

    Line(const QString &text, const QFont &font)
        : layout(text, font)
    {
        layout.setCacheEnabled(true);
        layout.beginLayout();
        QTextLine line = layout.createLine();
        if (line.isValid()) {
            constexpr double endless = 1e6;
            line.setLineWidth(endless);
            line.setPosition({0, 0});
            advance = line.horizontalAdvance();
            height = line.ascent() + line.descent(); // line.height() is rounded up
        }
        layout.endLayout();
    }
};

class Lines {
public:
    /// Shared, for the cache may drop what it was just given.
    std::shared_ptr<const Line> find(const QFont &font, const QString &text)
    {
        const std::pair<int, QString> key(indexOf(font), text);
        if (const auto *known = m_lines.object(key))
            return *known;
        auto made = std::make_shared<const Line>(text, font);
        m_lines.insert(key, new std::shared_ptr<const Line>(made));
        return made;
    }

private:
    /// Fonts are few: finding one among them takes less than hashing it.
    int indexOf(const QFont &font)
    {
        auto found = std::find(m_fonts.begin(), m_fonts.end(), font);
        if (found == m_fonts.end()) {
            if (m_fonts.size() >= mostFonts) {
                m_fonts.clear();
                m_lines.clear();
            }
            found = m_fonts.insert(m_fonts.end(), font);
        }
        return static_cast<int>(found - m_fonts.begin());
    }

    std::vector<QFont> m_fonts;
    QCache<std::pair<int, QString>, std::shared_ptr<const Line>> m_lines{mostLines};
};

} // namespace

void drawLine(QPainter &painter, const QRectF &box, int alignment, const QString &text)
{
    if (text.isEmpty())
        return;
    const std::shared_ptr<const Line> line = keptByApplication<Lines>().find(painter.font(), text);
    double x = box.left(), y = box.top();
    if ((alignment & Qt::AlignRight) != 0)
        x += box.width() - line->advance;
    else if ((alignment & Qt::AlignHCenter) != 0)
        x += (box.width() - line->advance) / 2;
    if ((alignment & Qt::AlignBottom) != 0)
        y += box.height() - line->height;
    else if ((alignment & Qt::AlignVCenter) != 0)
        y += (box.height() - line->height) / 2;
    line->layout.draw(&painter, {x, y});
}

double lineWidth(const QFont &font, const QString &text)
{
    return text.isEmpty() ? 0.0 : keptByApplication<Lines>().find(font, text)->advance;
}

QString elidedLine(const QFont &font, const QString &text, double width)
{
    return lineWidth(font, text) <= width ? text : QFontMetricsF(font).elidedText(text, Qt::ElideRight, width);
}

} // namespace retrylab
