// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminal.h"

#include <QString>
#include <QtGlobal>

#include <cerrno>
#include <cstdio>

#ifdef Q_OS_UNIX
#include <csignal>
#include <fcntl.h>
#include <unistd.h>
#endif

namespace retrylab {

namespace {

bool personWatches()
{
#ifdef Q_OS_UNIX
    return isatty(STDERR_FILENO) == 1;
#else
    return false;
#endif
}

} // namespace

void prepareTerminal()
{
#ifdef Q_OS_UNIX
    std::signal(SIGPIPE, SIG_IGN);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(stream, F_GETFD) == -1 && errno == EBADF)
            // The lowest free number is this one.
            (void)open("/dev/null", stream == STDIN_FILENO ? O_RDONLY : O_WRONLY);
#endif
}

int writeOutput(const QByteArray &text)
{
    const std::size_t size = static_cast<std::size_t>(text.size());
    errno = 0;
    if (std::fwrite(text.constData(), 1, size, stdout) == size && std::fflush(stdout) == 0)
        return statusFine;
    if (errno == EPIPE)
        return statusFine;
    return complain(QStringLiteral("standard output: %1").arg(qt_error_string(errno)));
}

int complain(const QString &oneLine)
{
    const QByteArray line = QByteArrayLiteral("retrylab: ") + oneLine.toUtf8() + '\n';
    std::fwrite(line.constData(), 1, static_cast<std::size_t>(line.size()), stderr);
    std::fflush(stderr);
    return statusBadInput;
}

ProgressLine::ProgressLine(std::uint32_t total)
    : m_total(total)
    , m_watched(personWatches())
    , m_last(std::chrono::steady_clock::now())
{
}

ProgressLine::~ProgressLine()
{
    if (m_shown)
        std::fputs("\r\033[K", stderr); // wipe it
}

void ProgressLine::show(std::uint32_t done)
{
    const auto now = std::chrono::steady_clock::now();
    if (!m_watched || now - m_last < std::chrono::milliseconds(100))
        return;
    m_last = now;
    m_shown = true;
    std::fprintf(stderr, "\r%u of %u runs", done, m_total);
    std::fflush(stderr);
}

} // namespace retrylab
