// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/fields.h"

#include <QString>

namespace retrylab {

/// Where the fields of the callers' policy begin.
inline const QString policyPrefix = QStringLiteral("chain.client.policy.");

inline const Policy &policyOf(const Experiment &experiment)
{
    return experiment.world.callers().policy;
}

/// "dialect=polly retry.jitter=none": sets the fields of the callers' policy one after the other; with `settling` their
/// partners move along, as under a hand.
inline Result<void> setFields(Experiment &experiment, const QString &settings, bool settling = false)
{
    for (const QString &setting : settings.split(u' ', Qt::SkipEmptyParts)) {
        const QString path = policyPrefix + setting.section(u'=', 0, 0);
        if (const Result<void> done = setFieldText(experiment, path, setting.section(u'=', 1)); !done)
            return done;
        if (settling)
            settlePartners(experiment, path);
    }
    return {};
}

/// The default experiment with these settings, which must be fine.
inline Experiment experimentWith(const QString &settings)
{
    Experiment experiment = defaultExperiment();
    if (const Result<void> done = setFields(experiment, settings); !done)
        qFatal("%s", qPrintable(done.error().oneLine()));
    return experiment;
}

inline QString textOf(const Experiment &experiment, const QString &path)
{
    return fieldText(*findField(policyPrefix + path), *getField(experiment, policyPrefix + path));
}

} // namespace retrylab
