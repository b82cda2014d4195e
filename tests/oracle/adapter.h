// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QString>

#include <optional>
#include <span>

namespace retrylab::oracle {

/// Carries out what a vector gives with the policies of core/policy and returns every figure that it can compute, by
/// name; nothing if the form of `given` is not its own. The library's name stands for the dialect. It never sees what
/// is expected, nor the vector's id.
using Adapter = std::optional<QJsonObject> (*)(const QString &library, const QJsonObject &given);

/// All adapters, in the order in which they are asked; the first that knows the form answers.
std::span<const Adapter> adapters();

} // namespace retrylab::oracle
