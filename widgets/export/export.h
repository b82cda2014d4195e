// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/result.h"
#include "widgets/base/view.h"

#include <QByteArray>
#include <QSizeF>
#include <QString>

namespace retrylab {

/// Where a picture comes from. It is put into every exported picture, so that the picture opens as its experiment.
struct Provenance {
    QString name;          ///< of the experiment
    QByteArray experiment; ///< its file, as writeExperiment() gives it; empty before the first run
    QString seed;
    QString version; ///< of the program

    friend bool operator==(const Provenance &, const Provenance &) = default;
};

/// The provenance of a run; only the version when there is none.
Provenance provenanceOf(const RunPointer &run);

/// Writes one view to a file by the file's ending: png, svg, or csv (View::csv()). `size` is in pixels at scale 1;
/// `scale` (0.5–8) multiplies the pixels of a PNG and is ignored elsewhere. The old file survives a failure.
/// `state` is the one that the view shows. PNG carries its run's provenance as text ("retrylab.experiment",
/// "retrylab.seed", "retrylab.version"), SVG as <metadata>.
/// Errors name the file and the reason: unknown ending (with the allowed ones), no data, too large, not writable.
Result<void> exportView(const View &view, const ViewState &state, const QString &file, QSizeF size, double scale = 1.0);

/// Writes a widget with all that is in it, as it is on the screen: png or svg.
Result<void> exportWidget(QWidget &widget, const ViewState &state, const QString &file, double scale = 1.0);

/// The series behind the load chart: time_s, first_attempts_per_s, retries_per_s, goodput_per_s, degraded_per_s,
/// failed_per_s, queue_mean, busy_mean. The file must end in csv.
Result<void> exportSeries(const Trace &trace, const QString &file);
/// The attempts, one per row; see attemptsCsv(). The file must end in csv.
Result<void> exportAttempts(const Trace &trace, const QString &file);

/// The provenance in a PNG or SVG that was exported here. Error when the file cannot be read or carries none.
Result<Provenance> readProvenance(const QString &file);

} // namespace retrylab
