// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/breaker/breaker_layout.h"

#include "widgets/breaker/breaker_condition.h"
#include "widgets/breaker/breaker_window.h"
#include "widgets/breaker/breaker_words.h"

#include <QtMath>

#include <algorithm>
#include <cmath>

namespace retrylab {

namespace {

class Builder {
public:
    Builder(const BreakerInput &input, const QRectF &area)
        : m_in(input)
        , m_theme(input.theme)
    {
        m_out.area = area;
        m_inner = area.adjusted(px(16), px(12), -px(16), -px(10));
    }

    BreakerLayout build()
    {
        placeTitle();
        placeNodes();
        placeArrows();
        const QRectF rest(m_inner.left(), m_nodeBottom + px(16), m_inner.width(), px(60));
        placeBreakerWindow(m_in, rest, m_out);
        return std::move(m_out);
    }

private:
    double px(double p) const { return m_theme.px(p); }
    double radius() const { return px(31); }

    void placeTitle()
    {
        m_out.titleBox = QRectF(m_inner.left(), m_inner.top(), m_inner.width(), px(20));
        double bottom = m_out.titleBox.bottom();
        if (m_in.breakers > 1) {
            m_out.subject = breakerWords(QT_TRANSLATE_NOOP("BreakerView", "caller %1"))
                                .arg(m_in.locale.toString(m_in.shown + 1));
            m_out.summaryBox = QRectF(m_inner.left(), bottom + px(4), m_inner.width(), px(16));
            m_out.summaryBar = QRectF(m_inner.left(), m_out.summaryBox.bottom() + px(2), m_inner.width(), px(6));
            bottom = m_out.summaryBar.bottom();
            placeSummary();
        } else if (m_in.options.scope == BreakerScope::shared) {
            m_out.subject = breakerWords(QT_TRANSLATE_NOOP("BreakerView", "shared by all callers"));
        }
        m_top = bottom + px(26) + radius();
    }

    void placeSummary()
    {
        const std::uint32_t closed = m_in.breakers - m_in.open - m_in.halfOpen;
        m_out.summary = breakerWords(QT_TRANSLATE_NOOP("BreakerView", "%1 closed · %2 open · %3 half-open"))
                            .arg(m_in.locale.toString(closed), m_in.locale.toString(m_in.open),
                                 m_in.locale.toString(m_in.halfOpen));
        double x = m_out.summaryBar.left();
        const auto part = [&](std::uint32_t count, BreakerState state) {
            const double width = m_out.summaryBar.width() * count / m_in.breakers;
            if (count > 0)
                m_out.summaryParts.emplace_back(QRectF(x, m_out.summaryBar.top(), width, m_out.summaryBar.height()),
                                                state);
            x += width;
        };
        part(closed, BreakerState::closed);
        part(m_in.halfOpen, BreakerState::halfOpen);
        part(m_in.open, BreakerState::open);
    }

    void placeNodes()
    {
        const double bottom = m_top + px(88);
        // A wide panel does not pull the circles apart for ever.
        const double reach = std::min(m_inner.width() / 2, px(150)) - radius() - px(4);
        const double middle = m_inner.center().x();
        addNode(BreakerState::closed, {middle - reach, m_top});
        addNode(BreakerState::open, {middle + reach, m_top});
        addNode(BreakerState::halfOpen, {middle, bottom});
        m_nodeBottom = bottom + radius();
    }

    void addNode(BreakerState state, QPointF centre)
    {
        BreakerNode node;
        node.state = state;
        node.centre = centre;
        node.radius = radius();
        node.name = breakerStateName(state);
        node.current = m_in.picture.state == state;
        if (node.current && state == BreakerState::open) {
            const std::int64_t left = m_in.picture.probesFrom - m_in.now;
            node.detail = left > 0 ? countdown(left) : breakerWords(QT_TRANSLATE_NOOP("BreakerView", "may probe"));
            node.countdown = std::clamp(static_cast<double>(left) / static_cast<double>(openTime().count()), 0.0, 1.0);
        }
        if (node.current && state == BreakerState::halfOpen)
            node.detail = probing();
        m_out.nodes.push_back(node);
    }

    /// How far the probes are from a verdict that closes the breaker: by their successes, or by how many have ended.
    QString probing() const
    {
        const bool byNumber = judgesShare(m_in.options.verdict);
        return breakerWords(QT_TRANSLATE_NOOP("BreakerView", "%1 of %2"))
            .arg(m_in.locale.toString(byNumber ? m_in.picture.probesEnded : m_in.picture.probesSucceeded),
                 m_in.locale.toString(byNumber ? probesJudged(m_in.options) : m_in.options.successes));
    }

    /// While it is open, how long it stays so; else how long it would at first.
    Duration openTime() const
    {
        const BreakerPicture &picture = m_in.picture;
        return picture.state == BreakerState::open ? Duration(picture.probesFrom - picture.since)
                                                   : m_in.options.openTime;
    }

