// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/experiment_file_migrate.h"

#include "core/lab/experiment_file.h"

#include <QStringBuilder>

#include <array>

namespace retrylab {

namespace {

/// Rewrites a file of one version as the next.
using Step = void (*)(JsonValue &root);

/// steps[i] leads from version i + 1 to i + 2. Version 1 is the first, so there are none yet.
constexpr std::array<Step, fileFormat - 1> steps{};

} // namespace

Result<JsonValue> migrateFile(JsonValue root)
{
    if (root.kind != JsonKind::object)
        return failure({}, root.shown() % u" stands where an object belongs", root.line);
    const QString key = QStringLiteral("retrylab");
    const JsonValue *named = root.find(key);
    if (named == nullptr)
        return failure(key,
                       QStringLiteral("is missing; an experiment names its format: \"retrylab\": %1").arg(fileFormat),
                       root.line);
    bool ok = named->kind == JsonKind::number;
    const int version = ok ? named->text.toInt(&ok) : 0;
    if (!ok || version < 1)
        return failure(key, named->shown() % u" is no format version; allowed: 1 to " % QString::number(fileFormat),
                       named->line);
    if (version > fileFormat)
        return failure(key,
                       QStringLiteral("the file has format %1, which is newer than this program; it reads up to %2. "
                                      "A newer Retry Lab opens it.")
                           .arg(version)
                           .arg(fileFormat),
                       named->line);
    for (std::size_t step = static_cast<std::size_t>(version) - 1; step < steps.size(); ++step)
        steps[step](root);
    return root;
}

} // namespace retrylab
