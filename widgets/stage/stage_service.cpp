// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/stage_service.h"

#include "widgets/stage/stage_status.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace retrylab {

namespace {

using Role = StageText::Role;

constexpr std::uint32_t mostSquares = 200;
constexpr std::uint32_t mostQueueSquares = 24;
constexpr double boxSide = 13, boxTop = 11, boxBottom = 9; // padding, pixels at scale 1

struct Load {
    std::vector<std::uint32_t> inService;
    std::uint32_t queued = 0;
    std::uint32_t forNobody = 0;
};

/// Is this slot working for a caller that has given up?
bool worksForNobody(const StageInput &input, std::uint32_t service)
{
    const Trace &trace = *input.run.trace;
    return trace.attempts[trace.services[service].attempt].ended <= input.playhead;
}

Load loadAt(const StageInput &input)
{
    Load load;
    load.inService = input.run.index.inService(input.playhead);
    load.queued = input.run.index.queueLength(input.playhead);
    for (const std::uint32_t i : load.inService)
        load.forNobody += worksForNobody(input, i) ? 1 : 0;
    return load;
}

double queueShare(const StageInput &input, std::uint32_t queued)
{
    const Node &service = input.run.trace->world.service();
    // Without a limit, a queue that takes four times the service's slots counts as full.
    const double limit = service.queue.limit == unlimitedCount ? 4.0 * std::max(1U, service.slots)
                                                               : service.queue.limit;
    return limit > 0 ? std::min(1.0, queued / limit) : (queued > 0 ? 1.0 : 0.0);
}

GridFit slotGrid(const Theme &theme, std::uint32_t count, double width, double height)
{
    return fitGrid(count, width, height, std::min(std::max(theme.px(44), height / 3), height));
}

/// The box as high as its slots need, around the middle of the room.
QRectF fittedBox(const StageInput &input, const QRectF &room, bool roomy)
{
    const Theme &theme = input.theme;
    const double words = stageLineHeight(theme, Role::heading, roomy) + stageLineHeight(theme, Role::muted, roomy)
                         + theme.px(2 * 7 + boxTop + boxBottom);
    const double slotRoom = room.height() - words;
    const std::uint32_t count = input.run.trace->world.service().slots;
    if (slotRoom < theme.px(20) || count == 0)
        return room;
    double needed = theme.px(28);
    if (count <= mostSquares) {
        const GridFit grid = slotGrid(theme, count, room.width() - theme.px(2 * boxSide), slotRoom);
        needed = std::max(needed, grid.rows * grid.pitch);
    }
    const double height = std::min(room.height(), words + needed);
    return {room.left(), room.center().y() - height / 2, room.width(), height};
}

void layoutSquares(const StageInput &input, const QRectF &room, const ServiceMoment &moment, const Load &load,
                   StageRecords &records)
{
    const std::uint32_t count = input.run.trace->world.service().slots;
    const GridFit grid = slotGrid(input.theme, count, room.width(), room.height());
    const double size = grid.pitch * (grid.pitch > input.theme.px(12) ? 0.86 : 0.8);
    const QPointF origin = room.topLeft()
                           + QPointF((room.width() - grid.columns * grid.pitch + grid.pitch - size) / 2,
                                     (room.height() - grid.rows * grid.pitch + grid.pitch - size) / 2);
    auto &squares = records.service.slotSquares;
    squares.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const int row = static_cast<int>(i) / grid.columns, column = static_cast<int>(i) % grid.columns;
        squares[i].rect = QRectF(origin + QPointF(column * grid.pitch, row * grid.pitch), QSizeF(size, size));
        squares[i].look = i < moment.slotCount ? StageSlot::Look::free : StageSlot::Look::out;
    }
    const Trace &trace = *input.run.trace;
    for (const std::uint32_t i : load.inService) {
        const ServiceRecord &service = trace.services[i];
        if (service.slot >= count)
            continue;
        StageSlot &square = squares[service.slot];
        square.look = worksForNobody(input, i) ? StageSlot::Look::forNobody : StageSlot::Look::busy;
        square.call = trace.attempts[service.attempt].call;
        square.lit = input.isLit(*square.call);
    }
}