    /// With a fixed number of decimals, so that it does not jump while it counts.
    QString countdown(std::int64_t left) const
    {
        const double seconds = static_cast<double>(left) / 1e9;
        if (openTime() >= std::chrono::milliseconds(500))
            return m_in.locale.toString(seconds, 'f', 1) + QStringLiteral(" s");
        return m_in.locale.toString(seconds * 1e3, 'f', 0) + QStringLiteral(" ms");
    }

    void placeArrows()
    {
        const QPointF closed = m_out.nodes[0].centre;
        const QPointF open = m_out.nodes[1].centre;
        const QPointF half = m_out.nodes[2].centre;
        const double r = radius();
        const double lower = half.y() + px(6);

        addArrow(
            BreakerState::closed, BreakerState::open, edge(closed, -38), edge(open, -142), {half.x(), m_top - r * 1.15},
            QRectF(closed.x() + px(8), m_top - r - px(19), open.x() - closed.x() - px(16), px(16)), Qt::AlignHCenter);
        addArrow(BreakerState::open, BreakerState::halfOpen, edge(open, 78), edge(half, -4),
                 {open.x() - px(4), half.y() - px(6)},
                 QRectF(half.x() + r + px(6), lower + px(8), m_inner.right() - half.x() - r - px(6), px(16)),
                 Qt::AlignRight);
        addArrow(BreakerState::halfOpen, BreakerState::open, edge(half, -62), edge(open, 133),
                 {half.x() + (open.x() - half.x()) * 0.40, m_top + r * 0.95},
                 QRectF(closed.x() + r + px(4), m_top + px(10), half.x() + px(22) - closed.x() - r, px(16)),
                 Qt::AlignHCenter);
        addArrow(BreakerState::halfOpen, BreakerState::closed, edge(half, 184), edge(closed, 102),
                 {closed.x() + px(4), half.y() - px(6)},
                 QRectF(m_inner.left(), lower + px(8), half.x() - r - px(6) - m_inner.left(), px(16)), Qt::AlignLeft);
    }

    /// A point a little outside a circle; degrees clockwise from the right.
    QPointF edge(QPointF centre, double degrees) const
    {
        const double distance = radius() + px(5);
        return centre + QPointF(std::cos(qDegreesToRadians(degrees)), std::sin(qDegreesToRadians(degrees))) * distance;
    }

    void addArrow(BreakerState from, BreakerState to, QPointF start, QPointF end, QPointF bend, const QRectF &label,
                  Qt::Alignment align)
    {
        BreakerArrow arrow;
        arrow.from = from;
        arrow.to = to;
        const bool known = m_in.picture.state == BreakerState::open;
        arrow.label = breakerCondition(m_in.options, from, to, known ? openTime() : std::optional<Duration>(),
                                       m_in.locale);
        arrow.labelBox = label;
        arrow.align = align | Qt::AlignVCenter;
        arrow.lit = m_in.picture.last && m_in.picture.last->from == from && m_in.picture.last->to == to;
        const QPointF way = end - bend;
        const QPointF along = way / std::hypot(way.x(), way.y());
        const QPointF across(-along.y(), along.x());
        const QPointF neck = end - along * px(8);
        arrow.head = QPolygonF{end, neck + across * px(4), neck - across * px(4)};
        arrow.path.moveTo(start);
        arrow.path.quadTo(bend, neck + along * px(1));
        m_out.arrows.push_back(arrow);
    }

    const BreakerInput &m_in;
    const Theme &m_theme;
    QRectF m_inner;
    double m_top = 0; ///< of the upper circles' centres
    double m_nodeBottom = 0;
    BreakerLayout m_out;
};

} // namespace

QString breakerStateName(BreakerState state)
{
    switch (state) {
    case BreakerState::open: return breakerWords(QT_TRANSLATE_NOOP("BreakerView", "Open"));
    case BreakerState::halfOpen: return breakerWords(QT_TRANSLATE_NOOP("BreakerView", "Half-open"));
    case BreakerState::closed: break;
    }
    return breakerWords(QT_TRANSLATE_NOOP("BreakerView", "Closed"));
}

double breakerHeight(const Theme &theme, bool manyBreakers)
{
    return theme.px(12 + 20 + (manyBreakers ? 28 : 0) + 26 + 62 + 88 + 16 + 60 + 10);
}

BreakerDiagramLook diagramLook(const BreakerLayout &layout)
{
    BreakerDiagramLook look{layout.area, layout.subject, {}, {}};
    for (const BreakerArrow &arrow : layout.arrows) {
        look.labels.push_back(arrow.label);
        look.lit.push_back(arrow.lit);
    }
    for (const BreakerNode &node : layout.nodes)
        look.lit.push_back(node.current);
    look.lit.push_back(!layout.summaryBox.isNull());
    return look;
}

BreakerLayout layoutBreaker(const BreakerInput &input, const QRectF &area)
{
    return Builder(input, area).build();
}

} // namespace retrylab
