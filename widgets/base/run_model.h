// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experiment.h"
#include "core/lab/kpis.h"
#include "core/lab/trace_index.h"
#include "core/sim/trace.h"

#include <memory>

namespace retrylab {

/// One finished run with what views need to read it at any moment: made in the worker, immutable, shared by all views.
struct RunModel {
    Experiment experiment;
    std::shared_ptr<const Trace> trace; ///< never null
    TraceIndex index;
    Kpis kpis;

    RunModel(Experiment experiment, std::shared_ptr<const Trace> trace);

    std::int64_t duration() const { return trace->world.duration.count(); }
};

using RunPointer = std::shared_ptr<const RunModel>;

} // namespace retrylab
