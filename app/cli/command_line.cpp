// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"

#include "app/cli/arguments.h"
#include "core/lab/result.h"

#include <CLI/CLI.hpp>

namespace retrylab {

namespace {

/// The options as they were typed; arguments.h turns them into values.
struct Typed {
    std::string file, language, theme, textScale; // window
    std::string experiment, variant, dialect, seed, runs, format, traceFile, chartsDir, charts;
    std::vector<std::string> settings;
    std::string at, size, scale, outFile;
    std::string logFile; // replay
};

void addSettings(CLI::App &command, Typed &typed)
{
    command
        .add_option("--dialect", typed.dialect,
                    "Let the callers' policy follow a library, for example polly (see retrylab list); before any --set")
        ->type_name("NAME");
    command
        .add_option("--set", typed.settings,
                    "Change one field, for example chain.client.policy.retry.jitter=full; may be repeated")
        ->type_name("PATH=VALUE")
        ->allow_extra_args(false);
}

void addChoice(CLI::App &command, Typed &typed)
{
    command.add_option("EXPERIMENT", typed.experiment, "A built-in experiment's name (see retrylab list) or a file")
        ->type_name("")
        ->required();
    command.add_option("--variant", typed.variant, "One of the experiment's variants")->type_name("NAME");
    addSettings(command, typed);
    command.add_option("--seed", typed.seed, "Seed of the run, 0 to 18446744073709551615 (default: the experiment's)")
        ->type_name("N");
}

CLI::App *addList(CLI::App &app, Typed &typed)
{
    CLI::App *list = app.add_subcommand(
        "list", "List the built-in experiments, with what each shows, and the dialects of policies");
    list->add_option("--format", typed.format, "text or json (default: text)")->type_name("FORMAT");
    list->footer(std::string());
    return list;
}

CLI::App *addRun(CLI::App &app, Typed &typed)
{
    CLI::App *run = app.add_subcommand("run", "Run an experiment and print its figures");
    addChoice(*run, typed);
    run->add_option("--runs", typed.runs,
                    "Run under so many seeds (seed, seed + 1 …), 1 to 1000000: mean, p5 and p95 of every figure")
        ->type_name("N");
    run->add_option("--format", typed.format, "text, json or csv (default: text)")->type_name("FORMAT");
    run->add_option("--trace", typed.traceFile, "Write the run as Trace Event JSON, which Perfetto opens")
        ->type_name("FILE");
    CLI::Option *out = run->add_option("--out", typed.chartsDir, "Write charts into this directory")->type_name("DIR");
    run->add_option("--charts", typed.charts, "Formats of the charts, any of png,svg,csv (default: all)")
        ->type_name("FORMATS")
        ->needs(out);
    run->footer(
        "Figures go to standard output, times in seconds. Exit status: 0 fine, 2 bad use or bad input.\n\n"
        "Examples:\n"
        "  retrylab run burst-503\n"
        "  retrylab run fifty-clients --set chain.client.policy.retry.jitter=full --runs 1000 --format json\n"
        "  retrylab run dead-service --dialect resilience4j --set chain.client.policy.breaker.kind=countWindow\n"
        "  retrylab run my.retrylab.json --seed 7 --trace run.json");
    return run;
}

CLI::App *addSnapshot(CLI::App &app, Typed &typed)
{
    CLI::App *snapshot = app.add_subcommand("snapshot", "Save the window as a picture; needs no display");
    addChoice(*snapshot, typed);
    snapshot->add_option("--at", typed.at, "The moment to show, for example 3.2s (default: the end of the run)")
        ->type_name("TIME");
    snapshot->add_option("--size", typed.size, "Size of the window, 320x240 to 8192x8192 (default: 1600x900)")
        ->type_name("WxH");
    snapshot->add_option("--scale", typed.scale, "Pixels per point: 1, 2 or 4 (default: 1)")->type_name("N");
    snapshot->add_option("--out", typed.outFile, "The picture to write (PNG)")->type_name("FILE.png")->required();
    snapshot->add_option("--theme", typed.theme, "dark, light or projector (default: dark)")->type_name("THEME");
    snapshot->add_option("--lang", typed.language, "en or vi (default: en)")->type_name("LANG");
    snapshot->add_option("--text-scale", typed.textScale, "Size of the text in percent, 100 to 300 (default: 100)")
        ->type_name("PERCENT");
    snapshot->footer("Example:\n"
                     "  retrylab snapshot burst-503 --at 3.2s --size 1600x900 --out burst.png");
    return snapshot;
}

CLI::App *addReplay(CLI::App &app, Typed &typed)
{
    CLI::App *replay = app.add_subcommand("replay",
                                          "What a policy's breaker and budget would have done to the calls of a log");
    replay->add_option("LOG.csv", typed.logFile, "The log, one call a line; - is standard input")
        ->type_name("")
        ->required();
    replay
        ->add_option("--policy", typed.experiment,
                     "Whose breaker and budget: a policy's or an experiment's file, or a built-in's name")
        ->type_name("FILE")
        ->required();
    addSettings(*replay, typed);
    replay->add_option("--format", typed.format, "text, json or csv (default: text)")->type_name("FORMAT");
    replay->footer(
        "The log is CSV. Its first line names the columns time, outcome and perhaps latency, among others; without\n"
        "such a line these are the first three.\n"
        "  time     when the call ended: seconds, whole milliseconds since 1970, or ISO 8601 (UTC without an offset)\n"
        "  outcome  ok, fail, an HTTP status, or refused, reset, timeout, unavailable, rateLimited, serverError,\n"
        "           clientError, conflict, deadlock; fail means unavailable\n"
        "  latency  how long it took: seconds, or with a unit such as 250ms; missing = 0\n\n"
        "What is assumed: each line is a call with one attempt, and one breaker and one budget see all of them. A "
        "call\n"
        "asks for permission when it began (time - latency), or at the last moment seen if that is later; it reports\n"
        "at its time. A refused call does not report. A failed call that the policy would retry asks the budget for\n"
        "one retry, which is not replayed. Time that goes backwards counts as the last moment seen.\n\n"
        "Transitions are printed as they happen, with times as in the log (JSON: seconds), then totals (not in CSV).\n"
        "Exit status: 0 fine, 2 bad use or bad input.\n\n"
        "Examples:\n"
        "  retrylab replay calls.csv --policy policy.json\n"
        "  zcat calls.csv.gz | retrylab replay - --policy burst-503 --set chain.client.policy.breaker.size=20");
    return replay;
}

void addWindow(CLI::App &app, Typed &typed)
{
    app.add_option("FILE", typed.file, "Open this experiment in the window (a file or a built-in's name)")
        ->type_name("");
    app.add_option("--lang", typed.language, "Language of the window: en or vi")->type_name("LANG");
    app.add_option("--theme", typed.theme, "Theme of the window: dark, light or projector")->type_name("THEME");
    app.add_option("--text-scale", typed.textScale, "Size of the window's text in percent, 100 to 300")
        ->type_name("PERCENT");
    app.set_version_flag("--version", "retrylab " RETRYLAB_VERSION, "Print the version and leave");
    app.set_help_flag("-h,--help", "Print this help and leave");
    app.get_formatter()->label("SUBCOMMAND", "COMMAND");
    app.get_formatter()->label("Subcommands", "Commands");
    app.require_subcommand(0, 1);
    app.footer("Without a command the window opens. A command needs no display; retrylab COMMAND --help says more.");
}

/// An empty value is a script's unset variable, not a wish for the default.
QString optionWithoutValue(const CLI::App &command)
{
    for (const CLI::Option *option : command.get_options())
        for (const std::string &value : option->results())
            if (value.empty())
                return QString::fromStdString(option->get_name());
    return {};
}

Result<ExperimentChoice> choiceOf(const Typed &typed)
{
    ExperimentChoice choice;
    choice.nameOrFile = QString::fromStdString(typed.experiment);
    choice.variant = QString::fromStdString(typed.variant);
    if (const auto read = readArgument(typed.dialect, choice.dialect, dialectArgument); !read)
        return tl::unexpected(read.error());
    for (const std::string &text : typed.settings) {
        const Result<Setting> setting = settingArgument(text);
        if (!setting)
            return tl::unexpected(setting.error());
        choice.settings.push_back(*setting);
    }
    if (!typed.seed.empty()) {
        const Result<std::uint64_t> seed = seedArgument(typed.seed);
        if (!seed)
            return tl::unexpected(seed.error());
        choice.seed = *seed;
    }
    return choice;
}

Result<Command> windowCommand(const Typed &typed)
{
    WindowCommand command;
    command.file = QString::fromStdString(typed.file);
    if (const auto read = readArgument(typed.language, command.language, languageArgument); !read)
        return tl::unexpected(read.error());
    if (const auto read = readArgument(typed.theme, command.theme, themeArgument); !read)
        return tl::unexpected(read.error());
    if (const auto read = readArgument(typed.textScale, command.textScale, textScaleArgument); !read)
        return tl::unexpected(read.error());
    return command;
}

Result<Command> listCommand(const Typed &typed)
{
    ListCommand command;
    if (const auto read = readArgument(typed.format, command.format, formatArgument); !read)
        return tl::unexpected(read.error());
    if (command.format == OutputFormat::csv)
        return failure(QStringLiteral("--format"), QStringLiteral("a list is text or json"));
    return command;
}

Result<Command> runCommand(const Typed &typed)
{
    RunCommand command;
    const Result<ExperimentChoice> choice = choiceOf(typed);
    if (!choice)
        return tl::unexpected(choice.error());
    command.choice = *choice;
    command.traceFile = QString::fromStdString(typed.traceFile);
    command.chartsDir = QString::fromStdString(typed.chartsDir);
    if (const auto read = readArgument(typed.runs, command.runs, runsArgument); !read)
        return tl::unexpected(read.error());
    if (const auto read = readArgument(typed.format, command.format, formatArgument); !read)
        return tl::unexpected(read.error());
    if (command.runs && !command.traceFile.isEmpty())
        return failure(QStringLiteral("--trace"), QStringLiteral("writes one run; leave out --runs"));
    if (!command.chartsDir.isEmpty())
        command.chartFormats = allChartFormats();
    if (const auto read = readArgument(typed.charts, command.chartFormats, chartsArgument); !read)
        return tl::unexpected(read.error());
    return command;
}

Result<Command> snapshotCommand(const Typed &typed)
{
    SnapshotCommand command;
    const Result<ExperimentChoice> choice = choiceOf(typed);
    if (!choice)
        return tl::unexpected(choice.error());
    command.choice = *choice;
    command.outFile = QString::fromStdString(typed.outFile);
    if (const auto read = readArgument(typed.at, command.at, momentArgument); !read)
        return tl::unexpected(read.error());
    if (const auto read = readArgument(typed.size, command.size, sizeArgument); !read)
        return tl::unexpected(read.error());
    if (const auto read = readArgument(typed.scale, command.scale, scaleArgument); !read)
        return tl::unexpected(read.error());
    if (const auto read = readArgument(typed.theme, command.theme, themeArgument); !read)
        return tl::unexpected(read.error());
    if (const auto read = readArgument(typed.textScale, command.textScale, textScaleArgument); !read)
        return tl::unexpected(read.error());
    if (const auto read = readArgument(typed.language, command.language, languageArgument); !read)
        return tl::unexpected(read.error());
    return command;
}

Result<Command> replayCommand(const Typed &typed)
{
    ReplayCommand command;
    const Result<ExperimentChoice> choice = choiceOf(typed);
    if (!choice)
        return tl::unexpected(choice.error());
    command.choice = *choice;
    command.logFile = QString::fromStdString(typed.logFile);
    if (const auto read = readArgument(typed.format, command.format, formatArgument); !read)
        return tl::unexpected(read.error());
    return command;
}

} // namespace

Command parseCommandLine(int argc, const char *const *argv)
{
    Typed typed;     // of the commands
    Typed typedHere; // before any command
    CLI::App app("Retry Lab: see what a retry policy does to a service that is having a bad day.", "retrylab");
    addWindow(app, typedHere);
    CLI::App *list = addList(app, typed);
    CLI::App *run = addRun(app, typed);
    CLI::App *snapshot = addSnapshot(app, typed);
    CLI::App *replay = addReplay(app, typed);
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp &) {
        for (CLI::App *command : {list, run, snapshot, replay})
            if (command->parsed())
                return Leave{QString::fromStdString(command->help("retrylab"))};
        return Leave{QString::fromStdString(app.help())};
    } catch (const CLI::CallForVersion &) {
        return Leave{QStringLiteral("retrylab " RETRYLAB_VERSION "\n")};
    } catch (const CLI::ParseError &error) {
        return Leave{Error{{}, QString::fromUtf8(error.what()), 0}.oneLine(), true};
    }
    for (CLI::App *part : {&app, list, run, snapshot, replay})
        if (const QString name = optionWithoutValue(*part); !name.isEmpty())
            return Leave{QStringLiteral("%1 has an empty value").arg(name), true};
    const bool commanded = list->parsed() || run->parsed() || snapshot->parsed() || replay->parsed();
    if (commanded && !(typedHere.file + typedHere.language + typedHere.theme + typedHere.textScale).empty())
        return Leave{QStringLiteral("FILE, --lang, --theme and --text-scale before a command belong to the window"),
                     true};

    const Result<Command> command = list->parsed()       ? listCommand(typed)
                                    : run->parsed()      ? runCommand(typed)
                                    : snapshot->parsed() ? snapshotCommand(typed)
                                    : replay->parsed()   ? replayCommand(typed)
                                                         : windowCommand(typedHere);
    return command ? *command : Leave{command.error().oneLine(), true};
}

} // namespace retrylab
