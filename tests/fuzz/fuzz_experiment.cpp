// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/experiment_file.h"

#include <cstdint>
#include <cstdlib>

using namespace retrylab;

/// Any bytes are either an experiment, which then survives writing and reading, or an error on one short line.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray json(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
    const Result<Experiment> experiment = readExperiment(json);
    if (!experiment) {
        const QString line = experiment.error().oneLine();
        if (line.isEmpty() || line.size() > 1000 || line.contains(u'\n') || !line.isValidUtf16())
            std::abort();
        return 0;
    }
    const Result<Experiment> again = readExperiment(writeExperiment(*experiment));
    if (!again || !(*again == *experiment))
        std::abort();
    return 0;
}
