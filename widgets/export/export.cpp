// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/export/export.h"

#include "core/lab/experiment_file.h"
#include "widgets/base/view.h"
#include "widgets/export/export_words.h"
#include "widgets/export/picture.h"
#include "widgets/load/load_series.h"
#include "widgets/timeline/attempts_csv.h"

#include <QFileInfo>
#include <QPainter>
#include <QSaveFile>
#include <QWidget>

namespace retrylab {

namespace {

tl::unexpected<Error> problem(const QString &file, const QString &reason)
{
    return tl::unexpected(Error{{}, file + QStringLiteral(": ") + reason});
}

/// The file's ending, when it is one of those allowed.
Result<QString> endingOf(const QString &file, const QStringList &allowed)
{
    const QString ending = QFileInfo(file).suffix().toLower();
    if (allowed.contains(ending))
        return ending;
    const QString list = allowed.join(QStringLiteral(", "));
    if (ending.isEmpty())
        return problem(file, exportWords(QT_TRANSLATE_NOOP("Export", "the name has no ending; allowed: %1")).arg(list));
    return problem(file,
                   exportWords(QT_TRANSLATE_NOOP("Export", "“%1” is not a format this can be written in; allowed: %2"))
                       .arg(ending, list));
}

Result<void> writeFile(const QString &file, const QByteArray &bytes)
{
    QSaveFile out(file);
    if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size() || !out.commit())
        return problem(file, exportWords(QT_TRANSLATE_NOOP("Export", "cannot be written: %1")).arg(out.errorString()));
    return {};
}

Result<void> writePicture(const QString &file, const QString &ending, const Paint &paint, QSizeF size, double scale,
                          const Provenance &provenance)
{
    const Result<QByteArray> bytes = ending == QLatin1String("svg") ? svgPicture(paint, size, provenance)
                                                                    : pngPicture(paint, size, scale, provenance);
    if (!bytes)
        return problem(file, bytes.error().message);
    return writeFile(file, *bytes);
}

Result<void> writeTable(const QString &file, const QByteArray &table)
{
    if (const Result<QString> ending = endingOf(file, {QStringLiteral("csv")}); !ending)
        return tl::unexpected(ending.error());
    return writeFile(file, table);
}

} // namespace

Provenance provenanceOf(const RunPointer &run)
{
    Provenance provenance;
    provenance.version = QStringLiteral(RETRYLAB_VERSION);
    if (!run)
        return provenance;
    provenance.name = run->experiment.name;
    provenance.experiment = writeExperiment(run->experiment);
    provenance.seed = QString::number(run->trace->world.seed);
    return provenance;
}

Result<void> exportView(const View &view, const ViewState &state, const QString &file, QSizeF size, double scale)
{
    const Result<QString> ending = endingOf(file,
                                            {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("csv")});
    if (!ending)
        return tl::unexpected(ending.error());
    if (*ending == QLatin1String("csv")) {
        const QByteArray table = view.csv();
        if (table.isEmpty())
            return problem(file, exportWords(QT_TRANSLATE_NOOP("Export", "this view has no data to write")));
        return writeFile(file, table);
    }
    const Paint paint = [&](QPainter &painter) { view.paintView(painter, QRectF(QPointF(), size)); };
    return writePicture(file, *ending, paint, size, scale, provenanceOf(state.run()));
}

Result<void> exportWidget(QWidget &widget, const ViewState &state, const QString &file, double scale)
{
    const Result<QString> ending = endingOf(file, {QStringLiteral("png"), QStringLiteral("svg")});
    if (!ending)
        return tl::unexpected(ending.error());
    const Paint paint = [&](QPainter &painter) {
        widget.render(&painter, QPoint(), QRegion(), QWidget::DrawWindowBackground | QWidget::DrawChildren);
    };
    return writePicture(file, *ending, paint, widget.size(), scale, provenanceOf(state.run()));
}

Result<void> exportSeries(const Trace &trace, const QString &file)
{
    return writeTable(file, seriesCsv(trace));
}

Result<void> exportAttempts(const Trace &trace, const QString &file)
{
    return writeTable(file, attemptsCsv(trace));
}

} // namespace retrylab
