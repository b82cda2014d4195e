// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include "app/cli/experiment_choice.h"
#include "app/cli/terminal.h"
#include "core/lab/run_report.h"
#include "core/lab/trace_event.h"
#include "core/sim/simulate.h"

#include <QFileInfo>
#include <QSaveFile>

#include <chrono>

namespace retrylab {

namespace {

Error cannotWrite(const QString &fileName, const QString &why)
{
    return Error{{}, QStringLiteral("cannot write: %1").arg(why), 0, fileName};
}

/// A regular file is replaced as a whole, so that a failure leaves the old one; a pipe or a device is written to.
Result<void> writeTraceFile(const Trace &trace, const QString &experiment, const QString &fileName)
{
    const QFileInfo info(fileName);
    if (info.exists() && !info.isFile()) {
        QFile file(fileName);
        if (!file.open(QIODevice::WriteOnly))
            return tl::unexpected(cannotWrite(fileName, file.errorString()));
        const Result<void> written = writeTraceEvents(trace, experiment, file);
        return written || file.error() == QFileDevice::NoError
                   ? written
                   : tl::unexpected(cannotWrite(fileName, written.error().message));
    }
    QSaveFile file(fileName);
    if (!file.open(QIODevice::WriteOnly))
        return tl::unexpected(cannotWrite(fileName, file.errorString()));
    if (const Result<void> written = writeTraceEvents(trace, experiment, file); !written)
        return tl::unexpected(cannotWrite(fileName, written.error().message));
    if (!file.commit())
        return tl::unexpected(cannotWrite(fileName, file.errorString()));
    return {};
}

QByteArray reportOf(const RunCommand &command, const ReportHead &head, const Trace &trace, double wallTime)
{
    switch (command.format) {
    case OutputFormat::json: return jsonReport(head, trace, wallTime);
    case OutputFormat::csv: return csvReport(trace, wallTime);
    case OutputFormat::text: break;
    }
    return textReport(head, trace, wallTime).toUtf8();
}

QByteArray reportOf(const RunCommand &command, const ReportHead &head, const RunSummary &summary)
{
    switch (command.format) {
    case OutputFormat::json: return jsonReport(head, summary);
    case OutputFormat::csv: return csvReport(summary);
    case OutputFormat::text: break;
    }
    return textReport(head, summary).toUtf8();
}

Result<QByteArray> runOnce(const RunCommand &command, const ReportHead &head, const Experiment &experiment)
{
    const auto begun = std::chrono::steady_clock::now();
    const auto trace = simulate(experiment.world);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
    if (!command.traceFile.isEmpty()) {
        const Result<void> written = writeTraceFile(*trace, experiment.name, command.traceFile);
        if (!written)
            return tl::unexpected(written.error());
    }
    return reportOf(command, head, *trace, took.count());
}

QByteArray runOften(const RunCommand &command, const ReportHead &head, const Experiment &experiment)
{
    ProgressLine line(*command.runs);
    RunManyOptions options;
    options.runs = *command.runs;
    options.progress = [&line](std::uint32_t done) { line.show(done); };
    return reportOf(command, head, *runMany(experiment.world, options));
}

} // namespace

int runExperiment(const RunCommand &command, const ChartExporter &exportCharts)
{
    const Result<Experiment> experiment = openExperiment(command.choice);
    if (!experiment)
        return complain(experiment.error().oneLine());

    const ReportHead head{experiment->name, command.choice.variant};
    const Result<QByteArray> report = command.runs ? Result<QByteArray>(runOften(command, head, *experiment))
                                                   : runOnce(command, head, *experiment);
    if (!report)
        return complain(report.error().oneLine());
    if (!command.chartsDir.isEmpty()) {
        const Result<void> drawn = exportCharts(*experiment, command.chartsDir, command.chartFormats);
        if (!drawn)
            return complain(drawn.error().oneLine());
    }
    return writeOutput(*report);
}

} // namespace retrylab
