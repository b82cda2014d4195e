// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experiment.h"
#include "widgets/base/theme.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>
#include <variant>

namespace retrylab {

/// Which experiment, and what is different about it this time.
struct ExperimentChoice {
    QString nameOrFile;
    QString variant;                   ///< empty = none
    QString dialect;                   ///< of the callers' policy, applied after the variant; empty = as it is
    std::vector<Setting> settings;     ///< --set, in order, applied after the dialect
    std::optional<std::uint64_t> seed; ///< none = the experiment's own
};

enum class OutputFormat { text, json, csv };

struct WindowCommand {
    QString file; ///< or a built-in's name; empty = none
    QString language;
    std::optional<ThemeKind> theme;
    std::optional<double> textScale; ///< none = as last time
};

struct ListCommand {
    OutputFormat format = OutputFormat::text;
};

struct RunCommand {
    ExperimentChoice choice;
    std::optional<std::uint32_t> runs; ///< none = one run, reported in full
    OutputFormat format = OutputFormat::text;
    QString traceFile;
    QString chartsDir;
    QStringList chartFormats;
};

struct SnapshotCommand {
    ExperimentChoice choice;
    std::optional<Duration> at; ///< none = the end of the run
    QSize size{1600, 900};
    int scale = 1;
    QString outFile;
    QString language = QStringLiteral("en");
    ThemeKind theme = ThemeKind::dark;
    double textScale = 1.0;
};

struct ReplayCommand {
    ExperimentChoice choice; ///< whose policy
    QString logFile;         ///< "-" = standard input
    OutputFormat format = OutputFormat::text;
};

/// There is nothing to run: print and leave.
struct Leave {
    QString text;
    bool isError = false; ///< text is one line saying what is wrong; otherwise it is what was asked for (--help)
};

using Command = std::variant<WindowCommand, ListCommand, RunCommand, SnapshotCommand, ReplayCommand, Leave>;

/// Reads the program's arguments. Never prints and never exits.
Command parseCommandLine(int argc, const char *const *argv);

} // namespace retrylab
