// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/breaker.h"
#include "core/policy/outcome.h"

#include <QColor>
#include <QFont>
#include <QLineF>
#include <QPointF>
#include <QRectF>
#include <QString>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace retrylab {

/// What the stage paints, and what a click is tested against. Everything lies inside the area that was laid out.

enum class DotLook : std::uint8_t { idle, calling, waiting, succeeded, degraded, failed };
inline constexpr int dotLookCount = 6;

/// A caller, or a call where there are few callers.
struct StageDot {
    QPointF centre;
    double radius = 0;
    DotLook look = DotLook::idle;
    double fraction = 0; ///< waiting: share of the wait that is over, 0–1; below 0 = the run ends before the wait does
    double strength = 1; ///< 0–1: what has ended fades
    std::uint32_t unit = 0;
    std::optional<std::uint32_t> call;
    bool hovered = false;
    bool selected = false;
};

/// Many callers in one cell: how many look like what.
struct StageCell {
    QRectF rect;
    std::array<std::uint32_t, dotLookCount> counts{};
};

/// A request on the wire.
struct StageFlight {
    enum class Leg : std::uint8_t {
        out,     ///< on its way to the service
        back,    ///< the answer on its way to the caller
        gaveUp,  ///< a timeout, shown where the caller waits
        refused, ///< bouncing off the breaker
    };
    QPointF centre;
    double size = 0;
    Leg leg = Leg::out;
    bool retry = false;
    OutcomeKind outcome = OutcomeKind::ok; ///< back, gaveUp
    double strength = 1;
    std::uint32_t call = 0;
    bool lit = false; ///< hovered or selected
};

struct StageWire {
    std::vector<QLineF> lines;
    bool hasBreaker = false;
    BreakerState state = BreakerState::closed;
    QPointF pivot, tip, contact; ///< the switch
    double dot = 0;              ///< radius of its ends
};

struct StageSlot {
    enum class Look : std::uint8_t { free, busy, forNobody, out };
    QRectF rect;
    Look look = Look::free; ///< forNobody: its caller has given up; out: taken away by a fault
    std::optional<std::uint32_t> call;
    bool lit = false;
};

/// A bar that stands for too many squares.
struct StageBar {
    QRectF rect;      ///< null when there is none
    double share = 0; ///< filled, 0–1
};

struct StageService {
    enum class Mood : std::uint8_t { well, failing, down, cold };
    QRectF box;
    Mood mood = Mood::well;
    double heat = 0; ///< 0 idle – 0.5 all slots busy – 1 queue full: the border's colour
    std::vector<StageSlot> slotSquares;
    StageBar slotBar;
    std::vector<QRectF> queueSquares;
    StageBar queueBar;
    QRectF tag; ///< pill behind the mood's word; null when well
};

struct StageText {
    enum class Role : std::uint8_t { title, plain, heading, muted, faint, good, bad, breaker, tag };
    QRectF rect;
    QString text;
    Role role = Role::muted;
    Qt::Alignment align = Qt::AlignLeft | Qt::AlignVCenter;
};

/// A sign with its word under the crowd: legend and count in one.
struct StageSign {
    QPointF centre;
    double radius = 0;
    DotLook look = DotLook::idle;
};

struct StageRecords {
    QRectF area;
    std::vector<StageDot> dots;
    std::vector<StageCell> cells;
    StageWire wire;
    std::vector<StageFlight> flights;
    StageService service;
    std::vector<StageText> texts;
    std::vector<StageSign> signs;
    bool roomy = true;  ///< room for the larger text
    bool ghost = false; ///< the scene without a run: outlines only
};

} // namespace retrylab
