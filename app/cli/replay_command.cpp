// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include "app/cli/experiment_choice.h"
#include "app/cli/replay_printer.h"
#include "app/cli/terminal.h"
#include "core/lab/outcome_log.h"
#include "core/lab/replay.h"

#include <QFile>

#include <cerrno>
#include <cstdio>
#include <functional>

#ifdef Q_OS_UNIX
#include <unistd.h>
#endif

namespace retrylab {

namespace {

constexpr std::size_t blockOfOutput = std::size_t{64} << 10;

/// What is there of standard input: it waits for something, but not until the block is full, as fread() does.
Result<std::size_t> readStandardInput(char *into, std::size_t size)
{
#ifdef Q_OS_UNIX
    ssize_t read = 0;
    do {
        read = ::read(STDIN_FILENO, into, size);
    } while (read < 0 && errno == EINTR);
    if (read < 0)
        return failure({}, QStringLiteral("cannot read: %1").arg(qt_error_string(errno)));
    return static_cast<std::size_t>(read);
#else
    const std::size_t read = std::fread(into, 1, size, stdin);
    if (read == 0 && std::ferror(stdin))
        return failure({}, QStringLiteral("cannot read"));
    return read;
#endif
}

OutcomeLog::Source sourceOf(QFile &file)
{
    return [&file](char *into, std::size_t size) -> Result<std::size_t> {
        const qint64 read = file.read(into, static_cast<qint64>(size));
        if (read < 0)
            return failure({}, QStringLiteral("cannot read: %1").arg(file.errorString()));
        return static_cast<std::size_t>(read);
    };
}

/// Prints in blocks, and knows when there is no use in going on.
class Output {
public:
    explicit Output(ReplayPrinter &printer)
        : m_printer(printer)
    {
    }

    void printWhenMuch()
    {
        if (m_printer.waiting() >= blockOfOutput)
            print();
    }
    void print()
    {
        if (!m_ended && m_printer.waiting() > 0) {
            m_status = writeOutput(QByteArray::fromStdString(m_printer.take()));
            m_ended = std::ferror(stdout) != 0;
        }
    }
    /// It cannot be written, or nobody reads it.
    bool ended() const { return m_ended; }
    int status() const { return m_status; }

private:
    ReplayPrinter &m_printer;
    bool m_ended = false;
    int m_status = statusFine;
};

int replay(const Policy &policy, OutcomeLog &log, const QString &logName, ReplayPrinter &printer, Output &output)
{
    Replay replay(policy, [&](const ReplayTransition &transition) {
        printer.addTransition(transition, log.timeForm());
        output.printWhenMuch();
    });
    OutcomeRow row;
    Result<bool> found = log.next(row);
    for (; found && *found && !output.ended(); found = log.next(row))
        replay.take(row);
    if (!found) {
        output.print();
        return complain(found.error().oneLine(logName));
    }
    printer.addTotals(replay.finish());
    output.print();
    return output.status();
}

} // namespace

int replayLog(const ReplayCommand &command)
{
    const Result<Experiment> experiment = openExperiment(command.choice);
    if (!experiment)
        return complain(experiment.error().oneLine());
    const Policy policy = experiment->world.policyInForce();
    if (policy.breaker.kind == BreakerKind::none && policy.budget.kind == BudgetKind::none)
        return complain(Error{QStringLiteral("policy"),
                              QStringLiteral("has neither a breaker nor a budget; allowed: a breaker.kind or a "
                                             "budget.kind other than none"),
                              0, command.choice.nameOrFile}
                            .oneLine());

    ReplayPrinter printer(command.format, policy);
    Output output(printer);
    if (command.logFile == u"-") {
        OutcomeLog log([&output](char *into, std::size_t size) {
            output.print(); // whoever writes a log line by line wants to see what comes of it
            return readStandardInput(into, size);
        });
        return replay(policy, log, QStringLiteral("standard input"), printer, output);
    }
    QFile file(command.logFile);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return complain(
            Error{{}, QStringLiteral("cannot read: %1").arg(file.errorString()), 0, command.logFile}.oneLine());
    OutcomeLog log(sourceOf(file));
    return replay(policy, log, command.logFile, printer, output);
}

} // namespace retrylab
