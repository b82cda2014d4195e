// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/charts.h"

#include "app/lab_panes.h"
#include "app/language.h"
#include "core/sim/simulate.h"
#include "widgets/base/view.h"
#include "widgets/export/export.h"

#include <QDir>

namespace retrylab {

namespace {

constexpr QSize chartSize(1600, 500);
constexpr double chartScale = 2.0;

} // namespace

Result<void> exportCharts(const Experiment &experiment, const QString &dir, const QStringList &formats)
{
    if (!QDir().mkpath(dir))
        return tl::unexpected(Error{QStringLiteral("--out"), QStringLiteral("cannot make the folder %1").arg(dir), 0});
    Language language;
    language.use(QStringLiteral("en"));
    ViewState state;
    state.setLocale(language.locale());
    state.setTheme(makeTheme(ThemeKind::light));
    LabPanes panes(&state);
    state.setRun(std::make_shared<const RunModel>(experiment, simulate(experiment.world)));
    state.setPlayhead(state.run()->duration());
    for (const View *view : panes.views()) {
        for (const QString &format : formats) {
            if (format == QLatin1String("csv") && view->csv().isEmpty())
                continue;
            const QString file = QDir(dir).filePath(view->viewId() + u'.' + format);
            if (Result<void> done = exportView(*view, state, file, chartSize, chartScale); !done)
                return done;
        }
    }
    return {};
}

} // namespace retrylab