void layoutSlots(const StageInput &input, const QRectF &room, const ServiceMoment &moment, const Load &load,
                 StageRecords &records)
{
    const std::uint32_t count = input.run.trace->world.service().slots;
    if (room.height() < input.theme.px(6) || count == 0)
        return;
    if (count <= mostSquares) {
        layoutSquares(input, room, moment, load, records);
        return;
    }
    const double height = std::min(room.height(), input.theme.px(28));
    records.service.slotBar.rect = QRectF(room.left(), room.center().y() - height / 2, room.width(), height);
    records.service.slotBar.share = std::min(1.0, static_cast<double>(load.inService.size()) / count);
}

void layoutQueue(const StageInput &input, const QRectF &room, const Load &load, StageRecords &records)
{
    const Theme &theme = input.theme;
    const std::uint32_t limit = input.run.trace->world.service().queue.limit;
    const QString queued = input.locale.toString(load.queued);
    QString words = QCoreApplication::translate("Stage", "queue %1").arg(queued);
    if (limit != unlimitedCount) {
        const QString longer = QCoreApplication::translate("Stage", "queue %1 / %2")
                                   .arg(queued, input.locale.toString(limit));
        if (stageTextWidth(theme, Role::muted, records.roomy, longer) <= room.width())
            words = longer;
    }
    // Room for the longest words, so that the squares stay where they are while the queue grows.
    const QString longest = limit == unlimitedCount ? QStringLiteral("00,000") : input.locale.toString(limit);
    const double reserved = stageTextWidth(theme, Role::muted, records.roomy, words + longest) + theme.px(6)
                            - stageTextWidth(theme, Role::muted, records.roomy, queued);
    addStageText(records, theme, room, words, Role::muted);
    const double size = theme.px(8), pitch = theme.px(11);
    const QRectF rest = room.adjusted(reserved, 0, 0, 0);
    if (rest.width() < theme.px(24)) // a stump of a bar says nothing
        return;
    const auto fits = static_cast<std::uint32_t>(std::max(0.0, (rest.width() + pitch - size) / pitch));
    if (load.queued <= std::min(fits, mostQueueSquares)) {
        for (std::uint32_t i = 0; i < load.queued; ++i)
            records.service.queueSquares.emplace_back(rest.left() + i * pitch, rest.center().y() - size / 2, size,
                                                      size);
        return;
    }
    records.service.queueBar = {QRectF(rest.left(), rest.center().y() - size / 2, rest.width(), size),
                                queueShare(input, load.queued)};
}

/// The name, and how many slots are busy: in fewer words, or none, where the box is narrow.
void layoutHeader(const StageInput &input, const QRectF &header, const Load &load, StageRecords &records)
{
    const Theme &theme = input.theme;
    const Node &service = input.run.trace->world.service();
    const QString name = QString::fromStdString(service.name);
    const QString busy = input.locale.toString(static_cast<qulonglong>(load.inService.size()));
    const QString slotCount = input.locale.toString(service.slots);
    const double left = header.width() - theme.px(8) - stageTextWidth(theme, Role::heading, records.roomy, name);
    for (const QString &words : {QCoreApplication::translate("Stage", "%1 / %2 busy").arg(busy, slotCount),
                                 QStringLiteral("%1 / %2").arg(busy, slotCount)}) {
        if (stageTextWidth(theme, Role::muted, records.roomy, words) > left)
            continue;
        addStageText(records, theme, header, words, Role::muted, Qt::AlignRight | Qt::AlignVCenter);
        break;
    }
    addStageText(records, theme, header, name, Role::heading);
}

void layoutBox(const StageInput &input, const QRectF &box, const ServiceMoment &moment, const Load &load,
               StageRecords &records)
{
    const Theme &theme = input.theme;
    const QRectF inner = box.adjusted(theme.px(boxSide), theme.px(boxTop), -theme.px(boxSide), -theme.px(boxBottom));
    const double head = stageLineHeight(theme, Role::heading, records.roomy);
    const double foot = stageLineHeight(theme, Role::muted, records.roomy);
    if (inner.height() < head)
        return;
    layoutHeader(input, QRectF(inner.left(), inner.top(), inner.width(), head), load, records);
    const bool hasFoot = inner.height() >= head + foot + theme.px(20);
    const double gap = theme.px(7);
    layoutSlots(input, inner.adjusted(0, head + gap, 0, hasFoot ? -foot - gap : 0), moment, load, records);
    if (hasFoot)
        layoutQueue(input, QRectF(inner.left(), inner.bottom() - foot, inner.width(), foot), load, records);
}

