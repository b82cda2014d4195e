// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/run_model.h"

#include <QLocale>
#include <QString>

#include <optional>
#include <vector>

namespace retrylab {

enum class KpiChange : std::uint8_t { none, better, worse, neutral };

/// One figure as it is shown.
struct KpiRow {
    QByteArray id; ///< fixed name, as in reports: "amplification"
    QString name;
    QString value; ///< with its unit
    QString note;  ///< second line: the theory, the verdict; may be empty
    QString delta; ///< to the other run, with its sign; empty without one
    KpiChange change = KpiChange::none;
    QString tip;                  ///< what exactly the figure counts
    std::optional<double> number; ///< the bare figure in base units (seconds, shares, counts), for CSV
};

/// The figures of a run, beside another run's where there is one.
std::vector<KpiRow> kpiRows(const RunModel &run, const RunModel *other, const QLocale &locale);

/// Attempts per request under independent failures, (1 − pⁿ) ÷ (1 − p) (n where p = 1), and the share of requests that
/// succeed, 1 − pⁿ. Empty where the assumptions do not hold: exactly one fault, of kind refuse or status, that hits a
/// constant share of attempts during the whole run, whose outcome is retried; no breaker, no retry budget, no
/// deadline, and nothing in the fault's answers that forbids another attempt.
struct KpiTheory {
    double amplification = 1;
    double successRate = 1;
};
std::optional<KpiTheory> theoryOf(const World &world);

/// "recovered", "never recovered" …
QString verdictPhrase(Verdict verdict);

} // namespace retrylab
