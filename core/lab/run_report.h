// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/run_many.h"

#include <QByteArray>
#include <QLocale>
#include <QString>

namespace retrylab {

/// What a report says about the experiment, beside its figures.
struct ReportHead {
    QString experiment; ///< its name
    QString variant;    ///< empty when none was chosen
};

/// The program's version, as reports state it: "0.1.0".
QString labVersion();

/// One run as a JSON object: the names of reportEntries(), in order, after experiment, (variant,) seed and version.
/// Times are seconds; numbers are the shortest text that reads back exactly; null = there is none.
QByteArray jsonReport(const ReportHead &head, const Trace &trace, double wallTime);
/// Many runs: each figure is {"mean", "p5", "p95"}, `seed` is the first, `runs` follows the version,
/// recovery.verdict holds the share of runs that ended with each verdict, and breaker.transitions is left out.
QByteArray jsonReport(const ReportHead &head, const RunSummary &summary);

/// The same as CSV (RFC 4180): "figure,value", or "figure,mean,p5,p95"; what has no number is an empty field.
QByteArray csvReport(const Trace &trace, double wallTime);
QByteArray csvReport(const RunSummary &summary);

/// The same for people: a short aligned table, the verdict in words, and what "peak" counts. Ends with a line feed.
QString textReport(const ReportHead &head, const Trace &trace, double wallTime, const QLocale &locale = QLocale::c());
QString textReport(const ReportHead &head, const RunSummary &summary, const QLocale &locale = QLocale::c());

/// The verdict as a sentence: "recovered 3.2 s after the last fault".
QString verdictText(const Recovery &recovery, const QLocale &locale = QLocale::c());

/// A span for people, with three or four significant digits: "412 ms", "1.25 s", "0 s".
QString secondsText(double seconds, const QLocale &locale = QLocale::c());

} // namespace retrylab
