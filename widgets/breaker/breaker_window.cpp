// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/breaker/breaker_window.h"

#include "widgets/base/plural.h"
#include "widgets/breaker/breaker_words.h"
#include "widgets/breaker/option_time.h"

#include <algorithm>
#include <cmath>

namespace retrylab {

namespace {

constexpr double smallestSquare = 4.0; ///< px at scale 1, without its gap
constexpr double largestSquare = 13.0;

QString titleOf(const BreakerInput &in)
{
    const bool attempts = in.options.order == BreakerOrder::inside;
    switch (in.options.kind) {
    case BreakerKind::timeWindow:
        return breakerWords(QT_TRANSLATE_NOOP("BreakerView", "Last %1")).arg(optionTime(in.options.window, in.locale));
    case BreakerKind::countWindow:
        return (attempts
                    ? breakerWords(QT_TRANSLATE_N_NOOP("BreakerView", "Last %1 attempts"), pluralOf(in.options.size))
                    : breakerWords(QT_TRANSLATE_N_NOOP("BreakerView", "Last %1 calls"), pluralOf(in.options.size)))
            .arg(in.locale.toString(in.options.size));
    case BreakerKind::lifetime: return breakerWords(QT_TRANSLATE_NOOP("BreakerView", "Since it closed"));
    case BreakerKind::consecutive:
    case BreakerKind::none: break;
    }
    return breakerWords(QT_TRANSLATE_NOOP("BreakerView", "Failures in a row"));
}

QString countOf(const BreakerInput &in)
{
    if (in.options.kind == BreakerKind::consecutive)
        return breakerWords(QT_TRANSLATE_NOOP("BreakerView", "%1 of %2"))
            .arg(in.locale.toString(in.picture.failures), in.locale.toString(in.options.size));
    if (in.picture.outcomes == 0)
        return breakerWords(QT_TRANSLATE_NOOP("BreakerView", "none yet"));
    const double share = 100.0 * in.picture.failures / in.picture.outcomes;
    return breakerWords(QT_TRANSLATE_NOOP("BreakerView", "%1 failed · %2 %"))
        .arg(in.locale.toString(in.picture.failures), in.locale.toString(share, 'f', 0));
}

/// Columns and side of squares that fill the box, or a side of 0 when they would be too small.
struct Grid {
    int columns = 1;
    double side = 0;
};

Grid gridFor(std::uint32_t count, const QRectF &box, const Theme &theme)
{
    const double gap = theme.px(2);
    for (int rows = 1; rows <= 4; ++rows) {
        const int columns = static_cast<int>((count + static_cast<std::uint32_t>(rows) - 1)
                                             / static_cast<std::uint32_t>(rows));
        const double wide = (box.width() + gap) / columns - gap;
        const double high = (box.height() + gap) / rows - gap;
        const double side = std::min({wide, high, theme.px(largestSquare)});
        const bool last = rows == 4;
        if (side >= theme.px(last ? smallestSquare : 8.0))
            return {columns, side};
    }
    return {};
}

void placeSquares(const BreakerInput &in, const Grid &grid, BreakerLayout &layout)
{
    const double pitch = grid.side + in.theme.px(2);
    for (std::uint32_t i = 0; i < in.options.size; ++i) {
        BreakerSquare square;
        const int column = static_cast<int>(i) % grid.columns;
        const int row = static_cast<int>(i) / grid.columns;
        square.rect = QRectF(layout.windowBox.left() + column * pitch, layout.windowBox.top() + row * pitch, grid.side,
                             grid.side);
        if (i < in.picture.window.size()) {
            square.kind = in.picture.window[i].failed ? BreakerSquare::Kind::failed : BreakerSquare::Kind::good;
            square.call = in.picture.window[i].call;
        }
        layout.squares.push_back(square);
    }
}

/// One bar across: failures from the left, successes behind them, the rest of the window still empty.
void placeShares(const BreakerInput &in, BreakerLayout &layout)
{
    const QRectF box(layout.windowBox.left(), layout.windowBox.top(), layout.windowBox.width(), in.theme.px(12));
    const double perOutcome = box.width() / std::max(in.options.size, 1U);
    BreakerBar bar;
    bar.failed = QRectF(box.left(), box.top(), perOutcome * in.picture.failures, box.height());
    bar.good = QRectF(bar.failed.right(), box.top(), perOutcome * (in.picture.outcomes - in.picture.failures),
                      box.height());
    layout.bars.push_back(bar);
    layout.ground = QRectF(box.left(), box.bottom(), box.width(), in.theme.px(1));
}

void placeBuckets(const BreakerInput &in, BreakerLayout &layout)
{
    const QRectF &box = layout.windowBox;
    std::uint32_t most = 1;
    for (const BreakerBucket &bucket : in.picture.buckets)
        most = std::max(most, bucket.outcomes);
    const double gap = in.theme.px(3);
    const auto count = static_cast<double>(in.picture.buckets.size());
    const double width = (box.width() + gap) / count - gap;
    double x = box.left();
    for (const BreakerBucket &bucket : in.picture.buckets) {
        BreakerBar bar;
        const double failed = box.height() * bucket.failures / most;
        const double good = box.height() * (bucket.outcomes - bucket.failures) / most;
        bar.failed = QRectF(x, box.bottom() - failed, width, failed);
        bar.good = QRectF(x, box.bottom() - failed - good, width, good);
        layout.bars.push_back(bar);
        x += width + gap;
    }
    layout.ground = QRectF(box.left(), box.bottom(), box.width(), in.theme.px(1));
}

} // namespace

void placeBreakerWindow(const BreakerInput &in, const QRectF &box, BreakerLayout &layout)
{
    layout.windowTitleBox = QRectF(box.left(), box.top(), box.width(), in.theme.px(18));
    layout.windowTitle = titleOf(in);
    layout.windowCount = countOf(in);
    layout.windowBox = QRectF(box.left(), layout.windowTitleBox.bottom() + in.theme.px(4), box.width(),
                              std::max(1.0, box.bottom() - layout.windowTitleBox.bottom() - in.theme.px(6)));
    if (in.options.kind == BreakerKind::timeWindow) {
        placeBuckets(in, layout);
        return;
    }
    const Grid grid = gridFor(std::max(in.options.size, 1U), layout.windowBox, in.theme);
    if (grid.side > 0)
        placeSquares(in, grid, layout);
    else
        placeShares(in, layout);
}

} // namespace retrylab
