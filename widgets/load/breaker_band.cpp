// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/load/breaker_band.h"

#include <algorithm>
#include <cmath>

namespace retrylab {

namespace {

/// Breaker·columns spent open and half-open, per column.
class Columns {
public:
    explicit Columns(const TimeAxis &axis)
        : m_axis(axis)
        , m_columnsPerNs(axis.width / static_cast<double>(axis.range.length()))
        , m_open(static_cast<std::size_t>(std::max(1.0, std::ceil(axis.width))))
        , m_halfOpen(m_open.size())
    {
    }

    std::size_t count() const { return m_open.size(); }
    double open(std::size_t column) const { return m_open[column]; }
    double halfOpen(std::size_t column) const { return m_halfOpen[column]; }

    /// From where the last stretch ended.
    void addUntil(std::int64_t to, double open, double halfOpen)
    {
        const double left = m_done;
        const double right = std::clamp(static_cast<double>(to - m_axis.range.from) * m_columnsPerNs, 0.0,
                                        m_axis.width);
        m_done = right;
        if (right <= left || (open <= 0 && halfOpen <= 0))
            return;
        const auto last = std::min(count() - 1, static_cast<std::size_t>(right));
        for (auto column = static_cast<std::size_t>(left); column <= last; ++column) {
            const auto start = static_cast<double>(column);
            const double overlap = std::min(right, start + 1.0) - std::max(left, start);
            m_open[column] += open * overlap;
            m_halfOpen[column] += halfOpen * overlap;
        }
    }

private:
    TimeAxis m_axis;
    double m_columnsPerNs;
    double m_done = 0; ///< column up to which time has been added
    std::vector<double> m_open;
    std::vector<double> m_halfOpen;
};

Columns gather(const std::vector<BreakerTransition> &transitions, const TimeAxis &axis)
{
    Columns columns(axis);
    double open = 0;
    double halfOpen = 0;
    for (const BreakerTransition &change : transitions) {
        columns.addUntil(std::clamp(change.at, axis.range.from, axis.range.to), open, halfOpen);
        open += (change.to == BreakerState::open) - (change.from == BreakerState::open);
        halfOpen += (change.to == BreakerState::halfOpen) - (change.from == BreakerState::halfOpen);
        if (change.at >= axis.range.to)
            break;
    }
    columns.addUntil(axis.range.to, open, halfOpen);
    return columns;
}

} // namespace

std::vector<BandPiece> breakerBand(const std::vector<BreakerTransition> &transitions, std::uint32_t breakers,
                                   const TimeAxis &axis)
{
    const Columns columns = gather(transitions, axis);
    std::vector<BandPiece> pieces;
    for (std::size_t i = 0; i < columns.count(); ++i) {
        const double left = axis.left + static_cast<double>(i);
        const double right = std::min(left + 1.0, axis.right());
        const double width = std::max(right - left, 1e-9);
        BandPiece piece{left, right, columns.open(i) / width / breakers, columns.halfOpen(i) / width / breakers};
        if (breakers == 1) {
            piece.halfOpen = piece.halfOpen > 0 ? 1.0 : 0.0;
            piece.open = piece.halfOpen > 0 || piece.open < 0.5 ? 0.0 : 1.0;
        }
        constexpr double visible = 0.01; // a tenth of a pixel of the band's height
        if (!pieces.empty() && std::abs(pieces.back().open - piece.open) < visible
            && std::abs(pieces.back().halfOpen - piece.halfOpen) < visible)
            pieces.back().right = right;
        else
            pieces.push_back(piece);
    }
    return pieces;
}

} // namespace retrylab
