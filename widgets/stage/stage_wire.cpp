// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/stage_wire.h"

#include "core/policy/open_time.h"
#include "widgets/base/plural.h"
#include "widgets/base/ticks.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace retrylab {

namespace {

using Role = StageText::Role;
using Leg = StageFlight::Leg;

constexpr double mostFlights = 100;
constexpr double switchAt = 0.36; // of the wire's length

/// A number in [−1, 1) that belongs to the call: its lane on the wire.
double laneOf(std::uint32_t call)
{
    return static_cast<double>((call * 2654435761U) >> 16) / 32768.0 - 1.0;
}

/// The path of a request along the wire: lanes spread between the ends and meet at the switch and at the service.
struct Path {
    double left = 0, right = 1, y = 0, middle = 0, spread = 0;
    double switchShare = 0; ///< where the switch's first contact is, as a share of the length

    QPointF at(double along, double lane) const
    {
        const double x = left + (right - left) * along;
        const double from = x < middle ? left : middle;
        const double to = x < middle ? middle : right;
        const double bulge = to > from ? std::sin(std::numbers::pi * (x - from) / (to - from)) : 0.0;
        return {x, y + spread * lane * std::max(0.0, bulge)};
    }
};

BreakerState stateShown(const StageInput &input)
{
    const TraceIndex &index = input.run.index;
    const std::int64_t t = input.playhead;
    if (index.breakerCount() == 1)
        return index.breakerAt(0, t).state;
    // Many breakers share one picture: it shows what most of them are, and the words say how many.
    const std::uint32_t open = index.breakersIn(BreakerState::open, t);
    const std::uint32_t half = index.breakersIn(BreakerState::halfOpen, t);
    const std::uint32_t closed = index.breakersIn(BreakerState::closed, t);
    if (closed >= open && closed >= half)
        return BreakerState::closed;
    return open >= half ? BreakerState::open : BreakerState::halfOpen;
}

QString stateWord(BreakerState state)
{
    switch (state) {
    case BreakerState::open: return QCoreApplication::translate("Stage", "open");
    case BreakerState::halfOpen: return QCoreApplication::translate("Stage", "half-open");
    case BreakerState::closed: break;
    }
    return QCoreApplication::translate("Stage", "closed");
}

QString shortStateWord(BreakerState state)
{
    switch (state) {
    case BreakerState::open: return QCoreApplication::translate("Stage", "open", "where there is little room");
    case BreakerState::halfOpen: return QCoreApplication::translate("Stage", "half-open", "where there is little room");
    case BreakerState::closed: break;
    }
    return QCoreApplication::translate("Stage", "closed", "where there is little room");
}

/// The word over the switch; "mostly" where breakers differ.
QString switchWord(const StageInput &input, BreakerState state)
{
    const TraceIndex &index = input.run.index;
    if (index.breakersIn(state, input.playhead) == index.breakerCount())
        return stateWord(state);
    return QCoreApplication::translate("Stage", "mostly %1").arg(stateWord(state));
}

/// How often in a row probing had failed at t, of the one breaker that there is.
std::uint32_t reopeningsAt(const std::vector<BreakerTransition> &transitions, std::int64_t t)
{
    std::uint32_t count = 0;
    auto change = std::upper_bound(transitions.begin(), transitions.end(), t,
                                   [](std::int64_t moment, const BreakerTransition &c) { return moment < c.at; });
    while (change != transitions.begin() && (--change)->to != BreakerState::closed)
        count += change->from == BreakerState::halfOpen ? 1 : 0;
    return count;
}

QString oneBreakerDetail(const StageInput &input)
{
    const BreakerMoment moment = input.run.index.breakerAt(0, input.playhead);
    const BreakerOptions &options = input.run.trace->world.callers().policy.breaker;
    if (moment.state == BreakerState::open) {
        const Duration openTime = openTimeAfter(options, reopeningsAt(input.run.trace->transitions, input.playhead));
        const Time until = later(Time(Duration(moment.since)), openTime);
        const std::int64_t left = until.time_since_epoch().count() - input.playhead;
        return left > 0 ? QCoreApplication::translate("Stage", "probes in %1").arg(humanNanoseconds(left, input.locale))
                        : QCoreApplication::translate("Stage", "probes at the next call");
    }
    if (moment.state == BreakerState::halfOpen)
        return QCoreApplication::translate("Stage", "%1 probes at a time", nullptr, pluralOf(options.probes))
            .arg(input.locale.toString(options.probes));
    return {};
}

QString breakerDetail(const StageInput &input)
{
    const TraceIndex &index = input.run.index;
    if (index.breakerCount() == 1)
        return oneBreakerDetail(input);
    const std::uint32_t open = index.breakersIn(BreakerState::open, input.playhead);
    const std::uint32_t half = index.breakersIn(BreakerState::halfOpen, input.playhead);
    const auto number = [&](std::uint32_t n) { return input.locale.toString(n); };
    QString words = QCoreApplication::translate("Stage", "%1 of %2 open")
                        .arg(number(open), number(index.breakerCount()));
    if (half > 0)
        words += QCoreApplication::translate("Stage", " · %1 half-open").arg(number(half));
    return words;
}

void layoutSwitch(const StageInput &input, const QRectF &room, Path &path, StageRecords &records)
{
    const Theme &theme = input.theme;
    const double length = std::min(theme.px(50), room.width() * 0.3);
    const double line = stageLineHeight(theme, Role::breaker, records.roomy);
    // The word stands above the open switch; where that is low, the switch opens less.
    const double above = path.y - room.top() - line - theme.px(6);
    const bool hasWord = above >= theme.px(8);
    const double height = std::min(theme.px(22), hasWord ? above : room.height() / 2 - theme.px(4));
    if (hasWord)
        path.spread = std::min(path.spread, height);
    StageWire &wire = records.wire;
    wire.hasBreaker = true;
    wire.state = stateShown(input);
    wire.dot = theme.px(4.5);
    wire.pivot = QPointF(path.middle - length / 2, path.y);
    wire.contact = QPointF(path.middle + length / 2, path.y);
    path.switchShare = (wire.pivot.x() - path.left) / (path.right - path.left);
    const double lift = wire.state == BreakerState::closed ? 0 : wire.state == BreakerState::open ? 1 : 0.45;
    const double angle = lift * std::asin(std::clamp(height / length, 0.0, 0.95));
    wire.tip = wire.pivot + QPointF(std::cos(angle), -std::sin(angle)) * length;
    wire.lines = {QLineF(path.left, path.y, wire.pivot.x(), path.y),
                  QLineF(wire.contact.x(), path.y, path.right, path.y)};

    const double wordTop = path.y - height - theme.px(6) - line;
    const double half = std::min(path.middle - room.left(), room.right() - path.middle);
    QString word = switchWord(input, wire.state);
    for (const QString &shorter : {stateWord(wire.state), shortStateWord(wire.state)})
        if (stageTextWidth(theme, Role::breaker, records.roomy, word) > 2 * half)
            word = shorter;
    if (hasWord && stageTextWidth(theme, Role::breaker, records.roomy, word) <= 2 * half)
        addStageText(records, theme, QRectF(path.middle - half, wordTop, 2 * half, line), word, Role::breaker,
                     Qt::AlignHCenter);
    const double detail = stageLineHeight(theme, Role::muted, records.roomy);
    const double detailTop = path.y + path.spread + theme.px(8);
    const QString words = breakerDetail(input);
    const double needed = stageTextWidth(theme, Role::muted, records.roomy, words);
    if (detailTop + detail > room.bottom() || needed > room.width())
        return; // half of it would say nothing
    // Under the switch, or as near as the ends of the wire allow.
    const double left = std::clamp(path.middle - needed / 2, room.left(), room.right() - needed);
    addStageText(records, theme, QRectF(left, detailTop, needed, detail), words, Role::muted);
}

/// Adds the attempts that were sent in (after, until] and are over.
void addEnded(const StageInput &input, std::int64_t after, std::int64_t until, std::vector<std::uint32_t> &found)
{
    const auto &attempts = input.run.trace->attempts;
    const auto from = std::upper_bound(attempts.begin(), attempts.end(), after,
                                       [](std::int64_t t, const AttemptRecord &a) { return t < a.sent; });
    for (auto it = from; it != attempts.end() && it->sent <= until; ++it)
        if (it->ended <= input.playhead)
            found.push_back(static_cast<std::uint32_t>(it - attempts.begin()));
}

/// The attempts that may be on the wire: those in flight, those sent so lately that their legs still show, and those
/// whose timeout struck just now.
std::vector<std::uint32_t> candidates(const StageInput &input, std::int64_t leg)
{
    std::vector<std::uint32_t> found = input.run.index.attemptsInFlight(input.playhead);
    const std::int64_t lately = input.playhead - 2 * leg;
    addEnded(input, lately, input.playhead, found);
    const Duration timeout = input.run.trace->world.callers().policy.timeout;
    const std::int64_t struck = timeout == unlimited ? -1 : input.playhead - timeout.count();
    if (struck >= 0)
        addEnded(input, struck - leg, std::min(struck, lately), found);
    return found;
}

double progress(std::int64_t since, std::int64_t length)
{
    return length > 0 ? static_cast<double>(since) / static_cast<double>(length) : 1.0;
}

/// Where an attempt is on the wire at the playhead; nothing while it is at the service, or over.
std::optional<StageFlight> flightOf(const StageInput &input, const Path &path, const AttemptRecord &attempt,
                                    std::int64_t shortest)
{
    const std::int64_t age = input.playhead - attempt.sent;
    const std::int64_t leg = std::max(input.run.trace->world.service().linkDelay.count(), shortest);
    const bool over = attempt.ended != notYet;
    // No answer travels of a timeout, or of an attempt that another has overtaken: the caller stops waiting, and that
    // shows for a leg from then on.
    const bool timedOut = over && !attempt.refusedByBreaker
                          && (attempt.outcome == OutcomeKind::timeout || attempt.cancelled);
    const std::int64_t length = over ? attempt.ended - attempt.sent : notYet;
    const std::int64_t shown = !over ? notYet : timedOut ? std::max(length, leg) + leg : std::max(length, 2 * leg);
    if (age < 0 || age >= shown)
        return {};
    StageFlight flight;
    flight.call = attempt.call;
    flight.retry = attempt.number > 1;
    flight.outcome = attempt.outcome;
    flight.lit = input.isLit(attempt.call);
    const double lane = laneOf(attempt.call);
    if (attempt.refusedByBreaker) {
        const double there = progress(age, leg); // 1 at the switch, 2 back at the caller
        flight.leg = there < 1 ? Leg::out : Leg::refused;
        flight.centre = path.at(path.switchShare * (1 - std::abs(there - 1)), lane);
        if (there > 1) // thrown back below the wire
            flight.centre.ry() = path.y + path.spread * (0.55 + 0.45 * lane) * std::min(1.0, 3 * (there - 1));
        flight.strength = there < 1 ? 1 : 2.2 - there;
    } else if (age < leg) {
        flight.centre = path.at(progress(age, leg), lane);
    } else if (over && age >= shown - leg) {
        const double there = progress(age - (shown - leg), leg);
        flight.leg = timedOut ? Leg::gaveUp : Leg::back;
        flight.centre = path.at(timedOut ? 0.0 : 1 - there, lane);
        flight.strength = timedOut ? 1 - 0.7 * there : 1;
    } else {
        return {};
    }
    flight.size = input.theme.px(flight.leg == Leg::out ? 9 : 12);
    return flight;
}

void layoutFlights(const StageInput &input, const Path &path, StageRecords &records)
{
    const std::int64_t shortest = shortestLeg(input.visible);
    const std::int64_t leg = std::max(input.run.trace->world.service().linkDelay.count(), shortest);
    const std::vector<std::uint32_t> found = candidates(input, leg);
    // Too many to tell apart: keep a share that does not flicker, since it depends on the call alone.
    std::uint32_t one = 1;
    const double most = std::clamp((path.right - path.left) / input.theme.px(5), 12.0, mostFlights);
    while (static_cast<double>(found.size()) / one > most)
        one *= 2;
    for (const std::uint32_t i : found) {
        const AttemptRecord &attempt = input.run.trace->attempts[i];
        if ((attempt.call * 2654435761U >> 8) % one != 0 && !input.isLit(attempt.call))
            continue;
        if (const auto flight = flightOf(input, path, attempt, shortest))
            records.flights.push_back(*flight);
    }
}

} // namespace

std::int64_t shortestLeg(TimeRange visible)
{
    return std::max<std::int64_t>(1, visible.length() / 50);
}

void layoutWire(const StageInput &input, const QRectF &room, StageRecords &records)
{
    if (room.width() < input.theme.px(24))
        return;
    Path path;
    path.left = room.left();
    path.right = room.right();
    path.y = room.center().y();
    path.spread = std::clamp(room.height() / 2 - input.theme.px(10), 0.0, input.theme.px(14));
    path.middle = room.left() + room.width() * switchAt;
    if (input.run.index.breakerCount() > 0)
        layoutSwitch(input, room, path, records);
    else
        records.wire.lines = {QLineF(path.left, path.y, path.right, path.y)};
    layoutFlights(input, path, records);
}

} // namespace retrylab