void layoutTag(const StageInput &input, const ServiceMoment &moment, StageRecords &records)
{
    const QStringList choices = moodInWords(moment, input.locale);
    if (choices.isEmpty())
        return;
    const Theme &theme = input.theme;
    const QRectF box = records.service.box;
    const double line = stageLineHeight(theme, Role::tag, records.roomy);
    const double pad = theme.px(8);
    const double most = box.width() - theme.px(10);
    const auto widthOf = [&](const QString &words) {
        return stageTextWidth(theme, Role::tag, records.roomy, words) + 2 * pad;
    };
    const auto fitting = std::find_if(choices.begin(), choices.end(),
                                      [&](const QString &words) { return widthOf(words) <= most; });
    const QString &words = fitting == choices.end() ? choices.back() : *fitting;
    const double width = std::min(most, widthOf(words));
    const double top = std::max(records.area.top(), box.top() - line + theme.px(4));
    records.service.tag = QRectF(box.center().x() - width / 2, top, width, line);
    addStageText(records, theme, records.service.tag.adjusted(pad, 0, -pad, 0), words, Role::tag, Qt::AlignHCenter);
}

void writeFacts(const StageInput &input, const StageGeometry &geometry, const ServiceMoment &moment, const Load &load,
                StageRecords &records)
{
    const double line = stageLineHeight(input.theme, Role::muted, records.roomy);
    const auto facts = factsInWords(input, moment, load.forNobody);
    if (!geometry.factsBeside) {
        QString words;
        for (const auto &fact : facts) {
            const QString longer = words.isEmpty() ? fact.words : words + QStringLiteral(" · ") + fact.words;
            if (stageTextWidth(input.theme, Role::muted, records.roomy, longer) <= geometry.facts.width())
                words = longer;
        }
        addStageText(records, input.theme, geometry.facts, words, Role::muted, Qt::AlignRight | Qt::AlignVCenter);
        return;
    }
    const double step = line + input.theme.px(5);
    double y = geometry.facts.center().y() - step * static_cast<double>(facts.size()) / 2;
    for (const auto &fact : facts) {
        addStageText(records, input.theme, QRectF(geometry.facts.left(), y, geometry.facts.width(), line), fact.words,
                     fact.role);
        y += step;
    }
}

} // namespace

double recentUtilisation(const Trace &trace, std::int64_t playhead, TimeRange visible)
{
    const double slotCount = trace.world.service().slots;
    if (trace.bins.empty() || slotCount <= 0)
        return 0;
    const auto last = std::min(trace.bins.size() - 1,
                               static_cast<std::size_t>(std::max<std::int64_t>(0, playhead) / trace.binWidth));
    const auto first = static_cast<std::size_t>(std::max<std::int64_t>(0, playhead - visible.length() / 20)
                                                / trace.binWidth);
    double busy = 0;
    for (std::size_t i = std::min(first, last); i <= last; ++i)
        busy += static_cast<double>(trace.bins[i].busyTime);
    const auto bins = static_cast<double>(last - std::min(first, last) + 1);
    return busy / (bins * static_cast<double>(trace.binWidth) * slotCount);
}

void layoutService(const StageInput &input, const StageGeometry &geometry, StageRecords &records)
{
    const ServiceMoment moment = serviceAt(input.run, input.plan, input.playhead);
    const Load load = loadAt(input);
    StageService &service = records.service;
    service.box = fittedBox(input, geometry.box, records.roomy);
    const double busy = recentUtilisation(*input.run.trace, input.playhead, input.visible);
    service.heat = std::clamp(busy, 0.0, 1.0) * 0.5 + queueShare(input, load.queued) * 0.5;
    service.mood = moodOf(moment);
    layoutBox(input, service.box, moment, load, records);
    layoutTag(input, moment, records);
    writeFacts(input, geometry, moment, load, records);
}

} // namespace retrylab
