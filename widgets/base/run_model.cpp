// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/run_model.h"

#include <utility>

namespace retrylab {

RunModel::RunModel(Experiment what, std::shared_ptr<const Trace> how)
    : experiment(std::move(what))
    , trace(std::move(how))
    , index(*trace)
    , kpis(kpisOf(*trace))
{
}

} // namespace retrylab
