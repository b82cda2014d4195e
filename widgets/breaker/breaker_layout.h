// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/breaker_history.h"
#include "widgets/base/run_model.h"
#include "widgets/base/theme.h"

#include <QLocale>
#include <QPainterPath>
#include <QPolygonF>
#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

namespace retrylab {

/// What the breaker's picture is laid out from.
struct BreakerInput {
    BreakerOptions options;
    BreakerPicture picture;     ///< the breaker shown, at `now`
    std::int64_t now = 0;       ///< ns
    std::uint32_t shown = 0;    ///< index of the caller whose breaker is shown
    std::uint32_t breakers = 1; ///< how many there are
    std::uint32_t open = 0;     ///< of all, at `now`
    std::uint32_t halfOpen = 0;
    Theme theme;
    QLocale locale;
};

/// A state: a circle with its name.
struct BreakerNode {
    BreakerState state = BreakerState::closed;
    QPointF centre;
    double radius = 0;
    QString name;
    QString detail; ///< under the name: the countdown, the probes; only in the current state
    bool current = false;
    double countdown = 0; ///< share of the open time that is left, 0–1: an arc round the circle
};

/// A way from one state to another, with the condition on it.
struct BreakerArrow {
    BreakerState from = BreakerState::closed;
    BreakerState to = BreakerState::closed;
    QPainterPath path;
    QPolygonF head;
    QString label;
    QRectF labelBox;
    Qt::Alignment align;
    bool lit = false; ///< the last transition went this way
};

/// One outcome in the window, or a place for one.
struct BreakerSquare {
    enum class Kind : std::uint8_t { empty, good, failed };
    QRectF rect;
    Kind kind = Kind::empty;
    std::uint32_t call = 0; ///< for good and failed
};

/// A column of a time window, or the shares of a window too large for squares. Null rects where there is nothing.
struct BreakerBar {
    QRectF good;
    QRectF failed;
};

struct BreakerLayout {
    QRectF area;
    QRectF titleBox;
    QString subject;   ///< whose breaker: "caller 7", "shared"
    QRectF summaryBox; ///< null with one breaker
    QString summary;
    QRectF summaryBar;
    std::vector<std::pair<QRectF, BreakerState>> summaryParts;
    std::vector<BreakerNode> nodes;
    std::vector<BreakerArrow> arrows;
    QRectF windowTitleBox;
    QString windowTitle; ///< "Last 20 calls"
    QString windowCount; ///< "12 failed · 60 %"
    QRectF windowBox;
    std::vector<BreakerSquare> squares;
    std::vector<BreakerBar> bars;
    QRectF ground; ///< under the bars; null with squares
};

/// All that the diagram's picture depends on besides the theme: while it stays, the picture does.
struct BreakerDiagramLook {
    QRectF area;
    QString subject;
    std::vector<QString> labels; ///< by arrow
    std::vector<bool> lit;       ///< by arrow, then by node; then whether there is a summary, which moves them down

    friend bool operator==(const BreakerDiagramLook &, const BreakerDiagramLook &) = default;
};
BreakerDiagramLook diagramLook(const BreakerLayout &layout);

/// Lays out in `area`. Needs about px(230) × px(230); less is laid out too, but tight.
BreakerLayout layoutBreaker(const BreakerInput &input, const QRectF &area);

/// The height that the picture needs at this theme.
double breakerHeight(const Theme &theme, bool manyBreakers);

/// The state in words, translated: "Closed", "Open", "Half-open".
QString breakerStateName(BreakerState state);

} // namespace retrylab
