// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/offscreen.h"

#include <QLatin1String>
#include <QString>
#include <QtGlobal>

namespace retrylab {

namespace {

QtMessageHandler othersHandler = nullptr;

/// True of a picture, but of no interest to who asked for it.
bool isAboutScreens(const QString &message)
{
    return message.startsWith(QLatin1String("QStandardPaths: XDG_RUNTIME_DIR"))
           || message.contains(QLatin1String("propagateSizeHints"));
}

void dropScreenTalk(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    if (!isAboutScreens(message))
        othersHandler(type, context, message);
}

} // namespace

bool hasDisplay()
{
#if defined(Q_OS_UNIX) && !defined(Q_OS_MACOS)
    return !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY")
           || !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
#else
    return true;
#endif
}

void drawOffscreen()
{
    if (!hasDisplay())
        qputenv("QT_QPA_PLATFORM", "offscreen");
    othersHandler = qInstallMessageHandler(dropScreenTalk);
}

} // namespace retrylab
