// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/transport/markers.h"

#include "widgets/base/experiment_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace retrylab {

namespace {

constexpr std::size_t mostTransitions = 120; ///< from here on neighbours share a marker
constexpr std::int64_t thinnedSlots = 60;    ///< per kind

QString said(const char *words, int n = -1)
{
    return QCoreApplication::translate("Transport", words, nullptr, n);
}

void addFaults(std::vector<Marker> &markers, const Trace &trace)
{
    const std::int64_t end = trace.world.duration.count();
    for (const Fault &fault : trace.world.faults) {
        const QString name = faultName(fault);
        const std::int64_t from = fault.from.time_since_epoch().count();
        const std::int64_t to = fault.to.time_since_epoch().count();
        if (from <= end)
            markers.push_back(
                {Marker::Kind::faultStart, from, said(QT_TRANSLATE_NOOP("Transport", "Fault “%1” begins")).arg(name)});
        if (to <= end)
            markers.push_back(
                {Marker::Kind::faultEnd, to, said(QT_TRANSLATE_NOOP("Transport", "Fault “%1” ends")).arg(name)});
    }
}

Marker::Kind kindOf(BreakerState state)
{
    switch (state) {
    case BreakerState::open: return Marker::Kind::breakerOpens;
    case BreakerState::halfOpen: return Marker::Kind::breakerProbes;
    case BreakerState::closed: break;
    }
    return Marker::Kind::breakerCloses;
}

QString transitionText(const Trace &trace, const BreakerTransition &transition, const QLocale &locale)
{
    const QString who = trace.world.callers().policy.breaker.scope == BreakerScope::shared
                            ? said(QT_TRANSLATE_NOOP("Transport", "Breaker"))
                            : said(QT_TRANSLATE_NOOP("Transport", "Breaker of caller %1"))
                                  .arg(locale.toString(transition.breaker + 1));
    switch (transition.to) {
    case BreakerState::open:
        if (transition.why == BreakerWhy::probeFailed)
            return said(QT_TRANSLATE_NOOP("Transport", "%1 opens again: a probe failed")).arg(who);
        if (transition.why == BreakerWhy::halfOpenTooLong)
            return said(QT_TRANSLATE_NOOP("Transport", "%1 opens again: its probes took too long")).arg(who);
        if (transition.from == BreakerState::halfOpen && transition.why == BreakerWhy::threshold)
            return said(QT_TRANSLATE_NOOP("Transport", "%1 opens again: an earlier call failed")).arg(who);
        return said(QT_TRANSLATE_NOOP("Transport", "%1 opens")).arg(who);
    case BreakerState::halfOpen: return said(QT_TRANSLATE_NOOP("Transport", "%1 is half-open: it probes")).arg(who);
    case BreakerState::closed: break;
    }
    return said(QT_TRANSLATE_NOOP("Transport", "%1 closes")).arg(who);
}

QString crowdText(Marker::Kind kind, int n)
{
    switch (kind) {
    case Marker::Kind::breakerOpens: return said(QT_TRANSLATE_N_NOOP("Transport", "Breakers open %n times"), n);
    case Marker::Kind::breakerProbes:
        return said(QT_TRANSLATE_N_NOOP("Transport", "Breakers turn half-open %n times"), n);
    default: return said(QT_TRANSLATE_N_NOOP("Transport", "Breakers close %n times"), n);
    }
}

void addTransitions(std::vector<Marker> &markers, const Trace &trace, const QLocale &locale)
{
    if (trace.transitions.size() <= mostTransitions) {
        for (const BreakerTransition &transition : trace.transitions)
            markers.push_back({kindOf(transition.to), transition.at, transitionText(trace, transition, locale)});
        return;
    }
    const std::int64_t slot = std::max<std::int64_t>(1, trace.world.duration.count() / thinnedSlots);
    struct Crowd {
        const BreakerTransition *first = nullptr;
        int count = 0;
    };
    std::array<Crowd, 3> crowds; // by the state they move to
    const auto close = [&](Crowd &crowd) {
        if (crowd.count > 0)
            markers.push_back({kindOf(crowd.first->to), crowd.first->at,
                               crowd.count == 1 ? transitionText(trace, *crowd.first, locale)
                                                : crowdText(kindOf(crowd.first->to), crowd.count)});
    };
    for (const BreakerTransition &transition : trace.transitions) {
        Crowd &crowd = crowds[static_cast<std::size_t>(transition.to)];
        if (crowd.count > 0 && transition.at - crowd.first->at >= slot) {
            close(crowd);
            crowd = {};
        }
        if (crowd.count++ == 0)
            crowd.first = &transition;
    }
    std::for_each(crowds.begin(), crowds.end(), close);
}

void addFirstGiveUp(std::vector<Marker> &markers, const Trace &trace, const QLocale &locale)
{
    std::size_t first = trace.calls.size();
    std::int64_t at = notYet;
    for (std::size_t c = 0; c < trace.calls.size(); ++c) {
        const CallRecord &call = trace.calls[c];
        if (call.started >= at)
            break; // and so are all that follow: none of them ends before
        if (call.ended < at && call.failed()) {
            at = call.ended;
            first = c;
        }
    }
    if (first == trace.calls.size())
        return;
    const QString number = locale.toString(qulonglong{first} + 1);
    markers.push_back({Marker::Kind::firstGiveUp, at,
                       said(QT_TRANSLATE_NOOP("Transport", "First call gives up (call %1)")).arg(number)});
}

} // namespace

std::vector<Marker> markersOf(const RunModel &run, const QLocale &locale)
{
    std::vector<Marker> markers;
    addFaults(markers, *run.trace);
    addTransitions(markers, *run.trace, locale);
    addFirstGiveUp(markers, *run.trace, locale);
    std::stable_sort(markers.begin(), markers.end(), [](const Marker &a, const Marker &b) { return a.at < b.at; });
    return markers;
}

std::vector<std::int64_t> eventTimes(const std::vector<Marker> &markers)
{
    std::vector<std::int64_t> times;
    times.reserve(markers.size());
    for (const Marker &marker : markers)
        times.push_back(marker.at);
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    return times;
}

std::int64_t nextEvent(const std::vector<std::int64_t> &events, std::int64_t t)
{
    const auto found = std::upper_bound(events.begin(), events.end(), t);
    return found == events.end() ? -1 : *found;
}

std::int64_t previousEvent(const std::vector<std::int64_t> &events, std::int64_t t)
{
    const auto found = std::lower_bound(events.begin(), events.end(), t);
    return found == events.begin() ? -1 : *(found - 1);
}

} // namespace retrylab
