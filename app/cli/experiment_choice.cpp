// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/experiment_choice.h"

#include "core/lab/builtin.h"
#include "core/lab/dialects.h"
#include "core/lab/fields.h"

namespace retrylab {

Result<Experiment> openExperiment(const ExperimentChoice &choice)
{
    Result<Experiment> experiment = findExperiment(choice.nameOrFile);
    if (experiment && !choice.variant.isEmpty())
        experiment = withVariant(*std::move(experiment), choice.variant);
    if (!experiment)
        return experiment;
    if (!choice.dialect.isEmpty())
        chooseDialect(*experiment, 0, choice.dialect);
    for (const Setting &setting : choice.settings) {
        if (const Result<void> set = setFieldText(*experiment, setting.path, setting.value); !set)
            return tl::unexpected(set.error());
    }
    if (choice.seed)
        experiment->world.seed = *choice.seed;
    // Only now: a base above the old cap is fine when a later --set raises the cap.
    if (const Result<void> valid = validate(*experiment); !valid)
        return tl::unexpected(valid.error());
    return experiment;
}

} // namespace retrylab
