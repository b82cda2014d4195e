// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/run_model.h"

#include <QLocale>
#include <QString>

#include <cstdint>
#include <vector>

namespace retrylab {

/// A moment of the run that is worth jumping to.
struct Marker {
    enum class Kind : std::uint8_t { faultStart, faultEnd, breakerOpens, breakerProbes, breakerCloses, firstGiveUp };
    Kind kind = Kind::faultStart;
    std::int64_t at = 0; ///< ns
    QString text;        ///< what happens, for people

    friend bool operator==(const Marker &, const Marker &) = default;
};

/// Faults' starts and ends, breakers' transitions, the first call that gives up; by time. Where breakers change more
/// often than can be told apart, transitions of one kind that are close together share one marker, at the first of them.
std::vector<Marker> markersOf(const RunModel &run, const QLocale &locale = QLocale::c());

/// The markers' moments, ascending, each once.
std::vector<std::int64_t> eventTimes(const std::vector<Marker> &markers);

/// The first event after t, or the last one before it; -1 where there is none.
std::int64_t nextEvent(const std::vector<std::int64_t> &events, std::int64_t t);
std::int64_t previousEvent(const std::vector<std::int64_t> &events, std::int64_t t);

} // namespace retrylab
