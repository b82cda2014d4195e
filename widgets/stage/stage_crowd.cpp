// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/stage_crowd.h"

#include "widgets/base/plural.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace retrylab {

namespace {

constexpr double smallestDotPitch = 8; // pixels at scale 1; below it callers share cells
constexpr double cellPitch = 15;
constexpr std::uint32_t readOneByOne = 20'000; // of more callers than this, a regular sample is read

struct Look {
    DotLook look = DotLook::idle;
    double fraction = 0;
    double strength = 1;
};

double share(std::int64_t part, std::int64_t whole)
{
    return whole > 0 ? std::clamp(static_cast<double>(part) / static_cast<double>(whole), 0.0, 1.0) : 1.0;
}

Look lookOf(const StageInput &input, const CallState &state)
{
    const bool stays = input.run.trace->world.traffic.kind == TrafficKind::herd; // nobody calls twice
    const std::int64_t age = input.playhead - state.since;
    switch (state.phase) {
    case CallState::Phase::notStarted: break;
    case CallState::Phase::calling: return {DotLook::calling, 0, 1};
    case CallState::Phase::waiting:
        return {DotLook::waiting, state.until == notYet ? -1 : share(age, state.until - state.since), 1};
    case CallState::Phase::succeeded:
    case CallState::Phase::degraded:
        if (stays || age < input.plan.linger)
            return {state.phase == CallState::Phase::succeeded ? DotLook::succeeded : DotLook::degraded, 0,
                    stays ? 1 : 1 - 0.8 * share(age, input.plan.linger)};
        break;
    case CallState::Phase::failed:
        if (stays || age < input.plan.linger)
            return {DotLook::failed, 0, 1 - (stays ? 0.45 : 0.8) * share(age, input.plan.linger)};
        break;
    }
    return {};
}

/// Calls visit(unit, call, state) for each dot that has a call; `stride` takes every n-th caller.
template <typename Visit>
void forEachUnit(const StageInput &input, std::uint32_t stride, Visit visit)
{
    const TraceIndex &index = input.run.index;
    if (!input.plan.dotsAreCallers) {
        for (const std::uint32_t call : input.plan.seated.at(input.playhead))
            visit(input.plan.seats[call], call, index.callAt(call, input.playhead));
        return;
    }
    for (std::uint32_t unit = 0; unit < input.plan.units; unit += stride)
        if (const auto call = index.lastCallOf(unit, input.playhead))
            visit(unit, *call, index.callAt(*call, input.playhead));
}

QRectF placeDots(const StageInput &input, const QRectF &room, const GridFit &grid, StageRecords &records)
{
    const double height = grid.rows * grid.pitch;
    const QRectF used(room.left(), room.center().y() - height / 2, grid.columns * grid.pitch, height);
    records.dots.resize(input.plan.units);
    for (std::uint32_t unit = 0; unit < input.plan.units; ++unit) {
        StageDot &dot = records.dots[unit];
        const int row = static_cast<int>(unit) / grid.columns, column = static_cast<int>(unit) % grid.columns;
        dot.centre = used.topLeft() + QPointF((column + 0.5) * grid.pitch, (row + 0.5) * grid.pitch);
        dot.radius = grid.pitch * 0.35;
        dot.unit = unit;
    }
    forEachUnit(input, 1, [&](std::uint32_t unit, std::uint32_t call, const CallState &state) {
        const Look look = lookOf(input, state);
        StageDot &dot = records.dots[unit];
        dot.look = look.look;
        dot.fraction = look.fraction;
        dot.strength = look.strength;
        dot.call = call;
        dot.hovered = input.hovered == call;
        dot.selected = input.selected == call;
    });
    return used;
}

QRectF placeCells(const StageInput &input, const QRectF &room, StageRecords &records)
{
    const double pitch = input.theme.px(cellPitch);
    const int columns = std::max(1, static_cast<int>(room.width() / pitch));
    const int rows = std::max(1, static_cast<int>(room.height() / pitch));
    const auto cells = std::min<std::uint64_t>(static_cast<std::uint64_t>(columns) * static_cast<std::uint64_t>(rows),
                                               input.plan.units);
    const QRectF used(room.left(), room.center().y() - rows * pitch / 2, columns * pitch, rows * pitch);
    const double gap = std::max(1.0, input.theme.px(2));
    records.cells.resize(cells);
    for (std::size_t i = 0; i < cells; ++i) {
        const auto column = static_cast<double>(i % static_cast<std::size_t>(columns));
        const std::size_t whichRow = i / static_cast<std::size_t>(columns);
        const auto row = static_cast<double>(whichRow);
        records.cells[i].rect = QRectF(used.left() + column * pitch, used.top() + row * pitch, pitch - gap,
                                       pitch - gap);
    }
    const auto cellOf = [&](std::uint32_t unit) { return unit * cells / input.plan.units; };
    const std::uint32_t stride = 1 + (input.plan.units - 1) / readOneByOne;
    if (input.plan.dotsAreCallers) // a seat without a call is no caller
        for (std::uint32_t unit = 0; unit < input.plan.units; unit += stride)
            ++records.cells[cellOf(unit)].counts[static_cast<std::size_t>(DotLook::idle)];
    forEachUnit(input, stride, [&](std::uint32_t unit, std::uint32_t, const CallState &state) {
        auto &counts = records.cells[cellOf(unit)].counts;
        const DotLook look = lookOf(input, state).look;
        if (input.plan.dotsAreCallers)
            --counts[static_cast<std::size_t>(DotLook::idle)];
        ++counts[static_cast<std::size_t>(look)];
    });
    return used;
}

struct Counts {
    std::uint64_t calling = 0, waiting = 0, active = 0, succeeded = 0, degraded = 0, failed = 0;
};

/// Exact, whatever the dots show: a caller may have several calls under way.
Counts countCalls(const StageInput &input)
{
    Counts counts;
    for (const std::uint32_t call : input.run.index.activeCalls(input.playhead)) {
        const auto phase = input.run.index.callAt(call, input.playhead).phase;
        ++(phase == CallState::Phase::calling ? counts.calling : counts.waiting);
        ++counts.active;
    }
    if (input.run.trace->world.traffic.kind == TrafficKind::herd) {
        for (const CallRecord &call : input.run.trace->calls)
            if (call.ended <= input.playhead)
                ++(call.failed() ? counts.failed : call.degraded ? counts.degraded : counts.succeeded);
    }
    return counts;
}

/// Signs with their counts, from the left until the room is used up.
class Caption {
public:
    Caption(const StageInput &input, const QRectF &room, StageRecords &records)
        : m_input(input)
        , m_room(room)
        , m_records(records)
    {
    }

