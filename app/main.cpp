// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/charts.h"
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/experiment_choice.h"
#include "app/cli/offscreen.h"
#include "app/cli/snapshot.h"
#include "app/cli/terminal.h"
#include "app/window_main.h"
#include "core/lab/builtin.h"
#include "core/lab/memory.h"

#include <QApplication>
#include <QFileInfo>

using namespace retrylab;

namespace {

void nameProgram()
{
    QCoreApplication::setApplicationName(QStringLiteral("retrylab"));
    QCoreApplication::setApplicationVersion(QStringLiteral(RETRYLAB_VERSION));
    QCoreApplication::setOrganizationName(QStringLiteral("retrylab"));
}

/// Qt warns on standard error when the locale is missing or not UTF-8. What a command prints does not depend on the
/// locale, so it gets one that is always there.
void useUtf8()
{
#ifdef Q_OS_LINUX
    qputenv("LC_ALL", "C.UTF-8");
#endif
}

int open(const WindowCommand &command, int argc, char **argv)
{
    WindowOptions options;
    options.theme = command.theme;
    options.language = command.language;
    options.textScale = command.textScale;
    if (!command.file.isEmpty()) {
        const Result<Experiment> experiment = findExperiment(command.file);
        if (!experiment)
            return complain(experiment.error().oneLine());
        options.experiment = *experiment;
        if (!builtinNames().contains(command.file))
            options.fileName = QFileInfo(command.file).absoluteFilePath();
    }
    // Without this Qt would abort, with a core dump.
    if (!hasDisplay())
        return complain(QStringLiteral("there is no display for the window; see retrylab --help for what needs none"));
    const QApplication app(argc, argv);
    return runWindow(options);
}

int list(const ListCommand &command, int argc, char **argv)
{
    useUtf8();
    const QCoreApplication app(argc, argv);
    return listExperiments(command);
}

Result<void> drawCharts(const Experiment &experiment, const QString &dir, const QStringList &formats)
{
    return exportCharts(experiment, dir, formats);
}

int run(const RunCommand &command, int argc, char **argv)
{
    useUtf8();
    if (command.chartsDir.isEmpty()) {
        const QCoreApplication app(argc, argv);
        return runExperiment(command, drawCharts);
    }
    drawOffscreen();
    const QApplication app(argc, argv);
    return runExperiment(command, drawCharts);
}

int takeSnapshot(const SnapshotCommand &command, int argc, char **argv)
{
    useUtf8();
    const Result<Experiment> experiment = openExperiment(command.choice);
    if (!experiment)
        return complain(experiment.error().oneLine());
    const Duration at = command.at.value_or(experiment->world.duration);
    if (at > experiment->world.duration)
        return complain(QStringLiteral("--at: the moment lies after the end of the run"));
    drawOffscreen();
    const QApplication app(argc, argv);
    const Result<void> taken = snapshot({*experiment, Time(at), command.size, command.scale, command.outFile,
                                         command.theme, command.language, command.textScale});
    return taken ? statusFine : complain(taken.error().oneLine());
}

int replay(const ReplayCommand &command, int argc, char **argv)
{
    useUtf8();
    const QCoreApplication app(argc, argv);
    return replayLog(command);
}

int leave(const Leave &leaving)
{
    return leaving.isError ? complain(leaving.text) : writeOutput(leaving.text.toUtf8());
}

} // namespace

int main(int argc, char **argv)
{
    keepFreedMemory();
    prepareTerminal();
    nameProgram();
    const Command command = parseCommandLine(argc, argv);
    if (const auto *window = std::get_if<WindowCommand>(&command))
        return open(*window, argc, argv);
    if (const auto *listing = std::get_if<ListCommand>(&command))
        return list(*listing, argc, argv);
    if (const auto *running = std::get_if<RunCommand>(&command))
        return run(*running, argc, argv);
    if (const auto *picture = std::get_if<SnapshotCommand>(&command))
        return takeSnapshot(*picture, argc, argv);
    if (const auto *replaying = std::get_if<ReplayCommand>(&command))
        return replay(*replaying, argc, argv);
    return leave(std::get<Leave>(command));
}
