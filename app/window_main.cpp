// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window_main.h"

#include "app/main_window.h"
#include "core/lab/builtin.h"

#include <QApplication>

namespace retrylab {

namespace {

const QString firstExperiment = QStringLiteral("burst-503");
constexpr QSize firstSize(1440, 900);

} // namespace

int runWindow(const WindowOptions &options)
{
    const Settings settings;
    WindowLook look;
    look.theme = options.theme.value_or(settings.theme());
    look.language = options.language.isEmpty() ? settings.language() : options.language;
    look.textScale = options.textScale.value_or(settings.textScale());
    look.reducedMotion = settings.reducedMotion();
    look.remember = true;

    MainWindow window(look);
    if (!window.restoreGeometry(settings.geometry()))
        window.resize(firstSize);
    if (options.experiment)
        window.open(*options.experiment, options.fileName);
    else if (!window.recoverUnsaved())
        window.open(firstExperiment);
    window.show();
    return QApplication::exec();
}

} // namespace retrylab
