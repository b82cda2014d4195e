// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/stage_geometry.h"

#include "widgets/base/text_ink.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace retrylab {

namespace {

using Role = StageText::Role;

constexpr double roomyWidth = 700; // pixels at scale 1
constexpr double tallHeight = 170; // title above, caption below; else both share the first row

} // namespace

QString stageTitle()
{
    return QCoreApplication::translate("Stage", "Stage");
}

StageGeometry divideStage(const Theme &theme, const QRectF &area)
{
    StageGeometry g;
    const double unit = theme.scale;
    g.roomy = area.width() / unit >= roomyWidth;
    g.factsBeside = g.roomy;
    const QRectF inner = area.adjusted(theme.px(16), theme.px(8), -theme.px(16), -theme.px(8));
    const double line = stageLineHeight(theme, Role::title, g.roomy);
    const bool tall = area.height() / unit >= tallHeight;
    g.title = QRectF(inner.left(), inner.top(),
                     std::min(inner.width(), stageTextWidth(theme, Role::title, g.roomy, stageTitle())), line);
    const double captionTop = tall ? inner.bottom() - line : inner.top();
    const double captionLeft = tall ? inner.left() : g.title.right() + theme.px(16);
    const double top = g.title.bottom() + theme.px(12);
    const QRectF content(inner.left(), top, inner.width(), (tall ? captionTop - theme.px(8) : inner.bottom()) - top);
    if (content.height() < theme.px(24) || content.width() < theme.px(160))
        return g;

    const double factsWidth = g.factsBeside ? theme.px(132) : 0;
    const double boxWidth = std::clamp(inner.width() * 0.26, std::min(theme.px(132), inner.width() * 0.4),
                                       theme.px(360));
    const double boxHeight = std::min(content.height(), std::max(theme.px(150), boxWidth * 0.8));
    const double boxRight = inner.right() - factsWidth;
    g.box = QRectF(boxRight - boxWidth, content.center().y() - boxHeight / 2, boxWidth, boxHeight);
    g.crowd = QRectF(content.left(), content.top(), inner.width() * 0.34, content.height());
    const double gap = theme.px(14);
    if (g.factsBeside) {
        g.facts = QRectF(g.box.right() + gap, g.box.top(), inner.right() - g.box.right() - gap, g.box.height());
        g.caption = QRectF(captionLeft, captionTop, inner.right() - captionLeft, line);
    } else {
        g.facts = QRectF(captionLeft, captionTop, inner.right() - captionLeft, line);
        g.caption = g.facts;
    }
    return g;
}

GridFit fitGrid(std::uint32_t n, double width, double height, double largest)
{
    GridFit best;
    best.pitch = 0;
    double bestShape = 0;
    const double count = std::max<double>(n, 1);
    for (int rows = 1; rows <= count; ++rows) {
        const double columns = std::ceil(count / rows);
        const double pitch = std::min({largest, width / columns, height / rows});
        const double shape = std::abs(std::log(columns / rows * height / width));
        if (pitch > best.pitch + 1e-9 || (pitch > best.pitch - 1e-9 && shape < bestShape)) {
            best = {static_cast<int>(columns), rows, pitch};
            bestShape = shape;
        }
        if (height / rows < best.pitch) // more rows only get smaller
            break;
    }
    return best;
}

QFont stageFont(const Theme &theme, Role role, bool roomy)
{
    QFont font = roomy ? theme.body : theme.small;
    switch (role) {
    case Role::title:
    case Role::heading:
    case Role::breaker: return theme.heading;
    case Role::faint:
    case Role::tag:
        font = theme.small;
        font.setWeight(role == Role::tag ? QFont::DemiBold : QFont::Normal);
        return font;
    case Role::plain:
    case Role::muted:
    case Role::good:
    case Role::bad: break;
    }
    return font;
}

double stageLineHeight(const Theme &theme, Role role, bool roomy)
{
    return std::ceil(QFontMetricsF(stageFont(theme, role, roomy)).height());
}

double stageTextWidth(const Theme &theme, Role role, bool roomy, const QString &text)
{
    return std::ceil(lineWidth(stageFont(theme, role, roomy), text));
}

void addStageText(StageRecords &records, const Theme &theme, const QRectF &rect, const QString &text, Role role,
                  Qt::Alignment align)
{
    const QFont font = stageFont(theme, role, records.roomy);
    if (text.isEmpty() || rect.width() <= 0 || rect.height() + 0.5 < QFontMetricsF(font).height())
        return;
    const QString shown = elidedLine(font, text, rect.width() + 0.5);
    if (shown.isEmpty() || (shown.size() < 2 && shown != text))
        return;
    // The record is as wide as its words, so that neighbours can be tested against it.
    const double width = std::min(rect.width(), std::ceil(lineWidth(font, shown)));
    double x = rect.left();
    if (align & Qt::AlignRight)
        x = rect.right() - width;
    else if (align & Qt::AlignHCenter)
        x = rect.center().x() - width / 2;
    records.texts.push_back({QRectF(x, rect.top(), width, rect.height()), shown, role, align});
}

} // namespace retrylab
