// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/builtin.h"

#include "core/lab/experiment_file.h"
#include "core/lab/fields.h"
#include "core/lab/fields_path.h"

#include <QFile>
#include <QFileInfo>
#include <QStringBuilder>

#include <algorithm>

// Outside any namespace, as the macro demands: a static library's resources are only linked when somebody asks.
static void initExperimentResources()
{
    Q_INIT_RESOURCE(experiments);
}

namespace retrylab {

QStringList builtinNames()
{
    return {QStringLiteral("burst-503"),
            QStringLiteral("baseline"),
            QStringLiteral("three-failures"),
            QStringLiteral("fifty-clients"),
            QStringLiteral("ten-thousand-clients"),
            QStringLiteral("dead-service"),
            QStringLiteral("rolling-restart")};
}

Result<Experiment> findExperiment(const QString &nameOrFile)
{
    if (builtinNames().contains(nameOrFile)) {
        initExperimentResources();
        return loadExperiment(u":/experiments/" % nameOrFile % u".retrylab.json");
    }
    if (QFileInfo::exists(nameOrFile))
        return loadExperiment(nameOrFile);
    const QString nearest = nearestName(nameOrFile, builtinNames());
    const QString hint = nearest.isEmpty() ? QString(u"built in are: " % builtinNames().join(QStringLiteral(", ")))
                                           : QString(u"did you mean \"" % nearest % u"\"?");
    return failure({}, quoted(nameOrFile) % u" is neither a file nor a built-in experiment; " % hint);
}

Result<Experiment> withVariant(Experiment experiment, const QString &variant)
{
    const auto it = std::find_if(experiment.variants.begin(), experiment.variants.end(),
                                 [&](const Variant &candidate) { return candidate.name == variant; });
    if (it == experiment.variants.end()) {
        QStringList names;
        for (const Variant &candidate : experiment.variants)
            names += candidate.name;
        const QString hint = names.isEmpty() ? QStringLiteral("there are none")
                                             : QString(u"there is: " % names.join(QStringLiteral(", ")));
        return failure({}, u"there is no variant " % quoted(variant) % u"; " % hint);
    }
    const std::vector<Setting> set = it->set;
    experiment.variants.clear();
    for (const Setting &setting : set)
        if (Result<void> done = setFieldText(experiment, setting.path, setting.value); !done)
            return tl::unexpected(done.error());
    if (Result<void> valid = validate(experiment); !valid)
        return tl::unexpected(valid.error());
    return experiment;
}

} // namespace retrylab
