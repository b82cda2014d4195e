// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/breaker.h"
#include "core/policy/outcome.h"

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QString>

namespace retrylab {

enum class ThemeKind { dark, light, projector };

/// Colours, fonts and distances: the only place where a view gets them from. Data colours are Okabe–Ito, so that they
/// stay apart for colour-blind eyes; every meaning has a shape or a word too. Fonts are sized in pixels (SVG shrinks
/// points). A plain value: makeTheme() builds one for each theme and text scale.
struct Theme {
    ThemeKind kind = ThemeKind::dark;
    double scale = 1.0;      ///< text scale; distances grow with it through px()
    double lineWeight = 1.0; ///< strokes of data are so many times thicker (a projector eats thin lines)

    // surfaces and text
    QColor window, panel, raised, line, grid;
    QColor text, muted, faint; ///< faint: hints only, still ≥ 3:1 on panel; text and muted ≥ 4.5:1
    QColor accent, onAccent, focus;

    // data
    QColor firstAttempt, retry, goodput, failure, waiting, idle, capacity, ghost, queue;
    QColor degraded;               ///< answered by a fallback: neither goodput nor failure
    QColor closed, open, halfOpen; ///< breaker
    QColor faultShade;             ///< translucent band behind plots
    QColor good, bad;              ///< better or worse than the pinned run

    QFont body, small, heading, number, title; ///< 13, 11, 13 semi-bold, 14 semi-bold, 17 bold pixels at scale 1

    /// A distance or size of p pixels at scale 1.
    double px(double p) const { return p * scale; }
    /// Width of a data stroke of p pixels at scale 1.
    double stroke(double p) const { return px(p) * lineWeight; }
    /// Left edge of every plot that shares the time axis: room for lane numbers and axis labels.
    double gutter() const { return px(56); }
    /// Right margin of those plots.
    double rightMargin() const { return px(20); }

    QColor outcome(OutcomeKind kind) const;
    QColor breaker(BreakerState state) const;
    QPalette palette() const;
    /// Style sheet for the stock controls, in this theme's colours and sizes. Roles by dynamic property:
    /// QLabel role = "muted" | "faint" | "heading" | "title" | "number"; QPushButton/QToolButton role = "primary";
    /// QToolButton role = "chip" (checkable pill), "segment" (checkable part of a row); a Switch (switch.h)
    /// paints itself; any QFrame or QWidget role = "panel" | "raised" | "line" (a 1-pixel separator).
    QString styleSheet() const;
};

/// What the text scale may be.
inline constexpr double leastTextScale = 0.75;
inline constexpr double mostTextScale = 3.0;

/// The theme at a text scale, held inside its limits.
Theme makeTheme(ThemeKind kind, double scale = 1.0);

} // namespace retrylab
