// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/transport/scrub_layout.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace retrylab {

namespace {

QColor colourOf(const Theme &theme, Marker::Kind kind)
{
    switch (kind) {
    case Marker::Kind::faultStart:
    case Marker::Kind::faultEnd: return theme.failure;
    case Marker::Kind::breakerOpens: return theme.open;
    case Marker::Kind::breakerProbes: return theme.halfOpen;
    case Marker::Kind::breakerCloses: return theme.closed;
    case Marker::Kind::firstGiveUp: break;
    }
    return theme.text;
}

/// Beginnings and transitions are full triangles, a fault's end is a hollow one, the first give-up a ring.
void paintMark(QPainter &painter, const Theme &theme, Marker::Kind kind, QRectF rect, bool lit)
{
    if (lit)
        rect = QRectF(rect.center().x() - rect.width() * 0.7, rect.top() - rect.height() * 0.2, rect.width() * 1.4,
                      rect.height() * 1.2);
    const QColor colour = colourOf(theme, kind);
    const bool hollow = kind == Marker::Kind::faultEnd || kind == Marker::Kind::firstGiveUp;
    const double stroke = theme.px(1.3);
    painter.setPen(hollow ? QPen(colour, stroke) : QPen(Qt::NoPen));
    painter.setBrush(hollow ? Qt::NoBrush : QBrush(colour));
    if (hollow)
        rect.adjust(stroke / 2, stroke / 2, -stroke / 2, -stroke / 2);
    if (kind == Marker::Kind::firstGiveUp) {
        const double radius = std::min(rect.width(), rect.height()) / 2;
        painter.drawEllipse(rect.center(), radius, radius);
    } else {
        painter.drawPolygon(QPolygonF{rect.topLeft(), rect.topRight(), {rect.center().x(), rect.bottom()}});
    }
}

} // namespace

ScrubRecords layoutScrub(QSizeF size, std::int64_t duration, std::int64_t playhead, const std::vector<Marker> &markers,
                         const Theme &theme)
{
    ScrubRecords out;
    const double radius = theme.px(7.5);
    const double half = theme.px(2.5);
    const double middle = std::round(size.height() * 0.64);
    out.axis = {{0, std::max<std::int64_t>(1, duration)}, radius, std::max(1.0, size.width() - 2 * radius)};
    const double at = out.axis.x(std::clamp<std::int64_t>(playhead, 0, out.axis.range.to));
    out.track = QRectF(out.axis.left, middle - half, out.axis.width, 2 * half);
    out.played = QRectF(out.axis.left, middle - half, at - out.axis.left, 2 * half);
    out.thumb = QRectF(at - radius, middle - radius, 2 * radius, 2 * radius);
    const double width = theme.px(9);
    const double height = theme.px(7);
    for (std::size_t i = 0; i < markers.size(); ++i) {
        if (markers[i].at < 0 || markers[i].at > duration)
            continue;
        const double x = out.axis.x(markers[i].at);
        out.marks.push_back({QRectF(x - width / 2, out.thumb.top() - theme.px(0.5) - height, width, height), i});
    }
    return out;
}

std::optional<std::size_t> hitScrubMark(const ScrubRecords &records, QPointF point)
{
    std::optional<std::size_t> hit;
    double nearest = 1e9;
    for (const ScrubMark &mark : records.marks) {
        const double distance = std::abs(mark.rect.center().x() - point.x());
        if (distance <= mark.rect.width() / 2 + 1 && distance < nearest && point.y() <= mark.rect.bottom()) {
            nearest = distance;
            hit = mark.marker;
        }
    }
    return hit;
}

void paintScrub(QPainter &painter, const ScrubRecords &records, const std::vector<Marker> &markers, const Theme &theme,
                std::optional<std::size_t> lit, bool focused)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const double radius = records.track.height() / 2;
    painter.setBrush(theme.kind == ThemeKind::dark ? theme.line : theme.idle);
    painter.drawRoundedRect(records.track, radius, radius);
    painter.setBrush(theme.accent);
    painter.drawRoundedRect(records.played, radius, radius);
    for (const ScrubMark &mark : records.marks)
        paintMark(painter, theme, markers[mark.marker].kind, mark.rect, lit == mark.marker);
    const bool dark = theme.kind == ThemeKind::dark;
    painter.setPen(focused ? QPen(theme.focus, theme.px(2)) : QPen(dark ? theme.window : theme.muted, theme.px(1)));
    painter.setBrush(dark ? theme.text : QColor(Qt::white));
    const double inset = focused ? theme.px(1) : 0.5;
    painter.drawEllipse(records.thumb.adjusted(inset, inset, -inset, -inset));
    painter.restore();
}

} // namespace retrylab
