// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sim/world.h"

#include <QString>

#include <vector>

namespace retrylab {

/// A change of one field, as in `--set PATH=VALUE`.
struct Setting {
    QString path;
    QString value; ///< as one writes it on the command line: "200ms", "full", "unlimited", "0.5"

    friend bool operator==(const Setting &, const Setting &) = default;
};

/// The same experiment under another policy: a name and what differs.
struct Variant {
    QString name;
    std::vector<Setting> set;

    friend bool operator==(const Variant &, const Variant &) = default;
};

/// What a person opens, changes and saves: the world that is run, and the words about it. A plain value.
struct Experiment {
    QString name;   ///< title
    QString about;  ///< one or two sentences: what to see
    QString source; ///< where the numbers come from
    World world;
    std::vector<Variant> variants;

    friend bool operator==(const Experiment &, const Experiment &) = default;
};

} // namespace retrylab