    void add(const QString &words)
    {
        const double width = textWidth(words);
        if (m_room.width() < width)
            return;
        addStageText(m_records, m_input.theme, m_room, words, StageText::Role::plain);
        m_room.setLeft(m_room.left() + width + m_input.theme.px(14));
    }

    void add(DotLook look, const QString &words)
    {
        const double radius = m_room.height() * 0.32;
        const double sign = 2 * radius + m_input.theme.px(5);
        const double width = textWidth(words);
        if (m_room.width() < sign + width)
            return;
        m_records.signs.push_back({QPointF(m_room.left() + radius, m_room.center().y()), radius, look});
        m_room.setLeft(m_room.left() + sign);
        addStageText(m_records, m_input.theme, m_room, words, StageText::Role::muted);
        m_room.setLeft(m_room.left() + width + m_input.theme.px(12));
    }

private:
    double textWidth(const QString &words) const
    {
        return stageTextWidth(m_input.theme, StageText::Role::muted, m_records.roomy, words);
    }

    const StageInput &m_input;
    QRectF m_room;
    StageRecords &m_records;
};

QString unitsInWords(const StageInput &input, const Counts &counts)
{
    const auto number = [&](std::uint64_t n) { return input.locale.toString(static_cast<qulonglong>(n)); };
    if (!input.plan.dotsAreCallers)
        return QCoreApplication::translate("Stage", "%1 calls under way", nullptr, pluralOf(counts.active))
            .arg(number(counts.active));
    return QCoreApplication::translate("Stage", "%1 clients", nullptr, pluralOf(input.plan.units))
        .arg(number(input.plan.units));
}

void writeCaption(const StageInput &input, const QRectF &room, StageRecords &records)
{
    const Counts counts = countCalls(input);
    const auto number = [&](std::uint64_t n) { return input.locale.toString(static_cast<qulonglong>(n)); };
    Caption caption(input, room, records);
    caption.add(unitsInWords(input, counts));
    caption.add(DotLook::waiting, QCoreApplication::translate("Stage", "%1 waiting").arg(number(counts.waiting)));
    caption.add(DotLook::calling, QCoreApplication::translate("Stage", "%1 calling").arg(number(counts.calling)));
    const TrafficKind kind = input.run.trace->world.traffic.kind;
    if (kind == TrafficKind::herd) {
        caption.add(DotLook::succeeded, QCoreApplication::translate("Stage", "%1 done").arg(number(counts.succeeded)));
        if (counts.degraded > 0)
            caption.add(DotLook::degraded,
                        QCoreApplication::translate("Stage", "%1 degraded").arg(number(counts.degraded)));
        if (counts.failed > 0)
            caption.add(DotLook::failed, QCoreApplication::translate("Stage", "%1 failed").arg(number(counts.failed)));
    } else if (kind == TrafficKind::closed) {
        const std::uint64_t idle = input.plan.units - std::min<std::uint64_t>(counts.active, input.plan.units);
        caption.add(DotLook::idle, QCoreApplication::translate("Stage", "%1 thinking").arg(number(idle)));
    }
}

} // namespace

QRectF layoutCrowd(const StageInput &input, const StageGeometry &geometry, StageRecords &records)
{
    const Theme &theme = input.theme;
    const QRectF room = geometry.crowd;
    const bool few = input.plan.units < fewCallers; // they are what there is to look at
    const double largest = std::clamp(room.height() / (few ? 2.5 : 5.0), theme.px(24), theme.px(few ? 64 : 44));
    const GridFit grid = fitGrid(std::max(1U, input.plan.units), room.width(), room.height(), largest);
    const QRectF used = grid.pitch >= theme.px(smallestDotPitch) ? placeDots(input, room, grid, records)
                                                                 : placeCells(input, room, records);
    writeCaption(input, geometry.caption, records);
    return used;
}

} // namespace retrylab
